"""Count boards by layers of partial boards, from the top and the bottom, which meet in the middle.

Cells are filled row by row. A state consists of the placed pieces (identical ones are not
distinguished) and the colours along the frontier: partial boards with the same state have the same
completions. With few colours, most boards share their state with others. With many colours, hardly
any do, so the layers grow like the number of boards, up to the middle. The count therefore uses two
halves: upside down, the lower half is an upper half of the same kind. Two states match if each has
exactly the pieces that the other lacks and the colours of their frontiers agree. A corner piece of
a framed board that occurs once is kept in the upper left corner (on an oblong board: in the upper
half), so each class is counted once.

:func:`counter` counts the whole board from the top; solutions are drawn from it.

The needs are estimated before a count. The number of partial boards at each depth follows from how
often colours match; the estimate distributes these boards at random over the possible keys.

Cost: 100 ns for each generated state; the two halves of a 6×6 board with three inner colours have
10^8 states. Limits: a puzzle is refused if one of its boards may equal its own rotation, which only
identical pieces allow. Sources: dynamic programming over a frontier
(:mod:`cpstudy.frontier.engine`); meeting in the middle after Horowitz1974.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import exp, expm1, log, prod
from typing import NamedTuple

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.errors import NotApplicable
from cpstudy.core.kernel_types import Const, Const2, View, i64
from cpstudy.core.native import entry, kernel, table, view, workspace
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.frontier import counting
from cpstudy.frontier.engine import DEFAULT_MEMORY, Model, Sweep
from cpstudy.frontier.fields import Fields
from cpstudy.frontier.layers import Layers, load, number, put, slot_of
from cpstudy.puzzles.edge_matching.counting import quarters as by_quarters
from cpstudy.puzzles.edge_matching.puzzle import (
    BOTTOM,
    FRAME,
    LEFT,
    RIGHT,
    TOP,
    EdgeMatching,
    Piece,
    Placement,
    turned,
)
from cpstudy.puzzles.edge_matching.search import searches
from cpstudy.puzzles.edge_matching.symmetry import narrow

# States expanded before the estimate. A count is refused if the estimate exceeds the memory limit
# by this factor.
_TRIAL, _BENEFIT = 1 << 18, 8

# Placements of the scan, a fifth of a second, before layers count.
PATIENCE = 20_000_000
# From this number of rows on, quarters are faster than a scan.
LARGE = 6

# Columns of the options: word, shift and mask of the number of placed copies, the number of copies,
# the label, the colours on the right and below.
WORD, SHIFT, MASK, MOST, LABEL, RIGHT_COLOUR, BELOW, OPTION = range(8)


class Look(NamedTuple):
    """Identical pieces: the first of them, and their number."""

    piece: Piece
    number: int


@workspace
class Board(Model):
    """The frontier model of a board.

    options [n, OPTION]. begins: for each kind of cell, colour above and colour on the left (in one
    dimension) the first option; the next entry is the end. of_cell: the kind of each cell. colours:
    the number of colours.

    edge [columns + 1, 2]: word and shift of the colour below each column, and last of the colour on
    the left. mask: of a colour.
    """

    options: Const2[i64]
    begins: Const[i64]
    of_cell: Const[i64]
    colours: i64
    columns: i64
    edge: Const2[i64]
    mask: i64

    def __init__(self, tables: Tables, steps: int) -> None:
        self.options, self.begins = table(tables.options, "i64"), table(tables.begins, "i64")
        self.of_cell = table(tables.of_cell, "i64")
        self.colours, self.columns = len(tables.colours), tables.puzzle.columns
        self.edge = table([field[:2] for field in tables.edge], "i64")
        self.mask = (1 << tables.edge[0].bits) - 1
        fan = int(np.diff(tables.begins).max(initial=1))
        self.furnish(steps, tables.words, max(1, fan), tables.full[0])

    @kernel
    def expand(self, t: Layers, state: i64) -> None:
        """Place every look in every fitting orientation; label: 4 · look + quarter turns."""
        cell = t.place
        load(t, state)
        column = cell % self.columns
        word = self.edge[column, 0]
        shift = self.edge[column, 1]
        left_word = self.edge[self.columns, 0]
        left_shift = self.edge[self.columns, 1]
        above = t.key[word] >> shift & self.mask
        left = t.key[left_word] >> left_shift & self.mask
        t.key[word] &= ~(self.mask << shift)
        t.key[left_word] &= ~(self.mask << left_shift)
        at = (self.of_cell[cell] * self.colours + above) * self.colours + left
        for option in range(self.begins[at], self.begins[at + 1]):
            w = self.options[option, WORD]
            laid = t.key[w] >> self.options[option, SHIFT] & self.options[option, MASK]
            if laid < self.options[option, MOST]:
                one = i64(1) << self.options[option, SHIFT]
                below = self.options[option, BELOW] << shift
                right = self.options[option, RIGHT_COLOUR] << left_shift
                t.key[w] += one
                t.key[word] |= below
                t.key[left_word] |= right
                t.label = self.options[option, LABEL]
                put(t, state, t.key[0])
                t.key[left_word] ^= right
                t.key[word] ^= below
                t.key[w] -= one


@entry
def match(top: Layers, bottom: Layers, m: Board, full: View[i64], found: View[i64]) -> None:
    """Find for each state of the upper half the state of the lower half that completes it, or -1.

    full: the words of a key if all pieces are placed.
    """
    for state in range(top.now):
        load(top, state)
        for w in range(len(full)):
            bottom.key[w] = full[w] - top.key[w]
        for column in range(m.columns + 1):
            word = m.edge[column, 0]
            bottom.key[word] += (top.key[word] >> m.edge[column, 1] & m.mask) << m.edge[column, 1]
        for column in range(m.columns + 1):
            other = column if column == m.columns else m.columns - 1 - column
            colour = top.key[m.edge[column, 0]] >> m.edge[column, 1] & m.mask
            bottom.key[m.edge[other, 0]] |= colour << m.edge[other, 1]
        held = bottom.slots[slot_of(bottom, bottom.key[0], bottom.half, bottom.base)]
        found[state] = held - bottom.base if held >= bottom.base else -1


def _anywhere(cell: int, look: int) -> bool:
    return True


class Tables:
    """The tables of a puzzle for the kernel. may: whether a look may lie on a cell.

    laid, edge: the fields of a key with the numbers of placed looks and the colours of the
    frontier. Raises OutOfTimeError by the clock.
    """

    def __init__(
        self,
        puzzle: EdgeMatching,
        upside_down: bool = False,
        may: Callable[[int, int], bool] = _anywhere,
        clock: Clock = UNLIMITED,
    ) -> None:
        self.puzzle, self.looks = puzzle, looks_of(puzzle)
        seen = sorted({colour for piece in puzzle.pieces for colour in piece} | {FRAME})
        self.colours = {colour: index for index, colour in enumerate(seen)}
        fields = Fields()
        self.laid = [fields.take(look.number.bit_length()) for look in self.looks]
        bits = max(1, (len(seen) - 1).bit_length())
        self.edge = [fields.take(bits) for _ in range(puzzle.columns + 1)]
        self.words = fields.words
        self.full = [0] * self.words
        for field, look in zip(self.laid, self.looks, strict=True):
            self.full[field.word] |= look.number << field.shift
        heads = [
            (f.word, f.shift, (1 << f.bits) - 1, look.number)
            for f, look in zip(self.laid, self.looks, strict=True)
        ]
        kinds: dict[tuple[tuple[int, ...], ...], int] = {}
        self.of_cell = []
        for cell in range(len(puzzle.pieces)):
            clock.check()
            key = tuple(sorted(self._options(cell, upside_down, may)))
            self.of_cell.append(kinds.setdefault(key, len(kinds)))
        rows: list[tuple[int, ...]] = []
        self.begins = [0]
        for kind in kinds:
            by_place: dict[tuple[int, int], list[tuple[int, ...]]] = {}
            for above, left, which, label, right, below in kind:
                by_place.setdefault((above, left), []).append((*heads[which], label, right, below))
            for above in range(len(seen)):
                for left in range(len(seen)):
                    rows += by_place.get((above, left), [])
                    self.begins.append(len(rows))
        self.options = np.array(rows, np.int64).reshape(-1, OPTION)

    def _options(
        self, cell: int, upside_down: bool, may: Callable[[int, int], bool]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the options of a cell: colours above and left, look, label, colours right, below.

        The colour of a side at the border is 0, the index of the first colour.
        """
        puzzle = self.puzzle
        here = len(puzzle.pieces) - 1 - cell if upside_down else cell
        inner = [puzzle.neighbour(cell, side) is not None for side in range(4)]
        for which, look in enumerate(self.looks):
            for quarters, lying in enumerate(puzzle.turns(look.piece)):
                if not (may(cell, which) and puzzle.allows(here, lying)):
                    continue
                sides = turned(lying, 2) if upside_down else lying
                if puzzle.framed and any(
                    (c == FRAME) is i for c, i in zip(sides, inner, strict=True)
                ):
                    continue
                colour = [self.colours[c] if i else 0 for c, i in zip(sides, inner, strict=True)]
                label = 4 * which + quarters
                yield colour[TOP], colour[LEFT], which, label, colour[RIGHT], colour[BOTTOM]


def looks_of(puzzle: EdgeMatching) -> list[Look]:
    """Return the different pieces."""
    first = {puzzle.look(piece): piece for piece in reversed(puzzle.pieces)}
    number = Counter(map(puzzle.look, puzzle.pieces))
    return [Look(first[look], number[look]) for look in sorted(number)]


def counter(puzzle: EdgeMatching) -> counting.Counter:
    """Return the puzzle in the form that the frontier counts; it counts boards, not classes.

    A place is a cell; its value is 4 · look + quarter turns of the look's first piece.
    """
    tables = Tables(puzzle)
    model = Board(tables, len(puzzle.pieces))

    def values(cell: int, label: int) -> Iterator[tuple[int, int]]:
        yield cell, label

    def solution(labels: Sequence[int]) -> Placement:
        lying = (turned(tables.looks[label >> 2].piece, label & 3) for label in labels)
        return puzzle.placement(tuple(lying))

    return counting.Counter(model, values, solution, lambda: need(puzzle, model, whole=True))


def sign(puzzle: EdgeMatching, value: int) -> str:
    """Return the colours of an oriented piece as text."""
    return ",".join(map(str, turned(looks_of(puzzle)[value >> 2].piece, value & 3)))


class Halves:
    """The two halves of a puzzle. per_class: the number of their boards that belong to one class.

    Raises NotApplicable if a board may equal its own rotation, OutOfTimeError by the clock.
    """

    def __init__(self, puzzle: EdgeMatching, clock: Clock) -> None:
        self.per_class = puzzle.most_rotations
        kept = _lonely_corner(puzzle) if puzzle.symmetric and puzzle.framed else -1
        if kept < 0 and puzzle.symmetric and _may_be_symmetric(puzzle):
            raise NotApplicable("identical pieces may make a board that is its own rotation")
        corners = (0,) if puzzle.rows == puzzle.columns else (0, puzzle.columns - 1)

        def above(cell: int, look: int) -> bool:
            if kept < 0:
                return True
            if cell == 0 and len(corners) == 1:
                return look == kept
            return look != kept or cell in corners

        def below(cell: int, look: int) -> bool:
            return look != kept

        if kept >= 0:
            self.per_class = 1
        cells = len(puzzle.pieces)
        self.upper = Board(Tables(puzzle, may=above, clock=clock), cells // 2)
        lower = Tables(puzzle, True, below, clock)
        self.lower = Board(lower, cells - cells // 2)
        self.full = lower.full

    def joined(self, upper: Layers, lower: Layers) -> int:
        """Return the number of complete boards of two halves."""
        found = np.empty(upper.now, np.int64)
        match(upper, lower, self.upper, table(self.full, "i64"), view(found))
        states = np.flatnonzero(found >= 0)
        tops, bottoms = (np.asarray(t.ways)[t.half] for t in (upper, lower))
        one = (number(tops[state]) * number(bottoms[found[state]]) for state in states)
        return sum(one)


def _lonely_corner(puzzle: EdgeMatching) -> int:
    """Return a look that occurs once and belongs in a corner of a framed board, or -1."""
    if min(puzzle.rows, puzzle.columns) < 2:
        return -1
    for index, look in enumerate(looks_of(puzzle)):
        if look.number == 1 and look.piece.count(FRAME) == 2:
            return index
    return -1


def _may_be_symmetric(puzzle: EdgeMatching) -> bool:
    """Return whether the pieces allow a board that equals itself after a half turn."""
    odd = [look for look in looks_of(puzzle) if look.number % 2]
    if len(puzzle.pieces) % 2 == 0:
        return not odd
    return len(odd) == 1 and turned(odd[0].piece, 2) == odd[0].piece


def measured(puzzle: EdgeMatching, sweep: Sweep, depth: int) -> tuple[float, float]:
    """Estimate the states of a half, in total and of its largest layer, from the states of a sweep.

    Beyond the layer of the sweep, they grow as in :func:`need`.
    """
    now, place = sweep.layers.now, sweep.layers.place
    here = _states(puzzle, place) if place else 1.0
    levels = [now * _states(puzzle, d) / max(here, 1.0) for d in range(place, depth + 1)]
    return sweep.layers.expanded + sum(levels), max(levels, default=1.0)


def need(puzzle: EdgeMatching, model: Board, *, whole: bool = False) -> counting.Need:
    """Estimate the needs of the count by a model; whole: of the count from the top alone.

    Partial boards: arrangements of the pieces that belong on the cells, times the probability that
    the edges between them match. Keys: sets of pieces, times the colours along the frontier; for
    each colour, half of these have the parity that the placed pieces imply. The boards are
    distributed over the keys at random.
    """
    cells = len(puzzle.pieces)
    depths = [_states(puzzle, depth) for depth in range(1, cells)]
    half = cells - cells // 2
    parts = depths if whole else depths[: cells // 2] + depths[:half]
    found = counting.Need.of(model, sum(parts), max(parts, default=1.0), 50)
    return found if whole else found._replace(bytes=2 * found.bytes)


def _states(puzzle: EdgeMatching, depth: int) -> float:
    """Estimate the states of a layer."""
    groups, edges, (matches, along) = _groups(puzzle), _edges(puzzle), _colours(puzzle)
    cells = Counter(_borders(puzzle)[:depth])
    boards, keys = 0.0, 0.0
    for frames, filled in cells.items():
        group = groups.get(frames)
        if group is None or filled > group.pieces:
            return 0.0
        boards += sum(log(group.pieces - k) for k in range(filled))
        boards -= group.twins * filled / group.pieces
        boards += 0 if frames else filled * group.turns / group.pieces
        keys += log(group.subsets[filled])
    boards += sum(log(matches[outer]) for _, other, outer in edges if other < depth)
    edge = [outer for cell, other, outer in edges if cell < depth <= other]
    for outer in edge:
        keys += log(along[outer])
    keys -= sum(log(2) * (along[outer] - 1) for outer in set(edge) if along[outer] > 1)
    keys, boards = max(keys, 0.0), max(boards, 0.0)
    if boards > keys + 4:
        return exp(keys)
    return exp(keys) * -expm1(-exp(boards - keys)) if keys < 600 else exp(min(boards, 600))


class _Group(NamedTuple):
    """The pieces that belong on the cells with as many sides at the border.

    twins, turns: the logarithm of the ways to exchange identical pieces, and to turn all. subsets:
    how many sets of 0, 1, … pieces there are; identical pieces are not distinguished.
    """

    pieces: int
    twins: float
    turns: float
    subsets: list[int]


@lru_cache(4)
def _groups(puzzle: EdgeMatching) -> dict[int, _Group]:
    """Return the groups of pieces, by the number of frame sides."""
    groups: dict[int, list[Look]] = {}
    for look in looks_of(puzzle):
        groups.setdefault(look.piece.count(FRAME) if puzzle.framed else 0, []).append(look)
    found = {}
    for frames, looks in groups.items():
        twins = sum(log(prod(range(1, look.number + 1))) for look in looks)
        turns = sum(look.number * log(len(puzzle.turns(look.piece))) for look in looks)
        found[frames] = _Group(sum(look.number for look in looks), twins, turns, _subsets(looks))
    return found


@lru_cache(4)
def _borders(puzzle: EdgeMatching) -> list[int]:
    """Return for each cell how many of its sides lie at the border of a framed board."""
    cells = range(len(puzzle.pieces))
    return [
        sum(puzzle.neighbour(cell, side) is None for side in range(4)) if puzzle.framed else 0
        for cell in cells
    ]


@lru_cache(4)
def _edges(puzzle: EdgeMatching) -> list[tuple[int, int, bool]]:
    """Return the edges as pairs of cells, and whether they end at the frame."""

    def outer(cell: int, other: int) -> bool:
        return puzzle.framed and any(
            puzzle.neighbour(cell, side) is puzzle.neighbour(other, side) is None
            for side in range(4)
        )

    return [(cell, other, outer(cell, other)) for cell, _, other in puzzle.edges()]


@lru_cache(4)
def _colours(puzzle: EdgeMatching) -> tuple[dict[bool, float], dict[bool, float]]:
    """Return for inner and outer edges the probability that two sides match and a colour count.

    The count is 1 / probability, so rare colours count less.
    """
    sides: dict[bool, Counter[int]] = {False: Counter(), True: Counter()}
    for piece in puzzle.pieces:
        for side in range(4):
            if piece[side] != FRAME or not puzzle.framed:
                is_outer = piece[side - 1] == FRAME or piece[(side + 1) % 4] == FRAME
                sides[is_outer and puzzle.framed][piece[side]] += 1
    chance = {
        outer: sum((n / seen.total()) ** 2 for n in seen.values()) if seen else 1.0
        for outer, seen in sides.items()
    }
    return chance, {outer: 1 / c for outer, c in chance.items()}


def _subsets(looks: Sequence[Look]) -> list[int]:
    """Return the numbers of sets of 0, 1, … pieces; identical pieces are not distinguished."""
    ways = [1]
    for look in looks:
        before = [0] * look.number + ways + [0] * look.number
        ways = [sum(before[k : k + look.number + 1]) for k in range(len(ways) + look.number)]
    return ways


def _quartered(puzzle: EdgeMatching, request: Request) -> Result | None:
    """Compute :func:`solve` by quarters; None if they do not apply to the puzzle."""
    try:
        result = by_quarters.solve(puzzle, request)
    except NotApplicable:
        return None
    lister = partial(searches.solve, method="lowest-connectivity")
    return counting.listed(result, lister, puzzle, request)


def solve(puzzle: EdgeMatching, request: Request) -> Result:
    """Count the classes of boards, and find up to ``limit`` of them by a search (None: all).

    Counters: states (expanded, of both halves), and for an unfinished count ``needed_states`` and
    ``needed_bytes``. ``budget.states`` limits the states of a layer, ``budget.memory`` the bytes of
    both halves. Raises NotApplicable if a board may equal its own rotation. Small squares with many
    colours are counted by quarters (:mod:`.quarters`).
    """
    quartered = _quartered(puzzle, request)
    if quartered is not None:
        return quartered
    budget, clock = request.budget, request.clock
    try:
        halves = Halves(narrow(puzzle), clock)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters={"states": 0})
    memory = DEFAULT_MEMORY if budget.memory is None else budget.memory
    sweeps: list[Sweep] = []
    states = held = 0
    takes: counting.Need | None = None
    for model in (halves.upper, halves.lower):
        iterations = None if budget.iterations is None else budget.iterations - states
        left = replace(budget, memory=max(0, memory - held), iterations=iterations)
        sweep = Sweep(model, left, clock)
        stop = sweep.run(_TRIAL)
        if stop is None and takes is None:
            total, largest = measured(narrow(puzzle), sweep, model.steps)
            takes = counting.Need.of(model, 3 * total, largest, 50)
            takes = takes._replace(bytes=3 * takes.bytes)  # the lower half has twice as many
            stop = Stop.MEMORY if takes.bytes > _BENEFIT * memory else None
        stop = stop or sweep.run() or Stop.TIME
        states += sweep.layers.expanded
        held += sweep.layers.nbytes
        sweeps.append(sweep)
        if stop is not Stop.DONE:
            needed = (takes or need(puzzle, model)).counters
            return Result(stop=stop, counters={"states": states, **needed})
    count = halves.joined(*(sweep.layers for sweep in sweeps)) // halves.per_class
    counters = {"states": states, "boards": count * puzzle.most_rotations}
    whole = Result(count=count, exhausted=True, counters=counters)
    return counting.listed(whole, partial(searches.solve, method="matching"), puzzle, request)


def count_first(puzzle: EdgeMatching, request: Request) -> Result:
    """Count the classes, and return up to ``limit`` of them (None: those that were listed).

    First the scan lists solutions within :data:`PATIENCE` placements. If it does not finish, layers
    count; if these do not apply or lack memory, the scan continues. A budget of iterations limits
    placements, so only the scan runs then. Large boards that quarters can count are not scanned,
    unless all solutions are requested.
    """
    if request.limit is not None and puzzle.rows >= LARGE:
        quartered = _quartered(puzzle, request)
        if quartered is not None:
            return replace(quartered, engine="frontier")
    scan = partial(searches.solve, method="dfs")
    budget = request.budget
    few = (
        request
        if budget.iterations is not None
        else replace(request, budget=replace(budget, iterations=PATIENCE), limit=None, found=None)
    )
    result = scan(puzzle, few)
    if result.stop is Stop.ITERATIONS and budget.iterations is None:
        left = replace(request, budget=replace(budget, seconds=request.clock.left))
        try:
            counted = solve(puzzle, left)
        except NotApplicable:
            counted = Result(stop=Stop.MEMORY)
        if counted.stop is not Stop.MEMORY:
            return replace(
                counted,
                solutions=counted.solutions or result.solutions[: request.limit],
                counters={**result.counters, **counted.counters},
                engine="frontier",
            )
        left = replace(left, budget=replace(budget, seconds=request.clock.left), limit=None)
        result = scan(puzzle, left)
        result = replace(result, counters={**counted.counters, **result.counters})
    count = len(result.solutions) if result.exhausted else None
    return replace(result, count=count, solutions=result.solutions[: request.limit])
