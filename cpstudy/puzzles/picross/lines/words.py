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
k (30 + 4 log length) operations, a third of a microsecond for eight runs, whatever is known.

Sources: Batenburg2009 (forward and backward over prefixes), Myers1999 (carries in place of loops).
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.bits import wide
from cpstudy.core.kernels import borrowing, inlined

# The cells of a line that fit a word.
LONGEST = 62


@inlined
def _stretches(cells: Any, length: Any) -> Any:
    """The cells at which ``length`` cells of the set begin in a row."""
    have = 1
    while 2 * have <= length:
        cells &= cells >> have
        have *= 2
    if have < length:
        cells &= cells >> (length - have)
    return cells


@inlined
def _covered(starts: Any, length: Any) -> Any:
    """The cells within ``length`` of one of the starts."""
    have = 1
    while 2 * have <= length:
        starts |= starts << have
        have *= 2
    if have < length:
        starts |= starts << (length - have)
    return starts


@inlined
def _onward(boundaries: Any, blank: Any) -> Any:
    """The boundaries that are reached from some of the set through blank cells."""
    return (((boundaries & blank) + blank) ^ blank) | boundaries


@inlined
def _backward(boundaries: Any, blank: Any) -> Any:
    """The boundaries from which some of the set is reached through blank cells."""
    step = 1
    while blank:
        boundaries |= (boundaries >> step) & blank
        blank &= blank >> step
        step *= 2
    return boundaries


@borrowing
def line_by_words(clues: Any, scratch: Any, line: Any, cells: Any, may: Any, found: Any) -> bool:
    """Fill ``found[c]``, the cells that some arrangement gives colour c; False where there is none.

    cells: the length of the line, at most LONGEST. may: int64[lines, colours + 1, words]; found:
    int64[colours + 1, words].
    """
    first, end = wide(clues.first[line]), wide(clues.first[line + 1])
    blank = int(may[line, 0, 0])
    reached = _onward(1, blank)
    scratch.reached[0] = reached
    before = -1
    for run in range(first, end):
        colour = wide(clues.colour[run])
        length = wide(clues.length[run])
        starts = (reached & blank) << 1 if colour == before else reached
        starts &= _stretches(int(may[line, colour, 0]), length)
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
    behind = _backward(1 << cells, blank)
    blanks = reached & blank & (behind >> 1)
    after = -1
    for run in range(end - 1, first - 1, -1):
        colour = wide(clues.colour[run])
        length = wide(clues.length[run])
        ends = (behind >> 1) & blank if colour == after else behind
        after = colour
        starts = int(scratch.starts[run - first]) & (ends >> length)
        found[colour, 0] |= _covered(starts, length)
        behind = _backward(starts, blank)
        blanks |= int(scratch.reached[run - first]) & blank & (behind >> 1)
    found[0, 0] = blanks
    return True
