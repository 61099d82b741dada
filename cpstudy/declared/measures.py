"""What kind of board of a declared kind one is, by its blocks of tokens.

Of each block the share of places with a token and the mean of the numbers; of regions and cages,
whose tokens are names, the cells of one. The same for all kinds, so it does not see what matters in
one alone.
"""

import re
from statistics import fmean

from cpstudy.declared.board import BLANK
from cpstudy.declared.puzzle import Declared


def measures(puzzle: Declared, _: bytes) -> dict[str, float]:
    """The measures by name; a block without a number has no mean."""
    found: dict[str, float] = {}
    for block in puzzle.blocks:
        tokens = list(puzzle.board[block.name].values())
        given = [token for token in tokens if token != BLANK]
        numbers = [int(one) for token in given for one in re.findall("[0-9]+", token)]
        if block.mark != "regions" and block.over != "board":
            found[f"share of {block.name}"] = len(given) / len(tokens)
        if block.mark in ("regions", "cages"):
            found |= {f"cells a {block.mark[:-1]}": len(given) / len({*given})} if given else {}
        elif block.over != "board" and numbers:
            found[f"mean of {block.name}"] = fmean(numbers)
    return found
