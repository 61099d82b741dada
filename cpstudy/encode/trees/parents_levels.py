"""CP-SAT: a spanning tree by parents and levels, in the manner of Miller, Tucker and Zemlin.

Each open edge is directed away from the root; every other vertex is entered exactly once, by the
edge from its parent, whose level is less by one (Miller1960). Parents and levels are a function of
the tree.

Size: 2E Booleans and V integers of domain 0 … V - 1; 2E half-reified equalities and E + V
exactly-ones, for V vertices and E edges.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock


def parents_and_levels(
    model: cp_model.CpModel,
    vertices: Sequence[int],
    root: int,
    edges: Sequence[tuple[int, int]],
    open_edges: Sequence[cp_model.IntVar],
    clock: Clock = UNLIMITED,
) -> None:
    """The open edges are a spanning tree of ``vertices``.

    edges: pairs of vertices, no self-loops; ``open_edges`` are their Booleans. Raises
    OutOfTimeError by the clock.
    """
    level = {vertex: model.new_int_var(0, len(vertices) - 1, "") for vertex in vertices}
    model.add(level[root] == 0)
    entering: dict[int, list[cp_model.IntVar]] = {vertex: [] for vertex in vertices}
    for (a, b), is_open in zip(edges, open_edges, strict=True):
        clock.check()
        there, back = model.new_bool_var(""), model.new_bool_var("")
        model.add_exactly_one(there, back, ~is_open)
        for start, end, arc in ((a, b, there), (b, a, back)):
            model.add(level[end] == level[start] + 1).only_enforce_if(arc)
            entering[end].append(arc)
    for vertex, arcs in entering.items():
        if vertex != root:
            model.add_exactly_one(arcs)
        else:
            model.add_bool_and(~arc for arc in arcs)
