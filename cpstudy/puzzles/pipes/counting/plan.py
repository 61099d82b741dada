"""From a board to what is swept: contracted, split into groups, each with the best of its orders.

Of the three orders of a group (:mod:`.orders`) the one of least cost (:mod:`.layout`) is taken,
the first of them where several cost the same. Cost: linear in the tiles but for the order by
growth; a tenth of a microsecond a tile compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting.blocks import blocks
from cpstudy.puzzles.pipes.counting.contraction import contract, possible_orientations
from cpstudy.puzzles.pipes.counting.layout import (
    lay_out,
    layout,
    list_orientations,
    width_of,
)
from cpstudy.puzzles.pipes.counting.multigraph import multigraph
from cpstudy.puzzles.pipes.counting.orders import BY_GROWTH, BY_ROWS, sort_by_groups, sort_by_growth
from cpstudy.puzzles.pipes.puzzle import Pipes


@dataclass(frozen=True)
class Plan:
    """A board contracted and laid out; ``groups`` is -1 where it has no solution.

    first int64[groups + 1]: where the sites of a group begin. widths int64[groups]. sites
    int64[…, SITE] and masks int64[…]: see :mod:`.layout`. possible int64[tiles]: what contraction
    left. tree: whether a tree is asked for.
    """

    groups: int
    first: npt.NDArray[np.int64]
    widths: npt.NDArray[np.int64]
    sites: npt.NDArray[np.int64]
    masks: npt.NDArray[np.int64]
    possible: npt.NDArray[np.int64]
    tree: bool

    def sites_of(self, group: int) -> npt.NDArray[np.int64]:
        """The sites of one group."""
        return self.sites[self.first[group] : self.first[group + 1]]


@kernel
def plan(columns: Any, neighbours: Any, possible: Any, tree: Any) -> Any:
    """Contract a board and lay its groups out.

    neighbours int64[tiles, 4], read-only. possible int64[tiles] is narrowed in place. Returns
    groups, first, widths, sites and masks as :class:`Plan` has them, some of them longer.
    """
    g = multigraph(neighbours, possible, tree)
    w = layout(len(possible))
    groups = contract(g, blocks(len(possible)), w.group)
    if groups > 0:
        sort_by_groups(g, w, groups, columns)
    for group in range(groups):
        begin = w.first[group]
        end = w.first[group + 1]
        sort_by_growth(g, w, begin, end)
        best = BY_ROWS
        least = lay_out(g, w, BY_ROWS, begin, end)
        for order in range(BY_ROWS + 1, BY_GROWTH + 1):
            cost = lay_out(g, w, order, begin, end)
            if cost < least:
                best = order
                least = cost
        if best != BY_GROWTH:
            lay_out(g, w, best, begin, end)
        w.widths[group] = width_of(w)
    if groups > 0:
        list_orientations(g, w, w.first[groups])
    return groups, w.first, w.widths, w.sites, w.masks


def planned(puzzle: Pipes, possible: npt.NDArray[np.uint16] | None, tree: bool) -> Plan:
    """The plan of a board, or of what is ``possible`` on it. Raises ValueError for its shape."""
    every = possible_orientations(puzzle)
    if possible is None:
        possible = every
    elif possible.shape != every.shape:
        raise ValueError(f"possible: shape {possible.shape}, expected {every.shape}")
    left = (possible & every).astype(np.int64)
    neighbours = neighbours_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers)
    make = prepared(plan, 10 * len(left))
    groups, first, widths, sites, masks = make(puzzle.columns, neighbours, left, tree)
    return Plan(int(groups), first, widths, sites, masks, left, tree)
