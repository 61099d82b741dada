"""Puzzles of random loops: every clue, or only as many as leave one solution, up to a grade.

A board is drawn with all clues that its loop allows. Where these leave another solution, that one
keeps all of them and may allow more; so it is taken instead, until there is no other, or none that
allows more: then another board is drawn. Then clues are left out in a random order as long as no
other solution comes up (search/selecting.py), so that none of those that are left is needless. For
a grade clues come back in the reverse order, as few as make the deduction with rules up to that
grade go to the end.

Cost: a short search a clue; ten to twenty milliseconds for 10×10 when compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock, attempt
from cpstudy.core.conflicts import minimal_conflict
from cpstudy.core.errors import InputError
from cpstudy.core.grading import SEARCH
from cpstudy.core.native import view
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import shuffle
from cpstudy.core.result import Solvable, Stop
from cpstudy.core.solving import checked
from cpstudy.puzzles.loops.deduction.solver import RULES, Deduction
from cpstudy.puzzles.loops.explaining.explainer import EXPLAINER
from cpstudy.puzzles.loops.generating.regions import random_loop
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search.selecting import Selection

ALGORITHM = "regions"

# Conflicts of a search, and boards for a puzzle that is to be unique, new and of a grade. Part of
# what a seed means.
_PATIENCE = 2000
_BOARDS = 2000


def check(kind: type[Loops], algorithm: str, rows: int, columns: int, wrap: bool) -> None:
    """Raise InputError for an algorithm, a size or a board that there is not."""
    if algorithm != ALGORITHM:
        raise InputError(f"algorithm {algorithm!r} of {kind.kind}: only {ALGORITHM!r}")
    if wrap:
        raise InputError(f"{kind.kind}: boards do not wrap")
    least = kind.least
    if rows < least or columns < least:
        raise InputError(f"a loop needs at least {least}x{least} cells, got {columns}x{rows}")


def drawn(kind: type[Loops], rows: int, columns: int, state: Stream) -> tuple[Loops, bytes]:
    """A board with all clues of a random loop, and the loop."""
    empty = kind(rows, columns, (kind.no_clue,) * (rows * columns))
    solution = random_loop(state, empty.lattice)
    return kind.of_loop(rows, columns, solution), solution


def generate(
    kind: type[Loops],
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[tuple[Any, bytes]]:
    """Boards with all clues of their loops, and these, not always the only ones.

    Raises InputError for an unknown algorithm, a size that is off and for ``wrap``.
    """
    check(kind, algorithm, rows, columns, wrap)
    for index in range(count):
        clock.check()
        puzzle, solution = drawn(kind, rows, columns, stream(seed, kind.key, rows, columns, index))
        yield puzzle, checked(puzzle, solution, "generate")


def climbed(
    puzzle: Loops, solution: bytes, clock: Clock = UNLIMITED
) -> tuple[Loops, bytes, Selection] | None:
    """A loop whose clues leave no other, from one on, with its board; None where none was found."""
    while True:
        selection = Selection(puzzle, solution)
        other = selection.solution(puzzle.clue_cells, _PATIENCE, clock)
        clock.check()
        if other is Stop.DONE:
            return puzzle, solution, selection
        if isinstance(other, Stop):
            return None
        following = type(puzzle).of_loop(puzzle.rows, puzzle.columns, other)
        if following.clues == puzzle.clues:
            return None
        puzzle, solution = following, other


def minimal(
    puzzle: Loops, selection: Selection, state: Stream, clock: Clock = UNLIMITED
) -> list[tuple[int, ...]] | None:
    """Clues with one solution, from as few as can be to all; None where that was not found.

    Each has one more than the one before, but for the first, of which none can be left out.
    """
    order = np.array(puzzle.clue_cells, np.int64)
    shuffle(state, view(order), len(order))

    def conflicting(cells: Sequence[int]) -> Solvable | set[int]:
        clock.check()
        return selection.conflicting(cells, _PATIENCE, clock)

    told = minimal_conflict(order.tolist(), conflicting)
    clock.check()
    if isinstance(told, Solvable):
        return None
    kept = set(told.members)
    back = [cell for cell in reversed(order.tolist()) if cell not in kept]
    found = []
    for number in range(len(back) + 1):
        cells = kept.union(back[:number])
        found.append(
            tuple(clue if c in cells else puzzle.no_clue for c, clue in enumerate(puzzle.clues))
        )
    return found


def of_grade(
    puzzle: Loops, choices: list[tuple[int, ...]], grade: str, clock: Clock = UNLIMITED
) -> Loops | None:
    """The puzzle with the fewest of these clues that deduction up to a grade settles, if any is.

    None where it is not of that grade. More clues never make deduction find less.
    """
    if grade == SEARCH:
        board = puzzle.with_clues(choices[0])
        return board if EXPLAINER.is_of_grade(board, grade, clock) else None
    hardest = RULES.index(grade)
    least, most = 0, len(choices)
    while least < most:
        middle = (least + most) // 2
        deduction = Deduction(puzzle.with_clues(choices[middle]))
        deduction.run(hardest, clock)
        if deduction.settled:
            most = middle
        else:
            least = middle + 1
    if least == len(choices):
        return None
    board = puzzle.with_clues(choices[least])
    return board if EXPLAINER.is_of_grade(board, grade, clock) else None


def identity(puzzle: Loops) -> tuple[int, ...]:
    """The least clues, with their shape, of all turned and mirrored forms."""
    rows = np.array(puzzle.clues).reshape(puzzle.rows, puzzle.columns)
    forms = []
    for quarters, mirrored in product(range(4), (False, True)):
        form = np.rot90(rows[:, ::-1] if mirrored else rows, quarters)
        forms.append((len(form), *form.ravel().tolist()))
    return min(forms)


def unique(
    kind: type[Loops],
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool = False,
    grade: str | None = None,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[tuple[Any, bytes]]:
    """Unique puzzles of a seed as (puzzle, its solution), one at a time, no two the same.

    The same up to turns and mirrors of the board. Without a grade no clue is needless. The first
    puzzles are the same whatever the count. Raises InputError as :func:`generate`, for an unknown
    grade, and where many boards gave nothing new or nothing of that grade.
    """
    check(kind, algorithm, rows, columns, wrap)
    EXPLAINER.check_grade(grade)
    seen: set[tuple[int, ...]] = set()
    for index in range(count):
        state = stream(seed, kind.key, rows, columns, index)
        for _ in range(_BOARDS):
            attempt()
            found = climbed(*drawn(kind, rows, columns, state), clock)
            if found is None:
                continue
            puzzle, solution, selection = found
            choices = minimal(puzzle, selection, state, clock)
            if choices is None:
                continue
            board: Loops | None = puzzle.with_clues(choices[0])
            if grade is not None:
                board = of_grade(puzzle, choices, grade, clock)
            if board is not None and identity(board) not in seen:
                break
        else:
            of = "" if grade is None else f" of grade {grade}"
            raise InputError(
                f"{kind.kind} {columns}x{rows}: {index} puzzles, then {_BOARDS} boards without a "
                f"new unique one{of} among them"
            )
        seen.add(identity(board))
        yield board, checked(board, solution, "generate")
