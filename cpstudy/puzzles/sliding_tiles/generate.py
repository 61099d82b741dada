"""Random boards of sliding tiles, and boards at a given distance from the goal.

A random board is a uniform permutation; where its parity forbids the goal, two tiles are exchanged,
which makes the boards that can be solved equally likely. A board depends on (rows, columns, seed,
index) and on nothing else.

Boards at a given distance come from the whole space, level by level from the goal: all of them are
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
    """Board ``index`` of a seed. Raises InputError for sizes that no board has."""
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
    """Random boards 0 … count - 1 of a seed, none of them in order.

    Raises InputError as :func:`random_board`.
    """
    for index in wanted.numbers:
        yield random_board(wanted.rows, wanted.columns, wanted.seed, index), None


def of_moves(wanted: Wanted) -> Iterator[tuple[SlidingTiles, None]]:
    """Different boards so many moves from the goal; fewer where there are not so many.

    Raises InputError for more than 9 cells, or as :func:`generate` does.
    """
    from cpstudy.core.random import stream
    from cpstudy.core.random_words import below

    rows, columns, moves = wanted.rows, wanted.columns, wanted.moves
    assert moves is not None
    random_board(rows, columns, wanted.seed)  # raises InputError where there is no such size
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
    """All boards so many moves from the goal, in the order of breadth-first search."""
    goal = SlidingTiles(rows, columns, (*range(1, rows * columns), 0))
    here = {goal.tiles: None}
    before: dict[State, None] = {}
    for _ in range(moves):
        following: dict[State, None] = {}
        for state in here:
            clock.check()
            following.update((goal.slid(state, c), None) for c in goal.neighbours[state.index(0)])
        # Moves go back and forth, so a neighbour is one level nearer or one farther.
        here, before = {state: None for state in following if state not in before}, here
    return tuple(here)
