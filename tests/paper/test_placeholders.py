"""Words and numbers cannot drift apart: places, and no number typed by hand."""

import csv
import re
from pathlib import Path

import pytest

from cpstudy.reproducing.items import ITEMS
from paper.collecting import experiments
from paper.placeholders import COUNTS, PLACE, filled, readable, typed_numbers, value
from paper.rendering import told_apart

ROOT = Path(__file__).parents[2]
FIGURES = ROOT / "figures"
TEXT, FINDINGS = (
    (ROOT / "paper" / name).read_text(encoding="utf-8") for name in ("text.md", "findings.md")
)

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
        {"tables": {"law-small": [["kind", "n", "slope"], ["a", "1", "0.5"], ["a", "2", "0.7"]]}}
    ],
    "provenance": {"rows": 1234, "seconds": 5.5, "origins": [["0", "3", "box"]]},
}  # fmt: skip


def test_places_are_filled():
    assert filled("of {{a/table1 | all |\n5x5, states | ours}}!", FOUND) == "of 14!"
    assert value("a/table1 | all | verdict", FOUND) == "rejected"
    assert value("a/table1 | all | p", FOUND) == "< 1e-12"
    assert value("a/table1 | all | 5x5, states | p", FOUND) == "= 0.25"
    assert filled("{{table law | a | 2 | slope}} {{table law | a | 1 | n}}", FOUND) == "0.7 1"
    counts = {name: value(f"# {name}", FOUND) for name in COUNTS}
    assert (counts["rows"], counts["items"], counts["reproduced"]) == ("1,234", "2", "1")
    assert (counts["rejected"], counts["equal"], counts["judged"]) == ("1", "0", "1")
    assert counts["level"] == "5 %"


@pytest.mark.parametrize(
    "place",
    [
        "# pages", "a/table9 | all | p", "a/table1 | none | p", "a/table1 | all | 6x6 | ours",
        "a/table1 | all | 5x5, states | colour", "a/table1 | all | 5x5, states | interval",
        "a/table1", "a/table1 | some | p",
        "table law | a | slope", "table law | b | 2 | slope", "table law | a | 2 | colour",
        "table laws | a | 2 | slope", "table law",
    ],
)  # fmt: skip
def test_what_names_nothing_is_an_error_with_its_text(place):
    with pytest.raises(ValueError, match=re.escape(place)):
        filled(f"x {{{{{place}}}}}", FOUND)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2000000", "2,000,000"), ("63439.3", "63,439.3"), ("13572 to 20000", "13,572 to 20,000"),
        ("9.7e+48 – 5e+50", "9.7·10⁴⁸ – 5·10⁵⁰"), ("1.5e-06", "1.5·10⁻⁶"),
        ("2016", "2016"), ("0.1234567", "0.1234567"), ("1,234", "1,234"), ("a12345", "a12345"),
    ],
)  # fmt: skip
def test_numbers_are_readable(text, told):
    assert readable(text) == told


def test_no_number_is_typed_by_hand():
    assert typed_numbers(TEXT) == []
    for name, words in told_apart(FINDINGS).items():
        assert typed_numbers(words) == [], name


def test_typed_numbers_are_seen():
    words = "Of 12 boards of 5×5 (Kamies2016, table 3, `n = 4`) {{# rows}} have 3.5 % – x86."
    assert typed_numbers(words) == ["12", "3.5", "x86."]


def test_every_experiment_says_what_it_shows_and_what_not():
    told = told_apart(FINDINGS)
    assert [*told] == experiments()
    for name, words in told.items():
        shown, _, other = words.partition("*Not shown:*")
        assert PLACE.search(shown) and other.strip(), name


def test_places_name_items_and_tables_that_there_are():
    """Of experiments the committed tables, whose rows and columns the words must name."""
    places = [" ".join(place.split()) for place in PLACE.findall(TEXT + FINDINGS)]
    named = {place.partition("|")[0].strip() for place in places if "|" in place}
    tables = {name for name in named if name.startswith("table ")}
    assert len(tables) > 3
    assert named - tables <= set(ITEMS)
    assert len(named - tables) > 5
    found = {"scale": "paper", "experiments": [{"tables": committed(tables)}]}
    for place in places:
        if place.startswith("table "):
            assert value(place, found), place


def committed(tables):
    """The experiments' tables at paper scale, by stem."""
    stems = [f"{name.removeprefix('table ')}-paper" for name in tables]
    found = {}
    for stem in stems:
        with (FIGURES / f"{stem}.csv").open(newline="", encoding="utf-8") as file:
            found[stem] = list(csv.reader(file))
    return found
