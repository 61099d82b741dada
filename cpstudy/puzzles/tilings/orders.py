"""Orders in which tiles with unknown edges are taken, for a frontier.

Tiles that unknown edges connect are a *region*; one is taken after the other, each from its first
cell on by *distance*, by *lines* (columns on boards with more columns than rows), or by *growth*:
next is the tile beside those taken that lets the frontier grow least, the oldest first. The
frontier has the edges that are decided and lead to tiles to come, and on trees the classes of tiles
joined by open edges of which some edges are decided and others not.

Lines are best where all is open, growth where deduction has left islands. Cost: linear; by growth
the tiles times those that are ready, some microseconds each.
"""

from collections import Counter
from collections.abc import Iterator

from cpstudy.puzzles.tilings.deduction import Knowledge


def _regions(k: Knowledge) -> Iterator[list[int]]:
    left = {cell for cell in range(len(k.ways)) if any(True for _ in k.unknown_sides(cell))}
    while left:
        queue = [min(left)]
        left.remove(queue[0])
        for cell in queue:
            beyond = sorted({k.beyond[cell][side] for side in k.unknown_sides(cell)} & left)
            left.difference_update(beyond)
            queue += beyond
        yield queue


def by_distance(k: Knowledge) -> list[int]:
    """See the head."""
    return [cell for region in _regions(k) for cell in region]


def by_lines(k: Knowledge) -> list[int]:
    """See the head."""
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
            k.label[cell] for cell in range(len(k.ways)) for _ in k.unknown_sides(cell) if k.tree
        )

    def beside(self, cell: int) -> Iterator[int]:
        """The tiles beyond the edges that a tile decides, one an edge."""
        for side in self._k.unknown_sides(cell):
            if self._k.beyond[cell][side] not in self.taken:
                yield self._k.beyond[cell][side]

    def _ends(self, cell: int) -> Counter[int]:
        """By class, ends of the edges that a tile decides."""
        label, beside = self._k.label, [*self.beside(cell)]
        return Counter(label[end] for other in beside for end in (cell, other) if self._k.tree)

    def growth(self, cell: int) -> int:
        """By how much a tile lets the frontier grow."""
        decided = sum(1 for _ in self.beside(cell))
        grown = 2 * decided - sum(1 for _ in self._k.unknown_sides(cell))
        for label, ends in self._ends(cell).items():
            grown += (ends < self._left[label]) - (label in self._live)
        return grown

    def take(self, cell: int) -> None:
        """A tile is next."""
        ends = self._ends(cell)
        self._left.subtract(ends)
        self._live -= {label for label in ends if not self._left[label]}
        self._live |= {label for label in ends if self._left[label]}
        self.taken[cell] = None


def by_growth(k: Knowledge, backwards: bool = False) -> list[int]:
    """See the head; backwards: from the last cell of each region on."""
    frontier = _Growth(k)
    for region in _regions(k):
        ready = {max(region) if backwards else region[0]: None}
        while ready:
            cell = min(ready, key=frontier.growth)
            del ready[cell]
            ready.update(dict.fromkeys(frontier.beside(cell)))
            ready.pop(cell, None)  # a tile may face itself
            frontier.take(cell)
    return [*frontier.taken]
