"""Shikaku: the board is cut into rectangles, each with one number, its size.

Model: a Boolean for each rectangle that has one clue and its size; each clue has one, each cell
lies in one. A board of n cells and clues up to k has at most n·k·d(k) of them, d(k) divisors of k.
"""

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from cpstudy.core.codes import DECIMALS
from cpstudy.declared import Answer, Block, Board, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.board import BLANK, Cell, Edge, by_cell
from cpstudy.declared.layouts import rectangles
from cpstudy.declared.notations import Game, Pzpr, cells


class Shikaku(Declared):
    """See the module. ``?`` is a clue of an unknown size."""

    kind = "shikaku"
    summary = "Shikaku: a board cut into rectangles of given sizes"
    rules = "Cut the board into rectangles. Each contains one number: its number of cells."
    blocks = (Block("numbers", "[1-9][0-9]*|[?]"),)
    unique = ("shikaku:5x5:.3.2./.3.../...44/.22../.2.3.", "shikaku:4x3:6.12/..2./...1")
    many = "shikaku:4x3:2.?./??.2/?.11"
    kept, usual = ("numbers",), (10, 10)
    without: ClassVar = {"numbers": "?"}
    tangled = True  # there are rectangles of the sizes that clues say
    pzpr = Pzpr(("shikaku",), (cells("numbers"),))
    game = Game("rect", (cells("numbers", code=DECIMALS),), "(?:e[0-9.]+)?a?")

    def declare(self, m: Model) -> None:
        b, clue = m.board, m.board.clues("numbers")
        found = dict(_rectangles(b))
        use = m.bools("rectangles", found, "{} is a rectangle", "{} is not a rectangle", mark="box")
        for c in clue:
            ways = [0, *(use[ends] for ends, of in found.items() if of == c)]
            m.rule(f"the {clue[c]} at {at(c)} has one rectangle", cp.sum(ways) == 1, [c], c)
        over = by_cell({tuple(_inside(*ends)): x for ends, x in use.items()})
        for c in b.cells:
            m.rule(f"{at(c)} lies in one rectangle", cp.sum([0, *over.get(c, ())]) == 1, [c])

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """A board cut into rectangles, each with its number, most of them in a corner."""
        parts = rectangles(rng, b, rng.choice((8, 12, 12)))
        numbered = [(rng.choice((part[0], part[-1], rng.choice(part))), part) for part in parts]
        return {"numbers": {c: str(len(part)) for c, part in numbered}}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """A number goes where its rectangle in the other answer does not reach."""
        clue, theirs = self.board.clues("numbers"), other["rectangles"]
        own = {c: r for r, used in answer["rectangles"].items() if used for c in _inside(*r)}
        ways = [
            (c, d)
            for r in theirs
            if theirs[r] and not answer["rectangles"][r]
            for c in {*_inside(*r)} & clue.keys()
            for d in {*_inside(*own[c])}.difference(_inside(*r))
        ]
        if not ways:
            return {}
        c, d = rng.choice(sorted(ways))
        return {"numbers": {c: BLANK, d: clue[c]}}


def _inside(first: Cell, last: Cell) -> list[Cell]:
    """The cells of the rectangle of its upper left and lower right one."""
    (top, left), (low, right) = first, last
    return [(y, x) for y in range(top, low + 1) for x in range(left, right + 1)]


def _rectangles(b: Board) -> Iterator[tuple[Edge, Cell]]:
    """Upper left and lower right cell of all that have one clue and its size, and the clue."""
    clues = b.clues("numbers")
    for r, c in b.cells:
        width = b.columns - c
        for low in range(r, b.rows):
            inside: list[Cell] = []
            for right in range(c, c + width):
                inside += [k for k in clues if k[1] == right and r <= k[0] <= low]
                if len(inside) > 1:
                    width = right - c
                    break
                size = (low - r + 1) * (right - c + 1)
                if inside and clues[inside[0]] in ("?", str(size)):
                    yield ((r, c), (low, right)), inside[0]


KIND = kind_of(Shikaku)
