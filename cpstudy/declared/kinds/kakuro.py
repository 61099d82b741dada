"""Kakuro: digits from 1 to 9, given sums of runs, no digit twice in a run.

Model: an integer a white cell; a sum, if it is given, and an all-different a run.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import prod
from random import Random

from cpstudy.core.errors import InputError
from cpstudy.declared import Answer, Block, Board, Cell, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.layouts import walls
from cpstudy.declared.notations import Pzpr, sums


class Kakuro(Declared):
    """See the module. A black cell is ``#``, or ``16-7``: the sums below and to the right."""

    kind = "kakuro"
    summary = "Kakuro: digits whose runs have given sums and no digit twice"
    rules = (
        "Write a digit from 1 to 9 into each white cell. A number before a run, below or to the "
        "right of the stroke, is the sum of its digits, and no digit stands twice in a run."
    )
    solver = "cpsat"
    blocks = (Block("sums", "#|[0-9]{1,2}-[0-9]{0,2}|-[0-9]{1,2}", mark="sums"),)
    unique = (
        "kakuro:4x4:#,#,20-,10-/#,4-12,.,./-9,.,.,./#,-13,.,.",
        "kakuro:4x4:#,6-,16-,16-/-10,.,.,./-18,.,.,./-2,.,-8,.",
    )
    many = "kakuro:4x4:#,4-,16-,19-/-15,.,.,./#,7-11,.,./-20,.,.,."
    kept, usual = ("sums",), (7, 7)
    pzpr = Pzpr(("kakuro",), (sums("sums"),), margin=1)

    def check(self, board: Board) -> None:
        """Each sum has a run."""
        runs = {(head, down) for head, down, _ in _runs(board)}
        for cell, token in board["sums"].items():
            for down, total in zip((True, False), token.split("-"), strict=False):
                if total.isdigit() and (cell, down) not in runs:
                    raise InputError(f"{at(cell)}: the sum {total} has no run")

    def declare(self, m: Model) -> None:
        b, black = m.board, m.board.clues("sums")
        x = m.ints("digits", (c for c in b.cells if c not in black), 1, 9)
        for head, down, run in _runs(b):
            words = f"the run from {at(run[0])} {'down' if down else 'to the right'}"
            total, inside = black.get(head, "-").partition("-"), [x[c] for c in run]
            if (number := total[0 if down else 2]).isdigit():
                m.rule(f"{words} sums to {number}", cp.sum(inside) == int(number), run, head)
            if len(run) > 1:
                m.rule(f"{words} has no digit twice", cp.AllDifferent(inside), run)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Black cells at the upper left edge, and others that leave runs of three as a rule."""
        edge, most = {c for c in b.cells if 0 in c}, min(3, max(2, min(b.rows, b.columns) - 2))
        while True:
            black = walls(rng, b, edge, most)
            if max((len(run) for _, run in b.runs(black)), default=0) < 10:
                return {"sums": dict.fromkeys(black, "#")}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """The sums of all runs."""
        pairs: dict[Cell, list[str]] = {}
        for head, down, run in _runs(self.board):
            total = sum(answer["digits"][c] for c in run)
            pairs.setdefault(head, ["", ""])[not down] = str(total)
        return {"sums": {head: "-".join(pair) for head, pair in pairs.items()}}

    def varied(self, answer: Answer, other: Answer, rng: Random) -> Answer:
        """Another digit where they differ; the sums of its runs have few ways as a rule."""
        digits, theirs = answer["digits"], other["digits"]
        runs = [run for *_, run in _runs(self.board)]
        found = list[tuple[float, Cell, int]]()
        for c in (c for c in digits if digits[c] != theirs[c]):
            mine = [[digits[d] for d in run if d != c] for run in runs if c in run]
            for digit in {*range(1, 10)}.difference([digits[c]], *mine):
                ways = prod(_ways(len(of) + 1, sum(of) + digit) for of in mine)
                found.append((ways * rng.random(), c, digit))
        _, c, digit = min(found, default=(0.0, None, 0))
        return {"digits": {**digits, c: digit}} if c else {}


@cache
def _ways(cells: int, total: int) -> int:
    """How many sets of digits have a sum."""
    return sum(sum(of) == total for of in combinations(range(1, 10), cells))


def _runs(b: Board) -> Iterator[tuple[Cell, bool, list[Cell]]]:
    """The cell before each run of white ones, whether it goes down, its cells."""
    for down, run in b.runs(b.clues("sums")):
        yield (run[0][0] - down, run[0][1] - (not down)), down, run


KIND = kind_of(Kakuro)
