"""A declared puzzle: an immutable value with a text form, whose kind is a subclass.

Text form: ``KIND:COLUMNSxROWS:BLOCK;BLOCK``, each block row by row with ``/`` between rows. A token
is a character; if one is longer, ``,`` separates tokens. ``KIND:`` may be missing. A block without
tokens is empty, and so are blocks missing at the end.
A solution is a byte for each variable of the answer. Its text has the groups of variables with
``;`` between: those at cells as a board (``-`` for a cell without a variable), others in a line.

Rules are checked by evaluating them (:meth:`.model.Model.violation`), without a solver.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.puzzle_urls import board_of, game_id, is_address, is_game
from cpstudy.core.result import Rectangular
from cpstudy.core.wording import counted
from cpstudy.declared.board import BLANK, Block, Board, Cell

with deferred_imports():
    from cpstudy.declared import model

if TYPE_CHECKING:
    from cpstudy.declared.model import Model
    from cpstudy.declared.notations import Game, Pzpr

# Tokens by block and place.
Tokens = Mapping[str, Mapping[Cell, str]]

# Values of an answer by group and place.
Answer = Mapping[str, Mapping[Any, int]]

_HEAD = re.compile(r"(?:([a-z_0-9]+):)?([0-9]{1,4})x([0-9]{1,4}):(.*)", re.ASCII | re.DOTALL)


@dataclass(frozen=True)
class Declared(Rectangular):
    """A puzzle. texts: the tokens of each block, row by row. Raises InputError with the place.

    A kind sets these. blocks: the contents of a text. summary, rules: for lists and newcomers.
    unique: text forms with one solution, the first is the example; many: one with several. square:
    whether boards must be square. solver: the first row, ``sat``, or ``cpsat`` for sums and
    integers. tangled: whether the content of a clue is also in rules of other clues, or of none.
    pzpr, game: its notation at puzz.link and in Simon Tatham's collection. A kind with ``layout``
    or ``clues`` has a generator: kept: blocks whose clues all stay; shown: shares of the other
    clues that stay even if not needed, one drawn per board; without: by block, the token of a place
    whose clue is removed; likely: by group, the value preferred in a drawn answer; symmetry and
    usual: the default symmetry and (rows, columns).
    """

    rows: int
    columns: int
    texts: tuple[tuple[str, ...], ...]

    kind: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    rules: ClassVar[str] = ""
    blocks: ClassVar[tuple[Block, ...]] = ()
    unique: ClassVar[tuple[str, ...]] = ()
    many: ClassVar[str] = ""
    solver: ClassVar[str] = "sat"
    square: ClassVar[bool] = False
    kept: ClassVar[tuple[str, ...]] = ()
    shown: ClassVar[tuple[float, ...]] = ()
    without: ClassVar[Mapping[str, str]] = {}
    likely: ClassVar[Mapping[str, int]] = {}
    tangled: ClassVar[bool] = False
    symmetry: ClassVar[str] = "none"
    usual: ClassVar[tuple[int, int]] = (7, 7)
    pzpr: ClassVar["Pzpr | None"] = None
    game: ClassVar["Game | None"] = None

    def __post_init__(self) -> None:
        if len(self.texts) != len(self.blocks):
            raise InputError(f"{len(self.texts)} blocks, expected {len(self.blocks)}")
        for block, tokens in zip(self.blocks, self.texts, strict=True):
            block.check(tokens, self.rows, self.columns)
        if self.square and self.rows != self.columns:
            raise InputError(f"{self.size}: a board of {self.kind} is a square")
        self.check(self.board)

    # -- what a kind writes ----------------------------------------------------------------------

    def declare(self, m: "Model") -> None:
        """Make the variables of the answer, and the rules."""
        raise NotImplementedError

    def check(self, board: Board) -> None:
        """Raise InputError for faults that the tokens alone do not show; by default never."""

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Return the tokens of a new board before its clues (walls, rooms); by default none."""
        return {}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """Return all clues of an answer.

        By default, the tokens of blocks whose clues stay, and the values of groups that have the
        name of a block.
        """
        named = {b.name: answer[b.name] for b in self.blocks if b.name in answer}
        found = {name: {c: str(v) for c, v in of.items()} for name, of in named.items()}
        return found | {name: self.board.clues(name) for name in self.kept}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """Return other tokens that allow the first answer, and usually not the other one.

        Empty if there are none, as by default.
        """
        return {}

    def varied(self, answer: Answer, other: Answer, rng: Random) -> Answer:
        """Return an answer near the first one, whose clues exclude the other.

        Empty if there is none, as by default; then clues are :meth:`repaired`.
        """
        return {}

    def harder(self, answer: Answer, place: Cell) -> Answer:
        """Return an answer near the first one whose clue at a place says less, or nothing.

        A kind whose clues all stay defines this for harder boards.
        """
        return {}

    # -- what a kind inherits --------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """A new board with the tokens."""
        return Board(self.rows, self.columns, zip(self.blocks, self.texts, strict=True))

    @classmethod
    def block(cls, name: str) -> Block:
        """Return the block of a name."""
        return next(block for block in cls.blocks if block.name == name)

    @classmethod
    def of_blocks(cls, rows: int, columns: int, tokens: Tokens) -> Self:
        """Return the puzzle of tokens by block and place, otherwise blank. Raises InputError."""
        shapes = [(tokens.get(b.name, {}), b.places(rows, columns)) for b in cls.blocks]
        return cls(rows, columns, tuple(tuple(t.get(p, BLANK) for p in of) for t, of in shapes))

    def changed(self, tokens: Mapping[tuple[str, Cell], str]) -> Self:
        """Return the puzzle with these tokens replaced. Raises InputError."""
        found = self.board.tokens
        for (block, place), token in tokens.items():
            found[block][place] = token
        return self.of_blocks(self.rows, self.columns, found)

    def violation(self, solution: bytes) -> str:
        """Return the words of the first rule that a solution violates, or ""."""
        return model.model_of(self).violation(solution)

    def canonical(self, solution: bytes) -> bytes:
        """Return the solution as it is."""
        return solution

    def encode(self) -> str:
        """Return the text form."""
        named = zip(self.blocks, self.texts, strict=True)
        written = [_written(tokens, b.shape(self.rows, self.columns)[1]) for b, tokens in named]
        body = ";".join(written).rstrip(";")
        alike = self.game is not None and self.game.name == self.kind  # decode looks for ";"
        return f"{self.kind}:{self.size}:{body}{';' if alike and body and ';' not in body else ''}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """Return the puzzle of a text form, an address or an ID. Raises InputError."""
        text = text.strip()
        if cls.pzpr is not None and is_address(text):
            return cls.pzpr.read(cls, board_of(text, cls.pzpr.names))
        ours = (";" in text or text.endswith(":")) and f"{cls.kind}:" == text[: len(cls.kind) + 1]
        if cls.game is not None and is_game(text, cls.game.name) and not ours:
            return cls.game.read(cls, game_id(text, cls.game.name))
        head = _HEAD.fullmatch(text)
        if head is None or head[1] not in (None, cls.kind):
            raise InputError(f"expected {cls.kind}:COLUMNSxROWS:…, got {shortened(text)}")
        columns, rows = int(head[2]), int(head[3])
        pieces = head[4].split(";")
        pieces += [""] * (len(cls.blocks) - len(pieces))
        if len(pieces) != len(cls.blocks):
            raise InputError(f"{len(pieces)} blocks, expected {len(cls.blocks)}")
        named = zip(cls.blocks, pieces, strict=True)
        return cls(rows, columns, tuple(_read(b, piece, rows, columns) for b, piece in named))

    def encode_solution(self, solution: bytes) -> str:
        """Return the text of a solution."""
        return model.model_of(self).written(solution)

    def decode_solution(self, text: str) -> bytes:
        """Return the solution of a text. Raises InputError."""
        return bytes(model.model_of(self).read(text))


def _written(tokens: Sequence[str], width: int) -> str:
    if set(tokens) <= {BLANK}:
        return ""
    between = "" if all(len(token) == 1 for token in tokens) else ","
    return "/".join(between.join(tokens[k : k + width]) for k in range(0, len(tokens), width or 1))


def _read(b: Block, text: str, rows: int, columns: int) -> tuple[str, ...]:
    height, width = b.shape(rows, columns)
    if not text and b.blank:
        return (BLANK,) * (height * width)
    lines = text.split("/") if text else []
    if len(lines) != (expected := height if width else 0):
        raise InputError(f"{b.name}: {counted(len(lines), 'row')}, expected {expected}")
    tokens: list[str] = []
    for n, line in enumerate(lines, 1):
        row = line.split(",") if "," in line or width == 1 else list(line)
        if len(row) != width:
            raise InputError(f"{b.name}, row {n}: {counted(len(row), 'token')}, expected {width}")
        tokens += row
    return tuple(tokens)
