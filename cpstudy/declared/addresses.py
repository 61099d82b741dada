"""Texts of other programs: bodies of puzz.link addresses and IDs of Simon Tatham's, by parts.

A notation is a list of parts, each of which reads its piece of a body and writes it again. A kind
names them in a line: ``pzpr = Pzpr(("akari", "lightup"), (FourCells("clues", "#"),))``.

Sources: PuzzLink, Tatham2004 for the notations.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from cpstudy.core import wording
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.kind import Format, decoder, line_format
from cpstudy.core.puzzle_urls import BLANK as NOTHING
from cpstudy.core.puzzle_urls import (
    QUESTION,
    address_of,
    is_game,
    numbers,
    puzz_link,
    written_numbers,
)
from cpstudy.core.puzzle_urls import Board as Address
from cpstudy.declared.board import BLANK
from cpstudy.declared.puzzle import Declared

Tokens = dict[str, tuple[str, ...]]
D = TypeVar("D", bound=Declared)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Part(Protocol):
    """A piece of a body."""

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """Put the tokens of its blocks into ``found``; what is left of the body is returned."""

    def write(self, puzzle: Declared) -> str:
        """The piece. Raises InputError for what the notation lacks."""


@dataclass(frozen=True)
class Numbers:
    """Numbers in hexadecimal digits, gaps from ``g`` on; the rest of the body.

    question: the token of ``.``, a clue without a number.
    """

    block: str
    question: str = "?"

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`Part`. Raises InputError that names the cell."""
        tokens = {NOTHING: BLANK, QUESTION: self.question}
        cells = numbers(body, columns)
        cells += [NOTHING] * (rows * columns - len(cells))
        found[self.block] = tuple(tokens.get(cell, str(cell)) for cell in cells)
        return ""

    def write(self, puzzle: Declared) -> str:
        """See :class:`Part`."""
        values = {BLANK: NOTHING, self.question: QUESTION}
        tokens = puzzle.tokens(self.block)
        return written_numbers(values[t] if t in values else int(t) for t in tokens)


@dataclass(frozen=True)
class FourCells:
    """Numbers from 0 to 4, each with up to two empty cells behind it; gaps from ``g`` on."""

    block: str
    question: str = "?"

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`Part`. Raises InputError that names the cell."""
        tokens: list[str] = []
        for sign in body:
            value = _DIGITS.find(sign)
            if sign == ".":
                tokens.append(self.question)
            elif 0 <= value < 15:
                tokens += [str(value % 5), *[BLANK] * (value // 5)]
            elif value > 15:
                tokens += [BLANK] * (value - 15)
            else:
                raise InputError(
                    f"{wording.place(divmod(len(tokens), columns))}: {sign!a} is not a clue"
                )
        if any(token != BLANK for token in tokens[rows * columns :]):
            raise InputError(f"{len(tokens)} cells, expected {rows * columns}")
        tokens += [BLANK] * (rows * columns - len(tokens))
        found[self.block] = tuple(tokens[: rows * columns])
        return ""

    def write(self, puzzle: Declared) -> str:
        """See :class:`Part`."""
        signs = "".join(
            "." if t == BLANK else "?" if t == self.question else t
            for t in puzzle.tokens(self.block)
        )
        return re.sub(r"([0-4])(\.{0,2})|\.{1,20}|\?", _four, signs)


def _four(piece: re.Match[str]) -> str:
    if piece[0] == "?":
        return "."
    if piece[1]:
        return _DIGITS[5 * len(piece[2]) + int(piece[1])]
    return _DIGITS[len(piece[0]) + 15]


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
        return read_parts(puzzle, self.parts, address.body, rows, columns)

    def write(self, puzzle: Declared) -> str:
        """The address, as a line."""
        body = "".join(part.write(puzzle) for part in self.parts)
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
    written: what we write there. square: the size is one number. unless: (letter, block, token):
    the token of a block for the board without that letter as a setting.
    """

    name: str
    parts: tuple[Part, ...]
    settings: str = "[a-z0-9]*"
    written: str = ""
    square: bool = False
    unless: tuple[str, str, str] | None = None

    def read(self, puzzle: type[D], text: str) -> D:
        """The puzzle of an ID. Raises InputError."""
        head = re.fullmatch(
            rf"([0-9]{{1,4}})(?:x([0-9]{{1,4}}))?({self.settings}):(.*)", text, re.ASCII
        )
        if head is None:
            raise InputError(f"expected a game ID of {self.name}, WxH:…, got {shortened(text)}")
        found: Tokens = {}
        if self.unless is not None:
            letter, block, token = self.unless
            found[block] = (BLANK if letter in head[3] else token,)
        rows, columns = int(head[2] or head[1]), int(head[1])
        return read_parts(puzzle, self.parts, head[4], rows, columns, found)

    def write(self, puzzle: Declared) -> str:
        """``GAME:ID``, as a line."""
        body = "".join(part.write(puzzle) for part in self.parts)
        size = str(puzzle.rows) if self.square else puzzle.size
        written = self.written
        if self.unless is not None and puzzle.tokens(self.unless[1]) == (BLANK,):
            written += self.unless[0]
        return f"{self.name}:{size}{written}:{body}\n"

    def claims(self, line: str) -> bool:
        """Whether a line names the game."""
        return is_game(line, self.name)


@dataclass(frozen=True)
class Letters:
    """Tokens row by row, a letter from a (one) to z (26) for so many blank ones.

    token: a regular expression of one in the body. meant: pairs of a token there and the one here.
    between: what separates two tokens; end: what stands behind the last. start: where there is one,
    the piece begins so, and is missing for a board of nothing.
    """

    block: str
    token: str = "[0-9]"
    meant: tuple[tuple[str, str], ...] = ()
    between: str = ""
    end: str = ""
    start: str = ""

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`Part`. Raises InputError that names the cell."""
        meant = dict(self.meant)
        tokens: list[str] = []
        body, _, rest = body.partition(self.end) if self.end else (body, "", "")
        body = body.removeprefix(self.start)
        for piece in re.findall(rf"{self.token}|.", body):
            if re.fullmatch(self.token, piece):
                tokens.append(meant.get(piece, piece))
            elif piece.islower() and piece.isascii():
                tokens += [BLANK] * (ord(piece) - 96)
            elif piece != self.between:
                raise InputError(
                    f"{wording.place(divmod(len(tokens), columns))}: {piece!a} is not a clue"
                )
        found[self.block] = tuple(tokens) if body else (BLANK,) * (rows * columns)
        return rest

    def write(self, puzzle: Declared) -> str:
        """See :class:`Part`."""
        there = {here: sign for sign, here in dict(self.meant).items()}
        pieces: list[str] = []
        gap = 0
        for token in (*puzzle.tokens(self.block), None):
            if gap and (token != BLANK or gap == 26):
                pieces.append(chr(96 + gap))
                gap = 0
            gap += token == BLANK
            if token not in (None, BLANK):
                if str(token) not in there and not re.fullmatch(self.token, str(token)):
                    raise InputError(f"{token} cannot be written so")
                after = self.between if pieces and not pieces[-1].isalpha() else ""
                pieces.append(after + there.get(str(token), str(token)))
        nothing = self.start and all(token == BLANK for token in puzzle.tokens(self.block))
        return "" if nothing else self.start + "".join(pieces) + self.end


@dataclass(frozen=True)
class Signs:
    """A sign a cell, a number in base 36; ``-`` before two of them at puzz.link."""

    block: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`Part`. Raises InputError that names the cell."""
        tokens: list[str] = []
        for piece in re.findall(r"-[0-9a-z]{2}|.", body, re.DOTALL):
            number = re.fullmatch(r"-?([0-9a-z]+)", piece)
            if number is None:
                raise InputError(
                    f"{wording.place(divmod(len(tokens), columns))}: {piece!a} is not a number"
                )
            tokens.append(str(int(number[1], 36)))
        found[self.block] = tuple(tokens)
        return ""

    def write(self, puzzle: Declared) -> str:
        """See :class:`Part`."""
        numbers = [int(token) for token in puzzle.tokens(self.block)]
        return "".join(
            _DIGITS[n] if n < 36 else f"-{_DIGITS[n // 36]}{_DIGITS[n % 36]}" for n in numbers
        )


def read_parts(
    puzzle: type[D],
    parts: Sequence[Part],
    body: str,
    rows: int,
    columns: int,
    tokens: Tokens | None = None,
) -> D:
    """The puzzle of a body. tokens: of blocks that stand elsewhere. Raises InputError."""
    found: Tokens = dict(tokens or {})
    for part in parts:
        body = part.read(body, rows, columns, found)
    if body:
        raise InputError(f"{shortened(body)}: more than a board")
    return puzzle.of_tokens(rows, columns, found)


def formats(puzzle: type[Declared]) -> list[Format]:
    """The formats of a kind beside its text form."""
    rows: list[tuple[str, str, Pzpr | Game | None]] = [
        ("puzz.link", "addresses of puzz.link and the like", puzzle.pzpr),
        ("id", "game IDs of Simon Tatham's collection, or their addresses", puzzle.game),
    ]
    read: Callable[[str], Declared] = decoder(puzzle)
    return [
        line_format(name, summary, read, notation.claims, notation.write)
        for name, summary, notation in rows
        if notation is not None
    ]
