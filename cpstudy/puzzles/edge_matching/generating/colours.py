"""Random solvable framed puzzles with given numbers of colours.

A full board is coloured at random and taken apart: its pieces are shuffled and turned
(Ansotegui2008, as used by Willems2016). Two-set puzzles (``expectation.py``) have colours 1 … outer
on outer edges and outer+1 … outer+inner on inner edges; one-set puzzles (outer = 0) have colours 1
… inner on all edges. 0 is the frame.

Every colour is used. The papers do not say how. Here, the edges of a set are put into a random
order; the first ones take one colour each, and every later one a uniform colour. This reproduces
the published peaks; drawing all colours uniformly, so that some are unused, moves them. Redrawing
boards until all colours occur would have another distribution, and would hardly ever succeed with
as many colours as edges.

Pieces may be identical or rotationally symmetric, as in both papers; ``distinct`` and
``asymmetric`` redraw the whole board until no piece is.

A puzzle depends only on (rows, columns, inner, outer, distinct, asymmetric, seed, index): puzzle 17
is the same whether it is drawn alone or in a batch. Cost: linear in the cells, three microseconds
for 7×7, and about forty for seeding its stream; each redrawn board costs the three again.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.core.kernel_types import Const2, View, View2, View3, i64, u64
from cpstudy.core.native import entry, kernel, row, view, workspace, zeros
from cpstudy.core.random import streams
from cpstudy.core.random_words import below, shuffle
from cpstudy.puzzles.edge_matching.generating.expectation import (
    check_colours,
    outer_edges,
    ridge,
)
from cpstudy.puzzles.edge_matching.puzzle import BOTTOM, RIGHT, EdgeMatching, Placement

ALGORITHMS = ("two-set", "one-set")

# The number of attempts before the demands on a board count as impossible.
ATTEMPTS = 100_000

# Puzzles per call of the kernel in the iterator.
_CHUNK = 256


class Demands(TypedDict, total=False):
    """Demands on the pieces of a board: no two identical; none equal to its own rotation."""

    distinct: bool
    asymmetric: bool


@workspace
class Draft:
    """The state of drawing boards of one size with given colours.

    edges: int64[e, 3] of cell, side (right or bottom), neighbour; the first ``along`` of them take
    colours 1 … outer, the others outer+1 … outer+inner. distinct, asymmetric: the demands;
    attempts: the maximum number of boards drawn to satisfy them. board: int64[cells, 4]. order:
    int64[2 · cells], codes: int64[cells], working memory.
    """

    edges: Const2[i64]
    along: i64
    outer: i64
    inner: i64
    distinct: bool
    asymmetric: bool
    attempts: i64
    board: View2[i64]
    order: View[i64]
    codes: View[i64]

    def __init__(
        self, rows: int, columns: int, inner: int, outer: int, distinct: bool, asymmetric: bool
    ) -> None:
        """outer = 0: one set of colours."""
        cells = rows * columns
        self.edges = _edges(rows, columns)
        self.along = outer_edges(rows, columns) if outer else 0
        self.outer, self.inner = outer, inner
        self.distinct, self.asymmetric, self.attempts = distinct, asymmetric, ATTEMPTS
        self.board = zeros((cells, 4), "i64")
        self.order = zeros(2 * cells, "i64")
        self.codes = zeros(cells, "i64")


@entry
def _draw(d: Draft, states: View2[u64], pieces: View3[i64], solutions: View3[i64]) -> i64:
    """Fill ``pieces`` int64[count, cells, 4] and ``solutions`` int64[count, cells, 2].

    Return the number of puzzles drawn: less than count if all attempts at one failed.
    """
    for index in range(len(states)):
        state: View[u64] = row(states, index)
        attempts = 0
        accepted: bool = False
        while not accepted:
            if attempts == d.attempts:
                return index
            attempts += 1
            _colour_edges(d, state)
            accepted = _acceptable(d)
        _take_apart(d, state, row(pieces, index), row(solutions, index))
    return len(states)


@kernel
def _colour_edges(d: Draft, state: View[u64]) -> None:
    """Colour the edges of a board, each set in a random order."""
    for chosen in range(2):
        begin, end, first, colours = 0, d.along, 1, d.outer
        if chosen == 1:
            begin, end, first, colours = d.along, len(d.edges), d.outer + 1, d.inner
        for i in range(end - begin):
            d.order[i] = begin + i
        shuffle(state, d.order, end - begin)
        for i in range(end - begin):
            edge = d.order[i]
            colour = first + (i if i < colours else below(state, colours))
            side = d.edges[edge, 1]
            d.board[d.edges[edge, 0], side] = colour
            d.board[d.edges[edge, 2], side ^ 2] = colour


@kernel
def _acceptable(d: Draft) -> bool:
    """Return whether no two pieces are identical (distinct), and none equals its own rotation.

    A piece that looks the same after any turn does so after a half turn.
    """
    base = d.outer + d.inner + 1  # greater than every colour
    for cell in range(len(d.board)):
        top, right = d.board[cell, 0], d.board[cell, 1]
        bottom, left = d.board[cell, 2], d.board[cell, 3]
        if d.asymmetric and top == bottom and right == left:
            return False
        if d.distinct:
            least = base * base * base * base
            for _ in range(4):
                least = min(least, ((top * base + right) * base + bottom) * base + left)
                top, right, bottom, left = right, bottom, left, top
            for other in range(cell):
                if d.codes[other] == least:
                    return False
            d.codes[cell] = least
    return True


@kernel
def _take_apart(d: Draft, state: View[u64], pieces: View2[i64], solution: View2[i64]) -> None:
    """Shuffle and turn the pieces of the board; their original positions are the solution."""
    cells = len(d.board)
    for cell in range(cells):
        d.order[cell] = cell
    shuffle(state, d.order, cells)
    for piece in range(cells):
        cell = d.order[piece]
        quarters = below(state, 4)
        for side in range(4):
            pieces[piece, (side + quarters) & 3] = d.board[cell, side]
        solution[cell, 0] = piece
        solution[cell, 1] = (4 - quarters) & 3


@lru_cache(maxsize=32)
def _edges(rows: int, columns: int) -> Any:
    """Return all edges, int64[e, 3]: cell, side (right or bottom), neighbour; the outer ones first.

    Each set is in row-by-row order.
    """
    outer: list[tuple[int, int, int]] = []
    inner: list[tuple[int, int, int]] = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        if column + 1 < columns:
            along = row in (0, rows - 1)
            (outer if along else inner).append((cell, RIGHT, cell + 1))
        if row + 1 < rows:
            along = column in (0, columns - 1)
            (outer if along else inner).append((cell, BOTTOM, cell + columns))
    edges = np.array(outer + inner, np.int64).reshape(-1, 3)
    edges.flags.writeable = False
    return view(edges)


def batch(
    rows: int,
    columns: int,
    inner: int,
    outer: int,
    count: int,
    seed: int,
    *,
    first: int = 0,
    distinct: bool = False,
    asymmetric: bool = False,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Draw puzzles ``first`` … first + count - 1 of a seed; return (pieces, solutions).

    pieces: int64[count, cells, 4], (top, right, bottom, left) each. solutions: int64[count, cells,
    2], for each cell, row by row, its piece and quarter turns clockwise. outer = 0: one set of
    ``inner`` colours.

    Raises InputError for colours that the board cannot have (:func:`check_colours`), a negative
    seed, or if no attempt satisfies the demands.
    """
    check_colours(rows, columns, inner, outer)
    if count < 0 or first < 0:
        raise InputError(f"count and first must not be negative, got {count} and {first}")
    cells = rows * columns
    key = (rows, columns, inner, outer, int(distinct), int(asymmetric))
    states = streams(seed, key, first, count)
    pieces = np.empty((count, cells, 4), np.int64)
    solutions = np.empty((count, cells, 2), np.int64)
    draft = Draft(rows, columns, inner, outer, distinct, asymmetric)
    drawn = _draw(draft, view(states), view(pieces), view(solutions))
    if drawn < count:
        demands = Demands(distinct=distinct, asymmetric=asymmetric)
        wanted = " and ".join(name for name, demanded in demands.items() if demanded)
        raise InputError(
            f"size {rows}x{columns}, {inner} inner and {outer} outer colours: no board with "
            f"{wanted} pieces in {ATTEMPTS} attempts"
        )
    return pieces, solutions


def puzzle_of(pieces: npt.NDArray[np.int64], rows: int, columns: int) -> EdgeMatching:
    """Return one puzzle of a batch: framed, from int64[cells, 4]. Raises InputError."""
    return EdgeMatching(rows, columns, tuple(map(tuple, pieces.tolist())))


def puzzles(
    rows: int,
    columns: int,
    inner: int,
    outer: int,
    count: int,
    seed: int,
    *,
    first: int = 0,
    **demands: Unpack[Demands],
) -> Iterator[tuple[EdgeMatching, Placement]]:
    """Yield the puzzles of :func:`batch` one at a time, each with the solution it was made from."""
    kind = rows, columns, inner, outer
    for start in range(first, first + count, _CHUNK):
        size = min(_CHUNK, first + count - start)
        for pieces, solution in zip(*batch(*kind, size, seed, first=start, **demands), strict=True):
            yield puzzle_of(pieces, rows, columns), tuple(map(tuple, solution.tolist()))


def generate(wanted: Wanted) -> Iterator[tuple[EdgeMatching, Placement]]:
    """Yield puzzles 0 … count-1 of a seed at the ridge, each with the solution it was made from.

    two-set: three outer colours, as at the published peak (or as many as there are edges), and the
    number of inner colours from :func:`ridge`; one-set likewise. Other numbers: :func:`puzzles`.
    Raises InputError for a negative seed.
    """
    rows, columns = wanted.rows, wanted.columns
    outer = min(3, outer_edges(rows, columns)) if wanted.algorithm == "two-set" else 0
    inner = ridge(rows, columns, outer)
    for drawn in puzzles(
        rows, columns, inner, outer, len(wanted.numbers), wanted.seed, first=wanted.first
    ):
        wanted.clock.check()
        yield drawn
