"""Numberlink (Arukone): lines join equal numbers; they do not cross, touch or branch at a cell.

Not every cell need have a line (puzz.link's ``numlin``). Model: a Boolean for a line between
neighbours and an integer a cell, the place of its number in the list of numbers, 0 without a line;
lines join cells of one number, and make no circle, which :class:`.Forest` says.

A line that passes two neighbours, but not from one to the other, could take the short way: all
else stays. So an answer without such a detour is looked for first (:meth:`.Model.may_assume`); that
makes boards of 10×10 a hundred times faster.
"""

from random import Random
from typing import cast

from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget
from cpstudy.core.solving import Request
from cpstudy.declared import Block, Board, Declared, Model, Tokens, at, by_cell, cp, kind_of
from cpstudy.declared.layouts import paths
from cpstudy.declared.model import model_of
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
        """The ends of paths that fill the board, cut where answers differ, if possible inside."""
        from cpstudy.declared.solving import solve_sat

        found = paths(rng, b)
        while True:
            ends = [(c, str(k)) for k, p in enumerate(found, 1) for c in (p[0], p[-1])]
            tokens = {"numbers": dict(ends)}
            puzzle = cls.of_blocks(b.rows, b.columns, tokens)
            cuts = list[tuple[int, int]]()
            result = solve_sat(puzzle, Request(Budget(iterations=6000), 2))
            for solution in result.solutions:
                of = model_of(puzzle).by_group(cast(bytes, solution))["numbers"]
                for n, path in enumerate(found):
                    wrong = [of[c] != of[path[0]] for c in path]
                    cuts += [(n, k) for k in range(2, len(path) - 1) if any(wrong[k - 1 : k + 1])]
            if not cuts:
                return tokens
            long = [(n, k) for n, k in cuts if 2 < k < len(found[n]) - 2]
            n, k = rng.choice(long or cuts)
            found[n : n + 1] = [found[n][:k], found[n][k:]]


KIND = kind_of(Numberlink)
