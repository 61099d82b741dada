"""Futoshiki (Unequal): a Latin square with signs between cells that say which is larger.

Model: an integer a cell, all different in rows and columns; an inequality a sign.
"""

from random import Random

from cpstudy.core.errors import InputError
from cpstudy.declared.addresses import Game
from cpstudy.declared.board import BLANK, Block, Board, at
from cpstudy.declared.ids import Greater
from cpstudy.declared.language import cp
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of


class Futoshiki(Declared):
    """See the module. Given numbers, signs between cells beside each other, and above (``^``,
    ``v``)."""

    kind = "futoshiki"
    summary = "Futoshiki: a Latin square with signs of what is larger"
    rules = (
        "Each row and column has each number once. A sign between two cells opens to the larger "
        "number."
    )
    blocks = (
        Block("numbers", "[1-9][0-9]?"),
        Block("beside", "[<>]", over="beside"),
        Block("below", "[v^]", over="below"),
    )

    unique = (
        "futoshiki:4x4:;>../.../.>./..<;...^/.v.^/....",
        "futoshiki:4x4:..../.4../2..4/...2;.<./.../.../..>;.^.v/..../..^.",
    )
    many = "futoshiki:4x4:;..</.<./.<>/..<;..^./.^../...."
    usual = (5, 5)
    game = Game("unequal", (Greater("numbers", "beside", "below"),), "(?:d[a-z])?", square=True)

    def check(self, board: Board) -> None:
        """The board is a square."""
        if self.rows != self.columns:
            raise InputError(f"{self.size}: a Latin square is a square")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, n = m.board, self.rows
        x = m.ints("numbers", b.cells, 1, n)
        for c, value in b.numbers("numbers").items():
            m.rule(f"{at(c)} is {value}", x[c] == value, [c], c)
        for name, line in b.named_lines:
            m.rule(f"{name} has each number once", cp.AllDifferent([x[c] for c in line]), line)
        for block, (down, right) in (("beside", (0, 1)), ("below", (1, 0))):
            for cell, sign in b[block].items():
                if sign != BLANK:
                    two = cell, (cell[0] + down, cell[1] + right)
                    low, high = two if sign in "<^" else two[::-1]
                    words = f"{at(high)} is larger than {at(low)}"
                    m.rule(words, x[low] < x[high], [low, high], cell)

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """All numbers, and all signs between them."""
        x = answer["numbers"]
        beside = {(r, c): ">" if x[r, c] > x[r, c + 1] else "<" for r, c in x if (r, c + 1) in x}
        below = {(r, c): "v" if x[r, c] > x[r + 1, c] else "^" for r, c in x if (r + 1, c) in x}
        return {"numbers": {c: str(v) for c, v in x.items()}, "beside": beside, "below": below}


KIND = kind_of(Futoshiki)
