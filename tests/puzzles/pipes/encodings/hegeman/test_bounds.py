"""Test the bounds on distances against Hegeman's table 3, and their names."""

import pytest

from cpstudy.puzzles.pipes.encodings.hegeman.formula import named_bound, observed_bound
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.solvers import BOUNDS


def test_bounds_of_table_3():
    published = {
        "depth-first": (20, 67, 130, 213),
        "kruskal": (22, 59, 94, 136),
        "prim": (16, 26, 37, 45),
        "wilson": (23, 62, 107, 147),
    }
    for name, bounds in published.items():
        assert tuple(observed_bound(name, size) for size in (5, 10, 15, 20)) == bounds
    for name, size in (("binary-tree", 5), ("prim", 6)):
        with pytest.raises(ValueError, match="table 3 has no bound"):
            observed_bound(name, size)


def test_bounds_by_name():
    board = Pipes.decode("5:" + 25 * "1")
    assert named_bound(board, None) == 25
    assert {name: named_bound(board, name) for name in BOUNDS} == {
        "half": 12, "depth-first": 20, "kruskal": 22, "prim": 16, "wilson": 23,
    }  # fmt: skip
    assert named_bound(Pipes.decode("1x1:1"), "half") == 1
    with pytest.raises(ValueError, match="table 3 has no bound for 3x2: its boards are square"):
        named_bound(Pipes.decode("3x2:000000"), "prim")
