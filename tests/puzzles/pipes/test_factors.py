"""Test the polynomial solver ``factors`` against ``sat:lazy``: all solutions, every verdict."""

from random import Random

import pytest

from cpstudy import api
from cpstudy.core.result import Stop, Verdict
from cpstudy.puzzles.pipes.puzzle import Pipes


def planted(rows: int, columns: int, wrap: bool, random: Random) -> Pipes:
    """A board of random edges; each tile with two open sides is replaced by one with 1 or 3."""
    board = Pipes(rows, columns, bytes(rows * columns), wrap=wrap, free=True)
    tiles = bytearray(rows * columns)
    for one, side, other, back in board.edges():
        if random.random() < 0.5:
            tiles[one] |= 1 << side
            tiles[other] |= 1 << back
    turned = (random.choice((1, 7)) if tile.bit_count() == 2 else tile for tile in tiles)
    return Pipes(rows, columns, bytes(turned), wrap=wrap, free=True)


def test_all_solutions():
    random, met = Random(5), set()
    for shape in ((1, 4, False), (2, 3, False), (3, 3, False), (4, 4, True)) * 6:
        board = planted(*shape, random)
        found, expected = (api.solve(board, name, limit=None) for name in ("factors", "sat:lazy"))
        assert found.exhausted and len(found.solutions) == len(set(found.solutions))
        assert set(found.solutions) == set(expected.solutions), board.encode()
        met.add(found.verdict)
    assert met == {Verdict.NONE, Verdict.UNIQUE, Verdict.MANY}


def test_dead_ends_alone_are_tilings_by_dominoes():
    """The solutions of 4 × 4 dead ends are the 36 tilings of the square by dominoes."""
    found = api.solve(api.puzzle("pipes", "4x4g:1111111111111111"), "factors", limit=None)
    assert found.exhausted and len(set(found.solutions)) == 36


@pytest.mark.parametrize("text", ["2x2:1111", "2x2g:3333", "3x4wg:111111111111"])
def test_what_it_does_not_take(text):
    found = api.solve(api.puzzle("pipes", text), "factors")
    assert (found.verdict, found.stop) == (Verdict.UNKNOWN, Stop.STUCK)


@pytest.mark.parametrize(("text", "verdict"), [("2x1g:0v0", "unique"), ("1x1g:1", "none")])
def test_a_board_without_an_edge(text, verdict):
    assert str(api.verify(api.puzzle("pipes", text), "factors").verdict) == verdict
