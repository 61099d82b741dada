"""Lists of puzzles, one a line, and the shortened texts that messages repeat from an input."""

import pytest

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.text import decoded, read_list


def number(text):
    if not text.isdigit():
        raise InputError(f"{text} is no number")
    return int(text)


def test_what_a_list_holds():
    lines = ["# a comment\n", "\n", " 12 \tunique\n", "x\n", "7"]
    first, second, third = read_list(lines, number)
    assert (first, third) == (Item(3, "12", 12), Item(5, "7", 7))
    assert (second.line, str(second.puzzle)) == (4, "x is no number")


def test_only_bad_input_becomes_a_fault():
    assert isinstance(decoded("x", number), InputError)
    with pytest.raises(ValueError, match="invalid literal"):
        decoded("x", int)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("", "''"),
        ("a\nb", r"'a\nb'"),
        ("é", r"'\xe9'"),
        (7, "'7'"),
        ("x" * 30, f"'{'x' * 30}'"),
        ("x" * 30 + "y", f"'{'x' * 30}...'"),
    ],
)
def test_texts_in_messages_are_one_line_and_short(text, result):
    assert shortened(text) == result
