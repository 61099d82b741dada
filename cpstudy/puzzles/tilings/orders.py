"""Orders in which a frontier takes the tiles with unknown edges.

Tiles that unknown edges connect are a *region*. Regions are taken one after the other, each from
its first cell on by *distance*, by *lines* (columns on boards with more columns than rows), or by
*growth*: the next tile is the neighbour of taken tiles that increases the frontier least, the
oldest first. The frontier contains the decided edges that lead to later tiles, and on trees the
classes of tiles joined by open edges that have both decided and undecided edges.

Lines are best if everything is open, growth if deduction has left islands. Cost: linear; by growth
the tiles times those that are ready, some microseconds each.
"""

from collections import Counter
from collections.abc import Iterator

from cpstudy.puzzles.tilings.deduction import Knowledge


def _regions(k: Knowledge) -> Iterator[list[int]]:
    left = {cell for cell in range(len(k.orientations)) if any(True for _ in k.unknown_sides(cell))}
    while left:
        queue = [min(left)]
        left.remove(queue[0])
        for cell in queue:
            beyond = sorted({k.beyond[cell][side] for side in k.unknown_sides(cell)} & left)
            left.difference_update(beyond)
            queue += beyond
        yield queue


def by_distance(k: Knowledge) -> list[int]:
    """Order the tiles of each region by distance."""
    return [cell for region in _regions(k) for cell in region]


def by_lines(k: Knowledge) -> list[int]:
    """Order the tiles of each region by lines."""
    columns = k.puzzle.columns

    def place(cell: int) -> tuple[int, int]:
        return (cell % columns if columns > k.puzzle.rows else 0), cell

    return [cell for region in _regions(k) for cell in sorted(region, key=place)]


class _Growth:
    """The frontier while tiles are taken. left: by class, ends of edges that are not decided."""

    def __init__(self, k: Knowledge) -> None:
        self._k = k
        self.taken: dict[int, None] = {}
        self._live: set[int] = set()
        self._left = Counter(
            k.label[cell]
            for cell in range(len(k.orientations))
            for _ in k.unknown_sides(cell)
            if k.tree
        )

    def neighbours(self, cell: int) -> Iterator[int]:
        """Yield the tiles beyond the edges that a tile decides, one for each edge."""
        for side in self._k.unknown_sides(cell):
            if self._k.beyond[cell][side] not in self.taken:
                yield self._k.beyond[cell][side]

    def _ends(self, cell: int) -> Counter[int]:
        """Count, by class, the ends of the edges that a tile decides."""
        label, neighbours = self._k.label, [*self.neighbours(cell)]
        return Counter(label[end] for other in neighbours for end in (cell, other) if self._k.tree)

    def growth(self, cell: int) -> int:
        """Return by how much a tile increases the frontier."""
        decided = sum(1 for _ in self.neighbours(cell))
        grown = 2 * decided - sum(1 for _ in self._k.unknown_sides(cell))
        for label, ends in self._ends(cell).items():
            grown += (ends < self._left[label]) - (label in self._live)
        return grown

    def take(self, cell: int) -> None:
        """Take a tile."""
        ends = self._ends(cell)
        self._left.subtract(ends)
        self._live -= {label for label in ends if not self._left[label]}
        self._live |= {label for label in ends if self._left[label]}
        self.taken[cell] = None


def by_growth(k: Knowledge, backwards: bool = False) -> list[int]:
    """Order the tiles by growth; backwards: from the last cell of each region on."""
    frontier = _Growth(k)
    for region in _regions(k):
        ready = {max(region) if backwards else region[0]: None}
        while ready:
            cell = min(ready, key=frontier.growth)
            del ready[cell]
            ready.update(dict.fromkeys(frontier.neighbours(cell)))
            ready.pop(cell, None)  # a tile may face itself
            frontier.take(cell)
    return [*frontier.taken]
