"""Solved boards at random, and puzzles drawn until they are new and of a grade.

A board is what the search finds on an empty one, trying values in random order, with restarts; all
boards can come, not all equally often. Random numbers are streams of core/random.py, keyed by
(algorithm, order, index), so that puzzle 17 is the same alone and among a thousand.
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
from cpstudy.puzzles.latin.explaining.explainer import EXPLAINER
from cpstudy.puzzles.latin.rules import LARGEST_ORDER, Latin
from cpstudy.puzzles.latin.search.engine import Search

Drawn = tuple[Latin, bytes]

# Nodes of a search for a solved board before it begins again. Part of what a seed means.
_NODES_EACH = 200
_RESTARTS = 200

# Draws for one puzzle that is to differ from all before it, or to have a grade.
_DRAWS = 200
_GRADED_DRAWS = 5000


def check_request(rows: int, columns: int, wrap: bool) -> int:
    """The order of a board. Raises InputError for a size or setting that there is not."""
    if wrap:
        raise InputError("boards of values do not wrap")
    if rows != columns or not 1 <= rows <= LARGEST_ORDER:
        raise InputError(f"size {columns}x{rows}: a square of at most {LARGEST_ORDER}")
    return rows


def stream_of(algorithm: str, order: int, seed: int, index: int, draw: int = 0) -> Stream:
    """The random numbers of puzzle ``index``; draw: those of another one in its place."""
    return stream(seed, crc32(algorithm.encode()), order, index, draw)


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
        told = None
        while told is None and search.effort < _NODES_EACH:
            clock.check()
            told = search.go(_NODES_EACH)
        if isinstance(told, bytes):
            return checked(puzzle, told, "generator")
        if told is Stop.DONE:
            return None
    return None


def distinct_puzzles(
    draw: Callable[[int, int], Drawn],
    key: Callable[[Any], Hashable],
    count: int,
    grade: str | None,
    clock: Clock = UNLIMITED,
) -> Iterator[Drawn]:
    """Puzzles of a grade (None: any), no two with the same key.

    draw: of (index, number of the draw). Raises InputError for an unknown grade, and where no
    other puzzle was found in many draws.
    """
    EXPLAINER.check_grade(grade)
    seen: set[Hashable] = set()
    for index in range(count):
        for number in range(_DRAWS if grade is None else _GRADED_DRAWS):
            attempt()
            puzzle, solution = draw(index, number)
            name = key(puzzle)
            if name in seen or not EXPLAINER.is_of_grade(puzzle, grade, clock):
                continue
            seen.add(name)
            yield puzzle, solution
            break
        else:
            wanted = f" of grade {grade}" if grade else ""
            raise InputError(f"no other puzzle{wanted} was found for puzzle {index}")


def renamed(clues: bytes) -> bytes:
    """The clues with values named in the order in which they come."""
    names = {0: 0}
    return bytes(names.setdefault(value, len(names)) for value in clues)


def turned_ways(order: int) -> list[npt.NDArray[np.int64]]:
    """For each rotation and reflection of the board, the cell that comes to each place."""
    board = np.arange(order * order).reshape(order, order)
    ways = [np.rot90(board, quarters) for quarters in range(4)]
    return [way.ravel() for turn in ways for way in (turn, turn.T)]
