"""Hitori: black cells until no number is twice in a line, white connected. Source: Nikoli."""

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import combinations
from random import Random

from cpstudy.declared import Answer, Block, Board, Cell, Declared, Model, Tokens, at, kind_of
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
    kept, usual, likely = ("numbers",), (10, 10), {"black": 1}
    parts = (cells("numbers", code=BASE_36),)
    pzpr, game = Pzpr(("hitori",), parts), Game("singles", parts, "(?:d[a-z])?")

    def declare(self, m: Model) -> None:
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
        """A Latin square; a black cell repeats a white number, of its row and column if it can."""
        black, b = answer["black"], self.board
        found = latin(rng, b)
        for cell, shaded in black.items():
            if shaded:
                found[cell] = _repeated(b, found, cell, [c for c in b.cells if not black[c]], rng)
        return {"numbers": found}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """A cell that the other leaves white repeats a number of what is white in both."""
        b, found = self.board, dict(self.board["numbers"])
        spared = [c for c, value in answer["black"].items() if value and not other["black"][c]]
        white = [c for c in b.cells if not (answer["black"][c] or other["black"][c])]
        if not spared:
            return {}
        cell = rng.choice(spared)
        found[cell] = _repeated(b, found, cell, white, rng)
        return {"numbers": found}


def _repeated(
    b: Board, numbers: Mapping[Cell, str], cell: Cell, white: Collection[Cell], rng: Random
) -> str:
    """A number that is often in white cells of the lines of a cell."""
    lines = b.lines[cell[0]] + b.lines[b.rows + cell[1]]
    often = Counter(numbers[c] for c in lines if c in white and c != cell)
    wished = rng.choice((1, 2, 2))
    return rng.choice([n for n in often if often[n] == wished] or [*often, numbers[cell]])


KIND = kind_of(Hitori)
