"""Expected values of framed puzzles from their colour numbers: edges, solved boards, connectivity.

An edge between two cells is *outer* if it ends at the frame, between neighbours along the same
border, and *inner* otherwise. *Two-set* puzzles have separate outer and inner colours, *one-set*
puzzles (written as outer = 0) ``inner`` colours on all edges. The hardest puzzles lie near the
point where one solved board is expected (Ansotegui2008). :func:`features` returns these numbers for
a given puzzle; they ignore where equal colours lie.
"""

from math import lgamma, log
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import InputError
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Piece, least_turn, turned


def outer_edges(rows: int, columns: int) -> int:
    """Return the number of edges along the frame: 4(n - 1) on n × n for n >= 2 (E_outer)."""
    return (columns - 1) * min(rows, 2) + (rows - 1) * min(columns, 2)


def inner_edges(rows: int, columns: int) -> int:
    """Return the number of all other edges between cells: 2(n - 1)(n - 2) on n × n (E_inner)."""
    return total_edges(rows, columns) - outer_edges(rows, columns)


def total_edges(rows: int, columns: int) -> int:
    """Return the number of edges between two cells: 2n² - 2n on n × n (Willems2016, E_total)."""
    return rows * (columns - 1) + columns * (rows - 1)


def log_expected_boards(rows: int, columns: int, inner: int, outer: int) -> float:
    """Return the natural logarithm of the expected number of solved boards of a random puzzle.

    This is the number of ways to place corner, border and inner pieces where they belong, times the
    probability that every edge matches if colours are independent and uniform. The puzzle is framed
    and not solvable by construction; boards are pictures, and every rotation counts. The result is
    about 0 for the hardest puzzles. outer = 0: one set.

    Sides are at least 2 long. Raises InputError as :func:`check_colours` does.
    """
    check_colours(rows, columns, inner, outer)
    if rows < 2 or columns < 2:
        raise InputError(f"no estimate for a board one cell wide, {rows}x{columns}")
    borders = 2 * (rows - 2) + 2 * (columns - 2)
    inside = (rows - 2) * (columns - 2)
    placements = lgamma(5) + lgamma(borders + 1) + lgamma(inside + 1) + inside * log(4)
    if outer == 0:
        return placements - total_edges(rows, columns) * log(inner)
    along = outer_edges(rows, columns) * log(outer)
    across = inner_edges(rows, columns) * log(inner) if inner else 0.0
    return placements - along - across


def check_colours(rows: int, columns: int, inner: int, outer: int) -> None:
    """Raise InputError if a board cannot use this number of colours. outer = 0: one set."""
    if rows < 1 or columns < 1:
        raise InputError(f"size {rows}x{columns}: a board needs at least one row and one column")
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
            raise InputError(
                f"size {rows}x{columns} has {edges} {name}: {colours} colours for them, "
                f"expected {least} to {edges}"
            )


def ridge(rows: int, columns: int, outer: int) -> int:
    """Return the least number of inner colours for which at most one solved board is expected.

    outer = 0: the least number of colours of one set. If a board is too small to reach this, or one
    cell wide, the result is the number of edges. Raises InputError as :func:`check_colours` does.
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
    """Return the average number of other pieces' sides that fit a side inside the frame.

    pieces: integers [count, pieces, 4] of framed puzzles, as returned by :func:`batch`; the result
    is float64[count]; 0 if all sides are frame. Willems2016 asks whether this number governs
    hardness and does not define the average; this is our reading.
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


def features(puzzle: EdgeMatching) -> dict[str, float]:
    """Return named numbers of a puzzle.

    These are ``pieces``, ``inner colours``, ``outer colours``, ``log10 expected boards`` (framed
    boards without places only), ``average connectivity``, ``twins`` (pieces beyond the first of
    each look), ``symmetric`` (pieces that equal their half or quarter turn), and ``fixed`` and
    ``forbidden`` places.
    """
    outer = {colour for piece in puzzle.pieces for colour in _along_the_frame(piece)}
    colours = {colour for piece in puzzle.pieces for colour in piece if colour or not puzzle.framed}
    inner = colours - outer if puzzle.framed else colours
    found: dict[str, float] = {
        "pieces": len(puzzle.pieces),
        "inner colours": len(inner),
        "outer colours": len(outer),
        "average connectivity": float(average_connectivity(np.array([puzzle.pieces]))[0]),
        "twins": len(puzzle.pieces) - len({least_turn(piece) for piece in puzzle.pieces}),
        "symmetric": sum(turned(piece, 2) == piece for piece in puzzle.pieces),
        "fixed": len(puzzle.fixed),
        "forbidden": len(puzzle.forbidden),
    }
    if puzzle.framed and puzzle.symmetric and inner and outer:
        expected = log_expected_boards(puzzle.rows, puzzle.columns, len(inner), len(outer))
        found["log10 expected boards"] = expected / log(10)
    return found


def _along_the_frame(piece: Piece) -> list[int]:
    """Return the colours next to frame sides: those that meet along the border."""
    return [
        piece[side]
        for side in range(4)
        if piece[side] and (piece[side - 1] == 0 or piece[(side + 1) % 4] == 0)
    ]
