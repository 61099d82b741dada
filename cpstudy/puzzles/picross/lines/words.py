"""Which colours the cells of a line can have, exactly, with sets of places as words.

A line of n cells has n + 1 *boundaries*: boundary p lies before cell p. A set of boundaries or of
cells is a word; bit p is boundary p, bit i is cell i. Let ``may[c]`` be the cells that may be of
colour c (0: blank), and the runs be numbered 0 … k - 1.

*Forward:* ``reached[j]`` holds the boundaries p such that the cells before p can be filled with
the first j runs and blanks. It follows from ``reached[j - 1]``: where run j - 1 can begin (a blank
further on where the run before has the same colour), shifted by its length, then on through blanks.
Crossing blanks is one addition: the carry runs through a stretch of ones.

*Backward:* alike from the end, in steps of doubled length; and where both meet, cells that some
arrangement covers with a run and cells that some arrangement leaves blank are collected. What is
not collected is impossible, and everything that is collected occurs in an arrangement.

Words are int64 with all values positive: up to 62 cells. Longer lines: :mod:`.long_lines`. Cost:
about k (30 + 4 log length) operations, some fifteen nanoseconds a run, whatever is known. A
processor loses more where it guesses wrongly how often a loop will run than by some steps that
change nothing: so the first steps of each kind are made without asking.

Sources: Batenburg2009 (forward and backward over prefixes), Myers1999 (carries in place of loops).

What lines said before: the same cells known of the same line are not worked out again.

Looking ahead asks a line for the same state many times: half of the lines have been solved just so
before, two thirds or more where the search branches. What each line said is kept in a small table,
``SLOTS`` states a line; a state has one place, where it takes that of the state before. It is found
by a hash of the line's words and compared whole, so a collision costs time, never correctness.

Cost: a dozen operations a line, a fifth of solving one, and some ten more where it is kept. Memory:
four kilobytes a line in one colour. The hash multiplies halves of 31 bits, so that no product
leaves 62 bits. On the boards that need looking ahead, a sixth of the time or more is saved.
"""

from cpstudy.core.kernel_types import i64
from cpstudy.core.native import entry, inlined
from cpstudy.puzzles.picross.lines.state import SLOTS, STEP, Board


@inlined
def _stretches(cells: i64, steps: i64) -> i64:
    """The cells at which as many of the set begin in a row as the steps lead to.

    Three steps, eight cells, are made without asking: to guess how many there are takes longer.
    """
    cells &= cells >> (steps & 63)
    cells &= cells >> (steps >> STEP & 63)
    cells &= cells >> (steps >> 2 * STEP & 63)
    steps >>= 3 * STEP
    while steps:
        cells &= cells >> (steps & 63)
        steps >>= STEP
    return cells


@inlined
def _covered(starts: i64, steps: i64) -> i64:
    """The cells within as many as the steps lead to of one of the starts."""
    starts |= starts << (steps & 63)
    starts |= starts << (steps >> STEP & 63)
    starts |= starts << (steps >> 2 * STEP & 63)
    steps >>= 3 * STEP
    while steps:
        starts |= starts << (steps & 63)
        steps >>= STEP
    return starts


@inlined
def _onward(boundaries: i64, blank: i64) -> i64:
    """The boundaries that are reached from some of the set through blank cells."""
    return (((boundaries & blank) + blank) ^ blank) | boundaries


@inlined
def _backward(boundaries: i64, one: i64, two: i64, four: i64, eight: i64, more: i64) -> i64:
    """The boundaries from which some of the set is reached through blank cells.

    one, two, four, eight, more: where 1, 2, 4, 8, 16 blank cells begin in a row.
    """
    boundaries |= (boundaries >> 1) & one
    boundaries |= (boundaries >> 2) & two
    boundaries |= (boundaries >> 4) & four
    boundaries |= (boundaries >> 8) & eight
    step = 16
    while more:
        boundaries |= (boundaries >> step) & more
        more &= more >> step
        step *= 2
    return boundaries


@entry
def line_by_words(b: Board, line: i64, cells: i64) -> bool:
    """Fill ``found[c]``, the cells that some arrangement gives colour c; False where there is none.

    cells: the length of the line, at most LONGEST.
    """
    first = b.first[line]
    end = b.first[line + 1]
    blank = b.may[line, 0, 0]
    reached = _onward(1, blank)
    b.reached[0] = reached
    before = -1
    for run in range(first, end):
        colour = b.colour[run]
        length = b.length[run]
        starts = (reached & blank) << 1 if colour == before else reached
        starts &= _stretches(b.may[line, colour, 0], b.steps[run])
        if starts == 0:
            return False
        before = colour
        b.starts[run - first] = starts
        reached = _onward(starts << length, blank)
        b.reached[run - first + 1] = reached
    if reached >> cells & 1 == 0:
        return False
    for colour in range(b.found.shape[0]):
        b.found[colour, 0] = 0
    two = blank & (blank >> 1)
    four = two & (two >> 2)
    eight = four & (four >> 4)
    more = eight & (eight >> 8)
    behind = _backward(1 << cells, blank, two, four, eight, more)
    blanks = reached & blank & (behind >> 1)
    after = -1
    j = end - first
    while j > 0:
        j -= 1
        run = first + j
        colour = b.colour[run]
        length = b.length[run]
        ends = (behind >> 1) & blank if colour == after else behind
        after = colour
        starts = b.starts[j] & (ends >> length)
        b.found[colour, 0] |= _covered(starts, b.steps[run])
        behind = _backward(starts, blank, two, four, eight, more)
        blanks |= b.reached[j] & blank & (behind >> 1)
    b.found[0, 0] = blanks
    return True


_HALF = 31
_LOW = (1 << _HALF) - 1
# Odd numbers of 31 bits whose bits are well mixed.
_FACTOR, _OTHER = 1640531527, 1540483477


@entry
def slot_of(b: Board, line: i64) -> i64:
    """Where the state of a line is kept."""
    mixed = 0
    for colour in range(b.may.shape[1]):
        word = b.may[line, colour, 0]
        mixed = (mixed >> 1) ^ ((word & _LOW) * _FACTOR) ^ ((word >> _HALF) * _OTHER)
    return line * SLOTS + ((mixed >> (_HALF - 1)) & (SLOTS - 1))


@entry
def remembered_line(b: Board, line: i64, cells: i64) -> bool:
    """As ``line_by_words``; memory: int64[lines * SLOTS, 2 (colours + 1)], zeros at the beginning.

    A place holds a state and what was found for it, which is zeros where there is no arrangement.
    No state is zeros, since each cell can have a colour.
    """
    slot = slot_of(b, line)
    colours = b.found.shape[0]
    differs = 0
    for colour in range(colours):
        differs |= b.memory[slot, colour] ^ b.may[line, colour, 0]
    if differs == 0:
        some = 0
        for each in range(colours):
            word = b.memory[slot, colours + each]
            b.found[each, 0] = word
            some |= word
        return some != 0
    holds: bool = line_by_words(b, line, cells)
    for each in range(colours):
        b.memory[slot, each] = b.may[line, each, 0]
        b.memory[slot, colours + each] = b.found[each, 0] if holds else 0
    return holds
