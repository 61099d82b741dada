"""The state of a board as lines, and the memory for solving lines."""

from array import array
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, chain

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, Const2, View, View2, View3, i32, i64, u8
from cpstudy.core.native import entry, filled, inlined, view, workspace, zeros
from cpstudy.puzzles.picross.puzzle import Picross


@workspace
class Ring:
    """A queue of numbers below n.

    items: int32[n + 1], the ring; is_in: int32[n], by number; first, size: where the ring begins
    and how many numbers it contains. One place of the ring is always free: ``push`` writes the
    number there before it tests whether it is in the queue, to avoid a mispredicted branch.
    """

    items: View[i32]
    is_in: View[i32]
    first: i64
    size: i64

    def __init__(self, numbers: int) -> None:
        self.items = zeros(numbers + 1, "i32")
        self.is_in = zeros(numbers, "i32")
        self.first = self.size = 0

    @entry
    def fill(self) -> None:
        """Put all numbers into the empty queue in order."""
        for number in range(len(self.is_in)):
            push(self, number)


@entry
@inlined
def push(ring: Ring, number: i64) -> None:
    """Append a number, unless it is in the queue."""
    place = ring.first + ring.size
    if place >= len(ring.items):
        place -= len(ring.items)
    ring.items[place] = number
    ring.size += 1 - ring.is_in[number]
    ring.is_in[number] = 1


@entry
@inlined
def pop(ring: Ring) -> i64:
    """Remove and return the first number of a queue that is not empty."""
    number = ring.items[ring.first]
    ring.first += 1
    if ring.first == len(ring.items):
        ring.first = 0
    ring.size -= 1
    ring.is_in[number] = 0
    return number


# The largest number of cells of a line that fit into a word.
LONGEST = 62

# Remembered states of a line (:func:`.words.remembered_line`).
SLOTS = 128

# The bits of ``Board.seen``: lines are distinguished by their remainder.
BITS = 62

# The bits of a step.
STEP = 6


def steps_to(length: int) -> int:
    """The shifts that successively extend one cell to ``length``, the first shift lowest.

    Each shift doubles the length, the last one adds the rest; zeros follow.
    """
    steps, have, place = 0, 1, 0
    while have < length:
        step = min(have, length - have)
        steps |= step << place
        have += step
        place += STEP
    return steps


# ``steps_to`` of each length.
_STEPS = np.array([*map(steps_to, range(LONGEST + 1)), 0], np.int64)


@workspace
class Clues:
    """The runs of all lines: those of line x are first[x] … first[x + 1] - 1.

    first: int32[lines + 1]. length, colour: int32[runs]. steps: int64[runs], the shifts to a length
    (:func:`steps_to`); 0 for lengths that do not fit into a word.
    """

    first: View[i32]
    length: View[i32]
    colour: View[i32]
    steps: View[i64]

    def __init__(self, puzzle: Picross) -> None:
        runs = list(chain.from_iterable(puzzle.clues))
        length = _numbers([length for length, _ in runs])
        self.first = view(_numbers(accumulate(map(len, puzzle.clues), initial=0)))
        self.length = view(length)
        self.colour = view(_numbers([colour for _, colour in runs]))
        self.steps = view(_STEPS[np.minimum(length, LONGEST + 1)])


@workspace
class Board(Clues):
    """The state of a board with c colours; its lines are the rows, then the columns.

    may: int64[lines, c + 1, words], bit i % 62 of word i // 62: cell i of the line can have the
    colour. left: int32[cells], the number of possible colours of each; unsettled: the number of
    cells with several. used: uint8[lines], whether a line's clue counts. queue: the waiting lines.
    trail[:trailed]: removals (cell, colour). crossing: int32[cells, 6], a cell's row and column as
    lines of the board, then the word and bit of the column in the row's words, and those of the row
    in the column's. remainder: int32[lines], line % BITS. failed: int32[lines], how often a line
    had no arrangement. solved: counts solved lines; seen: has the bit line % BITS of all lines
    solved since it was cleared. remembers: whether results of lines are cached (memory, see
    :mod:`.words`; only lines of one word).

    found: int64[c + 1, words], the result of a line. Scratch: for a line of one word starts:
    int64[runs], reached: int64[runs + 1]; for a long line sets: int64[·, words], see
    :mod:`.long_lines`.
    """

    rows: i64
    columns: i64
    trailed: i64
    unsettled: i64
    solved: i64
    seen: i64
    remembers: bool
    may: View3[i64]
    left: View[i32]
    used: View[u8]
    queue: Ring
    trail: View2[i32]
    crossing: Const2[i32]
    remainder: Const[i32]
    failed: View[i32]
    memory: View2[i64]
    found: View2[i64]
    starts: View[i64]
    reached: View[i64]
    sets: View2[i64]

    def __init__(self, puzzle: Picross) -> None:
        """Start with every colour possible and every line queued."""
        Clues.__init__(self, puzzle)
        rows, columns, colours = puzzle.rows, puzzle.columns, puzzle.colours
        lines, cells, longest = rows + columns, rows * columns, max(rows, columns)
        most = max(map(len, puzzle.clues))
        sets = (2 * most + 8, longest // LONGEST + 1) if longest > LONGEST else (1, 1)
        words = -(-longest // LONGEST)
        may = np.zeros((lines, colours + 1, words), np.int64)
        may[:rows] = _all_cells(columns, words)
        may[rows:] = _all_cells(rows, words)
        self.rows, self.columns = rows, columns
        self.trailed = self.solved = self.seen = 0
        self.unsettled = cells
        self.remembers = False
        self.may = view(may)
        self.left = filled(cells, colours + 1, "i32")
        self.used = filled(lines, 1, "u8")
        self.queue = Ring(lines)
        self.queue.fill()
        self.trail = zeros((cells * (colours + 1), 2), "i32")
        self.crossing = view(_crossing(rows, columns))
        self.remainder = view(_remainder(lines))
        self.failed = zeros(lines, "i32")
        self.memory = zeros((lines * SLOTS if words == 1 else 0, 2 * (colours + 1)), "i64")
        self.found = zeros((colours + 1, words), "i64")
        self.starts = zeros(most, "i64")
        self.reached = zeros(most + 1, "i64")
        self.sets = zeros(sets, "i64")


def _numbers(values: Iterable[int]) -> npt.NDArray[np.int32]:
    """Like ``np.array``, which checks the type of each number and takes three times as long."""
    return np.array(array("i", values), np.int32)


def _all_cells(cells: int, words: int) -> npt.NDArray[np.int64]:
    everything = (1 << cells) - 1
    parts = [everything >> (LONGEST * word) & ((1 << LONGEST) - 1) for word in range(words)]
    return np.array(parts, np.int64)


@lru_cache(maxsize=64)
def _crossing(rows: int, columns: int) -> npt.NDArray[np.int32]:
    row, column = np.indices((rows, columns), np.int32).reshape(2, -1)
    places = (row, rows + column, *np.divmod(column, LONGEST), *np.divmod(row, LONGEST))
    return np.ascontiguousarray(np.stack(places, axis=1), np.int32)


@lru_cache(maxsize=64)
def _remainder(lines: int) -> npt.NDArray[np.int32]:
    return np.arange(lines, dtype=np.int32) % BITS
