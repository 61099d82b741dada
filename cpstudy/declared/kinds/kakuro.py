"""Kakuro: digits from 1 to 9, given sums of runs, no digit twice in a run.

Model: an integer a white cell; a sum and an all-different a run. Runs that begin at the board's
edge or behind a black cell without a number have no sum.
"""

from collections.abc import Iterator
from itertools import groupby
from random import Random

from cpstudy.core.errors import InputError
from cpstudy.declared import BLANK, Answer, Block, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.board import Board, Cell
from cpstudy.declared.notations import Pzpr, sums

# Cells of the runs that are made: longer ones seldom have one solution.
_LONGEST = 4


class Kakuro(Declared):
    """See the module. A black cell is ``#``, or ``16-7``: the sums below and to the right."""

    kind = "kakuro"
    summary = "Kakuro: digits whose runs have given sums and no digit twice"
    rules = (
        "Write a digit from 1 to 9 into each white cell. A number before a run, below or to the "
        "right of the stroke, is the sum of its digits, and no digit stands twice in a run."
    )
    solver = "cpsat"
    blocks = (Block("sums", "#|[0-9]{1,2}-[0-9]{0,2}|-[0-9]{1,2}", mark="wall"),)
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
        """See :class:`Declared`."""
        b = m.board
        x = m.ints("digits", (c for c in b.cells if b["sums"][c] == BLANK), 1, 9)
        for head, down, run in _runs(b):
            where, inside = (
                f"{at(run[0])} {'down' if down else 'to the right'}",
                [x[c] for c in run],
            )
            total = b["sums"].get(head, "-").partition("-")[0 if down else 2]
            if total.isdigit():
                words = f"the run from {where} sums to {total}"
                m.rule(words, cp.sum(inside) == int(total), run, head)
            if len(run) > 1:
                m.rule(f"the run from {where} has no digit twice", cp.AllDifferent(inside), run)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Black cells at the upper left edge, and inside so many that runs are short."""
        black = {(r, c) for r, c in b.cells if not (r and c)}
        inner = [c for c in b.cells if c not in black]
        black.update(rng.sample(inner, len(inner) // 3))
        while True:
            tokens = {"sums": dict.fromkeys(black, "#")}
            found = [run for *_, run in _runs(cls.of_blocks(b.rows, b.columns, tokens).board)]
            if not (long := [run for run in found if len(run) > _LONGEST]):
                return tokens
            black.update(run[len(run) // 2] for run in long)

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """The sums of all runs."""
        pairs: dict[Cell, list[str]] = {}
        for head, down, run in _runs(self.board):
            total = sum(answer["digits"][c] for c in run)
            pairs.setdefault(head, ["", ""])[0 if down else 1] = str(total)
        return {"sums": {head: "-".join(pair) for head, pair in pairs.items()}}


def _runs(b: Board) -> Iterator[tuple[Cell, bool, list[Cell]]]:
    """The cell before each run of white ones, whether it goes down, its cells."""
    for k, line in enumerate(b.lines):
        for white, cells in groupby(line, lambda c: b["sums"][c] == BLANK):
            run, down = list(cells), k >= b.rows
            if white:
                yield (run[0][0] - down, run[0][1] - (not down)), down, run


KIND = kind_of(Kakuro)
