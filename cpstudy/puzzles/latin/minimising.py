"""Remove clues from a solved board as long as it stays the only solution.

Groups of cells (single ones, or those that a half turn exchanges) are tried in random order, each
once: a clue that is needed among more clues is needed among fewer. Therefore none of the remaining
groups can be removed, and if groups are single cells, every clue is needed. The test of a group is
a search for a solution that differs in one of its cells; no other new solution is possible, since
the solution was the only one before. A test that exceeds ``_most_nodes`` keeps the group, so
above 16 × 16, where that limit is low, some clues may be needless. Cost: a search per cell.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.kernel_types import Const, Const2, View, i64, u8
from cpstudy.core.native import entry, kernel, view
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.searching import EXHAUSTED, search
from cpstudy.puzzles.latin.search.state import Board, begin, narrow


def _most_nodes(order: int) -> int:
    """The nodes of one test. The meaning of a seed depends on them."""
    return 20_000 if order <= 16 else 50


@kernel
def _is_needed(w: Board, clues: Const[u8], cell: i64, value: i64, most: i64) -> bool:
    """Whether the clues may have a solution without this value."""
    begin(w, clues)
    if not narrow(w, cell, w.full & ~(1 << (value - 1))):
        return False
    return search(w, most) != EXHAUSTED


@entry
def _take_out(
    w: Board, solution: Const[u8], clues: View[u8], groups: Const2[i64], group: i64, most: i64
) -> None:
    """Remove a group from ``clues`` (uint8[n]) if it is needless; groups: int64[g, k], −1: none."""
    for k in range(groups.shape[1]):
        if groups[group, k] >= 0:
            clues[groups[group, k]] = 0
    for k in range(groups.shape[1]):
        cell = groups[group, k]
        if cell >= 0 and _is_needed(w, clues, cell, solution[cell], most):
            for back in range(groups.shape[1]):
                if groups[group, back] >= 0:
                    clues[groups[group, back]] = solution[groups[group, back]]
            break


def minimal_clues(
    puzzle: Latin, solution: bytes, groups: npt.NDArray[np.int64], clock: Clock = UNLIMITED
) -> bytes:
    """Clues for which ``solution`` is the only one; the units are those of ``puzzle``.

    groups: int64[g, k], cells to remove together, in the order in which they are tried, −1 for
    none. Raises OutOfTimeError by the clock.
    """
    clues = np.frombuffer(solution, np.uint8).copy()
    tried = view(np.ascontiguousarray(groups))
    board, most = Board(puzzle), _most_nodes(puzzle.order)
    for group in range(len(groups)):
        clock.check()
        _take_out(board, view(solution), view(clues), tried, group, most)
    return clues.tobytes()


def half_turn_groups(cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Each cell with its image under a half turn of the board, in the order of ``cells``.

    cells: int64[n], a permutation.
    """
    n = len(cells)
    pairs = [(cell, n - 1 - cell) for cell in cells.tolist()]
    seen: set[int] = set()
    groups = []
    for cell, other in pairs:
        if cell not in seen:
            groups.append((cell, other if other != cell else -1))
            seen |= {cell, other}
    return np.array(groups, np.int64)
