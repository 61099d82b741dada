"""Numberlink (Arukone): lines join equal numbers; they do not cross, touch or branch at a cell.

Not every cell need have a line (puzz.link's ``numlin``). Model: a Boolean for a line between
neighbours and an integer a cell, the place of its number in the list of numbers, 0 without a line;
lines join cells of one number, and make no circle, which :class:`..graph.Forest` says.
"""

from cpstudy.core.errors import InputError
from cpstudy.declared.addresses import Numbers, Pzpr
from cpstudy.declared.board import Block, Board, at
from cpstudy.declared.language import cp
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.record import kind_of


class Numberlink(Declared):
    """See the module."""

    kind = "numberlink"
    summary = "Numberlink: lines that join equal numbers and do not cross"
    rules = (
        "Draw a line between each two equal numbers, from cell to cell by their sides. Lines do "
        "not cross or branch, and no two pass through one cell."
    )
    blocks = (Block("numbers", "[1-9][0-9]*"),)

    unique = (
        "numberlink:5x5:....1/..233/..1../...2./.....",
        "numberlink:3x3:..1/.22/.1.",
    )
    many = "numberlink:4x3:.11./2.../..2."
    pzpr = Pzpr(("numlin", "numberlink"), (Numbers("numbers"),))

    def check(self, board: Board) -> None:
        """Each number stands twice."""
        for token, cells in board.groups("numbers").items():
            if len(cells) != 2:
                raise InputError(
                    f"{at(cells[0])}: the {token} stands {len(cells)} times, not twice"
                )

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, clue = m.board, m.board["numbers"]
        pairs = b.groups("numbers")
        line = m.bools("lines", b.edges, "a line runs {}", "no line runs {}", mark="line")
        of = m.ints("numbers", b.cells, 0, len(pairs), mark="")
        for k, (token, ends) in enumerate(pairs.items(), 1):
            for c in ends:
                m.rule(f"{at(c)} is {token}", of[c] == k, [c], c)
        ways = {c: [line[edge] for edge in b.edges if c in edge] for c in b.cells}
        for c in b.cells:
            if c in (ends := pairs.get(clue[c], [])):
                m.rule(f"one line leaves the {clue[c]} at {at(c)}", cp.sum(ways[c]) == 1, ends, c)
            else:
                words = f"a line through {at(c)} enters and leaves, without a branch"
                others = [[way for way in ways[c] if way is not one] for one in ways[c]]
                goes_on = zip(ways[c], others, strict=True)
                m.rule(words, cp.all([one.implies(cp.sum(two) == 1) for one, two in goes_on]), [c])
                words = f"{at(c)} has a number where a line passes"
                m.rule(words, (of[c] != 0) == cp.any(ways[c]), [c])
        for c, d in b.edges:
            words = f"a line between {at(c)} and {at(d)} joins equal numbers"
            m.rule(words, line[c, d].implies(of[c] == of[d]), [c, d])
        m.rule("lines make no circle", m.forest(line), b.cells, weight=2)


KIND = kind_of(Numberlink)
