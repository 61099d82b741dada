"""SAT: one circuit through all nodes, by shift registers (Zhou2020).

Each node has the state of a shift register with linear feedback: no carries. The successor's state
is the next one, except into node 0; the register's period is at least the number of nodes, so that
no shorter circuit comes back to its state. A walk round a tree is such a circuit, which is how a
puzzle on a grid asks for a tree (puzzles/tilings/edges.py: contour_arcs).

Size: k bits and at most 3 helpers a node, 2k clauses an arc, k about log2(nodes).
"""

from __future__ import annotations

import numpy as np

from cpstudy.core.errors import NotApplicable
from cpstudy.encode.cnf import Cnf, Literals
from cpstudy.encode.edge_graph import Numbers

# For each number of bits, the places (from 1) whose sum modulo 2 is shifted in: registers that
# run through all 2^k - 1 states but zero (primitive polynomials; a test runs them).
FEEDBACK = {
    2: (2, 1), 3: (3, 2), 4: (4, 3), 5: (5, 3), 6: (6, 5), 7: (7, 6), 8: (8, 6, 5, 4), 9: (9, 5),
    10: (10, 7), 11: (11, 9), 12: (12, 6, 4, 1), 13: (13, 4, 3, 1), 14: (14, 5, 3, 1),
    15: (15, 14), 16: (16, 15, 13, 4), 17: (17, 14), 18: (18, 11), 19: (19, 6, 2, 1), 20: (20, 17),
}  # fmt: skip


def one_circuit(cnf: Cnf, nodes: int, arcs: Numbers, conditions: Literals) -> None:
    """The arcs whose conditions hold form one circuit through all nodes.

    It is known that they give every node one successor and one predecessor. arcs: int64[a, 2],
    nodes from 0; conditions: int64[a], a literal each, 0 for an arc that always holds.
    Raises NotApplicable above 2^20 nodes, OutOfTimeError by the formula's clock.
    """
    count = max(2, (nodes + 1).bit_length())
    if count not in FEEDBACK:
        raise NotApplicable(f"a circuit of {nodes} nodes: at most {2 ** max(FEEDBACK) - 2}")
    bits = np.array(cnf.block(nodes * count), np.int64).reshape(-1, count)
    cnf.clauses += bits.tolist()  # the state zero would stay zero
    shifted_in = bits[:, FEEDBACK[count][0] - 1]
    for place in FEEDBACK[count][1:]:
        shifted_in = cnf.parity(shifted_in, bits[:, place - 1])
    following = np.hstack((shifted_in[:, None], bits[:, :-1]))
    cnf.clauses += [[literal] for literal in (*bits[0, :1].tolist(), *(-bits[0, 1:]).tolist())]
    inner = arcs[:, 1] != 0
    always = conditions == 0
    start, end = arcs[inner & ~always].T
    cnf.equal_where(conditions[inner & ~always], following[start], bits[end])
    start, end = arcs[inner & always].T
    for sign in (1, -1):
        cnf.add_rows(-sign * following[start].ravel(), sign * bits[end].ravel())
