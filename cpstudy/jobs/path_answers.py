"""Answers to puzzles of moves: read from rows, replayed by the rules, written for players.

A row is a line of ``explore``: the text form, a TAB, the verdict, a TAB and the moves, or a JSON
object; or only the text form, a TAB and the moves. Moves are as ``replay`` takes them, separated by
blanks, or in the notation of the kind's players (LURD, keys to press).
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind
from cpstudy.core.result import PathResult
from cpstudy.core.wording import counted

_LONGEST_SHOWN = 60


class Answer(NamedTuple):
    """A row: its line number, from 1, the puzzle or the row's fault, and the moves."""

    line: int
    puzzle: Any | InputError
    moves: str


def written(kind: Kind, puzzle: Any, moves: Iterable[str]) -> str:
    """Moves in the players' notation, on one line. Raises InputError for an impossible move."""
    notation, moves = kind.space.notation if kind.space else None, tuple(moves)
    if notation is not None:
        return notation.write(puzzle, moves)
    return ("" if all(len(move) == 1 for move in moves) else " ").join(moves)


def tally(kind: Kind, answer: str) -> dict[str, int]:
    """What players count in an answer in their notation."""
    notation = kind.space.notation if kind.space else None
    return dict(notation.tally(answer)) if notation and notation.tally else {}


def replayed(kind: Kind, puzzle: Any, text: str) -> PathResult:
    """Replay an answer move by move by the rules. Raises InputError at the first wrong move.

    Its path is None if the last move does not end in a goal.
    """
    notation = kind.space.notation if kind.space else None
    if notation is not None:
        return cast(PathResult, puzzle.replay(notation.read(puzzle, text)))
    try:
        return cast(PathResult, puzzle.replay(text.split()))
    except InputError:
        if len(text.split()) > 1 or not text.isascii():
            raise
    return cast(PathResult, puzzle.replay(tuple(text.strip())))  # moves of one letter each


def certified(kind: Kind, puzzle: Any, text: str) -> str:
    """An answer in the players' notation. Raises InputError if it does not reach the goal."""
    found = replayed(kind, puzzle, text)
    if found.path is None:
        raise InputError(f"after {counted(found.transitions, 'move')} the goal is not reached")
    return written(kind, puzzle, map(str, found.path))


def answers(kind: Kind, lines: Iterable[str]) -> Iterator[Answer]:
    """The rows of a file; blank lines and lines that begin with ``#`` are skipped."""
    decode = kind.puzzle.decode
    for number, line in enumerate(lines, 1):
        row = line.strip()
        if not row or row.startswith("#"):
            continue
        try:
            text, moves = _from_json(kind, row) if row.startswith("{") else _columns(row)
            yield Answer(number, decode(text), moves)
        except InputError as error:
            yield Answer(number, error, "")


def _columns(row: str) -> tuple[str, str]:
    text, *columns = row.split("\t")
    if not columns:
        raise InputError("no moves after the puzzle and a TAB")
    if columns[0].startswith("found in ") and len(columns) > 1:
        return text, columns[1]
    if columns[0].startswith(("unreachable", "unknown")):
        raise InputError("no moves: none were found")
    return text, columns[0]


def _from_json(kind: Kind, row: str) -> tuple[str, str]:
    try:
        found = json.loads(row)
        text, moves = found["puzzle"], found["moves"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(f"not a row of explore: {row[:_LONGEST_SHOWN]!a}") from None
    if not (isinstance(text, str) and isinstance(moves, list)):
        raise InputError(f"not a row of explore: {row[:_LONGEST_SHOWN]!a}")
    if found.get("kind", kind.name) != kind.name:
        raise InputError(f"a puzzle of kind {str(found['kind'])[:_LONGEST_SHOWN]!a}")
    if found.get("verdict", "found") != "found":
        raise InputError("no moves: none were found")
    return text, " ".join(map(str, moves))
