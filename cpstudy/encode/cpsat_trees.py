"""Spanning trees in CP-SAT: models of "the open edges of a graph form a spanning tree".

Sizes are for V vertices and E edges. Encodings for SAT and SMT are in sat_trees.py.
"""

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
    """Require that the open edges connect ``vertices``, by a single-commodity flow (Gavish1978).

    The root sends one unit to every other vertex. Flow runs along open edges only, in either
    direction, so each edge has one signed variable. If there are as many open edges as in a tree,
    a connected graph is a tree, and the flow is a function of the tree: the flow on an edge is the
    number of vertices beyond it.

    edges: pairs of vertices, no self-loops; ``open_edges`` are their Booleans. Size: E integer
    variables of domain -(V-1) … V-1, E half-reified equalities, V linear equalities. Raises
    OutOfTimeError at the time limit.
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


def parents_and_levels(
    model: cp_model.CpModel,
    vertices: Sequence[int],
    root: int,
    edges: Sequence[tuple[int, int]],
    open_edges: Sequence[cp_model.IntVar],
    clock: Clock = UNLIMITED,
) -> None:
    """Require that the open edges are a spanning tree of ``vertices``, by levels (Miller1960).

    As in Miller, Tucker and Zemlin, each open edge is directed away from the root. Every other
    vertex is entered exactly once, by the edge from its parent, whose level is one less. Parents
    and levels are a function of the tree.

    edges: pairs of vertices, no self-loops; ``open_edges`` are their Booleans. Size: 2E Booleans
    and V integers of domain 0 … V - 1; 2E half-reified equalities and E + V exactly-ones. Raises
    OutOfTimeError at the time limit.
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
