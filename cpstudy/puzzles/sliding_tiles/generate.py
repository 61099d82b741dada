"""Random boards of sliding tiles, and boards at a given distance from the goal.

A random board is a uniform permutation; if its parity makes the goal unreachable, two tiles are
exchanged, so all solvable boards are equally likely. A board depends only on (rows, columns, seed,
index).

Boards at a given distance come from the whole space, level by level from the goal; all of them are
equally likely. Cost: about a second for the 8-puzzle. Limit: 9 cells.
"""

from collections.abc import Iterator
from functools import lru_cache

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles, State

_MOST_CELLS = 9
_ATTEMPTS = 1000


def random_board(rows: int, columns: int, seed: int, index: int = 0) -> SlidingTiles:
    """Board ``index`` of a seed. Raises InputError for invalid sizes."""
    from cpstudy.core.random import stream
    from cpstudy.core.random_words import below

    state = stream(seed, rows, columns, index)
    tiles = list(range(rows * columns))
    for _ in range(_ATTEMPTS):
        for last in range(len(tiles) - 1, 0, -1):
            other = int(below(state, last + 1))
            tiles[last], tiles[other] = tiles[other], tiles[last]
        board = SlidingTiles(rows, columns, tuple(tiles))
        if board.why_unsolvable():
            one, other = (cell for cell, tile in enumerate(tiles) if tile in (1, 2))
            tiles[one], tiles[other] = tiles[other], tiles[one]
            board = SlidingTiles(rows, columns, tuple(tiles))
        if board.tiles != board.goal:
            return board
    raise AssertionError("a thousand boards in order")


def generate(wanted: Wanted) -> Iterator[tuple[SlidingTiles, None]]:
    """Random boards 0 … count - 1 of a seed, none of them at the goal.

    Raises InputError like :func:`random_board`.
    """
    for index in wanted.numbers:
        yield random_board(wanted.rows, wanted.columns, wanted.seed, index), None


def of_moves(wanted: Wanted) -> Iterator[tuple[SlidingTiles, None]]:
    """Different boards at ``moves`` moves from the goal; fewer if the level has fewer.

    Raises InputError for more than 9 cells, and like :func:`generate`.
    """
    from cpstudy.core.random import stream
    from cpstudy.core.random_words import below

    rows, columns, moves = wanted.rows, wanted.columns, wanted.moves
    assert moves is not None
    random_board(rows, columns, wanted.seed)  # raises InputError for an invalid size
    if rows * columns > _MOST_CELLS:
        raise InputError(
            f"sliding_tiles: boards of {moves} moves come in sizes of up to {_MOST_CELLS} cells"
        )
    found = level(rows, columns, moves, wanted.clock)
    state = stream(wanted.seed, rows, columns, moves)
    left = list(found)
    for _ in range(min(wanted.count, len(found))):
        chosen = int(below(state, len(left)))
        left[chosen], left[-1] = left[-1], left[chosen]
        yield SlidingTiles(rows, columns, left.pop()), None


@lru_cache(maxsize=8)
def level(rows: int, columns: int, moves: int, clock: Clock = UNLIMITED) -> tuple[State, ...]:
    """All boards at ``moves`` moves from the goal, in breadth-first order."""
    goal = SlidingTiles(rows, columns, (*range(1, rows * columns), 0))
    here = {goal.tiles: None}
    before: dict[State, None] = {}
    for _ in range(moves):
        following: dict[State, None] = {}
        for state in here:
            clock.check()
            following.update((goal.slid(state, c), None) for c in goal.neighbours[state.index(0)])
        # Moves can be undone, so a neighbour is one level nearer or one level farther.
        here, before = {state: None for state in following if state not in before}, here
    return tuple(here)
