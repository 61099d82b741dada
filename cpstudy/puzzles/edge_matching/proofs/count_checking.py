"""Check certificates of counts with independent code: it uses nothing of the counter.

The board is filled row by row, or column by column if it has more columns than rows. A layer
consists of the states after a given number of cells. A state says which pieces are left and what
the next cells meet: one byte for each different piece, its number of remaining copies; one byte for
the side of the next cell towards the previous cell of its line; one byte for each place across, the
side of its next cell towards the previous line. A side is the index of its colour, in increasing
order, or 255 if any colour fits. At the end of a line and of the board, it is the index of the
frame, or 255. Pieces that look the same in some orientation are one; different pieces are numbered
by their first occurrence.

For each state of a layer, the checker places each remaining piece in each different orientation
that the rules allow on the cell (frame, fixed and forbidden places, sides that touch). It adds up
the paths to the next states (encode/layer_sums.py). Different paths through the layers are
different pictures, so the final number counts pictures. Solutions are classes of pictures under the
rotations of the board. If all pieces are different and there are several, no picture equals its own
rotation, so each class has as many pictures as there are rotations.

Cost: about 50 ns for each state and fitting piece.
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
    """The options of the next cell.

    begins [256 · 256 + 1]: for each pair of sides before and next to the cell, the first option.
    options [·, 3]: piece, and its sides behind and beyond. pieces: the number of different pieces.
    across: the cell's place in its line.
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
        """Place every remaining piece that fits."""
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
    """Return "" if ``layers`` prove that the puzzle has ``count`` solutions, else the fault."""
    pieces: list[list[Piece]] = []  # the different pieces, each as its different orientations
    left: list[int] = []
    for top, right, bottom, left_side in puzzle.pieces:
        turns = [(top, right, bottom, left_side)]
        if puzzle.turning:
            turns.append((left_side, top, right, bottom))
            turns.append((bottom, left_side, top, right))
            turns.append((right, bottom, left_side, top))
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
    """Prepare the rules for one cell after the other; yield the bytes of a state after it."""
    turned = puzzle.columns > puzzle.rows
    lines, width = max(puzzle.rows, puzzle.columns), min(puzzle.rows, puzzle.columns)
    colours = sorted({colour for piece in puzzle.pieces for colour in piece})
    for line in range(lines):
        for rules.across in range(width):
            cell = (rules.across, line) if turned else (line, rules.across)
            found: list[tuple[int, ...]] = []
            for number, turn in _fitting(puzzle, pieces, cell):
                top, right, bottom, left = map(colours.index, turn)
                before, adjacent, behind, beyond = (
                    (top, left, bottom, right) if turned else (left, top, right, bottom)
                )
                behind = border if rules.across == width - 1 else behind
                beyond = border if line == lines - 1 else beyond
                for one in (before, _ANY):
                    for other in (adjacent, _ANY):
                        found.append((one * _SIDES + other, number, behind, beyond))
            rows = np.array(sorted(found), np.int64).reshape(-1, 4)
            rules.begins = view(np.searchsorted(rows[:, 0], np.arange(_SIDES**2 + 1)))
            rules.options = view(np.ascontiguousarray(rows[:, 1:]))
            yield len(pieces) + width + 1


def _fitting(
    puzzle: EdgeMatching, pieces: list[list[Piece]], cell: tuple[int, int]
) -> Iterator[tuple[int, Piece]]:
    """Yield the pieces, by number, in the orientations that the rules allow on a cell."""
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
    """Return how many of the pictures are the same solution."""
    if not puzzle.symmetric:
        return 1
    if len(puzzle.pieces) == 1:  # rotating the piece rotates the board
        return max(1, pictures)
    return 4 if puzzle.rows == puzzle.columns else 2
