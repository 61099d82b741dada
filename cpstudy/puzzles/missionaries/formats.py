"""Missionaries and cannibals as people write them: three numbers, with or without words.

``3 3 2``, ``3 missionaries, 3 cannibals, boat 2``, ``M=3 C=3 B=2``: missionaries, cannibals, places
in the boat; cannibals come first if the words say so. A boat with fewer than two places is refused:
textbooks write states as ``(3, 3, 1)``, where the last number is the bank of the boat.
"""

import re

from cpstudy.core.errors import InputError, shortened
from cpstudy.puzzles.missionaries.puzzle import Missionaries

_WORDS = re.compile(
    r"(?P<before>[^\d:-]*)(?P<one>[0-9]{1,4})(?P<between>[^\d:.-]+)(?P<other>[0-9]{1,4})"
    r"(?P<behind>[^\d:.-]+)(?P<places>[0-9]{1,4})[^\d:]*"
)
_CANNIBALS = re.compile(r"\bc(?:annibals?)?\b|(?<=\d)c", re.IGNORECASE)
_MISSIONARIES = re.compile(r"\bm(?:issionar(?:y|ies))?\b|(?<=\d)m", re.IGNORECASE)


def claims(line: str) -> bool:
    """Whether a line consists of three numbers, optionally with words."""
    return _WORDS.fullmatch(line.strip()) is not None


def decode(line: str) -> Missionaries:
    """The puzzle of a line. Raises InputError."""
    match = _WORDS.fullmatch(line.strip())
    if match is None:
        raise InputError(f"{shortened(line)}: expected missionaries, cannibals and places")
    one, other, places = (int(match[name]) for name in ("one", "other", "places"))
    if places < 2:
        raise InputError(
            f"{places}: places in the boat, or its bank? 3,3:2 is a puzzle with 2 places"
        )
    cannibals, missionaries = _CANNIBALS.search(line), _MISSIONARIES.search(line)
    if cannibals and missionaries and cannibals.start() < missionaries.start():
        one, other = other, one
    return Missionaries(one, other, places)
