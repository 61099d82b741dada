"""Where solutions differ: edges that are open in one solution and closed in another.

One clause-learning search, asked again and again for a solution that differs from the first in an
edge of which that is not known yet; each answer settles at least one, and where there is none the
others are the same in all solutions. Cells that differ and share such an edge are one region.

Limits: a budget of conflicts in all; what it leaves undecided is told as unknown.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.explaining import Ambiguity, Region
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import checked
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.encodings.clause_learning import open_engine
from cpstudy.puzzles.tilings.explaining.explain import places
from cpstudy.puzzles.tilings.rules import Tiling

# Conflicts in all before the rest is unknown.
_PATIENCE = 50_000

_Edges = npt.NDArray[np.bool_]


def ambiguity(puzzle: Tiling, budget: Budget | None = None) -> Ambiguity:
    """The regions in which solutions differ. Raises ValueError where there is no solution.

    budget: seconds; iterations are conflicts.
    """
    clock, most = Clock(None if budget is None else budget.seconds), _PATIENCE
    if budget is not None and budget.iterations is not None:
        most = budget.iterations
    table = edge_table(puzzle)
    if not puzzle.free and puzzle.tree_impossible():
        raise ValueError("no solution")
    try:
        engine = open_engine(puzzle, clock)
    except OutOfTimeError:
        every = np.ones(len(table.ends), np.bool_)
        return Ambiguity(puzzle, None, (), _cells(puzzle, every))
    same = np.ones(len(table.ends), np.bool_)  # as far as is known
    found: list[_Edges] = []
    while True:
        model = engine.run(clock, most)
        if isinstance(model, Stop):
            break
        opened = model[: len(same)]
        checked(puzzle, table.placement(opened), "ambiguity")
        found.append(opened)
        same &= opened == found[0]
        signs = np.where(found[0], -1, 1) * (np.arange(len(same)) + 1)
        engine.add([signs[same].tolist()])
    unknown = () if model is Stop.DONE else _cells(puzzle, same)
    if not found:
        if model is Stop.DONE:
            raise ValueError("no solution")
        return Ambiguity(puzzle, None, (), unknown, engine.counters)
    solution = table.placement(found[0])
    regions = tuple(_regions(puzzle, found, ~same))
    return Ambiguity(puzzle, solution, regions, unknown, engine.counters)


def _regions(puzzle: Tiling, found: list[_Edges], differing: _Edges) -> Iterator[Region]:
    """The connected parts of what differs, each with the nearest solution that differs there."""
    left = set(np.flatnonzero(differing).tolist())
    ends = edge_table(puzzle).ends.tolist()
    sides = edge_table(puzzle).sides.tolist()
    while left:
        part, stack = set(), [min(left)]
        while stack:
            edge = stack.pop()
            if edge in left:
                left.remove(edge)
                part.add(edge)
                stack += [other for cell in ends[edge] for other in sides[cell]]
        edges = np.array(sorted(part))
        touching = [other for other in found[1:] if (other[edges] != found[0][edges]).any()]
        nearest = min(touching, key=lambda other: int((other != found[0]).sum()))
        alternative = edge_table(puzzle).placement(nearest)
        mask = np.zeros_like(differing)
        mask[edges] = True
        yield Region(_cells(puzzle, mask), alternative, _cells(puzzle, nearest != found[0]))


def _cells(puzzle: Tiling, edges: _Edges) -> tuple[tuple[int, int], ...]:
    """The cells at edges, in increasing order."""
    return places(puzzle, np.unique(edge_table(puzzle).ends[edges]).tolist())
