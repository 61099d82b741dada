"""Akari (Light Up): lamps that light every cell and do not see each other. Source: Nikoli."""

from random import Random
from typing import ClassVar

from cpstudy.core.codes import four_cells, letters
from cpstudy.declared import Answer, Block, Board, Declared, Model, Tokens, at, counted, cp, kind_of
from cpstudy.declared.board import STEPS
from cpstudy.declared.notations import Game, Pzpr, cells


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
    pzpr = Pzpr(("akari", "lightup"), (cells("walls", code=four_cells(4, "#")),))
    game = Game("lightup", (cells("walls", code=letters("01234", ("B", "#"))),))
    without: ClassVar = {"walls": "#"}
    symmetry, usual = "half-turn", (10, 10)

    def declare(self, m: Model) -> None:
        b, walls = m.board, m.board.clues("walls")
        white = [cell for cell in b.cells if cell not in walls]
        lamp = m.bools("lamps", white, "{} has a lamp", "{} has no lamp", mark="lamp ●")
        for c, number in b.numbers("walls").items():
            near = [d for d in b.around[c] if d in lamp]
            words = f"the {number} at {at(c)} has {counted(number, 'lamp')} around it"
            m.rule(words, cp.sum([lamp[d] for d in near]) == number, [c, *near], c)
        for c in white:
            view = [d for step in STEPS.values() for d in b.ray(c, step, walls)]
            seen = [lamp[d] for d in view]
            m.rule(f"{at(c)} must be lit", cp.any([lamp[c], *seen]), [c, *view])
            alone = lamp[c].implies(~cp.any(seen)) if seen else True
            m.rule(f"no lamp sees one at {at(c)}", alone, [c, *view])

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """A fifth of the cells are walls, by half a turn."""
        walls = rng.sample(b.cells, round(len(b.cells) * rng.uniform(0.09, 0.14)))
        turned = [(b.rows - 1 - r, b.columns - 1 - c) for r, c in walls]
        return {"walls": dict.fromkeys([*walls, *turned], "#")}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """Each wall counts its lamps."""
        lamps, b = answer["lamps"], self.board
        count = {w: sum(lamps.get(c, 0) for c in b.around[w]) for w in b.clues("walls")}
        return {"walls": {w: str(number) for w, number in count.items()}}


KIND = kind_of(Akari)
