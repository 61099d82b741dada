"""River crossings in words: ``wolf, goat, cabbage: wolf eats goat, goat eats cabbage``.

The text form with spaces, and with ``eats``, ``and`` or ``>`` between enemies.
"""

import re

from cpstudy.puzzles.river_crossing.puzzle import RiverCrossing

_ENEMIES = re.compile(r"\s*>\s*|\s+(?:eats?|and|with)\s+|\s*-\s*")
_SEPARATED = re.compile(r"\s*([,:])\s*")


def claims(line: str) -> bool:
    """Whether a line consists of items and conflicts, with spaces or words between them."""
    items, colon, conflicts = line.strip().partition(":")
    return bool(colon) and "," in items and (" " in line.strip() or ">" in conflicts)


def decode(line: str) -> RiverCrossing:
    """The puzzle of a line. Raises InputError."""
    items, colon, rest = _SEPARATED.sub(r"\1", line.strip()).partition(":")
    return RiverCrossing.decode(f"{items}{colon}{_ENEMIES.sub('-', rest)}")
