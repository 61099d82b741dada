"""The ambiguity map: which tiles of a puzzle are not the same in all its solutions.

Around one solution S, every edge that the rules leave open is looked at: is there a solution in
which it is otherwise (:mod:`.alternatives`)? Each solution found settles all edges in which it
differs from S; an edge without one is as in S for good, and helps with the rest. In the end the map
is exact: a tile differs in some solution if and only if an edge of it does.

*Regions.* Two tiles are in one region when an edge between them is open in one solution and closed
in another, and so on from tile to tile: the regions are the connected parts of the board on its
ambiguous edges. They depend on the puzzle only, not on S or the search. Regions may still depend
on each other, where a cycle would run through both; so the alternative that is given for a region
is the one found near S with the fewest changed tiles, some of them in the region, and says which
those are.

Cost: one search an open edge, mostly none of a node. Limits: a budget; edges that it leaves
undecided are told as unknown tiles, and regions might then be larger than told.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import prepared
from cpstudy.core.result import Budget
from cpstudy.core.solving import solve
from cpstudy.puzzles.pipes import SOLVERS
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.engine import Work, begin, undo
from cpstudy.puzzles.pipes.search.near import (
    FOUND,
    MARK,
    OUT_OF_NODES,
    SPENT,
    Near,
    alternative,
    completed,
    near,
    next_ambiguous_edge,
    root,
)

# Nodes for one edge in the first pass, how much more in each pass after it, and the most.
_NODES = 50
_MORE = 10
_MOST = 100_000

_BUDGET = Budget(iterations=1_000_000)


@dataclass(frozen=True)
class Region:
    """Tiles that differ between solutions, connected by edges that do.

    alternative: another solution; changed: the tiles in which it differs from ``solution`` of the
    map, at least one of them in ``tiles``. All tiles in increasing order.
    """

    tiles: tuple[int, ...]
    alternative: bytes
    changed: tuple[int, ...]


@dataclass(frozen=True)
class Ambiguity:
    """The map around ``solution``; None where the budget did not suffice to find one.

    regions: in the order of their first tiles; none where the puzzle has one solution. unknown:
    tiles of no region that may differ, for the budget was spent; nodes: what was spent.
    """

    solution: bytes | None
    regions: tuple[Region, ...]
    unknown: tuple[int, ...]
    nodes: int


def ambiguity(puzzle: Pipes, solution: bytes | None = None, budget: Budget = _BUDGET) -> Ambiguity:
    """The ambiguity map of a puzzle around ``solution``, or around the first one found.

    budget: iterations are nodes of the search near the solution. Raises ValueError where the
    puzzle has no solution, or ``solution`` is none.
    """
    deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
    w, consistent = begin(puzzle)
    if solution is None:
        found = solve(puzzle, SOLVERS["portfolio"], budget=budget, limit=1)
        if found.exhausted and not found.solutions:
            raise ValueError(f"no solution: {puzzle.encode()}")
        if not found.solutions:
            open_tiles = _open(w).nonzero()[0].tolist() if consistent else range(len(puzzle.tiles))
            return Ambiguity(None, (), tuple(open_tiles), 0)
        solution = cast(bytes, found.solutions[0])
    elif reason := puzzle.why_not(solution):
        raise ValueError(f"no solution: {reason}")
    s = near(len(puzzle.tiles))
    s.sides[:] = np.frombuffer(solution, np.uint8)
    prepared(root, len(s.sides))(w, s)
    settled = np.zeros_like(s.sides)
    alternatives = []
    for sides in _alternatives(w, s, settled, budget.iterations, deadline):
        settled |= sides ^ s.sides
        alternatives.append(sides)
    regions = tuple(_region(tiles, solution, alternatives) for tiles in _connected(puzzle, settled))
    unknown = ((_open(w) != 0) & (settled == 0)).nonzero()[0].tolist()
    return Ambiguity(solution, regions, tuple(unknown), int(s.control[SPENT]))


def _open(w: Work) -> npt.NDArray[np.uint8]:
    """The sides of each tile that are not known."""
    state: npt.NDArray[np.uint8] = w.state
    return (~(state | state >> 4) & 15).astype(np.uint8)


def _alternatives(
    w: Work,
    s: Near,
    settled: npt.NDArray[np.uint8],
    most: int | None,
    deadline: float | None,
) -> Iterator[npt.NDArray[np.uint8]]:
    """Solutions near ``s`` through all edges not settled; what has none is fixed in ``w``."""

    def found() -> npt.NDArray[np.uint8]:
        sides = np.empty(s.sides.size, np.uint8)
        completed(w, s, sides)
        undo(w, s.control[MARK])
        return sides

    def left() -> int:
        if deadline is not None and time.perf_counter() >= deadline:
            return 0
        return _MOST if most is None else max(0, most - int(s.control[SPENT]))

    undecided = np.zeros_like(s.sides)
    edge = 0
    whole = np.iinfo(np.int64).max if most is None else most
    while edge >= 0 and left():
        search = prepared(next_ambiguous_edge, len(s.sides))
        edge = search(w, s, edge, _NODES, whole, settled, undecided)
        if edge >= 0:
            yield found()
    nodes = _NODES
    again = True
    while again and left():
        nodes = min(_MOST, nodes * _MORE)
        again = False
        for tile in undecided.nonzero()[0].tolist():
            for side in (0, 3):
                if not (undecided & _open(w) & ~settled)[tile] >> side & 1 or not left():
                    continue
                most_nodes = min(nodes, left())
                search_near = prepared(alternative, 10 * most_nodes)
                told = search_near(w, s, 4 * tile + side, most_nodes)
                if told == FOUND:
                    yield found()
                again |= told == OUT_OF_NODES and nodes < _MOST


def _connected(puzzle: Pipes, ambiguous: npt.NDArray[np.uint8]) -> Iterator[tuple[int, ...]]:
    """The connected parts of the board on edges given by their sides, singles left out."""
    seen: set[int] = set()
    for start in ambiguous.nonzero()[0].tolist():
        if start in seen:
            continue
        part = {start}
        stack = [start]
        while stack:
            tile = stack.pop()
            for side in range(4):
                if ambiguous[tile] >> side & 1:
                    beyond = puzzle.neighbour(tile, side)
                    assert beyond is not None  # nothing is ambiguous towards a wall
                    if beyond not in part:
                        part.add(beyond)
                        stack.append(beyond)
        seen |= part
        yield tuple(sorted(part))


def _region(
    tiles: tuple[int, ...], solution: bytes, alternatives: list[npt.NDArray[np.uint8]]
) -> Region:
    here = np.frombuffer(solution, np.uint8)
    inside = list(tiles)
    touching = [a for a in alternatives if (a[inside] != here[inside]).any()]
    nearest = min(touching, key=lambda a: np.count_nonzero(a != here))
    changed = (nearest != here).nonzero()[0].tolist()
    return Region(tiles, nearest.tobytes(), tuple(changed))
