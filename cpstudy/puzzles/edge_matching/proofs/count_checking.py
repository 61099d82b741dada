"""Checking certificates of counts with code of its own: nothing of the counter is used.

The board is filled row by row, column by column where it has more columns than rows. A layer is the
states after so many cells. Each says what is left and what the next cells meet: a byte for each
different piece, how many of it are left; one for the side of the next cell towards the one before
it in its line; one for each place across, the side of its next cell towards the line before. A side
is the number of its colour, the least first, or 255 where any may lie; at the end of a line and of
the board it is that of the frame, or 255. Pieces that look the same,
turned as they may be, are one; different ones are numbered by their first places.

For each state of a layer the checker lays each piece that is left in each different turn that the
rules allow on the cell (frame, fixed and forbidden places, sides that touch); the ways to what
follows are added up (encode/layer_sums.py). Different ways through the layers are different
pictures, so the number at the end counts pictures. Solutions are classes of pictures that the
board's rotations turn into each other; where all pieces are different and there are several, none
is turned into itself, so each class has as many as there are rotations.

Cost: some 50 ns a state and piece that fits.
"""

from collections.abc import Iterator

import numpy as np

from cpstudy.core.kernel_types import View, View2, i64
from cpstudy.core.native import kernel, view, workspace, zeros
from cpstudy.encode import layer_sums
from cpstudy.encode.layer_sums import Rules, Sums, reached
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Piece

_ANY = 255
_SIDES = 256


@workspace
class Board(Rules):
    """What may lie on a cell.

    begins [256 · 256 + 1]: by the sides before and beside it, where their options begin; options
    [·, 3]: piece, and its sides behind and beyond. pieces: how many there are. across: the cell's
    place in its line.
    """

    begins: View[i64]
    options: View2[i64]
    pieces: i64
    across: i64 = 0

    def __init__(self, pieces: int) -> None:
        self.begins, self.options = zeros(_SIDES**2 + 1, "i64"), zeros((0, 3), "i64")
        self.pieces = pieces

    @kernel
    def follow(self, w: Sums) -> None:
        """Lay every piece that is left and fits."""
        for place in range(len(w.after)):
            w.after[place] = w.here[w.state, place]
        spot = self.pieces + 1 + self.across
        at = w.after[self.pieces] * _SIDES + w.after[spot]
        for option in range(self.begins[at], self.begins[at + 1]):
            piece = self.options[option, 0]
            if w.after[piece] != 0:
                w.after[piece] -= 1
                w.after[self.pieces] = self.options[option, 1]
                w.after[spot] = self.options[option, 2]
                reached(w)
                w.after[piece] += 1


def why_rejected(puzzle: EdgeMatching, count: int, layers: Iterator[bytes]) -> str:
    """ "" where ``layers`` prove that the puzzle has ``count`` solutions, else the fault."""
    pieces: list[list[Piece]] = []  # the different ones, each as its different turns
    left: list[int] = []
    for top, right, bottom, beside in puzzle.pieces:
        turns = [(top, right, bottom, beside)]
        if puzzle.turning:
            turns.append((beside, top, right, bottom))
            turns.append((bottom, beside, top, right))
            turns.append((right, bottom, beside, top))
        known = next((i for i, other in enumerate(pieces) if turns[0] in other), -1)
        if known < 0:
            pieces.append(list(dict.fromkeys(turns)))
            left.append(0)
        left[known] += 1
    if puzzle.symmetric and max(left) > 1:
        return "identical pieces: a picture may be turned into itself"
    colours = sorted({colour for piece in puzzle.pieces for colour in piece})
    border = colours.index(0) if puzzle.framed and 0 in colours else _ANY
    first = bytes((*left, *[border] * (min(puzzle.rows, puzzle.columns) + 1)))
    rules = Board(len(pieces))
    found = layer_sums.summed(rules, first, _prepared(puzzle, rules, pieces, border), layers)
    if isinstance(found, str):
        return found
    turned = _rotations(puzzle, found.number())
    return layer_sums.why_not(found, count * turned)


def _prepared(
    puzzle: EdgeMatching, rules: Board, pieces: list[list[Piece]], border: int
) -> Iterator[int]:
    """Prepare the rules for one cell after the other; the bytes of a state after it."""
    turned = puzzle.columns > puzzle.rows
    lines, width = max(puzzle.rows, puzzle.columns), min(puzzle.rows, puzzle.columns)
    colours = sorted({colour for piece in puzzle.pieces for colour in piece})
    for line in range(lines):
        for rules.across in range(width):
            cell = (rules.across, line) if turned else (line, rules.across)
            found: list[tuple[int, ...]] = []
            for number, turn in _fitting(puzzle, pieces, cell):
                top, right, bottom, left = map(colours.index, turn)
                before, beside, behind, beyond = (
                    (top, left, bottom, right) if turned else (left, top, right, bottom)
                )
                behind = border if rules.across == width - 1 else behind
                beyond = border if line == lines - 1 else beyond
                for one in (before, _ANY):
                    for other in (beside, _ANY):
                        found.append((one * _SIDES + other, number, behind, beyond))
            rows = np.array(sorted(found), np.int64).reshape(-1, 4)
            rules.begins = view(np.searchsorted(rows[:, 0], np.arange(_SIDES**2 + 1)))
            rules.options = view(np.ascontiguousarray(rows[:, 1:]))
            yield len(pieces) + width + 1


def _fitting(
    puzzle: EdgeMatching, pieces: list[list[Piece]], cell: tuple[int, int]
) -> Iterator[tuple[int, Piece]]:
    """The pieces by their numbers, in the turns in which the rules let them lie on a cell."""
    row, column = cell
    ends = (row == 0, column == puzzle.columns - 1, row == puzzle.rows - 1, column == 0)
    for number, turns in enumerate(pieces):
        for turn in turns:
            framed = tuple(colour == 0 for colour in turn)
            if puzzle.allows(row * puzzle.columns + column, turn) and (
                not puzzle.framed or framed == ends
            ):
                yield number, turn


def _rotations(puzzle: EdgeMatching, pictures: int) -> int:
    """How many of so many pictures are the same solution."""
    if not puzzle.symmetric:
        return 1
    if len(puzzle.pieces) == 1:  # its turns are the board's
        return max(1, pictures)
    return 4 if puzzle.rows == puzzle.columns else 2
