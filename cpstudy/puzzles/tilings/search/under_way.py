"""A chronological search on edges under way, slice by slice: squares or any tiling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import prepared, views
from cpstudy.core.result import Stop
from cpstudy.puzzles.tilings.search.trail import NODES

# What ``advance`` returns.
EXHAUSTED, SOLVED, PAUSED = 0, 1, 2

# Nodes between two looks at the clock: about a millisecond on small boards.
_PACE = 1000
_PLAIN_PACE = 20


class EdgeSearch:
    """To be gone on with by core/slices.py. Effort and counter: nodes, decisions made.

    advance: a kernel (workspace, guide, whether to go back first, nodes in all) that returns one of
    the above. sides: of a cell. node: what a node is in plain work; ahead: that before the first.
    """

    def __init__(
        self, advance: Callable[..., Any], work: Any, sides: int, node: int, ahead: int = 0
    ) -> None:
        self._advance = advance
        self._work = work
        self._plain = views(work)
        self._control = self._plain.control  # numbers of Python, in a third of the time
        self._pass = len(work.state) // 4 + 20
        self._full = (1 << sides) - 1
        self._node = node
        self._ahead = ahead
        self._guide = np.zeros(0, np.uint8)
        self._going_back = 0

    @property
    def effort(self) -> int:
        """Nodes."""
        nodes: int = self._control[NODES]
        return nodes

    @property
    def counters(self) -> dict[str, int]:
        """Nodes."""
        return {"nodes": self.effort}

    def go(self, most: int) -> bytes | Stop | None:
        """Another slice, to ``most`` nodes in all: the open sides, DONE, or None.

        The first solution guides all that come after it.
        """
        nodes = self._control[NODES]
        go_on = prepared(self._advance, self._ahead + self._pass)
        plain = go_on is self._advance
        most = min(most, nodes + (_PLAIN_PACE if plain else _PACE))
        status = go_on(self._plain if plain else self._work, self._guide, self._going_back, most)
        self._ahead = self._node * (self._control[NODES] - nodes)
        self._going_back = int(status == SOLVED)
        if status != SOLVED:
            return Stop.DONE if status == EXHAUSTED else None
        opened: npt.NDArray[np.uint8] = self._work.state & self._full
        if opened.dtype != np.uint8:
            opened = opened.astype(np.uint8)
        if not self._guide.size:
            self._guide = opened
        return opened.tobytes()
