"""Fillomino: numbers whose areas have as many cells as they say.

Cells of one number that touch are an area; two areas of one size do not touch, and an area need
have no number given. Model: an integer a cell and :class:`..graph.SizedParts`. Three rules follow
from it and are how people begin: no two 1 touch, a larger number has an equal neighbour, and a
number is too far from all cells from which it could come. The largest possible number is that of
the clues or the size of the largest area without clues.
"""

from random import Random

from cpstudy.declared.addresses import Game, Letters, Numbers, Pzpr
from cpstudy.declared.board import Block, Board, Cell, at
from cpstudy.declared.language import cp
from cpstudy.declared.layouts import areas
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of


class Fillomino(Declared):
    """See the module. ``?`` is a clue of an unknown number."""

    kind = "fillomino"
    summary = "Fillomino: numbers in areas of as many cells as they say"
    rules = (
        "Write a number into each cell. Cells of equal number that touch are an area, which has "
        "as many cells as its number says."
    )
    blocks = (Block("numbers", "[1-9][0-9]*|[?]"),)

    unique = (
        "fillomino:5x5:.4.32/...5./22.../.423./.....",
        "fillomino:4x2:.122/.555",
    )
    many = "fillomino:4x2:...2/22.."
    symmetry = "half-turn"
    pzpr = Pzpr(("fillomino",), (Numbers("numbers"),))
    game = Game("filling", (Letters("numbers"),))

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, clue = m.board, m.board.numbers("numbers")
        possible = _possible(b, clue)
        x = m.ints("numbers", b.cells, 1, lambda c: max(possible[c], default=1))
        for c, n in clue.items():
            m.rule(f"{at(c)} is {n}", x[c] == n, [c], c)
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
    def layout(cls, rng: Random, rows: int, columns: int) -> Tokens:
        """A board of areas, with all numbers: its answer."""
        return {"numbers": {c: str(n) for c, n in areas(rng, rows, columns).items()}}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """All numbers."""
        return {"numbers": {c: str(v) for c, v in answer["numbers"].items()}}


def _possible(b: Board, clue: dict[Cell, int]) -> dict[Cell, set[int]]:
    """The numbers that each cell can have by the distance of clues and the room that there is."""
    possible: dict[Cell, set[int]] = {c: {n} for c, n in clue.items()}
    free = [c for c in b.cells if c not in clue]
    for c in free:
        possible[c] = set(range(1, len(_reached(b, c, free, len(free))) + 1))
    for start, n in clue.items():
        open_to = {c for c in b.cells if clue.get(c, n) == n}
        room = _reached(b, start, open_to, len(open_to))
        for c in _reached(b, start, open_to, n - 1) if len(room) >= n else ():
            possible[c].add(n)
    return possible


def _reached(b: Board, start: Cell, among: set[Cell] | list[Cell], steps: int) -> dict[Cell, int]:
    """The cells that so many steps reach, and their distance."""
    inside, far = set(among), {start: 0}
    for c in (queue := [start]):
        for d in b.around[c]:
            if far[c] < steps and d in inside and d not in far:
                far[d] = far[c] + 1
                queue.append(d)
    return far


KIND = kind_of(Fillomino)
