"""Star Battle: so many stars in each row, column and region, none beside another.

Invented by Hans Eendebak (PuzzLink). Model: a Boolean a cell, sums, and a rule for each 2×2, which
holds at most one star: that is the same as that no two touch, also by a corner.
"""

from random import Random

from cpstudy.core.errors import InputError
from cpstudy.declared.addresses import Pzpr
from cpstudy.declared.board import Block, Board, at
from cpstudy.declared.bodies import Before, Borders
from cpstudy.declared.language import cp
from cpstudy.declared.layouts import NAMES, cells_of, spread
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of


class StarBattle(Declared):
    """See the module."""

    kind = "star_battle"
    summary = "Star Battle: stars that do not touch, so many in each row, column and region"
    rules = (
        "Place stars so that each row, each column and each region has the number given for the "
        "board. Stars do not touch, not even by a corner."
    )
    blocks = (
        Block("stars", "[1-9][0-9]?", blank=False, over="board"),
        Block("regions", "[0-9A-Za-z]+", blank=False, mark="regions"),
    )

    unique = (
        "star_battle:6x6:1;DDAABB/DDAAAB/DFFFCC/FFFFCC/FFFFFF/EEFFFF",
        "star_battle:5x5:1;11444/10334/10034/10004/22004",
    )
    many = "star_battle:5x5:1;44444/11133/11233/00233/00233"
    kept, usual = ("regions",), (6, 6)
    pzpr = Pzpr(("starbattle",), (Before("stars"), Borders("regions")))

    def check(self, board: Board) -> None:
        """The board is a square."""
        if self.rows != self.columns:
            raise InputError(f"{self.size}: a board of stars is a square")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, n = m.board, int(m.board["stars"][0, 0])
        star = m.bools("stars", b.cells, "{} has a star", "{} has no star", mark="symbol ★")
        for name, line in b.named_lines:
            m.rule(f"{name} has {n} stars", cp.sum([star[c] for c in line]) == n, line)
        for region in b.groups("regions").values():
            words = f"the region of {at(region[0])} has {n} stars"
            m.rule(words, cp.sum([star[c] for c in region]) == n, region, region[0])
        for square in b.squares:
            words = f"the 2×2 at {at(square[0])} has at most one star"
            m.rule(words, cp.sum([star[c] for c in square]) <= 1, square)

    @classmethod
    def layout(cls, rng: Random, rows: int, columns: int) -> Tokens:
        """Columns for regions, so that stars are drawn first; two of them from 9×9 on."""
        regions = {(r, c): NAMES[c] for r, c in cells_of(rows, columns)}
        return {"stars": {(0, 0): "2" if rows > 8 else "1"}, "regions": regions}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """Regions that grow from stars."""
        stars = [c for c, value in answer["stars"].items() if value]
        return {"regions": spread(rng, self.rows, stars, int(self.tokens("stars")[0]))}


KIND = kind_of(StarBattle)
