"""Depth-first search: decide the cell with the fewest values left, one value against the rest.

It chooses the first cell with two values, or else the first with the fewest. A decision is a
*node*: the least value is tried (or a random one, for generators); once its subtree is exhausted,
the value is removed. The search stops at any number of nodes and at each solution, and can be
resumed. Cost: a copy of the sets and a propagation per node.
"""

from cpstudy.core.bits import popcount
from cpstudy.core.kernel_types import Const, Const2, View, View2, View3, i8, i64, u8, u64
from cpstudy.core.native import entry, kernel, row
from cpstudy.core.random_words import below
from cpstudy.puzzles.latin.search.propagation import propagate
from cpstudy.puzzles.latin.search.state import (
    DECIDE,
    GO_BACK,
    PROPAGATE,
    Board,
    begin,
    copy_solution,
    narrow,
    push,
)
from cpstudy.puzzles.latin.search.tables import PLACED

FOUND, EXHAUSTED, SPENT = range(3)

_MANY = 64


@entry
def search(w: Board, most: i64) -> i64:
    """Begin or resume, to ``most`` nodes in total: FOUND (board solved), EXHAUSTED, or SPENT."""
    while True:
        phase = w.phase
        if phase == PROPAGATE:
            if not propagate(w):
                w.phase = GO_BACK
            elif w.open == 0:
                w.phase = GO_BACK
                return FOUND
            else:
                w.phase = DECIDE
        elif phase == DECIDE:
            if w.nodes >= most:
                return SPENT
            w.nodes += 1
            _decide(w)
            w.phase = PROPAGATE
        else:
            if w.depth == 0:
                return EXHAUSTED
            _backtrack(w)
            w.phase = PROPAGATE


@kernel
def _open_cell(w: Board) -> i64:
    """The first cell with the fewest values; at least one cell must be open."""
    fewest = _MANY
    best = 0
    for cell in range(len(w.first_peer) - 1):
        word = w.candidates[cell]
        if word & PLACED == 0:
            rest = word & (word - 1)
            if rest & (rest - 1) == 0:
                return cell
            number = popcount(u64(word))
            if number < fewest:
                fewest = number
                best = cell
    return best


@kernel
def _decide(w: Board) -> None:
    cell = _open_cell(w)
    word = w.candidates[cell]
    bit = word & -word
    if w.shuffled:
        for _ in range(below(w.random, popcount(u64(word)))):
            word ^= bit
            bit = word & -word
    depth = w.depth
    for place in range(len(w.candidates)):
        w.saved[depth, place] = w.candidates[place]
    w.saved[depth, cell] ^= bit
    w.decided[depth, 0] = cell
    w.decided[depth, 1] = w.open
    w.depth = depth + 1
    narrow(w, cell, bit)


@kernel
def _backtrack(w: Board) -> None:
    """Undo the last decision and remove its value."""
    depth = w.depth - 1
    w.depth = depth
    for place in range(len(w.candidates)):
        w.candidates[place] = w.saved[depth, place]
    w.queued = 0
    w.open = w.decided[depth, 1]
    cell = w.decided[depth, 0]
    w.candidates[len(w.candidates) - 1] |= w.units_of[cell]
    if w.candidates[cell] & (w.candidates[cell] - 1) == 0:
        push(w, cell)


@kernel
def _decide_one(w: Board, clues: Const[u8], most: i64, witnesses: View2[u8]) -> i64:
    """The number of solutions of a board, at most two; -1 if ``most`` nodes do not decide it.

    clues: uint8[n]. witnesses: uint8[2, n], receives the solutions.
    """
    begin(w, clues)
    found = 0
    while True:
        end = search(w, most)
        if end == EXHAUSTED:
            return found
        if end == SPENT:
            return -1
        copy_solution(w, row(witnesses, found))
        found += 1
        if found == 2:
            return found


@entry
def decide_all(
    w: Board,
    clues: Const2[u8],
    most: i64,
    verdicts: View[i8],
    witnesses: View3[u8],
    nodes: View[i64],
) -> None:
    """Decide boards: ``engine.Decisions``. clues: uint8[count, n]. most: nodes a board."""
    for board in range(len(clues)):
        verdict = _decide_one(w, row(clues, board), most, row(witnesses, board))
        verdicts[board] = verdict
        nodes[board] = w.nodes
        for k in range(max(verdict, 0), 2):
            for cell in range(clues.shape[1]):
                witnesses[board, k, cell] = 0
