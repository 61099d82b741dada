"""Symmetries of a puzzle, and the one that complete methods break.

A board's own rotations turn a solution into another board of the same class. A method that
settles how many classes there are may look for fewer boards of each: :func:`anchor` names a piece
to keep in one part of the board. Cost: linear.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain

from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, Piece, least_turn, turned


@dataclass(frozen=True)
class Anchor:
    """A piece that is given by its ``least_turn`` and occurs once, and the cells to keep it in."""

    piece: Piece
    cells: frozenset[int]


def anchor(puzzle: EdgeMatching) -> Anchor | None:
    """A piece and cells such that every board has a rotation with the piece on one of the cells.

    The cells are the first of each orbit under the board's rotations, among those where the
    piece's frame sides can lie; the piece that leaves fewest is chosen (a corner: one cell). The
    middle of the board is its own orbit, so boards may still come in several rotations there.
    None where no piece occurs once.
    """
    rows, columns = puzzle.rows, puzzle.columns
    domain = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        orbit = [(row, column), (rows - 1 - row, columns - 1 - column)]
        if rows == columns:
            orbit += [(column, rows - 1 - row), (columns - 1 - column, row)]
        if cell == min(r * columns + c for r, c in orbit):
            domain.append(cell)
    # Cells of the domain by their sides at the border; where nothing is framed all are alike.
    alike: dict[tuple[bool, ...], list[int]] = {}
    for cell in domain:
        border = [puzzle.framed and puzzle.neighbour(cell, side) is None for side in range(4)]
        alike.setdefault(tuple(border), []).append(cell)
    best: Anchor | None = None
    for piece, times in Counter(map(least_turn, puzzle.pieces)).items():
        if times > 1:
            continue
        frames = {
            tuple(puzzle.framed and colour == FRAME for colour in turned(piece, quarters))
            for quarters in range(4)
        }
        size = sum(len(alike.get(frame, ())) for frame in frames)
        if best is None or size < len(best.cells):
            best = Anchor(piece, frozenset(chain(*(alike.get(frame, ()) for frame in frames))))
    return best
