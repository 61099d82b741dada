"""Sokoban: the level as data, its text form and its rules.

A player walks on a board of squares, up, down, left or right, and pushes boxes: stepping onto a
box moves it one square further, where there must be neither a wall nor another box. The level is
solved when every goal carries a box. A level may be marked as having *more goals* than boxes; then
it is solved when every box is on a goal. Everything outside the board is wall, so a level needs no
frame (Kamies2016, section 5.3, and his empty rooms).

Squares are numbered row by row; cells are (row, column), counted from 0. Sides are numbered up,
down, left, right, the order in which successors are listed; the opposite of side ``s`` is
``s ^ 1``. A *position* is the player's square and the set of the boxes' squares: only what moves
(walls and goals in each state made the published study slow).

Moves are letters of the LURD notation: ``u d l r`` for a step, ``U D L R`` for a push. If only
pushes are moves, a push is written with the cell of its box, ``2,3U``; the player walks to it.

Text form: ``WxH:`` and the rows joined by ``|`` in XSB characters, floor as ``-``; ``WxHm:`` if
there may be more goals than boxes.

Sources: Kamies2016 (rules, empty rooms); XSB and LURD are the notations of the Sokoban community.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import tee
from typing import ClassVar, NamedTuple, Self

from cpstudy.core import wording
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.result import PathResult, Rectangular, Stop

WALL, BOX, GOAL, PLAYER = 1, 2, 4, 8

SIDE_NAMES = ("up", "down", "left", "right")
STEP_LETTERS = "udlr"
PUSH_LETTERS = "UDLR"

SYMBOLS = {0: "-", WALL: "#", BOX: "$", GOAL: ".", PLAYER: "@", BOX | GOAL: "*", PLAYER | GOAL: "+"}
CODES = {symbol: code for code, symbol in SYMBOLS.items()}

_SIZE = re.compile(r"([0-9]{1,6})x([0-9]{1,6})(m?)")
_PUSH = re.compile(r"([0-9]{1,6}),([0-9]{1,6})([UDLR])")


class Position(NamedTuple):
    """The moving parts: the player's square and the boxes' squares."""

    player: int
    boxes: frozenset[int]


@dataclass(frozen=True)
class Sokoban(Rectangular):
    """One level: ``cells`` has one byte a square, row by row, the sum of those of WALL 1, BOX 2,
    GOAL 4 and PLAYER 8 that are there. more_goals: there are more goals than boxes.

    Raises InputError for wrong sizes or codes, if there is not exactly one player, or if the
    numbers of boxes and goals are not equal or as ``more_goals`` states.
    """

    rows: int
    columns: int
    cells: bytes
    more_goals: bool = False

    kind: ClassVar[str] = "sokoban"

    def __post_init__(self) -> None:
        self.check_size()
        object.__setattr__(self, "cells", bytes(self.cells))
        if len(self.cells) != self.rows * self.columns:
            raise InputError(
                f"{len(self.cells)} squares, expected {self.rows * self.columns} ({self.size})"
            )
        for square, code in enumerate(self.cells):
            if code not in SYMBOLS:
                raise InputError(f"{self.cell(square)}: code {code} is not a kind of square")
        players = self._where(PLAYER)
        if not players:
            raise InputError("no player (@ or +)")
        if len(players) > 1:
            first, second = self.cell(players[0]), self.cell(players[1])
            raise InputError(f"two players, in {first} and {second}")
        boxes, goals = self._where(BOX), self._where(GOAL)
        if len(boxes) == len(goals):
            object.__setattr__(self, "more_goals", False)
        elif not (self.more_goals and 0 < len(boxes) < len(goals)):
            many, what = (goals, "goal") if len(goals) > len(boxes) else (boxes, "box")
            raise InputError(
                f"{len(goals)} goals and {len(boxes)} boxes; the last {what} is in "
                f"{self.cell(many[-1])}"
            )

    def _where(self, bit: int) -> tuple[int, ...]:
        return tuple(square for square, code in enumerate(self.cells) if code & bit)

    @cached_property
    def goals(self) -> frozenset[int]:
        """The squares that must carry a box, or that may if there are more goals than boxes."""
        return frozenset(self._where(GOAL))

    @cached_property
    def start(self) -> Position:
        """The initial position."""
        return Position(self._where(PLAYER)[0], frozenset(self._where(BOX)))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int, int, int], ...]:
        """By square and side: the adjacent square, or -1 for a wall or the border."""
        return tuple(
            tuple(self._neighbour(square, side) for side in range(4))  # type: ignore[misc]
            for square in range(len(self.cells))
        )

    def _neighbour(self, square: int, side: int) -> int:
        row, column = divmod(square, self.columns)
        row += (-1, 1, 0, 0)[side]
        column += (0, 0, -1, 1)[side]
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return -1
        other = row * self.columns + column
        return -1 if (self.cells[square] | self.cells[other]) & WALL else other

    @cached_property
    def floor(self) -> tuple[int, ...]:
        """The squares, in order, that the player could reach if there were no boxes."""
        return tuple(sorted(self.area(Position(self.start.player, frozenset()))))

    def area(self, position: Position) -> set[int]:
        """The squares that the player can walk to."""
        area = {position.player}
        stack = [position.player]
        while stack:
            for other in self.neighbours[stack.pop()]:
                if other >= 0 and other not in area and other not in position.boxes:
                    area.add(other)
                    stack.append(other)
        return area

    # -- the rules ---------------------------------------------------------------------------

    def step(self, position: Position, side: int) -> Position | None:
        """The position after a move to ``side``; None if a wall or a second box is in the way.

        The move is a push if the boxes change.
        """
        player, boxes = position
        ahead = self.neighbours[player][side]
        if ahead < 0:
            return None
        if ahead not in boxes:
            return Position(ahead, boxes)
        beyond = self.neighbours[ahead][side]
        if beyond < 0 or beyond in boxes:
            return None
        return Position(ahead, boxes - {ahead} | {beyond})

    def solved(self, position: Position) -> bool:
        """Whether every goal carries a box, or with ``more_goals`` every box is on a goal."""
        if self.more_goals:
            return position.boxes <= self.goals
        return position.boxes == self.goals

    def play(self, moves: Iterable[str]) -> Position:
        """The position after ``moves``, each of them checked; errors as in :meth:`replay`."""
        played = deque((position for position, _ in self._played(moves)), maxlen=1)
        return played[0] if played else self.start

    def letters(self, moves: Iterable[str]) -> str:
        """The moves letter by letter, including walks to pushes; errors as in :meth:`replay`."""
        return "".join(walked for _, walked in self._played(moves))

    def _played(self, moves: Iterable[str]) -> Iterator[tuple[Position, str]]:
        """The position after each move, and the letters of the move."""
        position = self.start
        for number, move in enumerate(moves, 1):
            walked = self._letters(position, move, number)
            for letter in walked:
                position = self._moved(position, letter, number)
            yield position, walked

    def replay(self, moves: Iterable[str]) -> PathResult:
        """Make moves from the start, each of them checked: letters, or pushes with their cells.

        ``trace`` contains the position after each move, ``counters`` the number of letters
        ("moves") and of "pushes" among them; a level has two costs, so ``cost`` is None. Raises an
        InputError that names the first move that is not in the notation, that is impossible, or
        whose case is wrong (capital letters push, small ones do not).
        """
        trace = [self.start]
        made: list[str] = []
        letters = ""
        # Moves may arrive one by one, with a limit of time.
        source, again = tee(moves)
        for position, walked in self._played(source):
            trace.append(position)
            made.append(next(again))
            letters += walked
        return PathResult(
            path=tuple(made) if self.solved(trace[-1]) else None,
            stop=Stop.LIMIT,
            states=len(set(trace)),
            transitions=len(made),
            depth=len(trace),
            trace=tuple(trace),
            counters={"moves": len(letters), "pushes": sum(map(str.isupper, letters))},
        )

    def _letters(self, position: Position, move: str, number: int) -> str:
        """The letters of a move: the move itself, or the walk to a push and the push."""
        if len(move) == 1 and move in STEP_LETTERS + PUSH_LETTERS:
            return move
        match = _PUSH.fullmatch(move)
        if match is None:
            raise InputError(
                f"move {number}: {shortened(move)} is none of {STEP_LETTERS}{PUSH_LETTERS} and "
                f"no push like 2,3U"
            )
        row, column = int(match[1]), int(match[2])
        box = row * self.columns + column
        side = PUSH_LETTERS.index(match[3])
        if not (row < self.rows and column < self.columns and box in position.boxes):
            raise InputError(f"move {number}: no box in {wording.place((row, column))}")
        behind = self.neighbours[box][side ^ 1]
        walk = None if behind < 0 else self.path(position, behind)
        if walk is None:
            raise InputError(f"move {number}: no way to push the box in {self.cell(box)} there")
        return walk + match[3]

    def _moved(self, position: Position, letter: str, number: int) -> Position:
        side = STEP_LETTERS.index(letter.lower())
        following = self.step(position, side)
        pushes = following is not None and following.boxes != position.boxes
        if following is not None and pushes is letter.isupper():
            return following
        what = "is blocked" if following is None else f"pushes {'a' if pushes else 'no'} box"
        raise InputError(f"move {number}: {letter!r} from {self.cell(position.player)} {what}")

    def path(self, position: Position, target: int) -> str | None:
        """The letters of a shortest walk of the player to ``target``, None if there is none."""
        came = {position.player: (position.player, "")}
        queue = deque([position.player])
        while queue and target not in came:
            square = queue.popleft()
            for side, other in enumerate(self.neighbours[square]):
                if other >= 0 and other not in came and other not in position.boxes:
                    came[other] = (square, STEP_LETTERS[side])
                    queue.append(other)
        if target not in came:
            return None
        letters = []
        square = target
        while square != position.player:
            square, letter = came[square]
            letters.append(letter)
        return "".join(reversed(letters))

    def push_name(self, box: int, side: int) -> str:
        """The push of a box to a side, in the notation of :meth:`replay`: ``2,3U``."""
        return f"{box // self.columns},{box % self.columns}{PUSH_LETTERS[side]}"

    def encode_solution(self, solution: Iterable[str]) -> str:
        """The moves as one word of LURD letters."""
        return "".join(solution)

    def decode_solution(self, text: str) -> tuple[str, ...]:
        """The moves of a word of LURD letters. Raises InputError if one is impossible."""
        moves = tuple(text.strip())
        self.play(moves)
        return moves

    # -- the text form -----------------------------------------------------------------------

    def encode(self) -> str:
        """``WxH:`` and the rows joined by ``|``, floor as ``-``."""
        more = "m" if self.more_goals else ""
        return f"{self.size}{more}:" + "|".join(self.lines())

    def lines(self, position: Position | None = None) -> list[str]:
        """The rows in XSB characters, floor as ``-``, at the start or at a position."""
        cells: Iterable[int] = self.cells
        if position is not None:
            player, boxes = position
            cells = (
                code & (WALL | GOAL) | BOX * (square in boxes) | PLAYER * (square == player)
                for square, code in enumerate(self.cells)
            )
        text = "".join(map(SYMBOLS.__getitem__, cells))
        return [text[i : i + self.columns] for i in range(0, len(text), self.columns)]

    @classmethod
    def decode(cls, text: str) -> Self:
        """The level of a text form. Raises an InputError that names the cell."""
        head, colon, body = text.strip().partition(":")
        match = _SIZE.fullmatch(head)
        if not colon or match is None:
            raise InputError(f"expected WxH: and rows joined by '|', got {shortened(text)}")
        columns, rows = int(match[1]), int(match[2])
        lines = body.split("|")
        if len(lines) != rows:
            raise InputError(
                f"{wording.counted(len(lines), 'row')}, expected {rows} ({columns}x{rows})"
            )
        for row, line in enumerate(lines):
            if len(line) != columns:
                raise InputError(f"row {row + 1} has {len(line)} squares, expected {columns}")
        return cls(rows, columns, codes_of(lines), bool(match[3]))


def codes_of(lines: Iterable[str]) -> bytes:
    """The codes of rows in XSB characters; floor is ``-``, ``_`` or a space.

    Raises an InputError that names the cell of an unknown character.
    """
    cells = bytearray()
    for row, line in enumerate(lines):
        for column, symbol in enumerate(line):
            code = 0 if symbol in " _" else CODES.get(symbol)
            if code is None:
                raise InputError(
                    f"{wording.place((row, column))}: {shortened(symbol)} is none of # @ + $ * . -"
                )
            cells.append(code)
    return bytes(cells)
