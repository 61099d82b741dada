"""Codes of cells: reading inverts writing, and runs of blanks are written as short codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.codes import DECIMALS, NUMBERS, four_cells
from cpstudy.core.errors import InputError

FOUR = four_cells(4, "#")


def tokens(*more: str, most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from([".", *more, *map(str, range(most + 1))]), max_size=60)


@given(tokens("?", most=4095))
def test_numbers(cells):
    assert NUMBERS.read(NUMBERS.write(cells), 5) == (cells, "")


@given(tokens(most=999).map(lambda found: [t for t in found if t != "0"]))
def test_decimals(cells):
    assert DECIMALS.read(DECIMALS.write(cells), 5) == (cells, "")


@given(tokens("#", most=4))
def test_four_cells(cells):
    assert FOUR.read(FOUR.write(cells), 5) == (cells, "")


def test_signs():
    blanks = ["."] * 21
    assert NUMBERS.write(["0", "15", "16", "256", "?", *blanks]) == "0f-10+100.zg"
    assert NUMBERS.read("-0c+00c", 5)[0] == ["12", "12"]
    assert DECIMALS.write(["1", "12", ".", "3"]) == "1_12a3"
    assert FOUR.write(["1", ".", ".", ".", "2", "#"]) == "bg2."
    assert FOUR.read("bgg", 5, 3) == (["1", ".", "."], "gg")


def test_what_has_no_sign_is_named():
    with pytest.raises(InputError, match=r"^4096 cannot be written in this format$"):
        NUMBERS.write([".", "4096"])
    with pytest.raises(InputError, match=r"^row 2, column 1: '-1!' is neither a clue nor a gap$"):
        NUMBERS.read("1g-1!", 2)
