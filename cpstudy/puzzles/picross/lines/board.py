"""A board as lines: which colours each cell can have, and what the lines say until they are silent.

Each cell has the set of its possible colours, kept twice: as words of its row and of its column. A
*removal* takes one colour from one cell and is written on a trail, so that everything can be taken
back. A line in which something was removed is examined again, in the order in which they came to
wait: rows and columns come in turns so, and much is removed before the next look. (The line with
most removals first saves no lines, and finding it takes as long as solving one.)

Fixpoint: unique, since each line is solved exactly. Cost: one line solved (:mod:`.words`) a step,
and some ten operations a removal; no division, which would be the dearest of them.
"""

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import Const, i64, u8, u64
from cpstudy.core.native import entry, inlined, kernel
from cpstudy.puzzles.picross.lines.long_lines import long_line
from cpstudy.puzzles.picross.lines.state import LONGEST, Board, pop, push
from cpstudy.puzzles.picross.lines.words import line_by_words, remembered_line
from cpstudy.puzzles.picross.puzzle import FREE, Picross


def board(puzzle: Picross) -> Board:
    """A board on which only the given cells are known, every line waiting."""
    b = Board(puzzle)
    know_given(b, puzzle.given)
    return b


@entry
def know_given(b: Board, given: Const[u8]) -> None:
    """The given cells of a fresh board are known from the start."""
    for cell in range(len(given)):
        if given[cell] != FREE:
            keep(b, cell, given[cell] - 1)
    b.trailed = 0


@entry
@inlined
def can_be(b: Board, cell: i64, colour: i64) -> bool:
    """Whether a cell can have a colour, as far as is known."""
    there = b.may[b.crossing[cell, 0], colour, b.crossing[cell, 2]]
    return there >> b.crossing[cell, 3] & 1 != 0


@inlined
def _flip(b: Board, cell: i64, colour: i64) -> None:
    """Take a colour from a cell that can have it, or give it back."""
    b.may[b.crossing[cell, 0], colour, b.crossing[cell, 2]] ^= 1 << b.crossing[cell, 3]
    b.may[b.crossing[cell, 1], colour, b.crossing[cell, 4]] ^= 1 << b.crossing[cell, 5]


@inlined
def _write_removal(b: Board, cell: i64, colour: i64) -> None:
    """A colour was taken from a cell."""
    trailed = b.trailed
    b.trail[trailed, 0] = cell
    b.trail[trailed, 1] = colour
    b.trailed = trailed + 1
    left = b.left[cell] - 1
    b.left[cell] = left
    if left == 1:
        b.unsettled -= 1


@entry
def remove(b: Board, cell: i64, colour: i64) -> None:
    """The cell is not of this colour, which it could be. Its lines wait."""
    _flip(b, cell, colour)
    _write_removal(b, cell, colour)
    push(b.queue, b.crossing[cell, 0])
    push(b.queue, b.crossing[cell, 1])


@entry
def keep(b: Board, cell: i64, colour: i64) -> None:
    """The cell is of this colour, which it can be."""
    for other in range(b.may.shape[1]):
        if other != colour and can_be(b, cell, other):
            remove(b, cell, other)


@entry
def undo(b: Board, mark: i64) -> None:
    """Take back all removals from ``mark`` on; no line waits then."""
    unsettled = 0
    for place in range(mark, b.trailed):
        cell = b.trail[place, 0]
        _flip(b, cell, b.trail[place, 1])
        left = b.left[cell] + 1
        b.left[cell] = left
        if left == 2:
            unsettled += 1
    b.trailed = mark
    b.unsettled += unsettled
    while b.queue.size:
        pop(b.queue)


@entry
def solve_line(b: Board, line: i64) -> bool:
    """Fill ``b.found`` for a line; False where it has no arrangement."""
    b.solved += 1
    b.seen |= 1 << b.remainder[line]
    cells = b.columns if line < b.rows else b.rows
    if b.remembers and b.may.shape[2] == 1:
        return remembered_line(b, line, cells)
    if cells <= LONGEST:
        return line_by_words(b, line, cells)
    return long_line(b, line, cells)


@kernel
def _take_from_crossing(b: Board, line: i64, word: i64, colour: i64, gone: i64, after: i64) -> None:
    """A colour was taken from cells of a line, those ``gone`` from a word; the next from ``after``.

    One loop for both: where a loop ends is hard to guess for the processor, and a wrong guess takes
    it as long as half a removal.
    """
    first = line * b.columns
    step = 1
    crossing = b.rows
    place = line
    if line >= b.rows:
        place = line - b.rows
        first = place
        step = b.columns
        crossing = 0
    # Where the line stands in the words of those that cross it.
    word_there = place // LONGEST
    bit_there = 1 << (place % LONGEST)
    while gone | after:
        taken = colour if gone else colour + 1
        there = LONGEST * word + lowest_bit(u64(gone if gone else after))
        after = after if gone else after & (after - 1)
        gone &= gone - 1
        b.may[crossing + there, taken, word_there] ^= bit_there
        _write_removal(b, first + step * there, taken)
        push(b.queue, crossing + there)


@entry
def take_line(b: Board, line: i64) -> None:
    """Remove from a line what is not in ``b.found``.

    It need not come again, since it said so itself; the lines that cross it wait.
    """
    if b.may.shape[1] == 2 and b.may.shape[2] == 1:
        blanks = b.may[line, 0, 0] & ~b.found[0, 0]
        coloured = b.may[line, 1, 0] & ~b.found[1, 0]
        if blanks | coloured:
            b.may[line, 0, 0] ^= blanks
            b.may[line, 1, 0] ^= coloured
            _take_from_crossing(b, line, 0, 0, blanks, coloured)
        return
    for colour in range(b.may.shape[1]):
        for word in range(b.may.shape[2]):
            gone = b.may[line, colour, word] & ~b.found[colour, word]
            if gone:
                b.may[line, colour, word] ^= gone
                _take_from_crossing(b, line, word, colour, gone, 0)


@entry
def propagate(b: Board) -> bool:
    """Look at the lines that wait until none does; False where one has no arrangement."""
    while b.queue.size:
        line = pop(b.queue)
        if not b.used[line]:
            continue
        if not solve_line(b, line):
            b.failed[line] += 1
            return False
        take_line(b, line)
    return True


@entry
def next_refuted(b: Board, value: i64, most: i64) -> i64:
    """The first value, cell · (colours + 1) + colour, from ``value`` on that cannot be supposed.

    Only cells with several colours left are examined. After ``most`` values -1 - the next one to
    look at; past the end where none is left.
    """
    colours = b.may.shape[1]
    last = min(value + most, len(b.left) * colours)
    while value < last:
        cell = value // colours
        colour = value % colours
        if b.left[cell] > 1 and can_be(b, cell, colour):
            mark = b.trailed
            keep(b, cell, colour)
            holds: bool = propagate(b)
            undo(b, mark)
            if not holds:
                return value
        value += 1
    return -1 - value
