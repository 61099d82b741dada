"""Where solutions differ: the map of ambiguity, by any method that finds solutions.

A solution is values at *places* (cells, or edges). One solution is the map's own. Then a method is
asked for another one that differs from it in some of the places of which that is not known yet.
Each answer settles all places in which it differs; where there is none, the places asked about are
the same in all solutions. So the map is exact unless a budget ends it: a place differs in some
solution if and only if it does in one of those found, and what is left is *forced*.

Two ways to ask. A search that takes more clauses under way (clause learning) is asked about all
open places at once: as many questions as there are steps in which the set of differing places
grows. Any other method is asked about all places once, which settles unique puzzles, and then about
one place after another.

*Regions* are the connected parts of the differing places; a kind says which places hang together.
They depend on the puzzle only, not on the solution or the search. For each region the map gives the
solution found that changes something of it and the fewest places in all: where regions depend on
each other no solution may change one of them alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import SECONDS, Ambiguity, Cell, Region
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import checked

# Places that differ, and what shows it.
Other = tuple[bytes, set[int]]


class Method(Protocol):
    """What finds solutions, as their values by places."""

    def __call__(self, first: bytes | None, places: Sequence[int]) -> bytes | Stop:
        """A solution that differs from ``first`` in one of the places, any without a first.

        DONE where there is none, else what ran out.
        """


def clock_of(budget: Budget | None) -> Clock:
    """The clock of a question that a verb may have given seconds."""
    return Clock(SECONDS if budget is None else budget.seconds)


def ambiguity(
    puzzle: Any,
    ask: Method,
    places: Sequence[int],
    groups: Iterable[Collection[int]],
    cells: Callable[[Iterable[int]], tuple[Cell, ...]],
    counters: Callable[[], Mapping[str, int]],
    *,
    at_once: bool = False,
    solution: Callable[[bytes], bytes] = bytes,
) -> Ambiguity:
    """The map. Raises InputError where there is no solution.

    places: that can differ, in the order in which they are asked about. groups: places that hang
    together where they differ. cells: of places, in increasing order. counters: of the method, at
    the end. at_once: ask about all places until there is no other solution. solution: of the values
    at places, where it is not these.
    """
    first = ask(None, ())
    if first is Stop.DONE:
        raise InputError("there is no solution, so none differ")
    if isinstance(first, Stop):
        return Ambiguity(puzzle, None, (), cells(places), counters())
    checked(puzzle, solution(first), "ambiguity")
    unknown: set[int] = set()
    others: list[Other] = []
    for other in _others(first, ask, places, unknown, at_once=at_once):
        checked(puzzle, solution(other[0]), "ambiguity")
        others.append(other)
    shown = [(solution(values), changed) for values, changed in others]
    differing = {place for _, changed in others for place in changed}
    found = nearest_in_regions(shown, connected(differing, groups), cells)
    left = cells(place for place in places if place in unknown - differing)
    return Ambiguity(puzzle, solution(first), found, left, counters())


def _others(
    first: bytes, ask: Method, places: Sequence[int], unknown: set[int], *, at_once: bool
) -> Iterator[Other]:
    """Solutions until each place differs in one, is forced, or is put among the unknown."""
    same = dict.fromkeys(places)
    whole = True
    while same:
        asked = list(same) if whole else [next(iter(same))]
        told = ask(first, asked)
        if not isinstance(told, Stop):
            changed = {place for place, here in enumerate(told) if here != first[place]}
            same = {place: None for place in same if place not in changed}
            yield told, changed
        elif told is Stop.TIME:
            unknown.update(same)
            return
        elif told is Stop.DONE or not whole or at_once:
            same = {} if whole else {place: None for place in same if place != asked[0]}
            unknown.update(asked if told is not Stop.DONE else ())
        whole = at_once


def nearest_in_regions(
    others: Sequence[Other],
    parts: Iterable[Collection[int]],
    cells: Callable[[Iterable[int]], tuple[Cell, ...]],
) -> tuple[Region, ...]:
    """Each part with the other solution of fewest changes that changes some of it."""
    found = []
    for part in parts:
        touching = [other for other in others if not other[1].isdisjoint(part)]
        alternative, changed = min(touching, key=lambda other: len(other[1]))
        found.append(Region(cells(part), alternative, cells(changed)))
    return tuple(sorted(found, key=lambda region: region.cells))


def connected(members: Iterable[int], groups: Iterable[Iterable[int]]) -> list[list[int]]:
    """The parts of members that hang together by groups, each in increasing order."""
    part_of = {member: [member] for member in members}
    for group in groups:
        touched = [part_of[member] for member in group if member in part_of]
        for other in touched[1:]:
            part = part_of[touched[0][0]]
            if part is not (other := part_of[other[0]]):
                part += other
                part_of.update(dict.fromkeys(other, part))
    return sorted(sorted(part) for part in {id(part): part for part in part_of.values()}.values())
