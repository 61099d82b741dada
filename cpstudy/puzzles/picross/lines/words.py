"""Which colours the cells of a line can have, exactly, with sets of places as words.

A line of n cells has n + 1 *boundaries*: boundary p lies before cell p. A set of boundaries or of
cells is a word; bit p is boundary p, bit i is cell i. Let ``may[c]`` be the cells that may be of
colour c (0: blank), and the runs be numbered 0 … k - 1.

*Forward:* ``reached[j]`` holds the boundaries p such that the cells before p can be filled with
the first j runs and blanks. It follows from ``reached[j - 1]``: where run j - 1 can begin (a blank
further on where the run before has the same colour), shifted by its length, then on through blanks.
Going on through blanks is one addition: the carry runs through a stretch of ones.

*Backward:* alike from the end, in steps of doubled length; and where both meet, cells that some
arrangement covers with a run and cells that some arrangement leaves blank are collected. What is
not collected is impossible, and everything that is collected occurs in an arrangement.

Words are int64 with all values positive: up to 62 cells. Longer lines: :mod:`.tables`. Cost: about
k (30 + 4 log length) operations, some fifteen nanoseconds a run, whatever is known. A processor
loses more where it guesses wrongly how often a loop will run than by some steps that change
nothing: so the first steps of each kind are made without asking.

Sources: Batenburg2009 (forward and backward over prefixes), Myers1999 (carries in place of loops).
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.bits import wide
from cpstudy.core.kernels import borrowing, inlined

# The cells of a line that fit a word.
LONGEST = 62


# The bits of a step.
_STEP = 6


def steps_to(length: int) -> int:
    """By how much to shift in turn so that one cell becomes ``length``, the first step lowest.

    Each step doubles what there is, the last one goes as far as is left; then there are zeros.
    """
    steps, have, place = 0, 1, 0
    while have < length:
        step = min(have, length - have)
        steps |= step << place
        have += step
        place += _STEP
    return steps


@inlined
def _stretches(cells: Any, steps: Any) -> Any:
    """The cells at which as many of the set begin in a row as the steps lead to.

    Three steps, eight cells, are made without asking: to guess how many there are takes longer.
    """
    cells &= cells >> (steps & 63)
    cells &= cells >> (steps >> _STEP & 63)
    cells &= cells >> (steps >> 2 * _STEP & 63)
    steps >>= 3 * _STEP
    while steps:
        cells &= cells >> (steps & 63)
        steps >>= _STEP
    return cells


@inlined
def _covered(starts: Any, steps: Any) -> Any:
    """The cells within as many as the steps lead to of one of the starts."""
    starts |= starts << (steps & 63)
    starts |= starts << (steps >> _STEP & 63)
    starts |= starts << (steps >> 2 * _STEP & 63)
    steps >>= 3 * _STEP
    while steps:
        starts |= starts << (steps & 63)
        steps >>= _STEP
    return starts


@inlined
def _onward(boundaries: Any, blank: Any) -> Any:
    """The boundaries that are reached from some of the set through blank cells."""
    return (((boundaries & blank) + blank) ^ blank) | boundaries


@inlined
def _backward(boundaries: Any, one: Any, two: Any, four: Any, eight: Any, more: Any) -> Any:
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


@borrowing
def _line_of_one_colour(
    clues: Any, scratch: Any, line: Any, cells: Any, may: Any, found: Any
) -> bool:
    """``line_by_words`` where there is one colour: what can be blank and what coloured, two words.

    All runs have a blank between them then. It takes nine tenths of the time.
    """
    first, end = wide(clues.first[line]), wide(clues.first[line + 1])
    blank, coloured = int(may[line, 0, 0]), int(may[line, 1, 0])
    reached = _onward(1, blank)
    scratch.reached[0] = reached
    before = reached
    for run in range(first, end):
        starts = before & _stretches(coloured, wide(clues.steps[run]))
        if starts == 0:
            return False
        scratch.starts[run - first] = starts
        reached = _onward(starts << wide(clues.length[run]), blank)
        scratch.reached[run - first + 1] = reached
        before = (reached & blank) << 1
    if reached >> cells & 1 == 0:
        return False
    two = blank & (blank >> 1)
    four = two & (two >> 2)
    eight = four & (four >> 4)
    more = eight & (eight >> 8)
    behind = _backward(1 << cells, blank, two, four, eight, more)
    blanks = reached & blank & (behind >> 1)
    ends = behind
    covered = 0
    j = end - first
    while j > 0:
        j -= 1
        run = first + j
        starts = int(scratch.starts[j]) & (ends >> wide(clues.length[run]))
        covered |= _covered(starts, wide(clues.steps[run]))
        behind = _backward(starts, blank, two, four, eight, more)
        ends = (behind >> 1) & blank
        blanks |= int(scratch.reached[j]) & ends
    found[0, 0] = blanks
    found[1, 0] = covered
    return True


@borrowing
def line_by_words(clues: Any, scratch: Any, line: Any, cells: Any, may: Any, found: Any) -> bool:
    """Fill ``found[c]``, the cells that some arrangement gives colour c; False where there is none.

    cells: the length of the line, at most LONGEST. may: int64[lines, colours + 1, words]; found:
    int64[colours + 1, words].
    """
    if found.shape[0] == 2:
        return _line_of_one_colour(clues, scratch, line, cells, may, found)
    first, end = wide(clues.first[line]), wide(clues.first[line + 1])
    blank = int(may[line, 0, 0])
    reached = _onward(1, blank)
    scratch.reached[0] = reached
    before = -1
    for run in range(first, end):
        colour = wide(clues.colour[run])
        length = wide(clues.length[run])
        starts = (reached & blank) << 1 if colour == before else reached
        starts &= _stretches(int(may[line, colour, 0]), wide(clues.steps[run]))
        if starts == 0:
            return False
        before = colour
        scratch.starts[run - first] = starts
        reached = _onward(starts << length, blank)
        scratch.reached[run - first + 1] = reached
    if reached >> cells & 1 == 0:
        return False
    for colour in range(found.shape[0]):
        found[colour, 0] = 0
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
        colour = wide(clues.colour[run])
        length = wide(clues.length[run])
        ends = (behind >> 1) & blank if colour == after else behind
        after = colour
        starts = int(scratch.starts[j]) & (ends >> length)
        found[colour, 0] |= _covered(starts, wide(clues.steps[run]))
        behind = _backward(starts, blank, two, four, eight, more)
        blanks |= int(scratch.reached[j]) & blank & (behind >> 1)
    found[0, 0] = blanks
    return True
