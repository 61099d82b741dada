"""From four numbers per piece to a puzzle: find the colour of the frame and the order of the sides.

A frame is recognisable. On a board of at least two rows and columns, exactly four pieces have it on
two adjacent sides, 2 (rows - 2) + 2 (columns - 2) on one side, and the others on none; boards one
cell wide are similar. This *structure* depends on the order in which a line lists the sides. Of the
24 orders, three differ, by which sides are opposite: the others rotate or mirror all pieces, and
with them the solutions. The *ring* also shows the order: every colour leaves as many border pieces
clockwise as it enters, or the border cannot be closed.

- Colour 0 is the frame if it has the structure of one. Otherwise, on boards of at least two rows
  and columns, another colour is the frame if it is the only one with that structure; it is
  renumbered to 0.
- The sides are top right bottom left if their ring closes. Another order is used if it is the only
  one whose ring closes and the ring of top right bottom left is more than a slip away from closing.
- Without a frame, the puzzle is unframed. If its colour counts would also allow a solution without
  turning pieces, it may be a Tetravex, whose pieces are not turned: the user must decide.

All other ambiguities are refused, with the option that resolves them. Cost: a pass over the pieces
for each colour that is on as many pieces as the border has. Limits: on boards with less than three
rows or columns, only the first order is used, and no frame but 0 if 0 occurs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from cpstudy.core.errors import InputError
from cpstudy.puzzles.edge_matching.formats.structure import (
    CORNER,
    ONE,
    ORDERS,
    SIDES,
    TURNS,
    Size,
    bordering,
    fits_as_it_lies,
    in_words,
    lying,
    open_ends,
    ordered,
    renumbered,
    structure,
)
from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, Piece, piece_fault

# An order is a slip away from closing the ring if fewer than _FEW border pieces, or than one in
# _SLIPS, lack a neighbour.
_SLIPS, _FEW = 4, 3


@dataclass(frozen=True)
class Statements:
    """What the user or the file states before the analysis.

    frame: a colour, or "none". sides: an order of the letters t, r, b, l. turn: "free" or "fixed".
    size: (rows, columns).
    """

    frame: int | str | None = None
    sides: str | None = None
    turn: str | None = None
    size: Size | None = None


@dataclass(frozen=True)
class Framed:
    """A reading. notes: the choices that were made, in words."""

    puzzle: EdgeMatching
    notes: tuple[str, ...]


class PieceError(InputError):
    """A fault of one piece, with its number."""

    def __init__(self, piece: int, words: str) -> None:
        super().__init__(f"piece {piece}: {words}")
        self.piece = piece


def framed(
    lines: Sequence[Piece], stated: Statements, names: dict[int, str] | None = None
) -> Framed:
    """Return the puzzle of pieces whose sides are all listed in the same order.

    names: of colours, if they are letters. Raises InputError if nothing fits or several readings
    do, a PieceError for a fault of one piece.
    """
    finder = _Finder(lines, stated, names or {})
    if stated.frame == "none":
        return finder.unframed()
    if stated.frame is not None:
        return finder.with_frame(int(stated.frame))
    return finder.recognised()


class _Finder:
    def __init__(self, lines: Sequence[Piece], stated: Statements, names: dict[int, str]) -> None:
        self.lines, self.stated, self.names = lines, stated, names
        self.orders = ORDERS if stated.sides is None else (stated.sides,)
        self.by_order = {order: ordered(lines, order) for order in self.orders}
        # The number of pieces with each colour.
        self.on = Counter(colour for line in lines for colour in set(line))

    # -- which colour is the frame ---------------------------------------------------------------

    def recognised(self) -> Framed:
        """Return the puzzle with the frame that is recognised, or without a frame."""
        sizes = {colour: size for colour in self.on if (size := self.seen(colour)) is not None}
        if FRAME in sizes:
            return self._with_rivals(self.with_frame(FRAME, sizes.pop(FRAME)), sizes)
        if FRAME in self.on:
            sizes = {colour: size for colour, size in sizes.items() if min(size) > 2}
        if len(sizes) > 1 or any(min(size) == 1 for size in sizes.values()):
            raise InputError(
                f"{'one of ' if len(sizes) > 1 else ''}colour {self._names(sizes)} may be the frame"
                f": choose --frame COLOUR or --frame none"
            )
        for colour, size in sizes.items():
            return self.with_frame(colour, size)
        if FRAME in self.on:
            raise self.no_frame(FRAME)
        for colour in self.on:
            if self.almost(colour):
                raise self.no_frame(colour)
        return self.unframed()

    def seen(self, colour: int) -> Size | None:
        """Return the size of the board that a colour frames in some order of sides."""
        for size in self.sizes(colour):
            if self.on[colour] == bordering(size) and self.fitting(colour, size):
                return size
        return None

    def sizes(self, colour: int) -> Iterator[Size]:
        """Yield the stated size, or the square and the size for the number of border pieces."""
        if self.stated.size is not None:
            yield self.stated.size
            return
        number = len(self.lines)
        if isqrt(number) ** 2 == number:
            yield isqrt(number), isqrt(number)
        # rows + columns and rows · columns are known. Next to a square, an inner piece is missing.
        half, odd = divmod(self.on[colour] + 4, 2)
        root = isqrt(max(half * half - 4 * number, 0))
        rows = (half - root) // 2
        if not odd and rows > 2 and half - 2 * rows > 2 and rows * (half - rows) == number:
            yield rows, half - rows

    def fitting(self, colour: int, size: Size) -> list[str]:
        """Return the orders of sides in which a colour has the structure of a frame."""
        expected = structure(size)
        return [order for order in self.orders if lying(self.by_order[order], colour) == expected]

    def almost(self, colour: int) -> bool:
        """Return whether a colour would frame the board without a few typing errors."""
        size = self.size()
        border = bordering(size)
        slips = min(1 + len(self.lines) // 16, border - 1)
        return abs(self.on[colour] - border) <= slips and any(
            (structure(size) - lying(pieces, colour)).total() <= slips
            for pieces in self.by_order.values()
        )

    def no_frame(self, colour: int) -> InputError:
        """Explain why a colour that should be the frame is not."""
        size = self.size()
        pieces = self.by_order[self.orders[0]]
        how = f"choose --frame {self._name(colour)} or --frame none"
        if colour == FRAME:
            for number, piece in enumerate(pieces):
                if fault := piece_fault(piece, *size, framed=True):
                    return PieceError(number, f"{fault}, if 0 is the frame; {how}")
        there, expected = lying(pieces, colour), structure(size)
        kinds = ((CORNER, "corners"), (ONE, "border pieces"))
        found = " and ".join(f"{there[kind]} {name}" for kind, name in kinds)
        wanted = " and ".join(f"{expected[kind]}" for kind, _ in kinds)
        return InputError(
            f"colour {self._name(colour)} does not frame the board: {found}, expected {wanted}; "
            f"{how}"
        )

    # -- readings ----------------------------------------------------------------------------

    def with_frame(self, colour: int, size: Size | None = None) -> Framed:
        """Return the puzzle with a frame of that colour."""
        if colour not in self.on and colour != FRAME:
            raise InputError(f"--frame {self._name(colour)}: no side has that colour")
        size = size or self.seen(colour) or self.size()
        order = self.order(colour, size)
        pieces, zero = renumbered(self.by_order[order], colour)
        for number, piece in enumerate(pieces):
            if fault := piece_fault(piece, *size, framed=True):
                raise PieceError(number, fault)
        notes = [f"frame colour {self._name(colour)}"] if colour != FRAME else []
        notes += [f"colour {self._name(FRAME)} is {zero} here"] if zero else []
        notes += self._shape_and_sides(size, order)
        turning = self.stated.turn != TURNS[False]
        notes += [] if turning else ["pieces not turned"]
        return Framed(EdgeMatching(*size, pieces, turning=turning), tuple(notes))

    def _with_rivals(self, framed: Framed, sizes: dict[int, Size]) -> Framed:
        """Return a reading with frame 0, with a note on other colours that may be the frame."""
        rivals = [colour for colour, size in sizes.items() if min(size) > 2]
        if not rivals:
            return framed
        note = f"frame colour {self._name(FRAME)}, colour {self._names(rivals)} may also be one"
        return Framed(framed.puzzle, (note, *framed.notes))

    def unframed(self) -> Framed:
        """Return the puzzle without a frame. Raises InputError if it may be a Tetravex."""
        size = self.size()
        if self.stated.turn is None and len(self.lines) >= 4:
            for pieces in self.by_order.values():
                if fits_as_it_lies(pieces, size):
                    no = "" if self.stated.frame == "none" else "no colour is a frame, and "
                    raise InputError(
                        f"{no}the pieces may be those of a Tetravex, which are not turned: "
                        f"choose --reading turn=fixed, or --reading turn=free to turn them"
                    )
        order = self.orders[0]
        turning = self.stated.turn != TURNS[False]
        how = "turned as you like" if turning else "not turned"
        notes = [f"unframed, pieces {how}", *self._shape_and_sides(size, order)]
        puzzle = EdgeMatching(*size, self.by_order[order], False, turning=turning)
        return Framed(puzzle, tuple(notes))

    def _shape_and_sides(self, size: Size, order: str) -> list[str]:
        side = isqrt(len(self.lines))
        result = self.stated.size is not None or size == (side, side)
        notes = [] if result else [f"{size[0]} rows and {size[1]} columns by its frame"]
        return notes + ([] if order == SIDES else [f"sides {in_words(order)}"])

    def size(self) -> Size:
        """Return the stated size, or the square. Raises InputError if there is neither."""
        side = isqrt(len(self.lines))
        if self.stated.size is None and side * side != len(self.lines):
            raise InputError(
                f"{len(self.lines)} pieces do not make a square; for another shape begin with a "
                f"line of rows and columns, or --reading size=ROWSxCOLUMNS"
            )
        return self.stated.size or (side, side)

    # -- the order of sides ------------------------------------------------------------------

    def order(self, colour: int, size: Size) -> str:
        """Return the order of sides. Raises InputError if several are possible."""
        fitting = self.fitting(colour, size)
        ends = {order: open_ends(self.by_order[order], colour) for order in fitting}
        first = self.orders[0]
        if len(self.orders) == 1 or not fitting or ends.get(first) == 0:
            return first
        closed = [order for order in fitting if ends[order] == 0]
        slips = max(_FEW, bordering(size) // _SLIPS) if min(size) > 2 else len(self.lines) + 1
        if len(closed) == 1 and ends.get(first, slips) >= slips and min(size) > 2:
            return closed[0]
        if first not in fitting:
            return self._refused(fitting, colour, size)
        near = [order for order in fitting if ends[order] + slips <= ends[first]]
        return self._refused([first, *(closed or near)], colour, size) if closed or near else first

    def _refused(self, orders: Sequence[str], colour: int, size: Size) -> str:
        """Raise InputError: the sides are in one of these orders."""
        words = " or ".join(in_words(order) for order in orders)
        settled = f"the frame fits sides {words}: --reading sides={'|'.join(orders)}"
        pieces, _ = renumbered(self.by_order[self.orders[0]], colour)
        for number, piece in enumerate(pieces):
            if fault := piece_fault(piece, *size, framed=True):
                raise PieceError(number, f"{fault}; {settled}")
        raise InputError(settled)

    # -- words -------------------------------------------------------------------------------

    def _name(self, colour: int) -> str:
        return self.names.get(colour, str(colour))

    def _names(self, colours: Iterable[int]) -> str:
        return ", ".join(map(self._name, sorted(colours)[:5]))
