"""Random solved boards, and puzzles drawn until they are new and of a grade.

The search fills an empty board, trying values in random order, with restarts. All boards can
result, but not all equally often. Streams of random numbers (core/random.py) are keyed by
(algorithm, order, index), so that puzzle 17 is the same alone and among a thousand. A kind provides
the function that draws one puzzle.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from itertools import count
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct, numbered
from cpstudy.core.native import view
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import next_word, shuffle
from cpstudy.core.result import Stop
from cpstudy.puzzles.latin.explaining import EXPLAINER
from cpstudy.puzzles.latin.rules import LARGEST_ORDER, Latin
from cpstudy.puzzles.latin.search.engine import Search

Drawn = tuple[Latin, bytes]

# Nodes of a search for a solved board before it restarts. The meaning of a seed depends on it.
_NODES_EACH = 200
_RESTARTS = 200

# Draws for one puzzle that must be new, and for one that must have a grade.
_DRAWS = 200
_GRADED_DRAWS = 5000


# Draws a puzzle of a stream, with its solution.
Draw = Callable[[Wanted, Stream], Drawn]


def _check_size(wanted: Wanted) -> None:
    """Raise InputError for a board that is not a square, or too large."""
    if wanted.rows != wanted.columns or wanted.rows > LARGEST_ORDER:
        size = f"{wanted.columns}x{wanted.rows}"
        raise InputError(f"size {size}: a square of at most {LARGEST_ORDER}")


def _drawn(draw: Draw, wanted: Wanted, index: int, number: int = 0) -> Drawn:
    """Puzzle ``index``, in draw ``number`` for it."""
    state = stream(wanted.seed, crc32(wanted.algorithm.encode()), wanted.rows, index, number)
    return draw(wanted, state)


def generate(draw: Draw, wanted: Wanted) -> Iterator[Drawn]:
    """Puzzles 0 … count−1 of a seed, each with its only solution."""
    _check_size(wanted)
    return numbered(wanted, partial(_drawn, draw, wanted))


def unique(draw: Draw, key: Callable[[Any], Hashable], wanted: Wanted) -> Iterator[Drawn]:
    """The same, but of a grade (None: any), and no two with the same key.

    key: equal for puzzles that are equal up to symmetry. Raises InputError like :func:`distinct`.
    """
    _check_size(wanted)
    boards = (map(partial(_drawn, draw, wanted, index), count()) for index in wanted.numbers)
    draws = _DRAWS if wanted.grade is None else _GRADED_DRAWS
    return distinct(wanted, boards, key, EXPLAINER, draws)


def permutation(state: Stream, count: int) -> npt.NDArray[np.int64]:
    """0 … count − 1 in random order."""
    numbers = np.arange(count)
    shuffle(state, view(numbers), count)
    return numbers


def solved_board(puzzle: Latin, state: Stream, clock: Clock = UNLIMITED) -> bytes | None:
    """A solution of ``puzzle``, values tried at random; None if none was found."""
    for _ in range(_RESTARTS):
        begun = np.array([next_word(state) for _ in range(4)], np.uint64)
        search = Search(puzzle, random=begun)
        found = None
        while found is None and search.effort < _NODES_EACH:
            clock.check()
            found = search.go(_NODES_EACH)
        if isinstance(found, bytes):
            return found
        if found is Stop.DONE:
            return None
    return None


def renamed(clues: bytes) -> bytes:
    """The clues with values numbered in the order in which they first occur."""
    names = {0: 0}
    return bytes(names.setdefault(value, len(names)) for value in clues)


def symmetries(order: int) -> list[npt.NDArray[np.int64]]:
    """For each rotation and reflection of the board, the cell that moves to each place."""
    board = np.arange(order * order).reshape(order, order)
    ways = [np.rot90(board, quarters) for quarters in range(4)]
    return [cells.ravel() for turn in ways for cells in (turn, turn.T)]
