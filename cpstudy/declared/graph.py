"""Constraints on graphs: each evaluates itself, gives cuts, and decomposes for other solvers.

CPMpy has no connected set, no forest and no parts of given sizes. Here each is a global constraint
of CPMpy whose arguments are expressions over the answer, with

- ``cuts(values)``: of values of the arguments that break it, demands that the values break and
  every answer keeps; none exactly where the constraint holds. A *cut* is a list of (argument,
  value, is it so), of which one must hold.
- ``decompose``: for solvers that take no cuts: levels from a root (Miller1960), with helpers.

*Connected*: a component that is not all reaches out: one of its neighbours is true, or one node
each of it and of another component is false. Where links connect, one that leaves it is.
*Matched*: of nodes that have fewer partners than they are, one is false (Hall1935). *Forest*: of a
circle one line is missing. *SizedParts*: a part that is too small has a place that differs or a
neighbour that is equal; of one that is too large, so many connected places are not all equal.

Cost: linear in the graph for cuts; decompositions are forests (encode/cpmpy_constraints.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import cpmpy as cp
from cpmpy.expressions.globalconstraints import GlobalConstraint

from cpstudy.encode.cpmpy_constraints import boolvars
from cpstudy.encode.cpmpy_constraints import forest as spanning

Pair = tuple[int, int]
# (argument, value, whether it has it): one of a list must hold.
Cut = list[tuple[int, int, bool]]


class GraphConstraint(GlobalConstraint):  # type: ignore[misc]
    """A constraint that may be added lazily. nodes: their number; edges: pairs of them."""

    def __init__(self, name: str, arguments: Sequence[Any], edges: Iterable[Pair]) -> None:
        super().__init__(name, tuple(arguments))
        self.edges = list(edges)

    def cuts(self, values: Sequence[int]) -> list[Cut]:
        """Demands that values of the arguments break; none where they are allowed."""
        raise NotImplementedError

    def value(self) -> bool:
        """Whether it holds under the values that its variables have."""
        return not self.cuts(self.values())

    def values(self) -> list[int]:
        """The arguments' values."""
        return [int(a.value()) if hasattr(a, "value") else int(a) for a in self.args]

    def decompose_positive(self) -> tuple[list[Any], list[Any]]:
        """See CPMpy."""
        return self.decompose()  # type: ignore[no-any-return]


def neighbours(nodes: int, edges: Sequence[Pair]) -> list[list[Pair]]:
    """For each node pairs of a neighbour and the number of the edge to it."""
    near: list[list[Pair]] = [[] for _ in range(nodes)]
    for number, (a, b) in enumerate(edges):
        near[a].append((b, number))
        near[b].append((a, number))
    return near


def components(
    nodes: Iterable[int], near: Sequence[Sequence[Pair]], open_edge: Sequence[Any] | None
) -> list[list[int]]:
    """The connected parts of some nodes, smallest first. open_edge: None where all edges are."""
    left = dict.fromkeys(nodes)
    found = []
    while left:
        part = [left.popitem()[0]]
        for node in part:
            for other, edge in near[node]:
                if other in left and (open_edge is None or open_edge[edge]):
                    del left[other]
                    part.append(other)
        found.append(part)
    return sorted(found, key=len)


class Connected(GraphConstraint):
    """The true nodes are connected by edges, or by those edges whose link is true."""

    def __init__(
        self, nodes: Sequence[Any], edges: Iterable[Pair], links: Sequence[Any] | None = None
    ) -> None:
        super().__init__("connected", [*map(_expression, nodes), *(links or ())], edges)
        self.nodes, self.linked = len(nodes), links is not None
        self.near = neighbours(self.nodes, self.edges)

    def parts(self, values: Sequence[int]) -> list[list[int]]:
        """The components, smallest first."""
        true = [node for node in range(self.nodes) if values[node]]
        return components(true, self.near, values[self.nodes :] if self.linked else None)

    def cuts(self, values: Sequence[int]) -> list[Cut]:
        """See the module: one for each component, of two for the smaller."""
        parts = self.parts(values)
        if len(parts) < 2:
            return []
        return [
            self._reaching_out(part, parts[1 if number == 0 else 0])
            for number, part in enumerate(parts[: 1 if len(parts) == 2 else None])
        ]

    def _reaching_out(self, part: Sequence[int], other: Sequence[int]) -> Cut:
        inside = set(part)
        beyond = {
            self.nodes + edge if self.linked else neighbour
            for node in part
            for neighbour, edge in self.near[node]
            if neighbour not in inside
        }
        ends: Cut = [(part[0], 1, False), (other[0], 1, False)]
        return ends + [(place, 1, True) for place in sorted(beyond)]

    def decompose(self) -> tuple[list[Any], list[Any]]:
        """A tree of the true nodes: one of them at most is a root."""
        nodes, links = self.args[: self.nodes], self.args[self.nodes :]
        roots = boolvars(self.nodes)
        rules, ways = spanning(nodes, roots, self.edges, self.nodes - 1)
        for pair, link in zip(ways, links, strict=False):
            rules += [way.implies(link) for way in pair]
        return [*rules, cp.sum(roots) <= 1], []


class Forest(GraphConstraint):
    """The true edges make no circle."""

    def __init__(self, lines: Sequence[Any], edges: Iterable[Pair]) -> None:
        super().__init__("forest", lines, edges)
        self.nodes = 1 + max((max(pair) for pair in self.edges), default=-1)
        self.near = neighbours(self.nodes, self.edges)

    def cuts(self, values: Sequence[int]) -> list[Cut]:
        """One for each true edge that closes a circle of a spanning forest."""
        above: dict[int, tuple[int, int]] = {}  # of a node: its parent, the edge
        depth: dict[int, int] = {}
        found: list[Cut] = []
        for start in range(self.nodes):
            if start in depth:
                continue
            depth[start], queue, used = 0, [start], set()
            for node in queue:
                for other, edge in self.near[node]:
                    if not values[edge] or edge in used:
                        continue
                    used.add(edge)
                    if other in depth:
                        found.append(
                            [(e, 1, False) for e in _circle(node, other, edge, above, depth)]
                        )
                    else:
                        depth[other], above[other] = depth[node] + 1, (node, edge)
                        queue.append(other)
        return found

    def decompose(self) -> tuple[list[Any], list[Any]]:
        """The lines are those of a forest of all nodes."""
        nodes = [cp.BoolVal(True)] * self.nodes
        rules, ways = spanning(nodes, boolvars(self.nodes), self.edges, self.nodes - 1)
        return rules + [
            cp.any(pair) == line for pair, line in zip(ways, self.args, strict=True)
        ], []


def _circle(
    one: int, other: int, edge: int, above: Mapping[int, Pair], depth: Mapping[int, int]
) -> list[int]:
    edges = [edge]
    while one != other:
        if depth[one] < depth[other]:
            one, other = other, one
        one, up = above[one]
        edges.append(up)
    return edges


class Matched(GraphConstraint):
    """Each true node has a partner that no other has. partners: numbers, for each node."""

    def __init__(self, nodes: Sequence[Any], partners: Sequence[Sequence[int]]) -> None:
        super().__init__("matched", nodes, ())
        self.partners = [list(of) for of in partners]

    def cuts(self, values: Sequence[int]) -> list[Cut]:
        """Of nodes that share too few partners (Hall1935) one is false."""
        holder: dict[int, int] = {}  # of a partner: its node
        for start in (node for node, value in enumerate(values) if value):
            reached, came = {start: -1}, dict[int, int]()  # a partner came from a node
            end = None
            for node in (queue := [start]):
                for partner in self.partners[node]:
                    if partner in came:
                        continue
                    came[partner] = node
                    if partner not in holder:
                        end = partner
                        break
                    if holder[partner] not in reached:
                        reached[holder[partner]] = partner
                        queue.append(holder[partner])
                if end is not None:
                    break
            if end is None:
                return [[(node, 1, False) for node in sorted(reached)]]
            while end != -1:  # along the path each node takes the partner that it came to
                node = came[end]
                holder[end], end = node, reached[node]
        return []

    def decompose(self) -> tuple[list[Any], list[Any]]:
        """A Boolean for each pair; a true node has one, a partner at most one."""
        of: dict[int, list[Any]] = {}
        rules: list[Any] = []
        for node, partners in zip(self.args, self.partners, strict=True):
            pairs = [cp.boolvar() for _ in partners]
            for partner, pair in zip(partners, pairs, strict=True):
                of.setdefault(partner, []).append(pair)
            rules.append(node.implies(cp.any(pairs)) if pairs else ~node)
        rules += [cp.sum(pairs) <= 1 for pairs in of.values() if len(pairs) > 1]
        return rules, []


class SizedParts(GraphConstraint):
    """Neighbours of equal number form parts, each of as many places as its number."""

    def __init__(self, numbers: Sequence[Any], edges: Iterable[Pair]) -> None:
        super().__init__("sized_parts", numbers, edges)
        self.near = neighbours(len(numbers), self.edges)

    def cuts(self, values: Sequence[int]) -> list[Cut]:
        """See the module: one for each part of a wrong size."""
        same = [values[a] == values[b] for a, b in self.edges]
        found: list[Cut] = []
        for part in components(range(len(values)), self.near, same):
            size = values[part[0]]
            if len(part) > size:  # in the order of their finding the first ones are connected
                found.append([(place, size, False) for place in part[: max(0, size) + 1]])
            elif len(part) < size:
                inside = set(part)
                beyond = {n for p in part for n, _ in self.near[p] if n not in inside}
                grown: Cut = [(place, size, True) for place in sorted(beyond)]
                found.append([(place, size, False) for place in part] + grown)
        return found

    def decompose(self) -> tuple[list[Any], list[Any]]:
        """A tree in each part, with the size of each subtree; the root's is the number."""
        numbers, count = self.args, range(len(self.args))
        top = max(v.ub for v in numbers)
        level = [cp.intvar(0, top - 1) for _ in count]
        size = [cp.intvar(1, top) for _ in count]
        name = [cp.intvar(0, len(numbers) - 1) for _ in count]
        up: list[list[Any]] = [[] for _ in count]
        below: list[list[Any]] = [[] for _ in count]
        rules: list[Any] = []
        for pair in self.edges:
            a, b = pair
            rules.append((numbers[a] == numbers[b]) == (name[a] == name[b]))
            for child, parent in (pair, pair[::-1]):
                chosen, share = cp.boolvar(), cp.intvar(0, top)
                up[child].append(chosen)
                below[parent].append(share)
                rules.append(chosen.implies(name[child] == name[parent]))
                rules.append(chosen.implies(level[child] == level[parent] + 1))
                rules.append(chosen.implies(share == size[child]))
                rules.append((~chosen).implies(share == 0))
        for place in count:
            root = cp.sum(up[place]) == 0 if up[place] else cp.BoolVal(True)
            rules.append(root.implies(name[place] == place))
            rules.append(root.implies(size[place] == numbers[place]))
            rules.append(root.implies(level[place] == 0))
            rules += [name[place] <= place, size[place] == 1 + cp.sum(below[place])]
            rules += [cp.sum(up[place]) <= 1] if up[place] else []
        return rules, []


def one_loop(lines: Mapping[tuple[Any, Any], Any]) -> Connected:
    """Lines of which two are neighbours where they share an end are connected."""
    ends: dict[Any, list[int]] = {}
    for number, pair in enumerate(lines):
        for end in pair:
            ends.setdefault(end, []).append(number)
    pairs = {(a, b) for at_end in ends.values() for a in at_end for b in at_end if a < b}
    return Connected(list(lines.values()), sorted(pairs))


def forest(lines: Mapping[tuple[Any, Any], Any]) -> Forest:
    """The forest of lines by their ends."""
    node = {end: number for number, end in enumerate(dict.fromkeys(e for p in lines for e in p))}
    return Forest(list(lines.values()), [(node[a], node[b]) for a, b in lines])


def visible(line: Sequence[Any]) -> Any:
    """How many of a line are higher than all before, as a sum over places and heights."""
    seen: list[Any] = []
    for place, height in enumerate(line):
        before = line[:place]
        ways = [
            cp.all([height == value, *(other < value for other in before)])
            for value in range(height.lb, height.ub + 1)
        ]
        seen.append(cp.any(ways) if before else cp.BoolVal(True))
    return cp.sum(seen)


def _expression(node: Any) -> Any:
    return node if hasattr(node, "value") else cp.BoolVal(bool(node))
