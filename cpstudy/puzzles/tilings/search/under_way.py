"""A chronological search on edges under way, slice by slice: squares or any tiling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np

from cpstudy.core.native import Const, array, u8
from cpstudy.core.result import Stop
from cpstudy.puzzles.tilings.search.trail import Trail

# What ``advance`` returns.
EXHAUSTED, SOLVED, PAUSED = 0, 1, 2

W = TypeVar("W", bound=Trail)

# Nodes between two looks at the clock: about a millisecond on small boards.
_PACE = 1000


class EdgeSearch(Generic[W]):
    """To be gone on with by core/resumable_search.py. Effort and counter: nodes, decisions made.

    advance: a kernel (workspace, guide, whether to go back first, nodes in all) that returns one of
    the above. sides: of a cell.
    """

    def __init__(
        self, advance: Callable[[W, Const[u8], bool, int], int], work: W, sides: int
    ) -> None:
        self._advance = advance
        self._work = work
        self._full = (1 << sides) - 1
        self._guide = b""
        self._going_back = False

    @property
    def effort(self) -> int:
        """Nodes."""
        return self._work.nodes

    @property
    def counters(self) -> dict[str, int]:
        """Nodes."""
        return {"nodes": self.effort}

    def go(self, most: int) -> bytes | Stop | None:
        """Another slice, to ``most`` nodes in all: the open sides, DONE, or None.

        The first solution guides all that come after it.
        """
        most = min(most, self._work.nodes + _PACE)
        status = self._advance(self._work, self._guide, self._going_back, most)
        self._going_back = status == SOLVED
        if status != SOLVED:
            return Stop.DONE if status == EXHAUSTED else None
        opened = (array(self._work.state) & self._full).astype(np.uint8).tobytes()
        self._guide = self._guide or opened
        return opened
