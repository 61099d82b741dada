"""Boards swept one after another, group by group: the counts, or what is needed to go on.

The kernel stops after any number of states, where a table is too small, and after a group whose
number or record is to be taken away. Whoever calls it looks at the clock and makes room; all that
is known is in arrays of the caller.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import borrowing, prepared
from cpstudy.puzzles.pipes.counting.layout import TILE
from cpstudy.puzzles.pipes.counting.limbs import LIMB_MASK
from cpstudy.puzzles.pipes.counting.plan import Plan
from cpstudy.puzzles.pipes.counting.record import Record
from cpstudy.puzzles.pipes.counting.sweep import DONE, GROUP_DONE, begin, sweep
from cpstudy.puzzles.pipes.counting.tables import (
    EXPANDED,
    RECORD,
    enlarged,
    first_limb,
    record_of,
    tables,
    ways,
    without_record,
)

# A number that is too large for one limb, or that memory did not do for.
UNCOUNTED = -1

# Places in the progress of boards: the board; its group, and whether that one is begun; the product
# of the groups before.
_BOARD, _GROUP, _BEGUN, _PRODUCT = range(4)

# The work of a state in plain Python, in the units of ``prepared``; the states of a call there.
_STATE_UNITS = 3
_PLAIN_SLICE = 100


@borrowing
def sweep_boards(tree: Any, plan: Any, t: Any, progress: Any, work: Any, counts: Any) -> Any:
    """Go on counting; returns DONE after the last board, else the status of the last sweep.

    GROUP_DONE where the number of a group is not in the product: where transitions are recorded, or
    where it does not fit in. plan, t: :class:`~.plan.Plan`, :class:`~.tables.Tables`. progress: see
    the names above. work: states to expand at most. counts int64[boards].
    """
    until = t.control[EXPANDED] + work
    for board in range(progress[_BOARD], len(counts)):
        first = plan.first[board]
        for group in range(progress[_GROUP], plan.groups[board]):
            if not progress[_BEGUN]:
                begin(t, plan.widths[board, group], tree)
            sites = plan.sites[board, first[group] : first[group + 1]]
            status = sweep(sites, plan.masks[board], t, until)
            progress[_BEGUN] = status != DONE
            if status != DONE:
                return status
            progress[_GROUP] = group + 1
            number = first_limb(t)
            product = progress[_PRODUCT]
            if number == 0:
                progress[_PRODUCT] = 0
                break
            if product != UNCOUNTED:
                if t.control[RECORD] or number < 0 or product > LIMB_MASK // number:
                    return GROUP_DONE
                progress[_PRODUCT] = product * number
        counts[board] = progress[_PRODUCT] if plan.groups[board] >= 0 else 0
        progress[_BOARD] = board + 1
        progress[_GROUP] = 0
        progress[_PRODUCT] = 1
    return DONE


class Boards:
    """Boards of one shape under way.

    plan: what is swept. recording: whether transitions are recorded. counts int64[boards]: the
    products of the groups that were not taken away, some of them UNCOUNTED. states: expanded so
    far.
    """

    def __init__(
        self,
        plan: Plan,
        tree: bool,
        most_states: int,
        recording: bool,
    ) -> None:
        self.counts = np.empty(len(plan.groups), np.int64)
        self.recording = recording
        self.states = 0
        self._plan, self._tree, self._most_states = plan, tree, most_states
        self._tables = tables(most_states, recording)
        self._progress = np.array([0, 0, 0, 1])
        self._last = 0  # the states of the last call

    def go_on(self, most: int) -> int:
        """Expand at most so many states, fewer in plain Python; returns the status."""
        count = prepared(sweep_boards, _STATE_UNITS * self._last)
        if count is sweep_boards:
            most = min(most, _PLAIN_SLICE)
        t = self._tables
        before = int(t.control[EXPANDED])
        status = count(self._tree, self._plan, t, self._progress, most, self.counts)
        self._last = int(t.control[EXPANDED]) - before
        self.states += self._last
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

    def leave_uncounted(self) -> None:
        """Go on with the next group; unless that has no way, the board's count is UNCOUNTED."""
        self._progress[_GROUP] += self._progress[_BEGUN]
        self._progress[_BEGUN] = 0
        self._progress[_PRODUCT] = UNCOUNTED

    def ways(self) -> int:
        """The number of ways of the group that is done."""
        return ways(self._tables)

    def take_record(self) -> Record:
        """The transitions of the group that is done; the next one begins another record."""
        board, group = self._progress[_BOARD], self._progress[_GROUP] - 1
        begin, end = self._plan.first[board, group : group + 2]
        tiles = self._plan.sites[board, begin:end, TILE]
        record = Record(tiles, *record_of(self._tables))
        self._tables = tables(self._most_states, record=True)
        return record
