"""The state graph: states as nodes, transitions as edges, forbidden successors dashed.

For looking at small spaces, as Figures 1 and 2 of Kamies2016 do: bold nodes are starts and goals,
dashed ones are states that the rules forbid (``StateSpace.invalid``); a path may be marked. The
graph is written as DOT, for Graphviz, and by networkx as GraphML, and it is a drawing in levels:
a row a distance from the start, nodes ordered by their neighbours above. networkx is an extra
(``pip install 'cpstudy[graph]'``) and needed for GraphML only.

Cost: one expansion a state. Larger graphs than asked for are refused, not cut.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from cpstudy.core.drawing import (
    CHANGED,
    GRID,
    INK,
    PAPER,
    SHADE,
    Drawing,
    Label,
    Line,
    Polygon,
    Shape,
)
from cpstudy.explore.space import State, StateSpace

_LARGEST = 100_000
_LARGEST_DRAWING = 1_000
_ROW = 2.4  # cells from one level to the next
_CHARACTER = 0.34  # cells a character is wide
_HEIGHT = 0.9
_GAP = 0.8


@dataclass(frozen=True)
class Node:
    """One state. level: distance from a start. reason: why the rules forbid it, or ""."""

    text: str
    level: int
    initial: bool = False
    goal: bool = False
    on_path: bool = False
    reason: str = ""


@dataclass(frozen=True)
class Edge:
    """One transition between nodes by number; ``forbidden``: it leads to a forbidden state."""

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
        """The graph in Graphviz's language."""
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

        Raises ValueError where networkx is not installed.
        """
        try:
            import networkx
        except ImportError:
            raise ValueError("networkx is not installed: pip install 'cpstudy[graph]'") from None
        graph = networkx.MultiDiGraph()
        for number, node in enumerate(self.nodes):
            graph.add_node(number, **vars(node))
        for edge in self.edges:
            attributes = {k: v for k, v in vars(edge).items() if k not in ("source", "target")}
            graph.add_edge(edge.source, edge.target, **attributes)
        return graph

    def graphml(self) -> str:
        """The graph as GraphML. Raises ValueError where networkx is not installed."""
        graph = self.networkx()
        import networkx

        return "\n".join(networkx.generate_graphml(graph)) + "\n"

    def drawing(self) -> Drawing:
        """The graph in levels. Raises ValueError for more than a thousand nodes."""
        if len(self.nodes) > _LARGEST_DRAWING:
            raise ValueError(
                f"{len(self.nodes)} states: a drawing of more than {_LARGEST_DRAWING} shows nothing"
            )
        centres, width, height = self._places()
        shapes: list[Shape] = []
        merged: dict[tuple[int, int, str], list[Edge]] = {}
        for edge in self.edges:  # there and back by the same move are one line
            ends = (min(edge.source, edge.target), max(edge.source, edge.target))
            merged.setdefault((*ends, edge.label), []).append(edge)
        for edges in merged.values():
            shapes += self._strokes(edges, centres)
        for node, (x, y) in zip(self.nodes, centres, strict=True):
            half = _half_width(node)
            top, bottom = y - _HEIGHT / 2, y + _HEIGHT / 2
            bold = node.initial or node.goal
            shapes.append(
                Polygon(
                    ((x - half, top), (x + half, top), (x + half, bottom), (x - half, bottom)),
                    fill=SHADE if node.on_path else PAPER,
                    edge=INK,
                    width=0.1 if bold else 0.04,
                    dashed=bool(node.reason),
                )
            )
            shapes.append(Label(x, y, node.text))
        return Drawing(width, height, tuple(shapes))

    def _strokes(self, edges: list[Edge], centres: list[tuple[float, float]]) -> list[Shape]:
        """The line between two boxes, its arrow heads and its label."""
        first = edges[0]
        source, target = centres[first.source], centres[first.target]
        if source == target:  # a step to the same state; DOT and GraphML have it
            return []
        colour = GRID if first.forbidden else INK
        if any(edge.on_path for edge in edges):
            colour = CHANGED
        ends = {
            first.source: _border(self.nodes[first.source], source, target),
            first.target: _border(self.nodes[first.target], target, source),
        }
        (x1, y1), (x2, y2) = ends[first.source], ends[first.target]
        shapes: list[Shape] = [Line(x1, y1, x2, y2, colour, 0.04, dashed=first.forbidden)]
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        for end in sorted({edge.target for edge in edges}):
            x, y = ends[end]
            sign = 1 if end == first.target else -1
            bx, by = x - sign * 0.35 * ux, y - sign * 0.35 * uy
            wings = ((bx - 0.12 * uy, by + 0.12 * ux), (bx + 0.12 * uy, by - 0.12 * ux))
            shapes.append(Polygon(((x, y), *wings), fill=colour))
        shapes.append(Label((x1 + x2) / 2 + 0.2, (y1 + y2) / 2, first.label, colour, 0.32))
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
    """Where the line from the centre of a node's box leaves the box."""
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
    forbidden: bool = True,
    most: int = _LARGEST,
) -> StateGraph:
    """All reachable states of ``space``, and the forbidden successors.

    path: states to mark, e.g. the ``trace`` of a result. Raises ValueError where there are more
    than ``most`` states.
    """
    canonical = space.canonical
    on_path = {canonical(state) for state in path}  # type: ignore[arg-type]
    steps = {(canonical(a), canonical(b)) for a, b in pairwise(path)}  # type: ignore[arg-type]
    number: dict[Hashable, int] = {}
    states: list[State] = []
    nodes: list[Node] = []
    edges: list[Edge] = []

    def numbered(state: State, level: int, initial: bool) -> int:
        key = canonical(state)
        if key not in number:
            if len(nodes) >= most:
                raise ValueError(f"more than {most} states: too many for a graph")
            number[key] = len(nodes)
            states.append(state)
            nodes.append(
                Node(space.describe(state), level, initial, space.is_goal(state), key in on_path)
            )
        return number[key]

    for state in space.initial():
        numbered(state, 0, True)
    head = 0
    while head < len(states):
        state, key = states[head], canonical(states[head])
        marked = False
        for label, following, cost in space.successors(state):
            target = numbered(following, nodes[head].level + 1, False)
            # Of parallel transitions along the path the first is marked.
            step = not marked and (key, canonical(following)) in steps
            marked |= step
            edges.append(Edge(head, target, label, cost, step))
        head += 1
    if forbidden:
        refused: dict[Hashable, int] = {}
        for source, state in enumerate(states):
            for label, following, reason in space.invalid(state):
                key = canonical(following)
                if key not in refused:
                    refused[key] = len(nodes)
                    level = nodes[source].level + 1
                    nodes.append(Node(space.describe(following), level, reason=reason))
                edges.append(Edge(source, refused[key], label, 0, forbidden=True))
    return StateGraph(tuple(nodes), tuple(edges))
