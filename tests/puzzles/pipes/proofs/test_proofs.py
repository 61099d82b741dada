"""Certificates of uniqueness: the honest ones hold, and nothing else does."""

import ast
import itertools
import json
import os
import random
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cpstudy
from cpstudy import Verdict, generate, solve
from cpstudy.cli import main
from cpstudy.core.certificate import Certificate
from cpstudy.core.solving import WrongAnswerError
from cpstudy.encode.rup import read_dimacs, read_proof
from cpstudy.jobs import certificates as proofs
from cpstudy.puzzles.pipes import KIND
from cpstudy.puzzles.pipes.proofs.checking import why_rejected
from cpstudy.puzzles.pipes.proofs.writing import prove, second_solution
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.encode.test_rup import mutated, naive
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions

pytest.importorskip("pysat")


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def unique_boards(seed: int, count: int) -> list[tuple[Pipes, bytes]]:
    """Small boards of every variety that have exactly one solution, by brute force."""
    rng = random.Random(seed)
    found: list[tuple[Pipes, bytes]] = []
    while len(found) < count:
        board = random_board(rng)
        solutions = all_solutions(board)
        if len(solutions) == 1:
            found.append((board, *solutions))
    return found


def mazes(algorithm: str, size: int, count: int) -> list[tuple[Pipes, bytes]]:
    """Mazes with one solution whose proofs have cuts and lemmas."""
    boards = generate("pipes", algorithm, size, 2000, seed=1)
    unique = (pair for pair in boards if solve(pair[0]).verdict is Verdict.UNIQUE)
    return list(itertools.islice(unique, count))


@pytest.fixture(scope="module")
def certificates() -> list[Certificate]:
    """Mazes of 6×6 and 7×7: puzzles with real proofs."""
    boards = [*mazes("prim", 7, 5), *mazes("depth-first", 6, 5), *mazes("wilson", 7, 5)]
    return [prove(board, solution) for board, solution in boards]


def edited(certificate: Certificate, clauses: list[tuple[int, ...]]) -> Certificate:
    """The certificate with another formula."""
    variables = read_dimacs(certificate.formula).variables
    lines = [f"p cnf {variables} {len(clauses)}"]
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return replace(certificate, formula="\n".join(lines) + "\n")


def is_cut(clause: tuple[int, ...], board: Pipes, witness: bytes) -> bool:
    rules = {tuple(sorted(c)) for c in second_solution(board, witness).clauses}
    return tuple(sorted(clause)) not in rules


# -- honest ones ---------------------------------------------------------------------------------


def test_proofs_of_all_varieties_hold():
    met: Counter[str] = Counter()
    for board, solution in unique_boards(1, 150):
        assert why_rejected(prove(board, solution)) == "", board.encode()
        met["free" if board.free else "tree"] += 1
        met["wrap"] += board.wrap
        met["loops"] += board.wrap and min(board.rows, board.columns) == 1
        met["barriers"] += bool(board.barriers)
        met["crosses"] += 15 in board.tiles
        met["empties"] += 0 in board.tiles
        met["1x1"] += len(board.tiles) == 1
    assert min(met.values()) > 2, met
    assert len(met) == 8


def test_proofs_of_mazes_hold(certificates):
    cuts = lemmas = 0
    for certificate in certificates:
        assert why_rejected(certificate) == ""
        board = Pipes.decode(certificate.puzzle)
        witness = board.decode_solution(certificate.witness)
        formula = read_dimacs(certificate.formula)
        cuts += sum(is_cut(clause, board, witness) for clause in formula.clauses)
        steps = read_proof(certificate.proof, formula.variables)
        lemmas += sum(len(step.clause) > 1 and not step.deletes for step in steps)
        assert naive(formula.clauses, steps)
    assert cuts > 5
    assert lemmas > 5


@pytest.mark.slow
def test_a_thousand_proofs_hold():
    boards = unique_boards(2, 500)
    for name in ("depth-first", "kruskal", "prim", "wilson"):
        boards += mazes(name, 5, 75) + mazes(name, 10, 75)
    for name in ("prim", "wilson"):
        boards += mazes(name, 20, 5)
    assert len(boards) > 1000
    for board, solution in boards:
        assert why_rejected(prove(board, solution)) == "", board.encode()


def test_boards_without_pipes():
    for text in ("1x1:0", "3x2:000000", "2x2w:0000", "2x2g:0000"):
        board = Pipes.decode(text)
        certificate = prove(board, board.tiles)
        assert certificate.proof == "0\n"
        assert why_rejected(certificate) == ""


def test_the_checker_shares_no_code_with_the_writer():
    folder = Path(cpstudy.__file__).parent
    tree = ast.parse((folder / "puzzles/pipes/proofs/checking.py").read_text())
    used = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in used if name and name.startswith("cpstudy")} == {
        "cpstudy.core.certificate",
        "cpstudy.encode.rup",
        "cpstudy.puzzles.pipes.puzzle",
    }


# -- what must not hold --------------------------------------------------------------------------


def test_there_is_no_proof_for_two_solutions():
    """Neither from the writer nor by forging: more excluded, the proof left out, false cuts."""
    rng = random.Random(5)
    met = 0
    while met < 60:
        board = random_board(rng)
        solutions = sorted(all_solutions(board))
        if len(solutions) < 2:
            continue
        first, second = solutions[:2]
        with pytest.raises(WrongAnswerError, match="a second solution"):
            prove(board, first)
        honest = second_solution(board, first)
        claim = Certificate(board.encode(), board.encode_solution(first), honest.dimacs(), "0\n")
        assert why_rejected(claim).startswith("proof: line 1")
        other = second_solution(board, second).clauses
        excluding_both = [*honest.clauses, *(c for c in other if c not in honest.clauses)]
        forged = edited(claim, [tuple(clause) for clause in excluding_both])
        assert why_rejected(forged).startswith("formula"), board.encode()
        units = [*map(tuple, honest.clauses), (1,), (-1,)]
        assert why_rejected(edited(claim, units)).startswith("formula"), board.encode()
        met += 1


def test_a_witness_that_is_none_is_rejected():
    rng = random.Random(6)
    for board, solution in unique_boards(7, 60):
        certificate = prove(board, solution)
        place = rng.randrange(len(solution))
        spoiled = bytearray(solution)
        spoiled[place] ^= 1 << rng.randrange(4)
        forged = replace(certificate, witness=board.encode_solution(bytes(spoiled)))
        assert why_rejected(forged).startswith("witness"), board.encode()
        with pytest.raises(ValueError, match="not a solution"):
            prove(board, bytes(spoiled))
    for text in ("", "nonsense", "9x9:" + 81 * "1"):
        assert why_rejected(replace(certificate, witness=text)).startswith("witness")


def test_swapped_parts_are_rejected(certificates):
    """A formula belongs to one puzzle; another's proof holds only if it proves it as well."""
    rejected = 0
    for one, other in itertools.permutations(certificates, 2):
        assert why_rejected(replace(one, formula=other.formula)) != ""
        assert why_rejected(replace(other, puzzle=one.puzzle)) != ""
        assert why_rejected(replace(one, witness=other.witness)) != ""
        exchanged = replace(one, proof=other.proof)
        if why_rejected(exchanged):
            rejected += 1
        else:
            formula = read_dimacs(one.formula)
            assert naive(formula.clauses, read_proof(other.proof, formula.variables))
    assert rejected > 100


def test_altered_formulas_are_rejected():
    rng = random.Random(8)
    for board, solution in [*unique_boards(9, 40), *mazes("prim", 6, 10)]:
        certificate = prove(board, solution)
        clauses = read_dimacs(certificate.formula).clauses
        cuts = {tuple(sorted(c)) for c in clauses if is_cut(c, board, solution)}
        for _ in range(25):
            altered = list(clauses)
            place = rng.randrange(len(clauses))
            clause = clauses[place]
            kind = rng.randrange(4)
            if kind == 0 and clause:
                spot = rng.randrange(len(clause))
                altered[place] = (*clause[:spot], -clause[spot], *clause[spot + 1 :])
            elif kind == 1:
                if tuple(sorted(clause)) in cuts:
                    continue  # a cut may be left out: the proof decides
                del altered[place]
            elif kind == 2 and clause:
                spot = rng.randrange(len(clause))
                altered[place] = clause[:spot] + clause[spot + 1 :]
            else:
                if tuple(sorted(clause)) in cuts:
                    continue  # and given twice
                altered.append(clause)
            reason = why_rejected(edited(certificate, altered))
            # A rule doubled can be a cut as well: two tiles that are a component.
            if kind == 3 and not reason:
                assert min(clause) > 0 or max(clause) < 0
                continue
            assert reason.startswith("formula"), (board.encode(), clauses[place], kind)


def test_headers_that_lie_are_rejected(certificates):
    certificate = certificates[0]
    head = next(line for line in certificate.formula.splitlines() if line.startswith("p"))
    _, _, variables, count = head.split()
    for forged in (f"p cnf {int(variables) + 1} {count}", f"p cnf {variables} {int(count) - 1}"):
        text = certificate.formula.replace(head, forged)
        assert why_rejected(replace(certificate, formula=text)).startswith("formula")
    assert why_rejected(replace(certificate, formula="")).startswith("formula")


def test_every_cut_is_judged_as_the_rules_have_it():
    """All clauses of one sign on tiny boards: accepted cuts hold in every tree of the grid.

    The trees are all sets of edges that join the non-empty tiles and close no cycle, whatever the
    tiles are; conversely a cycle and a border of the grid are accepted.
    """
    from cpstudy.puzzles.pipes.proofs.checking import _edges, _why_no_cut

    accepted: Counter[str] = Counter()
    refused = 0
    for text in ("2x2:3333", "3x2:333333", "3x2:303333", "3x1w:333", "2x1w:33", "2x2w:3333",
                 "1x1w:3", "3x2:3v33333"):  # fmt: skip
        board = Pipes.decode(text)
        edges = _edges(board)
        numbers = range(1, len(edges) + 1)
        trees = [
            set(chosen)
            for size in range(len(edges) + 1)
            for chosen in itertools.combinations(numbers, size)
            if spans(board, [edges[n - 1] for n in chosen])
        ]
        for size in range(1, len(edges) + 1):
            for chosen in itertools.combinations(numbers, size):
                for sign in (1, -1):
                    fault = _why_no_cut(board, edges, tuple(sign * n for n in chosen))
                    if sign > 0:
                        implied = all(tree & set(chosen) for tree in trees)
                    else:
                        implied = all(not set(chosen) <= tree for tree in trees)
                    if fault:
                        refused += 1
                        # Refused although implied only where it is not minimal or has no border.
                        continue
                    assert implied, (text, sign, chosen)
                    accepted["component" if sign > 0 else "cycle"] += 1
        mixed = (1, -2) if len(edges) > 1 else (1, 1)
        assert _why_no_cut(board, edges, mixed)
    assert min(accepted["component"], accepted["cycle"], refused) > 30, (accepted, refused)
    assert _why_no_cut(Pipes.decode("2x2g:3333"), _edges(Pipes.decode("2x2:3333")), (-1, -2))


def spans(board: Pipes, chosen: list) -> bool:
    import networkx as nx

    graph = nx.MultiGraph()
    graph.add_nodes_from(tile for tile, here in enumerate(board.tiles) if here)
    graph.add_edges_from((a, b) for (a, _), (b, _) in chosen)
    if any(not board.tiles[tile] for tile in graph):
        return False
    return nx.is_connected(graph) and graph.number_of_edges() == graph.number_of_nodes() - 1


def test_proofs_that_lack_something_are_rejected(certificates):
    for certificate in certificates:
        for end in [0, 1, 2, len(certificate.proof) // 2, *range(-30, 0)]:
            cut_off = replace(certificate, proof=certificate.proof[:end])
            assert why_rejected(cut_off).startswith("proof"), end
    assert why_rejected(replace(certificates[0], proof="")).startswith("proof")


def test_mutated_proofs_are_accepted_only_where_they_are_valid(certificates):
    rng = random.Random(10)
    met: Counter[bool] = Counter()
    for certificate in certificates:
        formula = read_dimacs(certificate.formula)
        steps = read_proof(certificate.proof, formula.variables)
        for _ in range(25):
            changed = mutated(rng, steps, formula.variables)
            if rng.random() < 0.5:  # shorten it: what is left out may be needed
                middle = rng.randrange(len(changed))
                changed = [*changed[middle:], changed[-1]]
            text = "".join(
                f"{'d ' * step.deletes}{' '.join(map(str, (*step.clause, 0)))}\n"
                for step in changed
            )
            accepted = why_rejected(replace(certificate, proof=text)) == ""
            if accepted:
                assert naive(formula.clauses, read_proof(text, formula.variables))
            met[accepted] += 1
    assert min(met[True], met[False]) > 40, met


# -- folders and the command line ----------------------------------------------------------------


UNIQUE = [board.encode() for board, _ in unique_boards(12, 8)]


@pytest.fixture
def folder(tmp_path) -> Path:
    path = tmp_path / "proofs"
    done = run("verify", *UNIQUE, "2x1w:11", "2x1:55", "--proof", str(path), "--jobs", "1")
    assert done.exit_code == 1
    return path


def files(folder: Path, suffix: str) -> list[Path]:
    return sorted(path for path in folder.glob(f"*.{suffix}") if path.name != "manifest.json")


def renew(path: Path) -> None:
    """Digests as a forger would write them."""
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
    done = run("check", str(folder), str(tmp_path / "none"), str(tmp_path))
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
        ]
    )
    assert done.stdout.count("\tholds") == len(UNIQUE) - 5
    (folder / "manifest.json").write_text('{"version": 1, "puzzles": {"../x": "y"}}')
    done = run("check", str(folder))
    assert done.exit_code == 2
    assert "no table 'puzzles'" in done.stderr
    assert run("verify", UNIQUE[0], "--proof", str(folder)).exit_code == 2


def test_a_puzzle_that_is_none(folder):
    """A certificate whose name fits, for a text that no board has."""
    text = "2x2:zzzz"
    path = folder / f"{proofs.name_of('pipes', text)}.json"
    source = files(folder, "json")[0]
    for suffix in (".cnf", ".drat"):
        shutil.copy(source.with_suffix(suffix), path.with_suffix(suffix))
    path.write_text(json.dumps({**json.loads(source.read_text()), "puzzle": text}))
    done = run("check", str(folder))
    assert done.exit_code == 2
    assert f"{path}: puzzle: tile (0, 0): 'z' is no hex digit" in done.stderr


def test_usage(tmp_path):
    assert "for given puzzles" in run("verify", "--proof", str(tmp_path)).stderr
    assert "has no proofs" in run(
        "verify", "--puzzle", "edge_matching", "1x1:0,0,0,0", "--proof", str(tmp_path)
    ).stderr  # fmt: skip
    several = run("verify", UNIQUE[0], "--solver", "cpsat,sat:lazy", "--proof", str(tmp_path))
    assert "for one solver" in several.stderr
    assert run("check").exit_code == 2
    with pytest.raises(ValueError, match="has no proofs"):
        proofs.certify(tmp_path, replace(KIND, proofs=None), Pipes.decode("2x1:11"), bytes([1, 4]))


def stand_in(folder: Path, name: str, says: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\nprintf '\\rc begins\\n\\r{says}\\nc ends\\n'\n")
    path.chmod(0o755)


def test_external_checkers_have_a_say(folder, tmp_path, monkeypatch):
    """Stand-ins for the programs: what counts is their line, not their exit code."""
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
def test_drat_trim_agrees(certificates, tmp_path):
    for certificate in certificates:
        board = Pipes.decode(certificate.puzzle)
        name = proofs.certify(tmp_path, KIND, board, board.decode_solution(certificate.witness))
        checked = proofs.check(tmp_path, name)
        assert "drat-trim" in checked.checkers
        assert checked.reason == ""
