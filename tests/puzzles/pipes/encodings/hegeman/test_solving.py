"""Test the solvers on Hegeman's formula (bounded, safe states, as printed) against brute force."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from cpstudy import Budget, Stop, Verdict, generate, solve
from cpstudy.core.solving import Request
from cpstudy.puzzles.pipes.encodings.hegeman.formula import half_bound
from cpstudy.puzzles.pipes.encodings.hegeman.solving import connected, solve_bounded
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.solvers import BOUNDS, SOLVERS
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions, is_tree, safe_states

pytest.importorskip("pysat")

from tests.puzzles.pipes.encodings.hegeman.formulas import has_loops


def test_disconnectivity_is_satisfiable_where_a_safe_state_is_no_tree():
    rng = random.Random(4)
    met: Counter[bool] = Counter()
    while min(met[True], met[False]) < 50:
        board = replace(random_board(rng), free=False)
        if board.tree_impossible():
            continue
        for state in safe_states(board):
            assert connected(board, bytes(state)) == is_tree(board, state), board.encode()
            met[is_tree(board, state)] += 1


def test_the_solver_of_the_printed_formula_says_what_it_says():
    """The printed formula reports MANY exactly if there is a solution and a second safe state; all
    its witnesses are solutions."""
    rng = random.Random(11)
    met: Counter[tuple[Verdict, bool]] = Counter()
    for _ in range(400):
        board = random_board(rng)
        if has_loops(board):
            continue
        states = list(safe_states(board))
        truth = all_solutions(board)
        result = solve(board, "sat:hegeman-printed")
        assert set(result.solutions) <= truth
        expected = (
            Verdict.NONE if not truth else Verdict.UNIQUE if len(states) == 1 else Verdict.MANY
        )
        assert result.verdict is expected, board.encode()
        met[expected, len(truth) == 1] += 1
    # All three verdicts occurred, and wrong ones: MANY although the solution is unique.
    assert met[Verdict.MANY, True] > 5
    assert min(met[Verdict.NONE, False], met[Verdict.UNIQUE, True], met[Verdict.MANY, False]) > 10
    row = SOLVERS["sat:hegeman-printed"]
    assert not row.complete
    assert "WRONG" in row.summary
    assert "printed" in row.name


def test_small_bounds_are_never_wrong_and_sometimes_unknown():
    rng = random.Random(8)
    met: Counter[tuple[str, Verdict]] = Counter()
    for _ in range(150):
        board = random_board(rng)
        truth = Verdict.NONE, Verdict.UNIQUE, Verdict.MANY
        expected = truth[min(len(all_solutions(board)), 2)]
        for bound in (1, 2, half_bound(board)):
            result = solve_bounded(board, Request(), bound)
            assert result.verdict in (expected, Verdict.UNKNOWN), (board.encode(), bound)
            if result.verdict is Verdict.UNKNOWN:
                assert result.stop is Stop.BOUND
            met["all", result.verdict] += 1
    assert min(met["all", verdict] for verdict in Verdict) > 10


def test_half_the_bound_taken_for_a_proof_is_wrong():
    """With half the bound, some ambiguous mazes have no second solution: the thesis reads that as
    valid, the solver as unknown."""
    wrong = ambiguous = 0
    for board, solution in generate("pipes", "depth-first", 5, 60, seed=1):
        solved = replace(board, tiles=solution)
        if solve(solved).verdict is not Verdict.MANY:
            continue
        ambiguous += 1
        found = solve(solved, "sat:hegeman:half")
        wrong += found.verdict is not Verdict.MANY
        assert found.verdict in (Verdict.MANY, Verdict.UNKNOWN)
    assert ambiguous > 10
    assert wrong > 0


def test_options():
    board, solution = next(generate("pipes", "prim", 5, 1))
    truth = solve(board).verdict
    for option in (*BOUNDS, "glucose4", "cadical153", "half:minicard"):
        for name in ("sat:hegeman", "sat:hegeman-printed"):
            result = solve(board, f"{name}:{option}")
            assert result.provenance.solver == f"{name}:{option}"
            if name == "sat:hegeman":
                assert result.verdict is truth is Verdict.UNIQUE
    for option, message in (
        ("half:prim", "one bound, not 2"),
        ("glucose4:minicard", "one SAT solver, not 2"),
        ("magic", "option 'magic'"),
    ):
        with pytest.raises(ValueError, match=message):
            solve(board, f"sat:hegeman:{option}")
    for text in ("3x2:000000", "6:" + 36 * "1"):
        oblong = Pipes.decode(text)
        with pytest.raises(ValueError, match="table 3 has no bound"):
            solve(oblong, "sat:hegeman:wilson")
    solved = replace(board, tiles=solution)
    for name in ("sat:hegeman", "sat:hegeman-safe-states"):
        cut = solve(solved, name, budget=Budget(seconds=1e-9))
        assert (cut.verdict, cut.stop) == (Verdict.UNKNOWN, Stop.TIME)
        assert cut.solutions == (solution,)


def test_safe_states_are_counted():
    counts = Counter()
    for board, solution in generate("pipes", "depth-first", 5, 40, seed=2):
        solved = replace(board, tiles=solution)
        states = [bytes(state) for state in safe_states(solved)]
        result = solve(solved, "sat:hegeman-safe-states", limit=None)
        assert result.counters["safe_states"] == len(states)
        assert set(result.solutions) == all_solutions(solved)
        counts[len(states) > 1] += 1
    assert min(counts[False], counts[True]) > 3


def test_a_formula_of_millions_of_clauses_is_not_solved():
    board, _ = next(generate("pipes", "wilson", 40, 1))
    result = solve(board, "sat:hegeman")
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.MEMORY)
