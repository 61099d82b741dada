"""Crossing puzzles as people write them, in numbers or in words, are read as text forms."""

import pytest

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.reading.door import items


def read(kind_name, text, **hints):
    return [item.puzzle for item in items(kind(kind_name), Document.of(text, hints))]


def encoded(kind_name, text, **hints):
    return [one.encode() for one in read(kind_name, text, **hints)]


@pytest.mark.parametrize(
    ("kind_name", "text", "forms"),
    [
        ("bridge_torch", "1 2 5 10", ["1,2,5,10"]),
        ("bridge_torch", "[1, 2, 5, 10]", ["1,2,5,10"]),
        ("bridge_torch", "1 min, 2 min, 5 min, 10 min", ["1,2,5,10"]),
        ("bridge_torch", "1\n\n4\n1\n2\n5\n10\n", ["1,2,5,10"]),
        ("bridge_torch", "2\n4\n1 2 5 10\n3\n1 2 3\n", ["1,2,5,10", "1,2,3"]),
        ("bridge_torch", "1 2 5 10\n3 5 7\n", ["1,2,5,10", "3,5,7"]),
        ("bridge_torch", "7", ["7"]),
        ("missionaries", "3 3 2", ["3,3:2"]),
        ("missionaries", "M=5 C=3 B=2", ["5,3:2"]),
        ("missionaries", "3 cannibals, 5 missionaries, boat for 2", ["5,3:2"]),
        ("river_crossing", "fox, goose, beans: fox eats goose, goose > beans",
         ["fox,goose,beans:fox-goose,goose-beans"]),
    ],
)  # fmt: skip
def test_forms(kind_name, text, forms):
    assert encoded(kind_name, text) == forms


@pytest.mark.parametrize(
    "text", ["4 1 2 5 10", "4\n1\n2\n5\n10\n", "1\n2\n5\n10\n", "4 2\n1 2 5 10\n", "2 2 3\n2 4 5\n"]
)
def test_numbers_that_may_be_times_or_counts(text):
    (found,) = read("bridge_torch", text)
    assert isinstance(found, InputError) and "numbers=times or numbers=cases" in str(found)
    assert encoded("bridge_torch", text, numbers="times")[0].split(",")[0] == text[0]


def test_a_boat_of_one_may_be_its_bank():
    (found,) = read("missionaries", "(3, 3, 1)")
    assert "places in the boat, or its bank?" in str(found)
