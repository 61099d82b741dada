"""Constraints in CPMpy that kinds share, made of those that every solver takes.

``table`` and ``automaton`` are CPMpy's, also where nothing is allowed or there is one variable:
CPMpy 1.1 takes neither. ``forest`` connects: CPMpy's ``Circuit`` must visit every node, and it has
no tree and no connected set. In a forest each vertex is a root or has one parent, of a lower level
(Miller1960). So chosen vertices are connected where one of them is a root; a loop is one where its
vertices are; and the edges of a tree are those of its forest.

Size of a forest of n vertices and e edges: 2e Booleans, n integers up to the longest path, 4e
implications. Levels are compared and not added: that is what SAT solvers need by far.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import cpmpy as cp


def boolvars(count: int) -> list[Any]:
    """So many Booleans. (``boolvar(shape=1)`` is not a list.)"""
    return [cp.boolvar() for _ in range(count)]


def table(variables: Sequence[Any], rows: Iterable[Sequence[int]]) -> Any:
    """The variables' values are one of the rows."""
    allowed = list(rows)
    return cp.Table(variables, allowed) if allowed else cp.BoolVal(False)


def automaton(
    variables: Sequence[Any], transitions: Sequence[tuple[int, int, int]], final: Collection[int]
) -> Any:
    """The values lead by transitions (state, value, state) from state 0 to a final one."""
    if len(variables) == 1:
        return table(variables, ([v] for s, v, then in transitions if s == 0 and then in final))
    return cp.Regular(variables, transitions, 0, list(final)) if final else cp.BoolVal(False)


def forest(
    vertices: Sequence[Any], roots: Sequence[Any], edges: Sequence[tuple[int, int]], longest: int
) -> tuple[list[Any], list[list[Any]]]:
    """Constraints, and for each edge its two Booleans: "its second, its first is the parent".

    vertices: for each whether it is in the forest; roots: whether it is a root, which is in it.
    edges: pairs of different vertices. longest: of its paths from a root, in edges, at most.
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
