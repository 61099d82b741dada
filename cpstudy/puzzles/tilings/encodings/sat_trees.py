"""SAT: the rules as clauses on edges, connectivity in five ways, any solver.

All five use the safe states of ``tile_clauses.py``, with one variable per edge, and add:

- *lazy*: nothing at first; cuts if a safe state is not a tree (encode/cuts.py). Most boards have
  few safe states, and these are nearly trees, so a handful of rounds is enough.
- *binary*: distances from a root, bit-blasted.
- *levels*: distances from a root, in unary, with a bound. Solutions always respect the default
  bound: a path that starts at the root has inner tiles only, and one dead end.
- *planar*: the tree and its dual (Williams2002). Boards that do not wrap.
- *contour*: each tile is split into its corners. On a walk around the pipes, the successor of a
  corner is the next corner of its tile if the side between them is closed, and otherwise a corner
  of the neighbour across it. The walk is one circuit through all corners exactly if the pipes are
  one tree. Shift registers state "one circuit".

Free graphs need none of this and are the same in all five. For all other boards, counting does not
exclude a tree (:meth:`Tiling.tree_impossible`, checked first), so acyclic means connected: a bound
on paths, or a numbering that fits no cycle, loses no tree.

The option ``deduced`` first fixes the results of deduction as unit clauses.

Uniqueness: if the board's position is a solution, it is the first one; a clause forbids each
solution found. All solutions have the same number of open edges, so "one of these is closed" is
enough.

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
    requires_tree,
    shape_of,
    solve_on_edges,
)
from cpstudy.puzzles.tilings.encodings.tile_clauses import safe_states
from cpstudy.puzzles.tilings.rules import Tiling


def build_binary(puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Cnf:
    """Build trees by binary distances. Raises OutOfTimeError by the clock, as all builders do."""
    # A cycle has no dead end; only the number of bits matters.
    inner = sum(tile.bit_count() > 1 for tile in puzzle.tiles)
    return _with_tree(puzzle, fixed, clock, "binary", (1 << inner.bit_length()) - 1)


def build_levels(
    puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED, bound: int | None = None
) -> Cnf:
    """Build trees by levels in unary, with a ``bound`` only those with paths up to this length.

    Paths start at the root. Raises MemoryError if there are too many levels.
    """
    if bound is None:
        bound = longest_path(puzzle) if any(puzzle.tiles) else 0
    return _with_tree(puzzle, fixed, clock, "levels", bound)


def build_planar(puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Cnf:
    """Build trees by the tree of faces. Raises NotApplicable if the board wraps."""
    if puzzle.wrap:
        raise NotApplicable("the planar encoding does not take boards that wrap")
    return _with_tree(puzzle, fixed, clock, "planar")


def build_contour(puzzle: Tiling, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Cnf:
    """Build trees by the circuit around them. Raises InputError above 260,000 tiles."""
    return _with_tree(puzzle, fixed, clock, "contour")


# By name, the formula of a board with the known edges, under a clock.
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
    if requires_tree(puzzle):
        tree = _tree(shape_of(puzzle), encoding, parameter, clock)
        cnf.variables = tree.variables
        cnf.clauses += tree.clauses
    return cnf


@lru_cache(maxsize=8)
def _tree(shape: Tiling, encoding: str, parameter: int, clock: Clock) -> Cnf:
    """Build the common part of all boards of one shape; the tiles only mark the empty cells."""
    cnf = Cnf(variables=len(edge_table(shape).ends), clock=clock)
    graph = tree_graph(shape)
    if encoding == "binary":
        binary_distance(cnf, graph, shape.root, parameter)
    elif encoding == "levels":
        one_hot_levels(cnf, graph, shape.root, parameter)
    elif encoding == "contour":
        one_circuit(cnf, *contour_arcs(shape))
    elif not graph.is_connected:
        cnf.add()  # walls divide the board: there is no tree, and counting faces proves nothing
    else:
        # In row-by-row order, the first tile is at the outer face.
        faces, outer = plane_faces(shape)
        planar_tree(cnf, graph, int(graph.members[0]), faces[graph.edges], outer)
    return cnf


def plane_faces(puzzle: Tiling) -> tuple[npt.NDArray[np.int64], int]:
    """Return int64[e, 2], the faces next to each edge of a tree graph of squares; the outer face.

    The corners of tiles are points. An edge that is not in the graph joins the faces of the two
    points between which it passes; the border joins all of its points. Raises InputError if the
    board wraps. Entries of unusable edges have no meaning.
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
    """Find up to ``limit`` solutions (None: all). The search itself is not random.

    encoding: "lazy", "binary", "levels", "planar" or "contour". deduced: the results of deduction
    are fixed first. solver: a SAT solver's name (encode/solver_rows.py). bound: for "levels"; if it
    is too small to decide a puzzle, the stop is BOUND. Counters: conflicts (the iterations) if the
    solver reports them, searches, and cuts for "lazy". Phases: build, search. Raises InputError for
    "planar" on a board that wraps, and if python-sat is not installed.
    """
    build = BUILD[encoding] if bound is None else partial(build_levels, bound=bound)

    def opening(fixed: Fixed, clock: Clock) -> SatSession:
        formula, edges = build(puzzle, fixed, clock), len(edge_table(puzzle).ends)
        return SatSession(formula, edges, solver=solver, same_size=True, clock=clock)

    lazily = encoding == "lazy"
    result = solve_on_edges(puzzle, request, opening, deduced=deduced, lazily=lazily)
    if bound is None or not result.exhausted or not requires_tree(puzzle):
        return result
    if bound < longest_path(puzzle) and not puzzle.tree_impossible():
        return replace(result, exhausted=False, stop=Stop.BOUND)
    return result
