"""Pieces of puzz.link bodies that not every kind has: borders, rooms, arrows, clues outside.

Each is a :class:`.addresses.Part`. *Borders*: a bit an inner edge, first those between cells beside
each other, row by row, then those below each other; five to a digit of base 32. *Rooms* are in the
order of their first cells. Source: PuzzLink, whose program defines the notation.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cpstudy.core import wording
from cpstudy.core.errors import InputError, shortened
from cpstudy.declared.addresses import Tokens
from cpstudy.declared.board import BLANK, Cell
from cpstudy.declared.puzzle import Declared

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_HEXADECIMAL = re.compile(r"-([0-9a-f]{2})|\+([0-9a-f]{3})|([0-9a-f])|(\.)|([g-z])")


def hexadecimal(body: str, places: int, question: str) -> tuple[tuple[str, ...], str]:
    """So many tokens of numbers and gaps, and the rest of the body. Raises InputError."""
    tokens: list[str] = []
    at = 0
    while len(tokens) < places and at < len(body):
        found = _HEXADECIMAL.match(body, at)
        if found is None:
            raise InputError(f"place {len(tokens)}: {shortened(body[at:])} is neither clue nor gap")
        two, three, one, unknown, gap = found.groups()
        at = found.end()
        if gap:
            tokens += [BLANK] * (_DIGITS.index(gap) - 15)
        else:
            tokens.append(question if unknown else str(int(two or three or one, 16)))
    if len(tokens) > places:
        raise InputError(f"{len(tokens)} places, expected {places}")
    return (*tokens, *[BLANK] * (places - len(tokens))), body[at:]


def in_hexadecimal(tokens: Iterable[str], question: str) -> str:
    """The inverse of :func:`hexadecimal`; final gaps are written, too."""
    signs = "".join(
        " " if t == BLANK else "." if t == question else _number(int(t)) for t in tokens
    )
    return re.sub(" {1,20}", lambda gap: _DIGITS[len(gap[0]) + 15], signs)


def _number(value: int) -> str:
    if value >= 4096:
        raise InputError(f"an address holds no number above 4095, as {value}")
    return f"{value:x}" if value < 16 else f"-{value:02x}" if value < 256 else f"+{value:03x}"


@dataclass(frozen=True)
class Borders:
    """Regions by the lines between them. block: a token a region."""

    block: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        beside, below = rows * (columns - 1), (rows - 1) * columns
        bits, body = _bits(body, beside)
        more, body = _bits(body, below)
        open_edges = [
            edge for edge, bit in zip(_edges(rows, columns), bits + more, strict=True) if bit == "0"
        ]
        found[self.block] = named(rows, columns, open_edges)
        return body

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        of = puzzle.board[self.block]
        bits = "".join("01"[of[a] != of[b]] for a, b in _edges(puzzle.rows, puzzle.columns))
        beside = puzzle.rows * (puzzle.columns - 1)
        return _in_base_32(bits[:beside]) + _in_base_32(bits[beside:])


def _edges(rows: int, columns: int) -> Iterator[tuple[Cell, Cell]]:
    for r in range(rows):
        yield from (((r, c), (r, c + 1)) for c in range(columns - 1))
    for r in range(rows - 1):
        yield from (((r, c), (r + 1, c)) for c in range(columns))


def _bits(body: str, bits: int) -> tuple[str, str]:
    """So many bits, and the rest of the body; what is missing is 0."""
    size = (bits + 4) // 5
    piece = body[:size]
    if not re.fullmatch("[0-9a-v]*", piece):
        raise InputError(f"borders: {shortened(piece)} is not in base 32")
    return "".join(f"{int(sign, 32):05b}" for sign in piece.ljust(size, "0"))[:bits], body[size:]


def _in_base_32(bits: str) -> str:
    return "".join(_DIGITS[int(bits[k : k + 5].ljust(5, "0"), 2)] for k in range(0, len(bits), 5))


def named(rows: int, columns: int, open_edges: Iterable[tuple[Cell, Cell]]) -> tuple[str, ...]:
    """A token for each cell, the same where open edges connect cells."""
    near: dict[Cell, list[Cell]] = {}
    for one, other in open_edges:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    region: dict[Cell, int] = {}
    for cell in ((r, c) for r in range(rows) for c in range(columns)):
        if cell not in region:
            number = len(set(region.values())) if region else 0
            region[cell] = number
            for reached in (queue := [cell]):
                fresh = [other for other in near.get(reached, ()) if other not in region]
                region |= dict.fromkeys(fresh, number)
                queue += fresh
    short = max(region.values(), default=0) < len(_NAMES)
    return tuple(
        _NAMES[region[r, c]] if short else str(region[r, c])
        for r in range(rows)
        for c in range(columns)
    )


@dataclass(frozen=True)
class RoomNumbers:
    """A number or a gap a room, in the order of their first cells. rooms: the block of rooms."""

    block: str
    rooms: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`. The number stands at the first cell."""
        first = list(_first(found[self.rooms]).values())
        tokens, body = hexadecimal(body, len(first), "?")
        at = dict(zip(first, tokens, strict=True))
        found[self.block] = tuple(at.get(cell, BLANK) for cell in range(rows * columns))
        return body

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        rooms = puzzle.tokens(self.rooms)
        numbers = dict.fromkeys(_first(rooms), BLANK)
        for room, token in zip(rooms, puzzle.tokens(self.block), strict=True):
            if token != BLANK:
                numbers[room] = token
        return in_hexadecimal(numbers.values(), "?")


def _first(rooms: Sequence[str]) -> dict[str, int]:
    """The number of the first cell of each room."""
    found: dict[str, int] = {}
    for cell, room in enumerate(rooms):
        found.setdefault(room, cell)
    return found


@dataclass(frozen=True)
class Outside:
    """Numbers outside the board, block after block; gaps run on from one to the next.

    across: so many of the blocks, the first, have a number a column, the others one a row.
    """

    blocks: tuple[str, ...]
    across: int

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        sizes = [columns if k < self.across else rows for k in range(len(self.blocks))]
        tokens, body = hexadecimal(body, sum(sizes), "?")
        for name, size in zip(self.blocks, sizes, strict=True):
            found[name], tokens = tokens[:size], tokens[size:]
        return body

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        return in_hexadecimal((t for name in self.blocks for t in puzzle.tokens(name)), "?")


@dataclass(frozen=True)
class Arrows:
    """Numbers with a direction; letters are gaps. blind: the token of a clue without a number."""

    block: str
    blind: str = "#"

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        tokens: list[str] = []
        piece = re.compile(r"([0-4])([0-9a-f.])|([5-9])([0-9a-f]{2})|([a-z])")
        at = 0
        while at < len(body):
            clue = piece.match(body, at)
            if clue is None:
                raise InputError(
                    f"{wording.place(divmod(len(tokens), columns))}: {body[at]!a} is not a clue"
                )
            way, number, far, large, gap = clue.groups()
            at = clue.end()
            if gap:
                tokens += [BLANK] * (_DIGITS.index(gap) - 9)
            elif number == "." or way == "0":
                tokens.append(self.blind)
            else:
                step = int(way) if way else int(far) - 5
                tokens.append(f"{int(number or large, 16)}{' nswe'[step]}")
        if len(tokens) > rows * columns:
            raise InputError(f"{len(tokens)} cells, expected {rows * columns}")
        found[self.block] = (*tokens, *[BLANK] * (rows * columns - len(tokens)))
        return ""

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        signs = "".join(self._sign(token) for token in puzzle.tokens(self.block))
        return re.sub(" {1,26}", lambda gap: _DIGITS[len(gap[0]) + 9], signs)

    def _sign(self, token: str) -> str:
        if token in (BLANK, self.blind):
            return " " if token == BLANK else "0."
        way, number = " nswe".index(token[-1]), int(token[:-1])
        return f"{way}{number:x}" if number < 16 else f"{way + 5}{number:02x}"


@dataclass(frozen=True)
class OneCells:
    """Cells that all have one token, each with the gap behind it."""

    block: str
    token: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        tokens: list[str] = []
        for sign in body:
            value = _DIGITS.find(sign)
            if value < 0:
                raise InputError(
                    f"{wording.place(divmod(len(tokens), columns))}: {sign!a} is not a clue"
                )
            tokens += [self.token, *[BLANK] * value] if value < 18 else [BLANK] * (value - 17)
        if self.token in tokens[rows * columns :]:
            raise InputError(f"{len(tokens)} cells, expected {rows * columns}")
        tokens += [BLANK] * (rows * columns - len(tokens))
        found[self.block] = tuple(tokens[: rows * columns])
        return ""

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        signs = "".join(" X"[token != BLANK] for token in puzzle.tokens(self.block))
        return re.sub("X {0,17}| {1,18}", lambda p: _DIGITS[_gap(p[0])], signs)


def _gap(piece: str) -> int:
    return len(piece) - 1 if piece[0] == "X" else len(piece) + 17


@dataclass(frozen=True)
class Before:
    """A number for the board, before ``/``."""

    block: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        number, _, rest = body.partition("/")
        found[self.block] = (number,)
        return rest

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        return f"{puzzle.tokens(self.block)[0]}/"


@dataclass(frozen=True)
class Sums:
    """Two numbers a black cell, below and to the right of it, then those outside the board.

    The block has the cells outside, too: a row above and a column to the left.
    """

    block: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`. rows, columns: with those outside."""
        inner = [(r, c) for r in range(1, rows) for c in range(1, columns)]
        token = {(r, c): "#" for r in range(rows) for c in range(columns)}
        token |= dict.fromkeys(inner, BLANK)
        place = at = 0
        while place < len(inner) and at < len(body):
            sign = body[at]
            if "k" <= sign <= "z":
                place, at = place + _DIGITS.index(sign) - 19, at + 1
                continue
            size = 1 if sign == "." else 2
            token[inner[place]] = "#" if sign == "." else _pair(body[at : at + 2])
            place, at = place + 1, at + size
        for cell in [(0, c) for c in range(1, columns)] + [(r, 0) for r in range(1, rows)]:
            if token[max(1, cell[0]), max(1, cell[1])] == BLANK:
                sign, at = body[at : at + 1] or "-", at + 1
                token[cell] = _pair(f"{sign}-" if cell[0] == 0 else f"-{sign}")
        found[self.block] = tuple(token.values())
        return body[at:]

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`. Raises InputError for white cells at the upper left."""
        of = puzzle.board[self.block]
        top = [(0, c) for c in range(1, puzzle.columns)]
        left = [(r, 0) for r in range(1, puzzle.rows)]
        if BLANK in (of[cell] for cell in [(0, 0), *top, *left]):
            raise InputError("an address has no white cells in its first row and column")
        inner = "".join(_sums(t) for (r, c), t in of.items() if r and c)
        ends = (
            _sums(of[r, c], full=True)[0 if r == 0 else 1]
            for r, c in [*top, *left]
            if of[max(1, r), max(1, c)] == BLANK
        )
        return re.sub(" {1,16}", lambda gap: _DIGITS[len(gap[0]) + 19], inner) + "".join(ends)


def _pair(signs: str) -> str:
    """The token of two signs, of the sum below and of that to the right."""
    values = []
    for sign in signs:
        if sign not in "-" and not (sign.isascii() and sign.isalnum() and not "k" <= sign <= "z"):
            raise InputError(f"{sign!a} is not a sum")
        value = 0 if sign == "-" else int(sign, 36) + (10 if sign.isupper() else 0)
        values.append(str(value) if value else "")
    return "#" if values in ([""], ["", ""]) else "-".join(values)


def _sums(token: str, full: bool = False) -> str:
    if token == BLANK:
        return " "
    values = ["", ""] if token == "#" else token.split("-")
    if token == "#" and not full:
        return "."
    return "".join(
        "-" if not v else _DIGITS[int(v)] if int(v) < 20 else _DIGITS[int(v) - 10].upper()
        for v in values
    )
