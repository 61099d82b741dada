"""Global constraints on graphs for CPMpy: each can be evaluated, separated by cuts, and decomposed.

CPMpy lacks connected sets, forests and parts of given sizes. Here each is a global constraint whose
arguments are expressions over the answer, with three methods:

- ``cuts(values)``: clauses that the values violate and every answer satisfies; empty exactly if the
  constraint holds. A *cut* is a list of literals (argument, value, whether it is equal), at least
  one of which must hold. Forests and parts of given sizes also accept open arguments, as sets of
  values; then the first literal of a cut may be open.
- ``decompose``: levels from a root (Miller1960), with helpers, for solvers that do not take cuts.
- ``circuit``: the arcs of one circuit, if lines with known ends form one, for solvers with a
  circuit constraint.

*Connected*: if there are several components, one of a component's neighbours is true, or one node
of it or one node of another component is false; with links, one link that leaves it is true.
*Matched*: of nodes with fewer partners than nodes, one is false (Hall1935). *Forest*: one line of a
cycle is false. *SizedParts*: a place whose space is too small has another number, or a place next
to this space has the same number; of too many connected places, one has another number.

Cost: cuts are linear in the graph, except that in forests each line searches for the path that it
closes; decompositions are forests (encode/cpmpy_constraints.py).
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

import cpmpy as cp
from cpmpy.expressions.globalconstraints import GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction

from cpstudy.encode.cpmpy_constraints import boolvars
from cpstudy.encode.cpmpy_constraints import forest as spanning

# If a space has fewer than this many spare places, cuts try all of them; else only the neighbours.
_LITTLE = 6
# Entries of the cache of cuts.
_KEPT = 4096

Nodes = frozenset[int]
Pair = tuple[int, int]
# The value of an argument, or the possible values of an open one.
Value = int | Collection[int]
# (argument, value, whether they are equal).
Literal = tuple[int, int, bool]
Cut = list[Literal]
Decomposed = tuple[list[Any], list[Any]]
# Constraints, and the arcs (from, to, whether it is taken) of one circuit; an optional node has an
# arc to itself.
Circuit = tuple[list[Any], list[tuple[int, int, Any]]]


class GraphConstraint(GlobalConstraint):  # type: ignore[misc]
    """A constraint that can be added lazily. edges: pairs of nodes. near: see neighbours()."""

    def __init__(
        self, name: str, arguments: Sequence[Any], nodes: int, edges: Iterable[Pair]
    ) -> None:
        super().__init__(name, tuple(arguments))
        self.nodes, self.edges = nodes, list(edges)
        self.near = neighbours(nodes, self.edges)

    def cuts(self, values: Sequence[Any]) -> list[Cut]:
        """Return cuts that the values of the arguments violate; none if they are allowed."""
        raise NotImplementedError

    def value(self) -> bool:
        """Return whether the constraint holds under the current values of its variables."""
        return not self.cuts(self.values())

    def values(self) -> list[int]:
        """Return the current values of the arguments."""
        return [int(a.value()) if hasattr(a, "value") else int(a) for a in self.args]

    def circuit(self) -> Circuit | None:
        """Return an equivalent circuit, given the constraints at the ends of lines, or None."""
        return None

    def decompose_positive(self) -> Decomposed:
        """See CPMpy."""
        return self.decompose()  # type: ignore[no-any-return]


def neighbours(nodes: int, edges: Sequence[Pair]) -> list[list[Pair]]:
    """Return for each node the pairs (neighbour, index of the edge to it)."""
    near: list[list[Pair]] = [[] for _ in range(nodes)]
    for number, (a, b) in enumerate(edges):
        near[a].append((b, number))
        near[b].append((a, number))
    return near


def components(
    nodes: Iterable[int], near: Sequence[Sequence[Pair]], open_edge: Sequence[Any] | None
) -> list[list[int]]:
    """Return the components of the given nodes, smallest first. open_edge: None: all are open."""
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


def path(near: Sequence[Sequence[Pair]], start: int, end: int) -> list[int]:
    """Return the edges of a shortest path, from its end back to its start."""
    came: dict[int, Pair] = {start: (start, -1)}
    for node in (queue := [start]):
        ways = [(other, edge) for other, edge in near[node] if other not in came]
        came |= {other: (node, edge) for other, edge in ways}
        queue += [other for other, _ in ways]
    found = list[int]()
    while end != start:
        end, edge = came[end]
        found.append(edge)
    return found


class Connected(GraphConstraint):
    """The true nodes are connected by edges; with links, by the edges whose link is true."""

    def __init__(
        self, nodes: Sequence[Any], edges: Iterable[Pair], links: Sequence[Any] | None = None
    ) -> None:
        expressions = [node if hasattr(node, "value") else cp.BoolVal(bool(node)) for node in nodes]
        super().__init__("connected", [*expressions, *(links or ())], len(nodes), edges)
        self.linked = links is not None

    def cuts(self, values: Sequence[int]) -> list[Cut]:
        """Return a cut for each component, but of two only for the smaller."""
        true = [node for node in range(self.nodes) if values[node]]
        parts = components(true, self.near, values[self.nodes :] if self.linked else None)
        if len(parts) < 2:
            return []
        found: list[Cut] = []
        for part, other in zip(parts[: 1 if len(parts) == 2 else None], [parts[1], *parts]):  # noqa: B905
            inside = set(part)
            beyond = {
                self.nodes + edge if self.linked else neighbour
                for node in part
                for neighbour, edge in self.near[node]
                if neighbour not in inside
            }
            ends: Cut = [(part[0], 1, False), (other[0], 1, False)]
            found.append(ends + [(place, 1, True) for place in sorted(beyond)])
        return found

    def decompose(self) -> Decomposed:
        """Return a forest of the true nodes with at most one root."""
        nodes, links = self.args[: self.nodes], self.args[self.nodes :]
        roots = boolvars(self.nodes)
        rules, directed = spanning(nodes, roots, self.edges, self.nodes - 1)
        for pair, link in zip(directed, links, strict=False):
            rules += [arcs.implies(link) for arcs in pair]
        return [*rules, cp.sum(roots) <= 1], []


class OneLoop(Connected):
    """The true lines are connected; two lines are neighbours if they share an end."""

    def __init__(self, lines: Mapping[tuple[Any, Any], Any]) -> None:
        number = {end: k for k, end in enumerate(dict.fromkeys(e for pair in lines for e in pair))}
        self._ends = [(number[a], number[b]) for a, b in lines]
        at = neighbours(len(number), self._ends)
        pairs = {(x, y) for of in at for _, x in of for _, y in of if x < y}
        super().__init__(list(lines.values()), sorted(pairs))

    def circuit(self) -> Circuit:
        """Return a circuit through all ends; each end is optional."""
        return _circuit(self.args, self._ends, ())


class Forest(GraphConstraint):
    """The true edges have no cycle. pairs: the edges form a path between the ends of each pair."""

    def __init__(
        self, lines: Sequence[Any], edges: Iterable[Pair], pairs: Sequence[Pair] = ()
    ) -> None:
        ends = list(edges)
        super().__init__("forest", lines, 1 + max((max(p) for p in ends), default=-1), ends)
        self.pairs = pairs

    def circuit(self) -> Circuit | None:
        """Return a circuit in which the end of each path leads to the start of the next."""
        return _circuit(self.args, self.edges, self.pairs) if self.pairs else None

    def cuts(self, values: Sequence[Value]) -> list[Cut]:
        """Return a cut for each edge that closes a cycle with earlier ones; open ones come last."""
        tree: list[list[Pair]] = [[] for _ in range(self.nodes)]
        part = {node: [node] for node in range(self.nodes)}
        found: list[Cut] = []
        for number in sorted(range(len(self.edges)), key=lambda edge: values[edge] != 1):
            a, b = self.edges[number]
            if values[number] == 1 and part[a] is not part[b]:
                less, more = sorted((part[a], part[b]), key=len)
                more += less
                part |= dict.fromkeys(less, more)
                tree[a].append((b, number))
                tree[b].append((a, number))
            elif values[number] != 0 and part[a] is part[b]:
                circle = [number, *path(tree, a, b)]
                found.append([(edge, 1, False) for edge in circle])
        return found

    def decompose(self) -> Decomposed:
        """Return a forest of all nodes, whose edges are the lines."""
        nodes = [cp.BoolVal(True)] * self.nodes
        rules, directed = spanning(nodes, boolvars(self.nodes), self.edges, self.nodes - 1)
        return rules + [
            cp.any(arcs) == line for arcs, line in zip(directed, self.args, strict=True)
        ], []


class Matched(GraphConstraint):
    """Each true node has a partner of its own. partners: the possible partners of each node."""

    def __init__(self, nodes: Sequence[Any], partners: Sequence[Sequence[Hashable]]) -> None:
        super().__init__("matched", nodes, 0, ())
        self.partners = partners

    def cuts(self, values: Sequence[int]) -> list[Cut]:
        """Return a cut for each node that a maximum matching leaves without a partner."""
        holder: dict[Hashable, int] = {}

        def finds(node: int, tried: dict[Hashable, None]) -> bool:
            for partner in self.partners[node]:
                if partner not in tried:
                    tried[partner] = None
                    if partner not in holder or finds(holder[partner], tried):
                        holder[partner] = node
                        return True
            return False

        for start in (node for node, value in enumerate(values) if value):
            tried: dict[Hashable, None] = {}
            if not finds(start, tried):
                return [[(n, 1, False) for n in sorted({start, *(holder[p] for p in tried)})]]
        return []

    def decompose(self) -> Decomposed:
        """Return a Boolean for each pair: a true node has one partner, a partner at most one."""
        of: dict[Hashable, list[Any]] = {}
        rules: list[Any] = []
        for node, partners in zip(self.args, self.partners, strict=True):
            pairs = boolvars(len(partners))
            for partner, pair in zip(partners, pairs, strict=True):
                of.setdefault(partner, []).append(pair)
            rules.append(node.implies(cp.any(pairs)) if pairs else ~node)
        return rules + [cp.sum(pairs) <= 1 for pairs in of.values() if len(pairs) > 1], []


class SizedParts(GraphConstraint):
    """Adjacent places with equal numbers form parts; each part has its number of places."""

    def __init__(self, numbers: Sequence[Any], edges: Iterable[Pair]) -> None:
        super().__init__("sized_parts", numbers, len(numbers), edges)
        # From one candidate to the next, most parts stay the same or recur.
        self._seen: dict[tuple[int, Nodes, Nodes], list[Cut]] = {}

    def cuts(self, values: Sequence[Value]) -> list[Cut]:
        """Return the cuts for parts that have a wrong size, or cannot reach the right one."""
        may, true = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
        for place, value in enumerate(values):
            if isinstance(value, int):
                true[value].add(place)
                may[value].add(place)
                continue
            for possible in value:
                may[possible].add(place)
        if len(self._seen) > _KEPT:
            self._seen.clear()
        found: list[Cut] = []
        for size, places in may.items():
            key = size, frozenset(places), frozenset(true[size])
            if key not in self._seen:
                self._seen[key] = list(self._cuts(*key))
            found += self._seen[key]
        return found

    def _cuts(self, size: int, may: Nodes, true: Nodes) -> Iterator[Cut]:
        """Yield the cuts of one number. may: places that may have it; true: places that do."""
        for part in self._parts(true):
            start = min(part)
            adjacent = {n for p in part for n, _ in self.near[p] if n in may and n not in true}
            for place in adjacent if len(part) <= size else (start,):
                whole = self._grown(place, true, size + 1)
                if len(whole) > size:  # breadth-first: a prefix is connected
                    yield [(one, size, False) for one in whole[: max(0, size) + 1]]
            space = self._grown(start, may, size + _LITTLE)
            tried = {*space} - true if len(space) < size + _LITTLE else adjacent
            for place in tried if len(part) < size <= len(space) else ():
                less = self._grown(start, may, size, place)
                if len(less) < size:
                    around = [cut for cut in self._around(less, size) if cut[0] != place]
                    yield [(place, size, True), (start, size, False), *around]
        for space in self._parts(may):
            if len(space) < size:
                around = self._around(space, size)
                at = sorted(true.intersection(space))[:1]
                yield from ([(place, size, False), *around] for place in at or space)

    def _around(self, space: Sequence[int], size: int) -> Cut:
        """Return the clause "a place around the space has the number"."""
        beyond = {n for p in space for n, _ in self.near[p]}.difference(space)
        return [(n, size, True) for n in sorted(beyond)]

    def _grown(self, start: int, inside: Nodes, most: int, without: int = -1) -> list[int]:
        """Return the places connected to ``start`` within ``inside``, in order of discovery.

        most: more are not looked for. without: a place that is left out.
        """
        found, seen = [start], {start, without}
        for node in found:
            if len(found) >= most:
                break
            new = [n for n, _ in self.near[node] if n in inside and n not in seen]
            seen.update(new)
            found += new
        return found

    def _parts(self, nodes: Nodes) -> list[list[int]]:
        return components(sorted(nodes), self.near, None)

    def decompose(self) -> Decomposed:
        """Return a tree for each part, with the sizes of subtrees; the root's is the number."""
        numbers, count = self.args, range(self.nodes)
        top = max(v.ub for v in numbers)
        level = [cp.intvar(0, top - 1) for _ in count]
        size = [cp.intvar(1, top) for _ in count]
        name = [cp.intvar(0, self.nodes - 1) for _ in count]
        up: list[list[Any]] = [[] for _ in count]
        below: list[list[Any]] = [[] for _ in count]
        rules: list[Any] = []
        for a, b in self.edges:
            rules.append((numbers[a] == numbers[b]) == (name[a] == name[b]))
            for child, parent in ((a, b), (b, a)):
                chosen, share = cp.boolvar(), cp.intvar(0, top)
                up[child].append(chosen)
                below[parent].append(share)
                above = [name[child] == name[parent], level[child] == level[parent] + 1]
                rules += [chosen.implies(e) for e in (*above, share == size[child])]
                rules.append((~chosen).implies(share == 0))
        for place in count:
            root = cp.sum(up[place]) == 0 if up[place] else cp.BoolVal(True)
            its = [name[place] == place, size[place] == numbers[place], level[place] == 0]
            rules += [root.implies(e) for e in its]
            rules += [name[place] <= place, size[place] == 1 + cp.sum(below[place])]
            rules += [cp.sum(up[place]) <= 1] if up[place] else []
        return rules, []


class Different(GraphConstraint):
    """Two lines differ. It has no graph, but is lazy too, as few pairs of lines come close."""

    def __init__(self, one: Sequence[Any], other: Sequence[Any]) -> None:
        super().__init__("different", (*one, *other), 0, ())

    def cuts(self, values: Sequence[int]) -> list[Cut]:
        """Return a cut if the lines are equal: one place has another value."""
        half = len(values) // 2
        if values[:half] != values[half:]:
            return []
        return [[(place, value, False) for place, value in enumerate(values)]]

    def decompose(self) -> Decomposed:
        """Return "some place differs"."""
        half = len(self.args) // 2
        return [
            cp.any([a != b for a, b in zip(self.args[:half], self.args[half:], strict=True)])
        ], []


def _circuit(lines: Sequence[Any], ends: Sequence[Pair], pairs: Sequence[Pair]) -> Circuit:
    """Return the circuit that takes each line in one direction and leads from pair to pair."""
    arcs: list[tuple[int, int, Any]] = []
    ways = [boolvars(2) for _ in lines]
    for (a, b), (there, back) in zip(ends, ways, strict=True):
        arcs += [(a, b, there), (b, a, back)]
    following = [*pairs[1:], *pairs[:1]]
    arcs += [(one[1], other[0], True) for one, other in zip(pairs, following, strict=True)]
    free = {end for pair in ends for end in pair}.difference(*pairs)
    arcs += [(end, end, cp.boolvar()) for end in sorted(free)]
    return [cp.sum(way) == line for way, line in zip(ways, lines, strict=True)], arcs


class Visible(GlobalFunction):  # type: ignore[misc]
    """The number of integers of a line that are higher than all before them."""

    def __init__(self, line: Sequence[Any]) -> None:
        super().__init__("visible", tuple(line))

    def value(self) -> int:
        """Return the number for the current values."""
        return len({*accumulate((x.value() for x in self.args), max)})

    def decompose(self) -> tuple[Any, list[Any]]:
        """Return a sum over places and heights."""
        first, *line = self.args
        seen: list[Any] = [cp.BoolVal(True)]
        lower = {v: [first < v] for v in range(first.lb + 1, first.ub + 1)}
        for height in line:
            seen.append(cp.any([cp.all([height == v, *below]) for v, below in lower.items()]))
            for v, below in lower.items():
                below.append(height < v)
        return cp.sum(seen), []

    def get_bounds(self) -> tuple[int, int]:
        """See CPMpy."""
        return 1, len(self.args)
