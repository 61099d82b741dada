"""A board as lines: which colours each cell can have, and what the lines say until they are silent.

Each cell has the set of its possible colours, kept twice: as words of its row and of its column. A
*removal* takes one colour from one cell and is written on a trail, so that everything can be taken
back. A line in which something was removed is looked at again, in the order in which they came to
wait: rows and columns come in turns so, and much is removed before the next look. (The line with
most removals first saves no lines, and finding it takes as long as solving one.)

Fixpoint: unique, since each line is solved exactly. Cost: one line solved (:mod:`.words`) a step,
and some ten operations a removal; no division, which would be the dearest of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import lowest_bit, wide
from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.picross.lines.memory import SLOTS, remembered_line
from cpstudy.puzzles.picross.lines.ring import pop, push
from cpstudy.puzzles.picross.lines.tables import line_by_tables
from cpstudy.puzzles.picross.lines.words import LONGEST, line_by_words, steps_to
from cpstudy.puzzles.picross.puzzle import FREE, Picross

# Places in ``Board.control``.
ROWS, COLUMNS, TRAIL, UNSETTLED, SOLVED, SEEN, REMEMBERS = range(7)

# The bits of SEEN: lines are told apart by their remainder.
BITS = 62

# What :func:`steps_to` says of each length.
_STEPS = np.array([*map(steps_to, range(LONGEST + 1)), 0], np.int64)


class Clues(NamedTuple):
    """Runs of all lines: those of line x are first[x] … first[x + 1] - 1.

    first: uint32[lines + 1]. length, colour: uint32[runs]. steps: int64[runs], how words get to a
    length (:func:`..lines.words.steps_to`); of those that no word holds, 0.
    """

    first: Any
    length: Any
    colour: Any
    steps: Any


class Words(NamedTuple):
    """Scratch of a line of words: starts: int64[runs], reached: int64[runs + 1]."""

    starts: Any
    reached: Any


class Tables(NamedTuple):
    """Scratch of a long line: reached, behind: bool[runs + 1, cells + 1]."""

    reached: Any
    behind: Any


class Board(NamedTuple):
    """What is known of a board with c colours, rows first and then columns as its lines.

    may: int64[lines, c + 1, words], bit i % 62 of word i // 62: cell i of the line can have the
    colour. left: int32[cells], how many colours each can have. used: bool[lines], whether a line's
    clue is to be kept. queue, waiting, span: the lines that wait (:mod:`.ring`). trail: uint32[·,
    2], removals (cell, colour). crossing: uint32[cells, 6], a cell's row and column, as lines of
    the board, then the word and bit of the column in the row's words, and those of the row in the
    column's. remainder: uint32[lines], line % BITS. found: int64[c + 1, words]. failed:
    int32[lines], how often a line had no arrangement. control: int64[7], see the names above;
    SOLVED counts lines, SEEN has the bit line % BITS of all lines looked at since it was cleared,
    REMEMBERS says whether what lines say is kept (memory, see :mod:`.memory`; lines of one word
    only).

    Numbers of cells, lines and runs are unsigned: machine code need not ask whether an index counts
    from the end.
    """

    clues: Clues
    words: Words
    tables: Tables
    memory: Any
    may: Any
    left: Any
    used: Any
    queue: Any
    waiting: Any
    span: Any
    trail: Any
    crossing: Any
    remainder: Any
    found: Any
    failed: Any
    control: Any


def clues_of(puzzle: Picross) -> Clues:
    """The runs as arrays."""
    runs = list(chain.from_iterable(puzzle.clues))
    length = _numbers([length for length, _ in runs])
    return Clues(
        first=_numbers(accumulate(map(len, puzzle.clues), initial=0)),
        length=length,
        colour=_numbers([colour for _, colour in runs]),
        steps=_STEPS[np.minimum(length, LONGEST + 1)],
    )


def _numbers(told: Iterable[int]) -> npt.NDArray[np.uint32]:
    """As ``np.array``, which asks of each number what it is and takes three times as long."""
    return np.array(array("I", told), np.uint32)


def board(puzzle: Picross) -> Board:
    """A board on which only the given cells are known, every line waiting."""
    rows, columns, colours = puzzle.rows, puzzle.columns, puzzle.colours
    lines, cells, longest = rows + columns, rows * columns, max(rows, columns)
    most = max(map(len, puzzle.clues))
    sides = (most + 1, longest + 1) if longest > LONGEST else (1, 1)
    words = -(-longest // LONGEST)
    b = Board(
        clues=clues_of(puzzle),
        words=Words(np.zeros(most, np.int64), np.zeros(most + 1, np.int64)),
        tables=Tables(np.zeros(sides, np.bool_), np.zeros(sides, np.bool_)),
        memory=np.zeros((lines * SLOTS if words == 1 else 0, 2 * (colours + 1)), np.int64),
        may=np.zeros((lines, colours + 1, words), np.int64),
        left=np.full(cells, colours + 1, np.int32),
        used=np.ones(lines, np.bool_),
        queue=np.arange(lines + 1, dtype=np.uint32),
        waiting=np.ones(lines, np.bool_),
        span=np.array([0, lines], np.uint32),
        trail=np.zeros((cells * (colours + 1), 2), np.uint32),
        crossing=_crossing(rows, columns),
        remainder=_remainder(lines),
        found=np.zeros((colours + 1, words), np.int64),
        failed=np.zeros(lines, np.int32),
        control=np.array([rows, columns, 0, cells, 0, 0, 0], np.int64),
    )
    b.may[:rows] = _all_cells(columns, words)
    b.may[rows:] = _all_cells(rows, words)
    for cell, value in enumerate(puzzle.given):
        if value != FREE:
            keep(b, cell, value - 1)
    b.control[TRAIL] = 0
    return b


def _all_cells(cells: int, words: int) -> npt.NDArray[np.int64]:
    everything = (1 << cells) - 1
    parts = [everything >> (LONGEST * word) & ((1 << LONGEST) - 1) for word in range(words)]
    return np.array(parts, np.int64)


@lru_cache(maxsize=64)
def _crossing(rows: int, columns: int) -> npt.NDArray[np.uint32]:
    row, column = np.indices((rows, columns), np.uint32).reshape(2, -1)
    places = (row, rows + column, *np.divmod(column, LONGEST), *np.divmod(row, LONGEST))
    return np.ascontiguousarray(np.stack(places, axis=1), np.uint32)


@lru_cache(maxsize=64)
def _remainder(lines: int) -> npt.NDArray[np.uint32]:
    return np.arange(lines, dtype=np.uint32) % BITS


@borrowing
def can_be(b: Any, cell: Any, colour: Any) -> bool:
    """Whether a cell can have a colour, as far as is known."""
    row, word, bit = b.crossing[cell, 0], b.crossing[cell, 2], wide(b.crossing[cell, 3])
    return bool(int(b.may[row, colour, word]) >> bit & 1)


@inlined
def _flip(b: Any, cell: Any, colour: Any) -> None:
    """Take a colour from a cell that can have it, or give it back."""
    row, column = b.crossing[cell, 0], b.crossing[cell, 1]
    b.may[row, colour, b.crossing[cell, 2]] ^= 1 << wide(b.crossing[cell, 3])
    b.may[column, colour, b.crossing[cell, 4]] ^= 1 << wide(b.crossing[cell, 5])


@inlined
def _write_removal(b: Any, cell: Any, colour: Any) -> None:
    """A colour was taken from a cell."""
    trail = b.control[TRAIL]
    b.trail[trail, 0] = cell
    b.trail[trail, 1] = colour
    b.control[TRAIL] = trail + 1
    left = b.left[cell] - 1
    b.left[cell] = left
    if left == 1:
        b.control[UNSETTLED] -= 1


@borrowing
def remove(b: Any, cell: Any, colour: Any) -> None:
    """The cell is not of this colour, which it could be. Its lines wait."""
    _flip(b, cell, colour)
    _write_removal(b, cell, colour)
    push(b.queue, b.waiting, b.span, b.crossing[cell, 0])
    push(b.queue, b.waiting, b.span, b.crossing[cell, 1])


@borrowing
def keep(b: Any, cell: Any, colour: Any) -> None:
    """The cell is of this colour, which it can be."""
    for other in range(b.may.shape[1]):
        if other != colour and can_be(b, cell, other):
            remove(b, cell, other)


@borrowing
def undo(b: Any, mark: Any) -> None:
    """Take back all removals from ``mark`` on; no line waits then."""
    unsettled = 0
    for place in range(mark, b.control[TRAIL]):
        cell = b.trail[place, 0]
        _flip(b, cell, b.trail[place, 1])
        left = b.left[cell] + 1
        b.left[cell] = left
        if left == 2:
            unsettled += 1
    b.control[TRAIL] = mark
    b.control[UNSETTLED] += unsettled
    while b.span[1]:
        pop(b.queue, b.waiting, b.span)


@borrowing
def solve_line(b: Any, line: Any) -> bool:
    """Fill ``b.found`` for a line; False where it has no arrangement."""
    b.control[SOLVED] += 1
    b.control[SEEN] |= 1 << wide(b.remainder[line])
    cells = b.control[COLUMNS] if line < b.control[ROWS] else b.control[ROWS]
    if b.control[REMEMBERS] and b.may.shape[2] == 1:
        return remembered_line(b.clues, b.words, b.memory, line, cells, b.may, b.found)
    if cells <= LONGEST:
        return line_by_words(b.clues, b.words, line, cells, b.may, b.found)
    return line_by_tables(b.clues, b.tables, line, cells, b.may, b.found)


@inlined
def _take_from_crossing(b: Any, line: Any, word: Any, colour: Any, gone: Any, after: Any) -> None:
    """A colour was taken from cells of a line, those ``gone`` from a word; the next from ``after``.

    One loop for both: where a loop ends is hard to guess for the processor, and a wrong guess takes
    it as long as half a removal.
    """
    rows, columns = b.control[ROWS], b.control[COLUMNS]
    first, step, crossing, place = line * columns, 1, rows, line
    if line >= rows:
        first, step, crossing, place = line - rows, columns, 0, line - rows
    # Where the line stands in the words of those that cross it.
    word_there, bit_there = place // LONGEST, 1 << (place % LONGEST)
    while gone | after:
        taken = colour if gone else colour + 1
        there = LONGEST * word + lowest_bit(np.uint64(gone if gone else after))
        after = after if gone else after & (after - 1)
        gone &= gone - 1
        b.may[crossing + there, taken, word_there] ^= bit_there
        _write_removal(b, first + step * there, taken)
        push(b.queue, b.waiting, b.span, crossing + there)


@borrowing
def take_line(b: Any, line: Any) -> None:
    """Remove from a line what is not in ``b.found``.

    It need not come again, since it said so itself; the lines that cross it wait.
    """
    if b.may.shape[1] == 2 and b.may.shape[2] == 1:
        blanks = int(b.may[line, 0, 0]) & ~int(b.found[0, 0])
        coloured = int(b.may[line, 1, 0]) & ~int(b.found[1, 0])
        if blanks | coloured:
            b.may[line, 0, 0] ^= blanks
            b.may[line, 1, 0] ^= coloured
            _take_from_crossing(b, line, 0, 0, blanks, coloured)
        return
    for colour in range(b.may.shape[1]):
        for word in range(b.may.shape[2]):
            gone = int(b.may[line, colour, word]) & ~int(b.found[colour, word])
            if gone:
                b.may[line, colour, word] ^= gone
                _take_from_crossing(b, line, word, colour, gone, 0)


@borrowing
def propagate(b: Any) -> bool:
    """Look at the lines that wait until none does; False where one has no arrangement."""
    while b.span[1]:
        line = pop(b.queue, b.waiting, b.span)
        if not b.used[line]:
            continue
        if not solve_line(b, line):
            b.failed[line] += 1
            return False
        take_line(b, line)
    return True
