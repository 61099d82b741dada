"""SAT: open edges get a direction, away from a root: every other vertex is entered exactly once.

The open edges are then as many as the vertices less one, and each cycle among them is a directed
one. What more it takes to rule cycles out, the encodings that build on this one say.

Size, for V vertices of at most four edges and E edges: 2E variables, 4E + at most 7V clauses.
"""

from __future__ import annotations

import numpy as np

from cpstudy.encode.cnf import Cnf, Literals
from cpstudy.encode.edge_graph import Graph, Numbers


def arborescence(cnf: Cnf, graph: Graph, root: int) -> Literals:
    """Open edges are directed away from ``root``; variable i + 1 says that edge i is open.

    Returns int64[edges of the graph, 2]: the variables "from the first end to the second" and
    "back".
    """
    edges = graph.edges
    arcs = np.array(cnf.block(2 * len(edges)), np.int64).reshape(-1, 2)
    there, back = arcs.T
    is_open = edges + 1
    cnf.add_rows(-is_open, there, back)
    cnf.add_rows(-there, is_open)
    cnf.add_rows(-back, is_open)
    cnf.add_rows(-there, -back)
    entered_once(cnf, graph.ends[edges], arcs, graph.members, root)
    return arcs


def entered_once(cnf: Cnf, ends: Numbers, arcs: Literals, vertices: Numbers, root: int) -> None:
    """Each of ``vertices`` but the root is entered by exactly one arc, the root by none.

    ends: int64[e, 2]; arcs: int64[e, 2], the literals of both directions.
    """
    entering: dict[int, list[int]] = {vertex: [] for vertex in vertices.tolist()}
    for (a, b), (there, back) in zip(ends.tolist(), arcs.tolist(), strict=True):
        entering[b].append(there)
        entering[a].append(back)
    for vertex, literals in entering.items():
        if vertex == root:
            cnf.clauses += [[-literal] for literal in literals]
        else:
            cnf.exactly_one(literals)
