"""Test repairs on tilings against brute force: they are unique, and fewer changes never suffice."""

from itertools import combinations, product

import pytest

from cpstudy.core.result import Budget
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.repair import repair
from tests.puzzles.tilings.instances import truth

# One tile of each type, except holes and tiles open on all sides.
TYPES = [1, 3, 5, 7, 9, 11, 13, 15, 21, 23, 27, 31]


def least(tile):
    """A representative of the tile's type: the least of its rotations."""
    return min((tile << turn | tile >> (6 - turn)) & 63 for turn in range(6))


def unique_by_fewer(board, number):
    """Whether some board with at most ``number`` changed tiles has exactly one solution."""
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


REPAIRED = {
    "2x3w:246040044510": 1,
    "2x3w:414100041420": 1,
    "2x3w:044005305024": 2,
    "2x3w:200710221220": 2,
    "3x2w:012450420121": 2,
    "2x2:01414140": 2,
    "2x2:20413004": 2,
}


@pytest.mark.parametrize("text", REPAIRED)
def test_repairs_are_unique_and_smallest(text):
    board = HexPipes.decode(text)
    assert len(truth(board)) > 1
    found = repair(board)
    assert found.proved and len(found.changes) == REPAIRED[text]
    assert truth(found.puzzle) == {found.solution}
    for cell, (one, other) in enumerate(zip(board.tiles, found.puzzle.tiles, strict=True)):
        changed = divmod(cell, board.columns) in found.changes
        assert (least(one) != least(other)) is changed
        assert one == other or changed
    assert not unique_by_fewer(board, len(found.changes) - 1)


def test_a_budget_gives_nothing_then_a_bound_then_a_proof():
    board = HexPipes.decode("3x2w:012450420121")
    whole = repair(board).counters["boards"]
    outcome = [repair(board, Budget(iterations=boards)) for boards in range(1, whole + 1)]
    ends = [found and found.proved for found in outcome]
    assert ends[0] is None and ends[-1] and False in ends
    assert ends == sorted(ends, key=(None, False, True).index)


def test_what_cannot_be_repaired_is_reported():
    unique = HexPipes.decode("3x3:045410712220012402")
    found = repair(unique)
    assert (found.puzzle, found.changes, found.proved) == (unique, (), True)
    several = HexPipes.decode("2x1w:0101")
    assert repair(several, Budget(iterations=0)) is None
    for text in ("2x1w:0101", "3x1w:040405", "2x2w:02032000"):
        with pytest.raises(ValueError, match="no change of tiles makes it unique"):
            repair(HexPipes.decode(text))
        assert not unique_by_fewer(HexPipes.decode(text), 2)
    with pytest.raises(ValueError, match="no solution: nothing to repair"):
        repair(HexPipes.decode("2x1:0111"))
    with pytest.raises(ValueError, match="free graphs cannot be repaired"):
        repair(HexPipes.decode("2x1g:0101"))
