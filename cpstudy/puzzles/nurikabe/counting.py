"""Counting colourings: dynamic programming along a frontier of cells.

Cells are processed row by row. A state describes the frontier, one cell for each column: which of
its cells are connected behind it, and the content of each island: its number of cells while it has
no clue, the number of missing cells once it has one, or that its clue is ``?``. Three more bits:
whether the last cell that left the frontier was sea, for 2×2 pools, and whether the sea is closed.

If a cell leaves the frontier as the last of its island, the island must be complete; if it was the
last of the sea, no more sea may follow. The board is turned so that rows are its shorter side.

Cost: 200 to 400 ns for each state created. Limits: words of 62 bits with four bits a column, so the
shorter side has at most :data:`WIDEST` cells; islands of unknown size, ``?``, need more states.
Source: connectivity as labels after Sekine1995; Yoshinaka2012 for puzzles.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from cpstudy.core.counting import listed_then_counted
from cpstudy.core.errors import NotApplicable
from cpstudy.core.kernel_types import Const, View, i64
from cpstudy.core.native import kernel, table, workspace, zeros
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.frontier import counting as frontier_counting
from cpstudy.frontier.engine import Model
from cpstudy.frontier.layers import Layers, load, put
from cpstudy.puzzles.nurikabe import portfolio
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, LAND, NO_CLUE, SEA, Nurikabe

WIDEST = 14
# The number of solutions that the search lists before the frontier counts instead.
LISTED = 1000

_LABEL = 4
# Bits of the first word after the labels.
CORNER, SEALED = 4 * WIDEST, 4 * WIDEST + 1


@workspace
class Board(Model):
    """clues [cells], row by row; width: the length of a row.

    The content of an island is a number. Without a clue it is its number of cells up to ``most``
    (for more: most + 1, which only a ``?`` can take); with a clue and k missing cells it is
    most + 2 + k; with a clue ``?`` it is ``any``. bits: of a content; each: contents of a word.

    labels [width]: of the frontier, 0 for no cell. sea, content [labels]: of each part.
    """

    clues: Const[i64]
    width: i64
    most: i64
    any: i64
    bits: i64
    each: i64
    labels: View[i64]
    sea: View[i64]
    content: View[i64]
    names: View[i64]
    parts: i64 = 0
    corner: i64 = 0
    sealed: i64 = 0

    def __init__(self, clues: npt.NDArray[np.int64]) -> None:
        width = clues.shape[1]
        self.clues, self.width = table(clues.ravel(), "i64"), width
        self.most = int(clues.max(initial=0))
        self.any = 2 * self.most + 3
        self.bits = self.any.bit_length()
        self.each = 62 // self.bits
        for name in ("labels", "sea", "content", "names"):
            setattr(self, name, zeros(width + 3, "i64"))
        islands = (width + 1) // 2 + 1
        self.furnish(clues.size, 2 + (islands + self.each - 1) // self.each, 2)

    @kernel
    def expand(self, t: Layers, state: i64) -> None:
        """Expand by both colours of the cell that the rules allow; label: 1 for sea."""
        clue = self.clues[t.place]
        for colour in range(2):
            if colour == LAND or clue == NO_CLUE:
                load(t, state)
                self.unpack(t)
                if self.take(t.place, colour, clue):
                    self.pack(t)
                    t.label = colour
                    put(t, state, t.key[0])

    @kernel
    def unpack(self, t: Layers) -> None:
        """Read the key."""
        word = t.key[0]
        self.corner = word >> CORNER & 1
        self.sealed = word >> SEALED & 1
        self.parts = 0
        for column in range(self.width):
            self.labels[column] = word >> _LABEL * column & 15
            self.parts = max(self.parts, self.labels[column])
        island = 0
        for part in range(1, self.parts + 1):
            self.sea[part] = t.key[1] >> part & 1
            self.content[part] = 0
            if not self.sea[part]:
                place = island % self.each * self.bits
                self.content[part] = t.key[2 + island // self.each] >> place & (1 << self.bits) - 1
                island += 1

    @kernel
    def pack(self, t: Layers) -> None:
        """Write the key, with parts numbered in order of appearance."""
        for w in range(len(t.key)):
            t.key[w] = 0
        for part in range(self.parts + 1):
            self.names[part] = 0
        given, island = 0, 0
        word: i64 = 0
        for column in range(self.width):
            part = self.labels[column]
            if part != 0 and self.names[part] == 0:
                given += 1
                self.names[part] = given
                if self.sea[part]:
                    t.key[1] |= i64(1) << given
                else:
                    place = island % self.each * self.bits
                    t.key[2 + island // self.each] |= self.content[part] << place
                    island += 1
            word |= self.names[part] << _LABEL * column
        t.key[0] = word | self.corner << CORNER | self.sealed << SEALED

    @kernel
    def take(self, cell: i64, colour: i64, clue: i64) -> bool:
        """Give the cell a colour; return whether the rules allow it."""
        column = cell % self.width
        above = self.labels[column]
        left = 0 if column == 0 else self.labels[column - 1]
        if colour == SEA:
            if self.sealed:
                return False
            if column > 0 and above != 0 and self.corner:
                if self.sea[above] and self.sea[left]:
                    return False
        corner = above != 0 and self.sea[above]
        part = self.parts + 1
        self.parts = part
        self.sea[part] = colour
        self.content[part] = 0
        if colour == LAND:
            self.content[part] = self.island(clue)
        # The cell joins its neighbours before the one above leaves.
        if above != 0 and self.sea[above] == colour and not self.join(above, part):
            return False
        if left != 0 and left != above and self.sea[left] == colour:
            if not self.join(left, part):
                return False
        self.labels[column] = part
        if above != 0 and self.sea[above] != colour and not self.leave(above):
            return False
        self.corner = 1 if corner else 0
        if column == self.width - 1:
            self.corner = 0
        return cell + 1 < len(self.clues) or self.ended()

    @kernel
    def island(self, clue: i64) -> i64:
        """The content of an island of one cell."""
        if clue == NO_CLUE:
            return min(i64(1), self.most + 1)
        if clue == ANY_SIZE:
            return self.any
        return self.most + 2 + clue - 1

    @kernel
    def join(self, part: i64, into: i64) -> bool:
        """Join two parts; return whether islands allow it."""
        for column in range(self.width):
            if self.labels[column] == part:
                self.labels[column] = into
        if self.sea[part]:
            return True
        one, other = self.content[part], self.content[into]
        if max(one, other) <= self.most + 1:
            self.content[into] = min(one + other, self.most + 1)
            return True
        if min(one, other) > self.most + 1:
            return False
        larger, cells = max(one, other), min(one, other)
        if larger < self.any:
            if cells > self.most or larger - cells < self.most + 2:
                return False
            larger -= cells
        self.content[into] = larger
        return True

    @kernel
    def leave(self, part: i64) -> bool:
        """Handle a cell of a part that leaves the frontier; return whether the part may end."""
        others = 0
        for column in range(self.width):
            if self.labels[column] == part:
                return True
            if self.labels[column] != 0:
                others += self.sea[self.labels[column]]
        if self.sea[part]:
            self.sealed = 1
            return others == 0
        return self.content[part] == self.any or self.content[part] == self.most + 2

    @kernel
    def ended(self) -> bool:
        """Whether the parts of the last frontier are complete; clears them."""
        sea = 0
        for column in range(self.width):
            part = self.labels[column]
            if self.sea[part]:
                if sea != 0 and sea != part:
                    return False
                sea = part
            elif self.content[part] != self.any and self.content[part] != self.most + 2:
                return False
        for column in range(self.width):
            self.labels[column] = 0
        self.corner = 0
        self.sealed = 0
        return True


def board_of(puzzle: Nurikabe, columns: int | None = None) -> Board:
    """The kernel's board for a puzzle, or for its first columns along the shorter side.

    Raises NotApplicable if it is too wide.
    """
    clues = np.array(puzzle.clues, np.int64).reshape(puzzle.rows, puzzle.columns)
    if puzzle.columns > puzzle.rows:
        clues = clues.T
    clues = clues[:, :columns]
    if clues.shape[1] > WIDEST:
        raise NotApplicable(
            f"the shorter side has {clues.shape[1]} cells, at most {WIDEST} fit a state"
        )
    return Board(clues)


def counter(puzzle: Nurikabe) -> frontier_counting.Counter:
    """The counter of the puzzle for the frontier. A place is a cell, its value 1 for sea."""
    board = board_of(puzzle)
    turned = puzzle.columns > puzzle.rows

    def values(cell: int, label: int) -> Iterator[tuple[int, int]]:
        row, column = divmod(cell, board.width)
        yield (column * puzzle.columns + row if turned else cell), label

    strips = frontier_counting.Strips(board.width, lambda k: board_of(puzzle, k))
    return frontier_counting.Counter(board, values, bytes, strips)


def sign(_: Nurikabe, value: int) -> str:
    """The symbol of a cell, as in solutions."""
    return "#" if value == SEA else "."


def frontier(puzzle: Nurikabe, request: Request) -> Result:
    """The exact number of solutions, and up to ``limit`` of them by clause learning (None: all).

    See :func:`cpstudy.frontier.counting.solve`. Raises NotApplicable if the board is too wide.
    """
    return frontier_counting.solve(counter(puzzle), portfolio.solve, puzzle, request)


solve = listed_then_counted(portfolio.solve, "frontier", frontier, LISTED)
