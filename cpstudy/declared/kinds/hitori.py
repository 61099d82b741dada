"""Hitori: black cells until no number is twice in a line, white connected. Source: Nikoli."""

from itertools import combinations
from random import Random

from cpstudy.declared import Answer, Block, Declared, Model, Tokens, at, kind_of
from cpstudy.declared.board import Board
from cpstudy.declared.layouts import latin
from cpstudy.declared.notations import BASE_36, Game, Pzpr, cells


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
    parts = (cells("numbers", code=BASE_36),)
    pzpr, game = Pzpr(("hitori",), parts), Game("singles", parts, "(?:d[a-z])?")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, number = m.board, m.board["numbers"]
        black = m.bools("black", b.cells, "{} is black", "{} is white", mark="shade")
        for c, d in (two for line in b.lines for two in combinations(line, 2)):
            if number[c] == number[d]:
                words = f"{at(c)} and {at(d)} are both {number[c]}: one is black"
                m.rule(words, black[c] | black[d], [c, d])
        for c, d in b.edges:
            words = f"{at(c)} and {at(d)} touch: not both are black"
            m.rule(words, ~black[c] | ~black[d], [c, d])
        white = m.connected({c: ~black[c] for c in b.cells})
        m.rule("white cells are connected", white, b.cells)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """No number twice in a line."""
        return {"numbers": latin(rng, b)}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """A Latin square; a shaded cell repeats a white number of its row or column."""
        black, b = answer["black"], self.board
        found = latin(rng, b)
        for (r, c), shaded in black.items():
            if shaded:
                lines = b.lines[r] + b.lines[b.rows + c]
                found[r, c] = found[rng.choice([cell for cell in lines if not black[cell]])]
        return {"numbers": found}


KIND = kind_of(Hitori)
