"""The kernels of breadth-first search: states are expanded one by one, or a block at a time.

With a bitmap, one by one, and as little as can be done for each: a state takes thirty nanoseconds.
With a hash table, in blocks: the successors of some states are made first and all looked up
together (:func:`.visited.table_look`), so that delays of memory overlap.

Both take the same counters and give the same states in the same order.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from cpstudy.core.kernels import inlined, kernel

# Why a kernel came back.
EXHAUSTED, GOAL, PAUSED, FULL, STATES = range(5)
# The counters.
HEAD, END, COUNT, LEVEL, TRANSITIONS, DEADLOCKS, GOAL_NUMBER = range(7)


@kernel
def next_level(counters: Any, starts: Any, count: Any) -> Any:
    """Let a level begin: PAUSED, or EXHAUSTED where it is empty, or FULL without room for it."""
    if counters[END] == count:
        return EXHAUSTED
    if counters[LEVEL] + 3 > starts.shape[0]:
        return FULL
    counters[LEVEL] += 1
    starts[counters[LEVEL] + 1] = count
    counters[END] = count
    return PAUSED


@functools.cache
def goal_at_of(is_goal: Any) -> Callable[..., bool]:
    """The kernel that tells whether a successor is a goal."""

    @inlined
    def goal_at(rows: Any, row: Any, tables: Any, state: Any) -> Any:
        """Whether ``rows[row]`` is a goal; state: scratch."""
        for w in range(state.shape[0]):
            state[w] = rows[row, w]
        return is_goal(state, tables)

    return goal_at  # type: ignore[no-any-return, unused-ignore]


@functools.cache
def one_by_one_of(successors: Any, is_goal: Any, add: Any) -> Callable[..., int]:
    """The search of a model's successors and goals with states looked up at once."""
    goal_at = goal_at_of(is_goal)

    @kernel
    def one_by_one(
        tables: Any, known: Any, order: Any, parents: Any, starts: Any, state: Any, following: Any,
        labels: Any, costs: Any, counters: Any, rows: Any, most: Any, until: Any, whole: Any,
    ) -> Any:  # fmt: skip
        """Expand states in order up to number ``until``; returns why it stopped.

        rows: room for states. most: states allowed. starts: first number of each level.
        """
        head = counters[HEAD]
        end = counters[END]
        count = counters[COUNT]
        looks = counters[GOAL_NUMBER] < 0
        fanout = following.shape[0]
        transitions = 0
        status = PAUSED
        while head < until:
            if head == end:
                status = next_level(counters, starts, count)
                if status != PAUSED:
                    break
                end = count
            if count + fanout > rows:
                status = FULL
                break
            for w in range(state.shape[0]):
                state[w] = order[head, w]
            number = successors(state, tables, following, labels, costs)
            transitions += number
            if number == 0:
                counters[DEADLOCKS] += 1
            for i in range(number):
                if add(following, i, order, count, known):
                    if count == most:
                        status = STATES
                        break
                    parents[count] = head
                    count += 1
                    if looks and goal_at(following, i, tables, state):
                        looks = False
                        counters[GOAL_NUMBER] = count - 1
                        if not whole:
                            status = GOAL
                            break
            if status != PAUSED:
                break
            head += 1
        counters[HEAD] = head
        counters[COUNT] = count
        counters[TRANSITIONS] += transitions
        return status

    return one_by_one  # type: ignore[no-any-return, unused-ignore]


@functools.cache
def expand_of(successors: Any) -> Callable[..., int]:
    """The kernel that makes the successors of a block of states."""

    @kernel
    def expand(
        tables: Any, order: Any, first: Any, states: Any, state: Any, following: Any, labels: Any,
        costs: Any, found: Any, numbers: Any,
    ) -> Any:  # fmt: skip
        """Successors of so many states from number ``first`` on; returns how many there are.

        found: uint64[states * fanout, columns], the successors; numbers: how many each state has.
        """
        total = 0
        for h in range(states):
            for w in range(state.shape[0]):
                state[w] = order[first + h, w]
            number = successors(state, tables, following, labels, costs)
            numbers[h] = number
            for i in range(number):
                for w in range(found.shape[1]):
                    found[total + i, w] = following[i, w]
            total += number
        return total

    return expand  # type: ignore[no-any-return, unused-ignore]


@functools.cache
def take_of(is_goal: Any, add: Any) -> Callable[..., int]:
    """The kernel that adds what is new of a block's successors."""
    goal_at = goal_at_of(is_goal)

    @kernel
    def take(
        tables: Any, known: Any, order: Any, parents: Any, starts: Any, state: Any, found: Any,
        numbers: Any, seen: Any, states: Any, counters: Any, most: Any, whole: Any,
    ) -> Any:  # fmt: skip
        """Go through the successors of the next ``states`` states; returns why it stopped.

        found, numbers: as ``expand`` left them; seen: which are known at first sight. The rest as
        in ``one_by_one``.
        """
        head = counters[HEAD]
        end = counters[END]
        count = counters[COUNT]
        looks = counters[GOAL_NUMBER] < 0
        status = PAUSED
        i = 0
        for h in range(states):
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
                if seen[i] == 0 and add(found, i, order, count, known):
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


@functools.cache
def in_blocks_of(successors: Any, is_goal: Any, add: Any, look: Any) -> Callable[..., int]:
    """The search of a model's successors and goals with states looked up a block at a time."""
    expand, take = expand_of(successors), take_of(is_goal, add)

    @kernel
    def in_blocks(
        tables: Any, known: Any, order: Any, parents: Any, starts: Any, state: Any, following: Any,
        labels: Any, costs: Any, found: Any, numbers: Any, seen: Any, counters: Any, rows: Any,
        most: Any, until: Any, whole: Any,
    ) -> Any:  # fmt: skip
        """Expand states in order up to number ``until`` and to a block's end; why it stopped.

        found, numbers, seen: of a block of states, see ``take``. The rest as in ``one_by_one``.
        """
        status = PAUSED
        while counters[HEAD] < until and status == PAUSED:
            head, count = counters[HEAD], counters[COUNT]
            if head == counters[END]:
                status = next_level(counters, starts, count)
                if status != PAUSED:
                    break
            if count + found.shape[0] > rows:
                return FULL
            states = min(numbers.shape[0], counters[END] - head)
            total = expand(
                tables, order, head, states, state, following, labels, costs, found, numbers
            )
            look(found, total, order, known, seen)
            status = take(
                tables, known, order, parents, starts, state, found, numbers, seen, states,
                counters, most, whole,
            )  # fmt: skip
        return status

    return in_blocks  # type: ignore[no-any-return, unused-ignore]
