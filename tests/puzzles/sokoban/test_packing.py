"""Words of positions are read alike inside and outside of kernels."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.puzzles.sokoban.areas import Areas
from cpstudy.puzzles.sokoban.generate import room
from cpstudy.puzzles.sokoban.packing import Layout, fields, pack, unpack
from cpstudy.puzzles.sokoban.puzzle import Position
from cpstudy.puzzles.sokoban.steps import Steps


@given(st.data(), st.integers(2, 3000), st.integers(0, 12))
def test_what_was_packed_comes_back(data, squares, boxes):
    layout = Layout.of(squares, boxes)
    numbers = st.integers(0, squares - 1)
    player = data.draw(numbers)
    placed = np.array(sorted(data.draw(numbers) for _ in range(boxes)), np.int64)
    words = np.empty(layout.words, np.uint64)
    pack(words, player, placed, layout.bits, layout.per_word)
    read = np.empty(boxes, np.int64)
    assert unpack(words, read, layout.bits, layout.per_word) == player
    assert read.tolist() == placed.tolist()
    found = fields(words.tolist(), boxes, layout.bits, layout.per_word)
    assert found == [player, *placed.tolist()]


@pytest.mark.parametrize("space", [Steps, Areas])
@pytest.mark.parametrize(("side", "boxes"), [(3, 1), (4, 2)])
def test_ranks(space, side, boxes):
    """Numbers of all positions, each once, and the successors' kernels tell the same."""
    states = space(room(side, side, boxes))
    packed = states.compiled()
    squares = range(side * side)
    positions = [
        Position(player, frozenset(stand))
        for stand in combinations(squares, boxes)
        for player in squares
    ]
    ranks = {packed.rank(packed.pack(position)) for position in positions}
    assert ranks == set(range(packed.bound))
    following = np.zeros((packed.fanout, packed.columns), np.uint64)
    labels, costs = np.zeros((2, packed.fanout), np.int64)
    met = 0
    for position in positions[:: 1 + len(positions) // 50]:
        if position.player in position.boxes:
            continue
        state = np.array(packed.pack(position), np.uint64)
        for i in range(packed.successors(state, packed.tables, following, labels, costs)):
            *words, rank = map(int, following[i])
            assert rank == packed.rank(tuple(words))
            met += 1
    assert met > 10
