"""Folders of proofs: ``verify --proof`` writes them, and ``check`` reads nothing but the files."""

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cpstudy.cli import main
from cpstudy.jobs import certificates as proofs
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.record import KIND
from tests.puzzles.tilings.proofs.boards import certificates

pytest.importorskip("pysat")


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


UNIQUE = [one.puzzle for one in certificates()[:8]]


@pytest.fixture
def folder(tmp_path) -> Path:
    path = tmp_path / "proofs"
    done = run("verify", *UNIQUE, "2x1w:11", "2x1:55", "--proof", str(path), "--jobs", "1")
    assert done.exit_code == 1
    return path


def files(folder: Path, suffix: str) -> list[Path]:
    return sorted(path for path in folder.glob(f"*.{suffix}") if path.name != "manifest.json")


def renew(path: Path) -> None:
    """Write the digests again, as a forger would."""
    import hashlib

    head = json.loads(path.read_text())
    for key, suffix in (("formula", ".cnf"), ("proof", ".drat")):
        head[key] = hashlib.sha256(path.with_suffix(suffix).read_bytes()).hexdigest()
    path.write_text(json.dumps(head))


def test_written_proofs_hold(folder):
    done = run("check", str(folder))
    assert done.exit_code == 0
    assert sorted(done.stdout.splitlines()) == sorted(f"{text}\tholds" for text in UNIQUE)
    rows = [json.loads(line) for line in run("check", str(folder), "--json").stdout.splitlines()]
    assert {row["puzzle"] for row in rows} == set(UNIQUE)
    for row in rows:
        assert (row["holds"], row["reason"]) == (True, "")
        assert row["checkers"][0] == "rup"
    names = {path.stem for path in files(folder, "json")}
    assert len(names) == len(files(folder, "cnf")) == len(files(folder, "drat")) == len(UNIQUE)
    listed = json.loads((folder / "manifest.json").read_text())
    assert set(listed["puzzles"]) == names
    assert set(listed["puzzles"].values()) == set(UNIQUE)


def test_a_second_run_goes_on_where_the_first_was(folder):
    kept, damaged, lost = files(folder, "json")[:3]
    damaged.with_suffix(".drat").write_text("0\n")
    lost.unlink()
    before = {path: path.stat().st_mtime_ns for path in files(folder, "cnf")}
    (folder / "manifest.json").unlink()
    run("verify", *UNIQUE[:8], "--proof", str(folder))
    after = {path: path.stat().st_mtime_ns for path in files(folder, "cnf")}
    written = {path.stem for path in after if after[path] != before[path]}
    assert written == {damaged.stem, lost.stem}
    assert kept.stem not in written
    assert run("check", str(folder)).exit_code == 0
    assert len(run("check", str(folder)).stdout.splitlines()) == len(UNIQUE)
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_proofs_that_a_stopped_run_did_not_list_are_checked(folder):
    (folder / "manifest.json").unlink()
    done = run("check", str(folder))
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == len(UNIQUE)


def test_damage_is_rejected_and_forgery_too(folder):
    path = files(folder, "json")[0]
    for suffix in (".cnf", ".drat"):
        file = path.with_suffix(suffix)
        whole = file.read_bytes()
        for damaged in (
            b"",
            whole[:-1],
            whole[:-2],
            whole.replace(b" ", b"  ", 1),
            b"\xff" + whole,
        ):
            file.write_bytes(damaged)
            done = run("check", str(folder))
            assert done.exit_code == 1
            assert done.stdout.count("\tholds") == len(UNIQUE) - 1
            assert done.stdout.count("\trejected: ") == 1
            assert "digest" in done.stdout
            renew(path)
            done = run("check", str(folder))
            assert done.exit_code == 1
            assert "digest" not in done.stdout
            file.write_bytes(whole)
            renew(path)
    assert run("check", str(folder)).exit_code == 0


def test_certificates_under_another_name_are_rejected(folder):
    one, other = files(folder, "json")[:2]
    for suffix in (".json", ".cnf", ".drat"):
        first, second = one.with_suffix(suffix), other.with_suffix(suffix)
        texts = first.read_bytes(), second.read_bytes()
        first.write_bytes(texts[1])
        second.write_bytes(texts[0])
        done = run("check", str(folder))
        assert done.exit_code == (0 if texts[0] == texts[1] else 1), suffix
        first.write_bytes(texts[0])
        second.write_bytes(texts[1])


def test_what_cannot_be_read_is_bad_input(folder, tmp_path):
    one, two, three, four, five = files(folder, "json")[:5]
    one.with_suffix(".drat").unlink()
    two.write_text("{")
    three.write_text("[]")
    head = json.loads(four.read_text())
    four.write_text(json.dumps({**head, "witness": 3}))
    five.unlink()
    done = run("check", str(folder), str(tmp_path / "none"), str(tmp_path), str(one))
    assert done.exit_code == 2
    lines = done.stderr.splitlines()
    assert sorted(lines) == sorted(
        [
            f"cpstudy: {one.with_suffix('.drat')}: No such file or directory",
            f"cpstudy: {two}: no JSON",
            f"cpstudy: {three}: not of version 1",
            f"cpstudy: {four}: no text 'witness'",
            f"cpstudy: {five}: No such file or directory",
            f"cpstudy: {tmp_path / 'none'}: no such folder",
            f"cpstudy: {tmp_path}: no proofs in it",
            f"cpstudy: {one}: not a folder of proofs; --puzzle KIND replays answers in it",
        ]
    )
    assert done.stdout.count("\tholds") == len(UNIQUE) - 5
    (folder / "manifest.json").write_text('{"version": 1, "puzzles": {"../x": "y"}}')
    done = run("check", str(folder))
    assert done.exit_code == 2
    assert "no table 'puzzles'" in done.stderr
    assert run("verify", UNIQUE[0], "--proof", str(folder)).exit_code == 2


def test_a_puzzle_that_is_none(folder):
    """A certificate for a text that is not a board is bad input, even under a matching name."""
    text = "2x2:zzzz"
    path = folder / f"{proofs.name_of('pipes', text)}.json"
    source = files(folder, "json")[0]
    for suffix in (".cnf", ".drat"):
        shutil.copy(source.with_suffix(suffix), path.with_suffix(suffix))
    path.write_text(json.dumps({**json.loads(source.read_text()), "puzzle": text}))
    done = run("check", str(folder))
    assert done.exit_code == 2
    assert f"{path}: puzzle: row 1, column 1: 'z' is not a hex digit" in done.stderr


def test_usage(tmp_path):
    assert "--proof needs PUZZLE" in run("verify", "--proof", str(tmp_path)).stderr
    assert "has no proofs" in run(
        "verify", "--puzzle", "akari", "akari:3x3:.../.4./...", "--proof", str(tmp_path)
    ).stderr  # fmt: skip
    several = run("verify", UNIQUE[0], "--solver", "cpsat,sat:lazy", "--proof", str(tmp_path))
    assert "No such option '--proof'" in several.stderr  # several solvers run compare
    assert run("check").exit_code == 2
    with pytest.raises(ValueError, match="has no proofs"):
        proofs.certify(tmp_path, replace(KIND, proofs=None), Pipes.decode("2x1:11"), bytes([1, 4]))


def stand_in(folder: Path, name: str, says: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\nprintf '\\rc begins\\n\\r{says}\\nc ends\\n'\n")
    path.chmod(0o755)


def test_external_checkers_have_a_say(folder, tmp_path, monkeypatch):
    """Stand-ins for the external checkers: the line that they print counts, not their exit code."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    for drat_trim, cake_lpr, code in (
        ("s VERIFIED", "s VERIFIED UNSAT", 0),
        ("s NOT VERIFIED", "s VERIFIED UNSAT", 1),
        ("s VERIFIED", "c nothing", 1),
        ("c says s VERIFIED", "s VERIFIED UNSAT", 1),
    ):
        stand_in(programs, "drat-trim", drat_trim)
        stand_in(programs, "cake_lpr", cake_lpr)
        done = run("check", str(folder), "--json", "--jobs", "1")
        assert done.exit_code == code
        row = json.loads(done.stdout.splitlines()[0])
        assert (
            row["checkers"]
            == ["rup", "drat-trim", "cake_lpr"][: 3 if drat_trim == "s VERIFIED" else 2]
        )
        assert row["holds"] is (code == 0)


@pytest.mark.skipif(shutil.which("drat-trim") is None, reason="drat-trim is not installed")
def test_drat_trim_agrees(tmp_path):
    for certificate in certificates():
        board = Pipes.decode(certificate.puzzle)
        name = proofs.certify(tmp_path, KIND, board, board.decode_solution(certificate.witness))
        checked = proofs.check(tmp_path, name)
        assert "drat-trim" in checked.checkers
        assert checked.reason == ""


def test_a_puzzle_that_is_no_text_is_told_with_its_file(folder):
    """JSON may contain half of a surrogate pair, which cannot be part of a file's name."""
    path = files(folder, "json")[0]
    path.write_text(json.dumps({**json.loads(path.read_text()), "puzzle": "2x2:\ud800"}))
    done = run("check", str(folder))
    assert done.exit_code == 2
    assert done.stderr == f"cpstudy: {path}: no text 'puzzle'\n"
    manifest = folder / "manifest.json"
    listed = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**listed, "puzzles": {**listed["puzzles"], "x-0": "\ud800"}}))
    done = run("check", str(folder))
    assert (done.exit_code, "manifest.json: no table" in done.stderr) == (2, True)


def counted(folder: Path) -> Path:
    done = run("count", "--puzzle", "slitherlink", "slither/4/4/v", "slither/2/2/j", "--proof",
               str(folder), "--jobs", "1")  # fmt: skip
    assert (done.exit_code, done.stdout) == (0, "slither/4/4/v\t9349\nslither/2/2/j\t13\n")
    return next(path for path in folder.glob("*-count.json") if "/4/4/" in path.read_text())


def test_numbers_have_proofs(tmp_path):
    head = counted(tmp_path)
    done = run("check", str(tmp_path), "--json", "--jobs", "1")
    assert done.exit_code == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(row["puzzle"] for row in found) == ["slither/2/2/j", "slither/4/4/v"]
    assert all(row["holds"] and row["checkers"] == ["layers"] for row in found)
    before = head.with_suffix(".layers").stat().st_mtime_ns
    counted(tmp_path)  # kept, not written again
    assert head.with_suffix(".layers").stat().st_mtime_ns == before


def test_numbers_that_are_forged_or_damaged_are_rejected(tmp_path):
    head = counted(tmp_path)
    honest = json.loads(head.read_text())
    layers = head.with_suffix(".layers")
    whole = layers.read_bytes()

    def said() -> str:
        done = run("check", str(tmp_path), "--jobs", "1")
        assert done.exit_code == 1, done.stdout
        return next(line for line in done.stdout.splitlines() if "rejected" in line)

    head.write_text(json.dumps({**honest, "count": "9350"}))
    assert "the layers have 9349 solutions, not 9350" in said()
    head.write_text(json.dumps({**honest, "puzzle": "slither/4/4/0u"}))
    assert "another puzzle's certificate" in said()
    head.write_text(json.dumps({**honest, "layers": honest["layers"][:-1]}))
    assert "rejected: layer" in said()
    head.write_text(json.dumps({**honest, "layers": [[8, "0"], *honest["layers"][1:]]}))
    assert "layer 0 is not the one that was written (digest)" in said()
    head.write_text(json.dumps(honest))
    for damaged in (b"", whole[:-9], whole[:40] + b"\xff" + whole[41:], whole + whole):
        layers.write_bytes(damaged)
        assert "rejected: layers: " in said()
    layers.write_bytes(whole)
    for name, value in (("count", 9349), ("count", "x"), ("layers", 3), ("puzzle", 1)):
        head.write_text(json.dumps({**honest, name: value}))
        assert run("check", str(tmp_path), "--jobs", "1").exit_code == 2
    layers.unlink()
    assert run("check", str(tmp_path), "--jobs", "1").exit_code == 2


def test_kinds_without_proofs_of_numbers(tmp_path):
    done = run("count", "--puzzle", "sudoku", "." * 16, "--proof", str(tmp_path / "proofs"))
    assert (done.exit_code, "sudoku has no proofs of counts" in done.stderr) == (2, True)
