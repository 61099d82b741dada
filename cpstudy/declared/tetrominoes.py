"""The tetrominoes of a board's regions, and which of them these regions leave each other.

A tetromino is excluded if it touches one of its shape or completes a 2×2, and the regions of the
others have only one left; also if the cells that may be shaded do not join it to all regions. This
needs no solver: cells are bits of an integer. A row has one bit more than cells, so that bits that
differ by one or by a row are neighbours on the board. Cost: half a millisecond for 10×10.
"""

from collections.abc import Iterator, Mapping
from functools import cache, reduce
from math import dist
from operator import or_

from cpstudy.declared.board import Board, Cell

# Four cells; as bits, with their neighbours and the letter of their shape.
Four = frozenset[Cell]
Way = tuple[int, int, str]


@cache
def tetrominoes(cells: tuple[Cell, ...]) -> dict[str, list[Four]]:
    """Four connected cells of these, by the letter of their shape; squares have none."""
    around = {c: [d for d in cells if dist(c, d) == 1] for c in cells}
    found = {frozenset([c]) for c in cells}
    for _ in range(3):
        found = {part | {d} for part in found for c in part for d in around[c]} - found
    named = [(_shape(four), four) for four in sorted(found, key=sorted)]
    return {letter: [four for shape, four in named if shape == letter] for letter in "LITS"}


@cache
def _shape(four: Four) -> str:
    most = max(sum(c[k] == d[k] for d in four) for c in four for k in (0, 1))
    beside = [sum(dist(c, d) == 1 for d in four) for c in four]
    return {2: "S" * (1 in beside), 3: "T" if 3 in beside else "L", 4: "I"}[most]


class Left:
    """The tetrominoes that regions of a board leave each other. bit: of each cell."""

    def __init__(self, b: Board) -> None:
        self._row = b.columns + 1
        self.bit = {(r, c): 1 << r * self._row + c for r, c in b.cells}
        self._first: dict[Cell, list[Way]] = {c: [] for c in b.cells}
        for letter, fours in tetrominoes(tuple(b.cells)).items():
            for four, m in ((min(four), sum(self.bit[c] for c in four)) for four in fours):
                self._first[four].append((m, self._near(m), letter))
        self._region = cache(self._found)

    def of(self, regions: Mapping[Cell, str]) -> list[list[Way]]:
        """Return for each region the tetrominoes that are left; [] if a region has none."""
        cells: dict[str, list[Cell]] = {}
        for c, name in regions.items():
            cells.setdefault(name, []).append(c)
        masks, left, number = list[int](), list[list[Way]](), 0
        for mask, ways in (self._region(tuple(of)) for of in cells.values()):
            masks.append(mask)
            left.append(ways)
        while all(left) and sum(map(len, left)) != number:
            self._exclude(left)
            number = sum(map(len, left))
            self._join(masks, left)
        return left if all(left) else []

    def _found(self, cells: tuple[Cell, ...]) -> tuple[int, list[Way]]:
        mask = sum(self.bit[c] for c in cells)
        return mask, [way for c in cells for way in self._first[c] if not way[0] & ~mask]

    def _exclude(self, left: list[list[Way]]) -> None:
        """Remove those that touch the only one of a region in its shape, or make a 2×2 with it."""
        black, beside, open_, settled = 0, dict.fromkeys("LITS", 0), {*range(len(left))}, True
        while settled:
            settled = False
            for k in sorted(open_):
                ways = [way for way in left[k] if not way[0] & beside[way[2]]]
                left[k] = [way for way in ways if not self._square(way[0] | black)]
                if len(left[k]) == 1:
                    ((m, near, letter),) = left[k]
                    black, beside[letter], settled = black | m, beside[letter] | near, True
                    open_.remove(k)

    def _join(self, masks: list[int], left: list[list[Way]]) -> None:
        """Remove those from which the possible cells do not lead to all other regions."""
        may = [reduce(or_, (m for m, *_ in ways), 0) for ways in left]
        for k, mask in enumerate(masks):
            parts, others = [*self._parts(reduce(or_, may) & ~mask)], may[:k] + may[k + 1 :]
            joined = ((way, sum(p for p in parts if p & way[1])) for way in left[k])
            left[k] = [way for way, m in joined if all(map(m.__and__, others))]

    def _parts(self, m: int) -> Iterator[int]:
        """The connected parts of some cells."""
        while m:
            part, more = 0, m & -m
            while more != part:
                part, more = more, (more | self._near(more)) & m
            yield part
            m ^= part

    def _near(self, m: int) -> int:
        return m << 1 | m >> 1 | m << self._row | m >> self._row

    def _square(self, m: int) -> int:
        two = m & m >> 1
        return two & two >> self._row
