"""The paper for JOSS: its sections, its length, its references, and no measured number by hand."""

import re
from pathlib import Path

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
    result = re.findall(r"^@\w+\{(\w+),", REFERENCES, re.MULTILINE)
    assert len(result) == len(set(result))
    assert cited == set(result)


def test_what_joss_asks_of_the_repository_is_there():
    for name in ("LICENSE", "README.md", "CITATION.cff", "CONTRIBUTING.md", "CHANGELOG.md"):
        assert (ROOT / name).stat().st_size > 100, name


def test_no_figure_is_typed():
    """Measured numbers are placeholders for ``paper/words.py``; another test compares them."""
    bare = re.sub(
        r"<!--(.+?)-->[^<]*<!--end-->|\[@[^]]*\]|\d+×\d+|17 clues|PAR-2", " ", BODY, flags=re.S
    )
    assert not re.findall(r"\d+", bare)
