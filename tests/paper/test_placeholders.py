"""Texts and numbers always agree: placeholders are filled, and no number is typed by hand."""

import re
from pathlib import Path

import pytest

from paper.__main__ import PAPERS
from paper.collecting import committed, corrected, experiments
from paper.placeholders import (
    _PLACE,
    COUNTS,
    PLACE,
    _cell,
    filled,
    readable,
    rounded,
    tables_of,
    typed_numbers,
    value,
)
from paper.rendering import paper, told_apart
from paper.words import written

ROOT = Path(__file__).parents[2]
WORDS = {
    name: (ROOT / "paper" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("data", "findings", "found", "speed", *PAPERS)
}

CELL = {
    "what": "5x5, states", "published": "13", "ours": "14", "interval": "", "published_n": 0,
    "n": 3, "p": 0.25, "z": None, "equal": None,
}  # fmt: skip
FOUND = {
    "scale": "small",
    "level": 0.05,
    "items": [
        {
            "name": "a/table1", "what": "a <table>", "note": "", "figures": [],
            "parts": [
                {"part": "all", "cells": [CELL], "rule": "r", "p": 1e-300, "verdict": "rejected"},
                {"part": "some", "cells": [CELL], "rule": "r", "p": None, "verdict": ""},
            ],
        },
        {"name": "a/figure2", "what": "b", "note": "lost", "figures": [], "parts": []},
    ],
    "experiments": [
        {
            "tables": {
                "law-small": [
                    ["kind", "n", "slope", "95 %", "median", "median, 95 %"],
                    ["a", "1", "0.5126", "0.41 – 0.6177", "3163538024388", "64 – ≥ 10737418240000"],
                    ["a", "2", "0.7", "", "", ""],
                ]
            }
        }
    ],
    "provenance": {"rows": 1234, "seconds": 5.5, "origins": [["0", "3", "box"]]},
}  # fmt: skip


def test_places_are_filled():
    assert filled("of {{table law |\na | 2 | slope}}!", FOUND) == "of 0.7!"
    assert value("~ table law | a | 1 | slope", FOUND) == "0.5126 (0.41 – 0.6177)"
    assert value("~ table law | a | 1 | slope : 2", FOUND) == "0.51 (0.41 – 0.62)"
    assert value("table law | a | 1 | slope in % : 2", FOUND) == "51 %"
    assert value("~ table law | a | 1 | median : 1", FOUND) == "3·10¹² (60 – ≥ 1·10¹³)"
    table = [["n", "mean", "± (95 %)"], ["5", "0.1", "0.3"]]
    spread = {"scale": "small", "experiments": [{"tables": {"x-small": table}}]}
    assert value("~ table x | 5 | mean", spread) == "0.1 ± 0.3"
    counts = {name: value(f"# {name}", FOUND) for name in COUNTS}
    assert (counts["rows"], counts["items"], counts["reproduced"]) == ("1,234", "2", "1")
    assert (counts["rejected"], counts["equal"], counts["judged"]) == ("1", "0", "1")
    assert counts["level"] == "5 %"


def test_a_number_is_linked_to_its_line():
    result = filled("{{table law | a | 2 | slope}}", FOUND, "{} {} {}".format)
    assert result == "0.7 law-small 3"


def test_families_are_the_sources_and_one_table():
    names = {"hegeman/table5": [0.01, 0.04], "hegeman/table7": [0.04], "willems/table1": [0.04]}
    items = [{"name": name, "parts": [{"p": p} for p in ps]} for name, ps in names.items()]
    items[0]["parts"].append({"p": None})
    corrected(items)
    result = [part.get("holm") for item in items for part in item["parts"]]
    assert result == [pytest.approx(0.02), pytest.approx(0.04), None, 0.04, 0.04]


@pytest.mark.parametrize(
    "place",
    [
        "# pages", "a/table1 | all | p", "~ table law | a | 1 | n | slope",
        "~ table law | a | 1 | 95 %",
        "table law | a | slope", "table law | b | 2 | slope", "table law | a | 2 | colour",
        "table laws | a | 2 | slope", "table law",
    ],
)  # fmt: skip
def test_what_names_nothing_is_an_error_with_its_text(place):
    with pytest.raises(ValueError, match=re.escape(place)):
        filled(f"x {{{{{place}}}}}", FOUND)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("2000000", "2,000,000"), ("63439.3", "63,439.3"), ("13572 to 20000", "13,572 to 20,000"),
        ("9.7e+48 – 5e+50", "9.7·10⁴⁸ – 5·10⁵⁰"), ("1.5e-06", "1.5·10⁻⁶"),
        ("2016", "2016"), ("0.1234567", "0.1234567"), ("1,234", "1,234"), ("a12345", "a12345"),
    ],
)  # fmt: skip
def test_numbers_are_readable(text, result):
    assert readable(text) == result


@pytest.mark.parametrize("name", WORDS)
def test_no_number_is_typed_by_hand(name):
    assert not {number.strip("().,;:*") for number in typed_numbers(WORDS[name])} - NAMED


# Sizes, parameters and rules that are not measured.
NAMED = {
    "1", "(1", "2", "3", "4", "10,000", "100", "(8", "2)", "(9", "(7", "3)", "14×14", "v^(m", "(1)",
    "8", "9", "7", "1)]", "2026", "20", "400", "eternity2.dev",
}  # fmt: skip


def test_typed_numbers_are_seen():
    words = "Of 12 boards of 5×5 (Kamies2016, table 3, `n = 4`) {{# rows}} have 3.5 % – x86."
    assert typed_numbers(words) == ["12", "3.5", "x86."]


def test_every_experiment_says_what_it_shows_and_what_not():
    result = told_apart(WORDS["findings"])
    assert [*result] == experiments()
    for name, words in result.items():
        shown, _, other = words.partition("*Not shown:*")
        assert PLACE.search(shown) and other.strip(), name


def test_readmes_are_what_the_rows_say():
    for path, words in written().items():
        assert path.read_text(encoding="utf-8") == words, f"{path}: python -m paper.words"


@pytest.mark.parametrize("name", PAPERS)
def test_papers_name_tables_figures_and_sources_that_there_are(name):
    references = (ROOT / "REFERENCES.md").read_text(encoding="utf-8")
    document = paper(committed(), ROOT / "figures", WORDS[name], references)
    assert "[figure" not in document and "[table" not in document and "{{" not in document
    keys = set(re.findall(r"\b[A-Z][a-z]+(?:19|20)\d\d\b", WORDS[name]))
    assert len(keys) > 10
    assert {key for key in keys if f"<strong>{key}</strong>" not in document} == set()


def test_estimates_are_told_with_at_most_three_digits():
    """A number with an interval is an estimate. 0.0846 has three digits, 3,395 has four."""
    found, met = committed(), 0
    for name in ("found", *PAPERS):
        for place in PLACE.findall(WORDS[name]):
            if place.startswith("~"):
                met += 1
                result = re.split(r" \(| ±", value(place, found))[0]
                digits = re.sub(r"·10.*|\D", "", result).strip("0")
                assert len(digits) <= 3, (place, result)
    assert met > 20


@pytest.mark.parametrize("name", ["found", "findings", *PAPERS])
def test_an_estimate_has_its_interval_in_the_same_paragraph(name):
    """If the next column of the table is an interval, a paragraph with the value also has it."""
    found = committed()
    tables = tables_of(found)
    for paragraph in WORDS[name].split("\n\n"):
        cells = {}
        for place in map(" ".join, map(str.split, PLACE.findall(paragraph))):
            if match := _PLACE.fullmatch(place):
                table, *names = (part.strip() for part in match["names"].split("|"))
                rows = tables[f"{table}-paper"]
                line, column = _cell(place, table, rows, names)
                cells[table, line, column] = (place, rows[line][column + 1 : column + 2])
                if match["interval"]:
                    cells[table, line, column + 1] = (place, [])
        for (table, line, column), (place, beside) in cells.items():
            if any(" – " in cell for cell in beside):
                assert (table, line, column + 1) in cells, place


def test_rounding():
    assert rounded("91776486 – ≥ 163840000", 2) == "9.2e+07 – ≥ 1.6e+08"
    assert rounded("1.49e-05 and 1234.5 of 10x10", 2) == "1.5e-05 and 1200 of 10x10"
