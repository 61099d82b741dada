"""The explainer on odd boards, and on solvers that lie: no traceback, no unchecked solution."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from cpstudy import Verdict, generate, solve
from cpstudy.core.explaining import Explanation
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.pipes.explaining import ambiguity, explain
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.generating import repair
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions

NO_SOLUTION = ["1x5g:15017", "1x4:1051", "2x1:55", "1x1:1"]


@pytest.mark.parametrize("text", NO_SOLUTION)
def test_a_board_without_solution_has_no_hint(text):
    """Orientations that are left after a contradiction need not be turns of the tile."""
    puzzle = Pipes.decode(text)
    assert not all_solutions(puzzle)
    told = EXPLAINER.explain(puzzle)
    assert told.verdict is Verdict.NONE
    assert told.solution is None
    assert EXPLAINER.hint(told) is None
    assert replayed(told)


def replayed(told: Explanation) -> str:
    """The deduction as a saved game, or why the board is no game of Net."""
    try:
        return EXPLAINER.replay(told)
    except ValueError as reason:
        assert told.puzzle.free or len(told.puzzle.tiles) < 2
        return str(reason)


def every_mode(count: int, seed: int) -> Counter[str]:
    """Explain, hint, save, mistake and ambiguity of odd boards: the verdicts that were met."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    for _ in range(count):
        puzzle = random_board(rng)
        truth = all_solutions(puzzle)
        expected = ("none", "unique", "many")[min(len(truth), 2)]
        told = EXPLAINER.explain(puzzle)
        assert str(told.verdict) == expected, puzzle.encode()
        assert (told.grade is not None) is (expected == "unique"), puzzle.encode()
        met[expected] += 1
        hint = EXPLAINER.hint(told)
        met["hint"] += hint is not None
        assert hint is None or expected != "none", puzzle.encode()
        assert replayed(told)
        mistake = EXPLAINER.mistake(told, puzzle.tiles)
        assert (mistake == "") is (puzzle.tiles in truth), puzzle.encode()
        if not truth:
            with pytest.raises(ValueError, match="no solution"):
                EXPLAINER.ambiguity(puzzle)
            continue
        found = EXPLAINER.ambiguity(puzzle)
        assert found.solution in truth
        assert {region.alternative for region in found.regions} <= truth - {found.solution}
        assert bool(found.regions) is (expected == "many")
    return met


def test_every_mode_on_odd_boards():
    met = every_mode(250, seed=1)
    assert min(met[name] for name in ("none", "unique", "many", "hint")) > 20, met


@pytest.mark.slow
def test_every_mode_on_thousands_of_odd_boards():
    met = every_mode(3000, seed=2)
    assert min(met[name] for name in ("none", "unique", "many", "hint")) > 200, met


@pytest.fixture(scope="module")
def ambiguous() -> Pipes:
    drawn = (puzzle for puzzle, _ in generate("pipes", "depth-first", 8, 100, seed=3))
    return next(p for p in drawn if solve(p).verdict is Verdict.MANY)


@pytest.mark.parametrize(
    ("module", "ask"),
    [
        (explain, EXPLAINER.explain),
        (ambiguity, EXPLAINER.ambiguity),
        (repair, repair.repair),
    ],
    ids=["explain", "ambiguity", "repair"],
)
def test_no_wrong_solution_leaves(ambiguous, monkeypatch, module, ask):
    """Whoever gave it: a solution that the rules refuse is an exception with the text form."""
    honest = module.solve

    def lying(*arguments, **options):
        result = honest(*arguments, **options)
        spoiled = tuple(bytes([s[0] ^ 15, *s[1:]]) for s in result.solutions)
        return replace(result, solutions=spoiled)

    monkeypatch.setattr(module, "solve", lying)
    with pytest.raises(WrongAnswerError, match=ambiguous.encode()):
        ask(ambiguous)
