"""Saved games of Net (``.sav``): boards with the history of their moves.

The container is the same for all games of Simon Tatham's collection: records ``KEY     :N:VALUE``,
the key padded to eight characters, N the length of the value in bytes, a line end after it. First
comes ``SAVEFILE`` with the collection's name, then VERSION (1), GAME (Net), PARAMS and CPARAMS
(size and options, of the next game and of this one), SEED (optional), DESC (the tiles), AUXINFO
(optional, an obfuscated solution), UI (for Net ``Ox,y;Cx,y``: the view's origin and the source),
TIME (timed games), NSTATES and STATEPOS, and one MOVE, SOLVE or RESTART a state but the first. Both
numbers count the initial state: STATEPOS 1 is the board untouched, all moves waiting for Redo.

Net's parameters are ``WxH`` or ``N``, then ``w`` (wraps), ``b`` with a number (the share of
barriers) and ``a`` (ambiguous boards allowed; without it the program refuses parameters of a
wrapping board with a side of 2). Net's moves are ``Ax,y`` (a quarter turn anticlockwise), ``Cx,y``
(clockwise), ``Fx,y`` (a half turn) and ``Lx,y`` (lock or unlock; turning does not look at locks);
x is the column. ``S;…`` (solve) and ``J;…`` (jumble) hold any number of them, joined by ``;``.
RESTART holds a description of the board to start from again.

What is read here is what the program reads: as soon as both numbers and as many states as NSTATES
says are there, the rest is ignored. Every move is checked, also those after STATEPOS. Free
graphs and boards of one tile are not games of Net and are not written. Cost: linear.

Source: the collection's program (Tatham2004).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.puzzles.pipes.puzzle import Pipes, turned

_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_RECORD = re.compile(rb"([^\r\n]{8}):([0-9]{1,9}):")
_PARAMETERS = re.compile(r"([0-9]{1,6})(?:x([0-9]{1,6}))?((?:[wa]|b[0-9.]*(?:e[-+]?[0-9]+)?)*)")
_STEP = re.compile(r"([ACFL])([0-9]{1,6}),([0-9]{1,6})(?:;|$)")
_QUARTERS = {"A": 1, "F": 2, "C": 3, "L": 0}
_HISTORY = ("MOVE", "SOLVE", "RESTART")


class SaveError(InputError):
    """What is wrong with a saved game, and on which line (from 1)."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Position:
    """How the tiles lie, and which of them are locked (one byte a tile, 0 or 1)."""

    tiles: bytes
    locked: bytes


@dataclass(frozen=True)
class Save:
    """A saved game. positions: of every state, the initial one first; at: the current one."""

    puzzle: Pipes
    positions: tuple[Position, ...]
    at: int

    @property
    def current(self) -> Position:
        """The position that the program shows."""
        return self.positions[self.at]


def recognises_save(line: str) -> bool:
    """Whether a file's first significant line is that of a saved game."""
    return line.startswith("SAVEFILE:")


def read_save(lines: Iterable[str]) -> Iterator[Item]:
    """The board of one saved game, its tiles as they lay at the start."""
    try:
        save = load_save(lines)
    except SaveError as error:
        yield Item(error.line, "", error)
    else:
        yield Item(1, save.puzzle.encode(), save.puzzle)


def load_save(lines: Iterable[str]) -> Save:
    """A saved game with all its positions. Raises SaveError."""
    values: dict[str, tuple[int, str]] = {}
    history: list[tuple[int, str, str]] = []
    line = 1
    for line, key, value in _records("".join(lines).encode()):
        if key in _HISTORY:
            history.append((line, key, value))
        elif key in values:
            raise SaveError(line, f"a second {key}")
        else:
            values[key] = (line, value)
        if not values.keys() - {key} and (key, value) != ("SAVEFILE", _MAGIC):
            raise SaveError(line, "not a saved game of Simon Tatham's collection")
        if {"NSTATES", "STATEPOS"} <= values.keys():
            states, at = (_number(*values[key], key) for key in ("NSTATES", "STATEPOS"))
            if len(history) + 1 >= states:
                break

    def value_of(key: str) -> tuple[int, str]:
        if key not in values:
            raise SaveError(line, f"the save ends without {key}")
        return values[key]

    for key, expected in (("VERSION", "1"), ("GAME", "Net")):
        place, value = value_of(key)
        if value != expected:
            raise SaveError(place, f"{key} is {value[:30]!a}, expected {expected}")
    states, at = (_number(*value_of(key), key) for key in ("NSTATES", "STATEPOS"))
    if states != len(history) + 1:
        raise SaveError(line, f"NSTATES is {states}, but there are {len(history)} moves")
    if not 1 <= at <= states:
        raise SaveError(values["STATEPOS"][0], f"STATEPOS is {at}, expected 1 … {states}")

    place, parameters = value_of("PARAMS")
    match = _PARAMETERS.fullmatch(parameters)
    if match is None:
        raise SaveError(place, f"parameters {parameters[:30]!a}: expected WxH and options")
    head = f"{match[1]}x{match[2] or match[1]}{'w' if 'w' in match[3] else ''}:"
    puzzle = _board(head, *value_of("DESC"))
    positions = [Position(puzzle.tiles, bytes(len(puzzle.tiles)))]
    for place, key, move in history:
        if key == "RESTART":
            positions.append(Position(_board(head, place, move).tiles, bytes(len(puzzle.tiles))))
        else:
            positions.append(_moved(puzzle, positions[-1], place, move))
    return Save(puzzle, tuple(positions), at - 1)


def _records(data: bytes) -> Iterator[tuple[int, str, str]]:
    """Line, key and value of each record."""
    place = 0
    line = 1
    while True:
        while data[place : place + 1] in (b"\r", b"\n"):
            line += data[place] == ord("\n")
            place += 1
        if place == len(data):
            return
        match = _RECORD.match(data, place)
        if match is None:
            raise SaveError(line, "no record 'KEY     :LENGTH:VALUE'")
        # A key that the program does not know is passed over.
        key = re.split(r"[ :]", match[1].decode(errors="backslashreplace"), maxsplit=1)[0]
        end = match.end() + int(match[2])
        value = data[match.end() : end]
        if end > len(data):
            raise SaveError(line, f"{key}: {int(match[2])} bytes announced, {len(value)} left")
        if end < len(data) and data[end] not in b"\r\n":
            raise SaveError(line, f"{key}: the value is longer than announced")
        yield line, key, value.decode(errors="backslashreplace")
        line += value.count(b"\n")
        place = end


def _number(line: int, value: str, key: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise SaveError(line, f"{key}: {value[:30]!a} is not a number")
    return int(value)


def _board(head: str, line: int, description: str) -> Pipes:
    try:
        return Pipes.decode(head + description)
    except InputError as error:
        raise SaveError(line, str(error)) from None


def _moved(puzzle: Pipes, position: Position, line: int, move: str) -> Position:
    tiles, locked = bytearray(position.tiles), bytearray(position.locked)
    place = 0
    if move[:1] in ("S", "J"):
        place = 2 if move[1:2] == ";" else 1
    elif not move:
        raise SaveError(line, "an empty move")
    while place < len(move):
        match = _STEP.match(move, place)
        if match is None:
            raise SaveError(line, f"move {move[place : place + 30]!a}: expected A, C, F or L x,y")
        column, row = int(match[2]), int(match[3])
        if column >= puzzle.columns or row >= puzzle.rows:
            raise SaveError(line, f"move {match[0]!a}: no such tile on a board of {puzzle.size}")
        tile = row * puzzle.columns + column
        tiles[tile] = turned(tiles[tile], _QUARTERS[match[1]])
        locked[tile] ^= match[1] == "L"
        place = match.end()
    return Position(bytes(tiles), bytes(locked))


def write_save(puzzle: Pipes) -> str:
    """A saved game of the board, untouched. Raises InputError where it is not a game of Net."""
    return save_with_moves(puzzle, ())


def save_with_moves(puzzle: Pipes, moves: Sequence[tuple[str, int]]) -> str:
    """A saved game in which Redo replays ``moves``, each a letter (A, C, F, L) and a tile.

    Raises InputError where the board is not a game of Net or a move is none.
    """
    if puzzle.free:
        raise InputError("a saved game of Net cannot hold a free graph")
    if len(puzzle.tiles) == 1:
        raise InputError("a saved game of Net cannot hold a board of one tile")
    for number, (letter, tile) in enumerate(moves):
        if letter not in _QUARTERS or not 0 <= tile < len(puzzle.tiles):
            raise RuntimeError(f"move {number}: {letter!r} of tile {tile} is none")
    parameters = puzzle.size + ("w" if puzzle.wrap else "")
    if puzzle.wrap and 2 in (puzzle.rows, puzzle.columns):
        parameters += "a"
    centre = f"C{puzzle.columns // 2},{puzzle.rows // 2}"
    records = [
        ("SAVEFILE", _MAGIC),
        ("VERSION", "1"),
        ("GAME", "Net"),
        ("PARAMS", parameters),
        ("CPARAMS", parameters),
        ("DESC", puzzle.encode().partition(":")[2]),
        ("UI", f"O0,0;{centre}"),
        ("NSTATES", str(len(moves) + 1)),
        ("STATEPOS", "1"),
    ]
    for letter, tile in moves:
        row, column = divmod(tile, puzzle.columns)
        records.append(("MOVE", f"{letter}{column},{row}"))
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in records)
