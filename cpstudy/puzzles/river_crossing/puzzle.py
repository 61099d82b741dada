"""River crossing: the puzzle as data, its text form and its rules.

A man brings items across a river, from left to right. His boat takes him and some items, one by
default. Some pairs of items are in conflict: they must not be on a bank without the man. The
classic puzzle has a fox, a goose and a bag of beans (Kamies2016). Instead of the man, some of the
items may *row*: then the boat needs one of them and takes that many more items, and a pair in
conflict must not be on a bank without a rower.

A state is a number: bit i is set if item i is on the right bank, the bit after the last item if
the man, or the boat, is. The text form is ``fox,goose,beans:fox-goose,goose-beans``: the items,
then the conflicts, then ``:2`` if the boat takes two. A star after an item means that it rows:
``father*,mother*,cat,mouse:cat-mouse``. A move is named by the items in the boat with the man,
``fox`` or ``fox+beans``, or ``alone``; if items row, by all items in the boat.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, ClassVar, Self

from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.puzzle import PuzzleOfMoves
from cpstudy.core.text_pictures import Span, TextPicture

ALONE, ROWS = "alone", "*"

_LARGEST = 60
_MOST_LOADS = 1 << 12  # of a page
_NAME = re.compile(r"\w+")


@dataclass(frozen=True)
class RiverCrossing(PuzzleOfMoves[int]):
    """Items by name, conflicts as pairs of them, and how many items the boat takes.

    rowers: the items that row; if there are none, a man rows, who is not an item. places: for items
    in addition to the rower. Raises InputError for invalid or duplicate names, for a conflict that
    does not name two items or names a rower, or for a boat without a place.
    """

    items: tuple[str, ...]
    conflicts: tuple[tuple[str, str], ...] = ()
    places: int = 1
    rowers: tuple[str, ...] = ()

    kind: ClassVar[str] = "river_crossing"
    start: ClassVar[int] = 0

    def __post_init__(self) -> None:
        if not 1 <= len(self.items) <= _LARGEST:
            raise InputError(f"{len(self.items)} items, expected 1 to {_LARGEST}")
        for place, item in enumerate(self.items):
            if not _NAME.fullmatch(item) or item == ALONE:
                raise InputError(f"item {place}: {item[:30]!a} is not a name for an item")
            if item in self.items[:place]:
                raise InputError(f"item {place}: {item!a} is given twice")
        for place, pair in enumerate(self.conflicts):
            for item in pair:
                if item not in self.items:
                    raise InputError(f"conflict {place}: {item[:30]!a} is not an item")
                if item in self.rowers:
                    raise InputError(f"conflict {place}: {item!a} rows, so nobody is in danger")
            if pair[0] == pair[1]:
                raise InputError(f"conflict {place}: {pair[0]!a} with itself")
        for item in self.rowers:
            if item not in self.items:
                raise InputError(f"{item[:30]!a} rows, but is not an item")
        rowers = tuple(item for item in self.items if item in self.rowers)
        object.__setattr__(self, "rowers", rowers)
        if self.places < 1:
            raise InputError(f"a boat with {self.places} places takes no item")

    def encode(self) -> str:
        """``fox,goose,beans:fox-goose,goose-beans``, and ``:2`` for a boat with two places."""
        conflicts = ",".join("-".join(pair) for pair in self.conflicts)
        places = "" if self.places == 1 else f":{self.places}"
        items = ",".join(item + ROWS * (item in self.rowers) for item in self.items)
        return f"{items}:{conflicts}{places}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises an InputError that names the item or conflict."""
        items, colon, rest = text.strip().partition(":")
        if not colon:
            raise InputError("no ':' between items and conflicts")
        listed, _, places = rest.partition(":")
        conflicts = []
        for place, pair in enumerate(listed.split(",") if listed else []):
            one, dash, other = pair.partition("-")
            if not dash:
                raise InputError(f"conflict {place}: no '-' in {pair[:30]!a}")
            conflicts.append((one, other))
        if rest != listed and not re.fullmatch(r"[1-9][0-9]?", places):
            raise InputError(f"the boat's places: {places[:30]!a} is not a number from 1 to 99")
        named = items.split(",")
        rowers = tuple(item.removesuffix(ROWS) for item in named if item.endswith(ROWS))
        every = tuple(item.removesuffix(ROWS) for item in named)
        return cls(every, tuple(conflicts), int(places or 1), rowers)

    # -- the rules -----------------------------------------------------------------------------

    @cached_property
    def man(self) -> int:
        """The bit of the man, or of the boat, in a state."""
        return 1 << len(self.items)

    @cached_property
    def _rowing(self) -> int:
        """The items that row, as bits."""
        return sum(1 << i for i, item in enumerate(self.items) if item in self.rowers)

    @property
    def most(self) -> int:
        """The largest number of items in the boat, rowers included."""
        return min(self.places + (1 if self.rowers else 0), len(self.items))

    def cargoes(self) -> Iterator[tuple[str, int]]:
        """The loads of the boat: (name of the move, items as bits), few items first, no item last.

        With one place this is the order of Kamies2016: item by item, then the man alone.
        """
        for number in range(1, self.most + 1):
            for chosen in combinations(range(len(self.items)), number):
                cargo = sum(1 << i for i in chosen)
                if not self.rowers or cargo & self._rowing:
                    yield "+".join(self.items[i] for i in chosen), cargo
        if not self.rowers:
            yield ALONE, 0

    def cargo(self, name: str) -> int | None:
        """The items of a move's name, None if it is not a move."""
        if name == ALONE:
            return None if self.rowers else 0
        chosen = [i for i, item in enumerate(self.items) if item in name.split("+")]
        listed = "+".join(self.items[i] for i in chosen)
        if not chosen or listed != name or len(chosen) > self.most:
            return None
        cargo = sum(1 << i for i in chosen)
        return cargo if not self.rowers or cargo & self._rowing else None

    def crossed(self, state: int, cargo: int) -> int | None:
        """The state after the boat crossed with ``cargo``; None if not all of it is there."""
        here = state if state & self.man else ~state
        return state ^ cargo ^ self.man if here & cargo == cargo else None

    def danger(self, state: int) -> str:
        """The conflict that a state breaks, in words; "" if it is allowed."""
        banks = [~state if state & self.man else state]
        if self.rowers:
            banks = [bank for bank in (state, ~state) if not bank & self._rowing]
        for (one, other), both in self._pairs:
            for alone in banks:
                if alone & both == both:
                    return f"{one} and {other} are left alone"
        return ""

    @cached_property
    def _pairs(self) -> tuple[tuple[tuple[str, str], int], ...]:
        """The conflicts, each with its two items as bits."""
        bits = {item: 1 << i for i, item in enumerate(self.items)}
        return tuple(((one, other), bits[one] | bits[other]) for one, other in self.conflicts)

    def banks(self, state: int) -> tuple[list[str], list[str]]:
        """The items on the left and on the right bank, the man or the boat first."""
        left = [item for i, item in enumerate(self.items) if not state >> i & 1]
        right = [item for i, item in enumerate(self.items) if state >> i & 1]
        (right if state & self.man else left).insert(0, "boat" if self.rowers else "man")
        return left, right

    def is_goal(self, state: int) -> bool:
        """Whether all items are on the right; then the man is too."""
        items = self.man - 1
        return state & items == items

    def after(self, state: int, move: str) -> tuple[int, int]:
        """The state after a move, and its cost. Raises InputError if the move is impossible."""
        cargo = self.cargo(move)
        following = None if cargo is None else self.crossed(state, cargo)
        if following is None:
            raise InputError(f"not possible in {self.describe(state)}")
        danger = self.danger(following)
        if danger:
            raise InputError(danger)
        return following, 1

    def describe(self, state: int) -> str:
        """``MFG_B``: the items left and right of the river, by initials if these are different."""
        banks = self.banks(state)
        first = "B" if self.rowers else "M"
        if len({first, *(item[0].upper() for item in self.items)}) <= len(self.items):
            return "_".join(map(",".join, banks))
        return "_".join("".join(name[0].upper() for name in bank) for bank in banks)


def text_picture(puzzle: RiverCrossing, states: Sequence[int]) -> TextPicture:
    """A line for each state, the river between the banks; the start if none is given."""
    width = len(" ".join(("boat" if puzzle.rowers else "man", *puzzle.items)))
    lines = []
    for state in states or (0,):
        left, right = (" ".join(bank) for bank in puzzle.banks(state))
        lines.append((Span(f"{left:>{width}}"), Span(" ~~~~ ", "blue"), Span(right)))
    return tuple(lines)


def board(puzzle: RiverCrossing) -> dict[str, Any]:
    """Items, conflicts as pairs of numbers of items, places in the boat.

    As a grid it has one row an item and one column a bank. Raises NotApplicable if items row, or if
    the boat can be loaded in so many ways that a page would be slow.
    """
    if puzzle.rowers:
        raise NotApplicable("the page has one who rows, the man")
    loads = sum(comb(len(puzzle.items), number) for number in range(puzzle.places + 1))
    if loads > _MOST_LOADS:
        raise NotApplicable(f"the boat can be loaded in {loads} ways; a page takes {_MOST_LOADS}")
    number = {item: place for place, item in enumerate(puzzle.items)}
    return {
        "rows": len(puzzle.items),
        "columns": 2,
        "size": f"{len(puzzle.items)} items, boat for {puzzle.places}",
        "items": list(puzzle.items),
        "conflicts": [[number[one], number[other]] for one, other in puzzle.conflicts],
        "places": puzzle.places,
    }


def state(puzzle: RiverCrossing, state: int) -> str:
    """A digit an item, then the man's; 1 means the right bank: ``0101``."""
    return "".join(str(state >> place & 1) for place in range(len(puzzle.items) + 1))
