"""SAT: a spanning tree of a connected plane graph and the one of its dual, without any numbers.

A tree in a plane graph and the closed edges in its dual determine each other: closed edges are a
spanning tree of the faces. Both are directed away from their roots, every other vertex and face is
entered exactly once. That this is enough, Williams2002 shows by counting: inside a cycle there
would be one edge too few, provided that the root lies on the outer face, so that no cycle can part
the two.

Size: 4E variables, about 12E clauses: linear.
"""

from __future__ import annotations

import numpy as np

from cpstudy.encode.cnf import Cnf
from cpstudy.encode.edge_graph import Graph, Numbers
from cpstudy.encode.trees.arborescence import arborescence, entered_once


def planar_tree(cnf: Cnf, graph: Graph, root: int, faces: Numbers, outer: int) -> None:
    """The open edges are a spanning tree; variable i + 1 says that edge i is open.

    faces: int64[edges of the graph, 2], the faces on both sides of each edge; equal for a bridge.
    root: a vertex on the face ``outer``. The graph is connected.
    """
    arborescence(cnf, graph, root)
    edges = graph.edges
    bridge = faces[:, 0] == faces[:, 1]
    cnf.clauses += (edges[bridge, None] + 1).tolist()
    is_open = edges[~bridge] + 1
    arcs = np.array(cnf.block(2 * len(is_open)), np.int64).reshape(-1, 2)
    there, back = arcs.T
    cnf.add_rows(is_open, there, back)
    cnf.add_rows(-there, -is_open)
    cnf.add_rows(-back, -is_open)
    cnf.add_rows(-there, -back)
    entered_once(cnf, faces[~bridge], arcs, np.unique(faces), outer)
