"""Exact counting by dynamic programming along the frontier, on any tiling.

What deduction determines is contracted: *vertices* are tiles joined by known open edges; the tiles
with unknown edges remain. These are taken one after another, region by region. The first taken tile
of an edge decides it. The *frontier* is the set of decided edges whose other tile comes later.
Partial solutions that open the same frontier edges, and join the same of the vertices that later
edges touch, have the same completions: they are one state, with their number. A partial solution
that closes a cycle, or cuts vertices off from the others, is dropped; the number at the end is the
count. The method does not depend on the plane or the number of sides. Free graphs need no vertices.

A state has a bit for each edge of the frontier and for each vertex the number of its component;
components are numbered in order of appearance. Source: Sekine1995. Cost: 100 to 200 ns per state
and orientation. Limits: the number of states is exponential in the width of the undecided part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.kernel_types import Const, Const2, View, i64
from cpstudy.core.native import kernel, table, workspace, zeros
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.frontier import counting
from cpstudy.frontier.engine import Model
from cpstudy.frontier.fields import Field, Fields
from cpstudy.frontier.layers import Layers, load, put
from cpstudy.puzzles.tilings import orders
from cpstudy.puzzles.tilings.deduction import CLOSED, LOOKAHEAD, OPEN, Deduction, Knowledge
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.search import engine

# Sorts of rows: where those of a step begin, and where the last ones end.
BEFORE, LIVE, DECIDED, KEPT, WAYS, END = range(6)


@workspace
class Frontier(Model):
    """The frontier model, which takes one tile per step.

    rows [·, 4]: those of a step and sort start at ``begins`` [steps, END + 1]; word and shift are
    the position of a number in a key. BEFORE: (word, shift), an edge that an earlier tile decided.
    LIVE: (word, shift), the component of a vertex. DECIDED: (word, shift, one, other), an edge that
    the tile decides, and its ends among the live vertices and the ``fresh`` [steps] new ones after
    them; word -1 if no later tile has it. KEPT: (word, shift, place), which of these stay alive.
    WAYS: (edges of BEFORE that it opens, of DECIDED, orientation). last [steps]: whether no vertex
    comes later. mask: of a component.

    For the current state, bare [words]: the key without what the step changes; parts, joined, names
    [width]: for each vertex its component before and after, for each component its new number.
    """

    rows: Const2[i64]
    begins: Const2[i64]
    fresh: Const[i64]
    last: Const[i64]
    mask: i64
    tree: bool
    bare: View[i64]
    parts: View[i64]
    joined: View[i64]
    names: View[i64]

    def __init__(self, plan: Plan) -> None:
        self.rows = table([(*row, 0, 0)[:4] for row in (*plan.rows, (0, 0))], "i64")
        self.begins = table((*plan.begins, (0,) * (END + 1)), "i64")
        self.fresh, self.last = table(plan.fresh, "i64"), table(plan.last, "i64")
        self.mask, self.tree = (1 << plan.bits) - 1, plan.tree
        self.bare = zeros(plan.words, "i64")
        self.parts, self.joined, self.names = (zeros(plan.width + 1, "i64") for _ in range(3))
        self.furnish(len(plan.order), plan.words, plan.fan)

    @kernel
    def expand(self, t: Layers, state: i64) -> None:
        """Place the tile in each orientation that fits earlier edges; label: its open sides."""
        step = t.place
        load(t, state)
        met = 0
        for row in range(self.begins[step, BEFORE], self.begins[step, LIVE]):
            word = self.rows[row, 0]
            shift = self.rows[row, 1]
            met |= (t.key[word] >> shift & 1) << (row - self.begins[step, BEFORE])
            t.key[word] &= ~(i64(1) << shift)
        live = 0
        for row in range(self.begins[step, LIVE], self.begins[step, DECIDED]):
            word = self.rows[row, 0]
            shift = self.rows[row, 1]
            self.parts[live] = t.key[word] >> shift & self.mask
            t.key[word] &= ~(self.mask << shift)
            live += 1
        for _ in range(self.fresh[step]):
            self.parts[live] = live
            live += 1
        for w in range(len(t.key)):
            self.bare[w] = t.key[w]
        for orientation in range(self.begins[step, WAYS], self.begins[step, END]):
            if self.rows[orientation, 0] == met and _opened(
                self, t, live, self.rows[orientation, 1]
            ):
                t.label = self.rows[orientation, 2]
                put(t, state, t.key[0])


@kernel
def _opened(m: Frontier, t: Layers, live: i64, opened: i64) -> bool:
    """Make the key where the edges of ``opened`` are open; return False if no tree is possible."""
    step = t.place
    for w in range(len(t.key)):
        t.key[w] = m.bare[w]
    for vertex in range(live):
        m.joined[vertex] = m.parts[vertex]
        m.names[vertex] = -1
    first = m.begins[step, DECIDED]
    for row in range(first, m.begins[step, KEPT]):
        if opened >> (row - first) & 1:
            if m.rows[row, 0] >= 0:
                t.key[m.rows[row, 0]] |= i64(1) << m.rows[row, 1]
            if m.tree:
                one = m.joined[m.rows[row, 2]]
                other = m.joined[m.rows[row, 3]]
                if one == other:
                    return False
                for vertex in range(live):
                    if m.joined[vertex] == other:
                        m.joined[vertex] = one
    number = 0
    for row in range(m.begins[step, KEPT], m.begins[step, WAYS]):
        part = m.joined[m.rows[row, 2]]
        if m.names[part] < 0:
            m.names[part] = number
            number += 1
        t.key[m.rows[row, 0]] |= m.names[part] << m.rows[row, 1]
    ended = 0
    for vertex in range(live):
        if m.names[m.joined[vertex]] < 0:
            m.names[m.joined[vertex]] = 0
            ended += 1
    return ended == 0 or (ended == 1 and number == 0 and m.last[step] != 0)


class Plan:
    """The tables of :class:`Frontier` for tiles in an order.

    fields: for each step the contents of a key after it: the fields of the frontier edges, by
    number, and of the components of the vertices, by label.
    """

    def __init__(self, k: Knowledge, order: Sequence[int]) -> None:
        self.order, self.tree, self._k = order, k.tree, k
        mine = [sorted({k.sides[cell][side] for side in k.unknown_sides(cell)}) for cell in order]
        steps = range(len(order))
        self._until = {edge: step for step in steps for edge in mine[step]}
        self._since = {edge: step for step in reversed(steps) for edge in mine[step]}
        self._live, new = self._living(mine)
        self.fresh = list(map(len, new))
        self.last = [not any(self.fresh[step + 1 :]) for step in steps]
        self.width = max(map(len, self._live)) + max(self.fresh, default=0)
        self.bits = max(1, (max(map(len, self._live)) - 1).bit_length())
        self.rows: list[tuple[int, ...]] = []
        self.begins: list[list[int]] = []
        self.fields: list[tuple[dict[int, Field], dict[int, Field]]] = []
        self.fan = 1
        self._fields = Fields()
        self._bit: dict[int, Field] = {}
        self._part: dict[int, Field] = {}
        for step in steps:
            self._plan(step, mine[step], new[step])

    @property
    def words(self) -> int:
        """The number of words of a key."""
        return self._fields.words

    def _living(self, mine: Sequence[Sequence[int]]) -> tuple[list[list[int]], list[list[int]]]:
        """Return for each step the live vertices before it, and the new ones.

        A vertex is live if edges have met it and will meet it again.
        """
        k = self._k
        met = [
            [k.label[c] for e in edges if self._since[e] == step for c in k.ends[e] if k.tree]
            for step, edges in enumerate(mine)
        ]
        until = {vertex: step for step, vertices in enumerate(met) for vertex in vertices}
        live: list[list[int]] = [[]]
        new: list[list[int]] = []
        for step, vertices in enumerate(met):
            new.append(sorted(set(vertices).difference(live[-1])))
            live.append([v for v in (*live[-1], *new[-1]) if until[v] > step])
        return live, new

    def _plan(self, step: int, edges: Sequence[int], new: Sequence[int]) -> None:
        """Add the rows of a step."""
        live, after = self._live[step], self._live[step + 1]
        before = [edge for edge in edges if self._since[edge] < step]
        decides = [edge for edge in edges if self._since[edge] == step]
        place = {vertex: number for number, vertex in enumerate((*live, *new))}
        self.begins.append([len(self.rows)])
        self._add(self._bit[edge][:2] for edge in before)
        self._add(self._part[vertex][:2] for vertex in live)
        self._move(step, before, decides)
        self._add(self._row(edge, place) for edge in decides)
        self._add((*self._part[vertex][:2], place[vertex]) for vertex in after)
        self._add(self._orientations(self.order[step], before, decides))
        self.fan = max(self.fan, self.begins[-1][END] - self.begins[-1][WAYS])
        self.fields.append((self._bit.copy(), self._part.copy()))

    def _add(self, rows: Iterable[tuple[int, ...]]) -> None:
        self.rows += rows
        self.begins[-1].append(len(self.rows))

    def _move(self, step: int, before: Iterable[int], decides: Iterable[int]) -> None:
        """Release the fields of what ends at a step; allocate fields for what lives on after it."""
        live, after = self._live[step], self._live[step + 1]
        for edge in before:
            self._fields.give(self._bit.pop(edge))
        for vertex in set(live).difference(after):
            self._fields.give(self._part.pop(vertex))
        for edge in decides:
            if self._until[edge] > step:
                self._bit[edge] = self._fields.take(1)
        for vertex in after:
            if vertex not in self._part:
                self._part[vertex] = self._fields.take(self.bits)

    def _row(self, edge: int, place: Mapping[int, int]) -> tuple[int, ...]:
        field = self._bit.get(edge, Field(-1, 0, 1))
        ends = (place.get(self._k.label[cell], 0) for cell in self._k.ends[edge])
        return *field[:2], *ends

    def _orientations(
        self, cell: int, before: Sequence[int], decides: Sequence[int]
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the possible orientations of a tile, with the edges that each opens."""
        k = self._k
        for orientation in k.orientations[cell]:
            opened = {edge for side, edge in enumerate(k.sides[cell]) if orientation >> side & 1}
            closed = {
                edge for side, edge in enumerate(k.sides[cell]) if not orientation >> side & 1
            }
            if -1 in opened or opened & closed:  # a tile may face itself
                continue
            if any(k.edge[e] == CLOSED for e in opened) or any(
                e >= 0 and k.edge[e] == OPEN for e in closed
            ):
                continue
            yield _bits(before, opened), _bits(decides, opened), orientation


def _bits(edges: Iterable[int], opened: set[int]) -> int:
    return sum(1 << place for place, edge in enumerate(edges) if edge in opened)


def counter(puzzle: Tiling, clock: Clock = UNLIMITED) -> counting.Counter:
    """Return the puzzle in the form that the frontier counts.

    A place is a cell, its value the open sides. Raises OutOfTimeError by the clock.
    """
    deduction = Deduction(puzzle)
    deduction.run(LOOKAHEAD - 1, clock)
    k = deduction.knowledge
    order = [] if deduction.wrong is not None else orders.by_distance(k)
    plan = Plan(k, order)
    model = Frontier(plan)
    if deduction.wrong is not None:
        model.final = -1  # which no key equals
    settled = {
        cell: orientations[0]
        for cell, orientations in enumerate(k.orientations)
        if orientations and cell not in set(order)
    }

    def values(step: int, label: int) -> Iterator[tuple[int, int]]:
        yield order[step], label

    return counting.Counter(model, values, bytes, lambda: _need(model, plan), settled)


def _need(model: Frontier, plan: Plan) -> counting.Need:
    """Return an upper bound: all sets of open edges, with all ways to join what they lead to."""
    layers = [2.0 ** (2 * len(edges)) for edges, _ in plan.fields]
    return counting.Need.of(model, sum(layers), max(layers), 4 * len(plan.order))._replace(
        at_most=True
    )


def solve(puzzle: Tiling, request: Request) -> Result:
    """Count the solutions, and find up to ``limit`` of them by search (None: all).

    It works as :func:`cpstudy.frontier.counting.solve` does.
    """
    try:
        found = counter(puzzle, request.clock)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters={"states": 0})
    return counting.solve(found, engine.solve, puzzle, request)
