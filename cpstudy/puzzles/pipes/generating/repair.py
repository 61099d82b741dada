"""Make a given board with several solutions unique by changing the fewest tiles.

A changed tile becomes a tile of another type: a dead end, straight, corner or T. Empty
tiles and walls stay as they are, and no tile becomes empty or a cross.

- *From above:* the board is repaired near each of its ambiguous regions (:mod:`.windows`).
  If that fails, random exchanges repair the regions (:mod:`.random_repairs`). Changes of the
  best repair are undone, up to three at a time, as long as the puzzle stays unique.
- *From below:* all ways to change one tile, then two, then three … (:mod:`.changing`). There are
  windows around regions that every repair must change (:mod:`.windows`), so disjoint windows give a
  lower bound on the number of changes, and ways that miss one are left out.

If the two meet, the number is proved to be the smallest. If the budget ends before, it is an
upper bound and reported as one. Cost: without a budget little work goes into the proof: up to 20×20
some hundredths of a second. For repairs of two changes, one is ruled out on nearly all such boards;
for repairs of three, two are ruled out on most boards up to 10×10. A budget rules out more.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, combinations
from typing import cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.explaining import Repair, cells_of
from cpstudy.core.native import array, row, view, zeros
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.pipes.board.neighbours import closed_sides
from cpstudy.puzzles.pipes.board.statistics import TYPES
from cpstudy.puzzles.pipes.generating.changing import MOST_NODES, NEW, Changes, decide_block
from cpstudy.puzzles.pipes.generating.making_unique import Bench, find_regions
from cpstudy.puzzles.pipes.generating.random_repairs import REGION_NODES, BoardBudget, RandomRepairs
from cpstudy.puzzles.pipes.generating.windows import LocalRepairs, Order, Shape
from cpstudy.puzzles.pipes.portfolio import solve
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from cpstudy.puzzles.pipes.search.engine import UNIQUE, decide, work_on
from cpstudy.puzzles.tilings.search.state import BITS

Tiles = npt.NDArray[np.uint8]

_TYPES, _DEGREES, _NEW = array(TYPES), array(BITS), array(NEW)

# The standard budget: boards decided, fewer if boards are larger.
_BOARDS = 200_000
_TILES = 20_000_000

# Without a budget: tiles examined in the proof that fewer changes do not suffice, and in undoing
# changes.
_PROOF = 8_000
_TAKING = 30_000

# Rounds of local repairs before random ones are tried.
_LOCAL_ROUNDS = 12

# The outcomes of trying all ways to change a number of tiles.
_FOUND, _EXHAUSTED, _PAUSED = range(3)


def repair(puzzle: Pipes, budget: Budget | None = None) -> Repair | None:
    """``puzzle`` made unique by the fewest changed tiles; None if the budget ends before any.

    Unchanged tiles keep their position, changed ones have the first orientation of their type.
    Counter: boards decided.

    budget: iterations are boards decided; by default 200,000 for up to 100 tiles, or as many as
    have 20 million tiles, and only a little work on the proof. Raises InputError for free graphs,
    and for puzzles without a solution or that no change makes unique.
    """
    quick = budget is None
    if budget is None:
        budget = Budget(iterations=min(_BOARDS, _TILES // len(puzzle.tiles) + 1))
    if puzzle.free:
        raise NotApplicable("free graphs cannot be repaired: only trees")
    clock = Clock(budget.seconds)
    if budget.seconds == 0:
        return None
    first = solve(puzzle, Request(Budget(seconds=budget.seconds), 2))
    if first.verdict is Verdict.NONE:
        raise InputError("no solution: nothing to repair")
    if not first.solutions:
        return None
    solution = checked(puzzle, cast(bytes, first.solutions[0]), "repair")
    if first.verdict is Verdict.UNIQUE:
        return Repair(puzzle, solution, (), True, {"boards": 0})
    workshop = _Workshop(puzzle, budget.iterations, clock, quick)
    try:
        workshop.from_above(solution)
        return workshop.from_below(solution)
    except OutOfTimeError:
        return workshop.result(proved=False)


class _Workshop(BoardBudget):
    """One board under repair: the best repair so far, and the rest of the budget.

    quick: little work is done for one board.
    """

    def __init__(self, puzzle: Pipes, most: int | None, clock: Clock, quick: bool) -> None:
        super().__init__(np.frombuffer(puzzle.tiles, np.uint8), most, clock)
        self.puzzle = puzzle
        self.work = self.taking = 0
        self.most_work, self.most_taking = (_PROOF, _TAKING) if quick else (2**62, 2**62)
        self.best: tuple[Tiles, bytes] | None = None
        work = work_on(puzzle.rows, puzzle.columns, puzzle.wrap)
        walls = np.frombuffer(puzzle.barriers, np.uint8)
        closed = closed_sides(array(work.neighbours), walls, tree=True)
        self._bench = Bench(work, view(closed))
        self._witnesses = zeros((2, len(self.given)), "u8")
        self._shape = Shape(puzzle)

    def keep(self, tiles: Tiles, solution: bytes) -> None:
        """Keep a unique board if it is better than the best so far."""
        if self.best is not None and len(self.changes(tiles)) >= len(self.changes(self.best[0])):
            return
        same = _TYPES[tiles] == _TYPES[self.given]
        self.best = np.where(same, self.given, _lying_first(tiles)).astype(np.uint8), solution

    def from_above(self, solution: bytes) -> None:
        """Find the best of many random repairs, and undo all changes that are not needed."""
        local = LocalRepairs(self._shape)
        for order in local.orders:
            self._repair_locally(solution, local, order)
        if self.best is None:
            repairs = RandomRepairs(self._bench, self).of(np.frombuffer(solution, np.uint8))
            for sides in repairs:
                self.keep(sides, sides.tobytes())
        while self.best is not None and self._take_back():
            pass

    def _repair_locally(self, solution: bytes, local: LocalRepairs, order: Order) -> None:
        """Make few changes near each ambiguous region, until there is none or no change helps."""
        for _ in range(_LOCAL_ROUNDS):
            before = np.frombuffer(solution, np.uint8)
            types = before.copy()
            touched: set[int] = set()
            for region in self._regions(solution):
                if self.spent:
                    return
                if touched.isdisjoint(around := self._shape.near(region)):
                    touched.update(around)
                    for tile, new in local.changes(region, types.tolist(), solution, order) or ():
                        types[tile] = new
            if (types == before).all() or self.spent:
                return
            self.boards += 1
            unique = self._is_unique(types)
            solution = self._witness()
            if unique:
                self.keep(types, solution)
                return

    def _regions(self, solution: bytes) -> list[list[int]]:
        """The ambiguous regions around a solution, as tiles that change together."""
        b = self._bench
        array(b.near.tree.sides)[:] = np.frombuffer(solution, np.uint8)
        number = find_regions(b, REGION_NODES, self.clock)
        ends = array(b.regions.ends)[:number].tolist()
        tiles = array(b.regions.tiles)[: ends[-1] if ends else 0].tolist()
        return [tiles[first:last] for first, last in zip([0, *ends], ends, strict=False)]

    def _take_back(self) -> bool:
        """Give up to three changed tiles their old type, if the board stays unique."""
        assert self.best is not None
        tiles, _ = self.best
        changed = self.changes(tiles)
        for number in (1, 2, 3):
            for places in map(list, combinations(changed, number)):
                if _DEGREES[tiles[places]].sum() != _DEGREES[self.given[places]].sum():
                    continue
                if self.spent or self.taking > self.most_taking:
                    return False
                tried = tiles.copy()
                tried[places] = self.given[places]
                self.boards += 1
                self.taking += 2 * len(tried)
                if self._is_unique(tried):
                    self.keep(tried, self._witness())
                    return True
        return False

    def _is_unique(self, tiles: Tiles) -> bool:
        """Decide one board; if it is unique, its solution is the first witness."""
        b = self._bench
        outcome = decide(b.work, view(tiles), b.closed, True, MOST_NODES, self._witnesses)
        return outcome == UNIQUE

    def _witness(self) -> bytes:
        """The first solution of the board decided last."""
        return bytes(row(self._witnesses, 0))

    def from_below(self, solution: bytes) -> Repair | None:
        """Try all ways to change fewer tiles than the best repair, the fewest first."""
        windows = self._windows(solution)
        order = np.array(list(self._order(windows, solution)), np.int64)
        fewer = len(order) + 1 if self.best is None else len(self.changes(self.best[0]))
        undecided = 0
        for number in range(max(1, len(windows)), fewer):
            changes = Changes(self.given, np.array(self._shape.colours), order, number)
            outcome, unsure = self._go_through(changes, windows)
            undecided += unsure
            if outcome == _PAUSED:
                return self.result(proved=False)
            if outcome == _FOUND:
                break
        if self.best is None and not undecided:
            raise InputError("no change of tiles makes it unique")
        return self.result(proved=not undecided)

    def _windows(self, solution: bytes) -> list[tuple[int, ...]]:
        """Disjoint windows, each of which every repair must change."""
        windows: list[tuple[int, ...]] = []
        used: set[int] = set()
        for region in sorted(self._regions(solution), key=len):
            if used.isdisjoint(region) and not self.spent:
                window = self._shape.grown(region, self.puzzle.tiles)
                if window is not None and used.isdisjoint(window.tiles):
                    tiles = tuple(tile for tile in window.tiles if self.puzzle.tiles[tile])
                    windows.append(tiles)
                    used.update(window.tiles)
        return windows

    def _order(self, windows: list[tuple[int, ...]], solution: bytes) -> Iterator[int]:
        """The tiles that may be changed: window by window, then those nearest to a region."""
        within = [tile for window in windows for tile in window]
        yield from within
        seen = set(within)
        regions = [tile for region in self._regions(solution) for tile in region]
        queue = deque(dict.fromkeys([*within, *regions]))
        met = set(queue)
        while queue:
            tile = queue.popleft()
            if tile not in seen and self.puzzle.tiles[tile]:
                yield tile
            for beyond in self._shape.beyond[tile]:
                if beyond is not None and beyond not in met:
                    met.add(beyond)
                    queue.append(beyond)
        yield from (tile for tile in self._shape.filled if tile not in met)

    def _go_through(self, changes: Changes, windows: list[tuple[int, ...]]) -> tuple[int, int]:
        """Try all ways to change a number of tiles. Returns found, exhausted or paused by the
        budget, and the number of undecided ways."""
        undecided = 0
        if self.spent:
            return _PAUSED, 0
        ends = list(accumulate(map(len, windows)))
        for places, end in _blocks(ends, len(changes.order), len(changes.places)):
            for place, chosen in enumerate(places):
                changes.places[place] = chosen
            changes.end = end
            if self.clock.late or (self.best is not None and self.work > self.most_work):
                return _PAUSED, undecided
            decide_block(self._bench.work, self._bench.closed, changes, self._witnesses)
            self.work += changes.work
            undecided += changes.undecided
            last = changes.found
            decided = int(array(changes.counts)[: None if last < 0 else last].sum())
            if last >= 0:
                decided += changes.before + 1
            if decided > self.most - self.boards:
                self.boards = self.most
                return _PAUSED, undecided
            self.boards += decided
            if last >= 0:
                self._keep_change(changes)
                return _FOUND, undecided
        return _EXHAUSTED, undecided

    def _keep_change(self, changes: Changes) -> None:
        """Keep the way that a block found to be unique as the best."""
        tiles = self.given.copy()
        for place, new in zip(array(changes.places), array(changes.best), strict=True):
            tiles[changes.order[place]] = _NEW[new]
        tiles[changes.order[changes.found]] = _NEW[changes.found_type]
        self._is_unique(tiles)
        self.keep(tiles, self._witness())

    def result(self, proved: bool) -> Repair | None:
        """The best repair so far; None if there is none."""
        if self.best is None:
            return None
        tiles, solution = self.best
        repaired = replace(self.puzzle, tiles=tiles.tobytes())
        checked(repaired, solution, "repair")
        changed = cells_of(self.puzzle.columns, self.changes(tiles))
        return Repair(repaired, solution, changed, proved, {"boards": self.boards})


def _lying_first(tiles: Tiles) -> Tiles:
    """Every tile in the first of its orientations, which reveals nothing of the solution."""
    first = np.array([orientations[0] for orientations in ORIENTATIONS], np.uint8)
    return first[tiles]


def _blocks(
    ends: Sequence[int], size: int, number: int, places: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], int]]:
    """All but the last of ``number + 1`` increasing places, and the end of the range for the last,
    such that each window can contain one of them.

    ends: the end of each window; windows come first, one after the other. size: of all places.
    """
    missed = [
        end
        for start, end in zip([0, *ends], ends, strict=False)
        if not any(start <= place < end for place in places)
    ]
    left = number - len(places)
    if len(missed) > left + 1:
        return
    end = missed[0] if missed else size
    if left == 0:
        yield places, end
        return
    for place in range(places[-1] + 1 if places else 0, end):
        yield from _blocks(ends, size, number, (*places, place))
