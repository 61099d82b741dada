"""The state graph: states as nodes, transitions as edges, forbidden successors dashed.

For small spaces, as in Figures 1 and 2 of Kamies2016: bold nodes are starts and goals, dashed ones
are states that the rules forbid (``StateSpace.invalid``); a path may be marked. The graph can be
written as DOT for Graphviz, as GraphML by networkx, and as a drawing in levels: one row for each
distance from the start, nodes ordered by their neighbours above. GraphML needs networkx, an extra
(``pip install 'cpstudy[graph]'``).

Cost: one expansion a state, two with forbidden successors. All states are found before the first is
described, so a graph larger than ``most``, or than the budget allows, is refused within half a
second; it is never truncated.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic

from cpstudy.core import drawing as graphics
from cpstudy.core.errors import InputError
from cpstudy.core.palette import CHANGED, GRID, INK, PAPER, SHADE
from cpstudy.core.result import Budget
from cpstudy.state_spaces.limits import STRIDE, Limits, plain_bytes
from cpstudy.state_spaces.space import State, StateSpace

LARGEST = 100_000
LARGEST_DRAWING = 1_000
_NODE_BYTES = 1_000  # a node with its edges, without texts
_ROW = 2.4  # cells from one level to the next
_CHARACTER = 0.34  # cells a character is wide
_HEIGHT = 0.9
_GAP = 0.8
_ROUNDS = 8  # sorts of all layers, down and up


@dataclass(frozen=True)
class Node:
    """One state. level: its distance from a start. reason: why the rules forbid it, or ""."""

    text: str
    level: int
    initial: bool = False
    goal: bool = False
    on_path: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Edge:
    """One transition between numbered nodes; ``forbidden``: it leads to a forbidden state."""

    source: int
    target: int
    label: str
    cost: int
    on_path: bool = False
    forbidden: bool = False


@dataclass(frozen=True)
class StateGraph:
    """Nodes in the order of breadth-first search, forbidden ones last."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def dot(self) -> str:
        """Write the graph in Graphviz's language."""
        lines = ["digraph states {", "  node [shape=box];"]
        for number, node in enumerate(self.nodes):
            styles = []
            if node.reason:
                styles.append("dashed")
            if node.initial or node.goal:
                styles.append("bold")
            extra = f', style="{",".join(styles)}"' if styles else ""
            extra += ", color=red" if node.on_path else ""
            extra += f", tooltip={_quoted(node.reason)}" if node.reason else ""
            lines.append(f"  n{number} [label={_quoted(node.text)}{extra}];")
        for edge in self.edges:
            extra = ", style=dashed" if edge.forbidden else ""
            extra += ", color=red" if edge.on_path else ""
            label = _quoted(edge.label)
            lines.append(f"  n{edge.source} -> n{edge.target} [label={label}{extra}];")
        return "\n".join([*lines, "}", ""])

    def networkx(self) -> Any:
        """The graph as a ``networkx.MultiDiGraph`` with our fields as attributes.

        Raises InputError if networkx is not installed.
        """
        try:
            import networkx
        except ImportError:
            raise InputError("networkx is not installed: pip install 'cpstudy[graph]'") from None
        graph = networkx.MultiDiGraph()
        for number, node in enumerate(self.nodes):
            graph.add_node(number, **vars(node))
        for edge in self.edges:
            attributes = {k: v for k, v in vars(edge).items() if k not in ("source", "target")}
            graph.add_edge(edge.source, edge.target, **attributes)
        return graph

    def graphml(self) -> str:
        """Write the graph as GraphML. Raises InputError if networkx is not installed."""
        graph = self.networkx()
        import networkx

        return "\n".join(networkx.generate_graphml(graph)) + "\n"

    def drawing(self) -> graphics.Drawing:
        """Draw the graph in levels. Raises InputError for more than a thousand nodes."""
        if len(self.nodes) > LARGEST_DRAWING:
            raise InputError(
                f"{len(self.nodes)} states: a drawing of more than {LARGEST_DRAWING} shows nothing"
            )
        centres, width, height = self._places()
        shapes: list[graphics.Shape] = []
        merged: dict[tuple[int, int, str], list[Edge]] = {}
        for edge in self.edges:  # a move and its inverse of the same name are one line
            ends = (min(edge.source, edge.target), max(edge.source, edge.target))
            merged.setdefault((*ends, edge.label), []).append(edge)
        for edges in merged.values():
            shapes += self._strokes(edges, centres)
        for node, (x, y) in zip(self.nodes, centres, strict=True):
            half = _half_width(node)
            top, bottom = y - _HEIGHT / 2, y + _HEIGHT / 2
            bold = node.initial or node.goal
            shapes.append(
                graphics.Polygon(
                    ((x - half, top), (x + half, top), (x + half, bottom), (x - half, bottom)),
                    fill=SHADE if node.on_path else PAPER,
                    edge=INK,
                    width=0.1 if bold else 0.04,
                    dashed=bool(node.reason),
                )
            )
            shapes.append(graphics.Label(x, y, node.text))
        return graphics.Drawing(width, height, tuple(shapes))

    def _strokes(
        self, edges: list[Edge], centres: list[tuple[float, float]]
    ) -> list[graphics.Shape]:
        """The line between two boxes, its arrow heads and its label."""
        first = edges[0]
        source, target = centres[first.source], centres[first.target]
        if source == target:  # a step to the same state; only DOT and GraphML show it
            return []
        colour = GRID if first.forbidden else INK
        if any(edge.on_path for edge in edges):
            colour = CHANGED
        ends = {
            first.source: _border(self.nodes[first.source], source, target),
            first.target: _border(self.nodes[first.target], target, source),
        }
        (x1, y1), (x2, y2) = ends[first.source], ends[first.target]
        shapes: list[graphics.Shape] = [
            graphics.Line(x1, y1, x2, y2, colour, 0.04, dashed=first.forbidden)
        ]
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        for end in sorted({edge.target for edge in edges}):
            x, y = ends[end]
            sign = 1 if end == first.target else -1
            bx, by = x - sign * 0.35 * ux, y - sign * 0.35 * uy
            wings = ((bx - 0.12 * uy, by + 0.12 * ux), (bx + 0.12 * uy, by - 0.12 * ux))
            shapes.append(graphics.Polygon(((x, y), *wings), fill=colour))
        shapes.append(graphics.Label((x1 + x2) / 2 + 0.2, (y1 + y2) / 2, first.label, colour, 0.32))
        return shapes

    def _places(self) -> tuple[list[tuple[float, float]], float, float]:
        levels: list[list[int]] = [
            [] for _ in range(1 + max((n.level for n in self.nodes), default=0))
        ]
        for number, node in enumerate(self.nodes):
            levels[node.level].append(number)
        above: dict[int, list[int]] = {number: [] for number in range(len(self.nodes))}
        for edge in self.edges:
            if self.nodes[edge.source].level < self.nodes[edge.target].level:
                above[edge.target].append(edge.source)
        spans = [2 * _half_width(node) + _GAP for node in self.nodes]
        width = max((sum(spans[i] for i in level) for level in levels), default=1.0) or 1.0
        x: dict[int, float] = {}
        for level in levels:
            level.sort(key=lambda i: (_mean([x[j] for j in above[i]]), i))
            left = (width - sum(spans[i] for i in level)) / 2
            for i in level:
                x[i] = left + spans[i] / 2
                left += spans[i]
        centres = [(x[i], 0.7 + _ROW * node.level) for i, node in enumerate(self.nodes)]
        return centres, width, _ROW * (len(levels) - 1) + 1.4


def _half_width(node: Node) -> float:
    return len(node.text) * _CHARACTER / 2 + 0.2


def _border(
    node: Node, centre: tuple[float, float], towards: tuple[float, float]
) -> tuple[float, float]:
    """The point where the line from the centre of a node's box leaves the box."""
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    share = min(
        _half_width(node) / abs(dx) if dx else 1.0, _HEIGHT / 2 / abs(dy) if dy else 1.0, 0.5
    )
    return centre[0] + share * dx, centre[1] + share * dy


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def state_graph(
    space: StateSpace[State],
    *,
    path: Sequence[Hashable] = (),
    most: int = LARGEST,
    budget: Budget | None = None,
) -> StateGraph:
    """The graph of all reachable states of ``space`` and of the forbidden successors.

    path: states to mark, e.g. the ``trace`` of a result. Raises InputError if there are more than
    ``most`` states, or more than the budget allows.
    """
    found = reached(space, most, budget)
    canonical = space.canonical
    on_path = {canonical(state) for state in path}  # type: ignore[arg-type]
    steps = {(canonical(a), canonical(b)) for a, b in pairwise(path)}  # type: ignore[arg-type]
    nodes = []
    for place, (key, state) in enumerate(zip(found.number, found.states, strict=True)):
        found.check(place)
        text, goal = space.describe(state), space.is_goal(state)
        found.used += len(text)
        first = found.levels[place] == 0
        nodes.append(Node(text, found.levels[place], first, goal, key in on_path))
    edges = []
    keys = list(found.number)
    marked = -1
    for source, target, label, cost in found.edges:
        # Of parallel transitions along the path, only the first is marked.
        step = source != marked and (keys[source], keys[target]) in steps
        if step:
            marked = source
        edges.append(Edge(source, target, label, cost, step))
    return _with_forbidden(space, StateGraph(tuple(nodes), tuple(edges)), found)


class Reached(Generic[State]):
    """The states of a space in breadth-first order, and their transitions.

    number: canonical form -> number of the state. levels: distances from a start, in moves. edges:
    (from, to, label, cost) by number, in the order of expansion.
    """

    def __init__(self, budget: Budget, most: int) -> None:
        self.number: dict[Hashable, int] = {}
        self.states: list[State] = []
        self.levels: list[int] = []
        self.edges: list[tuple[int, int, str, int]] = []
        self.used = 0  # bytes, roughly
        self._limits = Limits(budget, None)
        self._most = min(most, self._limits.states)

    def add(self, key: Hashable, state: State, level: int) -> int:
        """The number of a state; a new state is added. Raises InputError for too many states."""
        if key not in self.number:
            if len(self.states) >= self._most:
                most = self._most
                raise InputError(f"more than {most} states: a graph of more than {most} is refused")
            self.number[key] = len(self.states)
            self.states.append(state)
            self.levels.append(level)
        return self.number[key]

    def check(self, place: int) -> None:
        """Check the budget every few states. Raises InputError if it is exceeded."""
        if place % STRIDE == 0:
            states = len(self.states)
            used = self.used + (plain_bytes(self.states[0]) + _NODE_BYTES) * states
            stop = self._limits.strikes(states, states - place, 0, used)
            if stop is not None:
                raise InputError(f"no graph of {states} states or more (stopped: {stop})")


def reached(
    space: StateSpace[State], most: int = LARGEST, budget: Budget | None = None
) -> Reached[State]:
    """Find all reachable states of ``space``.

    Raises InputError if there are more than ``most``, or more than the budget allows.
    """
    found: Reached[State] = Reached(budget or Budget(), most)
    for state in space.initial():
        found.add(space.canonical(state), state, 0)
    head = 0
    while head < len(found.states):
        found.check(head)
        for label, following, cost in space.successors(found.states[head]):
            key = space.canonical(following)
            target = found.add(key, following, found.levels[head] + 1)
            found.edges.append((head, target, label, cost))
        head += 1
    return found


def _with_forbidden(
    space: StateSpace[State], graph: StateGraph, reached: Reached[State]
) -> StateGraph:
    nodes, edges = list(graph.nodes), list(graph.edges)
    refused: dict[Hashable, int] = {}
    for source, state in enumerate(reached.states):
        reached.check(source)
        for label, following, reason in space.invalid(state):
            key = space.canonical(following)
            if key not in refused:
                refused[key] = len(nodes)
                level = reached.levels[source] + 1
                nodes.append(Node(space.describe(following), level, reason=reason))
            edges.append(Edge(source, refused[key], label, 0, forbidden=True))
    return StateGraph(tuple(nodes), tuple(edges))


def ranks(levels: Sequence[int], edges: Iterable[tuple[int, int]]) -> list[int]:
    """The place of each node in its layer, from 0, chosen so that few edges cross.

    The barycentre heuristic of Sugiyama1981: in sweeps down and up, the nodes of a layer are sorted
    by the mean place of their neighbours in the layer sorted before. Finding the best order is
    NP-hard; a few rounds are enough for pictures. The order is deterministic.

    levels: the layer of each node, from 0. edges: pairs of nodes; edges between layers that are not
    adjacent are ignored.
    """
    layers: list[list[int]] = [[] for _ in range(1 + max(levels, default=-1))]
    for node, level in enumerate(levels):
        layers[level].append(node)
    above: list[list[int]] = [[] for _ in levels]
    below: list[list[int]] = [[] for _ in levels]
    for edge in edges:
        upper, lower = sorted(edge, key=lambda node: levels[node])
        if levels[lower] == levels[upper] + 1:
            below[upper].append(lower)
            above[lower].append(upper)
    # Places are measured from the middle of a layer, so that layers of any size are comparable.
    place = [0.0] * len(levels)
    for layer in layers:
        _put(layer, place)
    for _ in range(_ROUNDS):
        for layer in layers:
            _sort(layer, above, place)
        for layer in reversed(layers):
            _sort(layer, below, place)
    found = [0] * len(levels)
    for layer in layers:
        for rank, node in enumerate(layer):
            found[node] = rank
    return found


def _sort(layer: list[int], adjacent: list[list[int]], place: list[float]) -> None:
    """Order a layer by its neighbours' places; nodes without neighbours keep their place."""

    def barycentre(node: int) -> float:
        near = adjacent[node]
        return sum(place[other] for other in near) / len(near) if near else place[node]

    layer.sort(key=barycentre)
    _put(layer, place)


def _put(layer: list[int], place: list[float]) -> None:
    for rank, node in enumerate(layer):
        place[node] = rank - (len(layer) - 1) / 2
