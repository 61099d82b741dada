"""Test that every solution is checked before it is returned.

If an engine returns a wrong one, explanations, maps, repairs and generators raise WrongAnswerError.
"""

from dataclasses import replace

import numpy as np
import pytest

from cpstudy import Stop, Verdict
from cpstudy.core.native import array
from cpstudy.core.solving import Request, WrongAnswerError
from cpstudy.puzzles.pipes.deduction import solver
from cpstudy.puzzles.pipes.explaining import ambiguity as maps
from cpstudy.puzzles.pipes.explaining import explainer as explaining
from cpstudy.puzzles.pipes.generating import repair as repairing
from cpstudy.puzzles.pipes.generating import unique as making
from cpstudy.puzzles.pipes.puzzle import Pipes, turned


def spoiled(solution: bytes) -> bytes:
    """The solution with one tile turned, so that an open side meets a closed one."""
    place = next(i for i, mask in enumerate(solution) if turned(mask) != mask)
    tiles = bytearray(solution)
    tiles[place] = turned(tiles[place])
    return bytes(tiles)


def lying(solve):
    """The solver with all its solutions spoiled."""

    def solve_wrongly(*arguments, **named):
        found = solve(*arguments, **named)
        return replace(found, solutions=tuple(map(spoiled, found.solutions)))

    return solve_wrongly


UNIQUE = Pipes.decode("3x3:654eb6414")
AMBIGUOUS = Pipes.decode("4x4:195ce72154716ab2")


def test_what_deduction_settles(monkeypatch):
    right = solver.settled_solution
    assert explaining.EXPLAINER.explain(UNIQUE).solution is not None
    monkeypatch.setattr(solver, "settled_solution", lambda k: spoiled(right(k)))
    with pytest.raises(WrongAnswerError, match="3x3:654eb6414"):
        explaining.EXPLAINER.explain(UNIQUE)


def test_what_search_settles(monkeypatch):
    """If deduction gets stuck, a wrong solution of the search raises an error."""
    monkeypatch.setattr(explaining.Deduction, "run", be_stuck)
    assert explaining.EXPLAINER.explain(UNIQUE).grade == "search"
    monkeypatch.setattr(explaining, "solve", lying(explaining.solve))
    with pytest.raises(WrongAnswerError, match="3x3:654eb6414"):
        explaining.EXPLAINER.explain(UNIQUE)


def be_stuck(deduction, hardest=None):
    deduction.end = solver.STUCK
    return deduction.end


def test_the_solution_of_a_map(monkeypatch):
    monkeypatch.setattr(maps, "solve", lying(maps.solve))
    with pytest.raises(WrongAnswerError, match="ambiguity"):
        maps.ambiguity(UNIQUE)


def test_the_alternatives_of_a_map(monkeypatch):
    near = maps.alternatives
    assert maps.ambiguity(AMBIGUOUS).regions

    def lying_near(*arguments):
        outcome = near(*arguments)
        wrong = [np.frombuffer(spoiled(sides.tobytes()), np.uint8) for sides in outcome.found]
        return replace(outcome, found=tuple(wrong))

    monkeypatch.setattr(maps, "alternatives", lying_near)
    with pytest.raises(WrongAnswerError, match="ambiguity"):
        maps.ambiguity(AMBIGUOUS)


def test_the_solution_of_a_repair(monkeypatch):
    keep = repairing._Workshop.keep
    assert repairing.repair(AMBIGUOUS).changes

    def keep_wrongly(self, tiles, solution):
        keep(self, tiles, spoiled(solution))

    monkeypatch.setattr(repairing._Workshop, "keep", keep_wrongly)
    with pytest.raises(WrongAnswerError, match="repair"):
        repairing.repair(AMBIGUOUS)


def test_a_repair_of_what_is_unique(monkeypatch):
    monkeypatch.setattr(repairing, "solve", lying(repairing.solve))
    with pytest.raises(WrongAnswerError, match="repair"):
        repairing.repair(UNIQUE)


def test_the_solution_of_a_generated_puzzle(monkeypatch):
    """A generated board with a wrong solution raises an error."""
    right, _ = making.unique_board("wilson", 4, 4, 1)
    assert right.shape == (4, 4)
    repair_all = making.repair_all

    def repair_wrongly(bench, states, boards, *rest):
        outcome = repair_all(bench, states, boards, *rest)
        array(boards)[0] = np.frombuffer(spoiled(array(boards)[0].tobytes()), np.uint8)
        return outcome

    monkeypatch.setattr(making, "repair_all", repair_wrongly)
    with pytest.raises(WrongAnswerError, match="unique"):
        making.unique_board("wilson", 4, 4, 1)


def test_deduction_and_search_that_disagree_are_an_error(monkeypatch):
    outcome = explaining._searched(AMBIGUOUS, Request())
    assert outcome.verdict is Verdict.MANY
    none = replace(outcome, solutions=(), exhausted=True, stop=Stop.DONE)
    monkeypatch.setattr(explaining.Deduction, "result", lambda self: none)
    with pytest.raises(WrongAnswerError, match="disagree"):
        explaining.EXPLAINER.explain(AMBIGUOUS)
