"""Boards for tests: small ones with every kind of verdict, and public ones if they are present."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

from cpstudy.puzzles.nurikabe import formats
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe
from cpstudy.reading import boards
from tests.cases import cases_dir
from tests.puzzles.nurikabe import oracle

CASES = cases_dir("nurikabe")
needs_cases = pytest.mark.skipif(CASES is None, reason="no folder of public instances")

SHAPES = ((1, 1), (1, 5), (5, 1), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4))


@cache
def clue_sets(shape: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """The clue sets of a shape that have solutions, one of each symmetry class."""
    return tuple(oracle.solvable_clue_sets(*shape))


def random_board(rng: random.Random, shape: tuple[int, int] | None = None) -> Nurikabe:
    """A small board: solvable, one edit away from solvable, or with clues of any size."""
    rows, columns = shape or rng.choice(SHAPES)
    clues = list(rng.choice(clue_sets((rows, columns))))
    edit = rng.randrange(4)
    if edit == 1:
        clues = [ANY_SIZE if clue and rng.random() < 0.5 else clue for clue in clues]
    if edit == 2:
        clues[rng.randrange(len(clues))] = rng.choice((ANY_SIZE, 0, 1, 2, 3, 5))
    return Nurikabe(rows, columns, tuple(clues))


def truth(puzzle: Nurikabe) -> set[bytes]:
    """All solutions, by brute force."""
    return oracle.solutions(puzzle.rows, puzzle.columns, puzzle.clues)


@cache
def published() -> dict[str, tuple[Nurikabe, bytes]]:
    """The public boards and their reference solutions, without records whose sizes are wrong."""
    assert CASES is not None
    found = {}
    records: dict[str, Any] = json.loads((CASES / "janko.json").read_text(encoding="utf-8"))
    for name, record in records.items():
        try:
            puzzle = boards.of_text(formats.signs(), record["problem"])
        except ValueError:
            continue
        rows = record["solution"].splitlines()[1:]
        found[name] = puzzle, bytes(cell == "x" for row in rows for cell in row.split())
    return found
