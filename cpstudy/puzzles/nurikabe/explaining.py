"""The explainer of Nurikabe: steps, mistakes, ambiguity, conflicts, and the drawing of steps."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cpstudy.cdcl.session import other_models
from cpstudy.core.ambiguity import ambiguity, clock_of
from cpstudy.core.conflicts import conflict
from cpstudy.core.drawing import Disc, Drawing, Polygon, Shape, box, outlines
from cpstudy.core.explaining import Ambiguity, Cell, Conflict, Explanation, Step, cells_of, lit
from cpstudy.core.grading import DeductionExplainer
from cpstudy.core.palette import INK, LIT
from cpstudy.core.result import Budget, Solvable
from cpstudy.core.solving import Request, checked
from cpstudy.core.wording import against, are, place, places, sentence
from cpstudy.puzzles.nurikabe.deduction import RULES, Deduction
from cpstudy.puzzles.nurikabe.drawing import drawing
from cpstudy.puzzles.nurikabe.knowledge import Finding
from cpstudy.puzzles.nurikabe.knowledge import cells_of as cells_in
from cpstudy.puzzles.nurikabe.portfolio import solve
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, LAND, SEA, Nurikabe
from cpstudy.puzzles.nurikabe.search import solving

_COLOURS = ("land", "sea")

# The largest number of conflicts of an ambiguity map, and of one search for a conflict.
_PATIENCE = 50_000


class _NurikabeExplainer(DeductionExplainer):
    """Deduction without trying, and search for cells that it leaves open."""

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """The first step that a colouring contradicts, in words; else the first violation."""
        puzzle: Nurikabe = explanation.puzzle
        for step in explanation.steps if len(attempt) == len(puzzle.clues) else ():
            wanted = SEA if step.change["sea"] else LAND
            for row, column in step.cells:
                here = attempt[row * puzzle.columns + column]
                if here != wanted:
                    colour = "sea" if here == SEA else "land"
                    return against(f"{place((row, column))} is {colour}", step.words)
        return puzzle.violation(attempt)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        """Cells that are sea in one solution and land in another. Iterations are conflicts."""
        cells = len(puzzle.clues)
        clues = set(puzzle.clue_cells)
        most = _PATIENCE if budget is None or budget.iterations is None else budget.iterations
        engine = solving.engine_of(puzzle)
        return ambiguity(
            puzzle,
            other_models(engine, cells, clock_of(budget), most),
            [cell for cell in range(cells) if cell not in clues],
            [(cell, near) for cell in range(cells) for near in puzzle.neighbours[cell]],
            lambda cells: cells_of(puzzle.columns, sorted(cells)),
            lambda: engine.counters,
            at_once=True,
        )

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict | None:
        """Numbers that conflict; a number that is left out becomes ``?``, any size.

        The clues themselves stay, since a board with fewer islands is another puzzle, not an easier
        one. If there is no solution with ``?`` everywhere, the places of the clues conflict; all of
        them are reported, unproved.
        """
        clock, spent = clock_of(budget), {"searches": 0, "conflicts": 0}

        def place(cell: int) -> tuple[Cell, ...]:
            return cells_of(puzzle.columns, [cell])

        def ask(kept: Sequence[int]) -> Solvable:
            numbers = (clue if cell in kept else clue and ANY_SIZE for cell, clue in clues)
            board = replace(puzzle, clues=tuple(numbers))
            result = solving.solve(board, Request(Budget(clock.left, _PATIENCE), 1))
            spent["searches"] += 1
            spent["conflicts"] += result.counters["conflicts"]
            for solution in result.solutions:
                checked(board, solution, "conflict")
            return result.solvable

        clues = [*enumerate(puzzle.clues)]
        numbered = [cell for cell, clue in clues if clue and clue != ANY_SIZE]
        found = conflict(puzzle, numbered, ask, place, lambda: spent, clock)
        if found is None or found.clues:
            return found
        return replace(found, clues=tuple(map(place, puzzle.clue_cells)), proved=False)


def _steps(puzzle: Nurikabe, deduction: Deduction) -> Iterator[Step]:
    return (_step(puzzle, *step) for step in deduction.knowledge.steps)


def _step(puzzle: Nurikabe, rule: int, finding: Finding) -> Step:
    """One finding as a step."""
    cells = cells_of(puzzle.columns, cells_in(finding.cells))
    because = cells_of(puzzle.columns, cells_in(finding.because))
    colour = _COLOURS[finding.colour]
    words = sentence(f"{places(cells)} {are(len(cells))} {colour}", finding.words)
    return Step(RULES[rule], cells, because, words, {"sea": finding.colour == SEA})


EXPLAINER = _NurikabeExplainer(
    RULES,
    Deduction,
    solve,
    _steps,
    easy="island bottleneck",
    medium="sea bottleneck",
    hard="lookahead",
)


def known(puzzle: Nurikabe, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """The board after ``steps``; cells of the last ``latest`` are lit, their reasons outlined."""
    sea = {cell: step.change["sea"] for step in steps for cell in step.cells}
    about, because = lit(steps, latest)
    empty = drawing(puzzle)
    shapes: list[Shape] = [Polygon(box(column, row), LIT) for row, column in sorted(about)]
    for row, column in sorted(cell for cell, is_sea in sea.items() if is_sea):
        inset = 0.16 if (row, column) in about else 0.0
        shapes.append(Polygon(box(column, row, inset), INK))
    for row, column in sorted(cell for cell, is_sea in sea.items() if not is_sea):
        if not puzzle.clues[row * puzzle.columns + column]:
            shapes.append(Disc(column + 0.5, row + 0.5, 0.11, INK))
    return Drawing(empty.width, empty.height, (*empty.shapes, *shapes, *outlines(because)))
