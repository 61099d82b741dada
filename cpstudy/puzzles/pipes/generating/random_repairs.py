"""Random repairs of one solved board, to find one that changes few tiles.

- *All at once:* exchanges in all ambiguous regions, as for mazes (:mod:`.making_unique`).
- *One by one:* in the first region many exchanges are tried. Of those that leave fewer regions, the
  one that changes the fewest tiles is made; then the next region follows.

Regions are small, so the same exchanges occur again and again. The ambiguity of a board depends
only on the board, so each board is examined once and its regions are kept.

Cost: the rules and a scan for each distinct board, about one in eight of those that occur.
"""

from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.kernel_types import View
from cpstudy.core.native import array, view
from cpstudy.core.random import stream
from cpstudy.puzzles.pipes.board.statistics import TYPES
from cpstudy.puzzles.pipes.generating.exchanging import exchange
from cpstudy.puzzles.pipes.generating.making_unique import (
    NODES,
    ROUNDS,
    Bench,
    exchange_in_regions,
    find_regions,
)
from cpstudy.puzzles.pipes.search.rooted import root

Tiles = npt.NDArray[np.uint8]

_TYPES = array(TYPES)

# Repairs of all regions at once, and the number of failures after which they end.
_REPAIRS = 50
_FAILURES = 5
# Repairs region by region, and exchanges tried in each.
_CAREFUL_REPAIRS = 6
_EXCHANGES = 40

# The nodes of the search for regions.
REGION_NODES = 10_000


class BoardBudget:
    """Counts the boards that a repair decides, and compares them with the given one.

    most: the maximum number of boards, in addition to a clock.
    """

    def __init__(self, given: Tiles, most: int | None, clock: Clock) -> None:
        self.given = given
        self.most = 2**62 if most is None else most
        self.clock = clock
        self.boards = 0

    @property
    def spent(self) -> bool:
        """Whether the budget for boards or time is spent."""
        return self.clock.late or self.boards >= self.most

    def changes(self, tiles: Tiles) -> list[int]:
        """The tiles whose type differs from the given board's."""
        changed = (_TYPES[tiles] != _TYPES[self.given]).nonzero()[0]
        return cast(list[int], changed.tolist())


class _Probe(NamedTuple):
    """The regions found with this number of nodes. sure: more nodes would find the same."""

    nodes: int
    sure: bool
    tiles: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]


class RandomRepairs:
    """Repairs on a bench, with the regions of every board that was examined."""

    def __init__(self, bench: Bench, budget: BoardBudget) -> None:
        self._bench = bench
        self._sides: Tiles = array(bench.near.tree.sides)
        self._up: npt.NDArray[np.int8] = array(bench.near.tree.up)
        self._budget = budget
        self._looks: dict[bytes, list[_Probe]] = {}

    def of(self, given: Tiles) -> list[Tiles]:
        """Unique boards that random exchanges make from a solved one; [] if they make none."""
        state = stream(0)
        repairs: list[Tiles] = []
        up = self._rooted(given)
        for tried in range(_REPAIRS):
            if self._budget.spent or (tried >= _FAILURES and not repairs):
                break
            self._budget.boards += 1
            self._lay(given, up)
            if self._make_unique(state):
                repairs.append(self._sides.copy())
        for _ in range(_CAREFUL_REPAIRS if repairs else 0):
            repairs += self._one_by_one(given, state)
        return repairs

    def _rooted(self, sides: Tiles) -> npt.NDArray[np.int8]:
        """The sides towards the root of a solved board."""
        self._sides[:] = sides
        root(self._bench.work.neighbours, self._bench.near.tree)
        return self._up.copy()

    def _lay(self, sides: Tiles, up: npt.NDArray[np.int8]) -> None:
        """Lay a solved board with its tree rooted, but without the walk of the tree."""
        self._sides[:] = sides
        self._up[:] = up

    def _make_unique(self, state: View[int]) -> bool:
        """Do what :func:`.making_unique.make_unique` does, but examine each board once."""
        for turn in range(ROUNDS):
            number = self._find_regions(NODES * (turn + 1))
            if number == 0:
                return True
            exchange_in_regions(self._bench, number, turn, state)
        return False

    def _one_by_one(self, sides: Tiles, state: View[int]) -> list[Tiles]:
        """Repair one region after the other by few changes; [] if that fails."""
        budget, b = self._budget, self._bench
        region = np.zeros(4 * len(sides), np.int32)
        while True:
            up = self._rooted(sides)
            number = self._find_regions(REGION_NODES)
            if number == 0:
                return [sides]
            region[:] = array(b.regions.tiles)
            size = b.regions.ends[0]
            better = []
            for _ in range(_EXCHANGES):
                if budget.spent:
                    return []
                budget.boards += 1
                self._lay(sides, up)
                if exchange(b.exchange, b.near.tree, view(region), 0, size, 0, state):
                    tried = self._sides.copy()
                    left = self._find_regions(REGION_NODES)
                    if left < number:
                        better.append((len(budget.changes(tried)), left, tried.tobytes()))
            if not better:
                return []
            sides = np.frombuffer(min(better)[2], np.uint8)

    def _find_regions(self, nodes: int) -> int:
        """The number of ambiguous regions of the current board; afterwards the bench has them."""
        r = self._bench.regions
        all_tiles, all_ends = array(r.tiles), array(r.ends)
        looks = self._looks.setdefault(self._sides.tobytes(), [])
        for look in looks:
            if look.nodes == nodes or (look.sure and look.nodes < nodes):
                all_tiles[: look.tiles.size] = look.tiles
                all_ends[: look.ends.size] = look.ends
                return look.ends.size
        number = find_regions(self._bench, nodes, self._budget.clock)
        sure = number == 0 or not array(r.undecided).any()
        ends = all_ends[:number].copy()
        tiles = all_tiles[: ends[-1] if number else 0].copy()
        looks.append(_Probe(nodes, sure, tiles, ends))
        return number
