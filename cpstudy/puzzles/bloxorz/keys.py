"""Solutions of Bloxorz as keys: ``up down left right``, and ``space`` for the other half.

After a teleport the half at the place named first has the control; ``space`` hands it over, and
does nothing to a whole block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpstudy.core.errors import InputError, shortened
from cpstudy.puzzles.bloxorz.puzzle import DIRECTIONS, HALF_MOVES, HALVES, SPACE, Bloxorz

_KEYS = {name: name for name in (*DIRECTIONS, SPACE)} | {name[0]: name for name in DIRECTIONS}


def write(puzzle: Bloxorz, moves: Sequence[str]) -> str:
    """The keys of moves, blanks between. Raises InputError as ``replay`` does."""
    return " ".join(puzzle.keys(moves))


def read(puzzle: Bloxorz, text: str) -> tuple[str, ...]:
    """The moves of keys, which may be their first letters too, or of moves as they are.

    Raises InputError that names the key that there is not, or after which the block falls.
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


def tally(text: str) -> Mapping[str, int]:
    """How many keys are to be pressed."""
    return {"keys": len(text.split())}
