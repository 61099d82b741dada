"""CP-SAT: connectivity as a single-commodity flow (Gavish1978).

The root sends one unit to every other vertex; flow runs along open edges only, in either
direction, so each edge has one signed variable. Where the number of open edges is that of a tree,
connected means a tree, and the flow is then a function of the tree: so much as passes an edge,
so many vertices lie beyond it.

Size: E integer variables of domain -(V-1) … V-1, E half-reified equalities, V linear equalities,
for V vertices and E edges.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock


def single_commodity_flow(
    model: cp_model.CpModel,
    vertices: Sequence[int],
    root: int,
    edges: Sequence[tuple[int, int]],
    open_edges: Sequence[cp_model.IntVar],
    clock: Clock = UNLIMITED,
) -> None:
    """The open edges connect all ``vertices``.

    edges: pairs of vertices, no self-loops; ``open_edges`` are their Booleans. Raises
    OutOfTimeError by the clock.
    """
    demand = dict.fromkeys(vertices, 1)
    demand[root] -= len(vertices)
    inflow: dict[int, list[cp_model.LinearExprT]] = {vertex: [] for vertex in vertices}
    for (a, b), is_open in zip(edges, open_edges, strict=True):
        clock.check()
        flow = model.new_int_var(1 - len(vertices), len(vertices) - 1, "")
        model.add(flow == 0).only_enforce_if(~is_open)
        inflow[b].append(flow)
        inflow[a].append(-flow)
    for vertex, terms in inflow.items():
        clock.check()
        model.add(cp_model.LinearExpr.sum(terms) == demand[vertex])
