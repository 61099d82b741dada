"""Depth-first search: the cell with the fewest values left is decided, one value against the rest.

The first of the cells with two values is taken where there is one, else the first of those with the
fewest. A decision is a *node*: its least value is tried (or a random one, for generators), and when
that has been gone through the value is out. It stops at any number of nodes and at each solution,
and goes on. Cost: a copy of the sets and a propagation a node.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.bits import popcount
from cpstudy.core.kernels import borrowing
from cpstudy.core.random import below
from cpstudy.puzzles.latin.search.propagation import propagate
from cpstudy.puzzles.latin.search.state import (
    DECIDE,
    DEPTH,
    GO_BACK,
    NODES,
    OPEN,
    PHASE,
    PROPAGATE,
    QUEUE,
    SHUFFLED,
    copy_solution,
    narrow,
    push,
)
from cpstudy.puzzles.latin.search.state import begin as begin_board
from cpstudy.puzzles.latin.search.tables import PLACED

FOUND, EXHAUSTED, SPENT = range(3)

_MANY = 64


@borrowing
def search(w: Any, most: Any) -> Any:
    """Begin or go on, to ``most`` nodes in all: FOUND (the board is solved), EXHAUSTED, SPENT."""
    while True:
        phase = w.control[PHASE]
        if phase == PROPAGATE:
            if not propagate(w):
                w.control[PHASE] = GO_BACK
            elif w.control[OPEN] == 0:
                w.control[PHASE] = GO_BACK
                return FOUND
            else:
                w.control[PHASE] = DECIDE
        elif phase == DECIDE:
            if w.control[NODES] >= most:
                return SPENT
            w.control[NODES] += 1
            _decide(w)
            w.control[PHASE] = PROPAGATE
        else:
            if w.control[DEPTH] == 0:
                return EXHAUSTED
            _go_back(w)
            w.control[PHASE] = PROPAGATE


@borrowing
def _open_cell(w: Any) -> Any:
    """The first cell with the fewest values; there is one that is not placed."""
    fewest = _MANY
    best = 0
    for cell in range(len(w.first_peer) - 1):
        word = w.candidates[cell]
        if word & PLACED == 0:
            rest = word & (word - 1)
            if rest & (rest - 1) == 0:
                return cell
            number = popcount(np.uint64(word))
            if number < fewest:
                fewest = number
                best = cell
    return best


@borrowing
def _decide(w: Any) -> None:
    cell = _open_cell(w)
    word = w.candidates[cell]
    bit = word & -word
    if w.control[SHUFFLED]:
        for _ in range(below(w.random, popcount(np.uint64(word)))):
            word ^= bit
            bit = word & -word
    depth = w.control[DEPTH]
    for place in range(len(w.candidates)):
        w.saved[depth, place] = w.candidates[place]
    w.saved[depth, cell] ^= bit
    w.decided[depth, 0] = cell
    w.decided[depth, 1] = w.control[OPEN]
    w.control[DEPTH] = depth + 1
    narrow(w, cell, bit)


@borrowing
def _go_back(w: Any) -> None:
    """Undo the last decision and take its value out."""
    depth = w.control[DEPTH] - 1
    w.control[DEPTH] = depth
    for place in range(len(w.candidates)):
        w.candidates[place] = w.saved[depth, place]
    w.control[QUEUE] = 0
    w.control[OPEN] = w.decided[depth, 1]
    cell = w.decided[depth, 0]
    w.candidates[len(w.candidates) - 1] |= w.units_of[cell]
    if w.candidates[cell] & (w.candidates[cell] - 1) == 0:
        push(w, cell)


@borrowing
def decide(w: Any, clues: Any, most: Any, witnesses: Any) -> Any:
    """How many solutions a board has, two at most; -1 where ``most`` nodes do not tell.

    clues: uint8[n]. witnesses: uint8[2, n], gets those found.
    """
    begin_board(w, clues)
    found = 0
    while True:
        end = search(w, most)
        if end == EXHAUSTED:
            return found
        if end == SPENT:
            return -1
        copy_solution(w, witnesses[found])
        found += 1
        if found == 2:
            return found
