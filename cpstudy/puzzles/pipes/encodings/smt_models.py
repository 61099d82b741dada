"""SMT with Z3: Yurichev's model of half-joints and angles, lazy cuts, integer levels.

*Yurichev's model*: each tile has four Booleans, its half-joints, and an integer angle; an "or"
over the angles says which half-joints are there. Half-joints that meet are equal, those at a wall
are false. It describes free graphs; solutions are counted by forbidding each by a clause
(Yurichev). Tiles that he does not have, dead ends, are added in the same way.

For trees, cuts on cycles and components are added as they are met. *lazy* does the same on the
shorter formula of clauses.py, one Boolean an edge. *levels* adds directions of edges and integer
levels that rise along them: difference logic, complete in one script, which is what ``convert
--to smtlib`` writes.

Size, n tiles and e edges: Yurichev 4n Booleans, n integers, n disjunctions of at most four
conjunctions, e equalities; levels: 3e Booleans, n integers, clauses and 2e implications.
"""

from __future__ import annotations

import time

import numpy as np

from cpstudy.core.result import Budget, Result, Stop
from cpstudy.encode.cnf import arborescence
from cpstudy.encode.cuts import lacking
from cpstudy.encode.smt import Script, enumerate_models
from cpstudy.puzzles.pipes.board.edges import Fixed, closed_loops, edge_table, root_of, tree_graph
from cpstudy.puzzles.pipes.encodings.tile_clauses import rules
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, SIDE_NAMES, Pipes


def build_yurichev(puzzle: Pipes) -> Script:
    """Yurichev's model; no connectivity."""
    script = Script()
    lines = script.lines

    def joint(tile: int, side: int) -> str:
        row, column = divmod(tile, puzzle.columns)
        return f"cell_{row}_{column}_{SIDE_NAMES[side]}"

    for tile in range(len(puzzle.tiles)):
        row, column = divmod(tile, puzzle.columns)
        lines += [f"(declare-const {joint(tile, side)} Bool)" for side in range(4)]
        lines.append(f"(declare-const cell_{row}_{column}_angle Int)")
    for tile in range(len(puzzle.tiles)):
        for side in range(4):
            if puzzle.neighbour(tile, side) is None:
                lines.append(f"(assert (not {joint(tile, side)}))")
    for tile, side, other in puzzle.edges():
        lines.append(f"(assert (= {joint(tile, side)} {joint(other, side ^ 2)}))")
        script.watched.append(joint(tile, side))
    for tile, here in enumerate(puzzle.tiles):
        row, column = divmod(tile, puzzle.columns)
        turns = []
        for number, turn in enumerate(ORIENTATIONS[here]):
            terms = [f"(= cell_{row}_{column}_angle {90 * number})"]
            for side in range(4):
                name = joint(tile, side)
                terms.append(name if turn >> side & 1 else f"(not {name})")
            turns.append(f"(and {' '.join(terms)})")
        lines.append(f"(assert (or {' '.join(turns)}))" if turns[1:] else f"(assert {turns[0]})")
    return script


def build_lazy(puzzle: Pipes, fixed: Fixed = None) -> Script:
    """Safe states, one Boolean an edge."""
    formula = rules(puzzle, fixed)
    if not puzzle.free:
        formula.clauses += closed_loops(puzzle)
    script = Script([f"x{i}" for i in range(1, formula.variables + 1)])
    script.add_formula(formula)
    return script


def build_levels(puzzle: Pipes, fixed: Fixed = None) -> Script:
    """Trees, by integer levels; free graphs without."""
    formula = rules(puzzle, fixed)
    script = Script([f"x{i}" for i in range(1, formula.variables + 1)])
    if puzzle.free or not any(puzzle.tiles):
        script.add_formula(formula)
        return script
    formula.clauses += closed_loops(puzzle)
    graph, root = tree_graph(puzzle), root_of(puzzle)
    arcs = arborescence(formula, graph, root)
    script.add_formula(formula)
    script.add_levels(graph, root, arcs)
    return script


def _solve(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    encoding: str,
) -> Result:
    if not puzzle.free and puzzle.tree_impossible():
        return Result(exhausted=True, counters={"conflicts": 0})
    known = () if puzzle.why_not(puzzle.tiles) else (puzzle.tiles,)
    if limit is not None and len(known) >= limit:
        return Result(known, stop=Stop.LIMIT, counters={"conflicts": 0})

    start = time.perf_counter()
    table = edge_table(puzzle)
    if encoding == "levels":
        script = build_levels(puzzle)
    else:
        script = build_lazy(puzzle) if encoding == "lazy" else build_yurichev(puzzle)
    lazily = encoding != "levels" and not puzzle.free and any(puzzle.tiles)
    build_seconds = time.perf_counter() - start
    found = enumerate_models(
        script,
        budget,
        rng,
        None if limit is None else limit - len(known),
        lacking=lacking(tree_graph(puzzle)) if lazily else None,
        known=[table.opened(solution) for solution in known],
    )
    return Result(
        solutions=(*known, *map(table.placement, found.solutions)),
        exhausted=found.stop is Stop.DONE,
        stop=found.stop,
        counters=found.counters,
        phases={"build": build_seconds + found.build, "search": found.seconds},
    )


def solve(puzzle: Pipes, budget: Budget, rng: np.random.Generator, limit: int | None) -> Result:
    """Yurichev's model. Counters of all three: conflicts (the iterations), searches, cuts."""
    return _solve(puzzle, budget, rng, limit, "yurichev")


def solve_lazy(
    puzzle: Pipes, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """One Boolean an edge, cuts as they are met."""
    return _solve(puzzle, budget, rng, limit, "lazy")


def solve_levels(
    puzzle: Pipes, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """Integer levels."""
    return _solve(puzzle, budget, rng, limit, "levels")


def write_smtlib(puzzle: Pipes) -> str:
    """The script with levels: satisfiable exactly where the puzzle has a solution."""
    script = build_levels(puzzle)
    if not puzzle.free and puzzle.tree_impossible():
        # Levels rule out cycles; that this means connected rests on the number of edges.
        script.lines.append(f"(assert false) ; {puzzle.tree_impossible()}")
    return f"; {puzzle.encode()}\n" + script.text()
