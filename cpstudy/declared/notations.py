"""Texts of other programs: bodies of puzz.link addresses and game IDs of Simon Tatham's collection.

A notation is a list of parts. Each part reads its piece of a body, and writes it. A kind names its
parts in a line: ``pzpr = Pzpr(("akari", "lightup"), (cells("walls", code=FOUR),))``. Most parts are
places and a *code* of their tokens (:mod:`cpstudy.core.codes`). puzz.link fills a body that is too
short.

*Borders* are bits of inner edges: first the edges between horizontal neighbours, row by row, then
those between vertical neighbours; five in a digit of base 32. *Rooms* are in the order of their
first cells. Sources: PuzzLink, Tatham2004.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import isqrt
from typing import NamedTuple, TypeVar

from cpstudy.core import wording
from cpstudy.core.ambiguity import connected
from cpstudy.core.codes import DIGITS, NUMBERS, Code, Signs, gaps
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.kind import Format, decoder, line_format
from cpstudy.core.puzzle_urls import Address, address_of, is_address, is_game, title_of
from cpstudy.declared.board import BLANK, Cell, box_height
from cpstudy.declared.puzzle import Declared
from cpstudy.puzzles.latin.game_ids import decode_blocks, encode_blocks, numbered
from cpstudy.reading import saves

Found = dict[str, dict[Cell, str]]
# A block and a place in it.
Place = tuple[str, Cell]
D = TypeVar("D", bound=Declared)
_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


# -- codes -----------------------------------------------------------------------------------------


def one_token(token: str) -> Code:
    """Return the code of cells with one token, each followed by up to 17 blanks."""
    return Code(lambda: gaps("i", "z") | {DIGITS[k]: (token, *[BLANK] * k) for k in range(18)})


def _arrows() -> Signs:
    signs = gaps("a", "z") | {"0.": ("#",)}
    for way, n in product(range(1, 5), range(256)):
        sign = f"{way}{n:x}" if n < 16 else f"{way + 5}{n:02x}"
        signs[sign] = (f"{n}{' nswe'[way]}",)
    return signs


def _bits() -> Signs:
    """A gap before each 0 in small letters, before each 1 in capitals."""
    signs: Signs = {"z": (BLANK,) * 25}
    for n, sign in enumerate(DIGITS[10:35]):
        signs |= {sign: (*[BLANK] * n, "0"), sign.upper(): (*[BLANK] * n, "1")}
    return signs


def _pairs() -> Signs:
    """Two sums, below and to the right."""
    signs = gaps("k", "z") | {".": ("#",)}
    for (below, a), (right, b) in product(_SUM, _SUM):
        signs[a + b] = (f"{below}-{right}" if below or right else "#",)
    return signs


def _base_36() -> Signs:
    signs = [*DIGITS, *(f"-{a}{b}" for a, b in product(DIGITS[1:], DIGITS))]
    return {sign: (str(n),) for n, sign in enumerate(signs)}


BASE_36, ARROWS, BITS, _PAIRS = map(Code, (_base_36, _arrows, _bits, _pairs))
_SUM = [("", "-"), ("", "0"), *((str(n), DIGITS[n]) for n in range(1, 20))]
_SUM += [(str(n + 10), DIGITS[n].upper()) for n in range(10, 36)]
_ABOVE = Code(lambda: {sign: (f"{n}-" if n else "#",) for n, sign in _SUM})
_BESIDE = Code(lambda: {sign: (f"-{n}" if n else "#",) for n, sign in _SUM})


def named(parts: Iterable[Iterable[Cell]]) -> dict[Cell, str]:
    """Return for each cell the token of its part: one character if the parts are few."""
    found = [list(part) for part in parts]
    names = _NAMES if len(found) <= len(_NAMES) else [*map(str, range(len(found)))]
    return {cell: name for name, part in zip(names, found, strict=False) for cell in part}


# -- parts -----------------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """A board that is read or written. found: tokens by block, so far.

    short: whether the body may be too short.
    """

    puzzle: type[Declared]
    rows: int
    columns: int
    found: Found
    short: bool = False

    def places(self, *blocks: str) -> list[Place]:
        """Return the places of blocks in order. Raises InputError for a huge board."""
        named = {name: self.puzzle.block(name) for name in blocks}
        return [(n, p) for n, block in named.items() for p in block.places(self.rows, self.columns)]


class Part(NamedTuple):
    """A piece of a body. read: adds tokens to a sheet, and returns the rest of the body."""

    read: Callable[[str, Sheet], str]
    write: Callable[[Sheet], str]


@dataclass(frozen=True)
class Listed:
    """A code: tokens separated by a sign, up to another sign if there is one."""

    between: str = ","
    upto: str = ""

    def read(self, body: str, columns: int, most: float) -> tuple[list[str], str]:
        """See :class:`.Code`."""
        piece, follows, rest = body.partition(self.upto) if self.upto else (body, "", "")
        return [token or BLANK for token in piece.split(self.between)], follows + rest

    def write(self, tokens: Sequence[str]) -> str:
        """See :class:`.Code`."""
        if self.between == "," and BLANK in tokens:
            raise InputError("a game ID has a number for each row and column")
        return self.between.join("" if token == BLANK else token for token in tokens)


class ByLines:
    """A code: the regions of a square by the lines between them."""

    def read(self, body: str, columns: int, most: float) -> tuple[list[str], str]:
        """See :class:`.Code`."""
        return [*map(str, decode_blocks(body, columns))], ""

    def write(self, tokens: Sequence[str]) -> str:
        """See :class:`.Code`."""
        return encode_blocks(isqrt(len(tokens)), numbered(tokens), shorten=False)


def cells(
    *blocks: str,
    code: Code | Listed | ByLines = NUMBERS,
    among: Callable[[Sheet], list[Place]] | None = None,
    closed: str = "",
    start: str = "",
    end: str = "",
    optional: bool = False,
    fill: str = BLANK,
    what: str = "cells",
) -> Part:
    """Return a part: the tokens of blocks by a code, block after block; gaps run on.

    among: the places, if not all of the blocks. closed: a token after the last place. start, end:
    the signs before and after the piece. optional: an empty piece may be missing. fill: the token
    of places that a short body leaves out. what: the places in messages.
    """

    def read(body: str, on: Sheet) -> str:
        places = among(on) if among else on.places(*blocks)
        body, _, rest = body.partition(end) if end else (body, "", "")
        columns, size = len({column for _, (_, column) in places}), len(places) + bool(closed)
        tokens, more = code.read(body.removeprefix(start), columns, size)
        if not closed and (on.short or (optional and not body)):
            tokens += [fill] * (size - len(tokens))
        tokens = tokens[:-1] if closed else tokens
        if len(tokens) != len(places):
            raise InputError(f"{len(tokens)} {what}, expected {len(places)}")
        for (block, place), token in zip(places, tokens, strict=True):
            on.found.setdefault(block, {})[place] = token
        return more + rest

    def write(on: Sheet) -> str:
        places = among(on) if among else on.places(*blocks)
        tokens = [on.found[block][place] for block, place in places]
        nothing = start and set(tokens) == {BLANK}
        return "" if nothing else start + code.write(tokens + [closed] * bool(closed)) + end

    return Part(read, write)


def borders(block: str) -> Part:
    """Return a part: regions by the lines between them. block: has a token for each region."""

    def read(body: str, on: Sheet) -> str:
        rows, columns, places, bits = on.rows, on.columns, on.places(block), ""
        for count in (rows * (columns - 1), (rows - 1) * columns):
            size = (count + 4) // 5
            piece, body = body[:size], body[size:]
            if not re.fullmatch("[0-9a-v]*", piece):
                raise InputError(f"borders: {shortened(piece)} is not in base 32")
            if not on.short and len(piece) < size:
                raise InputError(f"borders: {len(piece)} digits, expected {size}")
            bits += "".join(f"{int(sign, 32):05b}" for sign in piece.ljust(size, "0"))[:count]
        open_ = [edge for edge, bit in zip(_edges(rows, columns), bits, strict=True) if bit == "0"]
        on.found[block] = named(connected((cell for _, cell in places), open_))
        return body

    def write(on: Sheet) -> str:
        of, beside = on.found[block], on.rows * (on.columns - 1)
        bits = "".join("01"[of[a] != of[b]] for a, b in _edges(on.rows, on.columns))
        fives = [h[k : k + 5] for h in (bits[:beside], bits[beside:]) for k in range(0, len(h), 5)]
        return "".join(DIGITS[int(five.ljust(5, "0"), 2)] for five in fives)

    return Part(read, write)


def _edges(rows: int, columns: int) -> Iterator[tuple[Cell, Cell]]:
    yield from (((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1))
    yield from (((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns))


def room_numbers(block: str, rooms: str) -> Part:
    """Return a part: a number or a gap for each room, read into the first cell of the room."""

    def places(on: Sheet) -> list[Place]:
        number, found = on.found.get(block, {}), dict[str, Cell]()
        for cell, room in on.found[rooms].items():
            if room not in found or number.get(cell, BLANK) != BLANK:
                found[room] = cell
        return [(block, cell) for cell in found.values()]

    return cells(among=places, what="numbers of rooms")


def sums(block: str) -> Part:
    """Return a part: two sums for each black cell, below and right, then those outside the board.

    The block also has the cells outside: a row above and a column to the left.
    """

    def outside(k: int, code: Code) -> Part:
        def places(on: Sheet) -> list[Place]:
            of = on.found[block]
            edge = (c for c in of if c[k] == 0 < c[1 - k])
            return [(block, c) for c in edge if of[max(1, c[0]), max(1, c[1])] == BLANK]

        return cells(code=code, among=places, fill="#", what="sums outside")

    inside = cells(code=_PAIRS, among=lambda on: [(block, c) for c in on.found[block] if all(c)])
    parts = inside, outside(0, _ABOVE), outside(1, _BESIDE)

    def read(body: str, on: Sheet) -> str:
        on.found[block] = dict.fromkeys((cell for _, cell in on.places(block)), "#")
        for part in parts:
            body = part.read(body, on)
        return body

    return Part(read, lambda on: "".join(part.write(on) for part in parts))


def greater(block: str, beside: str, below: str) -> Part:
    """Return a part: a number (0: none) for each cell, with letters (U, R, D, L).

    The letters say which neighbours are smaller.
    """

    ways = {"U": (below, "^", -1, 0), "R": (beside, ">", 0, 0)}
    ways |= {"D": (below, "v", 0, 0), "L": (beside, "<", 0, -1)}
    texts = cells(block, code=Listed())

    def read(body: str, on: Sheet) -> str:
        texts.read(body.removesuffix(","), on)
        free = set(on.places(beside, below))
        for cell, text in on.found[block].items():
            clue = re.fullmatch("([0-9]+)([URDL]*)", text, re.ASCII)
            if clue is None:
                raise InputError(f"{wording.place(cell)}: {shortened(text)} is not a clue")
            on.found[block][cell] = BLANK if int(clue[1]) == 0 else clue[1]
            for way in clue[2]:
                name, sign, up, left = ways[way]
                place = cell[0] + up, cell[1] + left
                if (name, place) not in free:
                    where = wording.place(cell)
                    raise InputError(f"{where}: {way} points nowhere, or against another")
                free.remove((name, place))
                on.found.setdefault(name, {})[place] = sign
        return ""

    def write(on: Sheet) -> str:
        text, of = "", on.found
        for (r, c), token in of[block].items():
            text += "0" if token == BLANK else token
            for way, (name, sign, up, left) in ways.items():
                text += way if of[name].get((r + up, c + left)) == sign else ""
            text += ","
        return text

    return Part(read, write)


# -- notations -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pzpr:
    """A notation of pzpr. names: the one that we write comes first. parts: of a body, in order.

    margin: the rows above and the columns left of a board of pzpr that our boards include.
    """

    names: tuple[str, ...]
    parts: tuple[Part, ...]
    margin: int = 0

    def read(self, puzzle: type[D], address: Address) -> D:
        """Return the puzzle of an address. Raises InputError."""
        rows, columns = address.rows + self.margin, address.columns + self.margin
        on = Sheet(puzzle, rows, columns, {}, address.short)
        return _puzzle(puzzle, self.parts, address.body, on)

    def write(self, puzzle: Declared) -> str:
        """Return the address, as a line."""
        columns, rows = puzzle.columns - self.margin, puzzle.rows - self.margin
        if min(columns, rows) < 1:
            raise InputError(f"{puzzle.size}: an address has no board of that size")
        return address_of(f"{self.names[0]}/{columns}/{rows}/{_body(puzzle, self.parts)}")


@dataclass(frozen=True)
class Game:
    """A notation of Simon Tatham's collection, ``WxH…:BODY``. name: of the game.

    parts: of a body. settings: a regular expression of the settings between size and colon;
    written: those that we write. square: the size is one number. boxed: the size is the columns and
    rows of a box, equal numbers or one row more. unless: (letter, block, token): the block has the
    token, unless the letter is a setting.
    """

    name: str
    parts: tuple[Part, ...]
    settings: str = "[a-z0-9]*"
    written: str = ""
    square: bool = False
    boxed: bool = False
    unless: tuple[str, str, str] | None = None

    def read(self, puzzle: type[D], text: str) -> D:
        """Return the puzzle of an ID. Raises InputError."""
        size = "([0-9]{1,4})(?:x([0-9]{1,4}))?"
        head = re.fullmatch(rf"{size}([^:]*):(.*)", text, re.ASCII)
        if head is not None and not re.fullmatch(self.settings, head[3]):
            raise InputError(f"variant {shortened(head[3])} of {self.name} is not supported")
        rows, columns = (int(head[2] or head[1]), int(head[1])) if head else (0, 0)
        if head is None or (self.boxed and not (head[2] and 0 <= rows - columns <= 1)):
            raise InputError(f"expected a game ID of {self.name}, WxH…:…, got {shortened(text)}")
        found: Found = {}
        if self.unless is not None:
            letter, block, token = self.unless
            found[block] = {(0, 0): BLANK if letter in head[3] else token}
        if self.boxed:
            rows = columns = rows * columns
        return _puzzle(puzzle, self.parts, head[4], Sheet(puzzle, rows, columns, found))

    def write(self, puzzle: Declared) -> str:
        """Return ``GAME:ID``, as a line."""
        body = _body(puzzle, self.parts)
        size = str(puzzle.rows) if self.square else puzzle.size
        if self.boxed:
            high = box_height(puzzle.rows)
            size = f"{high}x{puzzle.rows // high}"
        letter = ""
        if self.unless is not None and puzzle.board[self.unless[1]][0, 0] == BLANK:
            letter = self.unless[0]
        return f"{self.name}:{size}{self.written}{letter}:{body}\n"


def _puzzle(puzzle: type[D], parts: Sequence[Part], body: str, on: Sheet) -> D:
    """Return the puzzle of a body. Raises InputError."""
    for part in parts:
        body = part.read(body, on)
    if body:
        raise InputError(f"{shortened(body)}: more than a board")
    return puzzle.of_blocks(on.rows, on.columns, on.found)


def _body(puzzle: Declared, parts: Sequence[Part]) -> str:
    """Return the body of a puzzle. Raises InputError if the parts cannot describe it."""
    on = Sheet(type(puzzle), puzzle.rows, puzzle.columns, puzzle.board.tokens)
    return "".join(part.write(on) for part in parts)


def _written(notation: Pzpr | Game, puzzle: Declared) -> str:
    """Return a puzzle in a notation. Raises InputError if something is lost.

    Examples: a region in pieces, the second number of a room, cells without a cage, a block that
    the notation lacks.
    """
    text = notation.write(puzzle)
    read = type(puzzle).decode(text)
    for block, mine, theirs in zip(puzzle.blocks, puzzle.texts, read.texts, strict=True):
        if _alike(mine) != _alike(theirs):
            raise InputError(f"{block.name} cannot be written in this format: only as text")
    return text


def _alike(tokens: Sequence[str]) -> list[int]:
    """Return how often each token occurs, sorted: regions get other names when they are read."""
    return sorted(Counter(token for token in tokens if token != BLANK).values())


def formats(puzzle: type[Declared]) -> list[Format]:
    """Return the formats of a kind other than its text form."""
    read: Callable[[str], Declared] = decoder(puzzle)
    found: list[Format] = []
    if (pzpr := puzzle.pzpr) is not None:
        words, write = "addresses of puzz.link and the like", partial(_written, pzpr)
        found.append(line_format("puzz.link", words, read, is_address, write))
    if (game := puzzle.game) is not None:
        words = "game IDs of Simon Tatham's collection, or their addresses"
        claims, written = partial(is_game, game=game.name), partial(_written, game)
        found.append(line_format("id", words, read, claims, written))
        found.append(saves.save_format(title_of(game.name), partial(game.read, puzzle)))
    return found
