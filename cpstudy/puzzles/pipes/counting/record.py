"""Solutions from a sweep that was recorded: every way to the end, without dead ends.

A record lists each transition (target, orientation) by its source. Backwards, the states that lead
to the end are marked; forwards, every marked path is one way of placing the tiles of the group.
The ways come in the order of the sites, the orientations of a site in theirs. Cost: marking is
linear in the record, a way costs what its new part is long.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, View, i64, u8
from cpstudy.core.native import entry, view


@entry
def mark(steps: Const[i64], starts: Const[i64], leads: View[u8]) -> None:
    """Mark the states that lead to a marked one; a target's number is above its source's.

    steps, starts: see :class:`~.tables.Tables`. leads [states].
    """
    for source in range(len(leads) - 2, -1, -1):
        for k in range(starts[source], starts[source + 1]):
            if leads[steps[k] >> 4]:
                leads[source] = 1
                break


class Record:
    """The transitions of a group, all of whose tiles are taken, with at least one way to the end.

    tiles: in the order of the sites. steps, starts: as in :class:`~.tables.Tables`. end: the number
    of the last state.
    """

    def __init__(
        self,
        tiles: npt.NDArray[np.int64],
        steps: npt.NDArray[np.int64],
        starts: npt.NDArray[np.int64],
        end: int,
    ) -> None:
        self.tiles = tiles
        self._steps, self._starts, self._end = steps, starts, end

    @cached_property
    def _leads(self) -> npt.NDArray[np.bool_]:
        """Which states lead to the end."""
        leads = np.zeros(self._end + 1, np.bool_)
        leads[self._end] = True
        mark(view(self._steps), view(self._starts), view(leads.view(np.uint8)))
        return leads

    def placements(self) -> Iterator[list[int]]:
        """Every way: orientations by site, in one list that is used again."""
        chosen: list[int] = []
        branches = [self._following(0)]
        while branches:
            step = next(branches[-1], None)
            del chosen[len(branches) - 1 :]
            if step is None:
                branches.pop()
                continue
            chosen.append(step & 15)
            if step >> 4 == self._end:
                yield chosen
            else:
                branches.append(self._following(step >> 4))

    def _following(self, state: int) -> Iterator[int]:
        """The transitions of a state that lead to the end."""
        steps = self._steps[self._starts[state] : self._starts[state + 1]]
        return iter(steps[self._leads[steps >> 4]].tolist())


# For a set of masks, as a bit set: the mask in it where there is but one.
_ONLY = np.zeros(1 << 16, np.uint8)
_ONLY[1 << np.arange(16)] = np.arange(16)


def solutions(possible: npt.NDArray[np.int64], records: Sequence[Record]) -> Iterator[bytes]:
    """All solutions of a board, those first that differ in the last group only.

    possible int64[tiles]: what contraction left. records: of all groups.
    """
    sides = _ONLY[possible]
    if not records:
        yield sides.tobytes()
        return
    branches = [records[0].placements()]
    while branches:
        placement = next(branches[-1], None)
        if placement is None:
            branches.pop()
            continue
        sides[records[len(branches) - 1].tiles] = placement
        if len(branches) == len(records):
            yield sides.tobytes()
        else:
            branches.append(records[len(branches)].placements())
