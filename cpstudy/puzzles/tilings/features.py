"""Numbers that describe a board before it is solved, to choose a solver by.

How large it is, how many tiles have how many open sides, and how far each rule of the deduction
comes. Cost: the deduction for each rule, some milliseconds. Limits: whether such numbers predict
effort is a question of the study that uses them.
"""

from __future__ import annotations

from collections import Counter

from cpstudy.core.deducing import undecided_after
from cpstudy.puzzles.tilings.deduction import RULES, Deduction
from cpstudy.puzzles.tilings.rules import Tiling


def features(puzzle: Tiling) -> dict[str, float]:
    """Named numbers: ``tiles`` and ``holes``, ``share with N open`` (of the tiles, by open sides)
    and ``undecided after RULE``, the share of edges; missing where the rules find a contradiction.
    """
    degrees = Counter(map(int.bit_count, puzzle.tiles))
    holes = degrees[0]
    tiles = len(puzzle.tiles) - holes
    found: dict[str, float] = {"tiles": tiles, "holes": holes}
    for degree in range(1, puzzle.sides + 1):
        found[f"share with {degree} open"] = degrees[degree] / max(tiles, 1)
    return found | undecided_after(Deduction, puzzle, RULES)
