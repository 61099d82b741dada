"""SAT: a spanning tree by distances from its root, as binary numbers (the adder of Zhou2020).

The parts of arborescence.py, and k bits a vertex; an arc from u to v makes the number of v that of
u plus 1 modulo 2^k. Zhou numbers the nodes of a circuit so; here it is for trees.

Size, for k above 1: 2E + V(3k - 3) variables, 4kE clauses for arcs, V(7k - 10) for the additions.
"""

from __future__ import annotations

import numpy as np

from cpstudy.encode.cnf import Cnf
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.trees.arborescence import arborescence


def binary_distance(cnf: Cnf, graph: Graph, root: int, longest: int) -> None:
    """The open edges are a spanning tree; variable i + 1 says that edge i is open.

    longest: no cycle of open edges has more vertices; k is the least with 2^k above it, so that no
    cycle comes back to its own number. Raises OutOfTimeError by the formula's clock.
    """
    arcs = arborescence(cnf, graph, root)
    count = max(1, longest.bit_length())
    bits = np.zeros((len(graph.vertices), count), np.int64)
    block = cnf.block(len(graph.members) * count)
    bits[graph.members] = np.array(block, np.int64).reshape(-1, count)
    # The number plus one: bit i is flipped where all lower bits, the carry, are set.
    following = bits.copy()
    carry = bits[graph.members, 0]
    following[:, :1] *= -1
    for i in range(1, count):
        bit = bits[graph.members, i]
        following[graph.members, i] = cnf.parity(bit, carry)
        if i + 1 < count:
            both = np.array(cnf.block(len(bit)), np.int64)
            cnf.add_rows(-both, bit)
            cnf.add_rows(-both, carry)
            cnf.add_rows(both, -bit, -carry)
            carry = both
    ends = graph.ends[graph.edges]
    cnf.clauses += [[-bit] for bit in bits[root].tolist()]
    for arc, start, end in ((arcs[:, 0], *ends.T), (arcs[:, 1], *ends.T[::-1])):
        cnf.equal_where(arc, following[start], bits[end])
