"""The tutorial's kind works as a third-party package of one file with the commands it names."""

import json
import subprocess
from pathlib import Path

import pytest

from docs import examples
from tests import forking

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "declared-kind.md"
ONE = "norinori:5x5:abbbc/abddc/bbddc/eeeee/eeeee"
WITH_CPMPY = (*forking.LIGHT, "cpmpy")  # imported once for all commands
SEVERAL = "norinori:5x5:abbbb/aaccb/aacdd/aacdd/eecdd"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the package, with its entry point, as pip installs it."""
    folder = tmp_path_factory.mktemp("norinori")
    (source,) = [
        block.content
        for block in examples.blocks(PAGE.read_text(encoding="utf-8"))
        if block.file == "norinori.py"
    ]
    (folder / "norinori.py").write_text(source, encoding="utf-8")
    assert len([line for line in source.splitlines() if line.strip()]) < 60
    info = folder / "cpstudy_norinori-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cpstudy-norinori\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cpstudy.kinds]\nnorinori = norinori\n")
    return folder


def run(site: Path, verb: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(site)!r})\n{forking.COMMAND}"
    command = (verb, "--puzzle", "norinori", *arguments)
    return forking.run(code, command, imported=WITH_CPMPY, text=True)


def test_it_is_listed_without_cpmpy(site):
    code = (
        f"import sys; sys.path.insert(0, {str(site)!r})\n"
        "from cpstudy import api\n"
        "print(api.kinds()['norinori'], 'cpmpy' in sys.modules)"
    )
    listed = forking.run(code, (), imported=forking.LIGHT, text=True)
    assert listed.stdout.endswith("black cells in pairs False\n"), listed.stderr


def test_its_answers(site):
    verified = run(site, "verify", ONE, SEVERAL, "5x5:aaabc/aaabc/aadec/dddee/dddee")
    assert [line.split("\t")[1] for line in verified.stdout.splitlines()] == [
        "unique",
        "many",
        "none",
    ]
    assert run(site, "count", SEVERAL).stdout == f"{SEVERAL}\t57\n"
    drawn = run(site, "solve", "--draw", ONE).stdout.splitlines()
    assert drawn[0] == "10101/10101/01010/01010/00000"
    assert drawn[2] == "│###│ ·  ###  · │###│"
    hint = run(site, "hint", ONE).stdout
    assert hint.endswith(
        "row 2, column 1 is black: the region at row 1, column 1 has two black cells\n"
    )
    fault = run(site, "verify", "2x2:ab/a")
    assert (fault.returncode, fault.stderr.count("\n")) == (2, 1)


def test_its_solvers_agree(site):
    rows = ("--solver", "sat,cpsat,cdcl,cpmpy,sat:glucose4", "--json")
    compared = run(site, "compare", *rows, ONE, SEVERAL)
    assert compared.returncode in (0, 1), compared.stderr
    found = [json.loads(line) for line in compared.stdout.splitlines()]
    verdicts = {(row["puzzle"], row["verdict"]) for row in found if "verdict" in row}
    assert verdicts == {(ONE, "unique"), (SEVERAL, "many")}


def test_its_files(site, tmp_path):
    drawing, page = tmp_path / "board.svg", tmp_path / "page.html"
    for out, *command in (
        (drawing, "convert", "--to", "svg"),
        (page, "play"),
        (tmp_path / "booklet.pdf", "booklet"),
    ):
        ended = run(site, *command, "--out", str(out), ONE)
        assert ended.returncode == 0, ended.stderr
        assert out.stat().st_size > 500
    assert "Blacken two cells of each region" in page.read_text(encoding="utf-8")
