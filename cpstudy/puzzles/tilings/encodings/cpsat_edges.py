"""CP-SAT: one Boolean an edge, a table of its orientations a tile, connectivity as a flow.

Each tile's sides take one of the rows that its orientations are (AddAllowedAssignments); for trees
the root sends a unit of flow to every other tile along open edges (encode/trees/flow.py), where
the counting says that a connected graph is a tree. Every variable is a function of the open edges,
so CP-SAT may enumerate.

Size for n tiles of s sides and e edges: e Booleans, n tables of up to s rows, the flow's e integers
and n linear equalities. Limits: built in some tens of microseconds an edge; the searches of this
room take a hundredth of it.
"""

from __future__ import annotations

import numpy as np
from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Budget, Result
from cpstudy.core.solving import Found
from cpstudy.encode.cpsat import CpsatSession, with_options
from cpstudy.encode.edge_models import asks_for_a_tree, solve_on_edges
from cpstudy.encode.trees.flow import single_commodity_flow
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from cpstudy.puzzles.tilings.rules import Tiling


def build(
    puzzle: Tiling, clock: Clock = UNLIMITED
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model of ``puzzle`` and its edge Booleans. Raises OutOfTimeError by the clock."""
    model = cp_model.CpModel()
    table = edge_table(puzzle)
    is_open = [model.new_bool_var("") for _ in table.ends]
    for tile, edges in zip(puzzle.tiles, table.sides.tolist(), strict=True):
        clock.check()
        _lies_as_it_may(model, puzzle.orientations[tile], edges, is_open)
    if not puzzle.free:
        for loop in table.loops.nonzero()[0].tolist():
            model.add(is_open[loop] == 0)
    if asks_for_a_tree(puzzle):
        graph = tree_graph(puzzle)
        ends = [(int(a), int(b)) for a, b in graph.ends[graph.edges]]
        between = [is_open[edge] for edge in graph.edges.tolist()]
        single_commodity_flow(model, graph.members.tolist(), puzzle.centre, ends, between, clock)
    return model, is_open


def _lies_as_it_may(
    model: cp_model.CpModel,
    orientations: tuple[int, ...],
    edges: list[int],
    is_open: list[cp_model.IntVar],
) -> None:
    """The sides of a tile are those of an orientation that opens none at the border."""
    border = sum(1 << side for side, edge in enumerate(edges) if edge < 0)
    allowed = [orientation for orientation in orientations if not orientation & border]
    sides = [side for side, edge in enumerate(edges) if edge >= 0]
    if not allowed or not sides:
        model.add_bool_or([bool(allowed)])
        return
    rows = [[orientation >> side & 1 for side in sides] for orientation in allowed]
    model.add_allowed_assignments([is_open[edges[side]] for side in sides], rows)


def solve(
    puzzle: Tiling,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
    **options: bool,
) -> Result:
    """Up to ``limit`` solutions (None: all) by one enumerating search.

    options: see encode/solver_rows.py. Counters: conflicts (the iterations), branches.
    Phases: build, search.
    """

    def opening(clock: Clock) -> CpsatSession:
        model, is_open = build(puzzle, clock)
        return CpsatSession(model, is_open, rng, with_options(options))

    counters = ("conflicts", "branches")
    return solve_on_edges(
        puzzle, edge_table, tree_graph, budget, limit, opening, counters=counters, found=found
    )
