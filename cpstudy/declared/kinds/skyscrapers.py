"""Skyscrapers (Towers): a Latin square of heights, of which clues outside say how many are seen.

From a side one sees the buildings that are higher than all before them. Model: an integer a cell,
all different in rows and columns; a clue as a sum over places.
"""

from random import Random

from cpstudy.core.errors import InputError
from cpstudy.declared.addresses import Game, Letters, Numbers, Pzpr
from cpstudy.declared.board import BLANK, Block, Board, Cell, at
from cpstudy.declared.bodies import Outside
from cpstudy.declared.ids import Slashed
from cpstudy.declared.language import cp
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of

_SIDES = ("above", "below", "left", "right")


class Skyscrapers(Declared):
    """See the module. Clues above, below, to the left and the right, then given heights."""

    kind = "skyscrapers"
    summary = "Skyscrapers: a Latin square of heights, seen from the sides"
    rules = (
        "Each row and column has each height once. A number outside says how many buildings are "
        "seen from there: those that are higher than all before them."
    )
    blocks = (
        Block("above", "[1-9][0-9]?", over="top"),
        Block("below", "[1-9][0-9]?", over="bottom"),
        Block("left", "[1-9][0-9]?", over="left"),
        Block("right", "[1-9][0-9]?", over="right"),
        Block("heights", "[1-9][0-9]?"),
    )

    unique = (
        "skyscrapers:4x4:3212;1232;2241;2214",
        "skyscrapers:4x4:21..;1232;;3.1.;..../..../.1../....",
    )
    many = "skyscrapers:4x4:.1..;.3..;.3.1;2...;..13/..../.1../...."
    usual = (5, 5)
    pzpr = Pzpr(("skyscrapers", "skyscraper", "building"), (Outside(_SIDES, 2), Numbers("heights")))
    game = Game(
        "towers",
        (Slashed(_SIDES), Letters("heights", "[0-9]+", between="_", start=",")),
        "(?:d[a-z])?",
        square=True,
    )

    def check(self, board: Board) -> None:
        """The board is a square."""
        if self.rows != self.columns:
            raise InputError(f"{self.size}: a Latin square is a square")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, n = m.board, self.rows
        x = m.ints("heights", b.cells, 1, n)
        for c, height in b.numbers("heights").items():
            m.rule(f"{at(c)} is {height}", x[c] == height, [c], c)
        for name, line in b.named_lines:
            m.rule(f"{name} has each height once", cp.AllDifferent([x[c] for c in line]), line)
        for side, first in (("left", 0), ("right", 0), ("above", n), ("below", n)):
            for token, line in zip(b[side].values(), b.lines[first:], strict=False):
                if token != BLANK:
                    way = line[::-1] if side in ("right", "below") else line
                    words = f"from {at(way[0])} on {token} are seen ({side})"
                    m.rule(words, m.visible([x[c] for c in way]) == int(token), way, way[0])

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """What is seen from all sides, and all heights."""
        x, n, lines = answer["heights"], self.rows, self.board.lines
        found: dict[str, dict[Cell, str]] = {"heights": {c: str(v) for c, v in x.items()}}
        for side, of in (("left", 0), ("right", 0), ("above", n), ("below", n)):
            ways = [lines[of + k][:: -1 if side in ("right", "below") else 1] for k in range(n)]
            seen = [
                sum(x[c] == max(x[d] for d in way[: i + 1]) for i, c in enumerate(way))
                for way in ways
            ]
            places = self.block(side).shape(n, n)
            found[side] = {(k, 0) if places[0] > 1 else (0, k): str(v) for k, v in enumerate(seen)}
        return found


KIND = kind_of(Skyscrapers)
