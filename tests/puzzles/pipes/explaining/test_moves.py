"""Test hints, mistakes, moves and maps on boards of every variety, also without a solution."""

import random
from collections import Counter

import pytest

from cpstudy import Verdict
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER, moves
from cpstudy.puzzles.pipes.puzzle import Pipes, turned
from tests.puzzles.pipes.instances import random_board


@pytest.mark.parametrize("text", ["1x4:1051", "1x5g:15017"])
def test_boards_whose_deduction_contradicts_itself(text):
    """Moves remain valid if a settled tile loses its last orientation in a later step."""
    result = EXPLAINER.explain(Pipes.decode(text))
    assert result.verdict is Verdict.NONE
    assert EXPLAINER.hint(result) is None
    assert all(letter in "ACFL" for letter, _ in moves(result))


@pytest.mark.parametrize(
    "boards", [pytest.param(300, id="some"), pytest.param(3000, marks=pytest.mark.slow)]
)
def test_every_mode_on_odd_boards(boards):
    rng = random.Random(boards)
    met = Counter()
    for _ in range(boards):
        puzzle = random_board(rng, 4)
        result = EXPLAINER.explain(puzzle)
        following = EXPLAINER.hint(result)
        if result.verdict is Verdict.NONE:
            assert following is None
            with pytest.raises(ValueError, match="no solution"):
                EXPLAINER.ambiguity(puzzle)
        else:
            found = EXPLAINER.ambiguity(puzzle)
            assert bool(found.regions) is (result.verdict is Verdict.MANY)
        if following is not None:
            row, column = following.cell
            tile = row * puzzle.columns + column
            quarters = following.change["quarters"]
            assert turned(puzzle.tiles[tile], quarters) != puzzle.tiles[tile]
        tiles = bytearray(puzzle.tiles)
        for letter, tile in moves(result):
            tiles[tile] = turned(tiles[tile], {"L": 0, "A": 1, "F": 2, "C": 3}[letter])
        if result.solution is not None and result.grade != "search":
            assert puzzle.violation(bytes(tiles)) == "", puzzle.encode()
        assert bool(EXPLAINER.mistake(result, puzzle.tiles)) is bool(puzzle.violation(puzzle.tiles))
        try:
            met["saved"] += EXPLAINER.replay(result).startswith("SAVEFILE")
        except ValueError as error:
            assert puzzle.free or len(puzzle.tiles) == 1, error
        met[result.verdict] += 1
        met["free"] += puzzle.free
        met["wrap"] += puzzle.wrap
        met["walls"] += bool(puzzle.barriers)
        met["empty"] += 0 in puzzle.tiles
        met["cross"] += 15 in puzzle.tiles
        met["hint"] += following is not None
    assert len(met) == 10
    assert min(met.values()) > boards // 30, met
