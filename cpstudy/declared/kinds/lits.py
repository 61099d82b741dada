"""LITS: a tetromino in each region, connected, no 2×2, no two of one shape beside each other.

Model: a Boolean a cell; in a region four are shaded, all of one of the L, I, T and S that fit. Two
that touch across a border and have one shape are not both shaded.
"""

from functools import cache, partial
from itertools import chain
from math import dist
from random import Random
from typing import Any

from cpstudy.declared import Answer, Block, Board, Cell, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.layouts import ceded, rooms
from cpstudy.declared.notations import Pzpr, borders


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
            four = cp.sum([black[c] for c in cells]) == 4
            m.rule(f"the region of {at(cells[0])} has four shaded cells", four, cells, cells[0])
            words = f"those of {at(cells[0])} are L, I, T or S"
            m.rule(words, partial(_placed, black, placed[name]), cells, cells[0])
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
        """Regions of a few cells, on large boards a cell more."""
        more = min(b.rows, b.columns) > 7
        return {"regions": rooms(rng, b, 4 + more, 8 + more)}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """A cell that the other answer alone shades changes its region, else one beside it."""
        b, of, black = self.board, self.board["regions"], answer["shaded"]
        cells = [c for c, v in other["shaded"].items() if v and not black[c]]
        near = [c for c in b.cells if not black[c] and of[c] in {of[d] for d in cells}]
        mine = {c for c in b.cells if black[c]}
        found = ceded(rng, b, of, cells, mine) or ceded(rng, b, of, near, mine)
        return {"regions": found} if found else {}


Four = frozenset[Cell]


def _placed(black: dict[Cell, Any], fours: dict[str, list[Four]]) -> Any:
    """All cells of one of them are shaded."""
    return cp.any([cp.all([black[c] for c in four]) for four in chain(*fours.values())])


def _apart(b: Board, black: dict[Cell, Any], one: list[Four], other: list[Four]) -> Any:
    """No two touch by a side; True where they cannot."""
    beside = [{d for c in four for d in b.around[c]} for four in one]
    pairs = [f | g for f, near in zip(one, beside, strict=True) for g in other if g & near]
    return cp.all([~cp.all([black[c] for c in pair]) for pair in pairs]) if pairs else True


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


def _shape(four: Four) -> str:
    most = max(sum(c[k] == d[k] for d in four) for c in four for k in (0, 1))
    beside = [sum(dist(c, d) == 1 for d in four) for c in four]
    return {2: "S" * (1 in beside), 3: "T" if 3 in beside else "L", 4: "I"}[most]


KIND = kind_of(Lits)
