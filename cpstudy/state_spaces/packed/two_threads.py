"""Breadth-first search on two threads, for spaces in which expanding a state is most of the work.

The states in the order in which they are found are a queue. This thread expands one block of it
while a second thread expands the next; then this thread alone goes through their successors in
order and adds the new ones. So states, order, levels, transitions and path equal those of the
search on one thread, however the threads are scheduled. Blocks have a fixed number of states. Two
threads are used if two blocks wait; otherwise, and in small searches, the search uses one thread.

Kernels release the interpreter's lock, so nothing has to be copied or sent; the second thread has
its own model. The threads share only two more queues, implemented in C: an interrupt within
Python's own locks would leave them locked.

Cost: two blocks of successors in addition to the states, 128 KiB a word. Limits: one thread adds
all states and waits for memory, so a space whose successors take nanoseconds gains nothing: only
a *heavy* space is searched like this. The budget does not count the blocks.
"""

from queue import SimpleQueue
from threading import Thread
from typing import Any

from cpstudy.state_spaces.packed.expanding import FULL, PAUSED, Block, Levels, expand, take
from cpstudy.state_spaces.packed.space import CompiledSpace, Space
from cpstudy.state_spaces.packed.visited import Visited

# From this number of states on, a second thread is worth its blocks.
MANY = 1 << 16

# The largest number of successors of a block of states.
_SUCCESSORS = 1 << 13


def block_size(space: CompiledSpace[Any]) -> int:
    """The number of states of a block."""
    return max(1, _SUCCESSORS // space.fanout)


class TwoThreads:
    """A search that continues by :meth:`step` while it is :attr:`wide`.

    model, visited, levels: those of the search. ``close`` ends the second thread.
    """

    def __init__(
        self, space: CompiledSpace[Any], model: Space, visited: Visited, levels: Levels
    ) -> None:
        self._visited, self._levels = visited, levels
        self._size = block_size(space)
        self._models = model, space.fresh()
        self._blocks = Block(self._size, model), Block(self._size, model)
        self._firsts: SimpleQueue[int | None] = SimpleQueue()
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()
        self._thread = Thread(target=self._expand_blocks, name="cpstudy expands", daemon=True)
        self._thread.start()

    @property
    def wide(self) -> bool:
        """Whether at least two blocks of states wait to be expanded."""
        return self._levels.count - self._levels.head >= 2 * self._size

    def step(self) -> int:
        """Expand two blocks and add their successors; return why it stopped (``one_by_one``)."""
        visited, levels = self._visited, self._levels
        visited.headroom = 2 * self._size * self._models[0].fanout
        if levels.count + visited.headroom > visited.rows:
            return FULL
        self._firsts.put(levels.head + self._size)
        try:
            self._expand(0, levels.head)
        finally:
            failed = self._done.get()
        if failed is not None:
            raise failed
        for block in self._blocks:
            status = take(self._models[0], levels, block, self._size)
            if status != PAUSED:
                return status
        return PAUSED

    def _expand(self, which: int, first: int) -> None:
        expand(self._models[which], self._levels, self._blocks[which], first, self._size)

    def _expand_blocks(self) -> None:
        while (first := self._firsts.get()) is not None:
            try:
                self._expand(1, first)
                self._done.put(None)
            except BaseException as failed:  # raised again by ``step``
                self._done.put(failed)

    def close(self) -> None:
        """End the second thread."""
        self._firsts.put(None)
