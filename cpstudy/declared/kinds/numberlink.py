"""Numberlink (Arukone): lines join equal numbers; they do not cross, touch or branch at a cell.

Cells may stay without a line (puzz.link's ``numlin``). Model: a Boolean for a line between two
neighbours; for each cell an integer, the position of its number in the list of numbers, 0 without a
line. Lines join cells of equal number and form no circle (:class:`.Forest`).

A line that passes two neighbours, but not from one to the other, could take the short way, and
nothing else would change. So solvers look for an answer without such detours first
(:meth:`.Model.may_assume`), which makes boards of 10×10 a hundred times faster.
"""

from collections.abc import Mapping
from random import Random

from cpstudy.core.errors import InputError
from cpstudy.declared import BLANK, Answer, Block, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.board import Board, Cell, Edge, by_cell
from cpstudy.declared.layouts import paths
from cpstudy.declared.notations import Pzpr, cells


class Numberlink(Declared):
    """See the module."""

    kind = "numberlink"
    summary = "Numberlink: lines that join equal numbers and do not cross"
    rules = (
        "Draw a line between each two equal numbers, from cell to cell by their sides. Lines do "
        "not cross or branch, and no two pass through one cell."
    )
    blocks = (Block("numbers", "[1-9][0-9]*", mark="circle"),)
    unique = ("numberlink:5x5:....1/..233/..1../...2./.....", "numberlink:3x3:..1/.22/.1.")
    many = "numberlink:4x3:.11./2.../..2."
    kept = ("numbers",)
    pzpr = Pzpr(("numlin", "numberlink"), (cells("numbers"),))

    def check(self, board: Board) -> None:
        """Each number appears twice."""
        for token, of in board.groups("numbers").items():
            if len(of) != 2:
                raise InputError(f"{at(of[0])}: the {token} stands {len(of)} times, not twice")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, clue, pairs = m.board, m.board.clues("numbers"), m.board.groups("numbers")
        line = m.bools("lines", b.edges, "a line runs from {}", "no line runs from {}", mark="line")
        of = m.ints("numbers", b.cells, 0, len(pairs), mark="")
        for k, (token, ends) in enumerate(pairs.items(), 1):
            for c in ends:
                m.rule(f"{at(c)} is {token}", of[c] == k, [c], c)
        for c, ways in by_cell(line).items():
            if c in clue:
                words = f"one line leaves the {clue[c]} at {at(c)}"
                m.rule(words, cp.sum(ways) == 1, pairs[clue[c]], c)
                continue
            goes_on = [x.implies(cp.sum([y for y in ways if y is not x]) == 1) for x in ways]
            words = f"a line through {at(c)} enters and leaves, without a branch"
            m.rule(words, cp.all(goes_on), [c])
            m.rule(f"{at(c)} has a number where a line passes", (of[c] != 0) == cp.any(ways), [c])
        for c, d in b.edges:
            words = f"a line between {at(c)} and {at(d)} joins equal numbers"
            m.rule(words, line[c, d].implies(of[c] == of[d]), [c, d])
        m.rule("lines make no circle", m.forest(line, pairs.values()), b.cells, weight=2)
        for c, d in b.edges:
            words = f"no line passes {at(c)} and {at(d)} by a detour: the short way would do"
            m.may_assume(f"{words} as well", (of[c] == 0) | (of[c] != of[d]) | line[c, d], [c, d])
        m.kept = tuple(of.values())

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """The ends of paths of three cells or more, which fill the board if possible."""
        # With fewer paths few boards can be settled; with more the numbers crowd the board.
        found = paths(rng, b, 0.17 * len(b.cells))
        ends = sorted(sorted((path[0], path[-1])) for path in found)
        return {"numbers": {c: str(k) for k, of in enumerate(ends, 1) for c in of}}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """A number at the ends of a line."""
        blank = dict.fromkeys(self.board.cells, BLANK)
        return {"numbers": blank | {c: str(answer["numbers"][c]) for c in _ends(answer["lines"])}}

    def harder(self, answer: Answer, place: Cell) -> Answer:
        """The end of a line of four cells or more gives up its cell."""
        numbers, near = {**answer["numbers"], place: 0}, self.board.around[place]
        left = [*numbers.values()].count(answer["numbers"][place])
        if left < 3 or place not in _ends(answer["lines"]) or not all(map(numbers.get, near)):
            return {}  # next to another cell without a line this line could make a detour
        lines = {two: int(used and place not in two) for two, used in answer["lines"].items()}
        order = [0, *dict.fromkeys(numbers[c] for c in _ends(lines))]  # as on the board
        return {"lines": lines, "numbers": {c: order.index(k) for c, k in numbers.items()}}


def _ends(lines: Mapping[Edge, int]) -> list[Cell]:
    """The cells with one line, in order."""
    ways = by_cell({two: two for two, used in lines.items() if used})
    return sorted(c for c, of in ways.items() if len(of) == 1)


KIND = kind_of(Numberlink)
