"""Saved games of Simon Tatham's collection (``.sav``): one container for all its games.

A save consists of records ``KEY     :N:VALUE``: the key padded to eight characters, N the length of
the value in bytes, then a line end. First comes ``SAVEFILE`` with the collection's name, then
VERSION (1), GAME, PARAMS and CPARAMS (size and options of the next game and of this one), SEED
(optional), DESC (the board), AUXINFO (optional, an obfuscated solution), UI, TIME, NSTATES and
STATEPOS, and one MOVE, SOLVE or RESTART for each state but the first. Both numbers count the
initial state: at STATEPOS 1 the board is untouched and Redo can make all moves.

This module reads as much as the program does: once both numbers and NSTATES states have been read,
it ignores the rest of a save. A document may hold several saves, one after another.
``CPARAMS:DESC`` is the game ID, which the kind decodes; only Pipes interprets moves, and checks
them. Cost: linear. Source: the collection's program (Tatham2004).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from cpstudy.core.documents import Document, Item, joined
from cpstudy.core.errors import InputError, LineError
from cpstudy.core.kind import Format
from cpstudy.core.puzzle_urls import kind_of_game
from cpstudy.core.wording import counted

MAGIC = "Simon Tatham's Portable Puzzle Collection"
_RECORD = re.compile(rb"([^\r\n]{8}):([0-9]{1,9}):")
_BEGIN = "SAVEFILE:"
_HISTORY = ("MOVE", "SOLVE", "RESTART")


@dataclass(frozen=True)
class Save:
    """A saved game.

    parameters, description: each with its line (from 1). history: line, key and value of each
    action. at: the index of the current state, from 0.
    """

    game: str
    parameters: tuple[int, str]
    description: tuple[int, str]
    history: tuple[tuple[int, str, str], ...]
    at: int


def recognises(document: Document) -> bool:
    """Whether a document is a saved game of any game."""
    return document.first.startswith(_BEGIN)


def save_format(game: str, decode: Callable[[str], Any]) -> Format:
    """The format of a game's saves. decode: makes the puzzle from a game ID."""
    return Format(
        "sav",
        f"a saved game of {game} in Simon Tatham's collection: the board at its start",
        partial(read, game, decode),
        recognises=recognises,
        has_syntax=True,
    )


def read(game: str, decode: Callable[[str], Any], lines: Iterable[str]) -> Iterator[Item]:
    """The boards of saved games at their start."""
    return read_each(lines, partial(_read_one, game, decode))


def _read_one(game: str, decode: Callable[[str], Any], lines: Iterable[str]) -> Item:
    save = load(lines, game)
    text = f"{save.parameters[1]}:{save.description[1]}"
    try:
        return Item(1, text, decode(text))
    except InputError as error:
        return Item(save.description[0], text, error)


def read_each(lines: Iterable[str], read_one: Callable[[list[str]], Item]) -> Iterator[Item]:
    """The boards of the saved games of a file. read_one: reads one; may raise LineError."""
    for first, save in joined(lines, lambda line: line.startswith(_BEGIN)):
        try:
            item = read_one(save)
        except LineError as error:
            item = Item(error.line, "", error)
        yield replace(item, line=item.line + first - 1)


def load(lines: Iterable[str], game: str) -> Save:
    """A saved game of that game. Raises LineError."""
    values, history, line = _values("".join(lines).encode())

    def value_of(key: str) -> tuple[int, str]:
        if key not in values:
            raise LineError(line, f"the save ends without {key}")
        return values[key]

    for key, expected in (("VERSION", "1"), ("GAME", game)):
        place, value = value_of(key)
        if value != expected:
            raise LineError(
                place, f"{key} is {value[:30]!a}, expected {expected}{_kind(key, value)}"
            )
    states, at = (_number(*value_of(key), key) for key in ("NSTATES", "STATEPOS"))
    if states != len(history) + 1:
        raise LineError(line, f"NSTATES is {states}, expected {len(history) + 1} by the moves")
    if not 1 <= at <= states:
        raise LineError(values["STATEPOS"][0], f"STATEPOS is {at}, expected 1 … {states}")
    parameters = values.get("CPARAMS", value_of("PARAMS"))
    return Save(game, parameters, value_of("DESC"), tuple(history), at - 1)


def game_of(document: Document) -> tuple[str, str]:
    """The game of a save and its parameters, by the records in the document's head."""
    found: dict[str, str] = {}
    for line in document.head:
        key, _, value = line.strip().partition(":")
        found.setdefault(key.rstrip(), value.partition(":")[2])
    return found.get("GAME", ""), found.get("CPARAMS", found.get("PARAMS", ""))


def _kind(key: str, value: str) -> str:
    """The end of a message that names the kind of another game."""
    kind = kind_of_game(value, "") if key == "GAME" else ""
    return f"; --puzzle {kind} reads it" if kind else ""


Values = dict[str, tuple[int, str]]


def _values(data: bytes) -> tuple[Values, list[tuple[int, str, str]], int]:
    """The records by their keys, the history, and the last line read."""
    values: Values = {}
    history: list[tuple[int, str, str]] = []
    line = 1
    for line, key, value in _records(data):
        if key in _HISTORY:
            history.append((line, key, value))
        elif key in values:
            raise LineError(line, f"a second {key}")
        else:
            values[key] = (line, value)
        if not values.keys() - {key} and (key, value) != ("SAVEFILE", MAGIC):
            raise LineError(line, "not a saved game of Simon Tatham's collection")
        if {"NSTATES", "STATEPOS"} <= values.keys():
            states, _ = (_number(*values[key], key) for key in ("NSTATES", "STATEPOS"))
            if len(history) + 1 >= states:
                break
    return values, history, line


def _records(data: bytes) -> Iterator[tuple[int, str, str]]:
    """The line, key and value of each record."""
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
            raise LineError(line, "no record 'KEY     :LENGTH:VALUE'")
        # A key that the program does not know is ignored.
        key = re.split(r"[ :]", match[1].decode(errors="backslashreplace"), maxsplit=1)[0]
        end = match.end() + int(match[2])
        value = data[match.end() : end]
        if end > len(data):
            raise LineError(
                line, f"{key}: {counted(int(match[2]), 'byte')} announced, {len(value)} left"
            )
        if end < len(data) and data[end] not in b"\r\n":
            raise LineError(line, f"{key}: the value is longer than announced")
        yield line, key, value.decode(errors="backslashreplace")
        line += value.count(b"\n")
        place = end


def _number(line: int, value: str, key: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise LineError(line, f"{key}: {value[:30]!a} is not a number")
    return int(value)
