"""Implications between a cell and its neighbours.

A cell is sea or on one island. If it is on an island, no neighbour is on another island. If it is
land and cannot be on an island, no neighbour is on that island. These are very many short clauses:
each is written only on request.

Cost: linear in the islands that the neighbours of new cells can belong to.
"""

from cpstudy.cdcl.propagator import NO_CONFLICT, imply
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import kernel
from cpstudy.puzzles.nurikabe.search.board import Board

# The head of this propagator (cdcl/propagator.py).
LOCAL = 0


@kernel
def look_around(s: State, p: Board) -> i64:
    """Propagate the new literals on the trail; NO_CONFLICT, or the length of a violated clause."""
    cells = len(p.neighbours)
    at = s.heads[LOCAL]
    begun = at
    length = NO_CONFLICT
    while at < s.trailed and length == NO_CONFLICT:
        literal = s.trail[at]
        at += 1
        variable = literal >> 1
        cell = p.cell[variable]
        if variable > cells:
            if literal & 1 == 0:
                length = _owned(s, p, literal)
            elif s.value[2 * cell + 2] < 0:
                length = _not_adjacent(s, p, cell, p.island[variable])
        elif literal & 1 == 0:
            length = _exclude_owners(s, p, literal, 2 * cell + 2)
        else:
            length = _land(s, p, cell)
    s.heads[LOCAL] = at
    s.steps += (at - begun) * 2
    return length


@kernel
def _owned(s: State, p: Board, literal: i64) -> i64:
    """Propagate that the cell of a variable is on its island."""
    cell = p.cell[literal >> 1]
    island = p.island[literal >> 1]
    if not imply(s, 2 * cell + 3, literal):
        return explain_local(s, p, 2 * cell + 3, literal)
    length = _exclude_owners(s, p, literal, literal)
    for d in range(4):
        neighbour = p.neighbours[cell, d]
        if neighbour >= 0 and length == NO_CONFLICT:
            for i in range(p.owned[neighbour], p.owned[neighbour + 1]):
                other = p.owner[i]
                if p.island[other] != island and not imply(s, 2 * other + 1, literal):
                    return explain_local(s, p, 2 * other + 1, literal)
    return length


@kernel
def _exclude_owners(s: State, p: Board, literal: i64, but: i64) -> i64:
    """Propagate a literal that excludes all islands of its cell, except for the literal ``but``."""
    cell = p.cell[literal >> 1]
    for i in range(p.owned[cell], p.owned[cell + 1]):
        other = 2 * p.owner[i]
        if other != but and not imply(s, other ^ 1, literal):
            return explain_local(s, p, other ^ 1, literal)
    return NO_CONFLICT


@kernel
def _land(s: State, p: Board, cell: i64) -> i64:
    """Propagate that a cell is land: no neighbour is on an island that the cell cannot be on."""
    for d in range(4):
        neighbour = p.neighbours[cell, d]
        if neighbour >= 0:
            for i in range(p.owned[neighbour], p.owned[neighbour + 1]):
                other = p.owner[i]
                here = p.variable[p.island[other], cell]
                if here == 0 or s.value[2 * here] < 0:
                    datum = len(s.value) + cell
                    if not imply(s, 2 * other + 1, datum):
                        return explain_local(s, p, 2 * other + 1, datum)
    return NO_CONFLICT


@kernel
def _not_adjacent(s: State, p: Board, cell: i64, island: i64) -> i64:
    """Propagate that a cell is land and not on an island: no neighbour is on that island."""
    datum = len(s.value) + cell
    for d in range(4):
        neighbour = p.neighbours[cell, d]
        if neighbour >= 0:
            other = p.variable[island, neighbour]
            if other > 0 and not imply(s, 2 * other + 1, datum):
                return explain_local(s, p, 2 * other + 1, datum)
    return NO_CONFLICT


@kernel
def explain_local(s: State, p: Board, literal: i64, datum: i64) -> i64:
    """Write the clause behind an implication of this file; return its length.

    datum: the literal that implies it; or, from the number of literals on, a neighbouring cell that
    is land and not on its island.
    """
    s.explanation[0] = literal
    if datum < len(s.value):
        s.explanation[1] = datum ^ 1
        return 2
    cell = datum - len(s.value)
    s.explanation[1] = 2 * cell + 2
    here = p.variable[p.island[literal >> 1], cell]
    if here == 0:
        return 2
    s.explanation[2] = 2 * here
    return 3
