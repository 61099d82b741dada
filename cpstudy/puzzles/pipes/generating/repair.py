"""A puzzle maker's own board with several solutions, made unique by the fewest changed tiles.

A tile is changed when it becomes a tile of another type: a dead end, straight, corner or T. Empty
tiles and walls stay as they are, and no tile becomes empty or a cross.

- *From above:* the ambiguous regions of the solved board are repaired by random exchanges, all at
  once as for mazes (:mod:`.unique`), and one after the other with the exchange, of many, that
  changes the fewest tiles. Of the best of these repairs changes are taken back, up to three at a
  time, as long as the puzzle stays unique.
- *From below:* all ways to change one tile, then two, then three …, each decided by :mod:`.search`.
  The number of open sides must stay that of a tree; where the board has two colours like a
  chessboard, each edge joins both, so it must stay the same on either colour too. What is left
  out by that has no solution.

Where the two meet, the number is proved to be the smallest; where the budget ends before, it is an
upper bound and told as that. Cost: a board decided (some 10 µs at 10×10) for each way to change;
their number grows with the tiles to the power of the changes, so within the standard budget one
and two changes are proved up to about 15×15, three up to 10×10, more on small boards only.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.random import stream
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles.pipes import SOLVERS
from cpstudy.puzzles.pipes.board.neighbours import closed_sides
from cpstudy.puzzles.pipes.explaining.ambiguity import ambiguity
from cpstudy.puzzles.pipes.generating.unique import exchange, find_regions, make_unique, regions
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, ORIENTATIONS, Pipes, tile_type
from cpstudy.puzzles.pipes.search.engine import (
    UNIQUE,
    UNKNOWN,
    decide,
    start,
    workspace,
)
from cpstudy.puzzles.pipes.search.near import near, root

# What a changed tile may become: a dead end, straight, corner or T, as they lie first.
_NEW = np.array([ORIENTATIONS[mask][0] for mask in (1, 5, 3, 7)], np.uint8)
_TYPES = np.array([tile_type(mask) for mask in range(16)], np.int64)
_DEGREE = np.array(list(OPEN_SIDES), np.int64)

# Random repairs tried of all regions at once, and how many may fail before that is given up.
_REPAIRS = 50
_FAILURES = 5
# Repairs region by region, and exchanges tried in each.
_CAREFUL_REPAIRS = 6
_EXCHANGES = 40
# Nodes of the search for one board; boards between two looks at the clock.
_NODES = 20_000
_PACE = 500

# The standard budget: boards decided, fewer where boards are larger; some seconds.
_BOARDS = 200_000
_TILES = 20_000_000
# Nodes to find the regions with, near which changes are tried first.
_REGION_NODES = 10_000

# What :func:`_next_repair` returns.
_EXHAUSTED, _FOUND, _PAUSED = 0, 1, 2

# Places in its control array.
_DECIDED, _UNDECIDED = 0, 1


@dataclass(frozen=True)
class Repair:
    """A puzzle with one solution, and how far it is from the one that was given.

    puzzle: the tiles that were not changed lie as they lay. solution: its only one. changes: the
    tiles of another type, in increasing order. proved: no unique puzzle has fewer changes; else
    their number is an upper bound. boards: decided on the way.
    """

    puzzle: Pipes
    solution: bytes
    changes: tuple[int, ...]
    proved: bool
    boards: int


def repair(puzzle: Pipes, budget: Budget | None = None) -> Repair | None:
    """``puzzle`` made unique by the fewest changed tiles; None where the budget ends before any.

    budget: iterations are boards decided; without one, 200,000 of up to 100 tiles, or as many as
    have 20 million tiles. Raises ValueError for free graphs, and for puzzles
    without a solution or that no change makes unique.
    """
    if budget is None:
        budget = Budget(iterations=min(_BOARDS, _TILES // len(puzzle.tiles) + 1))
    if puzzle.free:
        raise ValueError("free graphs cannot be repaired: only trees")
    deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
    first = solve(puzzle, SOLVERS["portfolio"], budget=Budget(seconds=budget.seconds))
    if first.verdict is Verdict.NONE:
        raise ValueError("no solution: nothing to repair")
    if first.verdict is Verdict.UNIQUE:
        return Repair(puzzle, cast(bytes, first.solutions[0]), (), True, 0)
    if not first.solutions:
        return None
    workshop = _Workshop(puzzle, budget.iterations, deadline)
    workshop.from_above(cast(bytes, first.solutions[0]))
    return workshop.from_below(cast(bytes, first.solutions[0]))


class _Workshop:
    """One board under repair: the best repair so far, and what is left of the budget."""

    def __init__(self, puzzle: Pipes, most: int | None, deadline: float | None) -> None:
        self.puzzle = puzzle
        self.most = 2**62 if most is None else most
        self.deadline = deadline
        self.boards = 0
        self.tiles = np.frombuffer(puzzle.tiles, np.uint8)
        self.best: tuple[npt.NDArray[np.uint8], bytes] | None = None
        self._work = workspace(puzzle.rows, puzzle.columns, puzzle.wrap)
        walls = np.frombuffer(puzzle.barriers, np.uint8)
        n = len(puzzle.tiles)
        find_closed = prepared(closed_sides, n)
        self._closed = find_closed(self._work.neighbours, puzzle.rows, puzzle.columns, walls, True)
        self._near = near(len(puzzle.tiles))
        self._regions = regions(len(puzzle.tiles))
        self._witnesses = np.zeros((2, len(puzzle.tiles)), np.uint8)

    def changes(self, tiles: npt.NDArray[np.uint8]) -> list[int]:
        """The tiles of another type than the given board's."""
        changed = (_TYPES[tiles] != _TYPES[self.tiles]).nonzero()[0]
        return cast(list[int], changed.tolist())

    def spent(self) -> bool:
        """Whether the budget is."""
        late = self.deadline is not None and time.perf_counter() >= self.deadline
        return late or self.boards >= self.most

    def keep(self, tiles: npt.NDArray[np.uint8], solution: bytes) -> None:
        """Take a unique board as the best."""
        tiles = np.where(_TYPES[tiles] == _TYPES[self.tiles], self.tiles, _lying_first(tiles))
        self.best = tiles.astype(np.uint8), solution

    def is_unique(self, tiles: npt.NDArray[np.uint8]) -> bool:
        """Decide one board; where it is unique its solution is the first witness."""
        self.boards += 1
        told = prepared(decide, 10 * len(tiles))(
            self._work, tiles, self._closed, True, _NODES, self._witnesses
        )
        return bool(told == UNIQUE)

    def from_above(self, solution: bytes) -> None:
        """The best of many random repairs, with all changes taken back that can be."""
        given = np.frombuffer(solution, np.uint8)
        state = stream(0)
        repairs: list[npt.NDArray[np.uint8]] = []
        for tried in range(_REPAIRS):
            if self.spent() or (tried >= _FAILURES and not repairs):
                break
            self.boards += 1
            self._near.sides[:] = given
            make = prepared(make_unique, 20 * len(given))
            if make(self._work, self._near, self._regions, self._closed, state):
                repairs.append(self._near.sides.copy())
        for _ in range(_CAREFUL_REPAIRS if repairs else 0):
            repairs += self._one_by_one(given, state)
        if not repairs:
            return
        sides = min(repairs, key=lambda tiles: len(self.changes(tiles)))
        self.keep(sides, sides.tobytes())
        while self._take_back():
            pass

    def _one_by_one(
        self, sides: npt.NDArray[np.uint8], state: npt.NDArray[np.uint64]
    ) -> list[npt.NDArray[np.uint8]]:
        """One region after the other repaired by few changes; [] where that fails."""
        s, r = self._near, self._regions
        number = self._find_regions(sides)
        while number:
            region = r.tiles[: r.ends[0]].copy()
            better = []
            for _ in range(_EXCHANGES):
                if self.spent():
                    return []
                self.boards += 1
                s.sides[:] = sides
                prepared(root, len(sides))(self._work, s)
                r.tiles[: region.size] = region
                swap = prepared(exchange, len(sides))
                if swap(self._work, s, r, self._closed, 0, region.size, 0, state):
                    tried = s.sides.copy()
                    left = self._find_regions(tried)
                    if left < number:
                        better.append((len(self.changes(tried)), left, tried.tobytes()))
            if not better:
                return []
            sides = np.frombuffer(min(better)[2], np.uint8)
            number = self._find_regions(sides)
        return [sides]

    def _find_regions(self, sides: npt.NDArray[np.uint8]) -> int:
        """The number of ambiguous regions of a solved board, which are then in ``_regions``."""
        self._near.sides[:] = sides
        n = len(sides)
        prepared(start, 5 * n)(self._work, sides, self._closed, True)
        prepared(root, n)(self._work, self._near)
        find = prepared(find_regions, 20 * n)
        return int(find(self._work, self._near, self._regions, _REGION_NODES))

    def _take_back(self) -> bool:
        """Give up to three changed tiles their old type, if the board stays unique."""
        assert self.best is not None
        tiles, _ = self.best
        changed = self.changes(tiles)
        for number in (1, 2, 3):
            for places in map(list, combinations(changed, number)):
                if _DEGREE[tiles[places]].sum() != _DEGREE[self.tiles[places]].sum():
                    continue
                if self.spent():
                    return False
                tried = tiles.copy()
                tried[places] = self.tiles[places]
                if self.is_unique(tried):
                    self.keep(tried, self._witnesses[0].tobytes())
                    return True
        return False

    def from_below(self, solution: bytes) -> Repair | None:
        """All ways to change fewer tiles than the best does, the fewest first."""
        order = np.array(list(_from_regions(self.puzzle, solution)), np.int64)
        control = np.zeros(2, np.int64)
        decided = 0  # boards in the last call
        fewer = len(order) + 1 if self.best is None else len(self.changes(self.best[0]))
        for number in range(1, fewer):
            places = np.arange(number)
            kinds = np.zeros(number, np.int64)
            told = _PAUSED
            while told == _PAUSED:
                if self.spent():
                    return self._result(proved=False)
                before = int(control[_DECIDED])
                next_repair = prepared(_next_repair, 10 * decided * len(self.tiles))
                pace = _PACE if next_repair is not _next_repair else 1
                told = next_repair(
                    self._work,
                    self.tiles,
                    self._closed,
                    self._colours(),
                    order,
                    places,
                    kinds,
                    before + min(pace, self.most - self.boards),
                    control,
                    self._witnesses,
                )
                decided = int(control[_DECIDED]) - before
                self.boards += decided
            if told == _FOUND:
                tiles = self.tiles.copy()
                tiles[order[places]] = _NEW[kinds]
                self.keep(tiles, self._witnesses[0].tobytes())
                break
        if self.best is None and control[_UNDECIDED] == 0:
            raise ValueError("no change of tiles makes it unique")
        return self._result(proved=bool(control[_UNDECIDED] == 0))

    def _colours(self) -> npt.NDArray[np.uint8]:
        """Like a chessboard where every edge joins both colours; else one colour."""
        row, column = np.divmod(np.arange(len(self.tiles)), self.puzzle.columns)
        odd = self.puzzle.rows % 2 or self.puzzle.columns % 2
        return ((row + column) % 2 * (not (self.puzzle.wrap and odd))).astype(np.uint8)

    def _result(self, proved: bool) -> Repair | None:
        if self.best is None:
            return None
        tiles, solution = self.best
        repaired = replace(self.puzzle, tiles=tiles.tobytes())
        return Repair(repaired, solution, tuple(self.changes(tiles)), proved, self.boards)


def _lying_first(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Every tile in the first of its orientations, which tells nothing of the solution."""
    first = np.array([orientations[0] for orientations in ORIENTATIONS], np.uint8)
    return first[tiles]


def _from_regions(puzzle: Pipes, solution: bytes) -> Iterator[int]:
    """The tiles that may be changed, those nearest to an ambiguous region first."""
    found = ambiguity(puzzle, solution, Budget(iterations=_REGION_NODES)).regions
    queue = deque(tile for region in found for tile in region.tiles)
    seen = set(queue)
    while queue:
        tile = queue.popleft()
        if puzzle.tiles[tile]:
            yield tile
        for side in range(4):
            beyond = puzzle.neighbour(tile, side)
            if beyond is not None and beyond not in seen:
                seen.add(beyond)
                queue.append(beyond)
    yield from (t for t, mask in enumerate(puzzle.tiles) if t not in seen and mask)


@kernel
def _next_repair(
    w: Any,
    given: Any,
    closed: Any,
    colours: Any,
    order: Any,
    places: Any,
    kinds: Any,
    most: Any,
    control: Any,
    witnesses: Any,
) -> Any:
    """Go on through the ways to change ``places.size`` tiles until one is unique.

    places, kinds: int64[k], the next way: increasing places in ``order`` (tiles) and numbers in
    _NEW; what was found stands there. most: boards to decide in all, by ``control[_DECIDED]``.
    """
    size = places.size
    tiles = given.copy()
    while True:
        # What a way adds to the open sides of each colour; nothing, for a solution to be.
        added = np.int64(0)
        added_black = np.int64(0)
        changes = True
        for k in range(size):
            tile = order[places[k]]
            new = _NEW[kinds[k]]
            changes = changes and _TYPES[new] != _TYPES[given[tile]]
            more = _DEGREE[new] - _DEGREE[given[tile]]
            added += more
            added_black += more * np.int64(colours[tile])
        if changes and added == 0 and added_black == 0:
            if control[_DECIDED] >= most:
                return _PAUSED
            control[_DECIDED] += 1
            for k in range(size):
                tiles[order[places[k]]] = _NEW[kinds[k]]
            told = decide(w, tiles, closed, True, _NODES, witnesses)
            if told == UNIQUE:
                return _FOUND
            if told == UNKNOWN:
                control[_UNDECIDED] += 1
            for k in range(size):
                tiles[order[places[k]]] = given[order[places[k]]]
        # The next way: other types at the same places, then other places.
        k = size - 1
        while k >= 0 and kinds[k] == 3:
            kinds[k] = 0
            k -= 1
        if k >= 0:
            kinds[k] += 1
            continue
        k = size - 1
        while k >= 0 and places[k] == order.size - size + k:
            k -= 1
        if k < 0:
            return _EXHAUSTED
        places[k] += 1
        for later in range(k + 1, size):
            places[later] = places[later - 1] + 1
