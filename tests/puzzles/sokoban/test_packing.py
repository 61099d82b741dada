"""Packed positions are read alike inside and outside of kernels."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.native import array, row, table, zeros
from cpstudy.puzzles.sokoban.generate import room
from cpstudy.puzzles.sokoban.packing import Layout, fields, pack, unpack
from cpstudy.puzzles.sokoban.puzzle import Position
from cpstudy.puzzles.sokoban.space import Areas, Steps
from cpstudy.state_spaces.packed.space import expand_state


@given(st.data(), st.integers(2, 3000), st.integers(0, 12))
def test_what_was_packed_comes_back(data, squares, boxes):
    layout = Layout.of(squares, boxes)
    numbers = st.integers(0, squares - 1)
    player = data.draw(numbers)
    placed = sorted(data.draw(numbers) for _ in range(boxes))
    rows = zeros((2, layout.words), "u64")
    pack(rows, 1, player, table(placed, "i64"), layout.bits, layout.per_word)
    read = zeros(boxes, "i64")
    assert unpack(row(rows, 1), read, layout.bits, layout.per_word) == player
    assert list(read) == placed
    found = fields(array(rows)[1].tolist(), boxes, layout.bits, layout.per_word)
    assert found == [player, *placed]


@pytest.mark.parametrize("space", [Steps, Areas])
@pytest.mark.parametrize(("side", "boxes"), [(3, 1), (4, 2)])
def test_ranks(space, side, boxes):
    """Ranks number all positions, and the successors' kernel gives the same ranks."""
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
    model = packed.fresh()
    met = 0
    for position in positions[:: 1 + len(positions) // 50]:
        if position.player in position.boxes:
            continue
        array(model.state)[:] = packed.pack(position)
        for i in range(expand_state(model)):
            *words, rank = array(model.following)[i].tolist()
            assert rank == packed.rank(tuple(words))
            met += 1
    assert met > 10
