"""Solutions of Sokoban as players write them: LURD letters, walks written out, pushes counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cpstudy.puzzles.sokoban.formats import read_lurd
from cpstudy.puzzles.sokoban.puzzle import Sokoban


def write(puzzle: Sokoban, moves: Iterable[str]) -> str:
    """The letters of moves; between pushes named by their boxes the player takes a shortest walk.

    Raises InputError that names the first move that is not possible.
    """
    return puzzle.letters(moves)


def read(puzzle: Sokoban, text: str) -> tuple[str, ...]:
    """The moves of LURD letters, or of pushes like ``2,3U`` with blanks between.

    Raises InputError for other letters, with their place.
    """
    return tuple(text.split()) if "," in text else read_lurd(text)


def tally(text: str) -> Mapping[str, int]:
    """How many pushes and how many moves a line of letters has."""
    return {"pushes": sum(map(str.isupper, text)), "moves": len(text)}
