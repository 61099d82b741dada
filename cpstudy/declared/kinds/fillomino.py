"""Fillomino: numbers whose areas have as many cells as they say.

Neighbouring cells of equal number form an area. Two areas of one size do not touch, and an area may
have no given number. Model: an integer for each cell and :class:`.SizedParts`. Three redundant
rules state how people begin: no two 1 touch, a larger number has an equal neighbour, and a number
cannot be too far from all clues of its area. An area without clues has only the cells that areas of
clues leave: clues of one number that are too far apart for one area need one area each.
"""

from random import Random

from cpstudy.core.codes import letters
from cpstudy.declared import Block, Board, Cell, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.layouts import areas
from cpstudy.declared.notations import Game, Pzpr, cells


class Fillomino(Declared):
    """See the module. ``?`` is a clue of an unknown number."""

    kind = "fillomino"
    summary = "Fillomino: each number is the size of its area"
    rules = (
        "Write a number into each cell. Cells of equal number that touch are an area, which has "
        "as many cells as its number says."
    )
    blocks = (Block("numbers", "[1-9][0-9]*|[?]"),)
    unique = ("fillomino:5x5:.4.32/...5./22.../.423./.....", "fillomino:4x2:.122/.555")
    many = "fillomino:4x2:...2/22.."
    symmetry = "half-turn"
    tangled = True  # what can reach a cell depends on all clues
    pzpr = Pzpr(("fillomino",), (cells("numbers"),))
    game = Game("filling", (cells("numbers", code=letters("123456789", ("0", "."))),))

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, clue = m.board, m.board.numbers("numbers")
        possible = _possible(b, clue)
        x = m.ints("numbers", b.cells, 1, lambda c: max(possible[c], default=1), mark="area")
        m.given(x, clue)
        for c in b.cells:
            for n in sorted({*range(1, max(possible[c], default=1) + 1)} - possible[c]):
                m.rule(f"no {n} reaches {at(c)}", x[c] != n, [c], weight=2)
        for c, d in b.edges:
            m.rule(f"{at(c)} and {at(d)} touch: not both 1", (x[c] != 1) | (x[d] != 1), [c, d])
        for c in b.cells:
            same = [x[c] == x[d] for d in b.around[c]]
            m.rule(f"{at(c)} is 1 or has an equal neighbour", cp.any([x[c] == 1, *same]), [c])
        m.rule("areas are as large as their numbers", m.sized_parts(x), b.cells, weight=3)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """The areas of a board with all numbers, which are its answer."""
        return {"numbers": areas(rng, b)}


def _possible(b: Board, clue: dict[Cell, int]) -> dict[Cell, set[int]]:
    """The numbers that each cell can have, by distances of clues and the cells that they leave."""
    free, possible = {c for c in b.cells if c not in clue}, {c: {n} for c, n in clue.items()}
    apart, near = list[Cell](), dict[Cell, set[int]]()
    for start, n in clue.items():
        far = b.reached([start], {c for c in b.cells if clue.get(c, n) == n})
        apart += [] if any(clue[c] == n and far.get(c, n) < n for c in apart) else [start]
        for c in (c for c in far if far[c] < n <= len(far)):
            near.setdefault(c, set()).add(n)
    room = len(b.cells) - sum(clue[c] for c in apart)
    for c in free:
        possible[c] = {*range(1, min(room, len(b.reached([c], free))) + 1)} | near.get(c, set())
    return possible


KIND = kind_of(Fillomino)
