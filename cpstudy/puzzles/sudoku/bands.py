"""Ordinary Sudoku on words of 27 bits: a digit's places in a band, with locks from tables.

A band is three rows, and a word gives the possible places of a digit in it, bit 9 × row + column.
In a band a digit occurs once in each row and once in each box, so its places in the nine groups of
three cells (row × box) form a permutation. A table of 512 entries keeps the groups that are in a
possible permutation; this covers locked candidates in both directions and hidden singles of boxes.
The same table filters the groups of a stack (band × column). A place that is alone in its row is a
hidden single; cells with one digit left are found by adding up the nine digits bit by bit.

The representation is that of the fast solvers of the community (Harrington's JCZSolve; Dillon's
tdoku); the code and the tables are ours. A decision takes a cell with two digits left, or else one
with the fewest, and tries its least digit; a *guess* is a decision.

Cost: 120 bytes per guess; a few microseconds per puzzle (benchmarks/sudoku.py). Limits: 9 × 9 in
boxes of 3 × 3, no diagonals.
"""

from itertools import permutations

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernel_types import Const, Const2, View, View2, View3, i8, i32, i64, u8
from cpstudy.core.native import entry, inlined, kernel, row, table, workspace, zeros

FOUND, EXHAUSTED, SPENT = range(3)

_DIGITS = 9
_ALL = (1 << 27) - 1
_ROW = (1 << 9) - 1
_EVERY_DIGIT = (1 << 9) - 1
_DEEPEST = 82


def _groups(word: int) -> int:
    """For nine cells, the groups of three that contain any."""
    return sum(1 << group for group in range(3) if word >> 3 * group & 7)


# By nine bits: the union of the permutations of three rows over three boxes that they contain.
_KEPT: Const[i32] = table(
    [
        sum(
            {
                1 << bit
                for way in permutations(range(3))
                if all(here >> 3 * one + other & 1 for one, other in enumerate(way))
                for bit in (3 * one + other for one, other in enumerate(way))
            }
        )
        for here in range(512)
    ],
    "i32",
)
# By nine cells of a row: its groups that contain any, and the cell that is alone.
_GROUPS: Const[i32] = table([_groups(word) for word in range(512)], "i32")
_ALONE: Const[i32] = table([w if w.bit_count() == 1 else 0 for w in range(512)], "i32")
# By groups (row × box) of a band: their cells.
_CELLS: Const[i32] = table(
    [sum(7 << 3 * g for g in range(9) if groups >> g & 1) for groups in range(512)], "i32"
)
# By a cell of a band: the others in the band that cannot have its digit; its column in any band.
_PEERS: Const[i32] = table(
    [
        sum(
            1 << other
            for other in range(27)
            if other != cell and (other // 9 == cell // 9 or other % 9 // 3 == cell % 9 // 3)
        )
        for cell in range(27)
    ],
    "i32",
)
_COLUMN: Const[i32] = table([(1 << cell % 9) * (1 | 1 << 9 | 1 << 18) for cell in range(27)], "i32")


@workspace
class Bands:
    """A search in progress.

    places: int32[depth, 27], the words of digit × 3 + band. open: int32[depth, 3], cells of each
    band without a digit so far. dirty: int64[depth], digits whose words changed. depth: of the
    current decision. guesses: decisions made. solved: whether the search is at a solution.
    """

    places: View2[i32]
    open: View2[i32]
    dirty: View[i64]
    depth: i64 = 0
    guesses: i64 = 0
    solved: bool = False

    def __init__(self) -> None:
        self.places = zeros((_DEEPEST, 27), "i32")
        self.open = zeros((_DEEPEST, 3), "i32")
        self.dirty = zeros(_DEEPEST, "i64")


@entry
def begin(w: Bands, clues: Const[u8]) -> None:
    """Begin with a board; clues: uint8[81], 0 for none. Contradictory clues end the search."""
    w.depth = 0
    w.guesses = 0
    w.solved = False
    w.dirty[0] = _EVERY_DIGIT
    for word in range(27):
        w.places[0, word] = _ALL
    for band in range(3):
        w.open[0, band] = _ALL
    for cell in range(81):
        if clues[cell] != 0:
            band = cell // 27
            if not _place(w, clues[cell] - 1, band, cell - 27 * band):
                w.depth = -1
                return


@entry
def search(w: Bands, most: i64) -> i64:
    """Begin or resume, to ``most`` guesses in total: FOUND (board solved), EXHAUSTED, or SPENT.

    After FOUND the next call looks for another solution.
    """
    if w.solved:
        w.solved = False
        w.depth -= 1
    while w.depth >= 0:
        if not _propagate(w):
            w.depth -= 1
        elif w.open[w.depth, 0] | w.open[w.depth, 1] | w.open[w.depth, 2] == 0:
            w.solved = True
            return FOUND
        elif w.guesses >= most:
            return SPENT
        else:
            _decide(w)
    return EXHAUSTED


@entry
def decide_all(
    w: Bands,
    boards: Const2[u8],
    most: i64,
    verdicts: View[i8],
    witnesses: View3[u8],
    guesses: View[i64],
) -> None:
    """Find up to two solutions of each board (uint8[count, 81]); the rest as in ``Decisions``."""
    for board in range(len(boards)):
        begin(w, row(boards, board))
        found = 0
        end: i64 = FOUND
        while found < 2 and end == FOUND:
            end = search(w, most)
            if end == FOUND:
                copy_solution(w, row(row(witnesses, board), found))
                found += 1
        verdicts[board] = found if end != SPENT else -1
        guesses[board] = w.guesses


@entry
def copy_solution(w: Bands, values: View[u8]) -> None:
    """Copy the values of a solved board, uint8[81]."""
    for digit in range(_DIGITS):
        for band in range(3):
            rest = i64(w.places[w.depth, 3 * digit + band])
            while rest != 0:
                values[27 * band + lowest_bit(rest)] = digit + 1
                rest &= rest - 1


@kernel
def _propagate(w: Bands) -> bool:
    """Apply the locks and singles until nothing changes; False if the board has no solution."""
    depth = w.depth
    while True:
        while w.dirty[depth] != 0:
            digit = lowest_bit(w.dirty[depth])
            w.dirty[depth] &= w.dirty[depth] - 1
            if not _lock(w, depth, digit):
                return False
        if w.open[depth, 0] | w.open[depth, 1] | w.open[depth, 2] == 0:
            return True
        if not _naked_singles(w, depth):
            return False
        if w.dirty[depth] == 0:
            return True


@inlined
def _band_lock(word: i64) -> i64:
    """The cells of a band that are in a permutation of rows over boxes; 0 if there is none."""
    here = _GROUPS[word & _ROW] | _GROUPS[word >> 9 & _ROW] << 3 | _GROUPS[word >> 18] << 6
    return word & _CELLS[_KEPT[here]]


@kernel
def _lock(w: Bands, depth: i64, digit: i64) -> bool:
    """Restrict a digit's places to permutations in all bands and stacks; place its singles.

    False if there are none.
    """
    first = 3 * digit
    a: i64 = w.places[depth, first]
    b: i64 = w.places[depth, first + 1]
    c: i64 = w.places[depth, first + 2]
    while True:
        a = _band_lock(a)
        b = _band_lock(b)
        c = _band_lock(c)
        if a == 0 or b == 0 or c == 0:
            return False
        in_a = (a | a >> 9 | a >> 18) & _ROW
        in_b = (b | b >> 9 | b >> 18) & _ROW
        in_c = (c | c >> 9 | c >> 18) & _ROW
        keep_a = 0
        keep_b = 0
        keep_c = 0
        for stack in range(3):
            shift = 3 * stack
            here = (in_a >> shift & 7) | (in_b >> shift & 7) << 3 | (in_c >> shift & 7) << 6
            kept = _KEPT[here]
            if kept == 0:
                return False
            keep_a |= (kept & 7) << shift
            keep_b |= (kept >> 3 & 7) << shift
            keep_c |= (kept >> 6) << shift
        if keep_a == in_a and keep_b == in_b and keep_c == in_c:
            break
        a &= keep_a | keep_a << 9 | keep_a << 18
        b &= keep_b | keep_b << 9 | keep_b << 18
        c &= keep_c | keep_c << 9 | keep_c << 18
    w.places[depth, first] = a
    w.places[depth, first + 1] = b
    w.places[depth, first + 2] = c
    _take_singles(w, depth, digit, 0, a)
    _take_singles(w, depth, digit, 1, b)
    _take_singles(w, depth, digit, 2, c)
    return True


@inlined
def _take_singles(w: Bands, depth: i64, digit: i64, band: i64, word: i64) -> None:
    """Remove all other digits from cells in which the digit is alone in its row."""
    alone = _ALONE[word & _ROW] | _ALONE[word >> 9 & _ROW] << 9 | _ALONE[word >> 18] << 18
    alone &= w.open[depth, band]
    if alone != 0:
        w.open[depth, band] &= ~alone
        for other in range(_DIGITS):
            if other != digit and w.places[depth, 3 * other + band] & alone != 0:
                w.places[depth, 3 * other + band] &= ~alone
                w.dirty[depth] |= 1 << other


@kernel
def _naked_singles(w: Bands, depth: i64) -> bool:
    """Place digits in cells that have one left; False if a cell has none."""
    for band in range(3):
        once = 0
        twice = 0
        for digit in range(_DIGITS):
            word = w.places[depth, 3 * digit + band]
            twice |= once & word
            once |= word
        if once != _ALL:
            return False
        rest = once & ~twice & w.open[depth, band]
        while rest != 0:
            cell = lowest_bit(rest)
            rest &= rest - 1
            digit = 0
            while digit < _DIGITS and w.places[depth, 3 * digit + band] >> cell & 1 == 0:
                digit += 1
            if digit == _DIGITS or not _place(w, digit, band, cell):
                return False
    return True


@kernel
def _place(w: Bands, digit: i64, band: i64, cell: i64) -> bool:
    """Place a digit in a cell of a band; False if the cell cannot have it."""
    depth = w.depth
    bit = 1 << cell
    first = 3 * digit
    if w.places[depth, first + band] & bit == 0:
        return False
    w.open[depth, band] &= ~bit
    for other in range(_DIGITS):
        if other != digit and w.places[depth, 3 * other + band] & bit != 0:
            w.places[depth, 3 * other + band] &= ~bit
            w.dirty[depth] |= 1 << other
    for other in range(3):
        without = _PEERS[cell] if other == band else _COLUMN[cell]
        w.places[depth, first + other] &= ~without
    w.dirty[depth] |= 1 << digit
    return True


@kernel
def _decide(w: Bands) -> None:
    """Choose a cell and a digit: one level deeper with it, afterwards the same level without it."""
    depth = w.depth
    band = 0
    cells = _with_fewest(w, depth, 2, 0)
    while cells == 0 and band < 2:
        band += 1
        cells = _with_fewest(w, depth, 2, band)
    fewest = 3
    while cells == 0:
        band = 0
        cells = _with_fewest(w, depth, fewest, 0)
        while cells == 0 and band < 2:
            band += 1
            cells = _with_fewest(w, depth, fewest, band)
        fewest += 1
    cell = lowest_bit(cells)
    digit = 0
    while w.places[depth, 3 * digit + band] >> cell & 1 == 0:
        digit += 1
    for word in range(27):
        w.places[depth + 1, word] = w.places[depth, word]
    for other in range(3):
        w.open[depth + 1, other] = w.open[depth, other]
    w.dirty[depth + 1] = 0
    w.places[depth, 3 * digit + band] &= ~(1 << cell)
    w.dirty[depth] |= 1 << digit
    w.depth = depth + 1
    w.guesses += 1
    _place(w, digit, band, cell)


@kernel
def _with_fewest(w: Bands, depth: i64, number: i64, band: i64) -> i64:
    """The open cells of a band with ``number`` digits left."""
    found = 0
    if number == 2:
        once = 0
        twice = 0
        thrice = 0
        for digit in range(_DIGITS):
            word = w.places[depth, 3 * digit + band]
            thrice |= twice & word
            twice |= once & word
            once |= word
        return twice & ~thrice & w.open[depth, band]
    rest = i64(w.open[depth, band])
    while rest != 0:
        cell = lowest_bit(rest)
        rest &= rest - 1
        digits = 0
        for digit in range(_DIGITS):
            digits |= (w.places[depth, 3 * digit + band] >> cell & 1) << digit
        if popcount(digits) == number:
            found |= 1 << cell
    return found
