"""CNF: formulas as lists of clauses, and the constraints that puzzles share in them.

A literal is a whole number other than 0: a variable (from 1) or its negation, as in DIMACS. A
clause is a list of literals; the empty clause is false. Nothing here solves: encode/sat.py does.

Each encoding is a function (or a method, where it is that of a formula at large) that states its
source and its size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from cpstudy.encode.edge_graph import Graph

# Literals or numbers of vertices in an array.
Literals = npt.NDArray[np.int64]

# Up to so many literals "at most one" is written pair by pair: no helpers, and no more clauses.
_PAIRWISE = 6

# Above this, encodings that grow quadratically are given up: a clause takes about 200 bytes.
_MOST_CLAUSES = 5_000_000


@dataclass
class Cnf:
    """A formula that grows. ``clauses`` may be read at any time, and appended to.

    variables: how many there are, numbered from 1. names: what a variable means, for those that
    were given a name; comments: lines about the whole. Both are written to DIMACS files.
    """

    variables: int = 0
    clauses: list[list[int]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)

    def variable(self, name: str = "") -> int:
        """A new variable."""
        self.variables += 1
        if name:
            self.names[self.variables] = name
        return self.variables

    def block(self, count: int) -> range:
        """``count`` new variables in a row."""
        first = self.variables + 1
        self.variables += count
        return range(first, self.variables + 1)

    def add(self, *literals: int) -> None:
        """One clause."""
        self.clauses.append(list(literals))

    def at_most_one(self, literals: Iterable[int]) -> None:
        """At most one of k literals.

        Pair by pair up to six literals; above, by a sequential counter (Sinz2005): k helpers "one
        up to here is true", 3k - 2 clauses. Both let unit propagation find every consequence.
        """
        choices = list(literals)
        if len(choices) <= _PAIRWISE:
            self.clauses += [[-a, -b] for i, a in enumerate(choices) for b in choices[:i]]
            return
        before = 0
        for literal in choices:
            upto = self.variable()
            self.clauses.append([-literal, upto])
            if before:
                self.clauses += [[-before, upto], [-before, -literal]]
            before = upto

    def exactly_one(self, literals: Iterable[int]) -> None:
        """Exactly one of the literals; none at all makes the formula unsatisfiable."""
        choices = list(literals)
        self.clauses.append(choices)
        self.at_most_one(choices)

    def dimacs(self) -> str:
        """The formula in the DIMACS format: comments, names, ``p cnf``, a clause a line."""
        lines = [f"c {comment}" for comment in self.comments]
        lines += [f"c {variable} = {name}" for variable, name in sorted(self.names.items())]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        lines += [" ".join(map(str, clause)) + " 0" if clause else "0" for clause in self.clauses]
        return "\n".join(lines) + "\n"


def _add_rows(cnf: Cnf, *literals: Literals) -> None:
    """A clause for each place of the arrays, with the literals that stand there."""
    cnf.clauses += np.stack(literals, axis=1).tolist()


def _parity(cnf: Cnf, a: Literals, b: Literals) -> Literals:
    """New variables, true where just one of ``a`` and ``b`` is; four clauses each."""
    parity = np.array(cnf.block(len(a)), np.int64)
    _add_rows(cnf, -parity, a, b)
    _add_rows(cnf, -parity, -a, -b)
    _add_rows(cnf, parity, -a, b)
    _add_rows(cnf, parity, a, -b)
    return parity


def arborescence(cnf: Cnf, graph: Graph, root: int) -> Literals:
    """Open edges get a direction, away from ``root``: every other vertex is entered exactly once.

    Returns int64[edges of the graph, 2]: the variables "from the first end to the second" and
    "back". Edge i is open where variable i + 1 is true. The open edges are then no more than the
    vertices less one, and each cycle among them is a directed one. Size, for V vertices of at
    most four edges and E edges: 2E variables, 4E + at most 7V clauses.
    """
    edges = graph.edges
    arcs = np.array(cnf.block(2 * len(edges)), np.int64).reshape(-1, 2)
    there, back = arcs.T
    is_open = edges + 1
    _add_rows(cnf, -is_open, there, back)
    _add_rows(cnf, -there, is_open)
    _add_rows(cnf, -back, is_open)
    _add_rows(cnf, -there, -back)
    _entered_once(cnf, graph.ends[edges], arcs, graph.members, root)
    return arcs


def _entered_once(cnf: Cnf, ends: Literals, arcs: Literals, vertices: Literals, root: int) -> None:
    """Each vertex but the root is entered by exactly one arc, the root by none."""
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
    """No cycle of open edges: distances from the root, bit-blasted.

    The parts of :func:`arborescence`, and k bits a vertex; an arc from u to v makes the number of
    v that of u plus 1 modulo 2^k. ``longest``: no cycle of open edges has more vertices; k is the
    least with 2^k above it, so that no cycle comes back to its own number. Size: 2E + V(3k - 2)
    variables, 4kE clauses for arcs and 7(k - 1)V for the additions. The binary adder of Zhou2020,
    for trees instead of circuits.
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
        following[graph.members, i] = _parity(cnf, bit, carry)
        if i + 1 < count:
            both = np.array(cnf.block(len(bit)), np.int64)
            _add_rows(cnf, -both, bit)
            _add_rows(cnf, -both, carry)
            _add_rows(cnf, both, -bit, -carry)
            carry = both
    ends = graph.ends[graph.edges]
    cnf.clauses += [[-bit] for bit in bits[root].tolist()]
    for arc, start, end in ((arcs[:, 0], *ends.T), (arcs[:, 1], *ends.T[::-1])):
        _equal_where(cnf, arc, following[start], bits[end])


def _equal_where(cnf: Cnf, condition: Literals, left: Literals, right: Literals) -> None:
    """Rows of bits are equal where their condition holds: two clauses a bit."""
    where = np.broadcast_to(-condition[:, None], left.shape)
    for signs in ((-1, 1), (1, -1)):
        clauses = np.stack((where, signs[0] * left, signs[1] * right), axis=2)
        cnf.clauses += clauses.reshape(-1, 3).tolist()


def one_hot_levels(cnf: Cnf, graph: Graph, root: int, bound: int) -> None:
    """No cycle of open edges, no vertex further than ``bound`` from the root: levels in unary.

    The parts of :func:`arborescence`, and a variable for each vertex and level; an arc from u to v
    takes u's level to the next for v, and each vertex has a level. A level below a vertex's
    distance in the graph is impossible, and in a bipartite graph every second one, so these get
    no variable. That a vertex has one level only need not be said: round a cycle levels would
    rise without end. Size: about V * bound / 2 variables and E * bound clauses on a grid. Levels
    as in the one-hot encodings of Zhou2020. Raises MemoryError above five million clauses.
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
    clauses = np.stack((-arc[rows], -first[start] - number, first[end] + following), axis=1)
    cnf.clauses += clauses[within].tolist()
    cnf.clauses += clauses[~within, :2].tolist()


def planar_tree(cnf: Cnf, graph: Graph, root: int, faces: Literals, outer: int) -> None:
    """The open edges are a spanning tree of a connected plane graph, without any numbers.

    A tree in a plane graph and the closed edges in its dual determine each other: closed edges
    are a spanning tree of the faces. Both are directed away from their roots, every other vertex
    and face is entered exactly once. That this is enough, Williams2002 shows by counting: inside
    a cycle there would be one edge too few, provided that ``root`` lies on the face ``outer``, so
    that no cycle can part the two.

    faces: int64[edges of the graph, 2], the faces on both sides of each edge; equal for a bridge.
    Size: 4E variables, about 12E clauses: linear.
    """
    arborescence(cnf, graph, root)
    edges = graph.edges
    bridge = faces[:, 0] == faces[:, 1]
    cnf.clauses += (edges[bridge, None] + 1).tolist()
    is_open = edges[~bridge] + 1
    arcs = np.array(cnf.block(2 * len(is_open)), np.int64).reshape(-1, 2)
    there, back = arcs.T
    _add_rows(cnf, is_open, there, back)
    _add_rows(cnf, -there, -is_open)
    _add_rows(cnf, -back, -is_open)
    _add_rows(cnf, -there, -back)
    _entered_once(cnf, faces[~bridge], arcs, np.unique(faces), outer)


# For each number of bits, the places (from 1) whose sum modulo 2 is shifted in: registers that
# run through all 2^k - 1 states but zero (primitive polynomials; a test runs them).
FEEDBACK = {
    2: (2, 1), 3: (3, 2), 4: (4, 3), 5: (5, 3), 6: (6, 5), 7: (7, 6), 8: (8, 6, 5, 4), 9: (9, 5),
    10: (10, 7), 11: (11, 9), 12: (12, 6, 4, 1), 13: (13, 4, 3, 1), 14: (14, 5, 3, 1),
    15: (15, 14), 16: (16, 15, 13, 4), 17: (17, 14), 18: (18, 11), 19: (19, 6, 2, 1), 20: (20, 17),
}  # fmt: skip


def one_circuit(cnf: Cnf, nodes: int, arcs: Literals, conditions: Literals) -> None:
    """The arcs whose conditions hold form one circuit through all nodes.

    It is known that they give every node one successor and one predecessor. arcs: int64[a, 2],
    nodes from 0; conditions: int64[a], a literal each, 0 for an arc that always holds.

    Each node has the state of a shift register with linear feedback (Zhou2020): no carries. The
    successor's state is the next one, except into node 0; the register's period is at least the
    number of nodes, so that no shorter circuit comes back to its state. Size: k bits and at most
    3 helpers a node, 2k clauses an arc, k about log2(nodes). Raises ValueError above 2^20 nodes.
    """
    count = max(2, (nodes + 1).bit_length())
    if count not in FEEDBACK:
        raise ValueError(f"a circuit of {nodes} nodes: at most {2 ** max(FEEDBACK) - 2}")
    bits = np.array(cnf.block(nodes * count), np.int64).reshape(-1, count)
    cnf.clauses += bits.tolist()  # the state zero would stay zero
    shifted_in = bits[:, FEEDBACK[count][0] - 1]
    for place in FEEDBACK[count][1:]:
        shifted_in = _parity(cnf, shifted_in, bits[:, place - 1])
    following = np.hstack((shifted_in[:, None], bits[:, :-1]))
    cnf.clauses += [[literal] for literal in (*bits[0, :1].tolist(), *(-bits[0, 1:]).tolist())]
    inner = arcs[:, 1] != 0
    always = conditions == 0
    start, end = arcs[inner & ~always].T
    _equal_where(cnf, conditions[inner & ~always], following[start], bits[end])
    start, end = arcs[inner & always].T
    for sign in (1, -1):
        clauses = np.stack((-sign * following[start], sign * bits[end]), axis=2)
        cnf.clauses += clauses.reshape(-1, 2).tolist()
