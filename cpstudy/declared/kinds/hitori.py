"""Hitori: black cells until no number is twice in a line, white connected. Source: Nikoli."""

from itertools import combinations
from random import Random

from cpstudy.declared.addresses import Game, Pzpr, Signs
from cpstudy.declared.board import Block, at
from cpstudy.declared.layouts import latin
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of


class Hitori(Declared):
    """A number a cell."""

    kind = "hitori"
    summary = "Hitori: blacken cells until no line has a number twice"
    rules = (
        "Blacken cells so that no row or column has a number twice in white cells. Black cells do "
        "not share a side, and all white cells are connected."
    )
    blocks = (Block("numbers", "[1-9][0-9]?", blank=False),)
    unique = ("hitori:5x5:35334/42251/13241/24543/12425", "hitori:2x2:11/12")
    many = "hitori:2x2:12/21"
    kept = ("numbers",)
    pzpr = Pzpr(("hitori",), (Signs("numbers"),))
    game = Game("singles", (Signs("numbers"),), "(?:d[a-z])?")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b = m.board
        number = b["numbers"]
        black = m.bools("black", b.cells, "{} is black", "{} is white", mark="shade")
        for line in b.lines:
            for one, other in combinations(line, 2):
                if number[one] == number[other]:
                    m.rule(
                        f"{at(one)} and {at(other)} are both {number[one]}: one is black",
                        black[one] | black[other],
                        [one, other],
                    )
        for one, other in b.edges:
            m.rule(
                f"{at(one)} and {at(other)} touch: not both are black",
                ~black[one] | ~black[other],
                [one, other],
            )
        white = {cell: ~black[cell] for cell in b.cells}
        m.rule("white cells are connected", m.connected(white), b.cells)

    @classmethod
    def layout(cls, rng: Random, rows: int, columns: int) -> Tokens:
        """No number twice in a line."""
        return {"numbers": latin(rng, rows, columns)}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """A Latin square; a shaded cell repeats a white number of its row or column."""
        black, b = answer["black"], self.board
        found = dict(latin(rng, self.rows, self.columns))
        for (r, c), shaded in black.items():
            if shaded:
                lines = b.lines[r] + b.lines[b.rows + c]
                found[r, c] = found[rng.choice([cell for cell in lines if not black[cell]])]
        return {"numbers": found}


KIND = kind_of(Hitori)
