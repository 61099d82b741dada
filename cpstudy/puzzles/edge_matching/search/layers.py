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
from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.edge_matching.search.scan_tables import LARGEST
from cpstudy.state_spaces.packed.visited import table_number

# Fields of a key's second word: the outer colours at the bottom of the first and the last column
# and on the left of the next cell, and a bit for each inner colour, whether an odd number of its
# sides is on the edge.
_AT_FIRST, _AT_LAST, _AT_LEFT, _PARITY = (np.uint64(b) for b in (0, 16, 32, 48))
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

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


class Memory(NamedTuple):
    """Room for two layers, and for the table of the keys of one of them."""

    layers: npt.NDArray[np.uint64]
    known: npt.NDArray[np.uint32]


def memory(size: int) -> Memory:
    """Room of about so many bytes, taken as it is filled."""
    words = max(64, size // 18)
    return Memory(np.empty((2, words), np.uint64), np.empty(words // 2, np.uint32))


class Layers(NamedTuple):
    """A puzzle of n pieces, and two layers of at most as many blocks as there are rows of keys.

    toggle: uint64[n], what placing a piece changes in the word of free pieces. first: int64[9, n +
    1], by kind of cell and piece where its moves begin; moves: uint64[moves, 4]. some: int64[10],
    where each kind's slices begin; slices: uint64[slices, 4]; fitting: uint64[slices], the pieces
    that have moves there. runs: int64[base + 1, parities, 2], where the heads of a parity begin and
    end, by first digit and for any. moved: int64[heads, base + 1], the head without its first digit
    and with one more at its end, and itself. keys: uint64[blocks, 2], free pieces and edge; counts:
    uint32 or uint64[blocks, heads]. known: uint32, the table of the next layer's keys. key:
    uint64[1, 2], looked for last; child: int64[1], its block, or -1. placed: uint64[1], placements
    made; most: uint64[1], the largest sum that was laid on. Of the block that is laid on, by slice:
    begins: int64[slices + 1], heads: int64[heads + 1], boards: uint64[heads + 1]; and sums:
    uint64[slices].
    """

    toggle: Any
    first: Any
    moves: Any
    some: Any
    slices: Any
    fitting: Any
    runs: Any
    moved: Any
    keys: Any
    counts: Any
    next_keys: Any
    next_counts: Any
    known: Any
    key: Any
    child: Any
    placed: Any
    most: Any
    begins: Any
    heads: Any
    boards: Any
    sums: Any


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
    shown = sum(_COLOUR << int(field) for field, _, _ in edges)
    changed = sum(after << int(field) for field, _, after in edges)
    inner = turn.inner
    for colour in inner.values():
        changed ^= 1 << int(_PARITY) + digits[colour]
    left = 1 << digits[inner["left"]] if "left" in inner else 0
    needed = sum(before << int(field) for field, before, _ in edges)
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


def layers(
    turns: Sequence[Turn], toggle: Any, rows: int, columns: int, room: Memory, bits: int
) -> Layers:
    """Fresh layers for a puzzle's turns; toggle: uint64[n], of ``scan_tables.py``.

    bits: of a sum, 8 to 64; ``most`` and :func:`most_moves` tell whether they suffice. Raises
    ValueError where there are too many inner colours, MemoryError where no block has room.
    """
    n = len(toggle)
    colours = sorted({colour for turn in turns for colour in turn.inner.values()})
    digits = {colour: digit for digit, colour in enumerate(colours)}
    base = max(1, len(colours))
    if base > MOST_COLOURS:
        raise ValueError(f"{base} inner colours: layers are for at most {MOST_COLOURS}")
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
    keys = room.layers[:, : 2 * blocks].reshape(2, blocks, 2)
    sums = room.layers[:, 2 * blocks : (words + 2) * blocks].reshape(2, blocks, words)
    counts = sums.view(np.dtype(f"u{bits // 8}"))[:, :, :heads]
    return Layers(
        toggle=toggle,
        first=first,
        moves=np.array(moves, np.uint64),
        some=some,
        fitting=np.array([fitting[one] for one in range(len(slices))], np.uint64),
        slices=np.array([fits for _, *fits in slices], np.uint64),
        runs=runs,
        moved=moved,
        keys=keys[0],
        counts=counts[0],
        next_keys=keys[1],
        next_counts=counts[1],
        known=room.known,
        key=np.zeros((1, 2), np.uint64),
        child=np.full(1, -1, np.int64),
        placed=np.zeros(1, np.uint64),
        most=np.zeros(1, np.uint64),
        begins=np.zeros(len(slices) + 1, np.int64),
        heads=np.zeros(heads + 1, np.int64),
        boards=np.zeros(heads + 1, np.uint64),
        sums=np.zeros(len(slices), np.uint64),
    )


def most_moves(turns: Sequence[Turn]) -> list[int]:
    """By kind of cell, how many boards of a layer at most become one of the next.

    They differ in the last piece or its turn, not in its colours on the right and at the bottom.
    """
    most = [0] * _KINDS
    for (kind, *_), alike in Counter((t.kind, t.right, t.bottom) for t in turns).items():
        most[kind] = max(most[kind], alike)
    return most


def limited(w: Layers, blocks: int) -> Layers:
    """The layers with room for at most so many blocks."""
    return w._replace(
        keys=w.keys[:blocks],
        counts=w.counts[:blocks],
        next_keys=w.next_keys[:blocks],
        next_counts=w.next_counts[:blocks],
    )


def emptied(w: Layers, blocks: int) -> Layers:
    """The layers with nothing in the next one, which is to have at most so many blocks."""
    known = w.known[: 2 * min(blocks, len(w.next_keys)) + 2]
    known[:] = 0
    w.child[0], w.placed[0], w.most[0] = -1, 0, 0
    return w._replace(known=known)


def exchanged(w: Layers) -> Layers:
    """The next layer as the one whose boards are laid further."""
    return w._replace(
        keys=w.next_keys, counts=w.next_counts, next_keys=w.keys, next_counts=w.counts
    )


@borrowing
def expand(w: Any, blocks: Any, kind: Any) -> Any:
    """Lay every piece that fits on the next cell of all boards; how many blocks there are then.

    -1 where there is no room for them. ``w.placed`` gets the placements made.
    """
    made = 0
    for block in range(blocks):
        candidates = w.keys[block, 0] & part(w, block, kind)
        while candidates != _ZERO:
            p = lowest_bit(candidates)
            candidates &= candidates - _ONE
            for move in range(w.first[kind, p], w.first[kind, p + 1]):
                made = lay(w, block, p, move, made)
                if made < 0:
                    return -1
    return made


@borrowing
def part(w: Any, block: Any, kind: Any) -> Any:
    """List the boards of a block, by slice of the kind of cell that is next.

    The pieces that fit somewhere, free or not.
    """
    edge, fitting = w.keys[block, 1], _ZERO
    found, most = np.int64(0), w.most[0]
    for one in range(w.some[kind], w.some[kind + 1]):
        w.begins[one] = found
        w.sums[one] = _ZERO
        if edge & w.slices[one, _SHOWN] == w.slices[one, _NEEDED]:
            front = np.int64(w.slices[one, _FRONT])
            parity, end = np.int64(0), np.int64(w.runs.shape[1])
            if kind in (_INNER, _AT_THE_RIGHT):
                parity = np.int64((edge >> _PARITY) ^ w.slices[one, _LEFT])
                end = parity + 1
            total = _ZERO
            while parity < end:
                for head in range(w.runs[front, parity, 0], w.runs[front, parity, 1]):
                    # Written in any case: a branch here would be guessed wrong half of the time.
                    boards = np.uint64(w.counts[block, head])
                    w.heads[found], w.boards[found] = head, boards
                    found += np.int64(boards != _ZERO)
                    total += boards
                    most = max(most, boards)
                parity += 1
            w.sums[one] = total
            if total != _ZERO:
                fitting |= w.fitting[one]
    w.begins[w.some[kind + 1]], w.most[0] = found, most
    return fitting


@inlined
def lay(w: Any, block: Any, p: Any, move: Any, made: Any) -> Any:
    """Lay a piece by a move on the boards of its slice, which ``part`` listed; as ``expand``."""
    one = np.int64(w.moves[move, _SLICE])
    begin, end = w.begins[one], w.begins[one + 1]
    if begin == end:
        return made
    free = w.keys[block, 0] ^ w.toggle[p]
    edge = (w.keys[block, 1] & w.moves[move, _KEPT]) ^ w.moves[move, _CHANGED]
    child = w.child[0]
    if child < 0 or w.key[0, 0] != free or w.key[0, 1] != edge:
        w.key[0, 0], w.key[0, 1] = free, edge
        child = table_number(w.key, 0, w.next_keys, made, w.known, made < len(w.next_keys))
        if child < 0:
            return -1
        w.child[0] = child
        if child == made:
            made += 1
            for head in range(w.next_counts.shape[1]):
                w.next_counts[child, head] = _ZERO
    becomes = np.int64(w.moves[move, _BECOMES])
    for i in range(begin, end):
        w.next_counts[child, w.moved[w.heads[i], becomes]] += w.boards[i]
    w.placed[0] += w.sums[one]
    return made
