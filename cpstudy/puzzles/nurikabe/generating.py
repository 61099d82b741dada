"""Random boards from a seed, and puzzles with one solution.

*Boards.* At first all cells are sea. Cells are visited in a random order; one becomes land if the
sea stays connected and no island gets larger than the board's bound, which is drawn first. Cells of
pools are always tried, other cells only with a probability that is drawn for the board. A board
that keeps a pool is drawn again. Then each island gets its clue on a random cell.

*Uniqueness.* Such a board usually has many solutions. Another solution, found by the
clause-learning search, has sea somewhere on the board's land, because both have the same amount of
land. Moving a clue to such a cell, on its own island, excludes it. This repeats until there is no
other solution or, after a number of moves, starts again with another board from the same stream. A
board that is unique at once is not changed.

The stream of a board is keyed by (algorithm, shape, index), so board 17 is the same alone and in a
batch. Cost: one flood a cell in plain Python; one search a move, some milliseconds for 10×10.
Limits: no distribution is claimed.
"""

from collections.abc import Iterator
from itertools import repeat

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct, least_form, numbered
from cpstudy.core.native import view
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below, shuffle
from cpstudy.core.result import Verdict
from cpstudy.core.solving import Request
from cpstudy.puzzles.nurikabe.explaining import EXPLAINER
from cpstudy.puzzles.nurikabe.knowledge import Shape, cells_of, shape_of
from cpstudy.puzzles.nurikabe.puzzle import NO_CLUE, SEA, Nurikabe
from cpstudy.puzzles.nurikabe.search.solving import solve

_KEY = 1

# The bound on the sizes of islands is drawn from this range; the probability is in eighths.
_SMALLEST_BOUND, _LARGEST_BOUND = 3, 9
_EIGHTHS = 8

# Attempts to draw a board without a pool. Part of what a seed means.
_DRAWS = 1000


def stream_of(wanted: Wanted, index: int) -> Stream:
    """The random stream of a board."""
    return stream(wanted.seed, _KEY, wanted.rows, wanted.columns, index)


def solved(state: Stream, rows: int, columns: int, clock: Clock = UNLIMITED) -> bytes:
    """A solution, one byte a cell; advances the stream. Raises InputError if none was found."""
    shape = shape_of(rows, columns)
    for _ in range(_DRAWS):
        sea = _coloured(state, shape, clock)
        if sea >= 0:
            return bytes(sea >> cell & 1 for cell in range(rows * columns))
    raise InputError(f"nurikabe {columns}x{rows}: no board without pools in {_DRAWS} draws")


def _coloured(state: Stream, shape: Shape, clock: Clock) -> int:
    """The sea of one draw; -1 if a pool is left."""
    bound = _SMALLEST_BOUND + int(below(state, _LARGEST_BOUND - _SMALLEST_BOUND + 1))
    chance = int(below(state, _EIGHTHS + 1))
    order = np.arange(shape.rows * shape.columns)
    shuffle(state, view(order), len(order))
    sea = shape.full
    for cell in order.tolist():
        clock.check()
        bit = 1 << cell
        if not in_pool(shape, sea) & bit and int(below(state, _EIGHTHS)) >= chance:
            continue
        island = shape.flooded(bit, shape.full & ~sea | bit)
        if island.bit_count() <= bound and is_connected(shape, sea & ~bit):
            sea &= ~bit
    return -1 if in_pool(shape, sea) else sea


def in_pool(shape: Shape, sea: int) -> int:
    """The cells of 2×2 squares that are all sea."""
    across = sea & sea >> 1 & shape.not_last
    corners = across & across >> shape.columns
    right = corners | corners << 1
    return right | right << shape.columns


def is_connected(shape: Shape, sea: int) -> bool:
    """Whether the sea is connected."""
    return shape.flooded(sea & -sea, sea) == sea


def islands_of(solution: bytes, rows: int, columns: int) -> list[list[int]]:
    """The cells of each island, in increasing order."""
    land = sum(1 << cell for cell, here in enumerate(solution) if here != SEA)
    return [list(cells_of(part)) for part in shape_of(rows, columns).parts(land)]


def with_clues(state: Stream, solution: bytes, rows: int, columns: int) -> Nurikabe:
    """The puzzle of a solution with clues on random cells."""
    clues = [NO_CLUE] * len(solution)
    for island in islands_of(solution, rows, columns):
        clues[island[int(below(state, len(island)))]] = len(island)
    return Nurikabe(rows, columns, tuple(clues))


def draw(wanted: Wanted, state: Stream) -> tuple[Nurikabe, bytes]:
    """A puzzle and the solution that it was drawn from; advances the stream."""
    solution = solved(state, wanted.rows, wanted.columns, wanted.clock)
    return with_clues(state, solution, wanted.rows, wanted.columns), solution


def generate(wanted: Wanted) -> Iterator[tuple[Nurikabe, bytes]]:
    """Puzzles with the solution that each was drawn from, usually one of several."""
    return numbered(wanted, lambda index: draw(wanted, stream_of(wanted, index)))


# Moves of clues on a board, conflicts of a search, boards for a puzzle that must be new or of a
# grade. Part of what a seed means, as is the course of the search: nothing is probed.
_MOVES = 40
_PATIENCE = 2000
_BOARDS = 2000


def make_unique(
    state: Stream, puzzle: Nurikabe, solution: bytes, clock: Clock = UNLIMITED
) -> Nurikabe | None:
    """The puzzle with clues moved on their islands so that its solution is the only one.

    None if no such puzzle was found.
    """
    islands = islands_of(solution, puzzle.rows, puzzle.columns)
    for _ in range(_MOVES):
        budget = clock.budget(_PATIENCE)
        result = solve(puzzle, Request(budget, 2), as_seeded=True)
        clock.check()
        if result.verdict is Verdict.UNIQUE:
            return puzzle
        others = [other for other in result.solutions if other != solution]
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
    """The same tuple for all rotations and reflections of a puzzle."""
    return least_form(puzzle.rows, puzzle.columns, puzzle.clues)


def unique(wanted: Wanted) -> Iterator[tuple[Nurikabe, bytes]]:
    """Unique puzzles of a seed with solutions, no two equal up to rotation and reflection.

    The first puzzles are the same for any count. Raises InputError like :func:`distinct`.
    """

    def draw_unique(state: Stream) -> tuple[Nurikabe, bytes] | None:
        drawn, solution = draw(wanted, state)
        puzzle = make_unique(state, drawn, solution, wanted.clock)
        return None if puzzle is None else (puzzle, solution)

    candidates = (map(draw_unique, repeat(stream_of(wanted, i))) for i in wanted.numbers)
    return distinct(wanted, candidates, canonical_puzzle, EXPLAINER, _BOARDS)
