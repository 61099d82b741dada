"""The propagators of Nurikabe as one: cells, then the islands that are new, then the sea.

Each returns as soon as it has found something, so that clauses and cells are looked at before any
flood; of the islands, those first that could never reach many cells: they cost the least, and what
they find often spares looks at others. An island is looked at when a cell became known to be of it
or not, or became land that might be its own; the sea when a cell became land or sea and something
may follow. What is to be looked at is noted in the workspace. After a way back there is nothing: a
decision is made where all consequences of what was known were found, and no way back ends short of
one.
"""

from __future__ import annotations

from typing import Any

from cpstudy.cdcl.propagator import NO_CONFLICT, Propagator
from cpstudy.cdcl.state import TRAIL, State
from cpstudy.core.kernels import borrowing
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE
from cpstudy.puzzles.nurikabe.search.board import (
    NEW_ISLANDS,
    NOTED_UNTIL,
    SEA_IS_NEW,
    SEA_MAY_PART,
    SEA_SIZE,
    Board,
)
from cpstudy.puzzles.nurikabe.search.islands import explain_far, explain_needed, look_at_island
from cpstudy.puzzles.nurikabe.search.local import explain_local, look_around
from cpstudy.puzzles.nurikabe.search.sea import (
    explain_apart,
    explain_narrow,
    look_at_sea,
    may_part,
)
from cpstudy.puzzles.nurikabe.search.sea_size import explain_too_far, look_at_sea_size

# The head that says what is noted (local.py has the other).
NOTED = 1


@borrowing
def _new_island(p: Board, island: Any) -> None:
    if p.is_new[island] == 0:
        p.is_new[island] = 1
        p.control[NEW_ISLANDS] += 1


@borrowing
def _note_what_is_new(s: State, p: Board, far: Any) -> None:
    """Note which islands are to be looked at, and whether the sea is.

    far: the datum of what island 0 does not reach. That an island cannot have a cell is no news to
    it where it said so itself.
    """
    cells = len(p.neighbours)
    if s.heads[NOTED] < p.control[NOTED_UNTIL]:  # there was a way back
        p.is_new[:] = 0
        p.control[NEW_ISLANDS] = 0
        p.control[SEA_IS_NEW] = 0
        p.control[SEA_MAY_PART] = 0
    for at in range(s.heads[NOTED], s.control[TRAIL]):
        literal = s.trail[at]
        variable = literal >> 1
        if variable > cells:
            island = p.island[variable]
            if s.reason[variable] != -1 - (far + island):
                _new_island(p, island)
            continue
        p.control[SEA_IS_NEW] = 1
        if p.control[SEA_MAY_PART] == 0 and may_part(s, p, literal, at):
            p.control[SEA_MAY_PART] = 1
        if literal & 1:
            cell = variable - 1
            for i in range(p.owned[cell], p.owned[cell + 1]):
                if s.value[2 * p.owner[i]] == 0:
                    _new_island(p, p.island[p.owner[i]])
    s.heads[NOTED] = s.control[TRAIL]
    p.control[NOTED_UNTIL] = s.control[TRAIL]


@borrowing
def propagate(s: State, p: Board) -> Any:
    """See cdcl/propagator.py."""
    begun = s.control[TRAIL]
    length = look_around(s, p)
    if length != NO_CONFLICT or s.control[TRAIL] > begun:
        return length
    far = len(s.value) + len(p.neighbours)
    _note_what_is_new(s, p, far)
    needed = far + len(p.clue)
    if p.control[NEW_ISLANDS] > 0:
        for island in p.turn:
            if p.is_new[island]:
                p.is_new[island] = 0
                p.control[NEW_ISLANDS] -= 1
                length = look_at_island(s, p, island, far + island, needed + island)
                if length != NO_CONFLICT or s.control[TRAIL] > begun:
                    return length
    if p.control[SEA_IS_NEW]:
        p.control[SEA_IS_NEW] = 0
        apart = needed + len(p.clue)
        if p.control[SEA_MAY_PART]:
            p.control[SEA_MAY_PART] = 0
            length = look_at_sea(s, p, apart, apart + 1)
        if length != NO_CONFLICT or s.control[TRAIL] > begun or p.control[SEA_SIZE] == ANY_SIZE:
            return length
        return look_at_sea_size(s, p, apart + 2)
    return NO_CONFLICT


@borrowing
def explain(s: State, p: Board, literal: Any, datum: Any, before: Any) -> Any:
    """See cdcl/propagator.py."""
    islands = len(p.clue)
    kind = datum - len(s.value) - len(p.neighbours)
    if kind < 0:
        return explain_local(s, p, literal, datum)
    if kind < islands:
        return explain_far(s, p, kind, literal, before)
    if kind < 2 * islands:
        return explain_needed(s, p, kind - islands, literal, before)
    if kind == 2 * islands:
        return explain_apart(s, p, literal, before)
    if kind == 2 * islands + 1:
        return explain_narrow(s, p, literal, before)
    return explain_too_far(s, p, literal, before)


PROPAGATOR = Propagator(propagate, explain, heads=2)
