"""Kakuro: digits from 1 to 9, given sums of runs, no digit twice in a run.

Model: an integer a white cell; a sum and an all-different a run. Runs that begin at the board's
edge or behind a black cell without a number have no sum.
"""

from collections.abc import Iterator
from itertools import groupby

from cpstudy.core.errors import InputError
from cpstudy.declared.addresses import Pzpr
from cpstudy.declared.board import BLANK, Block, Board, Cell, at
from cpstudy.declared.bodies import Sums
from cpstudy.declared.language import cp
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.record import kind_of


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
    pzpr = Pzpr(("kakuro",), (Sums("sums"),), margin=1)

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
            where = f"the run from {at(run[0])} {'down' if down else 'to the right'}"
            total = b["sums"].get(head, "-").partition("-")[0 if down else 2]
            if total:
                m.rule(
                    f"{where} sums to {total}", cp.sum([x[c] for c in run]) == int(total), run, head
                )
            if len(run) > 1:
                m.rule(f"{where} has no digit twice", cp.AllDifferent([x[c] for c in run]), run)


def _runs(b: Board) -> Iterator[tuple[Cell, bool, list[Cell]]]:
    """The cell before each run of white ones, whether it goes down, its cells."""
    for k, line in enumerate(b.lines):
        for white, cells in groupby(line, lambda c: b["sums"][c] == BLANK):
            run, down = list(cells), k >= b.rows
            if white:
                yield (run[0][0] - down, run[0][1] - (not down)), down, run


KIND = kind_of(Kakuro)
