"""Test layers of equal boards against boards built one by one; test parities and growth bounds."""

from collections import Counter

import numpy as np
import pytest

from cpstudy.core.native import array, view, zeros
from cpstudy.puzzles.edge_matching.generating.colours import batch
from cpstudy.puzzles.edge_matching.search import layer_tables, layers


def _layers(pieces, rows, columns, size=1 << 20, bits=32):
    free, toggle = layer_tables.chained(pieces)
    turns = list(layer_tables.turns_of(pieces))
    w = layers.Layers(turns, view(toggle), columns, layers.memory(size), bits)
    array(w.keys)[0] = free, 0
    w.counts[0] = 0
    w.counts[0, 0] = 1
    return w


def _placements(w, rows, columns):
    """For each cell, the number of placements on it and the number of blocks after it."""
    result, blocks = [], 1
    for cell in range(rows * columns):
        kind = layer_tables.kind_of(cell, rows, columns)
        w.begin(256 * blocks)
        blocks = layers.expand(w, blocks, kind)
        result.append((w.placed, blocks))
        w.exchange()
    return result


def _laid_one_by_one(pieces, rows, columns):
    """The number of boards of each depth; as in a scan, only the first free one of identical
    pieces is placed."""
    turned = [sorted({tuple(np.roll(piece, q).tolist()) for q in range(4)}) for piece in pieces]
    boards, placed = [()], []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        frame = (row == 0, column == columns - 1, row == rows - 1, column == 0)
        further = []
        for board in boards:
            used = {p for p, _ in board}
            seen = set()
            for p, turns in enumerate(turned):
                if p in used or turns[0] in seen:
                    continue
                seen.add(turns[0])
                for sides in turns:
                    if (
                        tuple(side == 0 for side in sides) == frame
                        and (row == 0 or board[cell - columns][1][2] == sides[0])
                        and (column == 0 or board[cell - 1][1][1] == sides[3])
                    ):
                        further.append((*board, (p, sides)))
        boards = further
        placed.append(len(boards))
    return placed


@pytest.mark.parametrize(
    ("rows", "columns", "inner", "outer"),
    [(2, 2, 0, 2), (2, 4, 1, 2), (4, 2, 1, 2), (3, 3, 2, 2), (3, 4, 2, 4), (4, 3, 3, 2)],
)
def test_a_layer_has_as_many_boards_as_can_be_laid(rows, columns, inner, outer):
    met = Counter()
    for pieces in batch(rows, columns, inner, outer, 4, seed=3)[0]:
        result = _placements(_layers(pieces, rows, columns), rows, columns)
        assert [placed for placed, _ in result] == _laid_one_by_one(pieces, rows, columns)
        assert _placements(_layers(pieces, rows, columns, bits=64), rows, columns) == result
        met["shared"] += any(placed > blocks for placed, blocks in result)
    assert met["shared"] > 0


def test_without_room_there_is_no_next_layer():
    pieces = batch(4, 4, 3, 3, 1, seed=3)[0][0]
    w = _layers(pieces, 4, 4)
    w.begin(256)
    assert layers.expand(w, 1, 0) == 4
    w.allow(3)
    w.begin(256)
    assert layers.expand(w, 1, 0) == -1
    with pytest.raises(MemoryError, match="block of 9 numbers"):
        layers.Layers(
            list(layer_tables.turns_of(pieces)),
            w.toggle,
            4,
            layers.memory(0)._replace(layers=np.zeros((2, 6), np.uint64)),
            32,
        )


def test_many_inner_colours_are_not_for_layers():
    pieces = batch(4, 4, 4, 2, 1, seed=3)[0][0]
    with pytest.raises(ValueError, match="4 inner colours: layers are for at most 3"):
        layers.Layers(
            list(layer_tables.turns_of(pieces)), zeros(16, "u64"), 4, layers.memory(1 << 10), 32
        )


def test_sizes_that_are_taken():
    assert layer_tables.takes(2, 2)
    assert layer_tables.takes(8, 8)
    assert not layer_tables.takes(8, 9)
    assert not layer_tables.takes(1, 5)
    assert not layer_tables.takes(5, 1)


def test_numbers_are_listed_by_the_parity_of_their_digits():
    for base, length in ((1, 0), (1, 3), (2, 1), (3, 2), (3, 4)):
        listed, begins = layer_tables.by_parity(base, length)
        assert sorted(listed.tolist()) == list(range(base**length))
        for parity in range(1 << base):
            of_parity = listed[begins[parity] : begins[parity + 1]].tolist()
            for number in of_parity:
                digits = Counter(number // base**place % base for place in range(length))
                assert sum(1 << digit for digit in digits if digits[digit] % 2) == parity


def test_no_sum_grows_faster_than_told():
    grown = Counter()
    for pieces in batch(4, 4, 2, 2, 8, seed=3)[0]:
        w, blocks = _layers(pieces, 4, 4), 1
        most = layer_tables.most_moves(list(layer_tables.turns_of(pieces)))
        for cell in range(16):
            kind = layer_tables.kind_of(cell, 4, 4)
            before = int(w.counts[:blocks].max(initial=0))
            w.begin(256 * blocks)
            blocks = layers.expand(w, blocks, kind)
            most_laid_on = w.most
            assert most_laid_on <= before
            w.exchange()
            after = int(w.counts[:blocks].max(initial=0))
            assert after <= most[kind] * most_laid_on
            grown[kind] += after > before
    assert grown[4] > 0
