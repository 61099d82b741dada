"""Edge matching: the puzzle as data, its text form and its rules.

A puzzle is a board of ``rows`` × ``columns`` cells and the same number of square pieces with a
colour on each side. Every piece is placed on one cell, turned by quarter turns but not flipped, so
that touching sides have the same colour. On a *framed* board the colour 0 is the frame: it lies on
all sides at the border and on no other. On an unframed board the border is free and 0 is a colour
like any other.

A piece is (top, right, bottom, left); a clockwise quarter turn moves each colour by one place. A
solution is a tuple with one (piece, quarter turns clockwise) for each cell, row by row. Pieces are
numbered from 0 in the given order, and cells are (row, column), counted from 0.

Two solutions are the same if a rotation of the board maps one picture to the other: four rotations
of a square board, two of any other. Identical pieces are not distinguished, nor rotations of a
piece that look the same.

A puzzle may fix places of pieces, like the clue pieces of Eternity II, and forbid others. The
rotations of a board are then different solutions, as they are if pieces may not be turned
(Tetravex). A place refers to what is seen: any piece that looks the same may lie there.

Sources: Willems2016 (framed puzzles with one and two sets of colours), Ansotegui2008.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple, Self, cast

from cpstudy.core.errors import InputError, shortened
from cpstudy.core.result import Rectangular

Piece = tuple[int, int, int, int]


class Place(NamedTuple):
    """A piece by its number, a cell, and quarter turns clockwise; None: any."""

    piece: int
    cell: int
    quarters: int | None = None


Picture = tuple[Piece, ...]
Placement = tuple[tuple[int, int], ...]

FRAME = 0
TOP, RIGHT, BOTTOM, LEFT = 0, 1, 2, 3
SIDE_NAMES = ("top", "right", "bottom", "left")

_SIZE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})(u?)(n?)")
_PLACE = re.compile(r"([@!])([0-9]{1,4}),([0-9]{1,4})(?:,([0-3]))?")
COLOUR = re.compile(r"-?[0-9]{1,6}")
_PIECE = re.compile(",".join([f"({COLOUR.pattern})"] * 4))
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def turned(piece: Piece, quarters: int = 1) -> Piece:
    """Return ``piece`` turned clockwise by ``quarters`` quarter turns."""
    first = -quarters % 4
    return cast(Piece, (piece + piece)[first : first + 4])


# Models request the orientations of a piece for every cell.
@lru_cache(maxsize=4096)
def distinct_turns(piece: Piece) -> tuple[Piece, ...]:
    """Return the different orientations of a piece, clockwise from the given one."""
    return tuple(dict.fromkeys(turned(piece, quarters) for quarters in range(4)))


def least_turn(piece: Piece) -> Piece:
    """Return the least of a piece's four orientations, which is equal for identical pieces."""
    return min(distinct_turns(piece))


@dataclass(frozen=True)
class EdgeMatching(Rectangular):
    """A puzzle: the size of a board and its pieces, in any order and orientation.

    pieces: (top, right, bottom, left) each, colours from 0. framed: 0 is the frame. fixed: places
    where pieces lie; forbidden: places where they do not. turning: pieces may be turned.

    Raises InputError if sizes or numbers are invalid, a colour is negative, a piece of a framed
    puzzle has frame sides that fit no cell of the board, or a piece or a cell is fixed twice. A
    puzzle that merely has no solution, for example because it lacks corner pieces, is valid.
    """

    rows: int
    columns: int
    pieces: tuple[Piece, ...]
    framed: bool = True
    fixed: tuple[Place, ...] = ()
    forbidden: tuple[Place, ...] = ()
    turning: bool = True

    kind: ClassVar[str] = "edge_matching"

    def __post_init__(self) -> None:
        self.check_size()
        if len(self.pieces) != self.rows * self.columns:
            raise InputError(
                f"{len(self.pieces)} pieces, expected {self.rows * self.columns} ({self.size})"
            )
        pieces = []
        for number, piece in enumerate(self.pieces):
            if len(piece) != 4:
                raise InputError(f"piece {number}: {len(piece)} colours, expected 4")
            top, right, bottom, left = map(int, piece)
            pieces.append((top, right, bottom, left))
            fault = piece_fault(pieces[-1], self.rows, self.columns, self.framed)
            if fault:
                raise InputError(f"piece {number}: {fault}")
        object.__setattr__(self, "pieces", tuple(pieces))
        for name in ("fixed", "forbidden"):
            places = sorted({Place(*place) for place in getattr(self, name)}, key=_order)
            object.__setattr__(self, name, tuple(places))
            for place in places:
                self._check_place(place)
        for what in ("piece", "cell"):
            twice = [n for n, k in Counter(getattr(p, what) for p in self.fixed).items() if k > 1]
            if twice:
                where = self.cell(twice[0]) if what == "cell" else f"piece {twice[0]}"
                raise InputError(f"{where} is fixed twice")

    def _check_place(self, place: Place) -> None:
        piece, cell, quarters = place
        if not 0 <= piece < len(self.pieces):
            raise InputError(f"place of piece {piece}: there are {len(self.pieces)} pieces")
        if not 0 <= cell < len(self.pieces):
            raise InputError(f"piece {piece}: no cell {cell} on a board of size {self.size}")
        if quarters is not None and not 0 <= quarters < (4 if self.turning else 1):
            most = "0 to 3" if self.turning else "0: pieces are not turned"
            raise InputError(f"piece {piece}: turned by {quarters} quarters, expected {most}")

    @property
    def size(self) -> str:
        """The size in text form: rows x columns."""
        return f"{self.rows}x{self.columns}"

    def neighbour(self, cell: int, side: int) -> int | None:
        """Return the cell that ``side`` of ``cell`` faces, or None at the border."""
        row, column = cell // self.columns + _STEPS[side][0], cell % self.columns + _STEPS[side][1]
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

    @cached_property
    def borders(self) -> tuple[tuple[bool, ...], ...]:
        """For each cell, which of its sides are at the border."""
        sides, cells = range(4), range(self.rows * self.columns)
        return tuple(tuple(self.neighbour(cell, side) is None for side in sides) for cell in cells)

    def edges(self) -> Iterator[tuple[int, int, int]]:
        """Yield every pair of touching sides as (cell, RIGHT or BOTTOM, neighbour), row by row."""
        for cell in range(self.rows * self.columns):
            for side in (RIGHT, BOTTOM):
                other = self.neighbour(cell, side)
                if other is not None:
                    yield cell, side, other

    @property
    def symmetric(self) -> bool:
        """Whether the rotations of the board map solutions to solutions."""
        return self.turning and not (self.fixed or self.forbidden)

    @property
    def most_rotations(self) -> int:
        """The maximum number of boards that are the same solution."""
        return 1 if not self.symmetric else 4 if self.rows == self.columns else 2

    def rotations(self, picture: Picture) -> list[Picture]:
        """Return the pictures that are the same solution as ``picture``, itself first."""
        return rotations(picture, self.rows, self.columns) if self.symmetric else [picture]

    def look(self, piece: Piece) -> Piece:
        """Return a value that identical pieces share and different pieces do not."""
        return least_turn(piece) if self.turning else piece

    def turns(self, piece: Piece) -> tuple[Piece, ...]:
        """Return the different orientations that a piece may have."""
        return distinct_turns(piece) if self.turning else (piece,)

    def allows(self, cell: int, lying: Piece) -> bool:
        """Return whether the fixed and the forbidden places allow an oriented piece on a cell."""
        return lying in self._fixed.get(cell, (lying,)) and lying not in self._forbidden[cell]

    @cached_property
    def _fixed(self) -> dict[int, tuple[Piece, ...]]:
        """The allowed oriented pieces of each cell with a fixed piece."""
        return {place.cell: self._seen(place) for place in self.fixed}

    @cached_property
    def _forbidden(self) -> defaultdict[int, set[Piece]]:
        """The forbidden oriented pieces of each cell."""
        found: defaultdict[int, set[Piece]] = defaultdict(set)
        for place in self.forbidden:
            found[place.cell].update(self._seen(place))
        return found

    def _seen(self, place: Place) -> tuple[Piece, ...]:
        piece = self.pieces[place.piece]
        return self.turns(piece) if place.quarters is None else (turned(piece, place.quarters),)

    # -- the rules ---------------------------------------------------------------------------

    def violation(self, solution: Placement) -> str:
        """Return "" if ``solution`` is valid, else the first fault.

        Pieces are checked first, then turns and places, then the frame, then edges.
        """
        if len(solution) != len(self.pieces):
            return f"{len(solution)} cells, expected {len(self.pieces)} ({self.size})"
        cell_of: dict[int, int] = {}
        for cell, (piece, quarters) in enumerate(solution):
            if not (0 <= piece < len(self.pieces) and 0 <= quarters < 4):
                return f"{self.cell(cell)}: no piece {piece} turned by {quarters} quarters"
            if piece in cell_of:
                return f"piece {piece} is used at {self.cell(cell_of[piece])} and {self.cell(cell)}"
            cell_of[piece] = cell
        picture = self.picture(solution)
        for cell, (piece, quarters) in enumerate(() if self.symmetric else solution):
            if quarters and not self.turning:
                return f"{self.cell(cell)}: piece {piece} is turned"
            if not self.allows(cell, picture[cell]):
                return f"{self.cell(cell)}: piece {piece} may not lie there like this"
        if self.framed:
            for cell, colours in enumerate(picture):
                for side, colour in enumerate(colours):
                    outside = self.neighbour(cell, side) is None
                    if outside and colour != FRAME:
                        return (
                            f"{self.cell(cell)}: colour {colour} on its {SIDE_NAMES[side]}, "
                            f"where the frame belongs"
                        )
                    if colour == FRAME and not outside:
                        return f"{self.cell(cell)}: frame on its {SIDE_NAMES[side]}, inside"
        for cell, side, other in self.edges():
            here, there = picture[cell][side], picture[other][(side + 2) % 4]
            if here != there:
                return (
                    f"{self.cell(cell)} and {self.cell(other)}: colours {here} and {there} "
                    f"on their common edge"
                )
        return ""

    def picture(self, solution: Placement) -> Picture:
        """Return the oriented pieces, cell by cell."""
        return tuple(turned(self.pieces[piece], quarters) for piece, quarters in solution)

    def canonical(self, solution: Placement) -> Picture:
        """Return the least picture among the rotations of the board (4 if square, else 2)."""
        return min(self.rotations(self.picture(solution)))

    # -- the text form -----------------------------------------------------------------------

    def encode(self) -> str:
        """Return ``RxC:`` and the pieces ``top,right,bottom,left`` joined by ``;``.

        ``u`` after the size: unframed; ``n``: not turned. After a piece, ``@row,column`` fixes its
        place, and ``@row,column,quarters`` its orientation too; ``!`` instead of ``@`` forbids
        them.
        """
        return self._text(self.pieces, self.places())

    def places(self) -> list[str]:
        """Return for each piece its places in the notation of :meth:`encode`."""
        places = [""] * len(self.pieces)
        for mark, listed in (("@", self.fixed), ("!", self.forbidden)):
            for piece, cell, quarters in listed:
                turn = "" if quarters is None else f",{quarters}"
                row, column = divmod(cell, self.columns)
                places[piece] += f"{mark}{row},{column}{turn}"
        return places

    def _text(self, pieces: Picture, places: Sequence[str] = ()) -> str:
        head = f"{self.size}{'' if self.framed else 'u'}{'' if self.turning else 'n'}:"
        texts = [f"{top},{right},{bottom},{left}" for top, right, bottom, left in pieces]
        if any(places):
            texts = list(map("".join, zip(texts, places, strict=True)))
        return head + ";".join(texts)

    @classmethod
    def decode(cls, text: str) -> Self:
        """Return the puzzle of a text form. Raises an InputError that names the piece."""
        head, colon, body = text.strip().partition(":")
        if not colon:
            raise InputError(f"no ':' after the size, in {shortened(text)}")
        match = _SIZE.fullmatch(head)
        if match is None:
            raise InputError(
                f"size {shortened(head)}: expected ROWSxCOLUMNS, then u if unframed, n if pieces "
                f"are not turned"
            )
        rows, columns = int(match[1]), int(match[2])
        pieces: list[Piece] = []
        fixed: list[Place] = []
        forbidden: list[Place] = []
        for number, written in enumerate(body.split(";")):
            if plain := _PIECE.fullmatch(written):
                pieces.append(cast(Piece, tuple(map(int, plain.groups()))))
                continue
            sides = re.split("[@!]", written, maxsplit=1)[0]
            pieces.append(piece_of(number, sides.split(",")))
            for mark, place in places_of(number, written[len(sides) :], rows, columns):
                (fixed if mark == "@" else forbidden).append(place)
        options = tuple(fixed), tuple(forbidden), not match[4]
        return cls(rows, columns, tuple(pieces), not match[3], *options)

    def encode_solution(self, solution: Placement) -> str:
        """Return the solved board in the same notation: the oriented pieces, row by row."""
        return self._text(self.picture(solution))

    def decode_solution(self, text: str) -> Placement:
        """Return the solution that shows the board of ``text``; see :meth:`placement`.

        It checks no rule. Raises InputError if the size differs, or as ``placement`` does.
        """
        board = type(self).decode(text)
        if (board.rows, board.columns) != (self.rows, self.columns):
            raise InputError(f"a solution of size {board.size} for a board of size {self.size}")
        return self.placement(board.pieces)

    def placement(self, picture: Picture) -> Placement:
        """Return the solution that shows ``picture``, the oriented pieces, cell by cell.

        Identical pieces are used in their order, and equal rotations have the fewest quarter turns.
        Raises InputError if a cell has a piece that this puzzle lacks, or of which no copy is left.
        """
        left: dict[Piece, list[int]] = {}
        for number in reversed(range(len(self.pieces))):
            left.setdefault(self.look(self.pieces[number]), []).append(number)
        solution = []
        for cell, lying in enumerate(picture):
            numbers = left.get(self.look(lying))
            if not numbers:
                shown = ",".join(map(str, lying))
                raise InputError(f"{self.cell(cell)}: no piece {shown} is left")
            piece = numbers.pop()
            quarters = next(q for q in range(4) if turned(self.pieces[piece], q) == lying)
            solution.append((piece, quarters))
        return tuple(solution)


def _order(place: Place) -> tuple[int, int, int]:
    return place.piece, place.cell, -1 if place.quarters is None else place.quarters


def places_of(number: int, text: str, rows: int, columns: int) -> Iterator[tuple[str, Place]]:
    """Yield the places after a piece, each with its mark. Raises InputError."""
    for place in re.findall("[@!][^@!]*", text):
        match = _PLACE.fullmatch(place)
        if match is None:
            raise InputError(
                f"piece {number}: {shortened(place)}: expected {place[0]}ROW,COLUMN or "
                f"{place[0]}ROW,COLUMN,QUARTERS"
            )
        row, column = int(match[2]), int(match[3])
        if row >= rows or column >= columns:
            raise InputError(
                f"piece {number}: {place}: no such cell on a board of size {rows}x{columns}"
            )
        quarters = None if match[4] is None else int(match[4])
        yield match[1], Place(number, row * columns + column, quarters)


def piece_of(number: int, fields: Sequence[str]) -> Piece:
    """Return the piece with these colours as text. Raises an InputError that names its number."""
    for field in fields:
        if not COLOUR.fullmatch(field):
            raise InputError(f"piece {number}: {shortened(field)} is not a colour")
    if len(fields) != 4:
        raise InputError(f"piece {number}: {len(fields)} colours, expected 4")
    top, right, bottom, left = map(int, fields)
    return top, right, bottom, left


def piece_fault(piece: Piece, rows: int, columns: int, framed: bool) -> str:
    """Return the fault of a piece by itself, or "".

    Its colours must not be negative, and the frame sides of a framed puzzle's piece must be among
    those of some cell: two opposite sides need a board one cell wide, three sides its end, four
    sides a 1×1 board.
    """
    if min(piece) < 0:
        side = next(side for side, colour in enumerate(piece) if colour < 0)
        return f"colour {piece[side]} on its {SIDE_NAMES[side]} is negative"
    if framed and FRAME in piece:
        row, column = rows == 1, columns == 1
        # The sides at the border of the top left cell. Up to rotation, every other cell has the
        # same or fewer: on a single row or column, the ends have the most.
        corner = (True, column, row, True)
        frame = tuple(colour == FRAME for colour in piece)
        fits = any(
            all(corner[(side + turn) % 4] or not frame[side] for side in range(4))
            for turn in range(4)
        )
        if not fits:
            names = " and ".join(SIDE_NAMES[side] for side in range(4) if frame[side])
            return f"frame on its {names}: one of them would lie inside"
    return ""


def rotations(picture: Picture, rows: int, columns: int) -> list[Picture]:
    """Return the rotations of ``picture`` that fit the board, row by row, itself first."""
    pictures = [picture]
    for quarters in (1, 2, 3) if rows == columns else (2,):
        if quarters == 2:
            cells = list(reversed(picture))
        else:
            by_column = [
                picture[row * columns + column]
                for column in range(columns)
                for row in reversed(range(rows))
            ]
            cells = by_column if quarters == 1 else by_column[::-1]
        top, right, bottom, left = turned((0, 1, 2, 3), quarters)
        pictures.append(tuple([(p[top], p[right], p[bottom], p[left]) for p in cells]))
    return pictures
