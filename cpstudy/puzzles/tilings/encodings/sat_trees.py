"""SAT: the rules as clauses on edges, connectivity in five ways, any solver.

All share the safe states of ``tile_clauses.py``, one variable an edge, and add:

- *lazy*: nothing at first; cuts where a safe state is not a tree (encode/cuts.py). Since almost all
  safe states of a board are few and nearly trees, a handful of rounds is enough.
- *binary*: distances from a root, bit-blasted.
- *levels*: distances from a root, in unary, with a bound. The bound that is used can always be
  kept by a solution: a path that starts at the root has inner tiles only, and one dead end.
- *planar*: the tree and its dual (Williams2002). Boards that do not wrap.
- *contour*: each tile is split into its corners. Walking round the pipes, a corner is
  followed by the next one of its tile where the side between them is closed, and else by one of
  the neighbour across it; the walk is one circuit through all corners exactly where the pipes
  are one tree. "One circuit" is stated by shift registers.

Free graphs need none of this and are the same in all five. Everywhere else the board can have a
tree by counting (:meth:`Tiling.tree_impossible`, checked first), so that no cycle means
connected: a path that is too short by a bound, or a numbering that fits no cycle, loses no tree.

The option ``deduced`` fixes what deduction finds out as unit clauses first.

Uniqueness: the board's position, where it is a solution, is taken as the first; solutions found
are forbidden by a clause. All solutions have equally many open edges, so "one of these is closed"
is enough.

For sizes see encode/sat_trees.py; for measured times benchmarks/pipes_encodings.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.native import view
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.core.union_find import root
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import DEFAULT, SatSession
from cpstudy.encode.sat_trees import binary_distance, one_circuit, one_hot_levels, planar_tree
from cpstudy.puzzles.tilings.edges import contour_arcs, edge_table, longest_path, tree_graph
from cpstudy.puzzles.tilings.encodings.edge_models import (
    Fixed,
    asks_for_a_tree,
    shape_of,
    solve_on_edges,
)
from cpstudy.puzzles.tilings.encodings.tile_clauses import safe_states
from cpstudy.puzzles.tilings.rules import Tiling


def build_binary(puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Cnf:
    """Trees, by distances as binary numbers. Raises OutOfTimeError by the clock, as all do."""
    # A cycle has no dead end; only the number of bits matters.
    inner = sum(tile.bit_count() > 1 for tile in puzzle.tiles)
    return _with_tree(puzzle, fixed, clock, "binary", (1 << inner.bit_length()) - 1)


def build_levels(
    puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED, bound: int | None = None
) -> Cnf:
    """Trees, by levels in unary. With a ``bound``, only those of no longer path from the root.

    Raises MemoryError where they are too many.
    """
    if bound is None:
        bound = longest_path(puzzle) if any(puzzle.tiles) else 0
    return _with_tree(puzzle, fixed, clock, "levels", bound)


def build_planar(puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Cnf:
    """Trees, by the tree of faces. Raises NotApplicable where the board wraps."""
    if puzzle.wrap:
        raise NotApplicable("the planar encoding does not take boards that wrap")
    return _with_tree(puzzle, fixed, clock, "planar")


def build_contour(puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Cnf:
    """Trees, by the circuit round them. Raises InputError above 260,000 tiles."""
    return _with_tree(puzzle, fixed, clock, "contour")


# By name, the formula of a board with edges that are known, by a clock.
BUILD: Mapping[str, Callable[[Tiling, Fixed, Clock], Cnf]] = {
    "lazy": safe_states,
    "binary": build_binary,
    "levels": build_levels,
    "planar": build_planar,
    "contour": build_contour,
}


def _with_tree(
    puzzle: Tiling, fixed: Fixed, clock: Clock, encoding: str, parameter: int = 0
) -> Cnf:
    cnf = safe_states(puzzle, fixed, clock)
    if asks_for_a_tree(puzzle):
        tree = _tree(shape_of(puzzle), encoding, parameter, clock)
        cnf.variables = tree.variables
        cnf.clauses += tree.clauses
    return cnf


@lru_cache(maxsize=8)
def _tree(shape: Tiling, encoding: str, parameter: int, clock: Clock) -> Cnf:
    """What all boards of one shape share: the tiles say only which cells are empty."""
    cnf = Cnf(variables=len(edge_table(shape).ends), clock=clock)
    graph = tree_graph(shape)
    if encoding == "binary":
        binary_distance(cnf, graph, shape.root, parameter)
    elif encoding == "levels":
        one_hot_levels(cnf, graph, shape.root, parameter)
    elif encoding == "contour":
        one_circuit(cnf, *contour_arcs(shape))
    elif not graph.is_connected:
        cnf.add()  # walls part the board: there is no tree, and counting faces proves nothing
    else:
        # Row by row, the first tile is at the outer face.
        faces, outer = plane_faces(shape)
        planar_tree(cnf, graph, int(graph.members[0]), faces[graph.edges], outer)
    return cnf


def plane_faces(puzzle: Tiling) -> tuple[npt.NDArray[np.int64], int]:
    """int64[e, 2], the faces of a tree graph of squares beside each edge; and the outer face.

    The corners of tiles are points; an edge that is not in the graph joins the faces of the two
    points that it passes between, as the border joins all of its points. Raises InputError where
    the board wraps. Unusable edges have entries without meaning.
    """
    if puzzle.wrap:
        raise InputError("a board that wraps has no faces in the plane")
    table = edge_table(puzzle)
    usable = np.append(tree_graph(puzzle).usable, False)[table.sides].tolist()  # -1 is a wall
    rows, columns = puzzle.rows, puzzle.columns
    width = columns + 1
    face = view(np.arange((rows + 1) * width, dtype=np.int32))

    def join(a: int, b: int) -> None:
        face[root(face, a)] = root(face, b)

    for row in range(rows + 1):
        for column in range(width):
            if row in (0, rows) or column in (0, columns):
                join(0, row * width + column)
    between: list[tuple[int, int]] = [(0, 0)] * len(table.ends)
    for tile, edges in enumerate(table.sides.tolist()):
        row, column = divmod(tile, columns)
        corner = (row + 1) * width + column + 1
        for side, other, inside in (
            (0, corner - width, column + 1 < columns),
            (3, corner - 1, row + 1 < rows),
        ):
            if usable[tile][side]:
                between[edges[side]] = other, corner
            elif inside:
                join(other, corner)
    faces = [(root(face, a), root(face, b)) for a, b in between]
    return np.array(faces, np.int64).reshape(-1, 2), root(face, 0)


def solve(
    puzzle: Tiling,
    request: Request,
    *,
    encoding: str,
    deduced: bool = False,
    solver: str = DEFAULT,
    bound: int | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). The search has no random part of its own.

    encoding: "lazy", "binary", "levels", "planar" or "contour". deduced: what deduction finds out
    is fixed first. solver: a SAT solver's name (encode/solver_rows.py). bound: of "levels"; one
    that is too small to settle a puzzle says so, by the stop BOUND. Counters: conflicts (the
    iterations) where the solver reports them, searches, and cuts of "lazy". Phases: build, search.
    Raises InputError where "planar" gets a board that wraps, and where python-sat is not installed.
    """
    build = BUILD[encoding] if bound is None else partial(build_levels, bound=bound)

    def opening(fixed: Fixed, clock: Clock) -> SatSession:
        formula, edges = build(puzzle, fixed, clock), len(edge_table(puzzle).ends)
        return SatSession(formula, edges, solver=solver, same_size=True, clock=clock)

    lazily = encoding == "lazy"
    result = solve_on_edges(puzzle, request, opening, deduced=deduced, lazily=lazily)
    if bound is None or not result.exhausted or not asks_for_a_tree(puzzle):
        return result
    if bound < longest_path(puzzle) and not puzzle.tree_impossible():
        return replace(result, exhausted=False, stop=Stop.BOUND)
    return result
