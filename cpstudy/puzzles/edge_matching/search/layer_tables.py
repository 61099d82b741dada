"""The tables of ``layers.py``: a puzzle's moves on each kind of cell, and how they change heads.

The *edge* of a board is the second word of a block's key: outer colours and parities of inner ones.
Each *turn* of a piece on a kind of cell gives one *move*, which defines the changes to the edge and
the head. Turns that fit the same boards share a *slice*, which defines these boards.

Cost: milliseconds per puzzle.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import NotApplicable
from cpstudy.puzzles.edge_matching.puzzle import Piece, least_turn

# The maximum number of cells: the free pieces are one word.
LARGEST = 64

# Fields of a key's second word: the outer colours at the bottom of the first and the last column
# and on the left of the next cell, and for each inner colour a bit that says whether an odd number
# of its sides is on the edge.
AT_FIRST, AT_LAST, AT_LEFT, PARITY = 0, 16, 32, 48
COLOUR = 0xFFFF

# The maximum number of inner colours; with more, few boards are equal.
MOST_COLOURS = 3

# Kinds of cells: 3 · (first, inner or last row) + (first, inner or last column).
KINDS = 9
INNER, AT_THE_RIGHT = 4, 5

# Fields of a move: its slice; the mask of the edge word that is kept, and the bits that are then
# changed, parities included; the column of ``Layers.moved`` with the new head.
SLICE, KEPT, CHANGED, BECOMES = range(4)

# Fields of a slice, the boards that some moves fit: the mask of the edge word and its required
# value; the heads' first digit, or the base for any; a bit for the inner colour on the left.
SHOWN, NEEDED, FRONT, LEFT = range(4)


def takes(rows: int, columns: int) -> bool:
    """Return whether a framed board of this size can be counted in layers."""
    return min(rows, columns) > 1 and rows * columns <= LARGEST


def kind_of(cell: int, rows: int, columns: int) -> int:
    """Return the kind of a cell of a framed board of at least two rows and columns."""
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
        """The colours of its inner sides: all but those along the frame."""
        row, column = divmod(self.kind, 3)
        inside = {
            "top": column == 1 and row > 0,
            "bottom": column == 1 and row < 2,
            "left": row == 1 and column > 0,
            "right": row == 1 and column < 2,
        }
        return {side: getattr(self, side) for side in inside if inside[side]}


def chained(pieces: npt.NDArray[np.int64]) -> tuple[int, npt.NDArray[np.uint64]]:
    """Return the word of the initially free pieces, and for each piece the change by placing it.

    The changes are uint64[n]. Of identical pieces, int64[n, 4], only the first is free, and placing
    one frees the next.
    """
    toggle = np.uint64(1) << np.arange(len(pieces), dtype=np.uint64)
    first: dict[Piece, int] = {}
    for p in reversed(range(len(pieces))):
        look = least_turn(tuple(pieces[p].tolist()))
        if look in first:
            toggle[p] |= np.uint64(1 << first[look])
        first[look] = p
    return sum(1 << p for p in first.values()), toggle


def turns_of(pieces: npt.NDArray[np.int64]) -> Iterator[Turn]:
    """Yield the turns of all pieces, int64[n, 4], on each kind of cell, in scan order."""
    for kind in range(KINDS):
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
    """Return the fields of a turn's slice, and those of its move without the slice.

    digits: of the colours.
    """
    row, column = divmod(turn.kind, 3)
    edges = []  # field, colour before, colour after
    if column == 0:
        edges.append((AT_FIRST, turn.top, turn.bottom))
    if column == 2:
        edges.append((AT_LAST, turn.top, turn.bottom))
    if row != 1:
        edges.append((AT_LEFT, turn.left, turn.right))
    shown = sum(COLOUR << field for field, _, _ in edges)
    changed = sum(after << field for field, _, after in edges)
    inner = turn.inner
    for colour in inner.values():
        changed ^= 1 << PARITY + digits[colour]
    left = 1 << digits[inner["left"]] if "left" in inner else 0
    needed = sum(before << field for field, before, _ in edges)
    # An inner column removes the first digit of a head and appends one; 0 for the frame.
    front = back = base
    if column == 1:
        front, back = digits.get(turn.top, 0), digits.get(turn.bottom, 0)
    return [shown, needed, front, left], [~shown & (1 << 64) - 1, changed, back]


def by_parity(base: int, length: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the numbers with ``length`` digits sorted by parity, and where each parity begins.

    The parity of a number has a bit for each digit that occurs an odd number of times.
    """
    parity = np.zeros(1, np.int64)
    for _ in range(length):
        parity = (parity[:, None] ^ (1 << np.arange(base))[None, :]).ravel()
    order = np.argsort(parity, kind="stable")
    return order, np.searchsorted(parity[order], np.arange((1 << base) + 1))


def _runs_and_moved(base: int, length: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return ``runs`` and ``moved`` of heads with ``length`` digits."""
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
    """Return for each kind of cell how many boards of a layer can become one board of the next.

    They differ in the last piece or its turn, but not in its colours on the right and at the
    bottom.
    """
    most = [0] * KINDS
    for (kind, *_), alike in Counter((t.kind, t.right, t.bottom) for t in turns).items():
        most[kind] = max(most[kind], alike)
    return most


class LayerTables:
    """The tables of a puzzle of n pieces, as the fields of ``layers.Layers`` with the same names.

    Raises NotApplicable if there are too many inner colours.
    """

    def __init__(self, turns: Sequence[Turn], n: int, columns: int) -> None:
        colours = sorted({colour for turn in turns for colour in turn.inner.values()})
        digits = {colour: digit for digit, colour in enumerate(colours)}
        base = max(1, len(colours))
        if base > MOST_COLOURS:
            raise NotApplicable(f"{base} inner colours: layers are for at most {MOST_COLOURS}")
        after = np.zeros((KINDS, n), np.int64)
        slices: dict[tuple[int, ...], int] = {}
        fitting: dict[int, int] = defaultdict(int)
        self.some, self.moves = np.zeros(KINDS + 1, np.int64), []
        for turn in turns:
            after[turn.kind, turn.p] += 1
            fits, move = _slice_and_move(turn, digits, base)
            one = slices.setdefault((turn.kind, *fits), len(slices))
            self.moves.append([one, *move])
            fitting[one] |= 1 << turn.p
            self.some[turn.kind + 1 :] = len(slices)
        self.first = np.zeros((KINDS, n + 1), np.int64)
        self.first[:, 1:] = after.cumsum().reshape(KINDS, n)
        self.first[1:, 0] = self.first[:-1, -1]
        self.slices = [fits for _, *fits in slices]
        self.fitting = [fitting[one] for one in range(len(slices))]
        self.runs, self.moved = _runs_and_moved(base, columns - 2)
