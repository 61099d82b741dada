"""Hypothesis strategies for puzzles."""

import random

from hypothesis import strategies as st

from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.instances import random_board


@st.composite
def any_pipes(draw: st.DrawFn, largest: int = 6) -> Pipes:
    """A board with arbitrary tiles and walls: valid data, but rarely solvable."""
    rows, columns = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    size = rows * columns
    tiles = draw(st.lists(st.integers(0, 15), min_size=size, max_size=size))
    walls = draw(st.lists(st.sampled_from((0, 0, 0, 1, 2, 3)), min_size=size, max_size=size))
    return Pipes(
        rows, columns, bytes(tiles), draw(st.booleans()), draw(st.booleans()), bytes(walls)
    )


def mixed_pipes(largest: int = 3) -> st.SearchStrategy[Pipes]:
    """Small boards of every variety, about half of them solvable."""
    return st.integers(0, 2**32).map(lambda seed: random_board(random.Random(seed), largest))
