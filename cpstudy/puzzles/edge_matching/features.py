"""What can be told of an edge-matching puzzle before solving it: numbers to choose a solver by.

Colours, the expected number of solved boards of a random puzzle of such colours (about one along
the ridge), how many sides of other pieces fit a side on average (Willems2016 asks whether this
governs hardness), and how many pieces are twins or look the same when turned.

Cost: a pass over the pieces. Limits: they know nothing of where equal colours lie.
"""

from __future__ import annotations

import math

import numpy as np

from cpstudy.puzzles.edge_matching.generating.expectation import (
    average_connectivity,
    log_expected_boards,
)
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, least_turn, turned


def features(puzzle: EdgeMatching) -> dict[str, float]:
    """Named numbers: ``pieces``, ``inner colours``, ``outer colours``, ``log10 expected boards``
    (framed boards only), ``average connectivity``, ``twins`` (pieces beyond the first of each look)
    and ``symmetric`` (pieces that look the same turned by half or a quarter).
    """
    outer = {colour for piece in puzzle.pieces for colour in _along_the_frame(piece)}
    colours = {colour for piece in puzzle.pieces for colour in piece if colour or not puzzle.framed}
    inner = colours - outer if puzzle.framed else colours
    found: dict[str, float] = {
        "pieces": len(puzzle.pieces),
        "inner colours": len(inner),
        "outer colours": len(outer),
        "average connectivity": float(average_connectivity(np.array([puzzle.pieces]))[0]),
        "twins": len(puzzle.pieces) - len({least_turn(piece) for piece in puzzle.pieces}),
        "symmetric": sum(turned(piece, 2) == piece for piece in puzzle.pieces),
    }
    if puzzle.framed and inner and outer:
        expected = log_expected_boards(puzzle.rows, puzzle.columns, len(inner), len(outer))
        found["log10 expected boards"] = expected / math.log(10)
    return found


def _along_the_frame(piece: tuple[int, int, int, int]) -> list[int]:
    """The colours beside the sides that are frame: those that meet along the border."""
    return [
        piece[side]
        for side in range(4)
        if piece[side] and (piece[side - 1] == 0 or piece[(side + 1) % 4] == 0)
    ]
