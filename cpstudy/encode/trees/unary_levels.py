"""SAT: a spanning tree by levels in unary, as in the one-hot encodings of Zhou2020.

The parts of arborescence.py, and a variable for each vertex and level; an arc from u to v takes u's
level to the next for v, and each vertex has a level. A level below a vertex's distance in the graph
is impossible, and in a bipartite graph every second one, so these get no variable. That a vertex
has one level only need not be said: round a cycle levels would rise without end.

Size: about V * bound / 2 variables and E * bound clauses on a grid.
"""

from __future__ import annotations

import numpy as np

from cpstudy.encode.cnf import Cnf
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.trees.arborescence import arborescence

# Above this the encoding is given up, as it grows quadratically: a clause takes about 200 bytes.
_MOST_CLAUSES = 5_000_000


def one_hot_levels(cnf: Cnf, graph: Graph, root: int, bound: int) -> None:
    """The open edges are a spanning tree; variable i + 1 says that edge i is open.

    bound: no vertex is further from the root. Raises MemoryError above five million clauses,
    OutOfTimeError by the formula's clock.
    """
    arcs = arborescence(cnf, graph, root)
    distance = graph.distances(root)
    step = 2 if graph.is_bipartite(distance) else 1
    count = np.where(distance >= 0, np.maximum(0, bound - distance + step) // step, 0)
    count[root] = 1
    if int(count[graph.ends[graph.edges]].sum()) > _MOST_CLAUSES:
        raise MemoryError(f"levels up to {bound}: more than {_MOST_CLAUSES:,} clauses")
    first = np.zeros(len(count), np.int64)  # the variable of the lowest level
    for vertex in graph.members.tolist():
        block = cnf.block(int(count[vertex]))
        first[vertex] = block.start
        cnf.clauses.append(list(block))
    ends = graph.ends[graph.edges]
    start, end = np.vstack((ends, ends[:, ::-1])).T
    arc = arcs.T.ravel()
    inner = (end != root) & (count[start] > 0)  # no arc enters the root
    start, end, arc = start[inner], end[inner], arc[inner]
    # One row an arc and level of its start; numbers of levels count from the lowest.
    rows = np.repeat(np.arange(len(arc)), count[start])
    lowest = np.cumsum(count[start]) - count[start]
    number = np.arange(len(rows)) - lowest[rows]
    start, end = start[rows], end[rows]
    following = number + (distance[start] + 1 - distance[end]) // step
    within = following < count[end]
    left, at_start, at_end = -arc[rows], -first[start] - number, first[end] + following
    cnf.add_rows(left[within], at_start[within], at_end[within])
    cnf.add_rows(left[~within], at_start[~within])
