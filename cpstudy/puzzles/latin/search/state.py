"""The state of a search on a board: sets of values by cell, kept by depth; and what fills it.

A set of values is an int64 with bit v − 1 for value v. ``PLACED`` marks a cell whose value its
peers have lost already; it goes where the set goes, so going back needs no more than copying the
sets. So do the marks of cages, which stand behind the cells: what the sets of a cage added up to
when it was last looked at. Sets only shrink on the way down, so equal sums mean equal sets. Behind
them stands one word more, the marks of the units that are to be looked at.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.tables import (
    MOST_MARKS,
    PLACED,
    CageTables,
    cage_tables,
    unit_tables,
)

# Places in ``Board.control``: cells in the queue, cells not placed, depth, decisions made, what is
# to be done next (below), whether values are tried at random.
QUEUE, OPEN, DEPTH, NODES, PHASE, SHUFFLED = range(6)
CONTROL_WORDS = 6

# Every unit is to be looked at; as the mark of a cage: it is to be looked at.
UNSEEN = (1 << MOST_MARKS) - 1

PROPAGATE, DECIDE, GO_BACK = range(3)


class Board(NamedTuple):
    """A board of order N: n = N² cells, c cages, the largest of k cells. All int64 but ``random``.

    units, units_of, peers, first_peer: see ``UnitTables``; cages: a ``CageTables``. candidates:
    [n + c + 1], the sets of values, then the marks of the cages and of the units. saved: [n + 1,
    n + c + 1], by depth. decided: [n + 1, 2], by depth the cell and the cells that were open.
    queue: [8n], cells with one value, not placed. work: [5, k + 1], work space of cages. control:
    see above. random: uint64[4]. full: all values.
    """

    units: Any
    units_of: Any
    peers: Any
    first_peer: Any
    cages: CageTables
    candidates: Any
    saved: Any
    decided: Any
    queue: Any
    work: Any
    control: Any
    random: Any
    full: int


def board_of(puzzle: Latin) -> Board:
    """Fresh arrays for puzzles with the units and cages of ``puzzle``."""
    n = puzzle.order**2
    u = unit_tables(puzzle.units)
    c = cage_tables(puzzle)
    largest = max((len(cage.cells) for cage in puzzle.cages), default=0)
    words = n + len(puzzle.cages) + 1
    return Board(
        *u,
        cages=c,
        candidates=np.zeros(words, np.int64),
        saved=np.zeros((n + 1, words), np.int64),
        decided=np.zeros((n + 1, 2), np.int64),
        queue=np.zeros(8 * n, np.int64),
        work=np.zeros((5, largest + 1), np.int64),
        control=np.zeros(CONTROL_WORDS, np.int64),
        random=np.zeros(4, np.uint64),
        full=(1 << puzzle.order) - 1,
    )


def clue_sets(puzzle: Latin) -> npt.NDArray[np.int64]:
    """What the clues leave to each cell: int64[n], sets of values."""
    clues = np.frombuffer(puzzle.clues, np.uint8).astype(np.int64)
    return np.where(clues > 0, 1 << np.maximum(clues - 1, 0), (1 << puzzle.order) - 1)


def begin_with(w: Board, sets: npt.NDArray[np.int64]) -> None:
    """The board with these sets of values left (int64[n]) and nothing found out."""
    n = len(sets)
    single = np.flatnonzero(sets & (sets - 1) == 0)
    w.candidates[:n] = sets
    w.candidates[n:] = UNSEEN
    w.queue[: len(single)] = single
    w.control[:5] = len(single), n, 0, 0, PROPAGATE


@borrowing
def begin(w: Any, clues: Any) -> None:
    """The board with its clues (uint8[n], 0 for none) and nothing found out."""
    n = len(clues)
    w.control[QUEUE] = 0
    w.control[OPEN] = n
    w.control[DEPTH] = 0
    w.control[NODES] = 0
    w.control[PHASE] = PROPAGATE
    for cell in range(n):
        clue = np.int64(clues[cell])
        w.candidates[cell] = w.full if clue == 0 else 1 << (clue - 1)
        if clue or w.full == 1:
            push(w, cell)
    for mark in range(n, len(w.candidates)):
        w.candidates[mark] = UNSEEN


@borrowing
def load(w: Any, sets: Any) -> None:
    """A board that was begun, with these sets of values left instead: int64[n]."""
    n = len(sets)
    w.control[QUEUE] = 0
    w.control[OPEN] = n
    for cell in range(n):
        w.candidates[cell] = sets[cell]
        if sets[cell] & (sets[cell] - 1) == 0:
            push(w, cell)
    for mark in range(n, len(w.candidates)):
        w.candidates[mark] = UNSEEN


@inlined
def push(w: Any, cell: Any) -> None:
    """A cell has one value left: it is to be placed."""
    w.queue[w.control[QUEUE]] = cell
    w.control[QUEUE] += 1


@borrowing
def narrow(w: Any, cell: Any, values: Any) -> bool:
    """The cell has none but ``values``. False where it has none left."""
    before = w.candidates[cell]
    after = before & (values | PLACED)
    if after != before:
        w.candidates[cell] = after
        w.candidates[len(w.candidates) - 1] |= w.units_of[cell]
        if after & (after - 1) == 0:
            if after & w.full == 0:
                return False
            push(w, cell)
    return bool(after & w.full != 0)


@borrowing
def copy_solution(w: Any, values: Any) -> None:
    """The values of a board on which every cell is placed: uint8[n]."""
    for cell in range(len(values)):
        word = w.candidates[cell] & w.full
        value = 0
        while word:
            word >>= 1
            value += 1
        values[cell] = value
