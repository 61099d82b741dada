"""Saved games of Net (``.sav``): boards with the history of their moves.

reading/saves.py reads the container, which all games of the collection share. Net's parameters are
``WxH`` or ``N``, then ``w`` (wraps), ``b`` with a number (the share of barriers) and ``a``
(ambiguous boards allowed; without it the program refuses parameters of a wrapping board with a side
of 2). Net's moves are ``Ax,y`` (a quarter turn anticlockwise), ``Cx,y`` (clockwise), ``Fx,y`` (a
half turn) and ``Lx,y`` (lock or unlock; turns ignore locks); x is the column. ``S;…``
(solve) and ``J;…`` (jumble) hold any number of them, joined by ``;``. RESTART holds a description
of the board for a new start.

Every move is checked, including those after STATEPOS. Free graphs and boards of one tile are not
games of Net and are not written. Cost: linear.

Source: the collection's program (Tatham2004).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.pipes.puzzle import Pipes, turned
from cpstudy.reading import saves

_PARAMETERS = re.compile(r"([0-9]{1,6})(?:x([0-9]{1,6}))?((?:[wa]|b[0-9.]*(?:e[-+]?[0-9]+)?)*)")
_STEP = re.compile(r"([ACFL])([0-9]{1,6}),([0-9]{1,6})(?:;|$)")
_QUARTERS = {"A": 1, "F": 2, "C": 3, "L": 0}


@dataclass(frozen=True)
class Position:
    """The positions of the tiles, and the locks (one byte a tile, 0 or 1)."""

    tiles: bytes
    locked: bytes


@dataclass(frozen=True)
class Save:
    """A saved game. positions: one per state, the initial one first; at: the current one."""

    puzzle: Pipes
    positions: tuple[Position, ...]
    at: int

    @property
    def current(self) -> Position:
        """The position that the program shows."""
        return self.positions[self.at]


def read_save(lines: Iterable[str]) -> Iterator[Item]:
    """The boards of saved games, with the initial positions of their tiles."""
    return saves.read_each(lines, _read_one)


def _read_one(lines: Iterable[str]) -> Item:
    puzzle = load_save(lines).puzzle
    return Item(1, puzzle.encode(), puzzle)


def load_save(lines: Iterable[str]) -> Save:
    """A saved game with all its positions. Raises LineError."""
    loaded = saves.load(lines, "Net")
    place, parameters = loaded.parameters
    match = _PARAMETERS.fullmatch(parameters)
    if match is None:
        raise LineError(place, f"parameters {parameters[:30]!a}: expected WxH and options")
    head = f"{match[1]}x{match[2] or match[1]}{'w' if 'w' in match[3] else ''}:"
    puzzle = _board(head, *loaded.description)
    positions = [Position(puzzle.tiles, bytes(len(puzzle.tiles)))]
    for place, key, move in loaded.history:
        if key == "RESTART":
            positions.append(Position(_board(head, place, move).tiles, bytes(len(puzzle.tiles))))
        else:
            positions.append(_moved(puzzle, positions[-1], place, move))
    return Save(puzzle, tuple(positions), loaded.at)


def _board(head: str, line: int, description: str) -> Pipes:
    try:
        return Pipes.decode(head + description)
    except InputError as error:
        raise LineError(line, str(error)) from None


def _moved(puzzle: Pipes, position: Position, line: int, move: str) -> Position:
    tiles, locked = bytearray(position.tiles), bytearray(position.locked)
    place = 0
    if move[:1] in ("S", "J"):
        place = 2 if move[1:2] == ";" else 1
    elif not move:
        raise LineError(line, "an empty move")
    while place < len(move):
        match = _STEP.match(move, place)
        if match is None:
            raise LineError(line, f"move {move[place : place + 30]!a}: expected A, C, F or L x,y")
        column, row = int(match[2]), int(match[3])
        if column >= puzzle.columns or row >= puzzle.rows:
            raise LineError(line, f"move {match[0]!a}: no such tile on a board of {puzzle.size}")
        tile = row * puzzle.columns + column
        tiles[tile] = turned(tiles[tile], _QUARTERS[match[1]])
        locked[tile] ^= match[1] == "L"
        place = match.end()
    return Position(bytes(tiles), bytes(locked))


def write_save(puzzle: Pipes) -> str:
    """A saved game of the board without moves. Raises InputError if it is not a game of Net."""
    return save_with_moves(puzzle, ())


def save_with_moves(puzzle: Pipes, moves: Sequence[tuple[str, int]]) -> str:
    """A saved game in which Redo replays ``moves``, each a letter (A, C, F, L) and a tile.

    Raises InputError if the board is not a game of Net, RuntimeError for an invalid move.
    """
    if puzzle.free:
        raise InputError("a saved game of Net cannot hold a free graph")
    if len(puzzle.tiles) == 1:
        raise InputError("a saved game of Net cannot hold a board of one tile")
    for number, (letter, tile) in enumerate(moves):
        if letter not in _QUARTERS or not 0 <= tile < len(puzzle.tiles):
            raise RuntimeError(f"move {number}: {letter!r} of tile {tile} is not a move")
    parameters = puzzle.size + ("w" if puzzle.wrap else "")
    if puzzle.wrap and 2 in (puzzle.rows, puzzle.columns):
        parameters += "a"
    centre = f"C{puzzle.columns // 2},{puzzle.rows // 2}"
    records = [
        ("SAVEFILE", saves.MAGIC),
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
