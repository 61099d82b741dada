"""Random repairs of one solved board, the best of which changes few tiles.

- *All at once:* exchanges in all ambiguous regions, as for mazes (:mod:`.making_unique`).
- *One by one:* in the first region many exchanges are tried, and the one is made that changes the
  fewest tiles of those that leave fewer regions; then in the next.

Regions are small, so the same exchanges come up again and again. What is ambiguous on a board
depends on the board alone, so each board is looked at once and its regions are kept.

Cost: the rules and a scan for each different board, about one in eight of those that come up.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import prepared, views
from cpstudy.core.random import stream
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

# Repairs of all regions at once, and how many may fail before that is given up.
_REPAIRS = 50
_FAILURES = 5
# Repairs region by region, and exchanges tried in each.
_CAREFUL_REPAIRS = 6
_EXCHANGES = 40

# Nodes to find the regions with.
REGION_NODES = 10_000


class BoardBudget(Protocol):
    """Counts the boards decided and says when there are to be no more."""

    boards: int

    @property
    def spent(self) -> bool:
        """Whether no more boards are to be decided."""
        ...

    def changes(self, tiles: Tiles) -> list[int]:
        """The tiles of another type than the given board's."""
        ...


class _Look(NamedTuple):
    """The regions found with so many nodes. sure: more nodes would find the same."""

    nodes: int
    sure: bool
    tiles: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]


class RandomRepairs:
    """Repairs on a bench; the regions of every board that was looked at."""

    def __init__(self, bench: Bench, budget: BoardBudget) -> None:
        self._bench = bench
        self._plain = views(bench)
        self._budget = budget
        self._looks: dict[bytes, list[_Look]] = {}

    def of(self, given: Tiles) -> list[Tiles]:
        """Unique boards that random exchanges make of a solved one; [] where none does."""
        state = stream(0)
        repairs: list[Tiles] = []
        up = self._rooted(given)
        for tried in range(_REPAIRS):
            if self._budget.spent or (tried >= _FAILURES and not repairs):
                break
            self._budget.boards += 1
            self._lay(given, up)
            if self._make_unique(state):
                repairs.append(self._bench.near.tree.sides.copy())
        for _ in range(_CAREFUL_REPAIRS if repairs else 0):
            repairs += self._one_by_one(given, state)
        return repairs

    def _rooted(self, sides: Tiles) -> npt.NDArray[np.int8]:
        """The sides towards the root of a solved board."""
        tree = self._bench.near.tree
        tree.sides[:] = sides
        walk = prepared(root, len(sides) // 4)
        b = self._plain if walk is root else self._bench
        walk(b.work.neighbours, b.near.tree)
        up: npt.NDArray[np.int8] = tree.up.copy()
        return up

    def _lay(self, sides: Tiles, up: npt.NDArray[np.int8]) -> None:
        """Lay a solved board with its tree rooted, but not walked."""
        tree = self._bench.near.tree
        tree.sides[:] = sides
        tree.up[:] = up

    def _make_unique(self, state: npt.NDArray[np.uint64]) -> bool:
        """What :func:`.making_unique.make_unique` does, looking at each board once."""
        swap = prepared(exchange_in_regions, self._bench.closed.size // 4)
        for turn in range(ROUNDS):
            number = self._find_regions(NODES * (turn + 1))
            if number == 0:
                return True
            b = self._plain if swap is exchange_in_regions else self._bench
            swap(b, number, turn, state)
        return False

    def _one_by_one(self, sides: Tiles, state: npt.NDArray[np.uint64]) -> list[Tiles]:
        """One region after the other repaired by few changes; [] where that fails."""
        budget, regions = self._budget, self._bench.regions
        swap = prepared(exchange, _EXCHANGES * (len(sides) // 40 + 10))
        b = self._plain if swap is exchange else self._bench
        while True:
            up = self._rooted(sides)
            number = self._find_regions(REGION_NODES)
            if number == 0:
                return [sides]
            region = regions.tiles[: regions.ends[0]].copy()
            better = []
            for _ in range(_EXCHANGES):
                if budget.spent:
                    return []
                budget.boards += 1
                self._lay(sides, up)
                if swap(b.work.neighbours, b.closed, b.near.tree, b.exchange, region, 0, state):
                    tried = self._bench.near.tree.sides.copy()
                    left = self._find_regions(REGION_NODES)
                    if left < number:
                        better.append((len(budget.changes(tried)), left, tried.tobytes()))
            if not better:
                return []
            sides = np.frombuffer(min(better)[2], np.uint8)

    def _find_regions(self, nodes: int) -> int:
        """The number of ambiguous regions of the board laid, which are then on the bench."""
        b = self._bench
        r = b.regions
        looks = self._looks.setdefault(b.near.tree.sides.tobytes(), [])
        for look in looks:
            if look.nodes == nodes or (look.sure and look.nodes < nodes):
                r.tiles[: look.tiles.size] = look.tiles
                r.ends[: look.ends.size] = look.ends
                return look.ends.size
        find = prepared(find_regions, b.closed.size)
        number = int(find(self._plain if find is find_regions else b, nodes))
        sure = number == 0 or not r.undecided.any()
        ends = r.ends[:number].copy()
        tiles = r.tiles[: ends[-1] if number else 0].copy()
        looks.append(_Look(nodes, sure, tiles, ends))
        return number
