"""The algorithm of :mod:`.words` for lines of more cells than a word has bits.

Boundaries, ``reached``, forward and backward are defined there. A set of boundaries is a row
of ``Board.sets``, 62 bits a word, lowest first. Forward through blanks, a carry passes from word to
word; backward, each word doubles its steps, and its first boundary passes to the word below.

Cost: some fifteen operations a word for each doubling of a run's length; words without boundaries
are skipped. On a line of 200 cells, about a fifteenth of examining every cell.
"""

from cpstudy.core.kernel_types import View2, i64
from cpstudy.core.native import entry, inlined, kernel
from cpstudy.puzzles.picross.lines.state import LONGEST, Board

_ALL = (1 << LONGEST) - 1

# Rows of ``Board.sets``: blank cells, the current set, its covered cells, the cells that some
# arrangement leaves blank. After them: ``reached`` for each number of runs, and the starts of each.
_BLANK, _NOW, _COVERED, _BLANKS = range(4)
SCRATCH = 4


@inlined
def _up(sets: View2[i64], row: i64, by: i64, word: i64) -> i64:
    """A word of a set after shifting its elements up."""
    place = word - by // LONGEST
    bits = by % LONGEST
    found = 0
    if place >= 0:
        found = (sets[row, place] & ((1 << (LONGEST - bits)) - 1)) << bits
    if place > 0:
        found |= sets[row, place - 1] >> (LONGEST - bits)
    return found


@inlined
def _down(sets: View2[i64], row: i64, by: i64, word: i64, words: i64) -> i64:
    """A word of a set after shifting its elements down."""
    place = word + by // LONGEST
    bits = by % LONGEST
    found = 0
    if place < words:
        found = sets[row, place] >> bits
    if place + 1 < words:
        found |= (sets[row, place + 1] & ((1 << bits) - 1)) << (LONGEST - bits)
    return found


@kernel
def _keep_stretches(sets: View2[i64], row: i64, length: i64, words: i64) -> None:
    """Keep the cells at which ``length`` consecutive elements of the set begin."""
    have = 1
    while have < length:
        step = min(have, length - have)
        for word in range(words):
            sets[row, word] &= _down(sets, row, step, word, words)
        have += step


@kernel
def _cover(sets: View2[i64], row: i64, length: i64, words: i64) -> None:
    """Add the cells less than ``length`` above an element of the set."""
    have = 1
    while have < length:
        step = min(have, length - have)
        for word in range(words - 1, -1, -1):
            sets[row, word] |= _up(sets, row, step, word)
        have += step


@kernel
def _go_onward(sets: View2[i64], row: i64, words: i64) -> None:
    """Add the boundaries that are reached from the set through blank cells."""
    carry = 0
    for word in range(words):
        blank = sets[_BLANK, word]
        here = sets[row, word]
        total = (here & blank) + blank + carry
        carry = total >> LONGEST
        sets[row, word] = ((total & _ALL) ^ blank) | here


@kernel
def _go_backward(sets: View2[i64], row: i64, words: i64) -> None:
    """Add the boundaries from which the set is reached through blank cells."""
    above = 0
    for word in range(words - 1, -1, -1):
        blank = sets[_BLANK, word]
        here = sets[row, word] | (above << (LONGEST - 1) & blank)
        step = 1
        while here and blank:
            here |= (here >> step) & blank
            blank &= blank >> step
            step *= 2
        sets[row, word] = here
        above = here & 1


@kernel
def _add_blanks(sets: View2[i64], reached: i64, words: i64) -> None:
    """Add the blank cells between a reached boundary and one of the current set."""
    for word in range(words):
        behind = _down(sets, _NOW, 1, word, words)
        sets[_BLANKS, word] |= sets[reached, word] & sets[_BLANK, word] & behind


@kernel
def _go_forward(b: Board, line: i64, words: i64) -> bool:
    """Fill the rows of ``reached`` and of the starts; False if a run has no place."""
    sets: View2[i64] = b.sets
    first = b.first[line]
    before = -1
    starts = SCRATCH + len(b.reached)
    for word in range(words):
        sets[SCRATCH, word] = 1 if word == 0 else 0
    _go_onward(sets, SCRATCH, words)
    for run in range(first, b.first[line + 1]):
        colour = b.colour[run]
        reached = SCRATCH + run - first
        for word in range(words):
            sets[starts, word] = b.may[line, colour, word] if word < b.may.shape[2] else 0
            sets[_NOW, word] = sets[reached, word]
            if colour == before:
                sets[_NOW, word] &= sets[_BLANK, word]
        _keep_stretches(sets, starts, b.length[run], words)
        some = 0
        for word in range(words):
            here = _up(sets, _NOW, 1, word) if colour == before else sets[_NOW, word]
            sets[starts, word] &= here
            some |= sets[starts, word]
        if some == 0:
            return False
        for word in range(words):
            sets[reached + 1, word] = _up(sets, starts, b.length[run], word)
        _go_onward(sets, reached + 1, words)
        before = colour
        starts += 1
    return True


@kernel
def _take_back(b: Board, run: i64, starts: i64, after: i64, words: i64) -> None:
    """Move the current set from behind a run to before it; add the covered cells to ``found``."""
    sets: View2[i64] = b.sets
    colour = b.colour[run]
    if colour == after:
        for word in range(words):
            sets[_NOW, word] = _down(sets, _NOW, 1, word, words) & sets[_BLANK, word]
    for word in range(words):
        here = sets[starts, word] & _down(sets, _NOW, b.length[run], word, words)
        sets[_NOW, word] = here
        sets[_COVERED, word] = here
    _cover(sets, _COVERED, b.length[run], words)
    for word in range(b.found.shape[1]):
        b.found[colour, word] |= sets[_COVERED, word]


@entry
def long_line(b: Board, line: i64, cells: i64) -> bool:
    """The same as ``line_by_words``, for any length."""
    sets: View2[i64] = b.sets
    words = cells // LONGEST + 1
    for word in range(words):
        sets[_BLANK, word] = b.may[line, 0, word] if word < b.may.shape[2] else 0
        sets[_NOW, word] = 0
        sets[_BLANKS, word] = 0
    if not _go_forward(b, line, words):
        return False
    first = b.first[line]
    runs = b.first[line + 1] - first
    if sets[SCRATCH + runs, words - 1] >> (cells % LONGEST) & 1 == 0:
        return False
    for colour in range(b.found.shape[0]):
        for word in range(b.found.shape[1]):
            b.found[colour, word] = 0
    for word in range(words):
        sets[_NOW, word] = 0
    sets[_NOW, words - 1] = 1 << (cells % LONGEST)
    _go_backward(sets, _NOW, words)
    _add_blanks(sets, SCRATCH + runs, words)
    after = -1
    for j in range(runs - 1, -1, -1):
        _take_back(b, first + j, SCRATCH + len(b.reached) + j, after, words)
        after = b.colour[first + j]
        _go_backward(sets, _NOW, words)
        _add_blanks(sets, SCRATCH + j, words)
    for word in range(min(words, b.found.shape[1])):
        b.found[0, word] = sets[_BLANKS, word]
    return True
