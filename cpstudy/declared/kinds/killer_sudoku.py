"""Killer Sudoku: a Sudoku whose cages have sums; little killers and thermometers on wish.

Model: an integer a cell, all different in rows, columns and boxes; a cage has its sum and no digit
twice, a diagonal its sum (digits may repeat), a thermometer rises from its bulb. Boxes are as high
as the largest divisor of the order that is not above its root: 2×3 in a board of 6, 3×4 of 12.
"""

import re
from math import isqrt
from random import Random
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.declared.addresses import Letters
from cpstudy.declared.board import STEPS, Block, Board, Cell, at
from cpstudy.declared.ids import Blocks, Boxed
from cpstudy.declared.language import cp
from cpstudy.declared.layouts import rooms
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of

_STEP = {first + second: (STEPS[first][0], STEPS[second][1]) for first in "ns" for second in "we"}
_DIAGONAL = re.compile(r"([0-9]+)([ns][we])")


class KillerSudoku(Declared):
    """See the module.

    A sum stands at any cell of its cage. ``a1``, ``a2``, … is a thermometer, the bulb first.
    ``12se`` at a cell of the border is the sum of the diagonal from there, ``12se9sw`` of two.
    """

    kind = "killer_sudoku"
    summary = "Killer Sudoku: a Sudoku with cages of given sums, diagonals and thermometers"
    rules = (
        "Each row, column and box has each number once. The numbers of a cage differ and have its "
        "sum. Those of a diagonal with an arrow have its sum, and along a thermometer they rise."
    )
    solver = "cpsat"
    blocks = (
        Block("digits", "[1-9][0-9]?"),
        Block("cages", "[0-9A-Za-z]+", mark="regions"),
        Block("sums", "[0-9]+", mark="corner"),
        Block("thermometers", "[A-Za-z][1-9][0-9]?", mark="corner"),
        Block("diagonals", "([0-9]+[ns][we]){1,2}", mark="corner"),
    )

    unique = (
        "killer_sudoku:6x6:;0,0,1,2,2,3/4,4,1,5,5,3/6,6,7,5,5,8/9,9,7,10,8,8/11,12,12,10,13,13/11,11,14,14,13,13;5,.,11,7,.,7/5,.,.,12,.,./11,.,7,.,.,12/3,.,.,9,.,./14,5,.,.,15,./.,.,3,.,.,.",
        "killer_sudoku:4x4:;5116/3324/0024/0777;45.1/..67/6.../.7..",
    )
    many = "killer_sudoku:4x4:;4421/4661/3550/3550;6,.,1,6/.,.,.,./6,10,.,4/.,.,.,."
    kept, usual = ("sums",), (6, 6)
    game = Boxed(
        "solo",
        (
            Letters("digits", "[0-9]+", between="_", end=","),
            Blocks("cages"),
            Letters("sums", "[0-9]+", between="_"),
        ),
        "k(?:a|r[248]|m[248]|md[248]?|d[tbiaeu])*",
        "k",
    )

    def check(self, board: Board) -> None:
        """A square with boxes; a sum has a cage, a thermometer all its cells."""
        if (
            self.rows != self.columns
            or (self.rows > 3 and _height(self.rows) == 1)
            or self.rows > 25
        ):
            raise InputError(f"{self.size}: a Sudoku is a square of 1 to 25, with boxes")
        if loose := [c for c in board.numbers("sums") if board["cages"][c] == "."]:
            raise InputError(f"{at(loose[0])}: a sum outside cages")
        for name, cells in _thermometers(board).items():
            if sorted(cells) != list(range(1, len(cells) + 1)):
                raise InputError(f"thermometer {name}: its places are not 1 to {len(cells)}")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, n, high = m.board, self.rows, _height(self.rows)
        x = m.ints("digits", b.cells, 1, n)
        for c, value in b.numbers("digits").items():
            m.rule(f"{at(c)} is {value}", x[c] == value, [c], c)
        boxes: dict[Cell, list[Cell]] = {}
        for cell in b.cells:
            boxes.setdefault((cell[0] // high, cell[1] // (n // high)), []).append(cell)
        named = [(f"box {k}", box) for k, box in enumerate(boxes.values(), 1)]
        for name, line in [*b.named_lines, *named]:
            m.rule(f"{name} has each number once", cp.AllDifferent([x[d] for d in line]), line)
        self._cages(m, x)
        for c, token in b["diagonals"].items():
            for total, way in _DIAGONAL.findall(token):
                line = [c, *b.ray(c, _STEP[way])]
                words = f"the diagonal from {at(c)} sums to {total}"
                m.rule(words, cp.sum([x[d] for d in line]) == int(total), line, c)
        for cells in _thermometers(b).values():
            for k in range(1, len(cells)):
                one, other = cells[k], cells[k + 1]
                m.rule(f"{at(other)} is above {at(one)}", x[one] < x[other], [one, other], cells[1])

    def _cages(self, m: Model, x: dict[Cell, Any]) -> None:
        total = m.board.numbers("sums")
        for cage in m.board.groups("cages").values():
            if len(cage) > 1:
                words = f"the cage of {at(cage[0])} has no number twice"
                m.rule(words, cp.AllDifferent([x[c] for c in cage]), cage, cage[0])
            for c in (c for c in cage if c in total):
                words = f"the cage of {at(cage[0])} sums to {total[c]}"
                m.rule(words, cp.sum([x[d] for d in cage]) == total[c], cage, c)

    @classmethod
    def layout(cls, rng: Random, rows: int, columns: int) -> Tokens:
        """Cages."""
        return {"cages": rooms(rng, rows, columns, 2, 4)}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """The sum of each cage, and all numbers."""
        x, cages = answer["digits"], self.board.groups("cages").values()
        sums = {cage[0]: str(sum(x[c] for c in cage)) for cage in cages}
        return {"digits": {c: str(v) for c, v in x.items()}, "sums": sums}


def _height(order: int) -> int:
    return max(k for k in range(1, isqrt(order) + 1) if order % k == 0)


def _thermometers(b: Board) -> dict[str, dict[int, Cell]]:
    """For each its cells, by their places from 1."""
    found: dict[str, dict[int, Cell]] = {}
    for c, token in b["thermometers"].items():
        if token[1:]:
            found.setdefault(token[0], {})[int(token[1:])] = c
    return found


KIND = kind_of(KillerSudoku)
