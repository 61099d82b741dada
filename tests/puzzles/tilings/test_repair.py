"""Repair on tilings: what it gives is unique, and no fewer changes would do, by brute force."""

import random
from collections import Counter
from itertools import combinations, product

import pytest

from cpstudy.core.result import Budget
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.repair import repair
from tests.compiling import plain
from tests.puzzles.tilings.instances import random_board, truth

# A tile of each type but holes and those open on all sides.
TYPES = [1, 3, 5, 7, 9, 11, 13, 15, 21, 23, 27, 31]


def least(tile):
    """The same for all rotations of a tile."""
    return min((tile << turn | tile >> (6 - turn)) & 63 for turn in range(6))


def unique_by_fewer(board, number):
    """Whether some board with so many or fewer tiles of other types has one solution."""
    cells = [cell for cell, tile in enumerate(board.tiles) if tile]
    for chosen in (c for most in range(1, number + 1) for c in combinations(cells, most)):
        for kinds in product(TYPES, repeat=len(chosen)):
            tiles = bytearray(board.tiles)
            for cell, kind in zip(chosen, kinds, strict=True):
                tiles[cell] = kind
            counted = sum(map(int.bit_count, tiles)) == sum(map(int.bit_count, board.tiles))
            if counted and len(truth(board.with_tiles(bytes(tiles)))) == 1:
                return True
    return False


def test_repairs_are_unique_and_smallest():
    rng = random.Random(7)
    met = Counter()
    while met["repaired"] < 8:
        board = random_board(rng, HexPipes, most=6)
        solutions = truth(board)
        if board.free or len(solutions) < 2:
            continue
        try:
            with plain():
                found = repair(board, Budget(iterations=400))
        except ValueError as error:
            assert "no change of tiles" in str(error)
            assert len(board.tiles) > 3 or not unique_by_fewer(board, len(board.tiles))
            met["beyond repair"] += 1
            continue
        if found is None:
            met["spent"] += 1
            continue
        assert truth(found.puzzle) == {found.solution}
        changed = [
            divmod(cell, board.columns)
            for cell, (one, other) in enumerate(zip(board.tiles, found.puzzle.tiles, strict=True))
            if least(one) != least(other)
        ]
        assert list(found.changes) == changed and changed
        for cell, (one, other) in enumerate(zip(board.tiles, found.puzzle.tiles, strict=True)):
            assert one == other or divmod(cell, board.columns) in changed
        if found.proved:
            met[f"proved {len(changed)}"] += 1
            assert not unique_by_fewer(board, len(changed) - 1)
        met["repaired"] += 1
    assert met["proved 1"] + met["proved 2"] > 3 and met["proved 2"], met


def test_what_cannot_be_repaired_is_told():
    unique = HexPipes.decode("3x3:045410712220012402")
    with plain():
        found = repair(unique)
        assert (found.puzzle, found.changes, found.proved) == (unique, (), True)
        several = HexPipes.decode("2x1w:0101")
        assert repair(several, Budget(iterations=0)) is None
        with pytest.raises(ValueError, match="no change of tiles makes it unique"):
            repair(several)
        with pytest.raises(ValueError, match="no solution: nothing to repair"):
            repair(HexPipes.decode("2x1:0111"))
        with pytest.raises(ValueError, match="free graphs cannot be repaired"):
            repair(HexPipes.decode("2x1g:0101"))
