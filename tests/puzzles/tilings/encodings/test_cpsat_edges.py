"""Test CP-SAT on edges: each connectivity against all spanning trees; options; budgets."""

import numpy as np
import pytest

from cpstudy import Budget, Verdict, generate, solve
from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.encode.cpsat import CpsatSession, add_clauses
from cpstudy.encode.cuts import lacking
from cpstudy.puzzles.tilings.edges import tree_graph
from cpstudy.puzzles.tilings.encodings import cpsat_edges
from tests.encode.graphs import assert_same, solutions_of
from tests.puzzles.pipes.shapes import edges_of, of_a_tree, shapes, trees_on


@pytest.mark.parametrize("connectivity", ["clauses", "levels", "contour", "lazy"])
def test_spanning_trees_and_nothing_else(connectivity):
    """Of all edge sets of the size of a tree, each model allows exactly the spanning trees.

    Other sizes are excluded by counting before a model is built.
    """
    trees = none = 0
    lazily = connectivity == "lazy"
    for shape in shapes()[::2]:
        if lazily and len(shape.tiles) > 4:
            continue  # each round is a separate search
        skeleton = cpsat_edges._skeleton(shape, connectivity, UNLIMITED)
        model = skeleton.model.clone()
        add_clauses(model, skeleton.is_open, edges_of(shape).clauses)
        if skeleton.is_open:
            model.add(sum(skeleton.is_open) == sum(shape.tiles) - 1)
        model.proto.merge_from(skeleton.connectivity)
        rng = np.random.default_rng(0)
        session = CpsatSession(model, skeleton.is_open, rng, one_by_one=lazily)
        demands = lacking(tree_graph(shape)) if lazily else None
        found = solutions_of(session, lacking=demands)
        if not skeleton.is_open:  # without edges, no constraint excludes several cells
            found = of_a_tree(shape, found)
        assert_same(found, trees_on(shape), shape)
        trees += len(found)
        none += not found
    assert trees > 15
    assert none > 1


@pytest.mark.parametrize("connectivity", ["clauses", "levels", "contour"])
def test_a_clock_strikes_while_a_model_is_built(connectivity):
    puzzle, _ = next(generate("pipes", "wilson", 17, 1, seed=1))
    with pytest.raises(OutOfTimeError):
        cpsat_edges.build(puzzle, connectivity, clock=Clock(0))
    _, is_open = cpsat_edges.build(puzzle, connectivity, clock=Clock(1000))
    assert len(is_open) == 2 * 17 * 16
    with pytest.raises(OutOfTimeError):  # also when the part that boards share is already built
        cpsat_edges.build(puzzle, connectivity, clock=Clock(0))


@pytest.mark.parametrize(
    "options", ["presolve", "no-presolve:symmetry", "probing:linear", "workers2"]
)
def test_options_of_cpsat_change_no_verdict(options):
    verdicts = set()
    for puzzle, _ in generate("pipes", "depth-first", 5, 6, seed=3):
        for name in ("cpsat", "cpsat:contour"):
            found = solve(puzzle, f"{name}:{options}")
            assert found.verdict is solve(puzzle, "sat:lazy").verdict
            verdicts.add(found.verdict)
    assert verdicts == {Verdict.UNIQUE, Verdict.MANY}


def test_several_workers_count_no_conflicts():
    puzzle, _ = next(generate("pipes", "prim", 6, 1, seed=1))
    with pytest.raises(ValueError, match="several workers"):
        solve(puzzle, "cpsat:workers2", budget=Budget(iterations=5))
