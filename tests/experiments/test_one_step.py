"""Boards by the rule that they need: explained grades, a simulated counterexample, upper limits."""

from math import comb

import pytest

from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.pipes.deduction.deducing import STUCK
from cpstudy.puzzles.pipes.deduction.solver import Deduction
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.generating.unique import unique_board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.reproducing import tatham
from cpstudy.reproducing.tatham import SEARCH, needed_rule
from cpstudy.study.grid import Task
from experiments.one_step import Scale, measure, study, upper_limit

BOARDS = 3


@pytest.fixture(scope="module")
def batches():
    cells = study(Scale((5,), 1), batch=BOARDS)
    return [(cell, outcome) for cell in cells for outcome in measure(Task(cell, (1,)))]


def test_batches_hold_the_grades_of_their_boards(batches):
    met = set()
    for cell, outcome in batches:
        params = cell.params
        result = []
        for index in range(BOARDS, 2 * BOARDS):
            _, tiles = unique_board(
                params["algorithm"],
                params["size"],
                params["size"],
                params["seed"],
                index,
                wrap=params["wrap"],
            )
            puzzle = Pipes(params["size"], params["size"], tiles.tobytes(), params["wrap"])
            result.append(EXPLAINER.grade(puzzle))
        assert sorted(result) == sorted(
            name for name, number in outcome.counters.items() for _ in range(number)
        )
        met.update(result)
    assert met >= {"local", "dead end"}
    assert {params["wrap"] for params in (cell.params for cell, _ in batches)} == {False, True}


def _board():
    solution, tiles = unique_board("wilson", 5, 5, 1)
    return Pipes(5, 5, tiles.tobytes()), solution.tobytes()


def test_another_solution_is_a_wrong_answer():
    puzzle, solution = _board()
    assert needed_rule(puzzle, solution) < SEARCH
    with pytest.raises(WrongAnswerError, match="not the repaired solution"):
        needed_rule(puzzle, solution[::-1])


class Stuck(Deduction):
    def run(self, hardest=4):
        self.end = STUCK
        return STUCK


def test_a_board_beyond_one_step_is_confirmed_and_kept(monkeypatch):
    """A deduction that is always stuck simulates such a board."""
    monkeypatch.setattr(tatham, "Deduction", Stuck)
    puzzle, solution = _board()
    assert EXPLAINER.grades[needed_rule(puzzle, solution)] == "search"
    with pytest.raises(WrongAnswerError, match="search"):
        needed_rule(puzzle, solution[::-1])
    cell = next(iter(study(Scale((4,), 1), batch=2)))
    (outcome,) = measure(Task(cell, (0,)))
    assert {grade for grade, count in outcome.counters.items() if count} == {"search"}
    assert outcome.counters["search"] == 2
    assert len(outcome.extra["beyond"]) == 2
    assert all(Pipes.decode(text).rows == 4 for text in outcome.extra["beyond"])


@pytest.mark.parametrize(("beyond", "boards"), [(0, 35_456), (0, 100), (2, 50), (7, 20)])
def test_the_upper_limit_is_where_so_few_have_five_per_cent(beyond, boards):
    share = upper_limit(beyond, boards)
    seen = sum(comb(boards, k) * share**k * (1 - share) ** (boards - k) for k in range(beyond + 1))
    assert seen == pytest.approx(0.05, rel=1e-6)
    if not beyond:
        assert share == pytest.approx(1 - 0.05 ** (1 / boards))


def test_no_limit_of_nonsense():
    with pytest.raises(RuntimeError, match="no limit"):
        upper_limit(3, 3)
