"""Puzzles with one solution only: clues are moved until no other solution is left.

A solved board with random clues has many solutions as a rule. Another one, found by the
clause-learning search, has sea where the board has land, for both have as much land. A clue that is
moved there, on its own island, excludes it. So it goes on until there is no other solution, or,
after so many moves, with another board.

The stream goes on from the board's (boards.py), so a board that is unique as it is drawn stays so.
Cost: a search a move; some milliseconds for 10×10.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, repeat

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.generating import Wanted, distinct
from cpstudy.core.random import Stream
from cpstudy.core.random_words import below
from cpstudy.core.result import Verdict
from cpstudy.core.solving import Request
from cpstudy.puzzles.nurikabe.explaining.explainer import EXPLAINER
from cpstudy.puzzles.nurikabe.generating.boards import draw, islands_of, stream_of
from cpstudy.puzzles.nurikabe.puzzle import NO_CLUE, SEA, Nurikabe
from cpstudy.puzzles.nurikabe.search.solving import solve

# Moves of clues on a board, conflicts of a search, boards for a puzzle that is to be new or of a
# grade. Part of what a seed means, and so is the course of the search: nothing is probed.
_MOVES = 40
_PATIENCE = 2000
_BOARDS = 2000


def make_unique(
    state: Stream, puzzle: Nurikabe, solution: bytes, clock: Clock = UNLIMITED
) -> Nurikabe | None:
    """The puzzle with clues moved on their islands so that its solution is the only one.

    None where that was not found.
    """
    islands = islands_of(solution, puzzle.rows, puzzle.columns)
    for _ in range(_MOVES):
        budget = clock.budget(_PATIENCE)
        found = solve(puzzle, Request(budget, 2), as_seeded=True)
        clock.check()
        if found.verdict is Verdict.UNIQUE:
            return puzzle
        others = [other for other in found.solutions if other != solution]
        if not others:
            return None
        other = others[0]
        assert isinstance(other, bytes)
        places = [(island, cell) for island in islands for cell in island if other[cell] == SEA]
        island, cell = places[int(below(state, len(places)))]
        clues = list(puzzle.clues)
        for here in island:
            clues[here] = NO_CLUE
        clues[cell] = len(island)
        puzzle = Nurikabe(puzzle.rows, puzzle.columns, tuple(clues))
    return None


def canonical_puzzle(puzzle: Nurikabe) -> tuple[int, ...]:
    """The least clues, with their shape, of all turned and mirrored forms."""
    rows = np.array(puzzle.clues).reshape(puzzle.rows, puzzle.columns)
    forms = []
    for quarters, mirrored in product(range(4), (False, True)):
        form = np.rot90(rows[:, ::-1] if mirrored else rows, quarters)
        forms.append((len(form), *form.ravel().tolist()))
    return min(forms)


def unique(wanted: Wanted) -> Iterator[tuple[Nurikabe, bytes]]:
    """Unique puzzles of a seed with their solutions, no two the same up to turns and mirrors.

    The first puzzles are the same whatever the count. Raises InputError as :func:`distinct`.
    """

    def draw_unique(state: Stream) -> tuple[Nurikabe, bytes] | None:
        drawn, solution = draw(wanted, state)
        puzzle = make_unique(state, drawn, solution, wanted.clock)
        return None if puzzle is None else (puzzle, solution)

    candidates = (map(draw_unique, repeat(stream_of(wanted, i))) for i in range(wanted.count))
    return distinct(wanted, candidates, canonical_puzzle, EXPLAINER, _BOARDS)
