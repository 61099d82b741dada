"""The explainer of Pipes: a deduction in steps, the grade of a puzzle, hints, moves of Net.

It uses the framework of all tilings. If the rules are stuck, a quick search comes first, since
further solutions near a first one are found fast. If that and lookahead leave the puzzle undecided,
the complete search follows. Cost: steps are linear in the tiles that force them, in plain Python.
"""

from collections.abc import Callable, Hashable
from typing import Any, cast

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Ambiguity, Explanation
from cpstudy.core.grading import SEARCH, Deducing, GradedResult, settled
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.pipes.board.neighbours import checker
from cpstudy.puzzles.pipes.deduction.knowledge import RULES
from cpstudy.puzzles.pipes.deduction.solver import Deduction
from cpstudy.puzzles.pipes.explaining.ambiguity import alternatives, ambiguity
from cpstudy.puzzles.pipes.explaining.steps import steps_of
from cpstudy.puzzles.pipes.formats.saves import save_with_moves
from cpstudy.puzzles.pipes.portfolio import solve
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings import explaining

# Nodes for a first solution before lookahead, and for others near it.
_QUICK = 1000

# Net's letters for numbers of quarter turns anticlockwise; it has none for no turn.
_LETTERS = "_AFC"
_LOCK = "L"


class _PipesExplainer(explaining.TilingExplainer):
    """Deduction, and search for the puzzles that it leaves undecided."""

    turns = "quarters"

    def settled(
        self, puzzle: Any, deduction: Deducing, budget: Budget | None = None
    ) -> GradedResult:
        quick = settled(puzzle, deduction, _searched, budget, checker(puzzle))
        if quick.result.verdict is not Verdict.UNKNOWN or quick.stop is not Stop.DONE:
            return quick
        whole = solve(puzzle, Request(deduction.clock.budget(), 2))
        if whole.verdict is Verdict.UNKNOWN:
            return GradedResult(puzzle, whole, None, whole.stop)
        return GradedResult(puzzle, whole, SEARCH if whole.verdict is Verdict.UNIQUE else None)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        return ambiguity(puzzle, budget=budget)

    def replay(self, explanation: Explanation) -> str:
        """The deduction as a save file of Net at its first position; Redo plays it move by move.

        Raises InputError for boards that are not games of Net.
        """
        return save_with_moves(explanation.puzzle, moves(explanation))


def _searched(puzzle: Pipes, request: Request) -> Result:
    """The result of a quick search: several solutions, one, none, or unknown."""
    clock = Clock(request.budget.seconds)
    first = solve(puzzle, Request(clock.budget(_QUICK), 1))
    if not first.solutions:
        return first
    is_solution = cast(Callable[[Hashable], bool], checker(puzzle))
    solution = cast(bytes, checked(puzzle, first.solutions[0], "search", is_solution))
    near = alternatives(puzzle, solution, clock.budget(_QUICK))
    others = tuple(sides.tobytes() for sides in near.found)
    if others:
        return Result((solution, *others), stop=Stop.LIMIT)
    stop = Stop.ITERATIONS if near.unknown.any() else Stop.DONE
    return Result((solution,), exhausted=stop is Stop.DONE, stop=stop)


def moves(explanation: Explanation) -> list[tuple[str, int]]:
    """The deduction as moves of Net: (letter, tile), every tile turned into place, then locked.

    A anticlockwise, C clockwise, F half turn, L lock; in the order in which the tiles are settled.
    On a board without a solution the deduction settles tiles until it contradicts itself.
    """
    played = []
    for tile, _, quarters, _ in explaining.moves(explanation):
        if quarters:
            played.append((_LETTERS[quarters], tile))
        played.append((_LOCK, tile))
    return played


EXPLAINER = _PipesExplainer(
    RULES, Deduction, solve, steps_of, easy="loop", medium="parity", hard="lookahead"
)
