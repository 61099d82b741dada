"""Shikaku: the board is cut into rectangles, each with one number, its size.

Model: a Boolean for each rectangle that has one clue and its size; each clue has one, each cell
lies in one. A board of n cells and clues up to k has at most n·k·d(k) of them, d(k) divisors of k.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from cpstudy.declared.addresses import Game, Letters, Numbers, Pzpr
from cpstudy.declared.board import Block, Board, Cell, at
from cpstudy.declared.language import cp
from cpstudy.declared.layouts import rectangles
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of


class Shikaku(Declared):
    """See the module. ``?`` is a clue of an unknown size."""

    kind = "shikaku"
    summary = "Shikaku: a board cut into rectangles of given sizes"
    rules = "Cut the board into rectangles. Each has one number, which is how many cells it has."
    blocks = (Block("numbers", "[1-9][0-9]*|[?]"),)

    unique = (
        "shikaku:5x5:.3.2./.3.../...44/.22../.2.3.",
        "shikaku:4x3:6.12/..2./...1",
    )
    many = "shikaku:4x3:2.?./??.2/?.11"
    kept, usual = ("numbers",), (8, 8)
    pzpr = Pzpr(("shikaku",), (Numbers("numbers"),))
    game = Game("rect", (Letters("numbers", "[0-9]+", between="_"),), "(?:e[0-9.]+)?a?")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b = m.board
        found = dict(_rectangles(b))
        use = m.bools("rectangles", found, "{} is a rectangle", "{} is not a rectangle", mark="box")
        of: dict[Cell, list[Any]] = {c: [] for c, token in b["numbers"].items() if token != "."}
        over: dict[Cell, list[Any]] = {c: [] for c in b.cells}
        for ends, clue in found.items():
            of[clue].append(use[ends])
            for c in _inside(*ends):
                over[c].append(use[ends])
        for c, ways in of.items():
            token = b["numbers"][c]
            m.rule(f"the {token} at {at(c)} has one rectangle", cp.sum([0, *ways]) == 1, [c], c)
        for c, ways in over.items():
            m.rule(f"{at(c)} lies in one rectangle", cp.sum([0, *ways]) == 1, [c])

    @classmethod
    def layout(cls, rng: Random, rows: int, columns: int) -> Tokens:
        """A board cut into rectangles, each with its number in one of its cells."""
        found: dict[Cell, str] = {}
        for part in rectangles(rng, rows, columns):
            found[rng.choice(part)] = str(len(part))
        return {"numbers": found}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """The numbers that are there."""
        numbers = self.board["numbers"]
        return {"numbers": {c: token for c, token in numbers.items() if token != "."}}


def _rectangles(b: Board) -> Iterator[tuple[tuple[Cell, Cell], Cell]]:
    """Upper left and lower right cell of all that have one clue and its size, and the clue."""
    clues = [c for c, token in b["numbers"].items() if token != "."]
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
                if inside and b["numbers"][inside[0]] in ("?", str(size)):
                    yield ((r, c), (low, right)), inside[0]


def _inside(first: Cell, last: Cell) -> Iterator[Cell]:
    for r in range(first[0], last[0] + 1):
        for c in range(first[1], last[1] + 1):
            yield r, c


KIND = kind_of(Shikaku)
