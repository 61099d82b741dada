"""Star Battle: the same number of stars in each row, column and region, none touching.

Invented by Hans Eendebak (PuzzLink). Model: a Boolean a cell, sums, and a rule for each 2×2, which
holds at most one star: that is the same as that no two touch, also by a corner.
"""

from random import Random

from cpstudy.declared import Answer, Block, Board, Declared, Model, Tokens, at, counted, cp, kind_of
from cpstudy.declared.layouts import moved, spread, strung
from cpstudy.declared.notations import Listed, Pzpr, borders, cells, named


class StarBattle(Declared):
    kind = "star_battle"
    summary = "Star Battle: equally many stars in each row, column and region, none touching"
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
    square, kept, usual = True, ("regions",), (8, 8)
    pzpr = Pzpr(("starbattle",), (cells("stars", code=Listed(), end="/"), borders("regions")))

    def declare(self, m: Model) -> None:
        b, n = m.board, int(m.board["stars"][0, 0])
        stars = counted(n, "star")
        star = m.bools("stars", b.cells, "{} has a star", "{} has no star", mark="symbol ★")
        for name, line in b.named_lines:
            m.rule(f"{name} has {stars}", cp.sum([star[c] for c in line]) == n, line)
        for region in b.groups("regions").values():
            words = f"the region of {at(region[0])} has {stars}"
            m.rule(words, cp.sum([star[c] for c in region]) == n, region, region[0])
        for square in b.squares:
            words = f"the 2×2 at {at(square[0])} has at most one star"
            m.rule(words, cp.sum([star[c] for c in square]) <= 1, square)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Columns for regions, so that stars are drawn first; two of them from 9×9 on."""
        return {"stars": {(0, 0): "2" if b.rows > 8 else "1"}, "regions": named(b.lines[b.rows :])}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """Regions that grow from stars."""
        stars, each = [c for c, v in answer["stars"].items() if v], int(self.board["stars"][0, 0])
        parts = strung(rng, self.board, stars, each)
        uneven = 10 if each > 1 else 3  # few boards of two stars are medium else
        return {"regions": spread(rng, self.board, parts, uneven) if parts else {}}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """A cell with a star of the other answer alone goes to a neighbouring region."""
        cells = [c for c, v in other["stars"].items() if v and not answer["stars"][c]]
        found = moved(rng, self.board, self.board["regions"], cells)
        return {"regions": found} if found else {}


KIND = kind_of(StarBattle)
