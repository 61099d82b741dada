"""X-wing: two lines in which a value has the same two cross lines.

The value stands at two of the four crossings, one in each cross line, so the cross lines lose it
everywhere else. Lines are rows crossed by columns, and columns by rows. Cost: pairs of lines for
each value.
"""

from __future__ import annotations

from itertools import combinations

from cpstudy.puzzles.latin.deduction.knowledge import Finding, Knowledge
from cpstudy.puzzles.latin.rules import rows_and_columns

NAME = "x-wing"


def x_wing(k: Knowledge) -> Finding | None:
    """The first one that takes anything away."""
    order = k.puzzle.order
    lines = rows_and_columns(order)
    for along, across in ((lines[:order], lines[order:]), (lines[order:], lines[:order])):
        for value in range(1, order + 1):
            bit = 1 << (value - 1)
            places = [[i for i, c in enumerate(line.cells) if k.left[c] & bit] for line in along]
            twos = [line for line, found in enumerate(places) if len(found) == 2]
            for one, other in combinations(twos, 2):
                if places[one] != places[other]:
                    continue
                corners = [along[line].cells[i] for line in (one, other) for i in places[one]]
                crossed = [across[i] for i in places[one]]
                cells = (c for line in crossed for c in line.cells if c not in corners)
                losses = k.losses(cells, bit)
                if losses:
                    both = f"{along[one].name} and {along[other].name}"
                    where = f"{crossed[0].name} and {crossed[1].name}"
                    words = f"{both} have their {value} in {where}, which have no other"
                    return Finding(NAME, losses, tuple(sorted(corners)), words)
    return None
