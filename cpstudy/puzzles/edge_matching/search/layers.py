"""Process all boards of a scan at the same depth at once: equal boards are counted together.

The scan in piece order below a board depends only on the free pieces and the colours along the
frontier. A *layer* merges the boards that agree in both and counts them; from one cell to the next,
the counts add up. The sum of a layer's counts is the number of placements of the scan on its cell.
A layer is far smaller than that: with three inner colours on 7×7 it has one count for a thousand or
a million placements, and fewer counts with fewer colours.

A *block* contains the boards with the same free pieces and the same *outer* colours: those of the
left and right columns and, in the first and last row, the one on the left of the next cell. Boards
of a block differ in their *heads*: the colours above the inner columns, which are the digits of a
number to the base of inner colours, the next cell's first, the newest last. The colour on the left
of an inner cell needs no digit: placed sides meet in pairs, so a block determines the parity of
each colour's sides along the frontier, and that colour follows from the others. Heads are sorted by
their parities, then by their numbers: a piece fits one run of them, which is read once for all
pieces that fit there.

Cost: 2 µs per block: listing its boards, finding their successor blocks and adding take a third
each; colours^(columns - 2) sums of 4 bytes (8 if one may grow too large) and 24 bytes for its key.
Limits: framed boards of at least two rows and columns and at most 64 cells, with at most three
inner colours: with more, few boards are equal, and a scan is faster. Source: dynamic programming
over a frontier, as in counting perfect matchings and tilings row by row; here also over the free
pieces, which are few because identical pieces are one kind.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import View, View2, View3, i64, u32, u64
from cpstudy.core.native import WORD, array, entry, inlined, kernel, table, view, workspace, zeros
from cpstudy.puzzles.edge_matching.search.layer_tables import (
    AT_THE_RIGHT,
    BECOMES,
    CHANGED,
    FRONT,
    INNER,
    KEPT,
    LEFT,
    NEEDED,
    PARITY,
    SHOWN,
    SLICE,
    LayerTables,
    Turn,
)

# Odd factors for hashing keys.
_EDGE, _KEY = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


class Memory(NamedTuple):
    """Memory for two layers, and for the hash table of the keys of one of them."""

    layers: npt.NDArray[np.uint64]
    known: npt.NDArray[np.uint32]


def memory(size: int) -> Memory:
    """Reserve about ``size`` bytes, which are allocated as they fill."""
    words = max(64, size // 18)
    return Memory(np.empty((2, words), np.uint64), np.empty(words // 2, np.uint32))


@workspace
class Layers:
    """A puzzle of n pieces, and two layers of blocks.

    toggle: uint64[n], what placing a piece changes in the word of free pieces. first: int64[9, n +
    1], by kind of cell and piece its first move; moves: uint64[moves, 4]. some: int64[10], the
    first slice of each kind; slices: uint64[slices, 4]; fitting: uint64[slices], the pieces with
    moves there. runs: int64[base + 1, parities, 2], where the heads of a parity begin and end, by
    first digit and for any. moved: int64[heads, base + 1], the head without its first digit and
    with one appended, and the head itself.

    keys: uint64[blocks, 2], free pieces and edge; allowed: the maximum number of blocks of a layer.
    Sums of 32 bits are in narrow: uint32[blocks, at least heads], sums of 64 bits (is_wide) in
    wide: uint64[blocks, at least heads]; both are the same memory. known: uint32, the hash table of
    the next layer's keys, of which ``slots`` are used. free, edge: the last key that was looked up;
    child: its block, or -1. placed: placements made; most: the largest sum that was extended. For
    the block that is extended, by slice: begins: int64[slices + 1], heads: int64[heads + 1],
    boards: uint64[heads + 1]; and sums: uint64[slices].
    """

    toggle: View[u64]
    first: View2[i64]
    moves: View2[u64]
    some: View[i64]
    slices: View2[u64]
    fitting: View[u64]
    runs: View3[i64]
    moved: View2[i64]
    allowed: i64
    is_wide: bool
    keys: View2[u64]
    narrow: View2[u32]
    wide: View2[u64]
    next_keys: View2[u64]
    next_narrow: View2[u32]
    next_wide: View2[u64]
    known: View[u32]
    slots: i64
    free: u64
    edge: u64
    child: i64
    placed: u64
    most: u64
    begins: View[i64]
    heads: View[i64]
    boards: View[u64]
    sums: View[u64]

    def __init__(
        self, turns: Sequence[Turn], toggle: Any, columns: int, memory: Memory, bits: int
    ) -> None:
        """Create the layers for a puzzle's turns; toggle: of ``layer_tables.chained``.

        bits: of a sum, 32 or 64; ``most`` and :func:`most_moves` decide whether they suffice.
        Raises NotApplicable as :class:`LayerTables`, MemoryError if there is no memory for a block.
        """
        tables = LayerTables(turns, len(toggle), columns)
        heads = len(tables.moved)
        words = (bits * heads + 63) // 64
        blocks = memory.layers.shape[1] // (words + 2)
        if blocks == 0:
            raise MemoryError(f"no room for a block of {heads:,} numbers")
        self.toggle = toggle
        self.first, self.some = view(tables.first), view(tables.some)
        self.moves = table(tables.moves, "u64")
        self.slices = table(tables.slices, "u64")
        self.fitting = table(tables.fitting, "u64")
        self.runs, self.moved = view(tables.runs), view(tables.moved)
        self.allowed, self.is_wide = blocks, bits == 64
        keys = memory.layers[:, : 2 * blocks].reshape(2, blocks, 2)
        sums = memory.layers[:, 2 * blocks : (words + 2) * blocks].reshape(2, blocks, words)
        self.keys, self.next_keys = (view(part) for part in keys)
        self.wide, self.next_wide = (view(part) for part in sums)
        self.narrow, self.next_narrow = (view(part) for part in sums.view(np.uint32))
        self.known = view(memory.known)
        self.slots = self.free = self.edge = self.placed = self.most = 0
        self.child = -1
        self.begins = zeros(len(tables.slices) + 1, "i64")
        self.heads = zeros(heads + 1, "i64")
        self.boards = zeros(heads + 1, "u64")
        self.sums = zeros(len(tables.slices), "u64")

    @property
    def counts(self) -> npt.NDArray[np.integer[Any]]:
        """The sums of the current layer: [blocks, heads]."""
        sums = array(self.wide) if self.is_wide else array(self.narrow)
        return sums[:, : len(self.moved)]

    @property
    def next_counts(self) -> npt.NDArray[np.integer[Any]]:
        """The sums of the next layer: [blocks, heads]."""
        sums = array(self.next_wide) if self.is_wide else array(self.next_narrow)
        return sums[:, : len(self.moved)]

    def allow(self, blocks: int) -> None:
        """Limit a layer to ``blocks`` blocks, and to the available memory."""
        self.allowed = min(blocks, len(self.keys))

    def begin(self, blocks: int) -> None:
        """Empty the next layer, which will have at most ``blocks`` blocks."""
        self.slots = min(2 * min(blocks, self.allowed) + 2, len(self.known))
        array(self.known)[: self.slots] = 0
        self.child, self.placed, self.most = -1, 0, 0

    def exchange(self) -> None:
        """Make the next layer the current one."""
        self.keys, self.next_keys = self.next_keys, self.keys
        self.wide, self.next_wide = self.next_wide, self.wide
        self.narrow, self.next_narrow = self.next_narrow, self.narrow


@entry
def expand(w: Layers, blocks: i64, kind: i64) -> i64:
    """Place every fitting piece on the next cell of all boards; return the number of new blocks.

    The result is -1 if there is no memory for them. ``w.placed`` contains the placements made.
    """
    made = 0
    for block in range(blocks):
        candidates: u64 = w.keys[block, 0] & part(w, block, kind)
        while candidates != 0:
            p = lowest_bit(candidates)
            candidates &= candidates - 1
            for move in range(w.first[kind, p], w.first[kind, p + 1]):
                made = lay(w, block, p, move, made)
                if made < 0:
                    return -1
    return made


@entry
def part(w: Layers, block: i64, kind: i64) -> u64:
    """List the boards of a block, by slice of the next kind of cell.

    Return the pieces that fit somewhere, free or not.
    """
    edge: u64 = w.keys[block, 1]
    fitting: u64 = 0
    most: u64 = w.most
    found = 0
    for one in range(w.some[kind], w.some[kind + 1]):
        w.begins[one] = found
        w.sums[one] = 0
        if edge & w.slices[one, SHOWN] == w.slices[one, NEEDED]:
            front = i64(w.slices[one, FRONT])
            parity, end = 0, w.runs.shape[1]
            if kind in (INNER, AT_THE_RIGHT):
                parity = i64((edge >> PARITY) ^ w.slices[one, LEFT])
                end = parity + 1
            total: u64 = 0
            while parity < end:
                for head in range(w.runs[front, parity, 0], w.runs[front, parity, 1]):
                    # This is always written: a branch would be mispredicted half of the time.
                    boards: u64 = w.wide[block, head] if w.is_wide else w.narrow[block, head]
                    w.heads[found] = head
                    w.boards[found] = boards
                    found += boards != 0
                    total += boards
                    most = max(most, boards)
                parity += 1
            w.sums[one] = total
            if total != 0:
                fitting |= w.fitting[one]
    w.begins[w.some[kind + 1]] = found
    w.most = most
    return fitting


@entry
@inlined
def lay(w: Layers, block: i64, p: i64, move: i64, made: i64) -> i64:
    """Place a piece by a move on the boards of its slice, which ``part`` listed.

    Returns as ``expand`` does.
    """
    one = i64(w.moves[move, SLICE])
    begin, end = w.begins[one], w.begins[one + 1]
    if begin == end:
        return made
    free: u64 = w.keys[block, 0] ^ w.toggle[p]
    edge: u64 = (w.keys[block, 1] & w.moves[move, KEPT]) ^ w.moves[move, CHANGED]
    child = w.child
    if child < 0 or w.free != free or w.edge != edge:
        w.free = free
        w.edge = edge
        child = _block_of(w, free, edge, made)
        if child < 0:
            return -1
        w.child = child
        if child == made:
            made += 1
            for word in range(w.next_wide.shape[1]):
                w.next_wide[child, word] = 0
    becomes = i64(w.moves[move, BECOMES])
    if w.is_wide:
        for i in range(begin, end):
            w.next_wide[child, w.moved[w.heads[i], becomes]] += w.boards[i]
    else:
        for i in range(begin, end):
            w.next_narrow[child, w.moved[w.heads[i], becomes]] += u32(w.boards[i])
    w.placed += w.sums[one]
    return made


@kernel
def _block_of(w: Layers, free: u64, edge: u64, made: i64) -> i64:
    """Return the block of a key in the next layer: ``made`` if it is new, -1 without memory."""
    mixed: u64 = (free ^ edge * _EDGE & WORD) * _KEY & WORD
    slot = i64((mixed >> 32) * u64(w.slots) >> 32)
    while w.known[slot] != 0:
        block = i64(w.known[slot]) - 1
        if w.next_keys[block, 0] == free and w.next_keys[block, 1] == edge:
            return block
        slot += 1
        if slot == w.slots:
            slot = 0
    if made == w.allowed:
        return -1
    w.known[slot] = made + 1
    w.next_keys[made, 0] = free
    w.next_keys[made, 1] = edge
    return made
