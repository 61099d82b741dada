"""Solved boards at random, and puzzles drawn until they are new and of a grade.

The search fills an empty board, trying values in random order, with restarts; all boards can
result, not all equally often. Streams of random numbers (core/random.py) are keyed by (algorithm,
order, index), so that puzzle 17 is the same alone and among a thousand. A kind gives the function
that draws one puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock, attempt
from cpstudy.core.errors import InputError
from cpstudy.core.native import view
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import next_word, shuffle
from cpstudy.core.result import Stop
from cpstudy.core.solving import checked
from cpstudy.puzzles.latin.explaining import EXPLAINER
from cpstudy.puzzles.latin.rules import LARGEST_ORDER, Latin
from cpstudy.puzzles.latin.search.engine import Search

Drawn = tuple[Latin, bytes]

# Nodes of a search for a solved board before it begins again. Part of what a seed means.
_NODES_EACH = 200
_RESTARTS = 200

# Draws for one puzzle that must be new, and for one that must have a grade.
_DRAWS = 200
_GRADED_DRAWS = 5000


# A puzzle and its solution, of (algorithm, order, stream, clock).
Draw = Callable[[str, int, Stream, Clock], Drawn]


def _order_of(rows: int, columns: int, wrap: bool) -> int:
    """The order of a board. Raises InputError for another shape or setting."""
    if wrap:
        raise InputError("boards of values do not wrap")
    if rows != columns or not 1 <= rows <= LARGEST_ORDER:
        raise InputError(f"size {columns}x{rows}: a square of at most {LARGEST_ORDER}")
    return rows


def _stream_of(algorithm: str, order: int, seed: int, index: int, number: int = 0) -> Stream:
    """The random numbers of puzzle ``index``, in draw ``number`` for it."""
    return stream(seed, crc32(algorithm.encode()), order, index, number)


def generate(
    draw: Draw,
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[Drawn]:
    """Puzzles 0 … count−1 of a seed, each with its only solution."""
    order = _order_of(rows, columns, wrap)
    for index in range(count):
        yield draw(algorithm, order, _stream_of(algorithm, order, seed, index), clock)


def unique(
    draw: Draw,
    key: Callable[[Any], Hashable],
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    grade: str | None,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[Drawn]:
    """The same, but of a grade (None: any), and no two with the same key.

    key: equal for puzzles that are the same up to symmetry. Raises InputError for an unknown grade,
    and where many draws gave no other puzzle.
    """
    order = _order_of(rows, columns, wrap)
    EXPLAINER.check_grade(grade)
    seen: set[Hashable] = set()
    for index in range(count):
        for number in range(_DRAWS if grade is None else _GRADED_DRAWS):
            attempt()
            state = _stream_of(algorithm, order, seed, index, number)
            puzzle, solution = draw(algorithm, order, state, clock)
            name = key(puzzle)
            if name in seen or not EXPLAINER.is_of_grade(puzzle, grade, clock):
                continue
            seen.add(name)
            yield puzzle, solution
            break
        else:
            wanted = f" of grade {grade}" if grade else ""
            raise InputError(f"no other puzzle{wanted} was found for puzzle {index}")


def permutation(state: Stream, count: int) -> npt.NDArray[np.int64]:
    """0 … count − 1 in random order."""
    numbers = np.arange(count)
    shuffle(state, view(numbers), count)
    return numbers


def solved_board(puzzle: Latin, state: Stream, clock: Clock = UNLIMITED) -> bytes | None:
    """A solution of ``puzzle``, values tried at random; None where none was found."""
    for _ in range(_RESTARTS):
        begun = np.array([next_word(state) for _ in range(4)], np.uint64)
        search = Search(puzzle, random=begun)
        found = None
        while found is None and search.effort < _NODES_EACH:
            clock.check()
            found = search.go(_NODES_EACH)
        if isinstance(found, bytes):
            return checked(puzzle, found, "generator")
        if found is Stop.DONE:
            return None
    return None


def renamed(clues: bytes) -> bytes:
    """The clues with values numbered in the order in which they first occur."""
    names = {0: 0}
    return bytes(names.setdefault(value, len(names)) for value in clues)


def turned_ways(order: int) -> list[npt.NDArray[np.int64]]:
    """For each rotation and reflection of the board, the cell that moves to each place."""
    board = np.arange(order * order).reshape(order, order)
    ways = [np.rot90(board, quarters) for quarters in range(4)]
    return [way.ravel() for turn in ways for way in (turn, turn.T)]
