"""From a board to what is swept: contracted, split into groups, each with the best of its orders.

Of the three orders of a group (:mod:`.orders`) the one of least cost (:mod:`.layout`) is taken,
the first of them where several cost the same. Cost: linear in the tiles but for the order by
growth; a tenth of a microsecond a tile compiled.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import borrowing
from cpstudy.puzzles.pipes.counting.blocks import Blocks
from cpstudy.puzzles.pipes.counting.contraction import contract
from cpstudy.puzzles.pipes.counting.layout import Places, lay_out, list_orientations
from cpstudy.puzzles.pipes.counting.multigraph import CONTROL, TREE, WIDTH, Multigraph
from cpstudy.puzzles.pipes.counting.orders import Orders, sort_by_groups, sort_by_growth

_BY_TILE = 23
_BY_EDGE = 5


class Memory(NamedTuple):
    """What planning a board of n tiles needs; int64, all 0 before and after.

    by_tile [rows, n], by_edge [rows, 2n]: given out in ``plan``. across [4] and control: see
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
def plan(columns: Any, neighbours: Any, possible: Any, tree: Any, m: Any, layout: Any) -> Any:
    """Contract a board and lay its groups out; returns their number, or -1: no solution.

    neighbours int64[tiles, 4]. possible int64[tiles] is narrowed in place. m: :class:`Memory`.
    layout: :class:`~.layout.Layout`, filled.
    """
    t = m.by_tile
    e = m.by_edge
    g = Multigraph(
        neighbours, possible, t[0], t[1], t[2], t[3], t[4], t[5], t[6], m.across, m.control
    )
    b = Blocks(e[0], e[1], e[2], t[7], t[8], t[9], t[10], t[11], t[12])
    o = Orders(t[13], t[14], t[15], t[16], t[17], t[18], t[19], t[20])
    p = Places(e[3], t[21], t[22], e[4])
    m.control[TREE] = tree
    groups = contract(g, b, o.group)
    if groups > 0:
        sort_by_groups(g, o, groups, columns, layout.first)
        for group in range(groups):
            _lay_group_out(g, o, p, group, layout)
        list_orientations(g, layout, layout.first[groups])
    return groups


@borrowing
def _lay_group_out(g: Any, o: Any, p: Any, group: Any, layout: Any) -> None:
    """Lay a group out in the best of its orders."""
    begin = layout.first[group]
    end = layout.first[group + 1]
    sites = layout.sites
    sort_by_growth(g, o, begin, end)
    by_rows = lay_out(g, p, o.by_rows, begin, end, sites)
    by_columns = lay_out(g, p, o.by_columns, begin, end, sites)
    by_growth = lay_out(g, p, o.by_growth, begin, end, sites)
    if by_rows <= min(by_columns, by_growth):
        lay_out(g, p, o.by_rows, begin, end, sites)
    elif by_columns <= by_growth:
        lay_out(g, p, o.by_columns, begin, end, sites)
    layout.widths[group] = g.control[WIDTH]
