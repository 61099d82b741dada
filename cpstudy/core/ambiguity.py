"""Where solutions differ: the map of ambiguity, by any method that finds solutions.

A solution is values at *places* (cells, or edges). The map begins with one solution. Then a method
searches for another one that differs from it in some of the open places. Each solution found
settles all places in which it differs; if there is none, the open places are the same in all
solutions. So the map is exact unless a budget ends it: a place differs in some solution if and only
if it differs in one of those found; all others are *forced*.

There are two ways to query. A search that accepts clauses between runs (clause learning) searches
for a difference in any open place: one query for each step in which the set of differing places
grows. Any other method first queries all places at once, which settles unique puzzles, and then one
place after another.

*Regions* are the connected parts of the differing places; a kind defines which places are
connected. They depend on the puzzle only, not on the solution or the search. Each region has an
alternative: of the solutions found that change a place of the region, the one that changes the
fewest places in all. If regions depend on each other, no solution may change one of them alone.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import SECONDS, Ambiguity, Cell, Region
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import checked

Member = TypeVar("Member", int, Cell)
# A solution, and the places in which it differs.
Other = tuple[bytes, set[int]]


class Method(Protocol):
    """Finds solutions, as their values by places."""

    def __call__(self, first: bytes | None, places: Sequence[int]) -> bytes | Stop:
        """A solution that differs from ``first`` in one of the places; without ``first``, any.

        DONE if there is none, else the limit that ended the search.
        """


def clock_of(budget: Budget | None) -> Clock:
    """The clock of a budget; without one, of the default number of seconds."""
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
    """The map of ambiguity. Raises InputError if there is no solution.

    places: the places that can differ, in the order of the queries. groups: sets of places that are
    connected if they differ. cells: turns places into cells, in increasing order. counters: of the
    method, read at the end. at_once: query all open places together until there is no other
    solution. solution: makes a solution from the values at places, if the two are not the same.
    """
    first = ask(None, ())
    if first is Stop.DONE:
        raise InputError("there is no solution, so there is nothing to compare")
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
    """Solutions until each place differs in one, is forced, or is unknown."""
    same = dict.fromkeys(places)
    whole = True
    while same:
        queried = list(same) if whole else [next(iter(same))]
        found = ask(first, queried)
        if not isinstance(found, Stop):
            changed = {place for place, here in enumerate(found) if here != first[place]}
            same = {place: None for place in same if place not in changed}
            yield found, changed
        elif found is Stop.TIME:
            unknown.update(same)
            return
        elif found is Stop.DONE or not whole or at_once:
            same = {} if whole else {place: None for place in same if place != queried[0]}
            unknown.update(queried if found is not Stop.DONE else ())
        whole = at_once


def nearest_in_regions(
    others: Sequence[Other],
    parts: Iterable[Collection[int]],
    cells: Callable[[Iterable[int]], tuple[Cell, ...]],
) -> tuple[Region, ...]:
    """For each part, the solution that changes some of it and the fewest places in all."""
    found = []
    for part in parts:
        touching = [other for other in others if not other[1].isdisjoint(part)]
        alternative, changed = min(touching, key=lambda other: len(other[1]))
        found.append(Region(cells(part), alternative, cells(changed)))
    return tuple(sorted(found, key=lambda region: region.cells))


def connected(members: Iterable[Member], groups: Iterable[Iterable[Member]]) -> list[list[Member]]:
    """The connected parts of the members, each in increasing order; groups connect members."""
    part_of = {member: [member] for member in members}
    for group in groups:
        touched = [part_of[member] for member in group if member in part_of]
        for other in touched[1:]:
            part = part_of[touched[0][0]]
            if part is not (other := part_of[other[0]]):
                part += other
                part_of.update(dict.fromkeys(other, part))
    return sorted(sorted(part) for part in {id(part): part for part in part_of.values()}.values())
