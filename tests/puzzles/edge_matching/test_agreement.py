"""Test that all solvers of edge matching agree with brute force, with each other, and with public
counts."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.core.result import Stop, Verdict
from cpstudy.core.solving import check_agreement, solve
from cpstudy.puzzles.edge_matching import solvers
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, turned
from tests.puzzles.edge_matching import oracle
from tests.puzzles.edge_matching.instances import (
    SHAPES,
    drawn,
    exchanged,
    instance,
    needs_cases,
    unframed,
)
from tests.samples import sample

SOLVERS = {name: row for name, row in solvers.SOLVERS.items() if row.in_all}


@sample(4, 8, "turns")
def test_all_solvers_agree_with_brute_force(turns):
    rng = np.random.default_rng(11)
    verdicts: Counter[Verdict] = Counter()
    for turn in range(turns):
        for rows, columns in SHAPES:
            if turn % 4 == 0:
                puzzle = unframed(rows, columns, rng)
            else:
                puzzle = drawn(rows, columns, rng)
                if turn % 4 > 1:
                    puzzle = exchanged(puzzle, rng)
            asked = (rows, columns, puzzle.pieces, puzzle.framed)
            boards, classes = len(oracle.boards(*asked)), len(oracle.classes(*asked))
            wanted = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(classes, 2)]
            verdicts[wanted] += 1
            for name, solver in SOLVERS.items():
                full = solve(puzzle, solver, limit=None)
                said = f"{name} on {puzzle.encode()}"
                assert full.stop is Stop.DONE, said
                assert (full.verdict, full.count) == (wanted, classes), said
                assert (full.counters["boards"], len(full.solutions)) == (boards, classes), said
                two = solve(puzzle, solver, limit=2)
                assert (two.verdict, len(two.solutions)) == (wanted, min(classes, 2)), said
                assert len(solve(puzzle, solver, limit=1).solutions) == min(classes, 1), said
    each = [verdicts[verdict] for verdict in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)]
    assert min(each) >= turns // 2, verdicts


def test_all_solvers_agree_at_the_ridge():
    # These boards are large enough for look-ahead and restarts, and too large for brute force.
    rng = np.random.default_rng(7)
    verdicts: Counter[Verdict] = Counter()
    for puzzle, _ in puzzles(4, 4, 3, 3, 8, 1):
        for asked in (puzzle, exchanged(puzzle, rng)):
            results = {name: solve(asked, solver) for name, solver in SOLVERS.items()}
            check_agreement(asked, results)
            verdicts[results["dfs"].verdict] += 1
    assert {Verdict.NONE, Verdict.UNIQUE} <= set(verdicts)


def outcome(puzzle: EdgeMatching, name: str) -> tuple[object, ...]:
    result = solve(puzzle, SOLVERS[name], limit=None)
    return result.verdict, result.count, result.counters["boards"]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(SHAPES), st.sampled_from(list(SOLVERS)))
def test_symmetries_keep_the_number_of_solutions(seed, shape, name):
    rng = np.random.default_rng(seed)
    puzzle = exchanged(drawn(*shape, rng), rng) if seed % 2 else unframed(*shape, rng)
    rows, columns, pieces, framed = puzzle.rows, puzzle.columns, puzzle.pieces, puzzle.framed
    wanted = outcome(puzzle, "dfs")
    order = rng.permutation(len(pieces))
    shuffled = tuple(turned(pieces[i], int(rng.integers(4))) for i in order)
    assert outcome(EdgeMatching(rows, columns, shuffled, framed), name) == wanted
    names = [0, *(rng.permutation(30) + 1)] if framed else rng.permutation(31)
    recoloured = tuple(tuple(int(names[colour]) for colour in piece) for piece in pieces)
    assert outcome(EdgeMatching(rows, columns, recoloured, framed), name) == wanted
    on_its_side = EdgeMatching(columns, rows, tuple(map(turned, pieces)), framed)
    assert outcome(on_its_side, name) == wanted
    mirrored = tuple((top, left, bottom, right) for top, right, bottom, left in pieces)
    assert outcome(EdgeMatching(rows, columns, mirrored, framed), name) == wanted


@pytest.mark.parametrize("name", SOLVERS)
def test_runs_repeat(name):
    puzzle = next(
        puzzle
        for puzzle, _ in puzzles(5, 5, 5, 2, 50, 9)
        if solve(puzzle, SOLVERS["matching"]).counters["placements"] > 500
    )
    first, second = (solve(puzzle, SOLVERS[name], seed=3, limit=1) for _ in range(2))
    assert first.solutions == second.solutions
    assert dict(first.counters) == dict(second.counters)


@needs_cases
@pytest.mark.parametrize("name", [name for name in SOLVERS if name != "dfs"])
def test_tomy_has_1280_boards_for_everyone(name):
    result = solve(instance("tomy_4x4"), SOLVERS[name], limit=None)
    assert (result.count, result.counters["boards"]) == (320, 1_280)
