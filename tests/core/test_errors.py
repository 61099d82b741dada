"""Error messages about an unknown name suggest the nearest known name."""

import pytest

from cpstudy.core.errors import choose_from, meant

NAMES = ["prim", "wilson", "sat:lazy", "sat:binary", "half-turn", "T"]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("wilsn", "wilson"),
        ("Wilson", "wilson"),
        ("wil", "wilson"),
        ("sat", "sat:lazy"),  # the first name with this prefix
        ("sat:bianry", "sat:binary"),
        ("halfturn", "half-turn"),
        ("t", "T"),
    ],
)
def test_the_nearest_name_is_reported(name, near):
    assert meant(name, NAMES) == f"; did you mean {near!r}?"
    assert choose_from(name, iter(NAMES)) == (
        f"choose from prim, wilson, sat:lazy, sat:binary, half-turn, T; did you mean {near!r}?"
    )


@pytest.mark.parametrize("name", ["", "chess", "x" * 10_000])
def test_nothing_is_made_up(name):
    assert meant(name, NAMES) == ""
    assert meant(name, []) == ""
