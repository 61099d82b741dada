"""Which colours the cells of a line can have, exactly, with sets of places as words.

A line of n cells has n + 1 *boundaries*: boundary p lies before cell p. A set of boundaries or of
cells is a word; bit p is boundary p, bit i is cell i. Let ``may[c]`` be the cells that can have
colour c (0: blank), and the runs be numbered 0 … k - 1.

*Forward:* ``reached[j]`` contains the boundaries p such that the cells before p can be filled with
the first j runs and blanks. It is computed from ``reached[j - 1]``: the possible starts of run
j - 1 (one blank further if the previous run has the same colour), shifted by its length, then
extended through blanks. Extending through blanks is one addition: the carry runs through a sequence
of ones.

*Backward:* the same from the end, in steps of doubled length. Where forward and backward meet, the
cells that some arrangement covers with a run, and the cells that some arrangement leaves blank, are
collected. A value that is not collected is impossible; every collected value occurs in an
arrangement.

Words are int64 with all values positive, so a word has up to 62 cells. Longer lines:
:mod:`.long_lines`. Cost: about k (30 + 4 log length) operations, some fifteen nanoseconds a run,
whatever is known. A mispredicted end of a loop costs the processor more than some steps without
effect, so the first steps of each kind are made unconditionally.

Sources: Batenburg2009 (forward and backward over prefixes), Myers1999 (carries in place of loops).

*Cache:* the result of a line is remembered for the same set of possible colours.

Look-ahead solves a line in the same state many times: half of the states have been solved before,
two thirds or more if the search branches. The results of each line are kept in a small table of
``SLOTS`` states. A state has exactly one slot, where it replaces the previous state. The slot is a
hash of the line's words and the state is compared completely, so a collision costs time but not
correctness.

Cost: a dozen operations a line, a fifth of solving it, and some ten more to store a result. Memory:
four kilobytes a line with one colour. The hash multiplies halves of 31 bits, so that no product
exceeds 62 bits. On boards that need look-ahead, the cache saves a sixth of the time or more.
"""

from cpstudy.core.kernel_types import i64
from cpstudy.core.native import entry, inlined
from cpstudy.puzzles.picross.lines.state import SLOTS, STEP, Board


@inlined
def _stretches(cells: i64, steps: i64) -> i64:
    """The cells at which ``length`` consecutive elements begin, for the shifts of that length.

    Three shifts (eight cells) are made unconditionally: predicting their number takes longer.
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
    """The cells less than ``length`` above a start, for the shifts of that length."""
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
    """The boundaries that are reached from the set through blank cells."""
    return (((boundaries & blank) + blank) ^ blank) | boundaries


@inlined
def _backward(boundaries: i64, one: i64, two: i64, four: i64, eight: i64, more: i64) -> i64:
    """The boundaries from which the set is reached through blank cells.

    one, two, four, eight, more: the starts of 1, 2, 4, 8, 16 consecutive blank cells.
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
    """Fill ``found[c]``, the cells with colour c in some arrangement; False without arrangement.

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
# Odd numbers of 31 bits with well mixed bits.
_FACTOR, _OTHER = 1640531527, 1540483477


@entry
def slot_of(b: Board, line: i64) -> i64:
    """The slot of a line's state."""
    mixed = 0
    for colour in range(b.may.shape[1]):
        word = b.may[line, colour, 0]
        mixed = (mixed >> 1) ^ ((word & _LOW) * _FACTOR) ^ ((word >> _HALF) * _OTHER)
    return line * SLOTS + ((mixed >> (_HALF - 1)) & (SLOTS - 1))


@entry
def remembered_line(b: Board, line: i64, cells: i64) -> bool:
    """Cached ``line_by_words``; memory: int64[lines * SLOTS, 2 (colours + 1)], zeros at first.

    A slot contains a state and its result, which is all zeros if there is no arrangement. No state
    is all zeros, since each cell has a possible colour.
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
