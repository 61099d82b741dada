"""The explainer of Pipes on tilings: what the kinds' records name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from cpstudy.cdcl.session import other_models
from cpstudy.core.ambiguity import ambiguity, clock_of
from cpstudy.core.clock import OutOfTimeError
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Ambiguity, Cell, Explanation, Hint, cells_of
from cpstudy.core.grading import DeductionExplainer
from cpstudy.core.result import Budget
from cpstudy.puzzles.tilings.deduction.solver import RULES, Deduction
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.encodings.clause_learning import open_engine
from cpstudy.puzzles.tilings.explaining import moves
from cpstudy.puzzles.tilings.explaining.steps import steps_of
from cpstudy.puzzles.tilings.portfolio import solve

# Conflicts of a map in all.
_PATIENCE = 50_000


class TilingExplainer(DeductionExplainer):
    """Deduction without trying, and search for what it leaves open."""

    def hint(self, explanation: Explanation) -> Hint | None:
        """See the contract."""
        return moves.hint(explanation)

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """See the contract."""
        return moves.mistake(explanation, attempt)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        """Edges that are open in one solution and closed in another. Iterations: conflicts.

        Cells that share such an edge are one region.
        """
        table, clock = edge_table(puzzle), clock_of(budget)
        edges = range(len(table.ends))
        most = _PATIENCE if budget is None or budget.iterations is None else budget.iterations

        def cells(edges: Iterable[int]) -> tuple[Cell, ...]:
            return cells_of(puzzle.columns, np.unique(table.ends[[*edges]]).tolist())

        if not puzzle.free and puzzle.tree_impossible():
            raise InputError("there is no solution, so none differ")
        try:
            engine = open_engine(puzzle, clock)
        except OutOfTimeError:
            return Ambiguity(puzzle, None, (), cells(edges))
        return ambiguity(
            puzzle,
            other_models(engine, len(edges), clock, most),
            edges,
            table.sides.tolist(),
            cells,
            lambda: engine.counters,
            at_once=True,
            solution=lambda opened: table.placement(np.frombuffer(opened, np.bool_)),
        )


EXPLAINER = TilingExplainer(
    RULES, Deduction, solve, steps_of, easy="loop", medium="dead end", hard="lookahead"
)
