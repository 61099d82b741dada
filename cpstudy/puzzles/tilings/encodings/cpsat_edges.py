"""CP-SAT without integer orientations: the rules on edge Booleans, connectivity in four ways.

Exactly-one constraints on literals state how many sides of a tile are open and in which positions:
of a dead end's sides one is open, of a T's one is closed; of two opposite sides of a corner one is
open; of two neighbouring sides of a straight tile one is open. There is no orientation variable and
no element constraint. If cells do not have four sides, a tile's sides take one of the rows of its
orientations (AddAllowedAssignments). For trees, one of these is added:

- *clauses*: single-commodity flow, as in pipes/encodings/cpsat_orientations.py.
- *levels*: parents and levels.
- *lazy*: nothing at first; cuts if a safe state is not a tree. CP-SAT restarts after each cut.
- *contour*: the walk around the pipes is one circuit (edges.py: contour_arcs), by AddCircuit: two
  arcs per corner and no further variable.

Size for n squares and e edges: e Booleans, about 2n exactly-ones; flow: e integers, n linear
equalities; levels: 2e Booleans, n integers, 2e half-reified equalities; contour: one circuit of 4n
nodes, about 8n arcs.

The parts that depend only on the shape of the board are built once and cloned. Presolve is off
except for levels and tables: it takes longer than the search that it shortens. So does the linear
relaxation.
"""

from dataclasses import dataclass
from functools import lru_cache

from ortools.sat.python import cp_model, cp_model_helper

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode import cpsat
from cpstudy.encode.cpsat_trees import parents_and_levels, single_commodity_flow
from cpstudy.puzzles.tilings.edges import closed_loops, contour_arcs, edge_table, tree_graph
from cpstudy.puzzles.tilings.encodings.edge_models import (
    Fixed,
    requires_tree,
    shape_of,
    solve_on_edges,
)
from cpstudy.puzzles.tilings.rules import Tiling

_NO_PRESOLVE = {**cpsat.FAST_PARAMETERS, "cp_model_presolve": False}

# By the least orientation of a tile: groups of sides, ±(side + 1), of which exactly one literal
# holds.
_GROUPS: dict[int, tuple[tuple[int, ...], ...]] = {
    0: ((-1,), (-2,), (-3,), (-4,)),
    1: ((1, 2, 3, 4),),
    3: ((1, 3), (2, 4)),
    5: ((1, 2), (2, 3), (3, 4)),
    7: ((-1, -2, -3, -4),),
    15: ((1,), (2,), (3,), (4,)),
}


@dataclass(frozen=True)
class _Skeleton:
    """The common parts of boards of one shape.

    model: the variables. connectivity: the constraints on them that are added after those of the
    tiles: CP-SAT loads constraints in order, and each edge that a tile fixes would otherwise wake
    the circuit or the flow at its whole length (four times slower at 100 × 100). is_open: the edge
    Booleans. literals: as :attr:`EdgeTable.literals`; a side at a wall is False.
    """

    model: cp_model.CpModel
    connectivity: cp_model_helper.CpModelProto
    is_open: list[cp_model.IntVar]
    literals: list[list[cp_model.LiteralT]]


@lru_cache(maxsize=16)
def _skeleton(shape: Tiling, connectivity: str, clock: Clock) -> _Skeleton:
    """Build the skeleton; the tiles of ``shape`` only mark the empty cells."""
    model = cpsat.CpsatModel()
    table = edge_table(shape)
    is_open = [model.new_bool_var("") for _ in range(len(table.ends))]
    literal: dict[int, cp_model.LiteralT] = {}
    for edge, variable in enumerate(is_open):
        literal[edge + 1], literal[-edge - 1] = variable, ~variable
    rows: list[list[cp_model.LiteralT]] = [
        [literal.get(number, place > shape.sides) for place, number in enumerate(row)]
        for row in table.literals
    ]
    clock.check()
    if not shape.free:
        cpsat.add_clauses(model, is_open, closed_loops(shape))
    if requires_tree(shape):
        graph = tree_graph(shape)
        vertices = graph.members.tolist()
        ends = [(int(a), int(b)) for a, b in graph.ends[graph.edges]]
        between = [is_open[edge] for edge in graph.edges.tolist()]
        if connectivity == "clauses":
            single_commodity_flow(model, vertices, shape.root, ends, between, clock)
        elif connectivity == "levels":
            parents_and_levels(model, vertices, shape.root, ends, between, clock)
        elif connectivity == "contour":
            _, arcs, conditions = contour_arcs(shape)
            clock.check()
            model.add_circuit(
                [
                    (start, end, literal.get(condition, True))
                    for (start, end), condition in zip(
                        arcs.tolist(), conditions.tolist(), strict=True
                    )
                ]
            )
    constraints = cp_model_helper.CpModelProto()
    constraints.constraints.extend(model.proto.constraints)
    model.proto.constraints.clear()
    return _Skeleton(model, constraints, is_open, rows)


def build(
    puzzle: Tiling, connectivity: str, fixed: Fixed = None, clock: Clock = UNLIMITED
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model of ``puzzle`` and its edge Booleans.

    connectivity: "clauses" (flow), "levels", "contour" or "lazy" (none). fixed: edges known to be
    open or closed. Raises OutOfTimeError by the clock.
    """
    skeleton = _skeleton(shape_of(puzzle), connectivity, clock)
    # A variable is an index into the model's list, which a clone keeps.
    model = skeleton.model.clone()
    for tile, row in zip(puzzle.tiles, skeleton.literals, strict=True):
        clock.check()
        orientations = puzzle.orientations[tile]
        if puzzle.sides != 4:
            _add_table(model, orientations, row[1 : puzzle.sides + 1])
            continue
        for group in _GROUPS[orientations[0]]:
            model.add_exactly_one([row[literal] for literal in group])
    if fixed:
        units = [[edge + 1 if opened else -edge - 1] for edge, opened in fixed.items()]
        cpsat.add_clauses(model, skeleton.is_open, units)
    model.proto.merge_from(skeleton.connectivity)
    return model, skeleton.is_open


def _add_table(
    model: cp_model.CpModel, orientations: tuple[int, ...], sides: list[cp_model.LiteralT]
) -> None:
    """Restrict the sides of a tile, False at a wall, to orientations that open no wall."""
    walls = sum(1 << side for side, is_open in enumerate(sides) if is_open is False)
    allowed = [orientation for orientation in orientations if not orientation & walls]
    left = [side for side in range(len(sides)) if not walls >> side & 1]
    if not allowed or not left:
        model.add_bool_or([bool(allowed)])
        return
    rows = [[orientation >> side & 1 for side in left] for orientation in allowed]
    model.add_allowed_assignments([sides[side] for side in left], rows)


def solve(
    puzzle: Tiling, request: Request, *, connectivity: str, deduced: bool = False, **options: bool
) -> Result:
    """Find up to ``limit`` solutions (None: all).

    connectivity: as for :func:`build`. deduced: the results of deduction are fixed first. options:
    see encode/solver_rows.py. Counters: conflicts (the iterations), branches; for "lazy" also
    searches, cuts. Phases: build, search.
    """
    presolved = connectivity == "levels" or puzzle.sides != 4
    parameters = cpsat.FAST_PARAMETERS if presolved else _NO_PRESOLVE
    lazily = connectivity == "lazy" and requires_tree(puzzle)

    def opening(fixed: Fixed, clock: Clock) -> cpsat.CpsatSession:
        model, is_open = build(puzzle, connectivity, fixed, clock)
        return cpsat.CpsatSession(
            model, is_open, request.rng, cpsat.with_options(options, parameters), one_by_one=lazily
        )

    return solve_on_edges(
        puzzle, request, opening, counters=("conflicts", "branches"), deduced=deduced, lazily=lazily
    )
