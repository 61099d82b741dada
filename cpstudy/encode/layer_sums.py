"""Check counts: add up ways from layer to layer, by the rules of a kind alone.

A certificate of a count lists the states of each layer (jobs/count_certificates.py): what may be
open after a number of pieces of a board. The checker knows the first state and, by the kind's
rules, the successors of each state. Each successor must be listed in the next layer, and the ways
to it are added up. Every solution is one way through the layers, and every way is a solution, so
the number of ways to the end is the count. Listed states that are not reached add nothing.

A state is a row of bytes whose meaning the kind defines (:class:`Rules`). The states of a layer are
in a hash table of rows; no code of frontier counting (frontier/) is used. Numbers of ways have as
many digits of 60 bits as the largest needs.

Cost: linear in the states, some 50 ns for each state and each successor, whatever the number of
solutions; two layers are in memory.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from cpstudy.core.kernel_types import View, View2, i64, u8, u64
from cpstudy.core.native import WORD, array, entry, inlined, kernel, view, workspace, zeros

_BITS = 60
_DIGIT = (1 << _BITS) - 1
_FACTOR = 0x9E3779B97F4A7C15
# The maximum number of successors of a state: their sums fit above a digit.
_FAN = 1 << 10


@workspace
class Sums:
    """A layer, the next one, and the numbers of ways to their states.

    here: uint8[states, ·], the rows of the layer, and row: uint64[states, words], the same memory;
    ways: int64[states, digits]; next, sums: those of the next layer. slots: the next layer's
    states, from 1, by hash. after, words: the row of a successor, as bytes and as words. state:
    the current one. missing: whether a successor is not in the next layer.
    """

    here: View2[u8]
    row: View2[u64]
    ways: View2[i64]
    next: View2[u64]
    sums: View2[i64]
    slots: View[i64]
    after: View[u8]
    words: View[u64]
    state: i64 = 0
    missing: bool = False

    def __init__(self, first: bytes) -> None:
        self.here, self.row = zeros((0, 8), "u8"), zeros((0, 1), "u64")
        self.ways = zeros((0, 1), "i64")
        self.sums = view(np.ones((1, 1), np.int64))
        self._name(first, len(first))

    def _name(self, layer: bytes, width: int) -> None:
        """Read the rows of the next layer."""
        rows = np.zeros((len(layer) // width, -(-width // 8) * 8), np.uint8)
        rows[:, :width] = np.frombuffer(layer, np.uint8).reshape(-1, width)
        self.next = view(rows.view(np.uint64))
        after = np.zeros(rows.shape[1], np.uint8)
        self.after, self.words = view(after), view(after.view(np.uint64))
        self.slots = zeros(1 << (2 * len(rows) + 1).bit_length(), "i64")
        enter(self)

    def advance(self, layer: bytes, width: int) -> None:
        """Make the next layer the current one, and read the layer after it."""
        self.row, ways = self.next, array(self.sums)
        self.here = view(array(self.row).view(np.uint8))
        if (ways[:, -1] + 1.0).sum() * _FAN > _DIGIT:
            ways = np.column_stack([ways, np.zeros(len(ways), np.int64)])
        self.ways = view(np.ascontiguousarray(ways))
        self._name(layer, width)
        self.sums = zeros((len(self.next), ways.shape[1]), "i64")

    def number(self, last: bytes | None = None) -> int:
        """Return the number of ways to all states of the last layer, or to one of them."""
        ways = array(self.sums)
        if last is not None:
            width = 8 * self.next.shape[1]
            row = np.frombuffer(last.ljust(width, b"\0"), np.uint64)
            ways = ways[(array(self.next) == row).all(axis=1)]
        return sum(
            int(digit) << _BITS * place for one in ways.tolist() for place, digit in enumerate(one)
        )


@workspace
class Rules:
    """The rules of a kind, for one piece after another."""

    @kernel
    def follow(self, w: Sums) -> None:
        """Write each successor of ``w.here[w.state]`` to ``w.after`` and call ``reached``.

        ``w.after`` is zero at first; only this kernel changes it.
        """


@inlined
def _slot(w: Sums) -> i64:
    """Return the slot of the row in ``words``, or the empty one where it belongs."""
    mixed: u64 = 0
    for word in range(len(w.words)):
        mixed = (mixed ^ w.words[word]) * _FACTOR & WORD
        mixed ^= mixed >> 29
    mask = len(w.slots) - 1
    slot = i64(mixed >> 20) & mask
    while w.slots[slot] != 0:
        state = w.slots[slot] - 1
        word = 0
        while word < len(w.words) and w.next[state, word] == w.words[word]:
            word += 1
        if word == len(w.words):
            break
        slot = (slot + 1) & mask
    return slot


@entry
def enter(w: Sums) -> None:
    """Enter the rows of the next layer into the slots; of equal rows, the first."""
    for state in range(len(w.next)):
        for word in range(len(w.words)):
            w.words[word] = w.next[state, word]
        slot = _slot(w)
        if w.slots[slot] == 0:
            w.slots[slot] = state + 1
    for word in range(len(w.words)):
        w.words[word] = 0


@kernel
def reached(w: Sums) -> None:
    """Add the ways to the current state to those of its successor in ``after``."""
    into = w.slots[_slot(w)] - 1
    if into < 0:
        w.missing = True
        return
    carry = 0
    for digit in range(w.ways.shape[1]):
        total = w.sums[into, digit] + w.ways[w.state, digit] + carry
        w.sums[into, digit] = total & _DIGIT
        carry = total >> _BITS


@entry
def add_up(w: Sums, rules: Rules) -> None:
    """Add up the ways to the states of the next layer."""
    for state in range(len(w.here)):
        some: bool = False
        for digit in range(w.ways.shape[1]):
            some = some or w.ways[state, digit] != 0
        if some and not w.missing:
            w.state = state
            rules.follow(w)


def summed(
    rules: Rules, first: bytes, widths: Iterable[int], layers: Iterator[bytes]
) -> Sums | str:
    """Return the ways to the states of the last layer, or the fault of the layers.

    widths: yields the bytes of a state after each step, which it prepares in the rules before.
    """
    if next(layers, b"") != first:
        return "layer 0: not the first state alone"
    w = Sums(first)
    for place, width in enumerate(widths, 1):
        layer = next(layers, None)
        if layer is None or len(layer) % width:
            return f"layer {place}: missing"
        w.advance(layer, width)
        add_up(w, rules)
        if w.missing:
            return f"layer {place}: a state that follows is missing"
    if next(layers, None) is not None:
        return "a layer after the last step"
    return w


def why_not(sums: Sums | str, count: int, last: bytes | None = None) -> str:
    """ "" where so many ways lead to the end, or to one state, else the fault."""
    if isinstance(sums, str):
        return sums
    number = sums.number(last)
    return "" if number == count else f"the layers have {number} solutions, not {count}"
