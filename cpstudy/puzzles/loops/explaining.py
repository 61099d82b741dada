"""The explainer of puzzles of one loop: steps, grade, hint, mistake, ambiguity, conflict."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cpstudy.cdcl.session import other_models
from cpstudy.core.ambiguity import ambiguity, clock_of
from cpstudy.core.conflicts import conflict
from cpstudy.core.explaining import Ambiguity, Cell, Conflict, Explanation, Step, cells_of
from cpstudy.core.grading import DeductionExplainer
from cpstudy.core.result import Budget, Solvable
from cpstudy.core.wording import against
from cpstudy.puzzles.loops.deduction import words
from cpstudy.puzzles.loops.deduction.knowledge import Finding, Knowledge, edges_of
from cpstudy.puzzles.loops.deduction.solver import RULES, Deduction
from cpstudy.puzzles.loops.portfolio import solve
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search import Selection, engine_of

# Conflicts for a whole ambiguity map, and for one search for a minimal conflict.
_PATIENCE = 50_000


class _LoopExplainer(DeductionExplainer):
    """Deduction, and search for the puzzles that it leaves undecided."""

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """The first step that a loop contradicts, in words; otherwise the first violated rule."""
        puzzle: Loops = explanation.puzzle
        for step in explanation.steps if len(attempt) == puzzle.lattice.edges else ():
            for name, wanted in (("on", 1), ("off", 0)):
                for edge in step.change[name]:
                    if attempt[edge] != wanted:
                        there = "not on the loop" if wanted else "on the loop"
                        return against(f"{puzzle.edge(edge)} is {there}", step.words)
        return puzzle.violation(attempt)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        """Edges that are on the loop in some solutions only. Iterations are conflicts.

        Edges that touch each other form a region; its cells are those next to them.
        """
        edges = puzzle.lattice.edges
        most = _PATIENCE if budget is None or budget.iterations is None else budget.iterations
        engine = engine_of(puzzle)

        def cells(edges: Iterable[int]) -> tuple[Cell, ...]:
            adjacent = {cell for edge in edges for cell in puzzle.adjacent_cells(edge)}
            return cells_of(puzzle.columns, sorted(adjacent))

        ask = other_models(engine, edges, clock_of(budget), most)
        groups = puzzle.lattice.incident
        return ambiguity(
            puzzle, ask, range(edges), groups, cells, lambda: engine.counters, at_once=True
        )

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict | None:
        """A minimal set of clues that no loop satisfies together."""
        selection, clock = Selection(puzzle), clock_of(budget)

        def ask(kept: Sequence[int]) -> Solvable | set[int]:
            return selection.conflicting(kept, _PATIENCE, clock)

        def cells(clue: int) -> tuple[Cell, ...]:
            return cells_of(puzzle.columns, [clue])

        return conflict(
            puzzle, puzzle.clue_cells, ask, cells, lambda: selection.engine.counters, clock
        )


def _steps(puzzle: Loops, deduction: Deduction) -> Iterator[Step]:
    k = deduction.knowledge
    return (_step(k, rule, finding) for rule, finding in k.steps)


def _step(k: Knowledge, rule: int, finding: Finding) -> Step:
    """One finding in words."""
    on, off = list(edges_of(finding.on)), list(edges_of(finding.off))
    first = finding.because[0] if len(finding.because) == 1 else -1
    return Step(
        RULES[rule],
        cells_of(k.puzzle.columns, k.cells(finding.on | finding.off)),
        cells_of(k.puzzle.columns, finding.because),
        words.step(k.puzzle, on, off, first, finding.words),
        {"on": on, "off": off},
    )


EXPLAINER = _LoopExplainer(
    RULES,
    Deduction,
    solve,
    _steps,
    easy="paths round a clue",
    medium="inside and outside",
    hard="lookahead",
)
