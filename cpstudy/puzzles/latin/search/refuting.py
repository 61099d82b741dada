"""One value assumed in one cell: whether the search's propagation alone refutes it."""

from __future__ import annotations

from cpstudy.core.native import Const, View, entry, i64
from cpstudy.puzzles.latin.search.propagation import propagate
from cpstudy.puzzles.latin.search.state import Board, load


@entry
def next_refuted(w: Board, sets: View[i64], spared: Const[i64], first: i64, most: i64) -> i64:
    """The first place cell · N + value − 1 from ``first`` on whose value is refuted there.

    Values in ``spared`` (int64[n], sets) and of cells with one value are not tried. N³ where there
    is none; −1 − place where ``most`` were tried and ``place`` is next.
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
