"""What deduction finds out, as edges: the partial assignment that encodings start from.

An edge is open where every orientation that its tile has left opens it, closed where none does.
The rules are those of solver.py but for lookahead, which costs more than the search it saves.
"""

from __future__ import annotations

import numpy as np

from cpstudy.core.native import array
from cpstudy.puzzles.pipes.deduction.deducing import CONTRADICTION
from cpstudy.puzzles.pipes.deduction.knowledge import PARITY
from cpstudy.puzzles.pipes.deduction.solver import deduction
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.edges import edge_table


def known_edges(puzzle: Pipes) -> dict[int, bool] | None:
    """Edges (by number) that are open or closed in every solution; None where there is none."""
    knowledge, end = deduction(puzzle, PARITY)
    if end == CONTRADICTION:
        return None
    table = edge_table(puzzle)
    possible = array(knowledge.possible)[table.ends[:, 0]].astype(np.int64)
    left, opening = np.zeros_like(possible), np.zeros_like(possible)
    for orientation in range(16):
        has = possible >> orientation & 1
        left += has
        opening += has * (table.bits[:, 0] & orientation != 0)
    known = np.flatnonzero((opening == 0) | (opening == left))
    return dict(zip(known.tolist(), (opening[known] > 0).tolist(), strict=True))
