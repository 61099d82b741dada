"""Where solutions differ: cells that are sea in one and land in another, and those that are not.

One search, asked again and again for a solution that differs from the first in a cell of which that
is not known yet; each answer settles at least one, and where there is none the others are the same
in all solutions. So all forced cells are known after as many questions as there are steps in which
the set of differing cells grows.
"""

from __future__ import annotations

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Ambiguity, Region
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import checked
from cpstudy.puzzles.nurikabe.deduction.masks import cells_of, shape_of
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.search.solving import engine_of

# Conflicts in all before the rest is unknown.
_PATIENCE = 50_000


def ambiguity(puzzle: Nurikabe, budget: Budget | None = None) -> Ambiguity:
    """The regions in which solutions differ. Raises ValueError where there is no solution.

    budget: seconds; iterations are conflicts.
    """
    clock, most = Clock(None if budget is None else budget.seconds), _PATIENCE
    if budget is not None and budget.iterations is not None:
        most = budget.iterations
    engine = engine_of(puzzle)
    clues = sum(1 << cell for cell in puzzle.clue_cells)
    same = shape_of(puzzle.rows, puzzle.columns).full & ~clues  # as far as is known
    found: list[tuple[bytes, int]] = []
    while True:
        model = engine.run(clock, most)
        if isinstance(model, Stop):
            break
        solution = checked(puzzle, model[: len(puzzle.clues)].tobytes(), "ambiguity")
        first = found[0][0] if found else solution
        changed = sum(1 << i for i, here in enumerate(solution) if here != first[i])
        found.append((solution, changed))
        same &= ~changed
        engine.add([[-cell - 1 if first[cell] else cell + 1 for cell in cells_of(same)]])
    if not found:
        if model is Stop.DONE:
            raise ValueError("no solution")
        return Ambiguity(puzzle, None, (), _places(puzzle, same), engine.counters)
    unknown = 0 if model is Stop.DONE else same
    return Ambiguity(
        puzzle, found[0][0], _regions(puzzle, found[1:]), _places(puzzle, unknown), engine.counters
    )


def _regions(puzzle: Nurikabe, others: list[tuple[bytes, int]]) -> tuple[Region, ...]:
    """The parts of what changes, each with the solution of fewest changes that touches it."""
    union = 0
    for _, changed in others:
        union |= changed
    regions = []
    for part in shape_of(puzzle.rows, puzzle.columns).parts(union):
        solution, changed = min(
            (other for other in others if other[1] & part), key=lambda other: other[1].bit_count()
        )
        regions.append(Region(_places(puzzle, part), solution, _places(puzzle, changed)))
    return tuple(regions)


def _places(puzzle: Nurikabe, cells: int) -> tuple[tuple[int, int], ...]:
    return tuple(divmod(cell, puzzle.columns) for cell in cells_of(cells))
