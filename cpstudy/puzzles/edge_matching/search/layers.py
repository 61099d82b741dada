"""All boards of a scan at the same depth at once: equal ones are added, not laid again.

What a scan in piece order does below a board depends on the pieces that are free and on the colours
along the edge of the laid ones, and on nothing else. Boards that agree in both are one, with a
number of how many there are; a cell further, the numbers add up. The sum of all numbers of a layer
is the number of placements that the scan makes on its cell, and a layer is far smaller than that:
with three inner colours on 7×7 one sum in a thousand or a million placements, the fewer the more.

A *block* holds the boards with the same free pieces and the same *outer* colours, those of the left
and right columns and, in the first and last row, on the left of the next cell. Within it boards
differ by their *heads*: the colours above the inner columns, digits of a number to the base of
inner colours, the next cell's first, the newest last. The colour on the left of an inner cell needs
no digit. In a block the parity of each colour's sides along the edge is known, since laid sides
meet in pairs; so it follows from the others. Heads stand in the order of their parities, those of
one parity in the order of their numbers: what a piece fits on is one run of them, which is looked
through once for all pieces that fit there.

Cost: 2 µs a block: listing its boards, looking up the blocks they lead to, and adding take a third
each; colours^(columns - 2) sums of 4 bytes, of 8 where one may grow too large, and 24 for its key.
Limits: framed boards of at least two rows and columns and at most 64 cells, with at most three
inner colours: with more, few boards are equal, and a scan is faster.
Source: dynamic programming over a frontier, as in counting perfect matchings and tilings row by
row; here over the free pieces too, which are few because identical ones are one kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import lowest_bit
from cpstudy.core.errors import NotApplicable
from cpstudy.core.native import (
    WORD,
    View,
    View2,
    View3,
    array,
    entry,
    i64,
    inlined,
    kernel,
    table,
    u32,
    u64,
    view,
    workspace,
    zeros,
)
from cpstudy.puzzles.edge_matching.search.scan_tables import LARGEST

# Fields of a key's second word: the outer colours at the bottom of the first and the last column
# and on the left of the next cell, and a bit for each inner colour, whether an odd number of its
# sides is on the edge.
_AT_FIRST, _AT_LAST, _AT_LEFT, _PARITY = 0, 16, 32, 48
_COLOUR = 0xFFFF

# Inner colours, see above.
MOST_COLOURS = 3

# Kinds of cells: 3 · (first, inner or last row) + (first, inner or last column).
_KINDS = 9
_INNER, _AT_THE_RIGHT = 4, 5

# Fields of a move: its slice; what of the edge's word stays, and what is changed then, parities
# included; what the head becomes, a column of ``Layers.moved``.
_SLICE, _KEPT, _CHANGED, _BECOMES = range(4)

# Fields of a slice, the boards that some moves fit on: what the edge's word must show where; the
# heads' first digit, or the base for any; a bit for the inner colour on the left.
_SHOWN, _NEEDED, _FRONT, _LEFT = range(4)

# Odd factors that mix keys.
_EDGE, _KEY = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


class Memory(NamedTuple):
    """Room for two layers, and for the table of the keys of one of them."""

    layers: npt.NDArray[np.uint64]
    known: npt.NDArray[np.uint32]


def memory(size: int) -> Memory:
    """Room of about so many bytes, taken as it is filled."""
    words = max(64, size // 18)
    return Memory(np.empty((2, words), np.uint64), np.empty(words // 2, np.uint32))


def takes(rows: int, columns: int) -> bool:
    """Whether a framed board of this size can be counted in layers."""
    return min(rows, columns) > 1 and rows * columns <= LARGEST


def kind_of(cell: int, rows: int, columns: int) -> int:
    """The kind of a cell of a framed board of at least two rows and columns."""
    row, column = divmod(cell, columns)
    return 3 * _part(row, rows) + _part(column, columns)


def _part(line: int, lines: int) -> int:
    return 0 if line == 0 else 2 if line == lines - 1 else 1


class Turn(NamedTuple):
    """A turn q of piece p on a cell of some kind, with its colours, 0 at the frame."""

    kind: int
    p: int
    q: int
    top: int
    right: int
    bottom: int
    left: int

    @property
    def inner(self) -> dict[str, int]:
        """The colours on its inner sides: all but those along the frame."""
        row, column = divmod(self.kind, 3)
        sides: dict[str, int] = {}
        if column == 1:
            sides |= {"top": self.top} if row > 0 else {}
            sides |= {"bottom": self.bottom} if row < 2 else {}
        if row == 1:
            sides |= {"left": self.left} if column > 0 else {}
            sides |= {"right": self.right} if column < 2 else {}
        return sides


def turns_of(pieces: npt.NDArray[np.int64]) -> Iterator[Turn]:
    """The turns of all pieces, int64[n, 4], on each kind of cell, in the order of the scan."""
    for kind in range(_KINDS):
        row, column = divmod(kind, 3)
        frame = (row == 0, column == 2, row == 2, column == 0)
        for p, sides in enumerate(pieces.tolist()):
            seen = set()
            for q in range(4):
                turned = tuple(sides[(s - q) & 3] for s in range(4))
                if turned not in seen and tuple(c == 0 for c in turned) == frame:
                    yield Turn(kind, p, q, *turned)
                seen.add(turned)


def _slice_and_move(turn: Turn, digits: dict[int, int], base: int) -> tuple[list[int], list[int]]:
    """The fields of a turn's slice, and those of its move but for the slice; digits: of colours."""
    row, column = divmod(turn.kind, 3)
    edges = []  # field, colour before, colour after
    if column == 0:
        edges.append((_AT_FIRST, turn.top, turn.bottom))
    if column == 2:
        edges.append((_AT_LAST, turn.top, turn.bottom))
    if row != 1:
        edges.append((_AT_LEFT, turn.left, turn.right))
    shown = sum(_COLOUR << field for field, _, _ in edges)
    changed = sum(after << field for field, _, after in edges)
    inner = turn.inner
    for colour in inner.values():
        changed ^= 1 << _PARITY + digits[colour]
    left = 1 << digits[inner["left"]] if "left" in inner else 0
    needed = sum(before << field for field, before, _ in edges)
    # An inner column takes the first digit of a head and adds one at its end; 0 for the frame.
    front = back = base
    if column == 1:
        front, back = digits.get(turn.top, 0), digits.get(turn.bottom, 0)
    return [shown, needed, front, left], [~shown & (1 << 64) - 1, changed, back]


def by_parity(base: int, length: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Numbers of so many digits in the order of their parities, and where each parity begins.

    The parity of a number has a bit for each digit that it has an odd number of times.
    """
    parity = np.zeros(1, np.int64)
    for _ in range(length):
        parity = (parity[:, None] ^ (1 << np.arange(base))[None, :]).ravel()
    order = np.argsort(parity, kind="stable")
    return order, np.searchsorted(parity[order], np.arange((1 << base) + 1))


def _runs_and_moved(base: int, length: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """``runs`` and ``moved`` of heads of so many digits."""
    order, begins = by_parity(base, length)
    place = np.argsort(order)
    unit = len(order) // base if length else 1
    runs = np.zeros((base + 1, 1 << base, 2), np.int64)
    moved = np.zeros((len(order), base + 1), np.int64)
    moved[:, base] = np.arange(len(order))
    runs[base] = np.stack([begins[:-1], begins[1:]], axis=1)
    for digit in range(base if length else 0):
        moved[:, digit] = place[order % unit * base + digit]
        for parity in range(1 << base):
            fronts = order[begins[parity] : begins[parity + 1]] // unit
            runs[digit, parity] = begins[parity] + np.searchsorted(fronts, [digit, digit + 1])
    return runs, moved


def most_moves(turns: Sequence[Turn]) -> list[int]:
    """By kind of cell, how many boards of a layer at most become one of the next.

    They differ in the last piece or its turn, not in its colours on the right and at the bottom.
    """
    most = [0] * _KINDS
    for (kind, *_), alike in Counter((t.kind, t.right, t.bottom) for t in turns).items():
        most[kind] = max(most[kind], alike)
    return most


@workspace
class Layers:
    """A puzzle of n pieces, and two layers of blocks.

    toggle: uint64[n], what placing a piece changes in the word of free pieces. first: int64[9, n +
    1], by kind of cell and piece where its moves begin; moves: uint64[moves, 4]. some: int64[10],
    where each kind's slices begin; slices: uint64[slices, 4]; fitting: uint64[slices], the pieces
    that have moves there. runs: int64[base + 1, parities, 2], where the heads of a parity begin and
    end, by first digit and for any. moved: int64[heads, base + 1], the head without its first digit
    and with one more at its end, and itself.

    keys: uint64[blocks, 2], free pieces and edge; allowed: how many blocks a layer may have. Sums
    of 32 bits are in narrow: uint32[blocks, at least heads], those of 64 (is_wide) in wide:
    uint64[blocks, at least heads]; both are the same memory. known: uint32, the table of the next
    layer's keys, of which ``slots`` are used. free, edge: looked for last; child: its block, or -1.
    placed: placements made; most: the largest sum that was laid on. Of the block that is laid on,
    by slice: begins: int64[slices + 1], heads: int64[heads + 1], boards: uint64[heads + 1]; and
    sums: uint64[slices].
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
        self,
        turns: Sequence[Turn],
        toggle: Any,
        rows: int,
        columns: int,
        room: Memory,
        bits: int,
    ) -> None:
        """For a puzzle's turns; toggle: of ``scan_tables.py``.

        bits: of a sum, 32 or 64; ``most`` and :func:`most_moves` tell whether they suffice. Raises
        NotApplicable where there are too many inner colours, MemoryError where no block has room.
        """
        n = len(toggle)
        colours = sorted({colour for turn in turns for colour in turn.inner.values()})
        digits = {colour: digit for digit, colour in enumerate(colours)}
        base = max(1, len(colours))
        if base > MOST_COLOURS:
            raise NotApplicable(f"{base} inner colours: layers are for at most {MOST_COLOURS}")
        runs, moved = _runs_and_moved(base, columns - 2)
        heads = len(moved)
        words = (bits * heads + 63) // 64
        blocks = room.layers.shape[1] // (words + 2)
        if blocks == 0:
            raise MemoryError(f"no room for a block of {heads:,} numbers")
        after = np.zeros((_KINDS, n), np.int64)
        slices: dict[tuple[int, ...], int] = {}
        fitting: dict[int, int] = defaultdict(int)
        some, moves = np.zeros(_KINDS + 1, np.int64), []
        for turn in turns:
            after[turn.kind, turn.p] += 1
            fits, move = _slice_and_move(turn, digits, base)
            moves.append([slices.setdefault((turn.kind, *fits), len(slices)), *move])
            fitting[moves[-1][0]] |= 1 << turn.p
            some[turn.kind + 1 :] = len(slices)
        first = np.zeros((_KINDS, n + 1), np.int64)
        first[:, 1:] = after.cumsum().reshape(_KINDS, n)
        first[1:, 0] = first[:-1, -1]
        self.toggle = toggle
        self.first, self.some = view(first), view(some)
        self.moves = table(moves, "u64")
        self.slices = table([fits for _, *fits in slices], "u64")
        self.fitting = table([fitting[one] for one in range(len(slices))], "u64")
        self.runs, self.moved = view(runs), view(moved)
        self.allowed, self.is_wide = blocks, bits == 64
        keys = room.layers[:, : 2 * blocks].reshape(2, blocks, 2)
        sums = room.layers[:, 2 * blocks : (words + 2) * blocks].reshape(2, blocks, words)
        self.keys, self.next_keys = (view(part) for part in keys)
        self.wide, self.next_wide = (view(part) for part in sums)
        self.narrow, self.next_narrow = (view(part) for part in sums.view(np.uint32))
        self.known = view(room.known)
        self.slots = self.free = self.edge = self.placed = self.most = 0
        self.child = -1
        self.begins = zeros(len(slices) + 1, "i64")
        self.heads = zeros(heads + 1, "i64")
        self.boards = zeros(heads + 1, "u64")
        self.sums = zeros(len(slices), "u64")

    @property
    def counts(self) -> npt.NDArray[np.integer[Any]]:
        """The sums of the layer that is laid on: [blocks, heads]."""
        sums = array(self.wide) if self.is_wide else array(self.narrow)
        return sums[:, : len(self.moved)]

    @property
    def next_counts(self) -> npt.NDArray[np.integer[Any]]:
        """Those of the next layer."""
        sums = array(self.next_wide) if self.is_wide else array(self.next_narrow)
        return sums[:, : len(self.moved)]

    def allow(self, blocks: int) -> None:
        """Let a layer have at most so many blocks, and no more than there is room for."""
        self.allowed = min(blocks, len(self.keys))

    def begin(self, blocks: int) -> None:
        """Empty the next layer, which is to have at most so many blocks."""
        self.slots = min(2 * min(blocks, self.allowed) + 2, len(self.known))
        array(self.known)[: self.slots] = 0
        self.child, self.placed, self.most = -1, 0, 0

    def exchange(self) -> None:
        """Make the next layer the one whose boards are laid further."""
        self.keys, self.next_keys = self.next_keys, self.keys
        self.wide, self.next_wide = self.next_wide, self.wide
        self.narrow, self.next_narrow = self.next_narrow, self.narrow


@entry
def expand(w: Layers, blocks: i64, kind: i64) -> i64:
    """Lay every piece that fits on the next cell of all boards; how many blocks there are then.

    -1 where there is no room for them. ``w.placed`` gets the placements made.
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
    """List the boards of a block, by slice of the kind of cell that is next.

    The pieces that fit somewhere, free or not.
    """
    edge: u64 = w.keys[block, 1]
    fitting: u64 = 0
    most: u64 = w.most
    found = 0
    for one in range(w.some[kind], w.some[kind + 1]):
        w.begins[one] = found
        w.sums[one] = 0
        if edge & w.slices[one, _SHOWN] == w.slices[one, _NEEDED]:
            front = i64(w.slices[one, _FRONT])
            parity, end = 0, w.runs.shape[1]
            if kind in (_INNER, _AT_THE_RIGHT):
                parity = i64((edge >> _PARITY) ^ w.slices[one, _LEFT])
                end = parity + 1
            total: u64 = 0
            while parity < end:
                for head in range(w.runs[front, parity, 0], w.runs[front, parity, 1]):
                    # Written in any case: a branch here would be guessed wrong half of the time.
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
    """Lay a piece by a move on the boards of its slice, which ``part`` listed; as ``expand``."""
    one = i64(w.moves[move, _SLICE])
    begin, end = w.begins[one], w.begins[one + 1]
    if begin == end:
        return made
    free: u64 = w.keys[block, 0] ^ w.toggle[p]
    edge: u64 = (w.keys[block, 1] & w.moves[move, _KEPT]) ^ w.moves[move, _CHANGED]
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
    becomes = i64(w.moves[move, _BECOMES])
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
    """The block of a key in the next layer: ``made`` where it is new, -1 where it has no room."""
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
