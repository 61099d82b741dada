"""Level files and solutions as keys.

*Level*: the text form with one row a line; a file is one level.

*Keys*: ``up down left right``, and ``space`` for the other half. After a teleport the half at the
place named first has the control; ``space`` passes it to the other half, and does nothing to a
whole block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.text import decoded
from cpstudy.puzzles.bloxorz.puzzle import DIRECTIONS, HALF_MOVES, HALVES, SPACE, Bloxorz

_KEYS = {name: name for name in (*DIRECTIONS, SPACE)} | {name[0]: name for name in DIRECTIONS}


def recognises_level(line: str) -> bool:
    """Whether a file's first significant line looks like a row of tile codes."""
    code = "[A-Za-z]{1,2}[0-9]*"
    return re.fullmatch(rf"\s*{code}(\s+{code})*\s*", line) is not None


def read_level(lines: Iterable[str]) -> Iterator[Item]:
    """One level; lines that begin with ``#`` are comments."""
    kept = [line for line in lines if not line.startswith("#")]
    yield Item(1, "".join(kept), decoded("\n".join(kept), _level))


def _level(text: str) -> Bloxorz:
    return Bloxorz.from_lines(text.splitlines())


def write_level(puzzle: Bloxorz) -> str:
    """The level file, its columns aligned."""
    width = max(map(len, puzzle.tiles))
    lines = (
        " ".join(code.ljust(width) for code in puzzle.tiles[start : start + puzzle.columns])
        for start in range(0, len(puzzle.tiles), puzzle.columns)
    )
    switches = list(puzzle.lines())[puzzle.rows :]
    return "".join(f"{line.rstrip()}\n" for line in (*lines, *switches))


def write_keys(puzzle: Bloxorz, moves: Sequence[str]) -> str:
    """The keys of moves, blanks between. Raises InputError as ``replay`` does."""
    return " ".join(puzzle.keys(moves))


def read_keys(puzzle: Bloxorz, text: str) -> tuple[str, ...]:
    """The moves of keys, which may be their first letters too, or of moves as they are.

    Raises InputError that names the unknown key, or the key after which the block falls.
    """
    words = text.split()
    if any(word in HALF_MOVES for word in words):
        return tuple(words)
    moves: list[str] = []
    state, controlled = puzzle.start, -1
    for number, word in enumerate(words, 1):
        if word not in _KEYS:
            raise InputError(f"key {number}: {shortened(word)} is none of {', '.join(_KEYS)}")
        key = _KEYS[word]
        split = puzzle.is_split(state)
        if key == SPACE:
            if split:
                controlled = state.first + state.second - controlled
            continue
        move = f"{HALVES[controlled != state.first]}-{key}" if split else key
        try:
            following, _ = puzzle.after(state, move)
        except InputError as reason:
            raise InputError(f"key {number} {key!a}: {reason}") from None
        controlled = puzzle.controlled(state, move, following)
        state = following
        moves.append(move)
    return tuple(moves)


def tally_keys(text: str) -> Mapping[str, int]:
    """How many keys there are to press."""
    return {"keys": len(text.split())}
