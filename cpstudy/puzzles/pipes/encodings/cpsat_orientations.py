"""The CP-SAT model that gives the project its name: orientations, edges, flow.

Each tile has an orientation variable over its distinct rotations; four element constraints derive
its sides from it. The two sides that meet at an edge are equal: they are *one* Boolean, so the
equality needs no constraint. Sides at a border or a barrier are the constant 0.
For trees, a single-commodity flow connects the non-empty tiles. Rotations keep the number of
open sides, so a connected placement has no cycle, provided that the number of open sides allows a
tree, which is checked first (:meth:`Pipes.tree_impossible`).

Uniqueness: if the board's position is a solution, it is the first one and one clause excludes it;
otherwise the search finds a solution, and then another.
Orientations are distinct as sets of open sides and the flow is a function of the tree, so no
solution is found twice.

Size, for n tiles and e edges: n orientation variables, e Booleans, e flow variables; 4n element
constraints, e half-reified equalities, n linear equalities. Free graphs have no flow part.

Cost: the part that depends only on size, walls and empty tiles is built once and cloned.
benchmarks/ has medians over streams of different boards. Source: the project's own;
connectivity as flow after Gavish1978. Limits: those of CP-SAT in general (encode/cpsat.py).
"""

from dataclasses import dataclass
from functools import lru_cache

from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cpsat import CpsatModel, CpsatSession, with_options
from cpstudy.encode.cpsat_trees import single_commodity_flow
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from cpstudy.puzzles.tilings.encodings.edge_models import (
    Fixed,
    requires_tree,
    shape_of,
    solve_on_edges,
)

# For each tile and side: whether the side is open, by orientation.
_SIDE_TABLES = tuple(
    tuple([orientation >> side & 1 for orientation in ORIENTATIONS[tile]] for side in range(4))
    for tile in range(16)
)


@dataclass(frozen=True)
class _Skeleton:
    """The part of the model that all boards of one shape share.

    sides: for each tile its four side Booleans (0 at a wall). open_edges: the Booleans of the edges
    in the order of :meth:`Pipes.edges`.
    """

    model: cp_model.CpModel
    orientations: list[cp_model.IntVar]
    sides: list[list[cp_model.IntVar | int]]
    open_edges: list[cp_model.IntVar]


@lru_cache(maxsize=16)
def _skeleton(shape: Pipes, clock: Clock) -> _Skeleton:
    """The skeleton of a shape; of the tiles of ``shape``, only emptiness matters."""
    model = CpsatModel()
    cells = len(shape.tiles)
    orientations = [model.new_int_var(0, 3, "") for _ in range(cells)]
    sides: list[list[cp_model.IntVar | int]] = [[0] * 4 for _ in range(cells)]
    open_edges, flow_edges, flow_open = [], [], []
    for tile, side, other, _ in shape.edges():
        clock.check()
        is_open = model.new_bool_var("")
        sides[tile][side] = sides[other][side ^ 2] = is_open
        open_edges.append(is_open)
        if tile == other and not shape.free:
            model.add(is_open == 0)  # a pipe from a tile to itself is a cycle
        elif shape.tiles[tile] and shape.tiles[other]:
            flow_edges.append((tile, other))
            flow_open.append(is_open)
    if requires_tree(shape):
        vertices = [tile for tile, occupied in enumerate(shape.tiles) if occupied]
        single_commodity_flow(model, vertices, shape.root, flow_edges, flow_open, clock)
    return _Skeleton(model, orientations, sides, open_edges)


def build(
    puzzle: Pipes, clock: Clock = UNLIMITED
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model of ``puzzle`` and its edge Booleans. Raises OutOfTimeError by the clock."""
    skeleton = _skeleton(shape_of(puzzle), clock)
    # A variable is an index into the model's list, which a clone keeps.
    model = skeleton.model.clone()
    for tile, orientation, sides in zip(
        puzzle.tiles, skeleton.orientations, skeleton.sides, strict=True
    ):
        clock.check()
        for table, side in zip(_SIDE_TABLES[tile], sides, strict=True):
            model.add_element(orientation, table, side)
    return model, skeleton.open_edges


def solve(puzzle: Pipes, request: Request, **options: bool) -> Result:
    """Up to ``limit`` solutions (None: all) by one enumerating search.

    options: see encode/solver_rows.py. Counters: conflicts (the iterations), branches.
    Phases: build, search.
    """

    def opening(_fixed: Fixed, clock: Clock) -> CpsatSession:
        model, open_edges = build(puzzle, clock)
        return CpsatSession(model, open_edges, request.rng, with_options(options))

    counters = ("conflicts", "branches")
    return solve_on_edges(puzzle, request, opening, counters=counters)
