"""Yajilin: one loop through all cells that are neither shaded nor clues, which count shaded cells.

The rules are from Nikoli's site (PuzzLink). Model: a Boolean for each cell and each line between
neighbours; a cell is shaded or has two lines; one loop as :class:`.Connected`.
"""

from random import Random

from cpstudy.declared import BLANK, Answer, Block, Declared, Model, Tokens, at, counted, cp, kind_of
from cpstudy.declared.board import STEPS, Board, Cell, Edge, by_cell
from cpstudy.declared.layouts import apart
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
    without, likely = {"arrows": "#"}, {"shaded": 1}
    pzpr = Pzpr(("yajilin", "yajirin"), (cells("arrows", code=ARROWS),))

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b = m.board
        free = [c for c in b.cells if b["arrows"][c] == BLANK]
        black = m.bools("shaded", free, "{} is shaded", "{} is not shaded", mark="shade")
        edges = [(c, d) for c, d in b.edges if c in black and d in black]
        line = m.bools("loop", edges, "the loop runs from {}", "no loop runs from {}", mark="line")
        for c, token in b.clues("arrows").items():
            if token != "#":
                ray = [d for d in b.ray(c, STEPS[token[-1]]) if d in black]
                words = f"the {token} at {at(c)} sees {counted(int(token[:-1]), 'shaded cell')}"
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
        return {"arrows": dict.fromkeys(rng.sample(b.cells, max(1, len(b.cells) // 12)), "#")}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """An arrow at each cell that is neither shaded nor passed, where it leaves fewest ways.

        It points to no shaded cell only if it must.
        """
        black, b, found = answer["shaded"], self.board, dict[Cell, str]()
        passed = {c for two, used in answer["loop"].items() if used for c in two}
        there = [c for c in b.cells if c not in passed and not black.get(c)]
        for c in there:
            rays = {name: [*b.ray(c, step)] for name, step in STEPS.items()}
            count = {name: sum(black.get(d, 0) for d in ray) for name, ray in rays.items()}
            left = {name: apart(rays[name], there, k) for name, k in count.items()}
            ways = [(not k, left[name], rng.random(), f"{k}{name}") for name, k in count.items()]
            found[c] = min(ways)[-1]
        return {"arrows": found}

    def varied(self, answer: Answer, other: Answer, rng: Random) -> Answer:
        """The loop is cut short next to where both differ; else a shaded cell becomes a clue.

        Two cells leave the loop: one is shaded if possible, the other becomes a clue. Without it
        another loop could pass the same cells, and no clue would exclude that loop.
        """
        black, line = answer["shaded"], answer["loop"]
        near = by_cell({two: two for two, used in line.items() if used})
        differ = {c for two, used in line.items() if used != other["loop"][two] for c in two}
        ways = list[tuple[bool, float, Cell, dict[Edge, int]]]()
        for a, b in (two for two, used in line.items() if used and not differ.isdisjoint(two)):
            ends = sorted({c for two in (*near[a], *near[b]) for c in two} - {a, b})
            if line.get(tuple(ends)) == 0:
                short = dict.fromkeys((*near[a], *near[b]), 0) | {tuple(ends): 1}
                around = ((c, self.board.around[c]) for c in (a, b))
                ways += [(any(map(black.get, of)), rng.random(), c, short) for c, of in around]
        if ways:
            beside, _, c, short = min(ways)
            return {"shaded": {**black, c: int(not beside)}, "loop": {**line, **short}}
        shaded = [c for c, value in black.items() if value and not other["shaded"][c]]
        return {**answer, "shaded": {**black, rng.choice(shaded): 0}} if shaded else {}


KIND = kind_of(Yajilin)
