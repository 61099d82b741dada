"""Test SAT on edges: each encoding against all spanning trees; bounds, budgets, cuts as proofs."""

import numpy as np
import pytest

from cpstudy import Budget, Stop, Verdict, generate, solve
from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.solving import Request
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.cuts import lacking
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import enumerate_models
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from cpstudy.puzzles.tilings.encodings import sat_trees
from cpstudy.puzzles.tilings.encodings.tile_clauses import safe_states
from tests.encode.graphs import assert_same, projected_models
from tests.puzzles.pipes.oracle import solutions_up_to
from tests.puzzles.pipes.shapes import edges_of, of_a_tree, shapes, trees_on

pysat = pytest.importorskip("pysat.solvers")


@pytest.mark.parametrize("encoding", ["binary", "levels", "planar", "contour"])
def test_spanning_trees_and_nothing_else(encoding):
    """Of all edge sets, each encoding allows exactly the spanning trees.

    On wrapping boards, where a circuit may go round the torus, ``contour`` is tested only on edge
    sets of the size of a tree.
    """
    trees = none = 0
    for shape in shapes()[::2]:
        if encoding == "planar" and shape.wrap:
            continue
        cnf = edges_of(shape)
        tree = sat_trees._tree(shape, encoding, len(shape.tiles), UNLIMITED)
        cnf = Cnf(tree.variables, cnf.clauses + tree.clauses)
        found = projected_models(cnf, len(edge_table(shape).ends))
        if encoding == "contour" and shape.wrap:
            found = of_a_tree(shape, found)
        assert_same(found, trees_on(shape), shape)
        trees += len(found)
        none += not found
    assert trees > 30
    assert none > 1


@pytest.mark.parametrize("encoding", ["binary", "planar", "contour"])
def test_a_clock_strikes_while_a_formula_is_built(encoding):
    puzzle, _ = next(generate("pipes", "wilson", 30, 1, seed=1))
    with pytest.raises(OutOfTimeError):
        sat_trees.BUILD[encoding](puzzle, None, Clock(0))
    assert sat_trees.BUILD[encoding](puzzle, None, Clock(1000)).variables > 1740
    found = solve(puzzle, f"sat:{encoding}", budget=Budget(seconds=1e-9))
    assert (found.stop, found.counters) == (Stop.TIME, {"conflicts": 0})


def test_a_bound_too_small_is_unknown():
    stops, verdicts = set(), set()
    for puzzle, _ in generate("pipes", "depth-first", 5, 30, seed=3):
        truth = Verdict.MANY if solutions_up_to(2, puzzle) > 1 else Verdict.UNIQUE
        for bound in (2, 6, 9, 30):
            found = sat_trees.solve(puzzle, Request(Budget(), 2), encoding="levels", bound=bound)
            assert found.verdict in (truth, Verdict.UNKNOWN)
            stops.add(found.stop)
            verdicts.add(found.verdict)
        assert found.verdict is truth
    assert stops == {Stop.BOUND, Stop.DONE, Stop.LIMIT}
    assert verdicts == {Verdict.UNIQUE, Verdict.MANY, Verdict.UNKNOWN}


def test_levels_of_a_large_board_are_too_many():
    puzzle, _ = next(generate("pipes", "wilson", 100, 1, seed=1))
    result = solve(puzzle, "sat:levels")
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.MEMORY)


def test_formula_and_cuts_certify_a_lazy_search():
    cycles = components = unique = 0
    for puzzle, _ in generate("pipes", "prim", 8, 25, seed=4):
        (witness,) = solve(puzzle, "sat:planar", limit=1).solutions
        table, formula, cuts = edge_table(puzzle), safe_states(puzzle), []
        blocking = [-i - 1 for i in np.flatnonzero(table.opened(witness)).tolist()]
        found = enumerate_models(
            SatSession(formula, len(table.ends), same_size=True), 1,
            lacking=lacking(tree_graph(puzzle), cuts), known=[table.opened(witness)],
        )  # fmt: skip
        exhausted = found.stop is Stop.DONE
        clauses = [*formula.clauses, *(cut.clause() for cut in cuts), blocking]
        with pysat.Solver(name="cadical153", bootstrap_with=clauses) as solver:
            assert solver.solve() is not exhausted
        assert exhausted is not bool(found.solutions)
        unique += exhausted
        cycles += sum(cut.kind == "cycle" for cut in cuts)
        components += sum(cut.kind == "component" for cut in cuts)
    assert min(cycles, components, unique, 25 - unique) > 2
