"""Futoshiki (Unequal): a Latin square with signs between cells that say which is larger.

Model: an integer a cell, all different in rows and columns; an inequality a sign.
"""

from random import Random

from cpstudy.declared import Answer, Block, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.notations import Game, greater


class Futoshiki(Declared):
    """Given numbers, signs between cells beside each other, and above (``^``, ``v``)."""

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
    square, usual = True, (6, 6)
    game = Game("unequal", (greater("numbers", "beside", "below"),), "(?:d[a-z])?", square=True)

    def declare(self, m: Model) -> None:
        b = m.board
        x = m.ints("numbers", b.cells, 1, self.rows)
        m.given(x, b.numbers("numbers"))
        for name, line in b.named_lines:
            m.rule(f"{name} has each number once", cp.AllDifferent([x[c] for c in line]), line)
        for block, (down, right) in (("beside", (0, 1)), ("below", (1, 0))):
            for cell, sign in b.clues(block).items():
                two = cell, (cell[0] + down, cell[1] + right)
                low, high = two if sign in "<^" else two[::-1]
                words = f"{at(high)} is larger than {at(low)}"
                m.rule(words, x[low] < x[high], [low, high], cell)

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """All numbers, and all signs between them."""
        x = answer["numbers"]
        beside = {(r, c): ">" if x[r, c] > x[r, c + 1] else "<" for r, c in x if (r, c + 1) in x}
        below = {(r, c): "v" if x[r, c] > x[r + 1, c] else "^" for r, c in x if (r + 1, c) in x}
        return {**super().clues(answer, rng), "beside": beside, "below": below}


KIND = kind_of(Futoshiki)
