"""Jigsaws with one solution: random regions, a solved board on them, clues removed.

Regions begin as boxes and exchange random cells as long as both stay connected. ``minimal``:
every clue is needed. ``symmetric``: a half turn takes clues to clues (not regions to regions), and
every pair is needed. ``once``: each value is shown once, as in published ones up to 8×8; a few
sets of places are drawn, then other regions.
"""

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.core.random import Stream
from cpstudy.core.random_words import below
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.latin.game_ids import numbered
from cpstudy.puzzles.latin.generating import (
    Drawn,
    permutation,
    renamed,
    solved_board,
    symmetries,
)
from cpstudy.puzzles.latin.minimising import half_turn_groups, minimal_clues
from cpstudy.puzzles.latin.rules import is_connected, neighbours
from cpstudy.puzzles.sudoku.puzzle import box_shape

# Exchanges tried for each cell, regions for one puzzle, and sets of places for clues that show each
# value once. The meaning of a seed depends on them.
_EXCHANGES = 12
_REGIONS = 50
_PLACES = 8


def random_regions(order: int, state: Stream, clock: Clock) -> bytes:
    """The region of each cell: N connected regions of N cells."""
    height, width = box_shape(order)
    labels = [
        row // height * height + column // width for row in range(order) for column in range(order)
    ]
    members = [{cell for cell, label in enumerate(labels) if label == r} for r in range(order)]
    near = [neighbours(order, cell) for cell in range(order**2)]
    for _ in range(_EXCHANGES * order**2):
        clock.check()
        one = below(state, order**2)
        here = labels[one]
        others = sorted({labels[cell] for cell in near[one]} - {here})
        if not others:
            continue
        there = others[below(state, len(others))]
        touching = sorted(
            cell
            for cell in members[there]
            if cell != one and any(labels[c] == here and c != one for c in near[cell])
        )
        if not touching:
            continue
        other = touching[below(state, len(touching))]
        left = (members[here] - {one}) | {other}
        right = (members[there] - {other}) | {one}
        if is_connected(order, left) and is_connected(order, right):
            members[here], members[there] = left, right
            labels[one], labels[other] = there, here
    return bytes(numbered(labels))


def draw(wanted: Wanted, state: Stream) -> Drawn:
    """A puzzle and its solution. Raises InputError if no solved board was found."""
    algorithm, order, clock = wanted.algorithm, wanted.rows, wanted.clock
    for _ in range(_REGIONS):
        empty = Jigsaw(order, bytes(order**2), random_regions(order, state, clock))
        solution = solved_board(empty, state, clock)
        clues = solution and _clues(algorithm, empty, solution, state, clock)
        if solution and clues:
            return empty.with_clues(clues), solution
    raise InputError(f"no board of {order}x{order} was found that {algorithm!r} can take")


def _clues(
    algorithm: str, empty: Jigsaw, solution: bytes, state: Stream, clock: Clock
) -> bytes | None:
    """Clues that leave one solution; None if the ones drawn do not."""
    cells = permutation(state, empty.order**2)
    if algorithm != "once":
        groups = half_turn_groups(cells) if algorithm == "symmetric" else cells[:, None]
        return minimal_clues(empty, solution, groups, clock)
    for _ in range(_PLACES):
        shown = {solution[cell]: cell for cell in permutation(state, empty.order**2).tolist()}
        others = np.setdiff1d(cells, list(shown.values()))  # either all of them go, or none
        clues = minimal_clues(empty, solution, others[None], clock)
        if clues.count(0) == len(others):
            return clues
    return None


def key(puzzle: Jigsaw) -> tuple[bytes, tuple[int, ...]]:
    """Equal for puzzles that are the same up to rotation, reflection and names of values."""
    return min(
        (
            renamed(bytes(puzzle.clues[cell] for cell in cells)),
            numbered(puzzle.regions[cell] for cell in cells),
        )
        for cells in symmetries(puzzle.order)
    )
