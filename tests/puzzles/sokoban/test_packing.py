"""Words of positions are read alike inside and outside of kernels."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.puzzles.sokoban.packing import Layout, fields, pack, unpack


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
