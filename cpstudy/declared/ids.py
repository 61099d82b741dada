"""Pieces of the IDs of Simon Tatham's games that not every kind has (Tatham2004).

Each is a :class:`.addresses.Part`. A *gap* before something is a letter: ``_`` none, ``a`` to ``y``
one to 25 places, ``z`` 25 places and nothing behind them; a last one reaches the place behind the
board. In *runs* there is no ``_``, ``a`` stands for none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from cpstudy.core import wording
from cpstudy.core.errors import InputError, shortened
from cpstudy.declared.addresses import D, Game, Tokens, read_parts
from cpstudy.declared.board import BLANK
from cpstudy.declared.puzzle import Declared
from cpstudy.puzzles.latin.game_ids import decode_blocks, encode_blocks, numbered

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Gaps:
    """Cells that all have one token, by the gaps before them, up to a comma."""

    block: str
    token: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        piece, comma, rest = body.partition(",")
        tokens: list[str] = []
        for sign in piece:
            gap = 0 if sign == "_" else _LETTERS.find(sign) + 1
            if gap == 0 and sign != "_":
                raise InputError(
                    f"{wording.place(divmod(len(tokens), columns))}: {sign!a} is not a gap"
                )
            tokens += [BLANK] * 25 if sign == "z" else [*[BLANK] * gap, self.token]
        found[self.block] = _up_to_end(tokens, rows * columns)
        return comma + rest

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        gaps = "".join(" |"[t != BLANK] for t in puzzle.tokens(self.block)).split("|")
        return "".join("z" * ((len(g) - 1) // 25) + _gap((len(g) - 1) % 25) for g in gaps)


def _gap(longer: int) -> str:
    return "_" if longer == 24 else _LETTERS[longer]


def _up_to_end(tokens: Sequence[str], places: int) -> tuple[str, ...]:
    """Those of the board, where one more closes the last gap. Raises InputError."""
    if len(tokens) != places + 1:
        raise InputError(f"{len(tokens) - 1} cells, expected {places}")
    return tuple(tokens[:places])


@dataclass(frozen=True)
class Runs:
    """Noughts and ones: small and capital letters, each with the places before it."""

    block: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        tokens: list[str] = []
        for sign in body:
            gap = _LETTERS.find(sign.lower())
            if gap < 0:
                raise InputError(
                    f"{wording.place(divmod(len(tokens), columns))}: {sign!a} is not a clue"
                )
            tokens += [BLANK] * gap + ([] if gap == 25 else ["01"[sign.isupper()]])
        found[self.block] = _up_to_end(tokens, rows * columns)
        return ""

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        text, gap = "", 0
        for token in (*puzzle.tokens(self.block), "0"):
            if token == BLANK:
                gap += 1
                continue
            letter = _LETTERS[gap % 25]
            text += "z" * (gap // 25) + (letter.upper() if token == "1" else letter)
            gap = 0
        return text


@dataclass(frozen=True)
class Listed:
    """Numbers outside the board, each behind a comma."""

    blocks: tuple[str, ...]

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        _share(body.split(",")[1:], self.blocks, (columns, rows), found)
        return ""

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        tokens = [t for name in self.blocks for t in puzzle.tokens(name)]
        if BLANK in tokens:
            raise InputError("a game ID has a number for each row and column")
        return "".join(f",{token}" for token in tokens)


@dataclass(frozen=True)
class Slashed:
    """Numbers at the four sides of a square, with ``/`` between, up to a comma."""

    blocks: tuple[str, ...]

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        piece, comma, rest = body.partition(",")
        tokens = [token or BLANK for token in piece.split("/")]
        _share(tokens, self.blocks, [rows] * len(self.blocks), found)
        return comma + rest

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        tokens = [t for name in self.blocks for t in puzzle.tokens(name)]
        return "/".join("" if t == BLANK else t for t in tokens)


def _share(
    tokens: Sequence[str], blocks: Sequence[str], sizes: Sequence[int], found: Tokens
) -> None:
    if len(tokens) != sum(sizes):
        raise InputError(f"{len(tokens)} clues outside, expected {sum(sizes)}")
    start = 0
    for name, size in zip(blocks, sizes, strict=True):
        found[name] = tuple(tokens[start : start + size])
        start += size


@dataclass(frozen=True)
class Greater:
    """A number a cell, 0 for none, with letters of neighbours that are smaller (U, R, D, L)."""

    block: str
    beside: str
    below: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        cells = body.removesuffix(",").split(",")
        if len(cells) != rows * columns:
            raise InputError(f"{len(cells)} cells, expected {rows * columns}")
        numbers: list[str] = []
        beside: dict[tuple[int, int], str] = {}
        below: dict[tuple[int, int], str] = {}
        for place, text in enumerate(cells):
            r, c = divmod(place, columns)
            cell = re.fullmatch("([0-9]+)([URDL]*)", text, re.ASCII)
            if cell is None:
                raise InputError(f"{wording.place((r, c))}: {shortened(text)} is not a clue")
            numbers.append(BLANK if int(cell[1]) == 0 else cell[1])
            for way in cell[2]:
                signs = beside if way in "LR" else below
                key = (r - (way == "U"), c - (way == "L"))
                if key in signs or not (0 <= key[0] < rows - (way in "UD")):
                    raise InputError(
                        f"{wording.place((r, c))}: {way} points nowhere, or against another"
                    )
                if not 0 <= key[1] < columns - (way in "LR"):
                    raise InputError(f"{wording.place((r, c))}: {way} points nowhere")
                signs[key] = {"L": "<", "R": ">", "U": "^", "D": "v"}[way]
        found[self.block] = tuple(numbers)
        found[self.beside] = tuple(
            beside.get((r, c), BLANK) for r in range(rows) for c in range(columns - 1)
        )
        found[self.below] = tuple(
            below.get((r, c), BLANK) for r in range(rows - 1) for c in range(columns)
        )
        return ""

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        b = puzzle.board
        beside, below = b[self.beside], b[self.below]
        text = ""
        for (r, c), token in b[self.block].items():
            text += "0" if token == BLANK else token
            text += "U" * (below.get((r - 1, c)) == "^") + "R" * (beside.get((r, c)) == ">")
            text += "D" * (below.get((r, c)) == "v") + "L" * (beside.get((r, c - 1)) == "<")
            text += ","
        return text


@dataclass(frozen=True)
class Blocks:
    """Regions of a square by the lines between them, up to a comma."""

    block: str

    def read(self, body: str, rows: int, columns: int, found: Tokens) -> str:
        """See :class:`.addresses.Part`."""
        lines, _, rest = body.partition(",")
        found[self.block] = tuple(str(label) for label in decode_blocks(lines, rows))
        return rest

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Part`."""
        labels = numbered(puzzle.tokens(self.block))
        return f"{encode_blocks(puzzle.rows, labels, shorten=False)},"


@dataclass(frozen=True)
class Boxed(Game):
    """An ID whose size is the columns and rows of boxes, as many of both or one row more."""

    def read(self, puzzle: type[D], text: str) -> D:
        """See :class:`.addresses.Game`."""
        head = re.fullmatch(rf"([0-9])x([0-9]){self.settings}:(.*)", text, re.ASCII)
        if head is None or not 0 <= int(head[2]) - int(head[1]) <= 1:
            raise InputError(f"expected a game ID of {self.name}, CxR…:…, got {shortened(text)}")
        order = int(head[1]) * int(head[2])
        return read_parts(puzzle, self.parts, head[3], order, order)

    def write(self, puzzle: Declared) -> str:
        """See :class:`.addresses.Game`."""
        high = next(k for k in range(isqrt(puzzle.rows), 0, -1) if puzzle.rows % k == 0)
        body = "".join(part.write(puzzle) for part in self.parts)
        return f"{self.name}:{high}x{puzzle.rows // high}{self.written}:{body}\n"
