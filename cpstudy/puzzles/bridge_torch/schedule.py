"""Least minutes for any number of people, by dynamic programming over crossings to the right.

The groups that cross to the right determine everything except the order: a person who crosses f
times comes back f - 1 times, and one person comes back at a time. So people are *nomads*, the N
fastest, who cross several times, or *settlers*, who cross once. A crossing takes the slowest
remaining settlers and the b fastest people; its cost is the time of its slowest member plus, for
each nomad, the time of one return. With m crossings there are m - 1 returns: the sum of b - 1 over
all crossings is N - 1, and one of them takes all nomads. Every such list of crossings can be
ordered: first one with all nomads; each return brings the fastest nomad that is not there, until
all that the next crossing takes are there.

For two at a time these are the schemes of Rote2002: the two slowest people cross one by one with
the fastest, or together between two crossings of the two fastest. For more at a time, compare
Backhouse2008; the tests compare with search on small puzzles.

Cost: for n people and c at a time O(n^2 c^3) in vectors of n, O(n^2) memory: a second for 1,000
people and three at a time, far less for two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.puzzles.bridge_torch.puzzle import USUAL
from cpstudy.state_spaces import strategies

if TYPE_CHECKING:
    import numpy.typing as npt

    from cpstudy.puzzles.bridge_torch.space import BridgeTorchSpace

_INFINITE = 1 << 60


class Bag(NamedTuple):
    """A crossing to the right: settlers by their ranks, and the number of the fastest with them."""

    settlers: tuple[int, ...]
    nomads: int


def schedule(
    space: BridgeTorchSpace, budget: Budget, *, report: Report | None = None
) -> PathResult:
    """Crossings with the fewest minutes, or the proof that the limit is below them."""
    puzzle, clock = space.puzzle, Clock(budget.seconds)
    if budget.states is not None and budget.states < 2:
        return PathResult(stop=Stop.STATES, states=1, depth=1)
    if puzzle.capacity == 1 and len(puzzle.times) > 1:
        return _unreachable("who crosses alone has to bring the torch back")
    people = sorted(range(len(puzzle.times)), key=lambda i: (puzzle.times[i], i))
    times = [puzzle.times[i] for i in people]
    try:
        cost, bags = least(times, puzzle.capacity, clock)
    except OutOfTimeError:
        return PathResult(stop=Stop.TIME, states=1, depth=1)
    if puzzle.limit is not None and cost > puzzle.limit:
        return _unreachable(f"the least is {cost} minutes, more than {puzzle.limit}")
    moves = [[people[rank] for rank in group] for group in in_order(bags)]
    path = tuple(puzzle.name_of(group) for group in moves)
    return PathResult(
        path=path, stop=Stop.LIMIT, states=len(path) + 1, transitions=len(path),
        depth=len(path) + 1, cost=cost,
    )  # fmt: skip


def _unreachable(reason: str) -> PathResult:
    return PathResult(exhausted=True, states=1, depth=1, reason=reason)


def least(times: list[int], capacity: int, clock: Clock) -> tuple[int, list[Bag]]:
    """Fewest minutes for people sorted by time, and the crossings. Raises OutOfTimeError."""
    number = len(times)
    if number <= capacity:
        return times[-1], [Bag(tuple(range(1, number)), 1)]
    best: tuple[int, list[Bag]] | None = None
    for nomads in range(1, capacity + 1):
        found = _Programme(times, capacity, nomads, clock).best()
        if found is not None and (best is None or found[0] < best[0]):
            best = found
    assert best is not None
    return best


class _Programme:
    """The dynamic program for one number of nomads.

    costs: by the number of settlers that have crossed, slowest first, by whether a crossing took
    all nomads, and by the sum of b - 1 so far, from -settlers on.
    """

    def __init__(self, times: list[int], capacity: int, nomads: int, clock: Clock) -> None:
        self._times, self._capacity, self._nomads, self._clock = times, capacity, nomads, clock
        self._settlers = len(times) - nomads
        # Minutes of one return for each of the b fastest.
        self._back = [sum(times[:b]) for b in range(nomads + 1)]
        # Crossings of nomads only, by the sum of b - 1: minutes, and the b of one crossing.
        self._alone = self._nomads_alone(self._settlers + nomads)

    def _nomads_alone(self, most: int) -> list[tuple[int, int]]:
        found = [(0, 0)]
        for surplus in range(1, most + 1):
            ways = [
                (found[surplus - b + 1][0] + self._times[b - 1] + self._back[b], b)
                for b in range(2, min(self._nomads, surplus + 1) + 1)
            ]
            found.append(min(ways, default=(_INFINITE, 0)))
        return found

    def _crossings(self) -> list[tuple[int, int]]:
        """(settlers, nomads) of each possible crossing with settlers."""
        fewest = 1 if self._nomads == 1 else 0
        return [
            (a, b)
            for a in range(1, min(self._capacity, self._settlers) + 1)
            for b in range(fewest, min(self._nomads, self._capacity - a) + 1)
        ]

    def _slowest(self, crossed: int) -> int:
        return self._times[len(self._times) - 1 - crossed]

    def _filled(self) -> npt.NDArray[np.int64]:
        m = self._settlers
        costs = np.full((m + 1, 2, 2 * m + 1), _INFINITE, np.int64)
        costs[0, 0, m] = 0
        for crossed in range(m):
            self._clock.check()
            for a, b in self._crossings():
                if crossed + a <= m:
                    minutes = self._slowest(crossed) + self._back[b]
                    _lower(costs[crossed + a], costs[crossed], b - 1, minutes, b == self._nomads)
        return costs

    def best(self) -> tuple[int, list[Bag]] | None:
        """Fewest minutes and the crossings; None if no such list of crossings exists."""
        costs, m, nomads = self._filled(), self._settlers, self._nomads
        together = self._times[nomads - 1] + self._back[nomads]
        ends = []
        for flag in (0, 1):
            for place in np.flatnonzero(costs[m, flag] < _INFINITE).tolist():
                surplus = place - m
                wanted = nomads - 1 - surplus - (0 if flag else nomads - 1)
                if 0 <= wanted < len(self._alone):
                    minutes = int(costs[m, flag, place]) + (0 if flag else together)
                    ends.append((minutes + self._alone[wanted][0], flag, place, wanted))
        if not ends or min(ends)[0] >= _INFINITE:
            return None
        minutes, flag, place, wanted = min(ends)
        bags = self._bags(costs, flag, place)
        bags += [] if flag else [Bag((), nomads)]
        while wanted:
            b = self._alone[wanted][1]
            bags.append(Bag((), b))
            wanted -= b - 1
        return minutes - self._back[nomads], bags

    def _bags(self, costs: npt.NDArray[np.int64], flag: int, place: int) -> list[Bag]:
        """The crossings with settlers that led to a cost, found by backtracking."""
        bags: list[Bag] = []
        crossed, last = self._settlers, len(self._times) - 1
        while crossed:
            flag, place, a, b = self._before(costs, crossed, flag, place)
            crossed -= a
            bags.append(Bag(tuple(last - crossed - i for i in range(a)), b))
        return bags

    def _before(
        self, costs: npt.NDArray[np.int64], crossed: int, flag: int, place: int
    ) -> tuple[int, int, int, int]:
        wanted = int(costs[crossed, flag, place])
        for a, b in self._crossings():
            before = place - (b - 1)
            if a > crossed or not 0 <= before < costs.shape[2]:
                continue
            minutes = self._slowest(crossed - a) + self._back[b]
            for was in (0, 1):
                now = 1 if b == self._nomads else was
                if now == flag and int(costs[crossed - a, was, before]) + minutes == wanted:
                    return was, before, a, b
        raise AssertionError("a cost without a source")


def _lower(target: Any, source: Any, shift: int, minutes: int, all_nomads: bool) -> None:
    """Lower costs by one crossing: ``shift`` places further, plus its minutes."""
    size = source.shape[1]
    into = slice(max(shift, 0), size + min(shift, 0))
    of = slice(max(-shift, 0), size - max(shift, 0))
    for was in (0, 1):
        now = target[1 if all_nomads else was, into]
        np.minimum(now, source[was, of] + minutes, out=now)


def in_order(bags: list[Bag]) -> list[tuple[int, ...]]:
    """The people of each move, alternately to the right and back, by ranks from the fastest."""
    nomads = max(bag.nomads for bag in bags)
    first = next(bag for bag in bags if bag.nomads == nomads)
    rest = list(bags)
    rest.remove(first)
    empty = [bag for bag in rest if bag.nomads == 0]
    single = [bag for bag in rest if bag.nomads == 1]
    several = [bag for bag in rest if bag.nomads > 1]
    queue = [first, *single]
    for bag in several:
        queue += [empty.pop() for _ in range(bag.nomads - 1)] + [bag]
    moves: list[tuple[int, ...]] = []
    here = set(range(nomads))  # the nomads on the left
    for bag in queue:
        moves.append((*range(bag.nomads), *bag.settlers))
        here -= set(range(bag.nomads))
        if bag is not queue[-1]:
            back = next(rank for rank in range(nomads) if rank not in here)
            here.add(back)
            moves.append((back,))
    return moves


# -- searches that hand over ---------------------------------------------------------------------


def bfs(space: BridgeTorchSpace, budget: Budget, **options: Any) -> PathResult:
    """Breadth first; for too many people, two at a time, the schedule.

    With two at a time every schedule has the fewest crossings, 2n - 3.
    """
    whole = options.get("whole") or options.get("count")
    if space.puzzle.searchable or space.puzzle.capacity != USUAL or whole:
        return strategies.bfs(space, budget, **options)
    return _handed_over(space, budget, options)


def astar(space: BridgeTorchSpace, budget: Budget, **options: Any) -> PathResult:
    """A*; for too many people the schedule, which also has the least minutes."""
    if space.puzzle.searchable:
        return strategies.astar(space, budget, **options)
    return _handed_over(space, budget, options)


def _handed_over(space: BridgeTorchSpace, budget: Budget, options: Mapping[str, Any]) -> PathResult:
    return replace(schedule(space, budget, report=options.get("report")), engine="schedule")
