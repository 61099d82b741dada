"""Yajilin: one loop through all cells that are neither shaded nor clues, which count shaded cells.

Rules of the site of Nikoli (PuzzLink). Shaded cells share no side. Model: a Boolean a cell and a
line between neighbours; each cell is shaded or has two lines; one loop as :class:`.Connected`.
"""

from random import Random
from typing import ClassVar

from cpstudy.declared import BLANK, Answer, Block, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.board import STEPS, Board, Cell, by_cell
from cpstudy.declared.notations import ARROWS, Pzpr, cells


class Yajilin(Declared):
    """``2e`` counts to the right (n, e, s, w); ``#`` is a cell that counts nothing."""

    kind = "yajilin"
    summary = "Yajilin: one loop through all cells but shaded ones, which arrows count"
    rules = (
        "Shade cells and draw one loop through all others but the clues. A clue says how many "
        "shaded cells lie in the direction of its arrow. Shaded cells share no side."
    )
    blocks = (Block("arrows", "[0-9]+[nesw]|#", mark="arrow"),)
    unique = (
        "yajilin:6x6:.,.,.,.,.,0e/.,.,.,.,.,./0n,1s,.,0n,.,./.,.,.,.,.,./.,.,.,.,0s,./.,.,.,.,.,.",
        "yajilin:4x3:#,0e,.,./0n,.,.,./.,.,.,.",
    )
    many = "yajilin:4x3:.,.,.,./.,.,.,./.,.,.,1w"
    without: ClassVar = {"arrows": "#"}
    likely: ClassVar = {"shaded": 1}
    pzpr = Pzpr(("yajilin", "yajirin"), (cells("arrows", code=ARROWS),))

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b = m.board
        free = [c for c in b.cells if b["arrows"][c] == BLANK]
        black = m.bools("shaded", free, "{} is shaded", "{} is not shaded", mark="shade")
        edges = [(c, d) for c, d in b.edges if c in black and d in black]
        line = m.bools("loop", edges, "the loop runs {}", "the loop does not run {}", mark="line")
        for c, token in b.clues("arrows").items():
            if token != "#":
                ray = [d for d in b.ray(c, STEPS[token[-1]]) if d in black]
                words = f"the {token} at {at(c)} sees {token[:-1]} shaded cells"
                m.rule(words, cp.sum([0, *(black[d] for d in ray)]) == int(token[:-1]), ray, c)
        for c, d in line:
            m.rule(f"{at(c)} and {at(d)} touch: not both shaded", ~black[c] | ~black[d], [c, d])
        ways = by_cell(line)
        for c in free:
            words = f"{at(c)} is shaded, or the loop passes through it once"
            once = (cp.sum(ways[c]) == 2) | black[c] if c in ways else black[c]
            none = ~cp.any(ways[c]) | ~black[c] if c in ways else cp.BoolVal(True)
            m.rule(words, once & none, [c])
        m.rule("there is a loop", cp.any(list(line.values())), free, weight=2)
        m.rule("there is one loop", m.one_loop(line), free, weight=2)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Cells for clues."""
        chosen = rng.sample(b.cells, max(1, len(b.cells) // 12))
        return {"arrows": dict.fromkeys(chosen, "#")}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """An arrow each, in the direction of the most cells that are shaded."""
        black, b, found = answer["shaded"], self.board, dict[Cell, str]()
        for c in b.clues("arrows"):
            ways = {n: sum(black.get(d, 0) for d in b.ray(c, step)) for n, step in STEPS.items()}
            most = max(rng.sample(sorted(ways), len(ways)), key=ways.__getitem__)
            found[c] = f"{ways[most]}{most}"
        return {"arrows": found}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """A shaded cell, one that the other does not shade if there is, becomes a clue.

        No clue excludes another loop past the same cells.
        """
        black = answer["shaded"]
        if black == other["shaded"]:
            return {}
        shaded = [c for c, value in black.items() if value]
        cells = [c for c in shaded if not other["shaded"][c]] or shaded
        if not cells:
            return {}
        fresh = self.changed({("arrows", cell := rng.choice(cells)): "#"})
        return fresh.clues({"shaded": {c: v for c, v in black.items() if c != cell}}, rng)


KIND = kind_of(Yajilin)
