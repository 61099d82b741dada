"""The polynomial case of Net without the tree (Kral2004): degrees of a bipartite graph, by flow.

On free boards whose tiles are all empty, dead ends, Ts and crosses, any subset of a tile's sides of
the right number may be open: a solution is a subgraph with prescribed degrees. Cells are coloured
like a chessboard. A flow from black to white with at most one unit per edge, as large as the
degrees require, is such a subgraph. Two of them differ by cycles whose edges are alternately open
and closed. These are the directed cycles of the graph that goes from black to white over closed
edges and back over open ones. Fixing one edge of such a cycle to either value finds all solutions
(Uno1997).

Cost: a flow, then a depth-first search for each solution. Limits: corners and straights, with which
the problem is NP-complete; boards that wrap around an odd side, which are not bipartite, or around
two cells, where two edges join the same cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components, maximum_flow

from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from cpstudy.puzzles.tilings.edges import edge_table

_Open = npt.NDArray[np.bool_]
# The number of orientations of a tile, by its open sides, if any of its sides may be open.
_FREELY = {0: 1, 1: 4, 3: 4, 4: 1}


@dataclass(frozen=True)
class _Degrees:
    """A board as a bipartite graph without double edges.

    ends: int64[e, 2], black cells first. wanted: int64[n], open sides of each cell.
    """

    ends: npt.NDArray[np.int64]
    wanted: npt.NDArray[np.int64]
    black: npt.NDArray[np.bool_]

    def first(self) -> _Open | None:
        """Edges that give each cell its degree; None if there are none."""
        if not len(self.ends):  # walls all round: SciPy gives a matrix for no entries
            return None if self.wanted.any() else np.zeros(0, bool)
        cells = len(self.wanted)
        black, white = np.flatnonzero(self.black), np.flatnonzero(~self.black)
        source, sink = np.full(len(black), cells), np.full(len(white), cells + 1)
        arcs = np.hstack((self.ends.T, (source, black), (white, sink)))
        most = np.hstack((np.ones(len(self.ends)), self.wanted[black], self.wanted[white]))
        graph = csr_array((most.astype(np.int32), arcs), (cells + 2, cells + 2))
        found = maximum_flow(graph, cells, cells + 1)
        totals = {self.wanted[black].sum(), self.wanted[white].sum(), found.flow_value}
        if len(totals) > 1:
            return None
        return np.asarray(found.flow[*self.ends.T] > 0).ravel()

    def cycle(self, opened: _Open, fixed: _Open) -> list[int]:
        """Edges, alternately open and closed, that can be exchanged; empty if there are none."""
        arcs = np.where(opened, self.ends[:, ::-1].T, self.ends.T)
        free = np.flatnonzero(~fixed)
        cells = len(self.wanted)
        graph = csr_array((np.ones(len(free)), arcs[:, free]), (cells, cells))
        _, part = connected_components(graph, connection="strong")
        inside = free[part[arcs[0, free]] == part[arcs[1, free]]]
        if not len(inside):
            return []
        cycle = [int(inside[0])]
        cell, end = arcs[:, cycle[0]].tolist()
        _, before = breadth_first_order(graph, end)
        numbers = {(a, b): edge for edge, (a, b) in enumerate(arcs.T.tolist())}
        while cell != end:
            cycle.append(numbers[before[cell], cell])
            cell = int(before[cell])
        return cycle

    def all(self) -> Iterator[_Open | None]:
        """Every subgraph once; None for each search that finds no further one."""
        first = self.first()
        if first is None:
            return
        yield first
        waiting = [(first, np.zeros(len(first), bool))]
        while waiting:
            opened, fixed = waiting.pop()
            cycle = self.cycle(opened, fixed)
            if not cycle:
                yield None
                continue
            other, kept = opened.copy(), fixed.copy()
            other[cycle] ^= True
            kept[cycle[0]] = True
            yield other
            waiting += [(opened, kept), (other, kept)]


def solve(puzzle: Pipes, request: Request) -> Result:
    """Up to ``limit`` solutions; counter ``searches``. STUCK and unknown for other boards."""
    board = _degrees(puzzle)
    if board is None:
        return Result(stop=Stop.STUCK, counters={"searches": 0})
    table, solutions, searches, stop = edge_table(puzzle), [], 0, Stop.DONE
    for one in board.all():
        searches += 1
        if one is not None:
            solutions.append(table.placement(one))
            if request.found is not None:
                request.found(solutions[-1])
        if len(solutions) == request.limit:
            stop = Stop.LIMIT
        elif searches == request.budget.iterations:
            stop = Stop.ITERATIONS
        elif request.clock.late:
            stop = Stop.TIME
        if stop is not Stop.DONE:
            break
    exhausted = stop is Stop.DONE
    return Result(tuple(solutions), exhausted=exhausted, stop=stop, counters={"searches": searches})


def _degrees(puzzle: Pipes) -> _Degrees | None:
    """The board as a graph; None if a tile cannot turn freely or the graph is not simple."""
    sides = [tile.bit_count() for tile in puzzle.tiles]
    freely = (len(ORIENTATIONS[tile]) == _FREELY.get(tile.bit_count()) for tile in puzzle.tiles)
    narrow = puzzle.wrap and any(n % 2 or n < 4 for n in (puzzle.rows, puzzle.columns))
    if not puzzle.free or narrow or not all(freely):
        return None
    rows, columns = np.divmod(np.arange(len(sides)), puzzle.columns)
    black, ends = (rows + columns) % 2 == 0, edge_table(puzzle).ends
    ends = np.where(black[ends[:, :1]], ends, ends[:, ::-1])
    return _Degrees(ends, np.array(sides, np.int64), black)
