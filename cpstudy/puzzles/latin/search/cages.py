"""Cages in the search: remove values that occur in no way to reach the target.

The ways are tried depth first over the cells of the cage, with bounds from the sets of the other
cells; cells in one unit must differ. The search ends as soon as every value has occurred.
This is complete for the cage and the units within it. A large cage in a line has hundreds of
thousands of ways with the same values; there, after some steps, ways with the same beginning are
skipped if they can show no new value. Cost: few steps for cages of up to five cells, some hundreds
for nine in a line. A cage that needs more than ``MOST_STEPS`` is left unchanged; this is still
correct, since a cage whose cells are all placed has only one way to try.
"""

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernel_types import i64, u64
from cpstudy.core.native import entry, inlined, kernel
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.state import Board, narrow

MOST_STEPS = 4000
# Cages of up to _SMALL cells have few ways. In others, after _FEW_STEPS steps, it pays to check
# whether a new value can still occur.
_SMALL, _FEW_STEPS = 5, 50

# The largest value; no difference or quotient is larger.
MOST_VALUES = 25

# Rows of ``Board.work``, by the place of a cell in its cage: values that occur in some way, values
# not yet tried, the value chosen, and the least and most that this cell and those after it add.
SEEN, _LEFT, _CHOSEN, _LOW, _HIGH = range(5)
_ADD, _MULTIPLY, _SUBTRACT, _DIVIDE = 1, 2, 4, 8


def most_steps(puzzle: Latin) -> int:
    """An estimate of the steps of one pass over all cages if many values are left."""
    return sum(min(1 << 2 * len(cage.cells), MOST_STEPS) for cage in puzzle.cages)


@entry
def filter_cages(w: Board) -> bool:
    """Filter every cage whose sets have changed. False if a cell has no value left."""
    n = len(w.first_peer) - 1
    for cage in range(len(w.targets)):
        mark = _mark(w, cage)
        if mark != w.candidates[n + cage]:
            if not _filter_cage(w, cage):
                return False
            w.candidates[n + cage] = _mark(w, cage)
    return True


@kernel
def _mark(w: Board, cage: i64) -> i64:
    total = 0
    for place in range(w.first[cage], w.first[cage + 1]):
        total += w.candidates[w.cells[place]] & w.full
    return total


@kernel
def _filter_cage(w: Board, cage: i64) -> bool:
    if not find_used(w, cage, MOST_STEPS):
        return True
    first = w.first[cage]
    consistent: bool = True
    for k in range(w.first[cage + 1] - first):
        if not narrow(w, w.cells[first + k], w.work[SEEN, k]):
            consistent = False
    return consistent


@entry
def find_used(w: Board, cage: i64, most: i64) -> bool:
    """List in ``SEEN`` the values of each cell that some way uses. False after ``most`` steps."""
    first = w.first[cage]
    size = w.first[cage + 1] - first
    for k in range(size):
        w.work[SEEN, k] = 0
    operations = w.operations[cage]
    target = w.targets[cage]
    if operations & _ADD and not _try_ways(w, first, size, target, most, False):
        return False
    if operations & _MULTIPLY and not _try_ways(w, first, size, target, most, True):
        return False
    if operations & (_SUBTRACT | _DIVIDE):
        _try_pairs(w, first, operations, target)
    return True


@kernel
def _try_pairs(w: Board, first: i64, operations: i64, target: i64) -> None:
    """Differences and quotients of two cells, which share a unit: for each value its partners."""
    left = w.candidates[w.cells[first]] & w.full
    right = w.candidates[w.cells[first + 1]] & w.full
    if target > MOST_VALUES:
        return
    while left:
        bit = left & -left
        left ^= bit
        value = _lowest(bit)
        partners = 0
        if operations & _SUBTRACT and target > 0:
            partners |= bit << target | bit >> target
        if operations & _DIVIDE and target > 1:
            if value * target <= MOST_VALUES:
                partners |= 1 << (value * target - 1)
            if value % target == 0:
                partners |= 1 << (value // target - 1)
        partners &= right
        if partners:
            w.work[SEEN, 0] |= bit
            w.work[SEEN, 1] |= partners


@inlined
def _try_ways(w: Board, first: i64, size: i64, target: i64, most: i64, multiplies: bool) -> bool:
    """Note the values of all ways to add up or multiply to the target. False: they are too many.

    Compiled once for each operation. Bounds of products above the target are cut to one more than
    the target, so that nothing overflows.
    """
    full = w.full
    w.work[_LOW, size] = 1 if multiplies else 0
    w.work[_HIGH, size] = w.work[_LOW, size]
    for k in range(size - 1, -1, -1):
        word = w.candidates[w.cells[first + k]] & full
        low = _lowest(word)
        high = _highest(word)
        if multiplies:
            w.work[_LOW, k] = _product(w.work[_LOW, k + 1], low, target)
            w.work[_HIGH, k] = _product(w.work[_HIGH, k + 1], high, target)
        else:
            w.work[_LOW, k] = w.work[_LOW, k + 1] + low
            w.work[_HIGH, k] = w.work[_HIGH, k + 1] + high
    w.work[_LEFT, 0] = w.candidates[w.cells[first]] & full
    in_a_line: bool = size > _SMALL and _in_a_line(w, first, size)
    k = 0
    left_over = target
    steps = 0
    while k >= 0:
        left = w.work[_LEFT, k]
        if left == 0:
            k -= 1
            if k >= 0:
                value = _lowest(w.work[_CHOSEN, k])
                left_over = left_over * value if multiplies else left_over + value
            continue
        bit = left & -left
        w.work[_LEFT, k] = left ^ bit
        value = _lowest(bit)
        if multiplies and left_over % value:
            continue
        rest = left_over // value if multiplies else left_over - value
        if rest > w.work[_HIGH, k + 1] or _clashes(w, first, k, bit):
            continue
        if rest < w.work[_LOW, k + 1]:
            w.work[_LEFT, k] = 0  # larger values leave even less
            continue
        steps += 1
        if steps > most:
            return False
        w.work[_CHOSEN, k] = bit
        if k + 1 == size:
            if _note(w, first, size):
                return True
            continue
        if in_a_line and steps > _FEW_STEPS and not _may_show_more(w, first, k + 1, size):
            continue
        k += 1
        left_over = rest
        w.work[_LEFT, k] = w.candidates[w.cells[first + k]] & full
    return True


@kernel
def _lowest(word: i64) -> i64:
    return lowest_bit(u64(word)) + 1


@kernel
def _highest(word: i64) -> i64:
    shift = 1
    while shift <= 16:
        word |= word >> shift
        shift *= 2
    return popcount(u64(word))


@kernel
def _product(a: i64, b: i64, target: i64) -> i64:
    return target + 1 if a > target // b else a * b


@kernel
def _clashes(w: Board, first: i64, k: i64, bit: i64) -> bool:
    """Whether an earlier cell of the cage, in a unit with cell k, has the value."""
    others = w.clashes[first + k]
    place = 0
    while others:
        if others & 1 and w.work[_CHOSEN, place] == bit:
            return True
        others >>= 1
        place += 1
    return False


@kernel
def _note(w: Board, first: i64, size: i64) -> bool:
    """Note the values chosen; return whether every value of every cell has occurred."""
    complete: bool = True
    for k in range(size):
        seen = w.work[SEEN, k] | w.work[_CHOSEN, k]
        w.work[SEEN, k] = seen
        if seen != w.candidates[w.cells[first + k]] & w.full:
            complete = False
    return complete


@kernel
def _in_a_line(w: Board, first: i64, size: i64) -> bool:
    """Whether any two cells of a cage share a unit."""
    alike: bool = True
    for k in range(size):
        if w.clashes[first + k] != (1 << k) - 1:
            alike = False
    return alike


@kernel
def _may_show_more(w: Board, first: i64, chosen: i64, size: i64) -> bool:
    """Whether ways with these first values, in a line, can show a new value."""
    taken = 0
    for k in range(chosen):
        if w.work[_CHOSEN, k] & ~w.work[SEEN, k]:
            return True
        taken |= w.work[_CHOSEN, k]
    for k in range(chosen, size):
        if w.candidates[w.cells[first + k]] & w.full & ~(w.work[SEEN, k] | taken):
            return True
    return False
