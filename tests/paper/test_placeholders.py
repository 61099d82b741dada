"""Words and numbers cannot drift apart: places, and no number typed by hand."""

import re
from pathlib import Path

import pytest

from cpstudy.jobs.reproducing import ITEMS
from paper.placeholders import COUNTS, PLACE, filled, typed_numbers, value

TEXT = (Path(__file__).parents[2] / "paper" / "text.md").read_text(encoding="utf-8")

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
    "experiments": [],
    "provenance": {"rows": 1234, "seconds": 5.5, "origins": [["0", "3", "box"]]},
}  # fmt: skip


def test_places_are_filled():
    assert filled("of {{a/table1 | all |\n5x5, states | ours}}!", FOUND) == "of 14!"
    assert value("a/table1 | all | verdict", FOUND) == "rejected"
    assert value("a/table1 | all | p", FOUND) == "< 1e-12"
    assert value("a/table1 | all | 5x5, states | p", FOUND) == "= 0.25"
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
    ],
)  # fmt: skip
def test_what_names_nothing_is_an_error_with_its_text(place):
    with pytest.raises(ValueError, match=re.escape(place)):
        filled(f"x {{{{{place}}}}}", FOUND)


def test_no_number_is_typed_by_hand():
    assert typed_numbers(TEXT) == []


def test_typed_numbers_are_seen():
    words = "Of 12 boards (Kamies2016, table 3, `n = 4`) {{# rows}} have 3.5 % – x86."
    assert typed_numbers(words) == ["12", "3.5", "x86."]


def test_places_name_items_that_there_are():
    named = {place.partition("|")[0].strip() for place in PLACE.findall(TEXT) if "|" in place}
    assert len(named) > 5
    assert named <= set(ITEMS)
