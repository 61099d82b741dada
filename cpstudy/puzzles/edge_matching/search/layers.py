"""All boards of a scan at the same depth at once: equal ones are added, not laid again.

What a scan in piece order does below a board depends on the pieces that are free and on the colours
along the edge of the laid ones, and on nothing else. Boards that agree in both are one, with a
number of how many there are; a cell further, the numbers add up. The sum of all numbers of a layer
is the number of placements that the scan makes on its cell, and a layer is far smaller than that:
with three inner colours on 7×7 one sum in a thousand or a million placements, the fewer the more.

A *block* holds the boards with the same free pieces and the same *outer* colours, those of the left
and right columns and, in the first and last row, on the left of the next cell. Within it there is
one number for all colours above the inner columns: digits of a number to the base of inner colours,
the next cell's first, the newest last. The colour on the left of an inner cell needs no digit. In a
block the parity of each colour's sides along the edge is known, since laid sides meet in pairs; so
it follows from the others, and those of one parity are listed beforehand.

Cost: 5 to 10 ns a sum; colours^(columns - 2) numbers of 8 bytes a block, and 24 bytes for its key.
Limits: framed boards of at least two rows and columns and at most 64 cells, with at most three
inner colours: with more, few boards are equal, and a scan is faster.
Source: dynamic programming over a frontier, as in counting perfect matchings and tilings row by
row; here over the free pieces too, which are few because identical ones are one kind.
"""

from __future__ import annotations

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

# Fields of a move: what the edge must show where (two words); what of it stays, and what is changed
# then, parities included; where the numbers with its colour above begin; its bottom colour's digit;
# the parities of its colours on the left and above.
_SHOWN, _NEEDED, _KEPT, _CHANGED, _FRONT, _BACK, _UNITS = range(7)

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

    toggle: uint64[n], what placing a piece changes in the word of free pieces. movable: uint64[9],
    by kind of cell the pieces that go there; first: int64[9, n + 1], their moves; moves:
    uint64[moves, 7]. lists: int64[2, numbers], numbers of a block (0), or of those with one digit
    less (1), by parity; begins: int64[2, parities + 1], where each parity's begin. keys:
    uint64[blocks, 2], free pieces and edge; counts: uint64[blocks, numbers]. known: uint32, the
    table of the next layer's keys. key: uint64[1, 2], looked for last; child: int64[1], its block,
    or -1; placed: uint64[1], placements made.
    """

    toggle: Any
    movable: Any
    first: Any
    moves: Any
    lists: Any
    begins: Any
    keys: Any
    counts: Any
    next_keys: Any
    next_counts: Any
    known: Any
    key: Any
    child: Any
    placed: Any


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


def _move(turn: Turn, digits: dict[int, int], base: int, numbers: int) -> list[int]:
    """The fields of a move; digits: of inner colours; numbers: of a block."""
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
    units = 0
    for side in ("left", "top"):
        if side in inner:
            units ^= 1 << digits[inner[side]]
    return [
        shown,
        sum(before << int(field) for field, before, _ in edges),
        ~shown & (1 << 64) - 1,
        changed,
        digits[inner["top"]] * (numbers // base) if "top" in inner else 0,
        digits[inner["bottom"]] if "bottom" in inner else 0,
        units,
    ]


def by_parity(base: int, length: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Numbers of so many digits in the order of their parities, and where each parity begins.

    The parity of a number has a bit for each digit that it has an odd number of times.
    """
    parity = np.zeros(1, np.int64)
    for _ in range(length):
        parity = (parity[:, None] ^ (1 << np.arange(base))[None, :]).ravel()
    order = np.argsort(parity, kind="stable")
    return order, np.searchsorted(parity[order], np.arange((1 << base) + 1))


def layers(turns: Sequence[Turn], toggle: Any, rows: int, columns: int, room: Memory) -> Layers:
    """Fresh layers for a puzzle's turns; toggle: uint64[n], of ``scan_tables.py``.

    Raises ValueError where there are too many inner colours, MemoryError where no block has room.
    """
    n = len(toggle)
    colours = sorted({colour for turn in turns for colour in turn.inner.values()})
    digits = {colour: digit for digit, colour in enumerate(colours)}
    base = max(1, len(colours))
    if base > MOST_COLOURS:
        raise ValueError(f"{base} inner colours: layers are for at most {MOST_COLOURS}")
    numbers = base ** (columns - 2)
    blocks = room.layers.shape[1] // (numbers + 2)
    if blocks == 0:
        raise MemoryError(f"no room for a block of {numbers:,} numbers")
    movable, after = np.zeros(_KINDS, np.uint64), np.zeros((_KINDS, n), np.int64)
    for turn in turns:
        movable[turn.kind] |= _ONE << np.uint64(turn.p)
        after[turn.kind, turn.p] += 1
    first = np.zeros((_KINDS, n + 1), np.int64)
    first[:, 1:] = after.cumsum().reshape(_KINDS, n)
    first[1:, 0] = first[:-1, -1]
    lists = np.zeros((2, numbers), np.int64)
    begins = np.zeros((2, (1 << base) + 1), np.int64)
    for less in range(2):
        listed, begins[less] = by_parity(base, max(0, columns - 2 - less))
        lists[less, : len(listed)] = listed
    keys = room.layers[:, : 2 * blocks].reshape(2, blocks, 2)
    counts = room.layers[:, 2 * blocks : (numbers + 2) * blocks].reshape(2, blocks, numbers)
    return Layers(
        toggle=toggle,
        movable=movable,
        first=first,
        moves=np.array([_move(turn, digits, base, numbers) for turn in turns], np.uint64),
        lists=lists,
        begins=begins,
        keys=keys[0],
        counts=counts[0],
        next_keys=keys[1],
        next_counts=counts[1],
        known=room.known,
        key=np.zeros((1, 2), np.uint64),
        child=np.full(1, -1, np.int64),
        placed=np.zeros(1, np.uint64),
    )


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
    w.child[0], w.placed[0] = -1, 0
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
        candidates = w.keys[block, 0] & w.movable[kind]
        while candidates != _ZERO:
            p = lowest_bit(candidates)
            candidates &= candidates - _ONE
            for move in range(w.first[kind, p], w.first[kind, p + 1]):
                made = lay(w, block, kind, p, move, made)
                if made < 0:
                    return -1
    return made


@inlined
def lay(w: Any, block: Any, kind: Any, p: Any, move: Any, made: Any) -> Any:
    """Lay a piece by one of its moves on the boards of a block where it fits; as ``expand``."""
    edge = w.keys[block, 1]
    if edge & w.moves[move, _SHOWN] != w.moves[move, _NEEDED]:
        return made
    # An inner column takes a digit from the front of a number and adds one at its end.
    less = np.int64(kind % 3 == 1)
    step = 1 if less == 0 else w.lists.shape[1] // w.begins[1, w.begins.shape[1] - 1]
    j, end = 0, w.begins[less, w.begins.shape[1] - 1]
    if kind // 3 == 1 and kind % 3 > 0:
        parity = np.int64(edge >> _PARITY ^ w.moves[move, _UNITS])
        j, end = w.begins[less, parity], w.begins[less, parity + 1]
    front, back = np.int64(w.moves[move, _FRONT]), np.int64(w.moves[move, _BACK])
    while j < end and w.counts[block, front + w.lists[less, j]] == _ZERO:
        j += 1
    if j == end:
        return made
    free = w.keys[block, 0] ^ w.toggle[p]
    edge = (edge & w.moves[move, _KEPT]) ^ w.moves[move, _CHANGED]
    child = w.child[0]
    if child < 0 or w.key[0, 0] != free or w.key[0, 1] != edge:
        w.key[0, 0], w.key[0, 1] = free, edge
        child = table_number(w.key, 0, w.next_keys, made, w.known, made < len(w.next_keys))
        if child < 0:
            return -1
        w.child[0] = child
        if child == made:
            made += 1
            for number in range(w.next_counts.shape[1]):
                w.next_counts[child, number] = _ZERO
    placed = _ZERO
    while j < end:
        rest = w.lists[less, j]
        boards = w.counts[block, front + rest]
        w.next_counts[child, rest * step + back] += boards
        placed += boards
        j += 1
    w.placed[0] += placed
    return made
