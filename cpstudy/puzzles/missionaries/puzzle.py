"""Missionaries and cannibals: the puzzle as data, its text form and its rules.

Missionaries and cannibals stand left of a river with one boat for a few people; somebody must row
it. Where there are missionaries, cannibals must not outnumber them: in the boat, and on either
bank including those who just landed. All must reach the right bank.

People of one kind are interchangeable, so a state counts them: there are at most
2 (missionaries + 1) (cannibals + 1) states; for individual people there would be 2^(people + 1).

The text form is ``3,3:2``: missionaries, cannibals, places in the boat. A move is named by the
people in the boat, ``MC`` or ``CC``, missionaries first.

Sources: Amarel1968 for the states as numbers; Fried2022 (OEIS A356480) for the fewest crossings.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self

from cpstudy.core.errors import InputError
from cpstudy.core.puzzle import PuzzleOfMoves
from cpstudy.core.wording import counted

_LARGEST, _LARGEST_BOAT = 999, 99
_TEXT = re.compile(r"([0-9]{1,4}),([0-9]{1,4}):([0-9]{1,4})")


class Banks(NamedTuple):
    """A state: how many missionaries and cannibals are on the right, and whether the boat is."""

    missionaries: int
    cannibals: int
    boat: bool


START = Banks(0, 0, False)


@dataclass(frozen=True)
class Missionaries(PuzzleOfMoves[Banks]):
    """Numbers of missionaries and cannibals, 0 to 999 each, and of places in the boat, 1 to 99.

    Raises InputError for other numbers, for no people, or if cannibals outnumber the missionaries
    at the start.
    """

    missionaries: int
    cannibals: int
    places: int = 2

    kind: ClassVar[str] = "missionaries"
    start: ClassVar[Banks] = START

    def __post_init__(self) -> None:
        for what in ("missionaries", "cannibals"):
            number = getattr(self, what)
            if not 0 <= number <= _LARGEST:
                raise InputError(f"{number} {what}, expected 0 to {_LARGEST}")
        if self.missionaries + self.cannibals == 0:
            raise InputError("nobody is there to cross")
        if not 1 <= self.places <= _LARGEST_BOAT:
            raise InputError(f"a boat with {self.places} places, expected 1 to {_LARGEST_BOAT}")
        if not peaceful(self.missionaries, self.cannibals):
            raise InputError(f"{_outnumbered(self.missionaries, self.cannibals)} at first")

    def encode(self) -> str:
        """``3,3:2``."""
        return f"{self.missionaries},{self.cannibals}:{self.places}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises an InputError that states the fault."""
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            raise InputError(
                f"{text.strip()[:30]!a}: expected missionaries,cannibals:places, as 3,3:2"
            )
        return cls(*map(int, match.groups()))

    # -- the rules -----------------------------------------------------------------------------

    def left(self, state: Banks) -> tuple[int, int]:
        """The missionaries and cannibals on the left."""
        return self.missionaries - state.missionaries, self.cannibals - state.cannibals

    def loads(self) -> Iterator[tuple[int, int]]:
        """The boat's loads: (missionaries, cannibals), few people first, nobody outnumbered."""
        for people in range(1, min(self.places, self.missionaries + self.cannibals) + 1):
            for cannibals in range(people + 1):
                if peaceful(people - cannibals, cannibals):
                    yield people - cannibals, cannibals

    def crossed(self, state: Banks, load: tuple[int, int]) -> Banks | None:
        """The state after a crossing, allowed or not; None if the people are not at the boat."""
        here = state[:2] if state.boat else self.left(state)
        if load[0] > here[0] or load[1] > here[1]:
            return None
        sign = -1 if state.boat else 1
        return Banks(
            state.missionaries + sign * load[0], state.cannibals + sign * load[1], not state.boat
        )

    def danger(self, state: Banks) -> str:
        """The bank on which cannibals outnumber missionaries, in words; "" if there is none."""
        for bank, people in (("left", self.left(state)), ("right", state[:2])):
            if not peaceful(*people):
                return f"{_outnumbered(*people)} on the {bank}"
        return ""

    def is_goal(self, state: Banks) -> bool:
        """Whether everybody is on the right."""
        return self.left(state) == (0, 0)

    def after(self, state: Banks, move: str) -> tuple[Banks, int]:
        """The state after a move, and its cost. Raises InputError if the move is impossible."""
        load = move.count("M"), move.count("C")
        following = None
        if move and move == name_of(load) and len(move) <= self.places:
            following = self.crossed(state, load)
        if following is None:
            raise InputError(f"not possible in {self.describe(state)}")
        if not peaceful(*load):
            raise InputError(f"{_outnumbered(*load)} in the boat")
        danger = self.danger(following)
        if danger:
            raise InputError(danger)
        return following, 1

    def describe(self, state: Banks) -> str:
        """``2M2C_1M1C*``: the people left and right of the river, * the boat."""
        left, right = ("{}M{}C".format(*people) for people in (self.left(state), state[:2]))
        return f"{left}_{right}*" if state.boat else f"{left}*_{right}"


def peaceful(missionaries: int, cannibals: int) -> bool:
    """Whether these people may be together."""
    return missionaries == 0 or cannibals <= missionaries


def _outnumbered(missionaries: int, cannibals: int) -> str:
    return f"{counted(cannibals, 'cannibal')} outnumber {counted(missionaries, 'missionary')}"


def name_of(load: tuple[int, int]) -> str:
    """The name of a crossing: ``MMC``."""
    return "M" * load[0] + "C" * load[1]
