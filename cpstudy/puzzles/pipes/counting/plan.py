"""Prepare boards for the sweep: contract them, split them into groups, choose an order for each.

The order in which the tiles of a group are taken decides the width of the frontier. There are three
orders: by rows, by columns, and by *growth*. Growth is greedy: of the tiles next to those taken (of
all tiles, if there are none) it takes the one that makes the frontier grow least, the oldest first.
The plan uses the order of least cost (:mod:`.layout`); on a tie, the first.

Cost: linear in the tiles, except for the order by growth, which costs the tiles times the ready
tiles; a tenth of a microsecond per tile.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import View, View2, View3, f64, i64
from cpstudy.core.native import entry, inlined, kernel, row, view, workspace, zeros
from cpstudy.puzzles.pipes.counting.blocks import Blocks
from cpstudy.puzzles.pipes.counting.contraction import contract
from cpstudy.puzzles.pipes.counting.layout import SITE, Places, lay_out, list_orientations
from cpstudy.puzzles.pipes.counting.multigraph import Multigraph, flatten, unknown

# -- orders of the tiles of a group -------------------------------------------------------------

# The state of a tile while tiles are taken by growth.
_UNTOUCHED, _READY, _TAKEN = range(3)

_MOST_GROWTH = 99


@workspace
class Orders:
    """The tiles of the groups, one group after the other; [n].

    group: of each tile, -1 if it is in none. by_rows, by_columns, by_growth: the orders. ready:
    tiles next to those taken. All zero between two groups: taken, one of the three states above;
    class_left, class_taken, tiles by root.
    """

    group: View[i64]
    by_rows: View[i64]
    by_columns: View[i64]
    by_growth: View[i64]
    ready: View[i64]
    taken: View[i64]
    class_left: View[i64]
    class_taken: View[i64]

    def __init__(self, n: int) -> None:
        self.group, self.by_rows, self.by_columns = (zeros(n, "i64") for _ in range(3))
        self.by_growth, self.ready, self.taken = (zeros(n, "i64") for _ in range(3))
        self.class_left, self.class_taken = zeros(n, "i64"), zeros(n, "i64")


@entry
def sort_by_groups(g: Multigraph, o: Orders, groups: i64, columns: i64, first: View[i64]) -> None:
    """Fill ``first`` and the orders by rows and by columns."""
    for group in range(groups + 1):
        first[group] = 0
    for k in range(g.alive):
        first[o.group[g.live[k]] + 1] += 1
    for group in range(groups):
        first[group + 1] += first[group]
    _sort(g, o, groups, first, g.live, o.by_rows)
    _list_by_columns(g, o, columns, o.by_growth)
    _sort(g, o, groups, first, o.by_growth, o.by_columns)


@kernel
def _sort(
    g: Multigraph, o: Orders, groups: i64, first: View[i64], tiles: View[i64], order: View[i64]
) -> None:
    """Sort the live tiles by groups, and within a group by their order in ``tiles``."""
    for group in range(groups):
        o.ready[group] = first[group]
    for k in range(g.alive):
        group = o.group[tiles[k]]
        order[o.ready[group]] = tiles[k]
        o.ready[group] += 1


@kernel
def _list_by_columns(g: Multigraph, o: Orders, columns: i64, tiles: View[i64]) -> None:
    """Fill ``tiles`` with the live tiles, column after column."""
    for column in range(columns):
        o.ready[column] = 0
    for k in range(g.alive):
        o.ready[g.live[k] % columns] += 1
    begin = 0
    for column in range(columns):
        size = o.ready[column]
        o.ready[column] = begin
        begin += size
    for k in range(g.alive):
        column = g.live[k] % columns
        tiles[o.ready[column]] = g.live[k]
        o.ready[column] += 1


@entry
def sort_by_growth(g: Multigraph, o: Orders, begin: i64, end: i64) -> None:
    """Fill the order by growth of the group with the places ``begin`` to ``end``."""
    for k in range(begin, end):
        o.class_left[g.parent[o.by_rows[k]]] += 1
    number = 0
    first = begin
    for k in range(begin, end):
        if number == 0:
            while o.taken[o.by_rows[first]] == _TAKEN:
                first += 1
            o.ready[0] = o.by_rows[first]
            number = 1
        best = _least_growth(g, o, number)
        tile = o.ready[best]
        number -= 1
        for place in range(best, number):
            o.ready[place] = o.ready[place + 1]
        o.by_growth[k] = tile
        o.taken[tile] = _TAKEN
        own = g.parent[tile]
        o.class_left[own] -= 1
        o.class_taken[own] += 1
        for side in range(4):
            other = g.neighbours[tile, side]
            if unknown(g, tile, side) and o.taken[other] == _UNTOUCHED:
                o.ready[number] = other
                o.taken[other] = _READY
                number += 1
    for k in range(begin, end):
        tile = o.by_rows[k]
        o.taken[tile] = _UNTOUCHED
        o.class_taken[g.parent[tile]] = 0


@inlined
def _least_growth(g: Multigraph, o: Orders, number: i64) -> i64:
    """The first of the ``number`` ready tiles that makes the frontier grow least."""
    best = 0
    least = _MOST_GROWTH
    for place in range(number):
        tile = o.ready[place]
        growth = 0
        for side in range(4):
            other = g.neighbours[tile, side]
            if other != tile and unknown(g, tile, side):
                growth += -1 if o.taken[other] == _TAKEN else 1
        own = g.parent[tile]
        if g.tree and o.class_taken[own] > 0:
            growth -= o.class_left[own] == 1
        elif g.tree:
            growth += o.class_left[own] > 1
        if growth < least:
            least = growth
            best = place
    return best


# -- plans --------------------------------------------------------------------------------------


@workspace
class Plan:
    """The layouts of boards of n tiles.

    groups [boards]: their number, -1 if the board has no solution. first [boards, n + 1]: group i
    of a board has the sites first[i] to first[i + 1]. widths [boards, n]: of the groups.
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
    """The memory that planning needs. Each board leaves zeros where the next one expects them, so
    it serves several calls one after another.
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
    """Contract boards and lay out their groups.

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
    """Lay out each group in the best of its orders."""
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


# The memory of the last call, and an unused plan, by boards and tiles. A caller removes its entry:
# no two threads share one, and memory that an interrupt left in an inconsistent state never
# returns.
_kept: dict[int, Memory] = {}
_unused: dict[tuple[int, int], Plan] = {}


def planned(
    columns: int, neighbours: npt.NDArray[np.int64], possible: npt.NDArray[np.int64], tree: bool
) -> Plan:
    """The plan of boards of one shape: possible int64[boards, tiles], narrowed.

    neighbours int64[tiles, 4], read-only.
    """
    boards, tiles = possible.shape
    memory = _kept.pop(tiles, None) or Memory(neighbours, tree)
    memory.g.neighbours, memory.g.tree = view(neighbours), tree
    plan = _unused.pop((boards, tiles), None) or Plan(boards, tiles)
    plan_boards(columns, view(possible), memory, plan)
    _kept.clear()
    _kept[tiles] = memory
    return plan


def give_back(plan: Plan, boards: int, tiles: int) -> None:
    """Keep the memory of a plan that needed no sweep: allocating it takes as long as planning."""
    _unused.clear()
    _unused[boards, tiles] = plan
