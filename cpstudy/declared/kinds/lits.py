"""LITS: a tetromino in each region, connected, no 2×2, no two of one shape beside each other.

Model: a Boolean a cell; of each region the tetrominoes L, I, T and S that fit, of which one is
shaded: four cells of the region are, and all of one of these. Two that touch across a border and
have one shape, turned or mirrored, are not both shaded. Connection as :class:`.Connected`.
"""

from itertools import product
from random import Random

from cpstudy.declared import Answer, Block, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.board import Board, Cell
from cpstudy.declared.layouts import moved, rooms
from cpstudy.declared.notations import Pzpr, borders

_SHAPES = {
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 0), (0, 1), (1, 1), (1, 2)),
}


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
        placed = {name: _tetrominoes(set(cells)) for name, cells in regions.items()}
        for name, cells in regions.items():
            words = f"the region of {at(cells[0])} has four shaded cells"
            m.rule(words, cp.sum([black[c] for c in cells]) == 4, cells, cells[0])
            ways = [cp.all([black[c] for c in four]) for four in placed[name]]
            m.rule(f"those of {at(cells[0])} are L, I, T or S", cp.any(ways), cells, cells[0])
        beside = {(min(two), max(two)) for two in ((of[c], of[d]) for c, d in b.edges)}
        for one, other in sorted(two for two in beside if two[0] != two[1]):
            for shape in _SHAPES:
                both = [
                    (four, five)
                    for four, five in product(placed[one], placed[other])
                    if placed[one][four] == placed[other][five] == shape
                    if any(d in five for c in four for d in b.around[c])
                ]
                cells = [*regions[one], *regions[other]]
                words = f"the regions of {at(cells[0])} and {at(cells[-1])}: no two {shape} touch"
                apart = [~cp.all([black[c] for c in four | five]) for four, five in both]
                m.rule(words, cp.all(apart) if apart else True, cells, weight=2)
        for square in b.squares:
            words = f"the 2×2 at {at(square[0])} is not all shaded"
            m.rule(words, ~cp.all([black[c] for c in square]), square)
        m.rule("shaded cells are connected", m.connected(black), b.cells, weight=2)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Regions of a few cells, on large boards a cell more."""
        more = min(b.rows, b.columns) > 7
        return {"regions": rooms(rng, b, 4 + more, 8 + more)}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """The regions that are there."""
        return {"regions": self.board["regions"]}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """A cell that the other answer alone shades goes to a neighbouring region."""
        cells = [c for c, v in other["shaded"].items() if v and not answer["shaded"][c]]
        found = moved(rng, self.board, self.board["regions"], cells)
        return {"regions": found} if found else {}


def _turned(shape: tuple[Cell, ...]) -> set[tuple[Cell, ...]]:
    """All forms of a shape, turned and mirrored, the first cell at (0, 0)."""
    found = set()
    for _ in range(4):
        shape = tuple((c, -r) for r, c in shape)
        for steps in (sorted(shape), sorted((r, -c) for r, c in shape)):
            found.add(tuple((r - steps[0][0], c - steps[0][1]) for r, c in steps))
    return found


_FORMS = [(letter, form) for letter, shape in _SHAPES.items() for form in sorted(_turned(shape))]


def _tetrominoes(cells: set[Cell]) -> dict[frozenset[Cell], str]:
    """Those that fit into a region, with their letters."""
    placed = (
        (letter, frozenset((r + i, c + j) for i, j in form))
        for letter, form in _FORMS
        for r, c in cells
    )
    return {four: letter for letter, four in placed if four <= cells}


KIND = kind_of(Lits)
