"""Puzzles of one loop in the style of published ones: clues placed by a design, few for a level.

A random loop, wide and with more threes or black pearls (:mod:`.reshaping`), like the loops of
published puzzles, gets all its clues (:mod:`.generating`). Clues are removed orbit by orbit of a
symmetry, so their places keep it. In Slitherlink the default is a half turn. In Masyu the loop
determines the places of pearls, so the default is "none"; if a symmetry is requested, the loop has
it too, which leaves enough pearls. The order of removal depends on a *texture* drawn for the board:
scattered, or lines, diagonals, rings or a chessboard's squares, whose clues are kept longer.

Up to medium the test is deduction with the rules of that level: they settle the result, and no
orbit can be removed. Orbits are removed in batches that double after a success and halve after a
failure, since at first nearly all can go. Above medium the test is uniqueness, by the
clause-learning search, which keeps its learned clauses and reports which clues a refutation used;
then as few orbits return as let lookahead settle the board.

Loops that are too short for their board, and clues that all have one value, are rejected. Cost for
10×10: a tenth of a second for easy, half a second for medium, two for hard, most of it deduction in
plain Python.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import repeat

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct
from cpstudy.core.grading import SEARCH
from cpstudy.core.native import view
from cpstudy.core.orbits import orbits
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below, shuffle
from cpstudy.puzzles.loops.deduction.solver import RULES
from cpstudy.puzzles.loops.explaining import EXPLAINER
from cpstudy.puzzles.loops.generating import (
    BOARDS,
    PATIENCE,
    check_size,
    climbed,
    drawn,
    identity,
    of_grade,
    settles,
)
from cpstudy.puzzles.loops.reshaping import reshaped
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search import Selection

Orbit = tuple[int, ...]

# The percentage of a board's cells that the shortest accepted loop passes.
_SHORTEST = 45

# Added to the probability, in twelfths, that a face joins the region within the loop, if clues are
# on vertices and on faces.
_WIDE = (2, 3)

_LOOKAHEAD = RULES.index("lookahead")

# By texture, whether the clue in a row and a column is kept longer.
_TEXTURES: tuple[Callable[[int, int, int, int], bool], ...] = (
    lambda row, column, rows, columns: False,
    lambda row, column, rows, columns: min(row, rows - 1 - row) % 3 == 1,
    lambda row, column, rows, columns: min(column, columns - 1 - column) % 3 == 1,
    lambda row, column, rows, columns: (row + column) % 3 == 0,
    lambda row, column, rows, columns: min(
        row, column, rows - 1 - row, columns - 1 - column
    ) % 2 == 1,
    *[lambda row, column, rows, columns: (row + column) % 2 == 0] * 8,
)  # fmt: skip


def unique(kind: type[Loops], wanted: Wanted) -> Iterator[tuple[Loops, bytes]]:
    """Unique puzzles of a seed with their solutions, no two the same up to symmetry.

    Raises InputError like :func:`distinct`, and for a size without a loop.
    """
    check_size(kind, wanted)
    symmetry = wanted.options.get("symmetry", "half-turn" if kind.on_faces else "none")
    if symmetry == "quarter-turn" and wanted.rows != wanted.columns:
        raise InputError(f"{wanted}: a quarter turn needs a square")
    draw = partial(_drawn_placed, kind, wanted, "" if symmetry == "none" else symmetry)
    keys = (wanted.seed, kind.key, wanted.rows, wanted.columns)
    states = (stream(*keys, index, 1) for index in range(wanted.count))
    return distinct(wanted, (map(draw, repeat(s)) for s in states), identity, EXPLAINER, BOARDS)


def _drawn_placed(
    kind: type[Loops], wanted: Wanted, symmetry: str, state: Stream
) -> tuple[Loops, bytes] | None:
    """One board with its clues placed; None if that failed."""
    of_loop = "" if kind.on_faces else symmetry
    begun = drawn(kind, wanted, state, of_loop, _WIDE[kind.on_faces])
    if not of_loop:
        begun = reshaped(*begun, max(kind.marks), state, wanted.clock)
    found = climbed(*begun, wanted.clock)
    if found is None:
        return None
    full, solution, selection = found
    groups = _whole_orbits(full, symmetry, state)
    cells = [cell for group in groups for cell in group]
    if sum(solution) * 100 < _SHORTEST * wanted.rows * wanted.columns:
        return None
    if not isinstance(selection.conflicting(cells, PATIENCE, wanted.clock), set):
        return None
    puzzle = _thinned(full, solution, selection, groups, wanted)
    return None if puzzle is None or _is_uniform(puzzle) else (puzzle, solution)


def _is_uniform(puzzle: Loops) -> bool:
    """Whether all clues have one value."""
    return len({puzzle.clues[cell] for cell in puzzle.clue_cells}) < 2


def _whole_orbits(full: Loops, symmetry: str, state: Stream) -> list[Orbit]:
    """The orbits in which all cells have clues, in random order; those of the texture last, and
    within each part threes and black pearls last.
    """
    texture = _TEXTURES[int(below(state, len(_TEXTURES)))]
    order = np.array(full.clue_cells, np.int64)
    shuffle(state, view(order), len(order))
    rows, columns = full.rows, full.columns
    clued = set(full.clue_cells)
    whole = [
        group
        for group in orbits(symmetry, rows, columns, order.tolist())
        if clued.issuperset(group)
    ]

    def kept_longer(group: Orbit) -> bool:
        row, column = divmod(group[0], columns)
        return texture(row, column, rows, columns)

    rare = max(full.marks)
    return sorted(whole, key=lambda group: (kept_longer(group), full.clues[group[0]] == rare))


def _with(full: Loops, groups: Sequence[Orbit]) -> tuple[int, ...]:
    """The clues of some orbits."""
    kept = {cell for group in groups for cell in group}
    return tuple(clue if cell in kept else full.no_clue for cell, clue in enumerate(full.clues))


def _thinned(
    full: Loops, solution: bytes, selection: Selection, groups: list[Orbit], wanted: Wanted
) -> Loops | None:
    """The board with as few of the orbits as its level allows; None if all are too few."""
    grades = EXPLAINER.grades_of(wanted.grade or SEARCH)
    hardest = grades[-1]
    if hardest != SEARCH and RULES.index(hardest) < _LOOKAHEAD:

        def enough(left: list[Orbit]) -> bool:
            # Uniqueness is cheap to test, and most insufficient sets fail there.
            cells = [cell for group in left for cell in group]
            if not isinstance(selection.conflicting(cells, PATIENCE, wanted.clock), set):
                return False
            return settles(full.with_clues(_with(full, left)), solution, hardest, wanted.clock)

        return full.with_clues(_with(full, without(groups, enough))) if enough(groups) else None
    kept = _needed(selection, groups, wanted.clock)
    if hardest == SEARCH:
        return full.with_clues(_with(full, kept))
    back = [group for group in reversed(groups) if group not in kept]
    choices = [_with(full, kept + back[:number]) for number in range(len(back) + 1)]
    return of_grade(full, solution, choices, hardest, wanted.clock)


def without(groups: list[Orbit], enough: Callable[[list[Orbit]], bool]) -> list[Orbit]:
    """The orbits left after removing as many as possible, tried in order, in batches.

    enough: a predicate on some of them that stays true for more. Each remaining one is needed.
    """
    kept, place, size = list(groups), 0, max(1, len(groups) // 4)
    while place < len(kept):
        left = kept[:place] + kept[place + size :]
        if enough(left):
            kept, size = left, 2 * size
        elif size == 1:
            place += 1
        else:
            size //= 2
    return kept


def _needed(selection: Selection, groups: list[Orbit], clock: Clock) -> list[Orbit]:
    """Orbits that leave one solution, all needed; a search that takes too long keeps its orbit."""
    kept, place = list(groups), 0
    while place < len(kept):
        clock.check()
        left = kept[:place] + kept[place + 1 :]
        core = selection.conflicting([cell for group in left for cell in group], PATIENCE, clock)
        if isinstance(core, set):
            # Orbits that the refutation did not use can go; those before this place are needed.
            kept = kept[:place] + [group for group in left[place:] if core.intersection(group)]
        else:
            place += 1
    return kept
