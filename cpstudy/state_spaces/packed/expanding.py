"""The kernels of breadth-first search: states are expanded one by one, or one block at a time.

With a bitmap, states are expanded one by one with minimal work: 30 nanoseconds a state. With a hash
table, they are expanded in blocks: the successors of a block are computed first and then looked up
together (:func:`look`), so that memory delays overlap.

Both keep the same counts and find the same states in the same order.
"""

from cpstudy.core.kernel_types import View, View2, i64, u32, u64
from cpstudy.core.native import entry, inlined, kernel, workspace, zeros
from cpstudy.state_spaces.packed.space import Space, goal_at
from cpstudy.state_spaces.packed.visited import (
    Known,
    bitmap_add,
    mixed_with,
    read,
    slot_of,
    table_number,
)

# Why a kernel returned.
EXHAUSTED, GOAL, PAUSED, FULL, STATES = range(5)

_FIRST_LEVELS = 1 << 8


@workspace
class Levels(Known):
    """The workspace of a search.

    parents: the number of each state's parent. starts: the first number of each level. whole:
    whether to continue past a goal. head: the next state to expand; end: the first state of the
    next level; goal: the number of the first goal, or -1.
    """

    parents: View[u32]
    starts: View[i64]
    whole: bool
    head: i64
    end: i64
    level: i64
    goal: i64

    def __init__(self, most: int, whole: bool) -> None:
        self.starts = zeros(_FIRST_LEVELS, "i64")
        self.most, self.whole, self.goal = most, whole, -1
        self.head = self.end = self.count = self.level = 0
        self.transitions = self.deadlocks = 0


@workspace
class Block:
    """A block of expanded states.

    found: [states * fanout, columns], their successors; numbers: the number of successors of each
    state; seen: [states * fanout], 1 if the first table entry already contains the successor.
    """

    found: View2[u64]
    numbers: View[i64]
    seen: View[i64]

    def __init__(self, states: int, space: Space) -> None:
        self.found = zeros((states * space.fanout, space.columns), "u64")
        self.numbers = zeros(states, "i64")
        self.seen = zeros(states * space.fanout, "i64")


@kernel
def next_level(s: Levels) -> i64:
    """Begin a level: PAUSED, EXHAUSTED if it is empty, or FULL if ``starts`` is full."""
    if s.end == s.count:
        return EXHAUSTED
    if s.level + 3 > len(s.starts):
        return FULL
    s.level += 1
    s.starts[s.level + 1] = s.count
    s.end = s.count
    return PAUSED


@entry
def one_by_one(space: Space, s: Levels, until: i64) -> i64:
    """Expand states in order up to number ``until``; return why it stopped. For bitmaps only."""
    head = s.head
    end = s.end
    count = s.count
    most = s.most
    rank = space.columns - 1
    transitions = 0
    status = PAUSED
    while head < until:
        if head == end:
            s.count = count
            status = next_level(s)
            if status != PAUSED:
                break
            end = count
        if count + space.fanout > s.rows:
            status = FULL
            break
        read(s, head, space)
        number = space.successors()
        transitions += number
        if number == 0:
            s.deadlocks += 1
        for i in range(number):
            if bitmap_add(s, space.following[i, 0], space.following[i, rank], count):
                if count == most:
                    status = STATES
                    break
                s.parents[count] = u32(head)
                count += 1
                if s.goal < 0 and goal_at(space, i):
                    s.goal = count - 1
                    if not s.whole:
                        status = GOAL
                        break
        if status != PAUSED:
            break
        head += 1
    s.head = head
    s.count = count
    s.transitions += transitions
    return status


@entry
def expand(space: Space, known: Known, block: Block, first: i64, states: i64) -> i64:
    """Write the successors of ``states`` states from number ``first`` on; return their number."""
    total = 0
    for h in range(states):
        read(known, first + h, space)
        number = space.successors()
        block.numbers[h] = number
        for i in range(number):
            for w in range(space.columns):
                block.found[total + i, w] = space.following[i, w]
        total += number
    return total


@kernel
def look(known: Known, block: Block, number: i64) -> None:
    """Mark which of the first ``number`` successors the first table entry already contains.

    The loads do not depend on each other, so the memory delays overlap; without this, they are
    nearly all the time of a search.
    """
    size = len(known.slots)
    for i in range(number):
        mixed: u64 = 0
        for w in range(known.words):
            mixed = mixed_with(mixed, block.found[i, w])
        block.seen[i] = slot_of(mixed, size)
    for i in range(number):
        block.seen[i] = known.slots[block.seen[i]]
    for i in range(number):
        place = block.seen[i] - 1
        block.seen[i] = 0
        if place >= 0:
            same = 1
            for w in range(known.words):
                if known.order[place, w] != block.found[i, w]:
                    same = 0
            block.seen[i] = same


@inlined
def add_found(s: Levels, block: Block, i: i64, rank: i64) -> bool:
    """Add a block's successor unless it is known; return whether it is new. rank: last column."""
    if s.dense:
        return bitmap_add(s, block.found[i, 0], block.found[i, rank], s.count)
    for w in range(s.words):
        s.row[w] = block.found[i, w]
    return table_number(s, s.count, True) == s.count


@entry
def take(space: Space, s: Levels, block: Block, states: i64) -> i64:
    """Add the new successors of the next ``states`` states; return why the search stopped."""
    rank = space.columns - 1
    i = 0
    for h in range(states):
        if s.head == s.end:
            status = next_level(s)
            if status != PAUSED:
                return status
        s.transitions += block.numbers[h]
        if block.numbers[h] == 0:
            s.deadlocks += 1
        last = i + block.numbers[h]
        while i < last:
            if block.seen[i] == 0 and add_found(s, block, i, rank):
                if s.count == s.most:
                    return STATES
                s.parents[s.count] = u32(s.head)
                s.count += 1
                if s.goal < 0:
                    for w in range(space.words):
                        space.state[w] = block.found[i, w]
                    if space.is_goal():
                        s.goal = s.count - 1
                        if not s.whole:
                            return GOAL
            i += 1
        s.head += 1
    return PAUSED


@entry
def in_blocks(space: Space, s: Levels, block: Block, until: i64) -> i64:
    """Expand states in order, at least to ``until``, by whole blocks; return why it stopped.

    For tables only.
    """
    status = PAUSED
    while s.head < until and status == PAUSED:
        if s.head == s.end:
            status = next_level(s)
            if status != PAUSED:
                break
        if s.count + len(block.found) > s.rows:
            return FULL
        states = min(len(block.numbers), s.end - s.head)
        look(s, block, expand(space, s, block, s.head, states))
        status = take(space, s, block, states)
    return status


@entry
def goals_among(space: Space, known: Known, count: i64, found: View[i64]) -> i64:
    """Write the numbers of the goals among the first states into ``found``; return how many."""
    goals = 0
    for number in range(count):
        read(known, number, space)
        if space.is_goal():
            found[goals] = number
            goals += 1
    return goals
