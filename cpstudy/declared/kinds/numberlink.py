"""Numberlink (Arukone): lines join equal numbers; they do not cross, touch or branch at a cell.

Not every cell need have a line (puzz.link's ``numlin``). Model: a Boolean for a line between
neighbours and an integer a cell, the place of its number in the list of numbers, 0 without a line;
lines join cells of one number, and make no circle, which :class:`.Forest` says.

A line that passes two neighbours, but not from one to the other, could take the short way: all
else stays. So an answer without such a detour is looked for first (:meth:`.Model.may_assume`); that
makes boards of 10×10 a hundred times faster.
"""

from itertools import pairwise
from random import Random

from cpstudy.core.clock import UNLIMITED
from cpstudy.core.errors import InputError
from cpstudy.declared import Block, Board, Cell, Declared, Model, Tokens, at, by_cell, cp, kind_of
from cpstudy.declared.layouts import paths
from cpstudy.declared.notations import Pzpr, cells

# Paths that are drawn until they can be cut, and conflicts of a search for another answer.
_DRAWS, _CONFLICTS = 30, 6000
# Pairs a cell: with more the numbers crowd the board.
_MOST = 0.2


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
                words, ends = f"one line leaves the {clue[c]} at {at(c)}", pairs[clue[c]]
                m.rule(words, cp.sum(ways) == 1, ends, c)
            else:
                goes_on = [x.implies(cp.sum([y for y in ways if y is not x]) == 1) for x in ways]
                words = f"a line through {at(c)} enters and leaves, without a branch"
                m.rule(words, cp.all(goes_on), [c])
                words = f"{at(c)} has a number where a line passes"
                m.rule(words, (of[c] != 0) == cp.any(ways), [c])
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
        """The ends of paths that fill the board, cut where answers differ, in the middle."""
        for _ in range(_DRAWS):
            found = paths(rng, b)
            if cls._is_singled(rng, b, found):
                break
        return _ends(found)

    @classmethod
    def _is_singled(cls, rng: Random, b: Board, found: list[list[Cell]]) -> bool:
        """Whether paths are cut until they are the only answer, and are not too many then.

        Where a path is cut its line stays. So all questions are of one solver: is there an answer
        without some line of these, and with those that are cut? Two parts may join the other ends
        in it, which no answer does, so rarely one is cut too often.
        """
        from cpstudy.declared.clauses import encoded
        from cpstudy.declared.whole import Whole

        whole = Whole(encoded(cls.of_blocks(b.rows, b.columns, _ends(found))))
        variables = zip(whole.encoded.model.place, whole.encoded.bits(), strict=True)
        line = {place: bits[0] for (group, place), bits in variables if group.name == "lines"}
        used = [line[min(two), max(two)] for path in found for two in pairwise(path)]
        assumed, rules = [whole.switch([-x for x in used])], range(len(whole.all))
        while True:
            other = whole.refutation(assumed, rules, UNLIMITED, _CONFLICTS)
            if other is None or isinstance(other, list):
                return other is not None and len(found) <= max(3, _MOST * len(b.cells))
            ways = [
                (min(k, len(path) - k), path, k, line[min(two), max(two)])
                for path in found
                for k, two in enumerate(pairwise(path), 1)
                if 1 < k < len(path) - 1
            ]
            ways = [way for way in ways if not other[way[3] - 1]]
            if not ways:
                return False
            most = max(ways)[0]
            _, path, k, cut = rng.choice([way for way in ways if way[0] == most])
            found.remove(path)
            found += [path[:k], path[k:]]
            assumed.append(cut)


def _ends(found: list[list[Cell]]) -> Tokens:
    return {"numbers": {c: str(k) for k, p in enumerate(found, 1) for c in (p[0], p[-1])}}


KIND = kind_of(Numberlink)
