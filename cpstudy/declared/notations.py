"""Texts of other programs: bodies of puzz.link addresses and IDs of Simon Tatham's, by parts.

A notation is a list of parts, each of which reads its piece of a body and writes it again. A kind
names them in a line: ``pzpr = Pzpr(("akari", "lightup"), (cells("walls", code=FOUR),))``.
Most are a *code*: what each sign means, one token or several; the longest sign that fits is read,
and the most tokens that one sign means are written. puzz.link fills a body that is too short.

*Borders*: a bit an inner edge, first those between cells beside each other, row by row, then those
below each other; five to a digit of base 32. *Rooms* are in the order of their first cells.
Sources: PuzzLink, Tatham2004 for the notations.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar

from cpstudy.core import wording
from cpstudy.core.ambiguity import connected
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.kind import Format, decoder, line_format
from cpstudy.core.puzzle_urls import Address, address_of, is_game, puzz_link, title_of
from cpstudy.declared.board import BLANK, Cell, box_height
from cpstudy.declared.puzzle import Declared
from cpstudy.puzzles.latin.game_ids import decode_blocks, encode_blocks, numbered
from cpstudy.reading import saves

Found = dict[str, dict[Cell, str]]
# A block and a place in it.
Place = tuple[str, Cell]
Code = dict[str, tuple[str, ...]]
D = TypeVar("D", bound=Declared)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LETTERS = _DIGITS[10:35]
_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


# -- codes -----------------------------------------------------------------------------------------


def gaps(first: str, last: str, *behind: str) -> Code:
    """A letter for so many blanks, from one on, and a token behind them."""
    letters = _DIGITS[_DIGITS.index(first) : _DIGITS.index(last) + 1]
    return {sign: (BLANK,) * count + behind for count, sign in enumerate(letters, 1)}


def four_cells(question: str) -> Code:
    """Numbers from 0 to 4, each with up to two blanks behind it."""
    code = gaps("g", "z") | {".": (question,)}
    return code | {_DIGITS[5 * k + n]: (str(n), *[BLANK] * k) for n in range(5) for k in range(3)}


def one_token(token: str) -> Code:
    """Cells that all have one token, each with up to 17 blanks behind it."""
    return gaps("i", "z") | {_DIGITS[k]: (token, *[BLANK] * k) for k in range(18)}


def letters(tokens: str, *more: tuple[str, str]) -> Code:
    """Tokens of one character, others as said, and gaps from ``a`` on."""
    return gaps("a", "z") | {token: (token,) for token in tokens} | {s: (t,) for s, t in more}


def _hexadecimal(n: int) -> str:
    return f"{n:x}" if n < 16 else f"-{n:02x}" if n < 256 else f"+{n:03x}"


def _thirty_six(n: int) -> str:
    return _DIGITS[n] if n < 36 else f"-{_DIGITS[n // 36]}{_DIGITS[n % 36]}"


# Numbers in hexadecimal digits, ``.`` for one that is not known; decimal ones; in base 36.
NUMBERS = gaps("g", "z") | {".": ("?",)} | {_hexadecimal(n): (str(n),) for n in range(4096)}
UP_TO_999 = gaps("a", "z") | {"_": ()} | {str(n): (str(n),) for n in range(1, 1000)}
BASE_36: Code = {_thirty_six(n): (str(n),) for n in range(36 * 36)}
ARROWS = gaps("a", "z") | {"0.": ("#",)}
ARROWS |= {f"{w}{n:x}": (f"{n}{' nswe'[w]}",) for w in range(1, 5) for n in range(16)}
ARROWS |= {f"{w + 5}{n:02x}": (f"{n}{' nswe'[w]}",) for w in range(1, 5) for n in range(16, 256)}
# A gap before each token, one more behind the last: of trees, of 0 and 1 in small and capitals.
TREES = gaps("a", "y", "T") | {"_": ("T",), "z": (BLANK,) * 25}
BITS: Code = {"z": (BLANK,) * 25} | {sign: (*[BLANK] * n, "0") for n, sign in enumerate(_LETTERS)}
BITS |= {sign.upper(): (*[BLANK] * n, "1") for n, sign in enumerate(_LETTERS)}
_SUM = [("", "-"), ("", "0"), *((str(n), _DIGITS[n]) for n in range(1, 20))]
_SUM += [(str(n + 10), _DIGITS[n].upper()) for n in range(10, 36)]
_SUMS = {a + b: f"{below}-{right}" for (below, a), (right, b) in product(_SUM, _SUM)}
SUMS = gaps("k", "z") | {".": ("#",)} | {s: (t if t != "-" else "#",) for s, t in _SUMS.items()}


def named(parts: Iterable[Iterable[Cell]]) -> dict[Cell, str]:
    """The token of its part for each cell, a character where parts are few."""
    found = [list(part) for part in parts]
    names = _NAMES if len(found) <= len(_NAMES) else [*map(str, range(len(found)))]
    return {cell: name for name, part in zip(names, found, strict=False) for cell in part}


def decoded(body: str, code: Code, places: int, columns: int) -> tuple[list[str], str]:
    """So many tokens at most, and the rest of the body. Raises InputError that names the cell."""
    tokens: list[str] = []
    at, longest = 0, max(map(len, code))
    while at < len(body) and len(tokens) < places:
        sign = next((s for n in range(longest, 0, -1) if (s := body[at : at + n]) in code), None)
        if sign is None:
            where = wording.place(divmod(len(tokens), max(1, columns)))
            raise InputError(f"{where}: {body[at]!a} is not a clue")
        tokens += code[sign]
        at += len(sign)
    return tokens, body[at:]


def encoded(tokens: Sequence[str], code: Code) -> str:
    """The inverse. Raises InputError for a token that no sign means."""
    sign_of = {meant: sign for sign, meant in reversed([*code.items()])}
    longest, text, at = max(map(len, sign_of)), "", 0
    while at < len(tokens):
        span = min(longest, len(tokens) - at)
        spans = (tuple(tokens[at : at + n]) for n in range(span, 0, -1))
        meant = next((meant for meant in spans if meant in sign_of), None)
        if meant is None:
            raise InputError(f"{tokens[at]} cannot be written so")
        apart = sign_of.get((), "") if text[-1:].isdigit() and sign_of[meant].isdigit() else ""
        text += apart + sign_of[meant]
        at += len(meant)
    return text


# -- parts -----------------------------------------------------------------------------------------


class Reading(NamedTuple):
    """What a part reads for: a board, and the tokens by block that were found so far.

    short: the body may be short.
    """

    puzzle: type[Declared]
    rows: int
    columns: int
    found: Found
    short: bool

    def places(self, *blocks: str) -> list[Place]:
        """Those of blocks, one after another. Raises InputError for a huge board."""
        named = {name: self.puzzle.block(name) for name in blocks}
        return [(n, p) for n, block in named.items() for p in block.places(self.rows, self.columns)]

    def share(
        self, tokens: Sequence[str], places: Sequence[Place], what: str, short: bool = False
    ) -> None:
        """Give places their tokens. Raises InputError for another number of them.

        short: there may be fewer; then blanks follow.
        """
        missing = len(places) - len(tokens)
        if missing < 0 or (missing and not short):
            raise InputError(f"{len(tokens)} {what}, expected {len(places)}")
        for (block, place), token in zip(places, [*tokens, *[BLANK] * missing], strict=True):
            self.found.setdefault(block, {})[place] = token


class Part(NamedTuple):
    """A piece of a body. read: finds tokens, and returns what is left of the body; write: it.

    blocks: whose tokens it holds.
    """

    read: Callable[[str, Reading], str]
    write: Callable[[Declared], str]
    blocks: tuple[str, ...]


def cells(
    *blocks: str,
    code: Code = NUMBERS,
    closed: str = "",
    start: str = "",
    end: str = "",
    optional: bool = False,
) -> Part:
    """Tokens by a code, block after block; gaps run on.

    closed: the token that stands behind the last place. end: what ends the piece; start: what
    begins it. optional: a piece of nothing may be missing.
    """

    def read(body: str, on: Reading) -> str:
        places = on.places(*blocks)
        body, _, rest = body.partition(end) if end else (body, "", "")
        size = len(places) + bool(closed)
        tokens, more = decoded(body.removeprefix(start), code, size, on.columns)
        short = not closed and (on.short or (optional and not body))
        on.share(tokens[:-1] if closed else tokens, places, "cells", short)
        return more + rest

    def write(puzzle: Declared) -> str:
        tokens = [token for name in blocks for token in puzzle.tokens(name)]
        nothing = start and set(tokens) == {BLANK}
        tokens += [closed] if closed else []
        return "" if nothing else start + encoded(tokens, code) + end

    return Part(read, write, blocks)


def listed(*blocks: str, between: str = ",", upto: str = "", leave: bool = False) -> Part:
    """Numbers outside the board or for all of it. upto: what follows; leave: it is of the next."""

    def read(body: str, on: Reading) -> str:
        piece, follows, rest = body.partition(upto) if upto else (body, "", "")
        on.share([t or BLANK for t in piece.split(between)], on.places(*blocks), "clues outside")
        return follows * leave + rest

    def write(puzzle: Declared) -> str:
        tokens = [t for name in blocks for t in puzzle.tokens(name)]
        if between == "," and BLANK in tokens:
            raise InputError("a game ID has a number for each row and column")
        return between.join("" if t == BLANK else t for t in tokens) + upto * (not leave)

    return Part(read, write, blocks)


def borders(block: str) -> Part:
    """Regions by the lines between them. block: a token a region."""

    def read(body: str, on: Reading) -> str:
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

    def write(puzzle: Declared) -> str:
        of, beside = puzzle.board[block], puzzle.rows * (puzzle.columns - 1)
        bits = "".join("01"[of[a] != of[b]] for a, b in _edges(puzzle.rows, puzzle.columns))
        fives = [h[k : k + 5] for h in (bits[:beside], bits[beside:]) for k in range(0, len(h), 5)]
        return "".join(_DIGITS[int(five.ljust(5, "0"), 2)] for five in fives)

    return Part(read, write, (block,))


def _edges(rows: int, columns: int) -> Iterator[tuple[Cell, Cell]]:
    yield from (((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1))
    yield from (((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns))


def room_numbers(block: str, rooms: str) -> Part:
    """A number or a gap a room, in the order of their first cells, where the number stands."""

    def read(body: str, on: Reading) -> str:
        first = {room: cell for cell, room in reversed(on.found[rooms].items())}
        tokens, body = decoded(body, NUMBERS, len(first), on.columns)
        places = [(block, cell) for cell in sorted(first.values())]
        on.share(tokens, places, "numbers of rooms", on.short)
        return body

    def write(puzzle: Declared) -> str:
        pairs = list(zip(puzzle.tokens(rooms), puzzle.tokens(block), strict=True))
        numbers = dict.fromkeys(puzzle.tokens(rooms), BLANK)
        return encoded([*(numbers | {r: t for r, t in pairs if t != BLANK}).values()], NUMBERS)

    return Part(read, write, (block,))


def sums(block: str) -> Part:
    """Two numbers a black cell, below and to the right of it, then those outside the board.

    The block has the cells outside, too: a row above and a column to the left.
    """

    def outside(of: Mapping[Cell, str]) -> list[Cell]:
        edge = [c for c in of if c[0] == 0 < c[1]] + [c for c in of if c[1] == 0 < c[0]]
        return [(r, c) for r, c in edge if of[max(1, r), max(1, c)] == BLANK]

    def read(body: str, on: Reading) -> str:
        of = on.found[block] = {cell: "#" for _, cell in on.places(block)}
        inside = [(block, cell) for cell in of if all(cell)]
        tokens, body = decoded(body, SUMS, len(inside), on.columns - 1)
        on.share(tokens, inside, "cells", on.short)
        edge = outside(of)
        if not on.short and len(body) < len(edge):
            raise InputError(f"{len(body)} sums outside, expected {len(edge)}")
        for cell in edge:
            sign, body = body[:1] or "-", body[1:]
            pair = f"{sign}-" if cell[0] == 0 else f"-{sign}"
            of[cell] = decoded(pair, SUMS, 1, 1)[0][0]
        return body

    def write(puzzle: Declared) -> str:
        of = puzzle.board[block]
        if BLANK in (token for (r, c), token in of.items() if not (r and c)):
            raise InputError("an address has no white cells in its first row and column")
        pairs = [
            (r, "--" if of[r, c] == "#" else encoded([of[r, c]], SUMS)) for r, c in outside(of)
        ]
        inner = encoded([token for (r, c), token in of.items() if r and c], SUMS)
        return inner + "".join(signs[0 if r == 0 else 1] for r, signs in pairs)

    return Part(read, write, (block,))


def greater(block: str, beside: str, below: str) -> Part:
    """A number a cell, 0 for none, with letters of neighbours that are smaller (U, R, D, L)."""

    ways = {"U": (below, "^", -1, 0), "R": (beside, ">", 0, 0)}
    ways |= {"D": (below, "v", 0, 0), "L": (beside, "<", 0, -1)}

    def read(body: str, on: Reading) -> str:
        numbers, free = list[str](), set(on.places(beside, below))
        for number, text in enumerate(body.removesuffix(",").split(",")):
            r, c = divmod(number, on.columns)
            cell = re.fullmatch("([0-9]+)([URDL]*)", text, re.ASCII)
            if cell is None:
                raise InputError(f"{wording.place((r, c))}: {shortened(text)} is not a clue")
            numbers.append(BLANK if int(cell[1]) == 0 else cell[1])
            for way in cell[2]:
                name, sign, up, left = ways[way]
                if (place := (name, (r + up, c + left))) not in free:
                    where = wording.place((r, c))
                    raise InputError(f"{where}: {way} points nowhere, or against another")
                free.remove(place)
                on.share([sign], [place], "signs")
        on.share(numbers, on.places(block), "cells")
        return ""

    def write(puzzle: Declared) -> str:
        text, b = "", puzzle.board
        for (r, c), token in b[block].items():
            own = (
                w for w, (n, sign, up, left) in ways.items() if b[n].get((r + up, c + left)) == sign
            )
            text += f"{'0' if token == BLANK else token}{''.join(own)},"
        return text

    return Part(read, write, (block, beside, below))


def blocks(block: str) -> Part:
    """Regions of a square by the lines between them, up to a comma."""

    def read(body: str, on: Reading) -> str:
        lines, _, rest = body.partition(",")
        on.share([*map(str, decode_blocks(lines, on.rows))], on.places(block), "cells")
        return rest

    def write(puzzle: Declared) -> str:
        labels = numbered(puzzle.tokens(block))
        return f"{encode_blocks(puzzle.rows, labels, shorten=False)},"

    return Part(read, write, (block,))


# -- notations -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pzpr:
    """A notation of pzpr. names: ours first. parts: of a body, in order.

    margin: rows above and columns to the left of the board there that are part of ours.
    """

    names: tuple[str, ...]
    parts: tuple[Part, ...]
    margin: int = 0

    def read(self, puzzle: type[D], address: Address) -> D:
        """The puzzle of an address. Raises InputError."""
        rows, columns = address.rows + self.margin, address.columns + self.margin
        on = Reading(puzzle, rows, columns, {}, address.short)
        return _read_parts(puzzle, self.parts, address.body, on)

    def write(self, puzzle: Declared) -> str:
        """The address, as a line. Raises InputError for what it cannot hold."""
        body = _written_parts(puzzle, self.parts)
        columns, rows = puzzle.columns - self.margin, puzzle.rows - self.margin
        if min(columns, rows) < 1:
            raise InputError(f"{puzzle.size}: an address has no board of that size")
        return address_of(f"{self.names[0]}/{columns}/{rows}/{body}")

    def claims(self, line: str) -> bool:
        """Whether a line is such an address."""
        try:
            found = puzz_link(line)
        except InputError:
            return False
        return found is not None and found.name in self.names


@dataclass(frozen=True)
class Game:
    """A notation of Simon Tatham's collection, ``WxH…:BODY``. name: of the game.

    parts: of a body. settings: a regular expression of what may stand between size and colon;
    written: what we write there. square: the size is one number; boxed: it is the columns and rows
    of boxes, as many of both or one row more. unless: (letter, block, token): the token of a block
    for the board without that letter as a setting.
    """

    name: str
    parts: tuple[Part, ...]
    settings: str = "[a-z0-9]*"
    written: str = ""
    square: bool = False
    boxed: bool = False
    unless: tuple[str, str, str] | None = None

    def read(self, puzzle: type[D], text: str) -> D:
        """The puzzle of an ID. Raises InputError."""
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
        return _read_parts(
            puzzle, self.parts, head[4], Reading(puzzle, rows, columns, found, False)
        )

    def write(self, puzzle: Declared) -> str:
        """``GAME:ID``, as a line. Raises InputError for what it cannot hold."""
        body = _written_parts(puzzle, self.parts, self.unless[1:2] if self.unless else ())
        size = str(puzzle.rows) if self.square else puzzle.size
        if self.boxed:
            high = box_height(puzzle.rows)
            size = f"{high}x{puzzle.rows // high}"
        plain = self.unless is not None and puzzle.tokens(self.unless[1]) == (BLANK,)
        letter = self.unless[0] if self.unless is not None and plain else ""
        return f"{self.name}:{size}{self.written}{letter}:{body}\n"

    def claims(self, line: str) -> bool:
        """Whether a line names the game."""
        return is_game(line, self.name)


def _read_parts(puzzle: type[D], parts: Sequence[Part], body: str, on: Reading) -> D:
    """The puzzle of a body. Raises InputError."""
    for part in parts:
        body = part.read(body, on)
    if body:
        raise InputError(f"{shortened(body)}: more than a board")
    return puzzle.of_blocks(on.rows, on.columns, on.found)


def _written_parts(puzzle: Declared, parts: Sequence[Part], beside: Sequence[str] = ()) -> str:
    """The inverse. beside: blocks that do not stand in the body. Raises InputError."""
    held = {*beside, *(name for part in parts for name in part.blocks)}
    for block in puzzle.blocks:
        if block.name not in held and set(puzzle.tokens(block.name)) != {BLANK}:
            raise InputError(f"{block.name} cannot be written so")
    return "".join(part.write(puzzle) for part in parts)


def formats(puzzle: type[Declared]) -> list[Format]:
    """The formats of a kind beside its text form."""
    rows: list[tuple[str, str, Pzpr | Game | None]] = [
        ("puzz.link", "addresses of puzz.link and the like", puzzle.pzpr),
        ("id", "game IDs of Simon Tatham's collection, or their addresses", puzzle.game),
    ]
    read: Callable[[str], Declared] = decoder(puzzle)
    found = [
        line_format(name, summary, read, notation.claims, notation.write)
        for name, summary, notation in rows
        if notation is not None
    ]
    if (game := puzzle.game) is not None:
        found.append(saves.save_format(title_of(game.name), partial(game.read, puzzle)))
    return found
