"""Constraints in CPMpy that several kinds share, stated so that every solver accepts them.

``table`` and ``automaton`` are CPMpy's, extended to empty tables and to one variable, which CPMpy
1.1 rejects. ``forest`` states connectivity: CPMpy has neither trees nor connected sets, and its
``Circuit`` must visit every node. In a forest each vertex is a root or has one parent, which has a
lower level (Miller1960). So chosen vertices are connected if only one of them is a root; a loop is
a single one if its vertices are connected; the edges of a tree are those of its forest.

Size of a forest of n vertices and e edges: 2e Booleans, n integers up to the longest path, 4e
implications. Levels are compared, not added: for SAT solvers this is far cheaper.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import cpmpy as cp


def boolvars(count: int) -> list[Any]:
    """Return ``count`` Booleans in a list, which ``boolvar(shape=1)`` does not."""
    return [cp.boolvar() for _ in range(count)]


def table(variables: Sequence[Any], rows: Iterable[Sequence[int]]) -> Any:
    """Require that the values of the variables are one of the rows."""
    allowed = list(rows)
    return cp.Table(variables, allowed) if allowed else cp.BoolVal(False)


def automaton(
    variables: Sequence[Any], transitions: Sequence[tuple[int, int, int]], final: Collection[int]
) -> Any:
    """Require that transitions (state, value, state) lead from state 0 to a final state."""
    if len(variables) == 1:
        return table(variables, ([v] for s, v, then in transitions if s == 0 and then in final))
    return cp.Regular(variables, transitions, 0, list(final)) if final else cp.BoolVal(False)


def forest(
    vertices: Sequence[Any], roots: Sequence[Any], edges: Sequence[tuple[int, int]], longest: int
) -> tuple[list[Any], list[list[Any]]]:
    """Return the constraints of a forest, and two Booleans for each edge.

    The Booleans of an edge state that its second end, or its first end, is the parent of the other.

    vertices: for each vertex, whether it is in the forest. roots: for each vertex, whether it is a
    root; roots are in the forest. edges: pairs of different vertices. longest: the largest number
    of edges on a path from a root.
    """
    level = [cp.intvar(0, longest) for _ in vertices]
    parents: list[list[Any]] = [[] for _ in vertices]
    rules, ways = [], []
    for a, b in edges:
        ways.append(boolvars(2))
        for child, parent, chosen in zip((a, b), (b, a), ways[-1], strict=True):
            parents[child].append(chosen)
            rules += [
                chosen.implies(level[child] > level[parent]),
                chosen.implies(vertices[parent]),
            ]
    for vertex, root, own in zip(vertices, roots, parents, strict=True):
        rules.append(cp.sum([root, *own]) == vertex)
    return rules, ways
