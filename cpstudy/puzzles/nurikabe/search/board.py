"""The arrays of a board, its variables and its clauses.

Variable 1 + c says that cell c is sea; the variables after these say that a cell belongs to an
island, for the cells that its clue reaches within its size without touching another clue. As
clauses: every cell is sea or belongs to an island that can have it; clues belong to their own; no
2×2 square is all sea. All else the propagators say: what many short clauses would say (local.py),
and what no few clauses can (islands.py, sea.py).

Cost: a search in breadth a clue. Size for n cells: n + (cells in reach of each island) variables,
2n clauses.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe
from cpstudy.puzzles.nurikabe.search.ring import PARTING, ring_of

# Places in ``Board.control``: the last stamp; whether a flood was cut short by its budget; the
# board's columns; the sea's size, where it is known and scarce, or ANY_SIZE; how many cells are
# listed in ``known``; how many cells of land around a side of the sea; the number of islands to be
# looked at; whether the size of the sea is to be looked at, and whether the sea itself; how far on
# the trail all this holds.
(
    STAMP, LIMITED, COLUMNS, SEA_SIZE, KNOWN, SHORE,
    NEW_ISLANDS, SEA_IS_NEW, SEA_MAY_PART, NOTED_UNTIL,
) = range(10)  # fmt: skip

# The sea is scarce where it is at most one of so many cells, on boards that are not small.
_SCARCE, _SMALL = 3, 50

# Instead of when a walk entered a cell: it does not go there.
NOWHERE = (1 << 31) - 1


class Board(NamedTuple):
    """A board of n cells and i islands with v variables; ``board_of`` makes it.

    neighbours: int64[n, 4], cells, -1 beyond the border. ring, parting: see ring.py. size:
    int64[i], ANY_SIZE where a clue has none. clue: int64[i], cells. variable: int32[i, n], of "cell
    belongs to island", 0 where it cannot. cell, island: int64[v + 1], what a variable is about; the
    island of a sea variable is -1. first: int64[i + 1]: the variables of island k are first[k] …
    first[k + 1] - 1, nearer cells first. owned: int64[n + 1] and owner: int64[v - n]: those of cell
    c are owner[owned[c]] … owner[owned[c + 1] - 1]. beside: uint32[v + 1, 4], the variables that
    say the same of the cells beside a variable's, in the order of neighbours; 0 where there is
    none.

    turn: int64[i], islands in the order in which they are looked at. is_new: int8[i], which are to
    be looked at; control: int64, see above.

    What follows is for floods and walks of one call. mark: int64[n], a stamp, by cell. The rest has
    a place for each variable, so that what belongs to one island lies together; looks at the sea
    use it by cell: cost, order, link (the next one of a bucket), stack, known (those that are of
    the island); for walks, see walking.py, walked, parent, entered, low, side, lost, wanted; and
    bucket: uint32[n + 2]. What holds variables or cells is unsigned: then the compiler
    knows that no index counts from the end.
    """

    neighbours: Any
    ring: Any
    parting: Any
    size: Any
    clue: Any
    variable: Any
    cell: Any
    island: Any
    first: Any
    owned: Any
    owner: Any
    beside: Any
    turn: Any
    is_new: Any
    control: Any
    bucket: Any
    mark: Any
    order: Any
    link: Any
    stack: Any
    known: Any
    walked: Any
    parent: Any
    entered: Any
    cost: Any
    low: Any
    side: Any
    lost: Any
    wanted: Any


def board_of(puzzle: Nurikabe, *, cheapest_first: bool = True) -> Board:
    """The arrays of a puzzle.

    cheapest_first: islands are looked at in the order of what they could ever reach, else in the
    order of their clues.
    """
    cells = len(puzzle.clues)
    clues = np.array(puzzle.clues, np.int64)
    clue = np.flatnonzero(clues != NO_CLUE)
    size = clues[clue]
    neighbours = neighbours_of(puzzle.rows, puzzle.columns)
    # A flood of radius r has at most 2r² + 2r + 1 cells.
    most = np.where(size == ANY_SIZE, cells, np.minimum(cells, 2 * size * (size - 1) + 1))
    room = int(most.sum())
    variable = np.zeros((len(clue), cells), np.int32)
    cell = np.zeros(1 + cells + room, np.int64)
    island = np.full(1 + cells + room, -1, np.int64)
    first = np.zeros(len(clue) + 1, np.int64)
    owned = np.zeros(cells + 1, np.int64)
    owner = np.zeros(room, np.int64)
    near = np.full(cells, -1, np.int64)
    number = prepared(number_variables, (cells + room) // 4)
    last = int(number(neighbours, size, clue, near, variable, cell, island, first))
    prepared(list_owners, last // 4)(cell, last, owned, owner)
    beside = np.zeros((last, 4), np.uint32)
    prepared(list_beside, last)(neighbours, variable, cell, island, beside)
    control = np.zeros(10, np.int64)
    control[[SEA_IS_NEW, SEA_MAY_PART, NEW_ISLANDS]] = 1, 1, len(clue)
    control[[COLUMNS, SEA_SIZE]] = puzzle.columns, _scarce_sea(puzzle)
    numbers = np.zeros((6, last), np.int32)
    numbers[0, 0] = NOWHERE  # entered
    return Board(
        neighbours,
        ring_of(puzzle.rows, puzzle.columns),
        PARTING,
        size,
        clue,
        variable,
        cell[:last],
        island[:last],
        first,
        owned,
        owner[: last - 1 - cells],
        beside,
        np.argsort(np.diff(first) * cheapest_first, kind="stable"),
        np.ones(len(clue), np.int8),
        control,
        np.zeros(cells + 2, np.uint32),
        np.zeros(cells, np.int64),
        *np.zeros((6, last), np.uint32),
        *numbers,
    )


def sea_of(puzzle: Nurikabe) -> int:
    """How many cells are sea; ANY_SIZE where that is not known, or more than there can be."""
    left = len(puzzle.clues) - sum(puzzle.clues)
    return ANY_SIZE if ANY_SIZE in puzzle.clues or left < 0 else left


def _scarce_sea(puzzle: Nurikabe) -> int:
    """The same, and ANY_SIZE where it is too many for anything to follow from it."""
    left = sea_of(puzzle)
    cells = len(puzzle.clues)
    return left if left * _SCARCE <= cells and cells > _SMALL else ANY_SIZE


def neighbours_of(rows: int, columns: int) -> Any:
    """int64[n, 4]: up, left, right, down; -1 beyond the border."""
    cells = np.full((rows + 2, columns + 2), -1, np.int64)
    cells[1:-1, 1:-1] = np.arange(rows * columns).reshape(rows, columns)
    sides = (cells[:-2, 1:-1], cells[1:-1, :-2], cells[1:-1, 2:], cells[2:, 1:-1])
    return np.stack([side.ravel() for side in sides], axis=1)


@kernel
def number_variables(
    neighbours: Any, size: Any, clue: Any, near: Any, variable: Any, cell: Any, island: Any,
    first: Any,
) -> Any:  # fmt: skip
    """Number the variables, and list them by island; the number after the last one.

    near: int64[n], -1, filled with the island whose clue is a cell or beside it, -2 for several.
    """
    cells = len(near)
    for c in range(cells):
        cell[c + 1] = c
    for k in range(len(clue)):
        near[clue[k]] = k
    for k in range(len(clue)):
        for d in range(4):
            o = neighbours[clue[k], d]
            if o >= 0:
                near[o] = k if near[o] == -1 or near[o] == k else -2
    last = cells + 1
    for k in range(len(clue)):
        near[clue[k]] = k
    for k in range(len(clue)):
        first[k] = last
        variable[k, clue[k]] = last
        cell[last] = clue[k]
        island[last] = k
        last += 1
        begun = first[k]
        end = last
        left = size[k] - 1 if size[k] != ANY_SIZE else cells
        while left > 0 and begun < end:
            for v in range(begun, end):
                for d in range(4):
                    o = neighbours[cell[v], d]
                    if o >= 0 and variable[k, o] == 0 and (near[o] == -1 or near[o] == k):
                        variable[k, o] = last
                        cell[last] = o
                        island[last] = k
                        last += 1
            begun = end
            end = last
            left -= 1
    first[len(clue)] = last
    return last


@kernel
def list_owners(cell: Any, last: Any, owned: Any, owner: Any) -> None:
    """List the variables of islands by cell."""
    cells = len(owned) - 1
    for v in range(cells + 1, last):
        owned[cell[v]] += 1
    for c in range(1, cells + 1):
        owned[c] += owned[c - 1]
    for v in range(last - 1, cells, -1):
        owned[cell[v]] -= 1
        owner[owned[cell[v]]] = v


@kernel
def list_beside(neighbours: Any, variable: Any, cell: Any, island: Any, beside: Any) -> None:
    """Fill in ``Board.beside``."""
    for v in range(1, len(beside)):
        for d in range(4):
            o = neighbours[cell[v], d]
            if o >= 0:
                beside[v, d] = o + 1 if island[v] < 0 else variable[island[v], o]


@kernel
def write_clauses(p: Any, columns: Any, clauses: Any) -> Any:
    """The clauses of the module's text, each ended by 0; how many numbers they take."""
    cells = len(p.neighbours)
    at = 0
    for c in range(cells):
        clauses[at] = c + 1
        at += 1
        for i in range(p.owned[c], p.owned[c + 1]):
            clauses[at] = p.owner[i]
            at += 1
        clauses[at] = 0
        at += 1
        if (c + 1) % columns and c + columns < cells:
            clauses[at] = -c - 1
            clauses[at + 1] = -c - 2
            clauses[at + 2] = -c - columns - 1
            clauses[at + 3] = -c - columns - 2
            clauses[at + 4] = 0
            at += 5
    for k in range(len(p.clue)):
        clauses[at] = p.first[k]
        clauses[at + 1] = 0
        at += 2
    return at


def clauses_of(puzzle: Nurikabe, p: Board) -> Any:
    """The clauses as int32[any], each ended by 0."""
    cells = len(puzzle.clues)
    clauses = np.empty(7 * cells + len(p.owner) + 2 * len(p.clue), np.int32)
    write = prepared(write_clauses, len(clauses) // 8)
    return clauses[: int(write(p, puzzle.columns, clauses))]
