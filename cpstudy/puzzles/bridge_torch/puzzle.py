"""Bridge and torch: the puzzle as data, its text form and its rules.

People stand left of a bridge at night with one torch. One or two may cross at a time, or as many as
the puzzle states, never without the torch, and at the pace of the slowest. All must reach the right
side within a limit of minutes. Without a limit the question is how many minutes it takes: the cost
of a move is its minutes, so a search for least cost answers it.

Kamies2016 prints two versions: the text has times 1, 3, 5 and 8 within 15, which is impossible
(18 are needed); the pseudo-code has 1, 2, 5 and 8, which takes exactly 15.

The text form is ``1,2,5,8:15``, or ``1,2,5,8`` without a limit; ``1,2,5,10/3:13`` means that three
may cross at a time. The people are called A, B, C … in this order, and a move is named by those who
cross: ``A``, ``AB``. If there are more than 26, they are called 1, 2, 3 … and a move ``1+2``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from string import ascii_uppercase
from typing import Any, ClassVar, NamedTuple, Self

from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.puzzle import PuzzleOfMoves
from cpstudy.core.text_pictures import Span, TextPicture

MOST_PEOPLE = 1000
USUAL = 2
# The largest number of ways to cross that a search lists.
_MOST_WALKS = 1 << 16

_NUMBER = re.compile(r"[0-9]{1,9}")


class Crossing(NamedTuple):
    """A state: the people who are across, as bits; whether the torch is; the minutes passed.

    Minutes are counted only if there is a limit: without one they have no effect.
    """

    across: int
    torch: bool
    minutes: int


START = Crossing(0, False, 0)


@dataclass(frozen=True)
class BridgeTorch(PuzzleOfMoves[Crossing]):
    """Walking times in minutes, 1 to 1,000 people, a limit or None, and how many cross at a time.

    Raises InputError for no or too many people, a time below 1, a negative limit, no capacity.
    """

    times: tuple[int, ...]
    limit: int | None = None
    capacity: int = USUAL

    kind: ClassVar[str] = "bridge_torch"
    start: ClassVar[Crossing] = START

    def __post_init__(self) -> None:
        if not 1 <= len(self.times) <= MOST_PEOPLE:
            raise InputError(f"{len(self.times)} people, expected 1 to {MOST_PEOPLE}")
        for person, time in enumerate(self.times):
            if time < 1:
                raise InputError(f"person {self.person(person)}: {time} minutes are fewer than 1")
        if self.limit is not None and self.limit < 0:
            raise InputError(f"a limit of {self.limit} minutes is negative")
        if not 1 <= self.capacity <= MOST_PEOPLE:
            raise InputError(f"{self.capacity} at a time, expected 1 to {MOST_PEOPLE}")

    def encode(self) -> str:
        """``1,2,5,8:15``, without ``:15`` if there is no limit; ``/3`` before it."""
        capacity = "" if self.capacity == USUAL else f"/{self.capacity}"
        limit = "" if self.limit is None else f":{self.limit}"
        return ",".join(map(str, self.times)) + capacity + limit

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises an InputError that names the person."""
        head, colon, limit = text.strip().partition(":")
        listed, stroke, capacity = head.partition("/")
        times = []
        for place, time in enumerate(listed.split(","), 1):
            if not _NUMBER.fullmatch(time):
                raise InputError(f"time {place}: {time[:30]!a} is not a number of minutes")
            times.append(int(time))
        if stroke and not _NUMBER.fullmatch(capacity):
            raise InputError(f"capacity: {capacity[:30]!a} is not a number of people")
        if colon and not _NUMBER.fullmatch(limit):
            raise InputError(f"limit: {limit[:30]!a} is not a number of minutes")
        return cls(tuple(times), int(limit) if colon else None, int(capacity) if stroke else USUAL)

    # -- names ---------------------------------------------------------------------------------

    @property
    def lettered(self) -> bool:
        """Whether there are enough letters for all people."""
        return len(self.times) <= len(ascii_uppercase)

    def person(self, place: int) -> str:
        """The name of a person by number."""
        return ascii_uppercase[place] if self.lettered else str(place + 1)

    def name_of(self, people: Sequence[int]) -> str:
        """The name of a move by the numbers of those who cross."""
        return ("" if self.lettered else "+").join(map(self.person, sorted(people)))

    def _people_of(self, move: str) -> list[int] | None:
        """The people of a move's name, None if it is not a move."""
        names = list(move) if self.lettered else move.split("+")
        if not 1 <= len(names) <= self.capacity:
            return None
        places = []
        for name in names:
            place = ascii_uppercase.find(name) if self.lettered else _place(name)
            if not 0 <= place < len(self.times):
                return None
            places.append(place)
        return places if places == sorted(set(places)) else None

    # -- the rules -----------------------------------------------------------------------------

    @property
    def everybody(self) -> int:
        """All people as bits."""
        return (1 << len(self.times)) - 1

    @property
    def searchable(self) -> bool:
        """Whether a search can list the ways to cross."""
        together = range(1, min(self.capacity, len(self.times)) + 1)
        return self.lettered and sum(comb(len(self.times), k) for k in together) <= _MOST_WALKS

    def walks(self) -> Iterator[tuple[str, int, int]]:
        """The ways to cross: (name, people as bits, minutes), single people first, then pairs.

        Raises NotApplicable if there are more than a search can list.
        """
        if not self.searchable:
            raise NotApplicable(
                f"{len(self.times)} people, {self.capacity} at a time: too many ways to cross for "
                f"this search; --strategy schedule answers it"
            )
        together = range(1, min(self.capacity, len(self.times)) + 1)
        for number in together:
            for chosen in combinations(range(len(self.times)), number):
                yield self.name_of(chosen), _bits(chosen), max(self.times[i] for i in chosen)

    def elsewhere(self, state: Crossing) -> int:
        """The people who are not at the torch, as bits."""
        return ~state.across if state.torch else state.across

    def crossed(self, state: Crossing, people: int, minutes: int) -> Crossing | None:
        """The state after ``people`` crossed; None if not all of them are at the torch."""
        return None if people & self.elsewhere(state) else self.moved(state, people, minutes)

    def moved(self, state: Crossing, people: int, minutes: int) -> Crossing:
        """The state after ``people`` crossed, who must all be at the torch."""
        minutes_after = state.minutes + minutes if self.limit is not None else 0
        return Crossing(state.across ^ people, not state.torch, minutes_after)

    def too_late(self, state: Crossing) -> str:
        """Why a state breaks the limit, "" if it does not."""
        if self.limit is None or state.minutes <= self.limit:
            return ""
        return f"{state.minutes} minutes are more than {self.limit}"

    def is_goal(self, state: Crossing) -> bool:
        """Whether everybody is across."""
        return state.across == self.everybody

    def after(self, state: Crossing, move: str) -> tuple[Crossing, int]:
        """The state after a move, and its minutes. Raises InputError if the move is impossible."""
        people = self._people_of(move)
        minutes = max(self.times[i] for i in people) if people else 0
        following = self.crossed(state, _bits(people), minutes) if people else None
        if following is None:
            raise InputError(f"not possible in {self.describe(state)}")
        late = self.too_late(following)
        if late:
            raise InputError(late)
        return following, minutes

    def banks(self, state: Crossing) -> tuple[str, str]:
        """The names of the people on the left and on the right."""
        places = range(len(self.times))
        left = [place for place in places if not state.across >> place & 1]
        right = [place for place in places if state.across >> place & 1]
        return self.name_of(left), self.name_of(right)

    def describe(self, state: Crossing) -> str:
        """``AB*_CD 5``: the people left and right, * the torch, the minutes if there is a limit."""
        left, right = self.banks(state)
        text = f"{left}_{right}*" if state.torch else f"{left}*_{right}"
        return text if self.limit is None else f"{text} {state.minutes}"


def _bits(people: Sequence[int]) -> int:
    """People as bits."""
    return sum(1 << place for place in people)


def _place(name: str) -> int:
    """The index of a person called by a number, -1 if the name is not a number."""
    return int(name) - 1 if re.fullmatch("[1-9][0-9]{0,3}", name) else -1


def text_picture(puzzle: BridgeTorch, states: Sequence[Crossing]) -> TextPicture:
    """A line for each state: the people left and right, * the torch; the start if none is given."""
    width = len(puzzle.banks(START)[0])
    lines = []
    for state in states or (START,):
        left, right = puzzle.banks(state)
        bridge = " ====* " if state.torch else " *==== "
        minutes = f"  {state.minutes} min" if puzzle.limit is not None else ""
        lines.append((Span(f"{left:>{width}}"), Span(bridge, "yellow"), Span(right), Span(minutes)))
    return tuple(lines)


def board(puzzle: BridgeTorch) -> dict[str, Any]:
    """Times in minutes, and the limit or None. As a grid: one row a person, one column a bank.

    Raises NotApplicable for more people than letters, or another capacity than two.
    """
    if not puzzle.lettered or puzzle.capacity != USUAL:
        raise NotApplicable("the page shows a bridge for two at a time, and at most 26 people")
    limit = "" if puzzle.limit is None else f", {puzzle.limit} minutes"
    return {
        "rows": len(puzzle.times),
        "columns": 2,
        "size": f"{len(puzzle.times)} people{limit}",
        "times": list(puzzle.times),
        "limit": puzzle.limit,
    }


def state(puzzle: BridgeTorch, state: Crossing) -> str:
    """A digit a person, then the torch's, 1 on the right; minutes if limited: ``01101,7``."""
    people = "".join(str(state.across >> place & 1) for place in range(len(puzzle.times)))
    minutes = "" if puzzle.limit is None else f",{state.minutes}"
    return f"{people}{int(state.torch)}{minutes}"
