"""Exact counting by dynamic programming over the frontier, on any tiling.

What deduction settles is contracted: *vertices* are tiles joined by known open edges, and what is
left are tiles with unknown edges. These are taken one after another, region by region. An edge is
decided by the first of its tiles that is taken; the *frontier* is the set of decided edges whose
other tile is still to come. All ways until now that open the same of these, and join the same of
the vertices that later edges touch, can be completed alike: they are one state, with their number.
A way that closes a cycle, or cuts vertices off from the others, is dropped; the number at the end
is the count. Nothing supposes a plane or a number of sides. Free graphs need no vertices.

Witnesses come from the transitions, which are kept. Source: Sekine1995. Cost: some microseconds of
plain Python a state and way that its tile may lie in; counter ``states``. Limits: the number of
states is exponential in the width of what is left open; beyond the budget's memory, at half a
kilobyte a state, the answer is unknown.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.tilings.deduction import LOOKAHEAD, Deduction, Knowledge
from cpstudy.puzzles.tilings.rules import Tiling

_DEFAULT_MEMORY = 2**29
_STATE = 512

# States between two looks at the clock.
_SLICE = 256

# The open edges of the frontier as a bit set, and for each live vertex the number of its component.
State = tuple[int, tuple[int, ...]]

# By state the transitions to it: the state before, and how the tile lies.
Layer = dict[State, list[tuple[State, int]]]


class _Site(NamedTuple):
    """A tile to be taken. Edges are bits, sets of them whole numbers.

    ways: how it may lie; opens: the unknown edges that each way opens. before: edges that tiles
    before it decided; decides: those that it does. joins: each of the latter with the places of its
    two vertices, among the live ones and so many ``new`` ones behind them. kept: the places of
    those that live on. last: whether no vertex comes later.
    """

    cell: int
    ways: tuple[int, ...]
    opens: tuple[int, ...]
    before: int
    decides: int
    joins: tuple[tuple[int, int, int], ...]
    new: int
    kept: tuple[int, ...]
    last: bool


def _order(k: Knowledge) -> list[int]:
    """The tiles with unknown edges, each region of them from its first cell on by distance."""
    left = {cell for cell in range(len(k.ways)) if any(True for _ in k.unknown_sides(cell))}
    order: list[int] = []
    while left:
        queue = [min(left)]
        left.remove(queue[0])
        for cell in queue:
            beyond = sorted({k.beyond[cell][side] for side in k.unknown_sides(cell)} & left)
            left.difference_update(beyond)
            queue += beyond
        order += queue
    return order


def _sites(k: Knowledge) -> list[_Site]:
    """The plan of a count."""
    order = _order(k)
    unknown = [[k.sides[cell][side] for side in k.unknown_sides(cell)] for cell in order]
    decided: dict[int, int] = {}
    for place, edges in enumerate(unknown):
        for edge in edges:
            decided.setdefault(edge, place)
    until: dict[int, int] = {}
    since: dict[int, int] = {}
    for edge, place in sorted(decided.items(), key=lambda item: item[1]):
        for cell in k.ends[edge] if k.tree else ():
            since.setdefault(k.label[cell], place)
            until[k.label[cell]] = place
    sites, live = [], list[int]()
    for place, (cell, edges) in enumerate(zip(order, unknown, strict=True)):
        decides = sorted({edge for edge in edges if decided[edge] == place})
        new = sorted({vertex for vertex in since if since[vertex] == place})
        touched = {vertex: number for number, vertex in enumerate((*live, *new))}
        live = [vertex for vertex in touched if until[vertex] > place]
        ends = [[touched[k.label[end]] for end in k.ends[e]] if k.tree else [0, 0] for e in decides]
        ways = _ways(k, cell)
        sites.append(
            _Site(
                cell,
                tuple(ways),
                tuple(ways.values()),
                before=sum(1 << edge for edge in set(edges) - set(decides)),
                decides=sum(1 << edge for edge in decides),
                joins=tuple((1 << e, a, b) for e, (a, b) in zip(decides, ends, strict=True)),
                new=len(new),
                kept=tuple(touched[vertex] for vertex in live),
                last=all(first <= place for first in since.values()),
            )
        )
    return sites


def _ways(k: Knowledge, cell: int) -> dict[int, int]:
    """How a tile may lie, each with the unknown edges that it opens, as a bit set."""
    found = {}
    for way in k.ways[cell]:
        opened = closed = 0
        for side in k.unknown_sides(cell):
            bit = 1 << k.sides[cell][side]
            opened, closed = (opened | bit, closed) if way >> side & 1 else (opened, closed | bit)
        if not opened & closed:  # where a cell faces itself, both sides are the same edge
            found[way] = opened
    return found


def _joined(
    site: _Site, labels: tuple[int, ...], opened: int, tree: bool
) -> tuple[int, ...] | None:
    """The components of live vertices once edges are open; None where that can be no tree."""
    if not tree:
        return ()
    fresh = len(labels)
    among = [*labels, *range(fresh, fresh + site.new)]
    for bit, one, other in site.joins:
        if opened & bit:
            small, large = among[one], among[other]
            if small == large:
                return None
            among = [large if label == small else label for label in among]
    kept = [among[place] for place in site.kept]
    ended = set(among) - set(kept)
    if ended and (kept or len(ended) > 1 or not site.last):
        return None
    names = {label: name for name, label in enumerate(dict.fromkeys(kept))}
    return tuple([names[label] for label in kept])


class _Sweep:
    """A count under way: all layers with their transitions, the numbers of the last one."""

    def __init__(self, k: Knowledge, most: int) -> None:
        self.sites = _sites(k)
        self.layers: list[Layer] = []
        self.numbers: dict[State, int] = {(0, ()): 1}
        self.states = self._kept = 0
        self._tree, self._most = k.tree, most

    def run(self, clock: Clock, iterations: int | None) -> Stop:
        """Take all tiles: DONE, or what ran out."""
        for site in self.sites:
            numbers: dict[State, int] = {}
            layer: Layer = {}
            for state, number in self.numbers.items():
                if iterations is not None and self.states >= iterations:
                    return Stop.ITERATIONS
                if self.states % _SLICE == 0 and clock.late:
                    return Stop.TIME
                self.states += 1
                self._expand(site, state, number, numbers, layer)
            self._kept += len(layer)
            if self._kept > self._most:
                return Stop.MEMORY
            self.numbers = numbers
            self.layers.append(layer)
        return Stop.DONE

    def _expand(
        self, site: _Site, state: State, number: int, numbers: dict[State, int], layer: Layer
    ) -> None:
        frontier, labels = state
        for way, opened in zip(site.ways, site.opens, strict=True):
            if opened & site.before != frontier & site.before:
                continue
            after = _joined(site, labels, opened, self._tree)
            if after is not None:
                reached = (frontier & ~site.before) | (opened & site.decides & ~site.before), after
                numbers[reached] = numbers.get(reached, 0) + number
                layer.setdefault(reached, []).append((state, way))

    def placements(self) -> Iterator[dict[int, int]]:
        """How all tiles that were taken lie, by cell, for each solution."""
        if not self.layers:
            yield {}
            return
        lies: dict[int, int] = {}
        stack = [(len(self.layers), state, 0) for state in self.layers[-1]]
        while stack:
            place, state, way = stack.pop()
            if place < len(self.layers):
                lies[self.sites[place].cell] = way
            if place == 0:
                yield lies
                continue
            came = self.layers[place - 1][state]
            stack += [(place - 1, before, by) for before, by in reversed(came)]


def solve(puzzle: Tiling, request: Request) -> Result:
    """The exact number of solutions, and up to ``limit`` of them (None: all). Counter: states."""
    clock = Clock(request.budget.seconds)
    deduction = Deduction(puzzle)
    try:
        deduction.run(LOOKAHEAD - 1, clock)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters={"states": 0})
    if deduction.wrong is not None:
        return Result(count=0, exhausted=True, counters={"states": 0})
    memory = _DEFAULT_MEMORY if request.budget.memory is None else request.budget.memory
    sweep = _Sweep(deduction.knowledge, memory // _STATE)
    stop = sweep.run(clock, request.budget.iterations)
    counters = {"states": sweep.states}
    if stop is not Stop.DONE:
        return Result(stop=stop, counters=counters)
    count = sum(sweep.numbers.values())
    known = [ways[0] if len(ways) == 1 else 0 for ways in deduction.knowledge.ways]
    solutions: list[bytes] = []
    for lies in sweep.placements():
        if len(solutions) == request.limit or clock.late:
            break
        solutions.append(bytes(lies.get(cell, way) for cell, way in enumerate(known)))
        if request.found is not None:
            request.found(solutions[-1])
    return Result(tuple(solutions), count=count, exhausted=True, counters=counters)
