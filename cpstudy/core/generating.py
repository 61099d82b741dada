"""Generators: the request to a generator, and the loops that draw the boards of a seed.

A kind draws one board from random numbers. This module has the loops: numbered boards, and distinct
unique puzzles of a grade. Both check every solution.

Unique puzzles have a *floor*, the same for all kinds. A twin (the same puzzle, or one that the
kind's identity calls the same, e.g. turned or mirrored) is refused. From 16 cells on, boards whose
solution has one value everywhere and boards that one step settles are refused too. Cost: two steps
of the deduction; none if a grade is wanted, because one deduction serves both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock, attempt
from cpstudy.core.collecting import uncollected
from cpstudy.core.errors import InputError
from cpstudy.core.puzzle import Determination
from cpstudy.core.result import Budget
from cpstudy.core.solving import checked
from cpstudy.core.wording import counted

if TYPE_CHECKING:
    from cpstudy.core.explaining import Explainer, Graded

P = TypeVar("P", bound=Determination)
S = TypeVar("S", bound=Hashable)

# Boards with fewer cells have no floor: one step settles most of them.
_FLOOR_FROM = 16


@dataclass(frozen=True)
class Wanted:
    """A request to a generator: puzzles ``first`` … count - 1 of a seed.

    grade: their difficulty, None for any. moves: the length of the shortest solution, for puzzles
    of moves. options: of the generator's record, as text. clock: the time for one puzzle; the
    reader of the iterator restarts it for the next. seen: the identities of puzzles that must not
    be made again; :func:`distinct` adds the puzzles that it makes. near: the boards drawn for the
    current puzzle that are not of the grade, the last one the nearest.
    """

    algorithm: str
    rows: int
    columns: int
    count: int = 1
    seed: int = 1
    wrap: bool = False
    grade: str | None = None
    moves: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    clock: Clock = UNLIMITED
    first: int = 0
    seen: dict[Hashable, None] = field(default_factory=dict, compare=False)
    near: list[tuple[Any, Any]] = field(default_factory=list, compare=False)

    @property
    def numbers(self) -> range:
        """The numbers of the puzzles."""
        return range(self.first, self.count)

    def __str__(self) -> str:
        return f"{self.algorithm} on {self.columns}x{self.rows}{' wrapping' * self.wrap}"


# ``generate(wanted)``: pairs of a puzzle and its solution, or None for a failed draw.
Generate = Callable[[Wanted], Iterator[tuple[Any, Any]]]


def numbered(wanted: Wanted, draw: Callable[[int], tuple[P, S]]) -> Iterator[tuple[P, S]]:
    """Boards of a seed, each with the solution it was made from. draw: takes the board's number."""
    for index in wanted.numbers:
        wanted.clock.check()
        puzzle, solution = draw(index)
        yield puzzle, checked(puzzle, solution, "generate")


def distinct(
    wanted: Wanted,
    candidates: Iterable[Iterator[tuple[P, S] | None]],
    identity: Callable[[P], Hashable],
    explainer: Explainer,
    draws: int,
    *,
    check: bool = True,
    floor: bool = True,
) -> Iterator[tuple[P, S]]:
    """Unique puzzles of the wanted grade with their solutions, no two with the same identity.

    candidates: for each puzzle, the boards that may become it, one after another; None for a failed
    draw. draws: the maximum for one puzzle. check: whether solutions must still be checked. floor:
    whether trivial puzzles are refused; not for turning tiles, where each step settles one tile.
    Raises InputError for an unknown grade, and if no draw gave a new puzzle above the floor.
    """
    explainer.check_grade(wanted.grade)
    floor = floor and wanted.rows * wanted.columns >= _FLOOR_FROM
    seen = wanted.seen
    for index, boards in enumerate(candidates, wanted.first):
        wanted.near.clear()
        for _ in range(draws):
            attempt()
            with uncollected():
                drawn = next(boards)
                if drawn is None or (key := identity(drawn[0])) in seen:
                    continue
                budget = wanted.clock.budget() if wanted.grade else Budget(iterations=2)
                graded = explainer.graded(drawn[0], budget) if floor or wanted.grade else None
                if graded and floor and is_trivial(graded, drawn[1], explainer):
                    continue
                wanted.near.append(drawn)
                if graded is None or wanted.grade is None:
                    break
                wanted.clock.check()
                if graded[0] in explainer.grades_of(wanted.grade):
                    break
        else:
            of_grade = f" of grade {wanted.grade}" if wanted.grade else ""
            raise InputError(
                f"{wanted}: {counted(index, 'puzzle')}, then {draws} draws without a new unique "
                f"one{of_grade}"
            )
        seen[key] = None
        yield (drawn[0], checked(*drawn, "generate")) if check else drawn


def is_trivial(graded: Graded, solution: Hashable, explainer: Explainer) -> bool:
    """Whether a unique puzzle is not worth printing: one value everywhere, or a single step.

    graded: its grade and steps, or those of the first two steps.
    """
    plain = isinstance(solution, bytes) and len(set(solution)) == 1
    return plain or (graded[0] in explainer.rules and graded[1] < 2)


def least_form(rows: int, columns: int, clues: Sequence[int]) -> tuple[int, ...]:
    """The least clues, with their shape, of all rotations and reflections of a board."""
    board = np.array(clues).reshape(rows, columns)
    forms = []
    for quarters, mirrored in product(range(4), (False, True)):
        form = np.rot90(board[:, ::-1] if mirrored else board, quarters)
        forms.append((len(form), *form.ravel().tolist()))
    return min(forms)
