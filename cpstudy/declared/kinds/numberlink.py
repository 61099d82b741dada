"""Numberlink (Arukone): lines join equal numbers; they do not cross, touch or branch at a cell.

Not every cell need have a line (puzz.link's ``numlin``). Model: a Boolean for a line between
neighbours and an integer a cell, the place of its number in the list of numbers, 0 without a line;
lines join cells of one number, and make no circle, which :class:`.Forest` says.

A line that passes two neighbours, but not from one to the other, could take the short way: all
else stays. So an answer without such a detour is looked for first (:meth:`.Model.may_assume`); that
makes boards of 10×10 a hundred times faster.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random

from cpstudy.core.errors import InputError
from cpstudy.declared import BLANK, Answer, Block, Declared, Model, Tokens, at, cp, kind_of
from cpstudy.declared.board import Board, Cell, Edge, by_cell
from cpstudy.declared.layouts import paths
from cpstudy.declared.notations import Pzpr, cells

# Pairs a cell: with fewer hardly a board can be settled, with more the numbers crowd it.
_PAIRS = 0.17


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
        """Each number stands twice."""
        for token, of in board.groups("numbers").items():
            if len(of) != 2:
                raise InputError(f"{at(of[0])}: the {token} stands {len(of)} times, not twice")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b, clue = m.board, m.board.clues("numbers")
        pairs = b.groups("numbers")
        line = m.bools("lines", b.edges, "a line runs {}", "no line runs {}", mark="line")
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
            passes = (of[c] != 0) == cp.any(ways)
            m.rule(f"{at(c)} has a number where a line passes", passes, [c])
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
        """The ends of paths of three cells or more that fill the board, if they can."""
        found = paths(rng, b)
        while len(found) < _PAIRS * len(b.cells) and len(longest := max(found, key=len)) > 5:
            k = rng.randint(3, len(longest) - 3)
            found.remove(longest)
            found += [longest[:k], longest[k:]]
        ends = sorted(sorted((path[0], path[-1])) for path in found)
        return {"numbers": {c: str(k) for k, of in enumerate(ends, 1) for c in of}}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """A number at the ends of a line."""
        ends, numbers = _ends(answer["lines"]), answer["numbers"].items()
        return {"numbers": {c: str(k) if c in ends else BLANK for c, k in numbers}}

    def harder(self, answer: Answer, place: Cell) -> Answer:
        """The end of a line of four cells or more gives up its cell.

        Not beside another such cell: there the line could make a detour.
        """
        numbers, near = {**answer["numbers"], place: 0}, self.board.around[place]
        left = [*numbers.values()].count(answer["numbers"][place])
        if left < 3 or place not in _ends(answer["lines"]) or not all(map(numbers.get, near)):
            return {}
        lines = {two: int(used and place not in two) for two, used in answer["lines"].items()}
        order = dict.fromkeys(numbers[c] for c in _ends(lines))  # as they stand on the board
        named = {0: 0} | {k: number for number, k in enumerate(order, 1)}
        return {"lines": lines, "numbers": {c: named[k] for c, k in numbers.items()}}


def _ends(lines: Mapping[Edge, int]) -> list[Cell]:
    """Those of lines, in order."""
    ways = Counter(c for two, used in lines.items() if used for c in two)
    return sorted(c for c, number in ways.items() if number == 1)


KIND = kind_of(Numberlink)
