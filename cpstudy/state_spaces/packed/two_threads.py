"""Breadth-first search on two threads, where expanding a state is most of the work.

The states in the order found are a queue. Two blocks of it are expanded at once, the first by this
thread and the second by another one; then this thread alone goes through their successors, in
order, and adds what is new. So states, order, levels, transitions and path are those of the search
on one thread, however the threads are scheduled. Blocks have a fixed number of states, and two
threads are used where two blocks wait; all else, small searches too, is the search on one thread.

Kernels release the interpreter's lock, so nothing has to be copied or sent; the second thread has
tables of its own, which may hold scratch arrays. Two queues of C are all that the threads share
besides: an interrupt within Python's own locks would leave them taken.

Cost: two blocks of successors beside the states, 128 KiB a word. Limits: adding stays on one thread
and waits for memory, so a space whose successors take nanoseconds gains nothing from a second one:
only a *heavy* space is searched like this. The budget does not count the blocks.
"""

from __future__ import annotations

from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import compiled
from cpstudy.state_spaces.packed.buffers import Buffers
from cpstudy.state_spaces.packed.expanding import (
    COUNT,
    FULL,
    HEAD,
    PAUSED,
    expand_of,
    take_of,
)
from cpstudy.state_spaces.packed.space import CompiledSpace
from cpstudy.state_spaces.packed.visited import Visited

# From so many states on a second thread is worth its kernels, which take seconds to compile.
MANY = 1 << 16

# Successors of a block of states, at most.
_SUCCESSORS = 1 << 13


def block_size(space: CompiledSpace[Any]) -> int:
    """The states of a block."""
    return max(1, _SUCCESSORS // space.fanout)


class Block(NamedTuple):
    """States that were expanded.

    found: their successors, uint64[states * fanout, columns]; numbers: how many each has; seen:
    which are known at first sight (none: nobody looks before they are added).
    """

    found: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.int64]
    seen: npt.NDArray[np.uint8]


class TwoThreads:
    """A search that goes on by :meth:`step` where it is :attr:`wide`.

    visited, counters: of the search. ``close`` ends the second thread.
    """

    def __init__(self, space: CompiledSpace[Any], visited: Visited, counters: Any) -> None:
        self._space, self._visited, self._counters = space, visited, counters
        self._size = block_size(space)
        self._expand = compiled(expand_of(space.successors))
        self._take = compiled(take_of(space.is_goal, visited.add))
        self._mine, self._other = self._block(), self._block()
        self._buffers, self._other_buffers = Buffers(space), Buffers(space)
        self._other_tables = _copied(space.tables)
        self._asked: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()
        self._thread = Thread(target=self._obey, name="cpstudy expands", daemon=True)
        self._thread.start()

    def _block(self) -> Block:
        space, size = self._space, self._size
        found = np.zeros((size * space.fanout, space.columns), np.uint64)
        return Block(found, np.zeros(size, np.int64), np.zeros(len(found), np.uint8))

    @property
    def wide(self) -> bool:
        """Whether two blocks of states wait."""
        return bool(self._counters[COUNT] - self._counters[HEAD] >= 2 * self._size)

    def step(self, starts: Any, most: int, whole: bool) -> int:
        """Expand two blocks and take their successors; why it ended. See ``one_by_one``."""
        visited, counters = self._visited, self._counters
        visited.room = 2 * self._size * self._space.fanout
        if counters[COUNT] + visited.room > visited.rows:
            return FULL
        head = int(counters[HEAD])
        tables, mine, other = self._space.tables, self._buffers, self._other_buffers
        order, size = visited.order, self._size
        second = self._other_tables, order, head + size, size, *_arrays(other), *self._other[:2]
        self._asked.put(second)
        try:
            self._expand(tables, order, head, size, *_arrays(mine), *self._mine[:2])
        finally:
            failed = self._done.get()
        if failed is not None:
            raise failed
        status = PAUSED
        for block in (self._mine, self._other):
            if status == PAUSED:
                status = self._take(
                    tables, visited.known, order, visited.companions[0], starts, mine.state,
                    *block, size, counters, most, whole,
                )  # fmt: skip
        return status

    def _obey(self) -> None:
        while (arguments := self._asked.get()) is not None:
            try:
                self._expand(*arguments)
                self._done.put(None)
            except BaseException as failed:  # raised again by who asked
                self._done.put(failed)

    def close(self) -> None:
        """Let the second thread end."""
        self._asked.put(None)


def _arrays(buffers: Buffers) -> tuple[Any, ...]:
    return buffers.state, buffers.following, buffers.labels, buffers.costs


def _copied(tables: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same with arrays of its own."""
    return tuple(_copied(t) if isinstance(t, tuple) else np.copy(t) for t in tables)
