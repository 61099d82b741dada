"""Test that restricted orientations of a tile restrict the count: the parts add up to the whole."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.puzzles.pipes.counting import frontier
from cpstudy.puzzles.pipes.counting.contraction import possible_orientations
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS
from tests.puzzles.pipes.images import transposed
from tests.puzzles.pipes.strategies import mixed_pipes


@settings(max_examples=80, deadline=None)
@given(mixed_pipes(4), st.data())
def test_counts_split_over_the_orientations_of_a_tile(puzzle, data):
    tile = data.draw(st.integers(0, len(puzzle.tiles) - 1))
    total = 0
    for mask in ORIENTATIONS[puzzle.tiles[tile]]:
        possible = possible_orientations(puzzle)
        possible[tile] = 1 << mask
        before = possible.copy()
        total += frontier.count(puzzle, possible)
        assert (possible == before).all()
    assert total == frontier.count(puzzle)
    assert frontier.count(transposed(puzzle)) == total
