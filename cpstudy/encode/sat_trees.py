"""Spanning trees in SAT and SMT: clauses of "the open edges of a graph form a spanning tree".

Variable i + 1 of the formula states that edge i is open. All encodings but the circuit begin with
:func:`arborescence`, which directs open edges away from a root, and then exclude cycles: by binary
or unary distances, by a tree of the dual graph, or, for SMT, by integer levels. Sizes are for V
vertices of at most four edges and E edges. Models for CP-SAT are in cpsat_trees.py, lazy cuts in
cuts.py.
"""

import numpy as np

from cpstudy.core.errors import NotApplicable
from cpstudy.encode.cnf import Cnf, Literals
from cpstudy.encode.edge_graph import Graph, Numbers
from cpstudy.encode.smt import Script

# The largest unary encoding; it grows quadratically, and a clause takes about 200 bytes.
_MOST_CLAUSES = 5_000_000

# For each number of bits, the positions (from 1) whose sum modulo 2 is shifted in. The registers
# run through all 2^k - 1 nonzero states (primitive polynomials; a test runs them).
FEEDBACK = {
    2: (2, 1), 3: (3, 2), 4: (4, 3), 5: (5, 3), 6: (6, 5), 7: (7, 6), 8: (8, 6, 5, 4), 9: (9, 5),
    10: (10, 7), 11: (11, 9), 12: (12, 6, 4, 1), 13: (13, 4, 3, 1), 14: (14, 5, 3, 1),
    15: (15, 14), 16: (16, 15, 13, 4), 17: (17, 14), 18: (18, 11), 19: (19, 6, 2, 1), 20: (20, 17),
}  # fmt: skip


def arborescence(cnf: Cnf, graph: Graph, root: int) -> Literals:
    """Direct open edges away from ``root``: every other vertex is entered exactly once.

    So there is one open edge fewer than vertices, and every cycle of open edges is directed.
    Returns int64[edges of the graph, 2], the variables "from the first end to the second" and
    "back". Size: 2E variables, 4E + at most 7V clauses.
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
    """Require that exactly one arc enters each vertex but the root, and none enters the root.

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


def binary_distance(cnf: Cnf, graph: Graph, root: int, longest: int) -> None:
    """Require a spanning tree by binary distances from its root (the adder of Zhou2020).

    Each vertex has a number of k bits; an arc from u to v makes the number of v that of u plus 1
    modulo 2^k, as Zhou numbers the nodes of a circuit. longest: the largest number of vertices on a
    cycle of open edges; k is the least number with 2^k > longest, so no cycle is possible. Size,
    for k above 1: 2E + V(3k - 3) variables, 4kE clauses for arcs, V(7k - 10) for the additions.
    Raises OutOfTimeError at the formula's time limit.
    """
    arcs = arborescence(cnf, graph, root)
    count = max(1, longest.bit_length())
    bits = np.zeros((len(graph.vertices), count), np.int64)
    block = cnf.block(len(graph.members) * count)
    bits[graph.members] = np.array(block, np.int64).reshape(-1, count)
    # The number plus one: bit i flips if all lower bits, the carry, are set.
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


def one_hot_levels(cnf: Cnf, graph: Graph, root: int, bound: int) -> None:
    """Require a spanning tree by levels in unary (the one-hot encodings of Zhou2020).

    Each vertex has a variable for each level, at least one of which is true; an arc from u to v
    implies for v the level after u's. Levels below a vertex's distance in the graph are impossible,
    and in a bipartite graph every second one; these have no variable. A vertex may have several
    levels: around a cycle, levels would still rise beyond the bound. bound: the largest distance
    from the root. Size: about V * bound / 2 variables and E * bound clauses on a grid. Raises
    MemoryError above five million clauses, OutOfTimeError at the formula's time limit.
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
    # One row for each arc and level of its start; levels are numbered from the lowest.
    rows = np.repeat(np.arange(len(arc)), count[start])
    lowest = np.cumsum(count[start]) - count[start]
    number = np.arange(len(rows)) - lowest[rows]
    start, end = start[rows], end[rows]
    following = number + (distance[start] + 1 - distance[end]) // step
    within = following < count[end]
    left, at_start, at_end = -arc[rows], -first[start] - number, first[end] + following
    cnf.add_rows(left[within], at_start[within], at_end[within])
    cnf.add_rows(left[~within], at_start[~within])


def planar_tree(cnf: Cnf, graph: Graph, root: int, faces: Numbers, outer: int) -> None:
    """Require that open edges are a spanning tree, and closed edges one of the dual graph.

    A spanning tree of a plane graph and the closed edges in the dual determine each other. Both are
    directed away from their roots, and every other vertex and face is entered exactly once.
    Williams2002 shows by counting that this suffices: inside a cycle there would be one edge too
    few, provided that the root lies on the outer face, so that no cycle separates the two.

    faces: int64[edges of the graph, 2], the faces on both sides of each edge; equal for a bridge.
    root: a vertex on the face ``outer``. The graph must be connected. Size: 4E variables, about 12E
    clauses: linear.
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


def integer_levels(script: Script, graph: Graph, root: int, arcs: Literals) -> None:
    """Exclude cycles among the true arcs by integer levels that rise along arcs, for SMT.

    Levels need not be distances: enumeration forbids the watched values, not the levels. arcs: from
    ``arborescence``, variables of a formula in the script. Size: V integers, 2E implications.
    Raises OutOfTimeError at the script's time limit.
    """
    script.lines += [f"(declare-const level{vertex} Int)" for vertex in graph.members.tolist()]
    script.lines.append(f"(assert (= level{root} 0))")
    ends = graph.ends[graph.edges].tolist()
    for (a, b), (there, back) in zip(ends, arcs.tolist(), strict=True):
        script.clock.check()
        for start, end, arc in ((a, b, there), (b, a, back)):
            rises = f"(>= (- level{end} level{start}) 1)"
            script.lines.append(f"(assert (=> x{arc} {rises}))")


def one_circuit(cnf: Cnf, nodes: int, arcs: Numbers, conditions: Literals) -> None:
    """Require that the arcs with true conditions form one circuit through all nodes (Zhou2020).

    Each node has the state of a linear feedback shift register, which needs no carries. The
    successor has the next state, except into node 0. The period of the register is at least the
    number of nodes, so no shorter circuit returns to its state. A walk around a tree is such a
    circuit (puzzles/tilings/edges.py: contour_arcs). Size: k bits and at most 3 helpers a node, 2k
    clauses an arc, k about log2(nodes).

    The formula must ensure that every node has one successor and one predecessor. arcs:
    int64[a, 2], nodes from 0; conditions: int64[a], one literal each, 0 for an arc that always
    holds. Raises NotApplicable above 2^20 nodes, OutOfTimeError at the formula's time limit.
    """
    count = max(2, (nodes + 1).bit_length())
    if count not in FEEDBACK:
        raise NotApplicable(f"a circuit of {nodes} nodes: at most {2 ** max(FEEDBACK) - 2}")
    bits = np.array(cnf.block(nodes * count), np.int64).reshape(-1, count)
    cnf.clauses += bits.tolist()  # state zero would stay zero
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
