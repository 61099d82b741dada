"""From a contracted board to what is swept: each group in the best of its orders.

Of the three orders of a group (:mod:`.orders`) the one of least cost (:mod:`.layout`) is taken,
the first of them where several cost the same. Cost: linear in the tiles but for the order by
growth; a tenth of a microsecond a tile compiled.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import borrowing
from cpstudy.puzzles.pipes.counting.layout import lay_out, list_orientations
from cpstudy.puzzles.pipes.counting.multigraph import CONTROL, WIDTH
from cpstudy.puzzles.pipes.counting.orders import sort_by_groups, sort_by_growth

_BY_TILE = 23
_BY_EDGE = 5


class Memory(NamedTuple):
    """What planning a board of n tiles needs; int64, all 0 before the first.

    by_tile [rows, n], by_edge [rows, 2n]: given out in :mod:`.boards`. across [4] and control: see
    :class:`~.multigraph.Multigraph`.
    """

    by_tile: Any
    by_edge: Any
    across: Any
    control: Any


def memory(tiles: int) -> Memory:
    """Memory for boards of so many tiles."""
    return Memory(
        np.zeros((_BY_TILE, tiles), np.int64),
        np.zeros((_BY_EDGE, 2 * tiles), np.int64),
        np.zeros(4, np.int64),
        np.zeros(CONTROL, np.int64),
    )


@borrowing
def lay_groups_out(g: Any, o: Any, p: Any, groups: Any, columns: Any, layout: Any) -> None:
    """Lay out the groups that ``o`` has, each in the best of its orders."""
    sort_by_groups(g, o, groups, columns, layout.first)
    for group in range(groups):
        begin = layout.first[group]
        end = layout.first[group + 1]
        sort_by_growth(g, o, begin, end)
        by_rows = lay_out(g, p, o.by_rows, begin, end, layout.sites)
        by_columns = lay_out(g, p, o.by_columns, begin, end, layout.sites)
        by_growth = lay_out(g, p, o.by_growth, begin, end, layout.sites)
        if by_rows <= min(by_columns, by_growth):
            lay_out(g, p, o.by_rows, begin, end, layout.sites)
        elif by_columns <= by_growth:
            lay_out(g, p, o.by_columns, begin, end, layout.sites)
        layout.widths[group] = g.control[WIDTH]
    list_orientations(g, layout, layout.first[groups])
