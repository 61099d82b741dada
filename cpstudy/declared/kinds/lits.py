"""LITS: a tetromino in each region, connected, no 2×2, no two of one shape side by side.

Model: a Boolean for each cell. In each region four cells are shaded, and they are one of the L, I,
T and S that fit. Two that touch across a border and have the same shape are not both shaded.

The generator has no answer in mind: it moves cells between regions until one tetromino is left in
each.
"""

from functools import partial, reduce
from itertools import chain
from operator import and_, or_
from random import Random
from typing import Any

from cpstudy.declared import Block, Board, Cell, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.layouts import moved, rooms
from cpstudy.declared.notations import Pzpr, borders
from cpstudy.declared.tetrominoes import Four, Left, tetrominoes

# Draws of regions, moves in vain, and how many more tetrominoes one may leave on average.
_DRAWS, _VAIN, _MORE = 50, 40, 1.5


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
        placed = {name: tetrominoes(tuple(cells)) for name, cells in regions.items()}
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
        """Regions of a few cells that leave one tetromino each, if these draws have such regions.

        A move that leaves more tetrominoes is made by chance, the more the less often.
        """
        regions, left = dict[Cell, str](), Left(b)
        for _ in range(_DRAWS):
            regions, vain = rooms(rng, b, 4, 7), 0
            ways = left.of(regions)
            least = number = sum(map(len, ways))
            while number > len(ways) and vain < _VAIN:
                vain += 1
                masks = [m for m, *_ in rng.choice([of for of in ways if len(of) > 1])]
                differ = reduce(or_, masks) & ~reduce(and_, masks)
                then = moved(rng, b, regions, [c for c in b.cells if left.bit[c] & differ])
                fewer = left.of(then) if then else []
                if fewer and sum(map(len, fewer)) <= number + rng.expovariate(1 / _MORE):
                    regions, ways, number = then, fewer, sum(map(len, fewer))
                    least, vain = min(least, number), vain * (number >= least)
            if ways and number == len(ways):
                break
        return {"regions": regions}


def _placed(black: dict[Cell, Any], cells: list[Cell], fours: dict[str, list[Four]]) -> Any:
    """One of the tetrominoes is shaded, and no other cell."""
    ways = (
        [black[c] if c in four else ~black[c] for c in cells] for four in chain(*fours.values())
    )
    return cp.any([cp.all(way) for way in ways])


def _apart(b: Board, black: dict[Cell, Any], one: list[Four], other: list[Four]) -> Any:
    """No two touch by a side; True if they cannot."""
    beside = [{d for c in four for d in b.around[c]} for four in one]
    pairs = [f | g for f, near in zip(one, beside, strict=True) for g in other if g & near]
    return cp.all([~cp.all([black[c] for c in pair]) for pair in pairs]) if pairs else True


KIND = kind_of(Lits)
