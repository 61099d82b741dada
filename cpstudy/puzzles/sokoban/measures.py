"""Measures that describe a level of Sokoban."""

from collections.abc import Iterable

from cpstudy.core.generating import least_form
from cpstudy.puzzles.sokoban.puzzle import Sokoban


def measures(puzzle: Sokoban, solution: Iterable[str] | None) -> dict[str, float]:
    """Boxes, floor a box, boxes on goals; for a solution also pushes, and moves a push."""
    boxes = len(puzzle.start.boxes)
    floor = len(puzzle.area(puzzle.start._replace(boxes=frozenset())))
    found: dict[str, float] = {
        "boxes": boxes,
        "floor a box": floor / boxes if boxes else 0.0,
        "boxes on goals": len(puzzle.start.boxes & puzzle.goals),
    }
    if solution is None:
        return found
    letters = "".join(solution)
    pushes = sum(map(str.isupper, letters))
    return found | {"pushes": pushes, "moves a push": len(letters) / max(pushes, 1)}


def identity(puzzle: Sokoban) -> tuple[int, ...]:
    """The same tuple for all rotations and reflections of a level."""
    return least_form(puzzle.rows, puzzle.columns, tuple(puzzle.cells))
