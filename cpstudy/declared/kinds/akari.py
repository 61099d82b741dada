"""Akari (Light Up): lamps that light every cell and do not see each other. Source: Nikoli."""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from cpstudy.declared.addresses import FourCells, Game, Letters, Pzpr
from cpstudy.declared.board import BLANK, STEPS, Block, at
from cpstudy.declared.language import cp
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of


class Akari(Declared):
    """Walls have ``#`` or a number of lamps beside them."""

    kind = "akari"
    summary = "Akari: lamps that light every cell and see no other"
    rules = (
        "Put lamps into white cells. A lamp lights its row and column up to a wall; every white "
        "cell is lit, and no lamp lights another. A number says how many lamps touch its sides."
    )
    blocks = (Block("walls", "[0-4#]", mark="wall"),)
    unique = ("akari:5x5:..21./...../..2../.#0#./1#...", "akari:3x3:.../.4./...")
    many = "akari:3x3:.../.#./..."
    pzpr = Pzpr(("akari", "lightup"), (FourCells("walls", "#"),))
    game = Game("lightup", (Letters("walls", "[0-4B]", (("B", "#"),)),))

    without: ClassVar[Mapping[str, str]] = {"walls": "#"}
    symmetry = "half-turn"

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b = m.board
        walls = {cell for cell, token in b["walls"].items() if token != BLANK}
        white = [cell for cell in b.cells if cell not in walls]
        lamp = m.bools("lamps", white, "{} has a lamp", "{} has no lamp", mark="symbol ●")
        for cell, number in b.numbers("walls").items():
            near = [c for c in b.around[cell] if c in lamp]
            m.rule(
                f"the {number} at {at(cell)} has {number} lamps around it",
                cp.sum([lamp[c] for c in near]) == number,
                [cell, *near],
                cell,
            )
        for cell in white:
            view = [c for step in STEPS.values() for c in b.ray(cell, step, walls)]
            seen = [lamp[c] for c in view]
            m.rule(f"{at(cell)} must be lit", cp.any([lamp[cell], *seen]), [cell, *view])
            m.rule(
                f"no lamp sees one at {at(cell)}",
                lamp[cell].implies(cp.all([~v for v in seen])),
                [cell, *view],
            )

    @classmethod
    def layout(cls, rng: Random, rows: int, columns: int) -> Tokens:
        """A fifth of the cells are walls, by half a turn."""
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        walls = rng.sample(cells, round(len(cells) * rng.uniform(0.09, 0.14)))
        turned = [(rows - 1 - r, columns - 1 - c) for r, c in walls]
        return {"walls": dict.fromkeys([*walls, *turned], "#")}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """Each wall counts its lamps."""
        lamps, b = answer["lamps"], self.board
        walls = [cell for cell, token in b["walls"].items() if token != BLANK]
        return {"walls": {w: str(sum(lamps.get(c, 0) for c in b.around[w])) for w in walls}}


KIND = kind_of(Akari)
