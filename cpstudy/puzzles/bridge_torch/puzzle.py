"""Bridge and torch: the puzzle as data, its text form and its rules.

People stand left of a bridge at night, with one torch. One or two may cross at a time, never
without the torch, and two walk as slowly as the slower one. All must reach the right within a limit
of minutes. Without a limit the question is how many minutes it takes: moves cost minutes, so a
search for least cost answers it.

Kamies2016 prints two versions: the text has times 1, 3, 5 and 8 within 15, which cannot be done
(18 are needed); the pseudo-code has 1, 2, 5 and 8, which takes just 15.

The text form is ``1,2,5,8:15``, or ``1,2,5,8`` without a limit. The people are called A, B, C … in
this order, and a move by who crosses: ``A``, ``AB``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from string import ascii_uppercase
from typing import Any, ClassVar, NamedTuple, Self

from cpstudy.core.drawing import Span, TextPicture
from cpstudy.core.errors import InputError
from cpstudy.core.puzzle import PuzzleOfMoves

_NUMBER = re.compile(r"[0-9]{1,9}")


class Crossing(NamedTuple):
    """A state: who is across, as bits; whether the torch is; how many minutes have passed.

    Minutes count only where there is a limit: without one they decide nothing.
    """

    across: int
    torch: bool
    minutes: int


START = Crossing(0, False, 0)


@dataclass(frozen=True)
class BridgeTorch(PuzzleOfMoves[Crossing]):
    """Walking times in minutes, 1 to 26 people, and a limit or None.

    Raises InputError for no or too many people, a time below 1, a negative limit.
    """

    times: tuple[int, ...]
    limit: int | None = None

    kind: ClassVar[str] = "bridge_torch"
    start: ClassVar[Crossing] = START

    def __post_init__(self) -> None:
        if not 1 <= len(self.times) <= len(ascii_uppercase):
            raise InputError(f"{len(self.times)} people, expected 1 to {len(ascii_uppercase)}")
        for name, time in zip(ascii_uppercase, self.times, strict=False):
            if time < 1:
                raise InputError(f"person {name}: {time} minutes are fewer than 1")
        if self.limit is not None and self.limit < 0:
            raise InputError(f"a limit of {self.limit} minutes is negative")

    def encode(self) -> str:
        """``1,2,5,8:15``, without ``:15`` where there is no limit."""
        limit = "" if self.limit is None else f":{self.limit}"
        return ",".join(map(str, self.times)) + limit

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises InputError that names the person."""
        listed, colon, limit = text.strip().partition(":")
        times = []
        for place, time in enumerate(listed.split(","), 1):
            if not _NUMBER.fullmatch(time):
                raise InputError(f"time {place}: {time[:30]!a} is not a number of minutes")
            times.append(int(time))
        if colon and not _NUMBER.fullmatch(limit):
            raise InputError(f"limit: {limit[:30]!a} is not a number of minutes")
        return cls(tuple(times), int(limit) if colon else None)

    # -- the rules -----------------------------------------------------------------------------

    @property
    def everybody(self) -> int:
        """All people as bits."""
        return (1 << len(self.times)) - 1

    def walks(self) -> Iterator[tuple[str, int, int]]:
        """Who may cross: (name, people as bits, minutes), each alone, then pairs, in order."""
        for number in (1, 2):
            for chosen in combinations(range(len(self.times)), number):
                name = "".join(ascii_uppercase[i] for i in chosen)
                yield name, sum(1 << i for i in chosen), max(self.times[i] for i in chosen)

    def elsewhere(self, state: Crossing) -> int:
        """Who is not at the torch, as bits."""
        return ~state.across if state.torch else state.across

    def crossed(self, state: Crossing, people: int, minutes: int) -> Crossing | None:
        """The state after ``people`` crossed; None where not all of them are at the torch."""
        return None if people & self.elsewhere(state) else self.moved(state, people, minutes)

    def moved(self, state: Crossing, people: int, minutes: int) -> Crossing:
        """The state after ``people`` crossed, all of whom are at the torch."""
        gone = state.minutes + minutes if self.limit is not None else 0
        return Crossing(state.across ^ people, not state.torch, gone)

    def too_late(self, state: Crossing) -> str:
        """Why a state breaks the limit, "" where it does not."""
        if self.limit is None or state.minutes <= self.limit:
            return ""
        return f"{state.minutes} minutes are more than {self.limit}"

    def is_goal(self, state: Crossing) -> bool:
        """Everybody is across."""
        return state.across == self.everybody

    def after(self, state: Crossing, move: str) -> tuple[Crossing, int]:
        """The state after a move, and its minutes. Raises InputError where it is not possible."""
        walk = next((walk for walk in self.walks() if walk[0] == move), None)
        following = None if walk is None else self.crossed(state, *walk[1:])
        if walk is None or following is None:
            raise InputError(f"not possible in {self.describe(state)}")
        late = self.too_late(following)
        if late:
            raise InputError(late)
        return following, walk[2]

    def describe(self, state: Crossing) -> str:
        """``AB*_CD 5``: who is left and right, * the torch, the minutes where they count."""
        names = ascii_uppercase[: len(self.times)]
        left = "".join(name for i, name in enumerate(names) if not state.across >> i & 1)
        right = "".join(name for i, name in enumerate(names) if state.across >> i & 1)
        text = f"{left}_{right}*" if state.torch else f"{left}*_{right}"
        return text if self.limit is None else f"{text} {state.minutes}"


def text_picture(puzzle: BridgeTorch, states: Sequence[Crossing]) -> TextPicture:
    """A line for each state: who is left and right, * the torch; the start where none is given."""
    names = ascii_uppercase[: len(puzzle.times)]
    lines = []
    for state in states or (START,):
        left = "".join(name for i, name in enumerate(names) if not state.across >> i & 1)
        right = "".join(name for i, name in enumerate(names) if state.across >> i & 1)
        bridge = " ====* " if state.torch else " *==== "
        minutes = f"  {state.minutes} min" if puzzle.limit is not None else ""
        lines.append(
            (Span(f"{left:>{len(names)}}"), Span(bridge, "yellow"), Span(right), Span(minutes))
        )
    return tuple(lines)


def board(puzzle: BridgeTorch) -> dict[str, Any]:
    """Times in minutes, and the limit or None. As a grid: a row a person, a column a bank."""
    limit = "" if puzzle.limit is None else f", {puzzle.limit} minutes"
    return {
        "rows": len(puzzle.times),
        "columns": 2,
        "size": f"{len(puzzle.times)} people{limit}",
        "times": list(puzzle.times),
        "limit": puzzle.limit,
    }


def state(puzzle: BridgeTorch, state: Crossing) -> str:
    """A digit a person, then the torch's, 1 on the right; minutes where they count: ``01101,7``."""
    people = "".join(str(state.across >> place & 1) for place in range(len(puzzle.times)))
    minutes = "" if puzzle.limit is None else f",{state.minutes}"
    return f"{people}{int(state.torch)}{minutes}"
