"""Numbers that describe a Pipes puzzle before it is solved, to choose a solver by.

They are the shares of tile types, the number of safe states (how ambiguous the tiles are to a
reader who sees neighbours only), and how much each rule of the deduction decides.

Cost: the deduction, some tens of microseconds compiled (lookahead is not used), and the count of
safe states, which can be expensive: it is left out above 400 tiles.
"""

import math

import numpy as np

from cpstudy.core.native import array
from cpstudy.core.result import Budget
from cpstudy.puzzles.pipes.board.statistics import tile_counts
from cpstudy.puzzles.pipes.counting.frontier import safe_states
from cpstudy.puzzles.pipes.deduction.knowledge import LOOKAHEAD, RULES
from cpstudy.puzzles.pipes.deduction.solver import deduction
from cpstudy.puzzles.pipes.puzzle import Pipes

_MOST_TILES = 400


def features(puzzle: Pipes) -> dict[str, float]:
    """Named numbers: ``tiles``, ``share of TYPE``, ``log10 safe states`` (-1 for none; missing
    above 400 tiles) and ``undecided after RULE``, the share of tiles that still have more than one
    orientation when the rules up to that one are stuck.
    """
    board = np.frombuffer(puzzle.tiles, np.uint8).reshape(1, puzzle.rows, puzzle.columns)
    tiles = len(puzzle.tiles)
    found: dict[str, float] = {"tiles": tiles}
    for name, counts in tile_counts(board).items():
        found[f"share of {name}"] = float(counts[0]) / tiles
    if tiles <= _MOST_TILES:
        count = safe_states(puzzle, Budget()).count
        found["log10 safe states"] = math.log10(count) if count else -1.0
    for hardest, rule in enumerate(RULES[:LOOKAHEAD]):
        known, _ = deduction(puzzle, hardest)
        left = sum(int(possible).bit_count() > 1 for possible in array(known.possible).tolist())
        found[f"undecided after {rule}"] = left / tiles
    return found
