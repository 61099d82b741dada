"""Boards planned and swept one after another: the one kernel that counting compiles.

It goes on where it stopped: after any number of states, where a table is too small, and, where it
is asked for, after each group. Whoever calls it looks at the clock, makes room, takes away what a
group left; all that is known is in arrays of the caller.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import borrowing, prepared
from cpstudy.puzzles.pipes.counting.blocks import Blocks
from cpstudy.puzzles.pipes.counting.contraction import contract
from cpstudy.puzzles.pipes.counting.layout import TILE, Places, layout
from cpstudy.puzzles.pipes.counting.limbs import LIMB_MASK
from cpstudy.puzzles.pipes.counting.multigraph import TREE, Multigraph
from cpstudy.puzzles.pipes.counting.orders import Orders
from cpstudy.puzzles.pipes.counting.plan import lay_groups_out, memory
from cpstudy.puzzles.pipes.counting.record import Record
from cpstudy.puzzles.pipes.counting.sweep import (
    DONE,
    EXPANDED,
    GROUP_DONE,
    begin,
    enlarged,
    first_limb,
    record_of,
    sweep,
    tables,
    ways,
    without_record,
)

# A number that is too large for one limb, or that memory did not do for.
UNCOUNTED = -1

# Places in the progress of boards: the board; how many groups it has, -2 before it is planned; the
# group, and whether it is begun; the product of the groups before. And whether to stop after each.
_BOARD, _GROUPS, _GROUP, _BEGUN, _PRODUCT, _STOPPING = range(6)
_UNPLANNED = -2

# The work of a tile and of a state in plain Python, in the units of ``prepared``; the states of a
# call in plain Python.
_TILE_UNITS, _STATE_UNITS = 10, 10
_PLAIN_SLICE = 100


@borrowing
def count_boards(
    columns: Any, neighbours: Any, possible: Any, tree: Any, m: Any, layout: Any, t: Any,
    progress: Any, work: Any, counts: Any,
) -> Any:  # fmt: skip
    """Go on counting; returns DONE after the last board, else the status of the last sweep.

    neighbours int64[tiles, 4], read-only. possible int64[boards, tiles], narrowed in place. m,
    layout, t: :class:`~.plan.Memory`, :class:`~.layout.Layout`, :class:`~.sweep.Tables`. progress:
    see the names above. work: states to expand at most. counts int64[boards].
    """
    n = m.by_tile
    e = m.by_edge
    b = Blocks(e[0], e[1], e[2], n[0], n[1], n[2], n[3], n[4], n[5])
    o = Orders(n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13])
    p = Places(e[3], n[14], n[15], e[4])
    until = t.control[EXPANDED] + work
    for board in range(progress[_BOARD], len(counts)):
        if progress[_GROUPS] == _UNPLANNED:
            m.control[TREE] = tree
            g = Multigraph(
                neighbours, possible[board], n[16], n[17], n[18], n[19], n[20], n[21], n[22],
                m.across, m.control,
            )  # fmt: skip
            groups = contract(g, b, o.group)
            if groups > 0:
                lay_groups_out(g, o, p, groups, columns, layout)
            progress[_GROUPS] = groups
            progress[_GROUP] = 0
            progress[_PRODUCT] = groups >= 0
        for group in range(progress[_GROUP], progress[_GROUPS]):
            if not progress[_BEGUN]:
                begin(t, layout.widths[group], tree)
            sites = layout.sites[layout.first[group] : layout.first[group + 1]]
            status = sweep(sites, layout.masks, t, until)
            progress[_BEGUN] = status != DONE
            progress[_GROUP] = group + (status == DONE)
            if status != DONE:
                return status
            progress[_PRODUCT] = _times(progress[_PRODUCT], first_limb(t))
            if progress[_STOPPING]:
                return GROUP_DONE
            if progress[_PRODUCT] == 0:
                break
        counts[board] = progress[_PRODUCT]
        progress[_GROUPS] = _UNPLANNED
        progress[_BOARD] = board + 1
    return DONE


@borrowing
def _times(one: Any, other: Any) -> Any:
    """A product, 0 where a factor is 0, UNCOUNTED where one is or the product is too large."""
    if one == 0 or other == 0:
        return 0
    if min(one, other) < 0 or one > LIMB_MASK // other:
        return UNCOUNTED
    return one * other


class Boards:
    """Boards of one shape under way.

    neighbours int64[tiles, 4], read-only. possible int64[boards, tiles]: narrowed. stopping:
    whether to stop after each group. recording: whether transitions are recorded. counts
    int64[boards]: the numbers, some of them UNCOUNTED. states: expanded so far.
    """

    def __init__(
        self,
        columns: int,
        neighbours: npt.NDArray[np.int64],
        possible: npt.NDArray[np.int64],
        tree: bool,
        *,
        most_states: int,
        stopping: bool = False,
        recording: bool = False,
    ) -> None:
        number, tiles = possible.shape
        self.possible = possible
        self.counts = np.full(number, UNCOUNTED)
        self.recording = recording
        self.states = 0
        self._most_states = most_states
        self._board = columns, neighbours, possible, tree, memory(tiles)
        self._layout = layout(tiles)
        self._tables = tables(most_states, recording)
        self._progress = np.array([0, _UNPLANNED, 0, 0, 1, stopping])
        self._work = _TILE_UNITS * possible.size

    def go_on(self, most: int) -> int:
        """Expand at most so many states, fewer in plain Python; returns the status."""
        count = prepared(count_boards, self._work)
        if count is count_boards:
            most = min(most, _PLAIN_SLICE)
        t = self._tables
        before = int(t.control[EXPANDED])
        status = count(*self._board, self._layout, t, self._progress, most, self.counts)
        expanded = int(t.control[EXPANDED]) - before
        self.states += expanded
        self._work = _STATE_UNITS * expanded
        return int(status)

    def enlarge(self, most_bytes: int) -> bool:
        """Make room for the group under way; False where that takes too many bytes."""
        larger = enlarged(self._tables, most_bytes)
        if larger is not None:
            self._tables = larger
        return larger is not None

    def forget(self) -> bool:
        """Go on without a record; False where there was none."""
        if not self.recording:
            return False
        self.recording = False
        self._tables = without_record(self._tables)
        return True

    def give_up(self) -> None:
        """Leave the group under way uncounted."""
        self._progress[_GROUP] += 1
        self._progress[_BEGUN] = 0
        self._progress[_PRODUCT] = UNCOUNTED

    def ways(self) -> int:
        """The number of ways of the group that is done."""
        return ways(self._tables)

    def take_record(self) -> Record:
        """The transitions of the group that is done; the next one begins another record."""
        group = self._progress[_GROUP] - 1
        sites = self._layout.sites[self._layout.first[group] : self._layout.first[group + 1]]
        record = Record(sites[:, TILE], *record_of(self._tables))
        self._tables = tables(self._most_states, record=True)
        return record
