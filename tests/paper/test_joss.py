"""The paper for JOSS: its sections, its length, its references, and figures that are measured."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAPER = (ROOT / "paper/joss/paper.md").read_text(encoding="utf-8")
REFERENCES = (ROOT / "paper/joss/paper.bib").read_text(encoding="utf-8")
HEAD, BODY = PAPER.split("---\n", 2)[1:]

SECTIONS = (
    "Summary",
    "Statement of need",
    "State of the field",
    "Software design",
    "Research impact statement",
    "AI usage disclosure",
    "Acknowledgements",
    "References",
)


def test_the_sections_are_those_that_are_asked_for():
    assert tuple(re.findall(r"^# (.*)$", BODY, re.MULTILINE)) == SECTIONS


def test_the_length_is_what_is_asked_for():
    assert 750 <= len(BODY.split()) <= 1750


def test_what_stands_before_the_text():
    for key in ("title", "tags", "authors", "affiliations", "date", "bibliography"):
        assert re.search(rf"^{key}:", HEAD, re.MULTILINE), key
    assert re.search(r"^date: [0-9]{1,2} [A-Z][a-z]+ [0-9]{4}$", HEAD, re.MULTILINE)


def test_every_reference_is_there_and_cited():
    cited = set(re.findall(r"@(\w+)", BODY))
    told = re.findall(r"^@\w+\{(\w+),", REFERENCES, re.MULTILINE)
    assert len(told) == len(set(told))
    assert cited == set(told)


def test_what_joss_asks_of_the_repository_is_there():
    for name in ("LICENSE", "README.md", "CITATION.cff", "CONTRIBUTING.md", "CHANGELOG.md"):
        assert (ROOT / name).stat().st_size > 100, name


def rows(name):
    return json.loads((ROOT / f"benchmarks/results/{name}.json").read_text())["rows"]


def times(row):
    return row.get("quiet_median_ms") or row["median_ms"]


def test_figures_that_are_quoted_are_measured():
    """Rounded as they are quoted; those of the README are there, and are its benchmarks'."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for quoted in ("some thousand times", "4.2 µs", "745 times"):
        assert quoted in " ".join(BODY.split()), quoted
    assert "| some 1,000 times faster | 1,000 |" in readme
    search = {
        row["solver"]: row["median_ms"]["search"]
        for row in rows("pipes_encodings")
        if row["size"] == 20
    }
    for name in ("sat:lazy:cadical153", "sat:planar:cadical153"):
        assert 500 < search["sat:hegeman:cadical153"] / search[name] < 2000
    assert "| Sudoku, 17 clues, in batches | 745 |" in readme
    sudoku = {
        row["method"]: times(row)["puzzle"] for row in rows("sudoku") if "17" in row["boards"]
    }
    assert 1000 * sudoku["bands, batches of 100"] == pytest.approx(4.2, abs=0.06)
    assert sudoku["cpsat"] / sudoku["bands, batches of 100"] == pytest.approx(745, rel=0.02)
    dfs = [times(row) for row in rows("edge_matching") if row.get("solver") == "dfs"]
    assert "a million placements in 13 ms" in " ".join(BODY.split())
    assert dfs[0]["million placements"] == pytest.approx(13, abs=0.5)
