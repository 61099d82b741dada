"""From boards to what is swept: contracted, split into groups, each in the best of its orders.

Of the three orders of a group (:mod:`.orders`) the one of least cost (:mod:`.layout`) is taken,
the first of them where several cost the same. Cost: linear in the tiles but for the order by
growth; a tenth of a microsecond a tile.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import (
    View,
    View2,
    View3,
    entry,
    f64,
    i64,
    kernel,
    row,
    view,
    workspace,
    zeros,
)
from cpstudy.puzzles.pipes.counting.blocks import Blocks
from cpstudy.puzzles.pipes.counting.contraction import contract
from cpstudy.puzzles.pipes.counting.layout import SITE, Places, lay_out, list_orientations
from cpstudy.puzzles.pipes.counting.multigraph import Multigraph, flatten
from cpstudy.puzzles.pipes.counting.orders import Orders, sort_by_groups, sort_by_growth


@workspace
class Plan:
    """Boards of n tiles laid out.

    groups [boards]: how many there are, -1 where the board has no solution. first [boards, n + 1]:
    group i of a board has the sites first[i] to first[i + 1]. widths [boards, n]: of the groups.
    sites [boards, n, SITE]: see :mod:`.layout`. masks [boards, 4n]: the orientations of all sites.
    """

    groups: View[i64]
    first: View2[i64]
    widths: View2[i64]
    sites: View3[i64]
    masks: View2[i64]

    def __init__(self, boards: int, n: int) -> None:
        self.groups = zeros(boards, "i64")
        self.first = zeros((boards, n + 1), "i64")
        self.widths = zeros((boards, n), "i64")
        self.sites = zeros((boards, n, SITE), "i64")
        self.masks = zeros((boards, 4 * n), "i64")


@workspace
class Memory:
    """What planning needs. Each board leaves clear what the next one asks to be clear, so it
    serves one call after the other.
    """

    g: Multigraph
    b: Blocks
    o: Orders
    p: Places

    def __init__(self, neighbours: npt.NDArray[np.int64], tree: bool) -> None:
        n = len(neighbours)
        self.g = Multigraph(neighbours, tree)
        self.b, self.o, self.p = Blocks(n), Orders(n), Places(n)


@entry
def plan_boards(columns: i64, possible: View2[i64], m: Memory, plan: Plan) -> None:
    """Contract boards and lay their groups out.

    possible [boards, tiles], narrowed in place. m: with neighbours and tree filled in. plan:
    filled.
    """
    for board in range(len(possible)):
        m.g.possible = row(possible, board)
        groups = contract(m.g, m.b, m.o.group)
        plan.groups[board] = groups
        if groups > 0:
            flatten(m.g)
            first: View[i64] = row(plan.first, board)
            sites: View2[i64] = row(plan.sites, board)
            sort_by_groups(m.g, m.o, groups, columns, first)
            _lay_groups_out(m.g, m.o, m.p, first, row(plan.widths, board), sites)
            list_orientations(m.g, sites, first[groups], row(plan.masks, board))


@kernel
def _lay_groups_out(
    g: Multigraph, o: Orders, p: Places, first: View[i64], widths: View[i64], sites: View2[i64]
) -> None:
    """Lay each group out in the best of its orders."""
    group = 0
    while first[group] < g.alive:
        begin = first[group]
        end = first[group + 1]
        sort_by_growth(g, o, begin, end)
        by_rows: f64 = lay_out(g, p, o.by_rows, begin, end, sites)
        by_columns: f64 = lay_out(g, p, o.by_columns, begin, end, sites)
        by_growth: f64 = lay_out(g, p, o.by_growth, begin, end, sites)
        if by_rows <= min(by_columns, by_growth):
            lay_out(g, p, o.by_rows, begin, end, sites)
        elif by_columns <= by_growth:
            lay_out(g, p, o.by_columns, begin, end, sites)
        widths[group] = p.width
        group += 1


# The memory of the last call, by the tiles of a board. Who needs it takes it out: no two threads
# have the same, and what an interrupt may have left half done does not come back.
_kept: dict[int, Memory] = {}


def planned(
    columns: int, neighbours: npt.NDArray[np.int64], possible: npt.NDArray[np.int64], tree: bool
) -> Plan:
    """The plan of boards of one shape: possible int64[boards, tiles], narrowed.

    neighbours int64[tiles, 4], read-only.
    """
    boards, tiles = possible.shape
    memory = _kept.pop(tiles, None) or Memory(neighbours, tree)
    memory.g.neighbours, memory.g.tree = view(neighbours), tree
    plan = Plan(boards, tiles)
    plan_boards(columns, view(possible), memory, plan)
    _kept.clear()
    _kept[tiles] = memory
    return plan
