"""The CP-SAT model that the project is named for: orientations, edges, flow.

Each tile has an orientation variable over its distinct rotations; four element constraints give
its sides from it. The two sides that meet at an edge are equal: they are *one* Boolean, which
states the equality without a constraint. Sides at a border or a barrier are the constant 0.
For trees a single-commodity flow connects the non-empty tiles; since turning keeps the number of
open sides, a placement that is connected has no cycle, provided the counts allow a tree at all,
which is checked first (:meth:`Pipes.tree_impossible`).

Uniqueness: the board's position, where it happens to be a solution, is taken as the first and
forbidden by one clause; otherwise the search finds one, and goes on to one that differs.
Orientations are distinct as sets of open sides and the flow is a function of the tree, so no
solution is met twice.

Size, for n tiles and e edges: n orientation variables, e Booleans, e flow variables; 4n element
constraints, e half-reified equalities, n linear equalities. Free graphs have no flow part.

Cost: everything that depends on size, walls and empty tiles alone is built once and cloned.
Medians over streams of different boards stand in benchmarks/. Source: the project's own;
connectivity as flow after Gavish1978. Limits: as for CP-SAT at large (encode/cpsat.py).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from ortools.sat.python import cp_model

from cpstudy.core.result import Budget, Result, Stop
from cpstudy.encode.cpsat import enumerate_solutions, forbid, single_commodity_flow, with_options
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes

# For each tile and side: is that side open, by orientation.
_SIDE_TABLES = tuple(
    tuple([orientation >> side & 1 for orientation in ORIENTATIONS[tile]] for side in range(4))
    for tile in range(16)
)


@dataclass(frozen=True)
class _Skeleton:
    """The part of the model that all boards of one shape share.

    sides: for each tile its four side Booleans (0 at a wall). edges: int64[e, 4], for each edge
    Boolean in ``open_edges`` the two tiles that it joins and the bit that it opens in each.
    """

    model: cp_model.CpModel
    orientations: list[cp_model.IntVar]
    sides: list[list[cp_model.IntVar | int]]
    edges: npt.NDArray[np.int64]
    open_edges: list[cp_model.IntVar]


@lru_cache(maxsize=16)
def _skeleton(rows: int, columns: int, wrap: bool, barriers: bytes, tree_on: bytes) -> _Skeleton:
    """tree_on: one byte a tile, 0 for empty tiles; b"" asks for no tree (free graph)."""
    board = Pipes(rows, columns, bytes(rows * columns), wrap, not tree_on, barriers)
    model = cp_model.CpModel()
    orientations = [model.new_int_var(0, 3, "") for _ in range(rows * columns)]
    sides: list[list[cp_model.IntVar | int]] = [[0] * 4 for _ in range(rows * columns)]
    edges, open_edges, flow_edges, flow_open = [], [], [], []
    for tile, side, other in board.edges():
        is_open = model.new_bool_var("")
        sides[tile][side] = sides[other][side ^ 2] = is_open
        edges.append((tile, other, 1 << side, 1 << (side ^ 2)))
        open_edges.append(is_open)
        if tree_on and tile == other:
            model.add(is_open == 0)  # a pipe from a tile to itself is a cycle
        elif tree_on and tree_on[tile] and tree_on[other]:
            flow_edges.append((tile, other))
            flow_open.append(is_open)
    vertices = [tile for tile, occupied in enumerate(tree_on) if occupied]
    if vertices:
        root = board.centre if tree_on[board.centre] else vertices[0]
        single_commodity_flow(model, vertices, root, flow_edges, flow_open)
    table = np.array(edges, np.int64).reshape(-1, 4)
    return _Skeleton(model, orientations, sides, table, open_edges)


def build(puzzle: Pipes) -> tuple[cp_model.CpModel, _Skeleton]:
    """The model of ``puzzle`` and the skeleton whose variables it uses."""
    tree_on = b"" if puzzle.free else bytes(map(bool, puzzle.tiles))
    shape = _skeleton(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers, tree_on)
    # A variable is an index into the model's list, which a clone keeps.
    model = shape.model.clone()
    for tile, orientation, sides in zip(puzzle.tiles, shape.orientations, shape.sides, strict=True):
        for table, side in zip(_SIDE_TABLES[tile], sides, strict=True):
            model.add_element(orientation, table, side)
    return model, shape


def _placement(shape: _Skeleton, opened: npt.NDArray[np.bool_]) -> bytes:
    tiles = np.zeros(len(shape.sides), np.uint8)
    first, second, bit, other_bit = shape.edges[opened].T
    np.add.at(tiles, first, bit.astype(np.uint8))  # the bits of one tile are distinct
    np.add.at(tiles, second, other_bit.astype(np.uint8))
    return tiles.tobytes()


def solve(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    options: tuple[str, ...] = (),
) -> Result:
    """Up to ``limit`` solutions (None: all) by one enumerating search.

    options: see encode/cpsat.py. Counters: conflicts (the iterations), branches.
    Phases: build, search.
    """
    if not puzzle.free and puzzle.tree_impossible():
        return Result(exhausted=True, counters={"conflicts": 0, "branches": 0})
    known = () if puzzle.why_not(puzzle.tiles) else (puzzle.tiles,)
    if limit is not None and len(known) >= limit:
        return Result(known, stop=Stop.LIMIT, counters={"conflicts": 0, "branches": 0})

    start = time.perf_counter()
    model, shape = build(puzzle)
    for solution in known:
        tiles = np.frombuffer(solution, np.uint8)
        forbid(model, shape.open_edges, tiles[shape.edges[:, 0]] & shape.edges[:, 2] != 0)
    seconds = time.perf_counter() - start

    more = None if limit is None else limit - len(known)
    parameters = with_options(options)
    found = enumerate_solutions(model, shape.open_edges, budget, rng, more, parameters)
    return Result(
        solutions=(*known, *(_placement(shape, opened) for opened in found.solutions)),
        exhausted=found.stop is Stop.DONE,
        stop=found.stop,
        counters=found.counters,
        phases={"build": seconds, "search": found.seconds},
    )


def write_proto(puzzle: Pipes) -> str:
    """The model as the text form of CP-SAT's protocol buffer. Raises ValueError for no model."""
    if not puzzle.free and puzzle.tree_impossible():
        raise ValueError(f"there is no model: {puzzle.tree_impossible()}")
    return str(build(puzzle)[0].proto)
