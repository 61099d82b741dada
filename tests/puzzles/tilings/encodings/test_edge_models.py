"""Test what models on edges share: fixed edges, deduction first, streamed solutions, failures."""

import random

import numpy as np
import pytest

from cpstudy import Stop, generate, solve
from cpstudy.core.clock import UNLIMITED, OutOfTimeError
from cpstudy.core.solving import Request
from cpstudy.encode.cpsat import CpsatSession
from cpstudy.encode.cuts import lacking
from cpstudy.encode.sat import SatSession
from cpstudy.encode.smt import SmtSession
from cpstudy.puzzles.pipes.deduction.solver import known_edges
from cpstudy.puzzles.pipes.encodings import smt_models
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from cpstudy.puzzles.tilings.encodings import cpsat_edges, sat_trees
from cpstudy.puzzles.tilings.encodings.edge_models import requires_tree, shape_of, solve_on_edges
from tests.encode.graphs import solutions_of
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions

pytest.importorskip("pysat.solvers")


def build_and_solve(name: str, puzzle: Pipes, fixed) -> set[bytes]:
    """All solutions with the ``fixed`` edges, by the named build function; lazy ones use cuts."""
    table = edge_table(puzzle)
    room, _, encoding = name.partition(":")
    lazily = encoding == "lazy" and requires_tree(puzzle)
    demands = lacking(tree_graph(puzzle)) if lazily else None
    rng = np.random.default_rng(0)
    if room == "cpsat":
        model, is_open = cpsat_edges.build(puzzle, encoding, fixed)
        session = CpsatSession(model, is_open, rng, one_by_one=lazily)
    elif room == "smt":
        pytest.importorskip("z3")
        script = getattr(smt_models, f"build_{encoding}")(puzzle, fixed)
        session = SmtSession(script, rng)
    else:
        formula = sat_trees.BUILD[encoding](puzzle, fixed, UNLIMITED)
        session = SatSession(formula, len(table.ends), same_size=True)
    found = solutions_of(session, lacking=demands)
    return {table.placement(np.array(opened, np.bool_)) for opened in found}


@pytest.mark.parametrize(
    "name",
    [
        "sat:lazy", "sat:binary", "sat:levels", "sat:planar", "sat:contour", "cpsat:clauses",
        "cpsat:levels", "cpsat:lazy", "cpsat:contour", "smt:lazy", "smt:levels",
    ],
)  # fmt: skip
def test_known_edges_are_kept(name):
    """A model keeps fixed edges: all of a solution, three of them, or one with the other value."""
    rng = random.Random(2)
    many = [p for p, _ in generate("pipes", "depth-first", 5, 40, seed=3)]
    boards = [p for p in many if len(all_solutions(p)) > 1][:3] + many[:3]
    left = 0
    for puzzle in boards:
        table = edge_table(puzzle)
        truth = all_solutions(puzzle)
        solution = sorted(truth)[0]
        whole = dict(enumerate(table.opened(solution).tolist()))
        assert build_and_solve(name, puzzle, whole) == {solution}
        some = dict(rng.sample(sorted(whole.items()), 3))
        keeping = {
            each for each in truth if all(table.opened(each)[e] == v for e, v in some.items())
        }
        assert build_and_solve(name, puzzle, some) == keeping
        opened = [table.opened(each) for each in sorted(truth)]
        differing = np.flatnonzero(opened[0] != opened[-1]).tolist()
        edge = rng.choice(differing or sorted(whole))
        others = {each for each in truth if table.opened(each)[edge] != whole[edge]}
        assert build_and_solve(name, puzzle, {edge: not whole[edge]}) == others
        left += len(others)
    assert left > 0


def test_deduction_first_changes_no_answer():
    rng = random.Random(9)
    settled = contradictions = 0
    for _ in range(150):
        puzzle = random_board(rng)
        truth = all_solutions(puzzle)
        known = known_edges(puzzle)
        table = edge_table(puzzle)
        contradictions += known is None
        for solution in truth:
            opened = table.opened(solution)
            assert all(opened[edge] == value for edge, value in known.items()), puzzle.encode()
        settled += known is not None and len(known) == len(table.ends) > 0
        for name in ("sat:lazy:deduced", "sat:binary:deduced:glucose4", "cpsat:contour:deduced"):
            assert set(solve(puzzle, name, limit=None).solutions) == truth, (name, puzzle.encode())
    assert min(settled, contradictions) > 20


def test_shapes():
    puzzle = Pipes.decode("3x2wg:03f5v7h0")
    assert shape_of(puzzle) == Pipes(2, 3, bytes((0, 1, 1, 1, 1, 0)), True, True, puzzle.barriers)
    assert not requires_tree(puzzle)
    assert requires_tree(Pipes.decode("2x1:11"))
    assert not requires_tree(Pipes.decode("2x1:00"))


@pytest.mark.parametrize("fault", [OutOfTimeError, MemoryError])
def test_a_model_that_is_not_built_keeps_what_is_known(fault):
    """If building the model fails, a given position that is a solution is still reported."""

    def opening(fixed, clock):
        raise fault

    board, solution = next(generate("pipes", "wilson", 5, 1))
    solved = Pipes(5, 5, solution)
    streamed: list[bytes] = []
    result = solve_on_edges(solved, Request(limit=None, found=streamed.append), opening)
    stop = Stop.TIME if fault is OutOfTimeError else Stop.MEMORY
    assert (result.solutions, result.stop, result.exhausted) == ((solution,), stop, False)
    assert streamed == [solution]
    assert solve_on_edges(solved, Request(limit=1), opening).stop is Stop.LIMIT
    assert solve_on_edges(Pipes.decode("2x1:55"), Request(limit=1), opening).stop is Stop.DONE
    assert board.tiles != solution


@pytest.mark.parametrize("name", ["cpsat", "cpsat:lazy", "sat:planar", "sat:hegeman", "smt"])
def test_solutions_are_handed_over_one_by_one(name):
    if name == "smt":
        pytest.importorskip("z3")
    met = 0
    for puzzle, _ in generate("pipes", "depth-first", 5, 12, seed=3):
        streamed: list[bytes] = []
        result = solve(puzzle, name, limit=3, found=streamed.append)
        assert tuple(streamed) == result.solutions
        met += len(streamed) > 1
    assert met > 1
