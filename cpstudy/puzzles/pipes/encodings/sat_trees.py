"""SAT: the rules as clauses on edges, connectivity in five ways, any solver.

All share the safe states of ``clauses.py``, one variable an edge, and add:

- *lazy*: nothing at first; cuts where a safe state is no tree (encode/cuts.py). Since almost all
  safe states of a board are few and nearly trees, a handful of rounds is enough.
- *binary*: distances from a root, bit-blasted.
- *levels*: distances from a root, in unary, with a bound. The bound that is used can always be
  kept by a solution: a path that starts at the root has inner tiles only, and one dead end.
- *planar*: the tree and its dual (Williams2002). Boards that do not wrap.
- *contour*: each tile is split into four quadrants. Walking round the pipes, a quadrant is
  followed by the next one of its tile where the side between them is closed, and else by one of
  the neighbour across it; the walk is one circuit through all quadrants exactly where the pipes
  are one tree. It states "one circuit" by shift registers.

Free graphs need none of this and are the same in all five. Everywhere else the board can have a
tree by counting (:meth:`Pipes.tree_impossible`, looked at first), so that no cycle means
connected: a path that is too short by a bound, or a numbering that fits no cycle, loses no tree.

The option ``deduced`` fixes what deduction finds out as unit clauses first.

Uniqueness: the board's position, where it is a solution, is taken as the first; solutions found
are forbidden by a clause. All solutions have equally many open edges, so "one of these is closed"
is enough.

Sizes stand with the encodings in encode/cnf.py. Measured times: benchmarks/pipes_encodings.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from cpstudy.core.result import Budget, Result, Stop
from cpstudy.encode import cnf as encodings
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.cuts import Cut, cuts, lacking
from cpstudy.encode.sat import DEFAULT, SOLVERS, enumerate_models
from cpstudy.encode.sessions import Enumeration
from cpstudy.puzzles.pipes.board.edges import (
    Fixed,
    closed_loops,
    contour_arcs,
    edge_table,
    longest_path,
    plane_faces,
    root_of,
    tree_graph,
)
from cpstudy.puzzles.pipes.deduction.known_edges import DEDUCED, DEDUCED_SUMMARY, known_edges
from cpstudy.puzzles.pipes.encodings.tile_clauses import rules
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, Pipes

# What may follow the name of a solver: where to start, and which SAT solver.
OPTIONS = {DEDUCED: DEDUCED_SUMMARY, **SOLVERS}


def build_lazy(puzzle: Pipes, fixed: Fixed = None) -> Cnf:
    """Safe states: the formula that cuts are added to."""
    cnf = rules(puzzle, fixed)
    if not puzzle.free:
        cnf.clauses += closed_loops(puzzle)
    return cnf


def build_binary(puzzle: Pipes, fixed: Fixed = None) -> Cnf:
    """Trees, by distances as binary numbers."""
    # A cycle has no dead end; only the number of bits matters.
    inner = sum(OPEN_SIDES[tile] > 1 for tile in puzzle.tiles)
    return _with_tree(puzzle, fixed, "binary", (1 << inner.bit_length()) - 1)


def build_levels(puzzle: Pipes, fixed: Fixed = None, bound: int | None = None) -> Cnf:
    """Trees, by levels in unary. With a ``bound``, only those of no longer path from the root."""
    if bound is None:
        bound = longest_path(puzzle) if any(puzzle.tiles) else 0
    return _with_tree(puzzle, fixed, "levels", bound)


def build_planar(puzzle: Pipes, fixed: Fixed = None) -> Cnf:
    """Trees, by the tree of faces. Raises ValueError where the board wraps."""
    if puzzle.wrap:
        raise ValueError("the planar encoding does not take boards that wrap")
    return _with_tree(puzzle, fixed, "planar")


def build_contour(puzzle: Pipes, fixed: Fixed = None) -> Cnf:
    """Trees, by the circuit round them. Raises ValueError above 260,000 tiles."""
    return _with_tree(puzzle, fixed, "contour")


def _with_tree(puzzle: Pipes, fixed: Fixed, encoding: str, parameter: int = 0) -> Cnf:
    cnf = build_lazy(puzzle, fixed)
    if _asks_for_a_tree(puzzle):
        occupied = Pipes(
            puzzle.rows,
            puzzle.columns,
            bytes(map(bool, puzzle.tiles)),
            puzzle.wrap,
            barriers=puzzle.barriers,
        )
        tree = _tree(occupied, encoding, parameter)
        cnf.variables = tree.variables
        cnf.clauses += tree.clauses
    return cnf


@lru_cache(maxsize=8)
def _tree(puzzle: Pipes, encoding: str, parameter: int) -> Cnf:
    """What all boards of one shape share: the tiles say only which cells are empty."""
    cnf = Cnf(variables=len(edge_table(puzzle).ends))
    graph = tree_graph(puzzle)
    if encoding == "binary":
        encodings.binary_distance(cnf, graph, root_of(puzzle), parameter)
    elif encoding == "levels":
        encodings.one_hot_levels(cnf, graph, root_of(puzzle), parameter)
    elif encoding == "contour":
        encodings.one_circuit(cnf, *contour_arcs(puzzle))
    elif any(cut.kind == "component" for cut in cuts(graph, graph.usable)):
        cnf.add()  # walls part the board: there is no tree, and counting faces proves nothing
    else:
        # Row by row, the first tile is at the outer face.
        faces, outer = plane_faces(puzzle)
        root = int(graph.members[0])
        encodings.planar_tree(cnf, graph, root, faces[graph.edges], outer)
    return cnf


def _asks_for_a_tree(puzzle: Pipes) -> bool:
    return not puzzle.free and any(puzzle.tiles)


@dataclass(frozen=True)
class LazySearch:
    """A search by lazy cuts with all that a proof of its answer needs.

    formula: the safe states; variable i + 1 says that edge i is open. cuts: every cut that was
    added, in order. solutions: what was found. Where ``exhausted``, formula and cuts and a clause
    that forbids each solution are unsatisfiable together.
    """

    formula: Cnf
    cuts: tuple[Cut, ...]
    solutions: tuple[bytes, ...]
    exhausted: bool


def search_lazily(
    puzzle: Pipes,
    budget: Budget | None = None,
    limit: int | None = 2,
    solver: str = DEFAULT,
    known: Iterable[bytes] = (),
) -> LazySearch:
    """Solutions other than the ``known`` ones by lazy cuts, with the cuts.

    Raises ValueError for a tree puzzle whose counts allow no tree: that proof is the counting.
    """
    if not puzzle.free and puzzle.tree_impossible():
        raise ValueError(f"no tree by counting: {puzzle.tree_impossible()}")
    table = edge_table(puzzle)
    formula = build_lazy(puzzle)
    added: list[Cut] = []
    found = _enumerate(
        puzzle,
        Cnf(formula.variables, list(formula.clauses)),
        budget or Budget(),
        limit,
        solver,
        [table.opened(solution) for solution in known],
        lacking(tree_graph(puzzle), added) if _asks_for_a_tree(puzzle) else None,
    )
    solutions = tuple(map(table.placement, found.solutions))
    return LazySearch(formula, tuple(added), solutions, found.stop is Stop.DONE)


def _enumerate(
    puzzle: Pipes,
    formula: Cnf,
    budget: Budget,
    limit: int | None,
    solver: str,
    known: Iterable[npt.NDArray[np.bool_]],
    demands: Callable[[npt.NDArray[np.bool_]], list[list[int]]] | None,
) -> Enumeration:
    return enumerate_models(
        formula,
        len(edge_table(puzzle).ends),
        budget,
        limit,
        solver=solver,
        lacking=demands,
        same_size=True,
        known=known,
    )


def _solve(
    puzzle: Pipes,
    budget: Budget,
    limit: int | None,
    options: tuple[str, ...],
    build: Callable[[Pipes, Fixed], Cnf],
    lazy: bool = False,
) -> Result:
    """Up to ``limit`` solutions (None: all)."""
    named = [option for option in options if option != DEDUCED]
    if len(named) > 1:
        raise ValueError(f"one SAT solver, not {len(named)}: {', '.join(named)}")
    solver = named[0] if named else DEFAULT
    if not puzzle.free and puzzle.tree_impossible():
        return Result(exhausted=True, counters={"conflicts": 0})
    known = () if puzzle.why_not(puzzle.tiles) else (puzzle.tiles,)
    if limit is not None and len(known) >= limit:
        return Result(known, stop=Stop.LIMIT, counters={"conflicts": 0})

    start = time.perf_counter()
    table = edge_table(puzzle)
    fixed = known_edges(puzzle) if DEDUCED in options else {}
    if fixed is None:
        return Result(exhausted=True, counters={"conflicts": 0})
    try:
        formula = build(puzzle, fixed)
    except MemoryError:
        return Result(known, stop=Stop.MEMORY, counters={"conflicts": 0})
    demands = lacking(tree_graph(puzzle)) if lazy and _asks_for_a_tree(puzzle) else None
    opened = [table.opened(solution) for solution in known]
    build_seconds = time.perf_counter() - start
    more = None if limit is None else limit - len(known)
    found = _enumerate(puzzle, formula, budget, more, solver, opened, demands)
    return Result(
        solutions=(*known, *map(table.placement, found.solutions)),
        exhausted=found.stop is Stop.DONE,
        stop=found.stop,
        counters=found.counters,
        phases={"build": build_seconds + found.build, "search": found.seconds},
    )


def solve_lazy(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    options: tuple[str, ...] = (),
) -> Result:
    """See the module; the other four alike. Counters: conflicts, searches, cuts."""
    return _solve(puzzle, budget, limit, options, build_lazy, lazy=True)


def solve_binary(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    options: tuple[str, ...] = (),
) -> Result:
    """Distances as binary numbers."""
    return _solve(puzzle, budget, limit, options, build_binary)


def solve_levels(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    options: tuple[str, ...] = (),
    bound: int | None = None,
) -> Result:
    """Levels in unary. A ``bound`` that is too small to settle a puzzle says so: BOUND."""
    found = _solve(puzzle, budget, limit, options, partial(build_levels, bound=bound))
    if bound is None or puzzle.free or not any(puzzle.tiles) or bound >= longest_path(puzzle):
        return found
    if found.exhausted and not puzzle.tree_impossible():
        return replace(found, exhausted=False, stop=Stop.BOUND)
    return found


def solve_planar(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    options: tuple[str, ...] = (),
) -> Result:
    """The tree and its dual. Raises ValueError where the board wraps."""
    return _solve(puzzle, budget, limit, options, build_planar)


def solve_contour(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    options: tuple[str, ...] = (),
) -> Result:
    """The circuit round the tree."""
    return _solve(puzzle, budget, limit, options, build_contour)
