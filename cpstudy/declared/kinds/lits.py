"""LITS: a tetromino in each region, connected, no 2×2, no two of one shape beside each other.

Model: a Boolean a cell; in a region four are shaded, all of one of the L, I, T and S that fit. Two
that touch across a border and have one shape are not both shaded.

Its generator changes regions, not for a known answer, until none has more than one tetromino left.
"""

from collections.abc import Collection
from functools import cache, partial, reduce
from itertools import chain
from math import dist
from operator import and_, or_
from random import Random
from typing import Any

from cpstudy.declared import Block, Board, Cell, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.layouts import moved, rooms
from cpstudy.declared.notations import Pzpr, borders

# Draws of regions, moves in vain (without and with cases of neighbours), and how many more
# tetrominoes one may leave on average.
_DRAWS, _VAIN, _MORE = 300, (40, 15), 0.7


class Lits(Declared):
    """See the module."""

    kind = "lits"
    summary = "LITS: a tetromino in each region, connected, like shapes apart"
    rules = (
        "Shade four connected cells in each region, so that all shaded cells are connected and no "
        "2×2 is shaded. Two of one shape, also turned or mirrored, do not touch by a side."
    )
    blocks = (Block("regions", "[0-9A-Za-z]+", blank=False, mark="regions"),)
    unique = ("lits:4x4:AABB/AABC/ABBC/CCCC", "lits:4x3:1111/1101/0001")
    many = "lits:5x4:22111/22111/22110/20000"
    kept, usual = ("regions",), (6, 6)
    pzpr = Pzpr(("lits",), (borders("regions"),))

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, of, regions = m.board, m.board["regions"], m.board.groups("regions")
        black = m.bools("shaded", b.cells, "{} is shaded", "{} is white", mark="shade")
        placed = {name: _tetrominoes(tuple(cells)) for name, cells in regions.items()}
        for name, cells in regions.items():
            words = f"four cells of the region of {at(cells[0])} are shaded, as L, I, T or S"
            m.rule(words, partial(_placed, black, cells, placed[name]), cells, cells[0])
        beside = {(of[c], of[d]) for pair in b.edges for c, d in (pair, pair[::-1])}
        for one, other in sorted(two for two in beside if two[0] < two[1]):
            cells = [*regions[one], *regions[other]]
            for shape in "LITS":
                words = f"the regions of {at(cells[0])} and {at(cells[-1])}: no two {shape} touch"
                two = placed[one][shape], placed[other][shape]
                m.rule(words, partial(_apart, b, black, *two), cells, weight=2)
        for square in b.squares:
            words = f"the 2×2 at {at(square[0])} is not all shaded"
            m.rule(words, ~cp.all([black[c] for c in square]), square)
        m.rule("shaded cells are connected", m.connected(black), b.cells, weight=2)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Regions of a few cells with one tetromino each, if these draws have such ones.

        Where they can, cells move on until that needs no cases of two regions: else few are medium.
        """
        fours = _Fours(b)
        for _ in range(_DRAWS):
            regions = rooms(rng, b, 4, 7)
            if found := fours.singled(rng, regions, cases=True):
                return {"regions": fours.singled(rng, found, cases=False) or found}
        return {"regions": regions}


Four = frozenset[Cell]
Way = tuple[int, int, str]


def _placed(black: dict[Cell, Any], cells: list[Cell], fours: dict[str, list[Four]]) -> Any:
    """The cells of one of them are shaded, no others."""
    ways = (
        [black[c] if c in four else ~black[c] for c in cells] for four in chain(*fours.values())
    )
    return cp.any([cp.all(way) for way in ways])


def _apart(b: Board, black: dict[Cell, Any], one: list[Four], other: list[Four]) -> Any:
    """No two touch by a side; True where they cannot."""
    beside = [{d for c in four for d in b.around[c]} for four in one]
    pairs = [f | g for f, near in zip(one, beside, strict=True) for g in other if g & near]
    return cp.all([~cp.all([black[c] for c in pair]) for pair in pairs]) if pairs else True


class _Fours:
    """The tetrominoes that regions may have beside each other.

    Each is cells, and cells beside them, as bits, and its letter. A row has a bit more than cells,
    so none is beside a cell of another row.
    """

    def __init__(self, b: Board) -> None:
        self._b, self._row = b, b.columns + 1
        self._bit = {(r, c): 1 << r * self._row + c for r, c in b.cells}
        self._ways = cache(self._found)

    def singled(self, rng: Random, of: dict[Cell, str], cases: bool) -> dict[Cell, str]:
        """Regions whose cells move until each has one tetromino; {} where that takes long.

        cases: whether those of a neighbour count that is not settled yet.

        A move that leaves more of them is made by chance, the more the less often.
        """
        left = self._left(of, cases)
        least = ways = _number(left)
        vain = 0
        while left and ways > len(left) and vain < _VAIN[cases]:
            vain += 1
            masks = [m for m, *_ in rng.choice([some for some in left.values() if len(some) > 1])]
            differ = reduce(or_, masks) & ~reduce(and_, masks)
            then = moved(rng, self._b, of, [c for c in self._b.cells if self._bit[c] & differ])
            fewer = self._left(then, cases) if then else {}
            if fewer and _number(fewer) <= ways + rng.expovariate(1 / _MORE):
                of, left, ways = then, fewer, _number(fewer)
                if ways < least:
                    least, vain = ways, 0
        return of if left and ways == len(left) else {}

    def _left(self, of: dict[Cell, str], cases: bool) -> dict[str, list[Way]]:
        """By region what is left where each neighbour excludes some; {} where a region has none.

        That is what no tetromino of a neighbour stands beside, and what leaves all connected.
        """
        cells: dict[str, list[Cell]] = {}
        for c in self._b.cells:
            cells.setdefault(of[c], []).append(c)
        mask = {name: sum(self._bit[c] for c in some) for name, some in cells.items()}
        near = {name: self._near(self._near(m)) for name, m in mask.items()}
        beside = {k: [o for o in mask if o != k and near[k] & mask[o]] for k in mask}
        left = {name: self._ways(tuple(some)) for name, some in cells.items()}
        queue = set(left)
        while queue and all(left.values()):
            one = queue.pop()
            for other in beside[one] if cases or len(left[one]) == 1 else ():
                some = [w for w in left[other] if any(self._agree(w, x) for x in left[one])]
                queue |= {other} if len(some) < len(left[other]) else set()
                left[other] = some
            if not queue:
                all_of = {
                    name: reduce(or_, (m for m, *_ in some), 0) for name, some in left.items()
                }
                for name, some in left.items():
                    others = reduce(or_, all_of.values()) & ~mask[name]
                    left[name] = [w for w in some if self._joins(w[0], others, all_of.values())]
                    if len(left[name]) < len(some):
                        queue.add(name)
                        break
        return left if all(left.values()) else {}

    def _found(self, cells: tuple[Cell, ...]) -> list[Way]:
        named = _tetrominoes(cells).items()
        masks = ((sum(self._bit[c] for c in four), letter) for letter, of in named for four in of)
        return [(m, self._near(m), letter) for m, letter in masks]

    def _near(self, m: int) -> int:
        return m << 1 | m >> 1 | m << self._row | m >> self._row

    def _agree(self, one: Way, other: Way) -> bool:
        """Whether two may stand beside each other: no shape twice, no 2×2."""
        both = one[0] | other[0]
        two = both & both >> 1
        return not ((one[2] == other[2] and one[1] & other[0]) or two & two >> self._row)

    def _joins(self, m: int, others: int, regions: Collection[int]) -> bool:
        """Whether cells are connected with some of each region, by others."""
        grown, inside = m, m | others
        while (more := (grown | self._near(grown)) & inside) != grown:
            grown = more
        return all(grown & some for some in regions)


def _number(left: dict[str, list[Way]]) -> int:
    return sum(map(len, left.values()))


@cache
def _tetrominoes(cells: tuple[Cell, ...]) -> dict[str, list[Four]]:
    """Four connected cells of a region, by the letter of their shape; squares have none."""
    around = {c: [d for d in cells if dist(c, d) == 1] for c in cells}
    found = {frozenset([c]) for c in cells}
    for _ in range(3):
        grown = {part | {d} for part in found for c in part for d in around[c]}
        found = grown - found
    named = [(_shape(four), four) for four in sorted(found, key=sorted)]
    return {letter: [four for shape, four in named if shape == letter] for letter in "LITS"}


@cache
def _shape(four: Four) -> str:
    most = max(sum(c[k] == d[k] for d in four) for c in four for k in (0, 1))
    beside = [sum(dist(c, d) == 1 for d in four) for c in four]
    return {2: "S" * (1 in beside), 3: "T" if 3 in beside else "L", 4: "I"}[most]


KIND = kind_of(Lits)
