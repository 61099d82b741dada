"""Measures of a board of any declared kind, from its blocks of tokens.

For each block: the share of places with a token, and the mean of the numbers. For regions and
cages, whose tokens are names: the mean number of cells. The measures are the same for all kinds, so
they miss what matters in one kind alone.
"""

import re
from statistics import fmean

from cpstudy.declared.board import BLANK
from cpstudy.declared.puzzle import Declared


def measures(puzzle: Declared, _: bytes) -> dict[str, float]:
    """Return the measures by name; a block without a number has no mean."""
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
