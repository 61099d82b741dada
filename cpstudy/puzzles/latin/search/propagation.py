"""Propagation to a fixpoint: peers lose placed values, hidden singles, cages.

A *naked single* is a cell with one value left, a *hidden single* a value with one cell left in a
unit. One pass over a unit gives two words, the values in at least one and in at least two of its
cells; those only in the first are hidden singles. Only units that have lost a value are examined.
Cost: N loads for each of them, and a step per peer for a placed value.
"""

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import Const, View, i64, u64
from cpstudy.core.native import entry, kernel
from cpstudy.puzzles.latin.search.cages import filter_cages
from cpstudy.puzzles.latin.search.state import Board, load, narrow
from cpstudy.puzzles.latin.search.tables import MOST_MARKS, PLACED, PLACED_BIT


@kernel
def propagate(w: Board) -> bool:
    """Propagate. False for a contradiction."""
    while True:
        if not _place_all(w):
            return False
        if w.open == 0 and len(w.targets) == 0:
            return True
        if not _hidden_singles(w):
            return False
        if w.queued == 0:
            if not filter_cages(w):
                return False
            if w.queued == 0:
                return True


@kernel
def _place_all(w: Board) -> bool:
    """Place the cells of the queue, and those that thereby have one value left."""
    waiting = w.queued
    placed = 0
    changed = 0
    full = w.full
    while waiting > 0:
        waiting -= 1
        cell = w.queue[waiting]
        bit = w.candidates[cell]
        if bit & PLACED:
            continue
        w.candidates[cell] = bit | PLACED
        placed += 1
        for place in range(w.first_peer[cell], w.first_peer[cell + 1]):
            peer = w.peers[place]
            word = w.candidates[peer]
            if word & bit:
                word ^= bit
                w.candidates[peer] = word
                changed |= w.units_of[peer]
                if word & (word - 1) == 0:
                    if word & full == 0:
                        return False
                    w.queue[waiting] = peer
                    waiting += 1
    w.queued = 0
    w.open -= placed
    w.candidates[len(w.candidates) - 1] |= changed
    return True


@kernel
def _hidden_singles(w: Board) -> bool:
    """Scan the units that have changed, until some have hidden singles or there are no more."""
    last = len(w.candidates) - 1
    while w.candidates[last] and w.queued == 0:
        mark = lowest_bit(u64(w.candidates[last]))
        w.candidates[last] ^= 1 << mark
        for unit in range(mark, len(w.units), MOST_MARKS):
            if not _scan(w, unit):
                return False
    return True


@kernel
def _scan(w: Board, unit: i64) -> bool:
    """Narrow the cells of a unit's hidden singles. False if a value has no cell."""
    once = 0
    twice = 0
    placed = 0
    size = w.units.shape[1]
    full = w.full
    for k in range(size):
        word = w.candidates[w.units[unit, k]]
        twice |= once & word
        once |= word
        placed |= word & -(word >> PLACED_BIT)
    if once & full != full:
        return False
    hidden = full & ~twice & ~placed
    if hidden:
        for k in range(size):
            cell = w.units[unit, k]
            one = w.candidates[cell] & hidden
            if one and w.candidates[cell] & PLACED == 0:
                if one & (one - 1):
                    return False  # two values have this cell only
                narrow(w, cell, one)
    return True


@entry
def next_refuted(w: Board, sets: View[i64], spared: Const[i64], first: i64, most: i64) -> i64:
    """The first place cell · N + value − 1 from ``first`` on whose value is refuted there.

    Values in ``spared`` (int64[n], sets) and of cells with one value are not tried. N³ if there is
    no such value; −1 − place if ``most`` were tried and ``place`` is next.
    """
    n = len(sets)
    order = w.units.shape[1]
    tried = 0
    for place in range(first, n * order):
        cell = place // order
        bit = 1 << (place % order)
        word = sets[cell]
        if word & bit == 0 or spared[cell] & bit or word & (word - 1) == 0:
            continue
        if tried == most:
            return -1 - place
        tried += 1
        sets[cell] = bit
        load(w, sets)
        sets[cell] = word
        if not propagate(w):
            return place
    return n * order
