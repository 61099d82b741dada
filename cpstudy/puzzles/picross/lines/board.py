"""A board as lines: the possible colours of each cell, and propagation of lines to a fixpoint.

Each cell has the set of its possible colours, stored twice: in words of its row and of its column.
A *removal* takes one colour from one cell and is recorded on a trail, so that it can be undone. A
line in which a colour was removed is solved again; lines wait in a queue. So rows and columns
alternate, and many colours are removed before a line is solved again. (Taking the line with most
removals first does not save any lines, and finding it takes as long as solving one.)

The fixpoint is unique, since each line is solved exactly. Cost: a step solves one line
(:mod:`.words`); a removal takes some ten operations and no division, which would be the slowest.
"""

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import Const, i64, u8, u64
from cpstudy.core.native import entry, inlined, kernel
from cpstudy.puzzles.picross.lines.long_lines import long_line
from cpstudy.puzzles.picross.lines.state import LONGEST, Board, pop, push
from cpstudy.puzzles.picross.lines.words import line_by_words, remembered_line
from cpstudy.puzzles.picross.puzzle import FREE, Picross


def board(puzzle: Picross) -> Board:
    """A board on which only the given cells are known, with all lines in the queue."""
    b = Board(puzzle)
    know_given(b, puzzle.given)
    return b


@entry
def know_given(b: Board, given: Const[u8]) -> None:
    """Record the given cells on a fresh board, permanently."""
    for cell in range(len(given)):
        if given[cell] != FREE:
            keep(b, cell, given[cell] - 1)
    b.trailed = 0


@entry
@inlined
def can_be(b: Board, cell: i64, colour: i64) -> bool:
    """Whether the colour of a cell is still possible."""
    there = b.may[b.crossing[cell, 0], colour, b.crossing[cell, 2]]
    return there >> b.crossing[cell, 3] & 1 != 0


@inlined
def _flip(b: Board, cell: i64, colour: i64) -> None:
    """Remove a possible colour from a cell, or restore it."""
    b.may[b.crossing[cell, 0], colour, b.crossing[cell, 2]] ^= 1 << b.crossing[cell, 3]
    b.may[b.crossing[cell, 1], colour, b.crossing[cell, 4]] ^= 1 << b.crossing[cell, 5]


@inlined
def _write_removal(b: Board, cell: i64, colour: i64) -> None:
    """Record that a colour was removed from a cell."""
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
    """Remove a possible colour from a cell; its lines are queued."""
    _flip(b, cell, colour)
    _write_removal(b, cell, colour)
    push(b.queue, b.crossing[cell, 0])
    push(b.queue, b.crossing[cell, 1])


@entry
def keep(b: Board, cell: i64, colour: i64) -> None:
    """Set a cell to a possible colour."""
    for other in range(b.may.shape[1]):
        if other != colour and can_be(b, cell, other):
            remove(b, cell, other)


@entry
def undo(b: Board, mark: i64) -> None:
    """Undo all removals from ``mark`` on; the queue is empty afterwards."""
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
    """Fill ``b.found`` for a line; False if it has no arrangement."""
    b.solved += 1
    b.seen |= 1 << b.remainder[line]
    cells = b.columns if line < b.rows else b.rows
    if b.remembers and b.may.shape[2] == 1:
        return remembered_line(b, line, cells)
    if cells <= LONGEST:
        return line_by_words(b, line, cells)
    return long_line(b, line, cells)


@kernel
def _take_from_crossing(
    b: Board, line: i64, word: i64, colour: i64, removed: i64, after: i64
) -> None:
    """A colour was taken from cells of a line, those ``removed`` from a word; the next from
    ``after``.

    One loop for both: the end of a loop is hard to predict for the processor, and a misprediction
    costs as much as half a removal.
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
    # The position of the line in the words of the lines that cross it.
    word_there = place // LONGEST
    bit_there = 1 << (place % LONGEST)
    while removed | after:
        taken = colour if removed else colour + 1
        there = LONGEST * word + lowest_bit(u64(removed if removed else after))
        after = after if removed else after & (after - 1)
        removed &= removed - 1
        b.may[crossing + there, taken, word_there] ^= bit_there
        _write_removal(b, first + step * there, taken)
        push(b.queue, crossing + there)


@entry
def take_line(b: Board, line: i64) -> None:
    """Remove from a line what is not in ``b.found``.

    The line itself is not queued, because it is solved; the lines that cross it are.
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
            removed = b.may[line, colour, word] & ~b.found[colour, word]
            if removed:
                b.may[line, colour, word] ^= removed
                _take_from_crossing(b, line, word, colour, removed, 0)


@entry
def propagate(b: Board) -> bool:
    """Solve queued lines until the queue is empty; False if a line has no arrangement."""
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
    """The first value, cell · (colours + 1) + colour, from ``value`` on that is refuted.

    Only cells with several colours left are examined. After ``most`` values returns -1 - n, where
    n is the next value to examine; n is past the end if no value is left.
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
