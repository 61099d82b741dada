"""Every solver agrees with brute force on small boards: none, unique, many and unknown, by kind."""

import random
from collections import Counter

import pytest

from cpstudy import Budget, Stop, Verdict
from cpstudy.core.solving import check_agreement, solve
from cpstudy.puzzles import kind
from tests.puzzles.latin.instances import BOXES, boards, random_kenken, random_puzzle
from tests.puzzles.latin.oracle import gives, keeps_clues, latin_squares, squares_with

KINDS = ("sudoku", "jigsaw", "kenken")
COMPLETE = ("portfolio", "search", "cpsat", "sat", "explore:bfs", "explore:dfs", "brute-force")
# Rows for boards that are too large for brute force: sudoku/test_bands.py.
NINE_BY_NINE = {"bands"}


def all_solutions(puzzle):
    """All solutions by the oracle, from the puzzle's data alone."""
    order = puzzle.order
    if puzzle.kind == "kenken":
        return {
            bytes(square)
            for square in latin_squares(order)
            if all(
                gives([square[cell] for cell in cage.cells], cage.operation, cage.target)
                for cage in puzzle.cages
            )
        }
    if puzzle.kind == "sudoku":
        regions = list(BOXES)
    else:
        regions = [
            tuple(cell for cell in range(order**2) if puzzle.regions[cell] == region)
            for region in range(order)
        ]
    squares = boards(tuple(regions)) if order == 4 else squares_with(order, tuple(regions))
    if puzzle.diagonals:
        lines = [range(0, 16, 5), range(3, 13, 3)]
        squares = [s for s in squares if all(len({s[c] for c in line}) == 4 for line in lines)]
    return {bytes(square) for square in squares if keeps_clues(square, puzzle.clues)}


def expected(number):
    return (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(number, 2)]


@pytest.mark.parametrize("name", KINDS)
def test_all_complete_solvers_agree_with_brute_force(name):
    rng = random.Random(7)
    rows = kind(name).solvers
    complete = {row.name for row in rows.values() if row.in_all}
    assert complete - NINE_BY_NINE == set(COMPLETE)
    met: dict[str, Counter[Verdict]] = {row: Counter() for row in COMPLETE}
    slow = {"cpsat": 6, "sat": 3, "brute-force": 3, "explore:bfs": 5, "explore:dfs": 5}
    for index in range(180):
        puzzle = random_puzzle(rng, name)
        truth = all_solutions(puzzle)
        results = {}
        for row in COMPLETE:
            if index % slow.get(row, 1) == 0:
                results[row] = solve(puzzle, rows[row])
                assert results[row].verdict is expected(len(truth)), (row, puzzle.encode())
                assert set(results[row].solutions) <= truth
                met[row][results[row].verdict] += 1
        check_agreement(puzzle, results)
    for row, verdicts in met.items():
        assert min(verdicts[v] for v in Verdict if v is not Verdict.UNKNOWN) >= 4, (row, verdicts)


@pytest.mark.parametrize("name", KINDS)
def test_all_solutions_are_found(name):
    rng = random.Random(8)
    rows = kind(name).solvers
    for index in range(40):
        puzzle = random_puzzle(rng, name)
        truth = all_solutions(puzzle)
        for row in ("search", "brute-force") if index % 8 else COMPLETE:
            if len(truth) <= 40 or row in ("search", "brute-force"):
                found = solve(puzzle, rows[row], limit=None)
                if row == "explore:bfs":
                    assert found.count == len(truth)
                    assert set(found.solutions) <= truth
                    continue
                assert set(found.solutions) == truth, (row, puzzle.encode())
                assert found.stop is Stop.DONE


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("row", COMPLETE)
def test_a_budget_in_mid_search_gives_unknown(name, row):
    """A search that is cut short answers unknown or the verdict of the whole search."""
    rng = random.Random(9)
    solver = kind(name).solvers[row]
    met: Counter[Verdict] = Counter()
    for _ in range(400 if row not in ("cpsat", "sat") else 80):
        puzzle = random_puzzle(rng, name)
        whole = solve(puzzle, solver)
        spent = whole.counters[solver.counter]
        if spent < 1:
            continue
        for iterations in sorted({0, spent // 2, spent - 1, spent + 1}):
            cut = solve(puzzle, solver, budget=Budget(iterations=iterations))
            assert cut.verdict in (whole.verdict, Verdict.UNKNOWN), puzzle.encode()
            if iterations > spent and row != "cpsat":  # CP-SAT starts again after each solution
                assert cut.verdict is whole.verdict
            if cut.verdict is Verdict.UNKNOWN:
                assert cut.stop is Stop.ITERATIONS
            met[cut.verdict] += 1
        if met[Verdict.UNKNOWN] > 20:
            break
    # CP-SAT and SAT rarely have a conflict on such boards.
    assert met[Verdict.UNKNOWN] > (20 if row not in ("cpsat", "sat") else 0), met


@pytest.mark.parametrize("name", KINDS)
def test_seconds_that_are_over_give_unknown(name):
    puzzle = random_puzzle(random.Random(1), name)
    for row in COMPLETE:
        result = solve(puzzle, kind(name).solvers[row], budget=Budget(seconds=1e-9))
        assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.TIME), row


def test_larger_cages_agree():
    rng = random.Random(11)
    rows = kind("kenken").solvers
    verdicts: Counter[Verdict] = Counter()
    for index in range(120):
        puzzle = random_kenken(rng, 4, rng.randint(3, 8))
        truth = all_solutions(puzzle)
        for row in COMPLETE if index % 4 == 0 else ("search",):
            found = solve(puzzle, rows[row])
            assert found.verdict is expected(len(truth)), (row, puzzle.encode())
        verdicts[expected(len(truth))] += 1
    assert min(verdicts.values()) > 5
    assert len(verdicts) == 3
