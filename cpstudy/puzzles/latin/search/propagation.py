"""Propagation: values that are placed leave their peers, hidden singles, cages; to a fixpoint.

A *naked single* is a cell with one value left, a *hidden single* a value with one cell left in a
unit. In a unit the values that occur in at least one, and in at least two cells are two words that
one pass over its cells makes; what is in the first only is hidden somewhere. Cost: 2N steps of one
load for each unit looked at; placing a value, a step a peer.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import borrowing
from cpstudy.puzzles.latin.search.cages import filter_cages
from cpstudy.puzzles.latin.search.state import OPEN, QUEUE, UNIT, narrow
from cpstudy.puzzles.latin.search.tables import PLACED


@borrowing
def propagate(w: Any) -> bool:
    """Find out what follows. False where that is a contradiction."""
    while True:
        if not _place_all(w):
            return False
        if w.control[OPEN] == 0 and len(w.cages.targets) == 0:
            return True
        if not _hidden_singles(w):
            return False
        if w.control[QUEUE] == 0:
            if not filter_cages(w):
                return False
            if w.control[QUEUE] == 0:
                return True


@borrowing
def _place_all(w: Any) -> bool:
    """Place the cells of the queue, and those that have one value left for that."""
    waiting = w.control[QUEUE]
    placed = 0
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
                if word & (word - 1) == 0:
                    if word & full == 0:
                        return False
                    w.queue[waiting] = peer
                    waiting += 1
    w.control[QUEUE] = 0
    w.control[OPEN] -= placed
    return True


@borrowing
def _hidden_singles(w: Any) -> bool:
    """Scan the units, from where the last scan ended, until one has hidden singles or none has."""
    number = len(w.units)
    size = w.units.shape[1]
    unit = w.control[UNIT]
    full = w.full
    for _ in range(number):
        once = 0
        twice = 0
        placed = 0
        for k in range(size):
            word = w.candidates[w.units[unit, k]]
            twice |= once & word
            once |= word
            if word & PLACED:
                placed |= word
        if once & full != full:
            return False
        hidden = full & ~twice & ~placed
        if hidden:
            for k in range(size):
                cell = w.units[unit, k]
                if w.candidates[cell] & hidden and w.candidates[cell] & PLACED == 0:
                    one = w.candidates[cell] & hidden
                    if one & (one - 1):
                        return False  # two values have this cell only
                    narrow(w, cell, one)
            if w.control[QUEUE]:
                w.control[UNIT] = unit
                return True
        unit += 1
        if unit == number:
            unit = 0
    w.control[UNIT] = unit
    return True
