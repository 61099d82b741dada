"""Binairo (Takuzu, Unruly): equally many 0s and 1s in each line, never three equal in a row.

No two rows and no two columns are equal, unless the board says ``=`` (Unruly of Simon Tatham's
collection without ``u``). Model: a Boolean a cell; a sum a line, a clause for three in a row.
"""

from itertools import combinations
from random import Random

from cpstudy.core.errors import InputError
from cpstudy.declared import BLANK, Block, Board, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.notations import BITS, Game, cells


class Binairo(Declared):
    """See the module. Then ``=`` where lines may be equal."""

    kind = "binairo"
    summary = "Binairo: equally many 0s and 1s in each line, never three equal in a row"
    rules = (
        "Write 0 or 1 into each cell: equally many of each in every row and column, never three "
        "equal in a row. All rows differ, and all columns."
    )
    blocks = (Block("digits", "[01]"), Block("equal", "=", over="board", mark=""))
    unique = (
        "binairo:6x6:.....1/...1../00..../..0.../..00../.1....",
        "binairo:4x4:1.10/1.01/..10/..0.",
    )
    many = "binairo:4x4:...0/..1./..../...."
    symmetry, usual = "half-turn", (10, 10)
    parts = (cells("digits", code=BITS, closed="0"),)
    game = Game("unruly", parts, "u?(?:d[a-z])?u?", unless=("u", "equal", "="))

    def check(self, board: Board) -> None:
        """Lines have an even length."""
        if self.rows % 2 or self.columns % 2:
            raise InputError(f"{self.size}: rows and columns of even length are expected")

    def declare(self, m: Model) -> None:
        b = m.board
        one = m.bools("digits", b.cells, "{} is 1", "{} is 0", mark="digit")
        m.given(one, b.numbers("digits"))
        for name, line in b.named_lines:
            words = f"{name} has as many 0 as 1"
            m.rule(words, cp.sum([one[c] for c in line]) == len(line) // 2, line)
            for three in zip(line, line[1:], line[2:], strict=False):
                words = f"{at(three[0])} to {at(three[2])} are not all equal"
                inside = [one[c] for c in three]
                m.rule(words, cp.any(inside) & ~cp.all(inside), three)
        differing = b["equal"][0, 0] == BLANK
        for lines in (b.named_lines[: b.rows], b.named_lines[b.rows :]) if differing else ():
            for (name, first), (other, second) in combinations(lines, 2):
                differ = m.different([one[c] for c in first], [one[c] for c in second])
                m.rule(f"{name} and {other} differ", differ, [*first, *second], weight=2)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Nothing: all clues are digits."""
        return {}


KIND = kind_of(Binairo)
