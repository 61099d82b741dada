"""Solvable framed puzzles at random, and what their numbers of colours make one expect.

A full board is coloured at random and taken apart: its pieces are shuffled and turned
(Ansotegui2008, as used by Willems2016). An edge between two cells is *outer* where it runs
into the frame, between neighbours along the same border, and *inner* otherwise. *Two-set*
puzzles have colours 1 … outer on outer edges and outer+1 … outer+inner on inner ones; *one-set*
puzzles (written here as outer = 0) have colours 1 … inner on all edges. 0 is the frame.

Every colour is used. The papers do not say how; in this reading the edges of a set are put in a
random order, the first ones take one colour each, and every later one a uniform colour. It is the
reading under which the published peaks lie where they lie; colours drawn uniformly throughout,
some of them unused, move them. Boards drawn again until all colours occur would have another
distribution and are out of the question where there are as many colours as edges.

Pieces may come out identical or look the same when turned, as in both papers; ``distinct`` and
``asymmetric`` draw the whole board again until they do not.

A puzzle depends on (rows, columns, inner, outer, distinct, asymmetric, seed, index) and on
nothing else: puzzle 17 is the same whether it is drawn alone or in a batch. Cost: linear in the
cells, three microseconds for 7×7, and some forty for seeding its stream; boards that are drawn
again cost the three each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import lgamma, log
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.random import below, shuffle, streams
from cpstudy.puzzles.edge_matching.puzzle import BOTTOM, RIGHT, EdgeMatching, Placement

ALGORITHMS = ("two-set", "one-set")

# How often a board is drawn again before its demands are called impossible.
ATTEMPTS = 100_000

# Puzzles drawn in one call of the kernel by the iterator.
_CHUNK = 256


# -- counts and estimates ------------------------------------------------------------------------


def outer_edges(rows: int, columns: int) -> int:
    """Edges along the frame; 4(n - 1) on n × n for n >= 2 (Willems2016, E_outer)."""
    return (columns - 1) * min(rows, 2) + (rows - 1) * min(columns, 2)


def inner_edges(rows: int, columns: int) -> int:
    """All other edges between cells; 2(n - 1)(n - 2) on n × n (Willems2016, E_inner)."""
    return total_edges(rows, columns) - outer_edges(rows, columns)


def total_edges(rows: int, columns: int) -> int:
    """Edges between two cells; 2n² - 2n on n × n (Willems2016, E_total)."""
    return rows * (columns - 1) + columns * (rows - 1)


def log_expected_boards(rows: int, columns: int, inner: int, outer: int) -> float:
    """The natural logarithm of the expected number of solved boards of a random framed puzzle.

    Of all ways to lay corner, border and inner pieces where they belong, the share in which every
    edge matches when colours are independent and uniform: boards as pictures, every rotation
    counted, for a puzzle that is not solvable by construction. It is 0 about where the hardest
    puzzles lie. outer = 0: one set.

    Raises ValueError where a side is shorter than 2, or as :func:`check_colours` does.
    """
    check_colours(rows, columns, inner, outer)
    if rows < 2 or columns < 2:
        raise ValueError(f"no estimate for a board one cell wide, {rows}x{columns}")
    borders = 2 * (rows - 2) + 2 * (columns - 2)
    inside = (rows - 2) * (columns - 2)
    placements = lgamma(5) + lgamma(borders + 1) + lgamma(inside + 1) + inside * log(4)
    if outer == 0:
        return placements - total_edges(rows, columns) * log(inner)
    along = outer_edges(rows, columns) * log(outer)
    across = inner_edges(rows, columns) * log(inner) if inner else 0.0
    return placements - along - across


def check_colours(rows: int, columns: int, inner: int, outer: int) -> None:
    """Raise ValueError where a board cannot have so many colours, each used. outer = 0: one set."""
    if rows < 1 or columns < 1:
        raise ValueError(f"size {rows}x{columns}: a board needs at least one row and one column")
    if outer == 0:
        sets = [("edges", total_edges(rows, columns), inner)]
    else:
        sets = [
            ("inner edges", inner_edges(rows, columns), inner),
            ("outer edges", outer_edges(rows, columns), outer),
        ]
    for name, edges, colours in sets:
        least = min(edges, 1)
        if not least <= colours <= edges:
            raise ValueError(
                f"size {rows}x{columns} has {edges} {name}: {colours} colours for them, "
                f"expected {least} to {edges}"
            )


def ridge(rows: int, columns: int, outer: int) -> int:
    """The least number of inner colours for which at most one solved board is expected.

    outer = 0: the least number of colours of one set. Boards too small to get there, or one cell
    wide, have as many colours as edges. Raises ValueError as :func:`check_colours` does.
    """
    edges = inner_edges(rows, columns) if outer else total_edges(rows, columns)
    check_colours(rows, columns, edges, outer)
    if rows < 2 or columns < 2:
        return edges
    for inner in range(min(edges, 1), edges):
        if log_expected_boards(rows, columns, inner, outer) <= 0:
            return inner
    return edges


def average_connectivity(pieces: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.float64]:
    """How many sides of other pieces fit a side that is no frame, on average over such sides.

    pieces: integers [count, pieces, 4] of framed puzzles as :func:`batch` gives them, the result
    float64[count]; 0 where all sides are frame. Willems2016 asks whether this governs hardness
    and leaves open what is averaged; this is our reading.
    """
    result = np.zeros(len(pieces), np.float64)
    for index, sides in enumerate(pieces):
        per_piece = np.zeros((len(sides), int(sides.max(initial=0)) + 1), np.int64)
        for side in range(4):
            np.add.at(per_piece, (np.arange(len(sides)), sides[:, side]), 1)
        per_piece[:, 0] = 0
        total = per_piece.sum()
        if total:
            others = per_piece.sum(axis=0) - per_piece
            result[index] = (per_piece * others).sum() / total
    return result


# -- drawing boards ------------------------------------------------------------------------------


@kernel
def _colour(state: Any, edges: Any, first: Any, colours: Any, board: Any, order: Any) -> None:
    """Colour ``edges`` (int64[e, 3]: cell, side, neighbour) with first … first + colours - 1."""
    n = len(edges)
    for i in range(n):
        order[i] = i
    shuffle(state, order, n)
    for i in range(n):
        edge = order[i]
        colour = first + (i if i < colours else below(state, colours))
        side = edges[edge, 1]
        board[edges[edge, 0], side] = colour
        board[edges[edge, 2], side ^ 2] = colour


@kernel
def _acceptable(board: Any, distinct: Any, asymmetric: Any, base: Any, codes: Any) -> bool:
    """Whether no two pieces are identical (distinct), and none looks the same turned.

    A piece that looks the same after any turn does so after a half turn. codes: int64[cells],
    work space. base: greater than every colour.
    """
    for cell in range(len(board)):
        if asymmetric and board[cell, 0] == board[cell, 2] and board[cell, 1] == board[cell, 3]:
            return False
        if not distinct:
            continue
        least = base**4
        for first in range(4):
            code = 0
            for side in range(4):
                code = code * base + board[cell, (first + side) & 3]
            least = min(least, code)
        for other in range(cell):
            if codes[other] == least:
                return False
        codes[cell] = least
    return True


@kernel
def _draw(
    states: Any,
    outer_list: Any,
    inner_list: Any,
    outer: Any,
    inner: Any,
    distinct: Any,
    asymmetric: Any,
    attempts: Any,
    pieces: Any,
    solutions: Any,
) -> Any:
    """Fill ``pieces`` int64[count, cells, 4] and ``solutions`` int64[count, cells, 2].

    ``inner_list`` takes colours outer+1 … outer+inner. Returns the number of puzzles drawn:
    fewer than count where one was refused ``attempts`` times.
    """
    cells = pieces.shape[1]
    board = np.zeros((cells, 4), np.int64)
    order = np.empty(2 * cells, np.int64)
    codes = np.empty(cells, np.int64)
    for index in range(len(states)):
        state = states[index]
        accepted = False
        for _ in range(attempts):
            _colour(state, outer_list, 1, outer, board, order)
            _colour(state, inner_list, outer + 1, inner, board, order)
            accepted = _acceptable(board, distinct, asymmetric, outer + inner + 1, codes)
            if accepted:
                break
        if not accepted:
            return index
        for cell in range(cells):
            order[cell] = cell
        shuffle(state, order, cells)
        for piece in range(cells):
            cell = order[piece]
            quarters = below(state, 4)
            for side in range(4):
                pieces[index, piece, (side + quarters) & 3] = board[cell, side]
            solutions[index, cell, 0] = piece
            solutions[index, cell, 1] = (4 - quarters) & 3
    return len(states)


@lru_cache(maxsize=32)
def _edge_lists(rows: int, columns: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """(outer, inner) edges: int64[e, 3] of cell, side (right or bottom), neighbour, row by row."""
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
    lists = [np.array(edges, np.int64).reshape(-1, 3) for edges in (outer, inner)]
    for edges in lists:
        edges.flags.writeable = False
    return lists[0], lists[1]


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
    """Puzzles ``first`` … first + count - 1 of a seed, as (pieces, solutions).

    pieces: int64[count, cells, 4], (top, right, bottom, left) each. solutions: int64[count, cells,
    2], for each cell, row by row, its piece and quarter turns clockwise. outer = 0: one set of
    ``inner`` colours.

    Raises ValueError for colours that the board cannot have (:func:`check_colours`), a negative
    seed or count, or where no board without identical or symmetric pieces was met.
    """
    check_colours(rows, columns, inner, outer)
    if count < 0 or first < 0:
        raise ValueError(f"count and first must not be negative, got {count} and {first}")
    cells = rows * columns
    outer_list, inner_list = _edge_lists(rows, columns)
    if outer == 0:
        outer_list, inner_list = outer_list[:0], np.concatenate((outer_list, inner_list))
    key = (rows, columns, inner, outer, int(distinct), int(asymmetric))
    states = streams(seed, key, first, count)
    pieces = np.empty((count, cells, 4), np.int64)
    solutions = np.empty((count, cells, 2), np.int64)
    drawn = prepared(_draw, 2 * count * cells)(
        states,
        outer_list,
        inner_list,
        outer,
        inner,
        distinct,
        asymmetric,
        ATTEMPTS,
        pieces,
        solutions,
    )
    if drawn < count:
        wanted = " and ".join(
            name for name, asked in (("distinct", distinct), ("asymmetric", asymmetric)) if asked
        )
        raise ValueError(
            f"size {rows}x{columns}, {inner} inner and {outer} outer colours: no board with "
            f"{wanted} pieces in {ATTEMPTS} attempts"
        )
    return pieces, solutions


def puzzle_of(pieces: npt.NDArray[np.int64], rows: int, columns: int) -> EdgeMatching:
    """One puzzle of a batch: framed, from int64[cells, 4]. Raises ValueError as EdgeMatching."""
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
    distinct: bool = False,
    asymmetric: bool = False,
) -> Iterator[tuple[EdgeMatching, Placement]]:
    """The puzzles of :func:`batch`, one at a time, each with the solution it was made from."""
    for start in range(first, first + count, _CHUNK):
        size = min(_CHUNK, first + count - start)
        pieces, solutions = batch(
            rows,
            columns,
            inner,
            outer,
            size,
            seed,
            first=start,
            distinct=distinct,
            asymmetric=asymmetric,
        )
        for index in range(size):
            solution = tuple((piece, quarters) for piece, quarters in solutions[index].tolist())
            yield puzzle_of(pieces[index], rows, columns), solution


def generate(
    algorithm: str, rows: int, columns: int, count: int, seed: int, wrap: bool = False
) -> Iterator[tuple[EdgeMatching, Placement]]:
    """Puzzles 0 … count-1 of a seed at the ridge, each with the solution it was made from.

    two-set: three outer colours, as at the published peak (or as many as there are edges), and as
    many inner ones as :func:`ridge` says; one-set likewise. Other numbers: :func:`puzzles`.
    Raises ValueError for an unknown algorithm, a size below 1×1, a negative seed, or ``wrap``.
    """
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm {algorithm!r}: choose from {', '.join(ALGORITHMS)}")
    if wrap:
        raise ValueError("a framed board does not wrap")
    outer = min(3, outer_edges(rows, columns)) if algorithm == "two-set" else 0
    yield from puzzles(rows, columns, ridge(rows, columns, outer), outer, count, seed)
