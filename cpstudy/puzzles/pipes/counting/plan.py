"""From boards to what is swept: contracted, split into groups, each in the best of its orders.

Of the three orders of a group (:mod:`.orders`) the one of least cost (:mod:`.layout`) is taken,
the first of them where several cost the same. Cost: linear in the tiles but for the order by
growth; a tenth of a microsecond a tile compiled.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import borrowing, prepared
from cpstudy.puzzles.pipes.counting.blocks import Blocks
from cpstudy.puzzles.pipes.counting.contraction import contract
from cpstudy.puzzles.pipes.counting.layout import SITE, Places, lay_out, list_orientations
from cpstudy.puzzles.pipes.counting.multigraph import (
    CONTROL,
    LIVE,
    TREE,
    WIDTH,
    Multigraph,
    flatten,
)
from cpstudy.puzzles.pipes.counting.orders import Orders, sort_by_groups, sort_by_growth

# The work of a tile in plain Python, in the units of ``prepared``.
_TILE_UNITS = 10

# Rows of memory of the length of the tiles and of twice that.
_BY_TILE, _BY_EDGE = 23, 5


class Plan(NamedTuple):
    """Boards of n tiles laid out; int64.

    groups [boards]: how many there are, -1 where the board has no solution. first [boards, n + 1]:
    group i of a board has the sites first[i] to first[i + 1]. widths [boards, n]: of the groups.
    sites [boards, n, SITE]: see :mod:`.layout`. masks [boards, 4n]: the orientations of all sites.
    """

    groups: Any
    first: Any
    widths: Any
    sites: Any
    masks: Any


class _Memory(NamedTuple):
    """What planning needs; int64, all 0 before the first board. Each board leaves clear what the
    next one asks to be clear, so it serves one call after the other.

    by_tile [rows, n], by_edge [rows, 2n]: given out in ``plan_boards``. across [4] and control: see
    :class:`~.multigraph.Multigraph`.
    """

    by_tile: Any
    by_edge: Any
    across: Any
    control: Any


@borrowing
def plan_boards(
    columns: Any, neighbours: Any, possible: Any, tree: Any, memory: Any, plan: Any
) -> None:
    """Contract boards and lay their groups out.

    neighbours int64[tiles, 4], read-only. possible int64[boards, tiles], narrowed in place. memory:
    :class:`_Memory`. plan: :class:`Plan`, filled.
    """
    n = memory.by_tile
    e = memory.by_edge
    b = Blocks(e[0], e[1], e[2], n[0], n[1], n[2], n[3], n[4], n[5])
    o = Orders(n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13])
    p = Places(e[3], n[14], n[15], e[4])
    memory.control[TREE] = tree
    for board in range(len(possible)):
        g = Multigraph(
            neighbours, possible[board], n[16], n[17], n[18], n[19], n[20], n[21], n[22],
            memory.across, memory.control,
        )  # fmt: skip
        groups = contract(g, b, o.group)
        plan.groups[board] = groups
        if groups > 0:
            flatten(g)
            first = plan.first[board]
            sort_by_groups(g, o, groups, columns, first)
            _lay_groups_out(g, o, p, first, plan.widths[board], plan.sites[board])
            list_orientations(g, plan.sites[board, : first[groups]], plan.masks[board])


@borrowing
def _lay_groups_out(g: Any, o: Any, p: Any, first: Any, widths: Any, sites: Any) -> None:
    """Lay each group out in the best of its orders."""
    group = 0
    while first[group] < g.control[LIVE]:
        begin = first[group]
        end = first[group + 1]
        sort_by_growth(g, o, begin, end)
        by_rows = lay_out(g, p, o.by_rows, begin, end, sites)
        by_columns = lay_out(g, p, o.by_columns, begin, end, sites)
        by_growth = lay_out(g, p, o.by_growth, begin, end, sites)
        if by_rows <= min(by_columns, by_growth):
            lay_out(g, p, o.by_rows, begin, end, sites)
        elif by_columns <= by_growth:
            lay_out(g, p, o.by_columns, begin, end, sites)
        widths[group] = g.control[WIDTH]
        group += 1


# The memory of the last call, by the tiles of a board. Who needs it takes it out: no two threads
# have the same, and what an interrupt may have left half done does not come back.
_kept: dict[int, _Memory] = {}


def _memory(tiles: int) -> _Memory:
    return _Memory(
        np.zeros((_BY_TILE, tiles), np.int64),
        np.zeros((_BY_EDGE, 2 * tiles), np.int64),
        np.empty(4, np.int64),
        np.empty(CONTROL, np.int64),
    )


def planned(
    columns: int, neighbours: npt.NDArray[np.int64], possible: npt.NDArray[np.int64], tree: bool
) -> Plan:
    """The plan of boards of one shape: possible int64[boards, tiles], narrowed.

    neighbours int64[tiles, 4], read-only.
    """
    boards, tiles = possible.shape
    memory = _kept.pop(tiles, None) or _memory(tiles)
    plan = Plan(
        np.empty(boards, np.int64),
        np.empty((boards, tiles + 1), np.int64),
        np.empty((boards, tiles), np.int64),
        np.empty((boards, tiles, SITE), np.int64),
        np.empty((boards, 4 * tiles), np.int64),
    )
    make = prepared(plan_boards, _TILE_UNITS * possible.size)
    make(columns, neighbours, possible, tree, memory, plan)
    _kept.clear()
    _kept[tiles] = memory
    return plan
