"""Killer Sudoku: a Sudoku whose cages have sums, with optional diagonal sums and thermometers.

Model: an integer for each cell. A cage has its sum and no digit twice; a diagonal has its sum, and
digits may repeat; a thermometer rises. A box is as high as the largest divisor of the order up to
its root. Texts have a sum at any cell of its cage, ``a1``, ``a2``, … for a thermometer, the bulb
first, and ``12se`` at a border cell for the sum of the diagonal from there, ``12se9sw`` for two.
"""

import re
from random import Random

from cpstudy.core.codes import DECIMALS
from cpstudy.core.errors import InputError
from cpstudy.declared import BLANK, Answer, Block, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.board import STEPS, Board, box_height
from cpstudy.declared.layouts import exchanged, rooms
from cpstudy.declared.notations import ByLines, Game, cells


class KillerSudoku(Declared):
    """See the module."""

    kind = "killer_sudoku"
    summary = "Killer Sudoku: a Sudoku with cages of given sums, diagonals and thermometers"
    rules = (
        "Each row, column and box has each number once. The numbers of a cage differ and have its "
        "sum. Those of a diagonal with an arrow have its sum, and along a thermometer they rise."
    )
    blocks = (
        Block("digits", "[1-9][0-9]?"),
        Block("cages", "[0-9A-Za-z]+", mark="cages"),
        Block("sums", "[0-9]+", mark="corner"),
        Block("thermometers", "[A-Za-z][1-9][0-9]?", mark="thermometer"),
        Block("diagonals", "([0-9]+[ns][we]){1,2}", mark="diagonal"),
    )
    unique = (
        "killer_sudoku:6x6:;0,0,1,2,2,3/4,4,1,5,5,3/6,6,7,5,5,8/9,9,7,10,8,8/11,12,12,10,13,13/11,11,14,14,13,13;5,.,11,7,.,7/5,.,.,12,.,./11,.,7,.,.,12/3,.,.,9,.,./14,5,.,.,15,./.,.,3,.,.,.",
        "killer_sudoku:4x4:;5116/3324/0024/0777;45.1/..67/6.../.7..",
    )
    many = "killer_sudoku:4x4:;4421/4661/3550/3550;6,.,1,6/.,.,.,./6,10,.,4/.,.,.,."
    solver, square, kept, usual = "cpsat", True, ("cages", "sums"), (6, 6)
    written = cells("digits", code=DECIMALS, end=","), cells("sums", code=DECIMALS)
    parts = written[0], cells("cages", code=ByLines(), end=","), written[1]
    game = Game("solo", parts, "k(?:a|r[248]|m[248]|md[248]?|d[tbiaeu])*", "k", boxed=True)

    def check(self, board: Board) -> None:
        """The board is a square with boxes; a sum has a cage, a thermometer all its cells."""
        if (self.rows > 3 and box_height(self.rows) == 1) or self.rows > 25:
            raise InputError(f"{self.size}: a Sudoku is a square of 1 to 25, with boxes")
        if loose := [c for c in board.numbers("sums") if board["cages"][c] == "."]:
            raise InputError(f"{at(loose[0])}: a sum outside cages")
        for name, of in board.numbered("thermometers").items():
            if sorted(of) != list(range(1, len(of) + 1)):
                raise InputError(f"thermometer {name}: its places are not 1 to {len(of)}")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, total = m.board, m.board.numbers("sums")
        x = m.ints("digits", b.cells, 1, self.rows)
        m.given(x, b.numbers("digits"))
        for name, line in [*b.named_lines, *b.named_boxes]:
            m.rule(f"{name} has each number once", cp.AllDifferent([x[d] for d in line]), line)
        for cage in b.groups("cages").values():
            words, inside = f"the cage of {at(cage[0])}", [x[d] for d in cage]
            if len(cage) > 1:
                m.rule(f"{words} has no number twice", cp.AllDifferent(inside), cage, cage[0])
            for c in (c for c in cage if c in total):
                m.rule(f"{words} sums to {total[c]}", cp.sum(inside) == total[c], cage, c)
        for c, token in b["diagonals"].items():
            for number, down, right in re.findall("([0-9]+)([ns])([we])", token):
                line = [c, *b.ray(c, (STEPS[down][0], STEPS[right][1]))]
                right_sum = cp.sum([x[d] for d in line]) == int(number)
                m.rule(f"the diagonal from {at(c)} sums to {number}", right_sum, line, c)
        for of in b.numbered("thermometers").values():
            for one, other in ((of[k], of[k + 1]) for k in range(1, len(of))):
                m.rule(f"{at(other)} is above {at(one)}", x[one] < x[other], [one, other], of[1])

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Cages, most of two cells."""
        return {"cages": rooms(rng, b, 2, rng.choice((2, 2, 2, 3, 3)))}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """The sum of each cage, and all numbers if the board already has sums (a repair)."""
        x, cages = answer["digits"], self.board.groups("cages").values()
        digits = super().clues(answer, rng) if self.board.clues("sums") else {}
        return {**digits, "sums": {cage[0]: str(sum(x[c] for c in cage)) for cage in cages}}

    def repaired(self, answer: Answer, other: Answer, rng: Random) -> Tokens:
        """Two cages exchange cells, so that the other answer has other sums."""
        b, x, theirs = self.board, answer["digits"], other["digits"]
        for two in exchanged(rng, b, b["cages"], x, [c for c in x if x[c] != theirs[c]]):
            sums = {part[0]: str(sum(x[c] for c in part)) for part in two.values()}
            if any(sum(x[c] - theirs[c] for c in part) for part in two.values()):
                cages = {c: name for name, part in two.items() for c in part}
                return {"cages": cages, "sums": dict.fromkeys(cages, BLANK) | sums}
        return {}


KIND = kind_of(KillerSudoku)
