"""Skyscrapers (Towers): a Latin square of heights, of which clues outside say how many are seen.

From a side one sees the buildings that are higher than all before them. Model: an integer a cell,
all different in rows and columns; a clue as a sum over places.
"""

from itertools import accumulate
from random import Random

from cpstudy.core.codes import DECIMALS
from cpstudy.declared import Answer, Block, Declared, Model, Over, Tokens, at, counted, cp, kind_of
from cpstudy.declared.board import Cell
from cpstudy.declared.notations import Game, Listed, Pzpr, cells

_OVER: dict[str, Over] = {"above": "top", "below": "bottom", "left": "left", "right": "right"}


class Skyscrapers(Declared):
    """See the module. Clues above, below, to the left and the right, then given heights."""

    kind = "skyscrapers"
    summary = "Skyscrapers: a Latin square of heights, seen from the sides"
    rules = (
        "Each row and column has each height once. A number outside says how many buildings are "
        "seen from there: those that are higher than all before them."
    )
    blocks = (
        *(Block(name, "[1-9][0-9]?", over=side) for name, side in _OVER.items()),
        Block("heights", "[1-9][0-9]?"),
    )
    unique = (
        "skyscrapers:4x4:3212;1232;2241;2214",
        "skyscrapers:4x4:21..;1232;;3.1.;..../..../.1../....",
    )
    many = "skyscrapers:4x4:.1..;.3..;.3.1;2...;..13/..../.1../...."
    square, usual, shown = True, (6, 6), (1, 0.75, 0.5)
    pzpr = Pzpr(
        ("skyscrapers", "skyscraper", "building"), (cells(*_OVER), cells("heights", optional=True))
    )
    given = cells("heights", code=DECIMALS, start=",", optional=True)
    sides = cells(*_OVER, code=Listed("/", upto=","), what="clues outside")
    game = Game("towers", (sides, given), "(?:d[a-z])?", square=True)

    def declare(self, m: Model) -> None:
        b = m.board
        x = m.ints("heights", b.cells, 1, self.rows)
        m.given(x, b.numbers("heights"))
        for name, line in b.named_lines:
            m.rule(f"{name} has each height once", cp.AllDifferent([x[c] for c in line]), line)
        for (side, place), way in self._ways().items():
            if (number := b.numbers(side).get(place)) is not None:
                words = f"from {at(way[0])} on one sees {counted(number, 'height')} ({side})"
                m.rule(words, m.visible([x[c] for c in way]) == number, way, way[0])

    def _ways(self) -> dict[tuple[str, Cell], list[Cell]]:
        """The cells that one sees from each clue's place."""
        n, lines, found = self.rows, self.board.lines, dict[tuple[str, Cell], list[Cell]]()
        for side, of in (("left", 0), ("right", 0), ("above", n), ("below", n)):
            step = -1 if side in ("right", "below") else 1
            found |= {(side, (0, k)): lines[of + k][::step] for k in range(n)}
        return found

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """What is seen from all sides; all heights too if a board with such clues is repaired."""
        x = answer["heights"]
        found: dict[str, dict[Cell, str]] = {side: {} for side in _OVER}
        for (side, place), way in self._ways().items():
            found[side][place] = str(len({*accumulate((x[c] for c in way), max)}))
        there = any(self.board.clues(side) for side in _OVER)
        return {**super().clues(answer, rng), **found} if there else {**found}

    def varied(self, answer: Answer, other: Answer, rng: Random) -> Answer:
        """Two heights exchanged everywhere, or nothing if heights are to be given instead.

        They are if four cells differ, the fewest of Latin squares, and on larger boards: of random
        squares of order 6, 7 in 100 are unique by the clues outside, fewer of order 7.
        """
        x, theirs = answer["heights"], other["heights"]
        if self.rows > 6 or sum(x[c] != theirs[c] for c in x) == 4:
            return {}
        one, two = rng.sample(range(1, self.rows + 1), 2)
        return {"heights": {c: {one: two, two: one}.get(v, v) for c, v in x.items()}}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """Another height is given, at a cell where the other answer has another one."""
        x, theirs = answer["heights"], other["heights"]
        c = rng.choice([c for c in x if x[c] != theirs[c]])
        return {"heights": {c: str(x[c])}}


KIND = kind_of(Skyscrapers)
