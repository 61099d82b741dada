"""The search: batches equal single runs, the checker detects wrong witnesses, and the portfolio."""

import random
from collections import Counter

import numpy as np
import pytest

from cpstudy import Budget, Stop, Verdict, solve
from cpstudy.core.errors import InputError
from cpstudy.core.solving import WrongAnswerError, solve_batch
from cpstudy.core.solving import solve as solve_by
from cpstudy.puzzles import kind
from cpstudy.puzzles.latin import portfolio
from cpstudy.puzzles.latin.checking import checker
from cpstudy.puzzles.latin.search import engine
from cpstudy.puzzles.latin.search.engine import VERDICTS, decide_boards
from cpstudy.puzzles.sudoku.puzzle import Sudoku
from tests.puzzles.latin.instances import random_kenken, random_puzzle


@pytest.mark.parametrize("name", ["sudoku", "jigsaw", "kenken"])
def test_batches_say_what_one_by_one_says(name):
    rng = random.Random(6)
    puzzles = [random_puzzle(rng, name) for _ in range(60)]
    for row in ("portfolio", "search"):
        solver = kind(name).solvers[row]
        verdicts = Counter()
        for puzzle, result in zip(puzzles, solve_batch(puzzles, solver), strict=True):
            alone = solve_by(puzzle, solver)
            assert (result.verdict, result.solutions, result.stop, result.engine) == (
                alone.verdict, alone.solutions, alone.stop, alone.engine,
            )  # fmt: skip
            assert result.counters == alone.counters
            verdicts[result.verdict] += 1
        assert len(verdicts) == 3


def test_boards_beyond_the_budget_are_unknown():
    empty = np.zeros((2, 81), np.uint8)
    result = decide_boards(Sudoku(3, 3, bytes(81)), empty, nodes=3)
    assert [VERDICTS[v] for v in result.verdicts.tolist()] == [Verdict.UNKNOWN] * 2
    assert result.nodes.tolist() == [3, 3]
    assert not result.witnesses.any()


def test_batches_refuse_what_they_do_not_take():
    with pytest.raises(InputError, match="one by one"):
        decide_boards(random_kenken(random.Random(1)), np.zeros((1, 9), np.uint8))
    for clues in (np.zeros((1, 16), np.uint8), np.full((1, 81), 10, np.uint8)):
        with pytest.raises(InputError, match="clues of shape"):
            decide_boards(Sudoku(3, 3, bytes(81)), clues)


def test_a_wrong_witness_of_a_batch_ends_in_an_error(monkeypatch):
    right = engine.decide_all

    def wrong(w, clues, most, verdicts, witnesses, nodes):
        right(w, clues, most, verdicts, witnesses, nodes)
        witnesses[0, 0, 3] = witnesses[0, 0, 4]

    monkeypatch.setattr(engine, "decide_all", wrong)
    with pytest.raises(WrongAnswerError, match="2x2:p"):
        decide_boards(Sudoku(2, 2, bytes(16)), np.zeros((1, 16), np.uint8))


def test_the_checker_is_the_rules():
    rng = random.Random(7)
    met = Counter()
    for _ in range(80):
        for name in ("sudoku", "jigsaw", "kenken"):
            puzzle = random_puzzle(rng, name)
            holds = checker(puzzle)
            for solution in solve(puzzle, "search", limit=5).solutions:
                spoilt = bytearray(solution)
                cell = rng.randrange(len(spoilt))
                spoilt[cell] = rng.randint(0, puzzle.order + 1)
                for values in (solution, bytes(spoilt), solution[:-1], bytes(len(solution))):
                    assert holds(values) is (puzzle.violation(values) == ""), puzzle.encode()
                    met[holds(values)] += 1
    assert min(met[True], met[False]) > 100


def test_the_portfolio_hands_over_where_the_search_thrashes(monkeypatch):
    monkeypatch.setattr(portfolio, "_PATIENCE", 0)
    monkeypatch.setattr(portfolio, "_LEAST_NODES", 5)
    hard = Sudoku(3, 3, bytes(81), diagonals=True)
    found = solve(hard, "portfolio")
    assert (found.engine, found.verdict) == ("sat", Verdict.MANY)
    assert found.counters["nodes"] >= 5
    assert "conflicts" in found.counters
    cut = solve(hard, "portfolio", budget=Budget(iterations=7))
    assert (cut.engine, cut.stop) == ("search", Stop.ITERATIONS)
