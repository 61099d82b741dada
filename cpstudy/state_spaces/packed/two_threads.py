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

import functools
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import compiled, kernel
from cpstudy.state_spaces.packed.buffers import Buffers
from cpstudy.state_spaces.packed.expanding import (
    COUNT,
    DEADLOCKS,
    END,
    FULL,
    GOAL,
    GOAL_NUMBER,
    HEAD,
    PAUSED,
    STATES,
    TRANSITIONS,
    goal_at_of,
    next_level,
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

    found: their successors, uint64[states * fanout, columns]; numbers: how many each has.
    """

    found: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.int64]


@functools.cache
def expand_of(successors: Any) -> Callable[..., None]:
    """The kernel that both threads run at once."""

    @kernel
    def expand(
        tables: Any, order: Any, first: Any, state: Any, following: Any, labels: Any, costs: Any,
        found: Any, numbers: Any,
    ) -> None:  # fmt: skip
        """Fill a block with the successors of the states from number ``first`` on."""
        total = 0
        for h in range(numbers.shape[0]):
            for w in range(state.shape[0]):
                state[w] = order[first + h, w]
            number = successors(state, tables, following, labels, costs)
            numbers[h] = number
            for i in range(number):
                for w in range(following.shape[1]):
                    found[total + i, w] = following[i, w]
            total += number

    return expand  # type: ignore[no-any-return, unused-ignore]


@functools.cache
def take_of(is_goal: Any, add: Any) -> Callable[..., int]:
    """The kernel that adds what is new."""
    goal_at = goal_at_of(is_goal)

    @kernel
    def take(
        tables: Any, known: Any, order: Any, parents: Any, starts: Any, state: Any, found: Any,
        numbers: Any, counters: Any, most: Any, whole: Any,
    ) -> Any:  # fmt: skip
        """Go through a block's successors as ``in_blocks`` does; returns why it stopped."""
        head = counters[HEAD]
        end = counters[END]
        count = counters[COUNT]
        looks = counters[GOAL_NUMBER] < 0
        status = PAUSED
        i = 0
        for h in range(numbers.shape[0]):
            if head == end:
                status = next_level(counters, starts, count)
                if status != PAUSED:
                    break
                end = count
            counters[TRANSITIONS] += numbers[h]
            if numbers[h] == 0:
                counters[DEADLOCKS] += 1
            last = i + numbers[h]
            while i < last:
                if add(found, i, order, count, known):
                    if count == most:
                        status = STATES
                        break
                    parents[count] = head
                    count += 1
                    if looks and goal_at(found, i, tables, state):
                        looks = False
                        counters[GOAL_NUMBER] = count - 1
                        if not whole:
                            status = GOAL
                            break
                i += 1
            if status != PAUSED:
                break
            head += 1
        counters[HEAD] = head
        counters[COUNT] = count
        return status

    return take  # type: ignore[no-any-return, unused-ignore]


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
        return Block(found, np.zeros(size, np.int64))

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
        self._asked.put(
            (self._other_tables, visited.order, head + self._size, *_arrays(other), *self._other)
        )
        try:
            self._expand(tables, visited.order, head, *_arrays(mine), *self._mine)
        finally:
            failed = self._done.get()
        if failed is not None:
            raise failed
        status = PAUSED
        for block in (self._mine, self._other):
            if status == PAUSED:
                status = self._take(
                    tables, visited.known, visited.order, visited.companions[0], starts, mine.state,
                    *block, counters, most, whole,
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
