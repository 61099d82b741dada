"""The states that a compiled search knows, in the order in which it found them.

``order`` contains the states, one row each. A bitmap says which are known if states are numbers
below a bound or have ranks below one. Otherwise a hash table with open addressing does; it stores
row numbers of 32 bits instead of states, at the price of one more memory access.

Bytes a state: 1/8 of the bound and 4 (8 if words have more than 32 bits) with a bitmap. With a
table 8 a word, 9 at most for the table (filled to 0.7, grown by a half), and an eighth for growing
by eighths. What a search stores for each state is in companion arrays that grow with ``order``.
Limits: 2^32 - 2 states.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import View, View2, i64, u8, u32, u64
from cpstudy.core.native import WORD, array, entry, inlined, view, workspace, zeros
from cpstudy.core.result import Stop
from cpstudy.state_spaces.limits import Limits
from cpstudy.state_spaces.packed.space import CompiledSpace, Space, Words
from cpstudy.state_spaces.paths import STEPS, Path

_LARGEST_BITMAP = 1 << 30  # bytes, unless a budget allows less
_LARGEST_NUMBER = (1 << 32) - 2
_FIRST_ROWS = 1 << 14
_ROWS_TO_DOUBLE = 1 << 18
_FIRST_TABLE = 1 << 16

# States expanded together if a search waits for memory.
BLOCK = 32

_LOW = 0xFFFFFFFF
# Odd constants of 32 bits, so that no product exceeds 64 bits.
_FACTOR_A, _FACTOR_B, _FACTOR_C, _FACTOR_D = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F


@workspace
class Known:
    """The known states, for kernels; a search's workspace is a subclass.

    dense: whether there is a bitmap (bits) and no table (slots: number + 1, 0 if empty). words: of
    a state. narrow: whether states are in ``short``, one word of 32 bits each, and not in order:
    [rows, words]. row: [words], the state that is looked up in the table. places: [BLOCK], scratch.
    rows: capacity in states. most: states allowed. count: states known. transitions, deadlocks: of
    the expanded states.
    """

    dense: bool
    narrow: bool
    words: i64
    bits: View[u8]
    slots: View[u32]
    short: View[u32]
    order: View2[u64]
    row: View[u64]
    places: View[i64]
    rows: i64
    most: i64
    count: i64
    transitions: i64
    deadlocks: i64


@inlined
def bitmap_add(k: Known, word: u64, rank: u64, count: i64) -> bool:
    """Add the state of a rank as number ``count`` unless it is known; return whether it is new.

    The arrays must have space for it, even if it is known.
    """
    place = rank >> 3
    bit = 1 << (rank & 7)
    before = k.bits[place]
    if before & bit:
        return False
    k.bits[place] = before | bit
    if k.narrow:
        k.short[count] = u32(word)
    else:
        k.order[count, 0] = word
    return True


@inlined
def mixed_with(mixed: u64, word: u64) -> u64:
    """The hash of a state, extended by one more word."""
    word ^= mixed
    low: u64 = (word & _LOW) * _FACTOR_A
    high: u64 = (word >> 32) * _FACTOR_B
    return low ^ (high << 32 & WORD | high >> 32)


@inlined
def slot_of(mixed: u64, size: u64) -> i64:
    """The first slot for a state of this hash in a table of ``size`` < 2^32 entries."""
    mixed ^= mixed >> 29
    mixed = ((mixed & _LOW) * _FACTOR_C) ^ ((mixed >> 32) * _FACTOR_D)
    mixed ^= mixed >> 32
    return ((mixed & _LOW) * size) >> 32


@entry
@inlined
def table_number(k: Known, count: i64, adds: bool) -> i64:
    """The number of the state ``row``: ``count`` if it is new and is added.

    -1 if it is new and ``adds`` is false.
    """
    size = len(k.slots)
    mixed: u64 = 0
    for w in range(k.words):
        mixed = mixed_with(mixed, k.row[w])
    slot = slot_of(mixed, size)
    while k.slots[slot] != 0:
        number = i64(k.slots[slot]) - 1
        same = 1
        for w in range(k.words):
            if k.order[number, w] != k.row[w]:
                same = 0
                break
        if same:
            return number
        slot += 1
        if slot == size:
            slot = 0
    if not adds:
        return -1
    k.slots[slot] = u32(count + 1)
    for w in range(k.words):
        k.order[count, w] = k.row[w]
    return count


@entry
@inlined
def number_of(k: Known, space: Space, i: i64, count: i64, adds: bool) -> i64:
    """:func:`table_number` of the state ``following[i]``."""
    for w in range(k.words):
        k.row[w] = space.following[i, w]
    return table_number(k, count, adds)


@entry
@inlined
def add(k: Known, space: Space, i: i64, count: i64) -> bool:
    """Add the state ``following[i]`` as number ``count`` unless it is known; whether it is new."""
    if k.dense:
        rank: u64 = space.following[i, space.columns - 1]
        return bitmap_add(k, space.following[i, 0], rank, count)
    return number_of(k, space, i, count, True) == count


@inlined
def read(k: Known, number: i64, space: Space) -> None:
    """Copy a known state to the model's ``state``."""
    if k.narrow:
        space.state[0] = k.short[number]
    else:
        for w in range(k.words):
            space.state[w] = k.order[number, w]


@inlined
def stands_at(k: Known, number: i64, space: Space, i: i64) -> bool:
    """Whether a known state equals ``following[i]``."""
    if k.narrow:
        return k.short[number] == space.following[i, 0]
    for w in range(k.words):
        if k.order[number, w] != space.following[i, w]:
            return False
    return True


@entry
def find_steps(
    k: Known, space: Space, path: View[i64], first: i64, end: i64, last: bool, labels: View[i64]
) -> i64:
    """Write the labels of the steps ``first`` to ``end`` of a path; return their cost.

    path: numbers of known states. last: of parallel steps take the last, otherwise the first.
    """
    cost = 0
    for place in range(first, end):
        read(k, path[place], space)
        step = 0
        found = 0
        for i in range(space.successors()):
            if (last or found == 0) and stands_at(k, path[place + 1], space, i):
                step = i
                found = 1
        labels[place] = space.labels[step]
        cost += space.costs[step]
    return cost


@entry
def fill_table(k: Known, count: i64) -> None:
    """Insert the first ``count`` states, all different, into an empty table."""
    size = len(k.slots)
    mixed: u64
    for first in range(0, count, BLOCK):
        number = min(BLOCK, count - first)
        for i in range(number):
            mixed = 0
            for w in range(k.words):
                mixed = mixed_with(mixed, k.order[first + i, w])
            k.places[i] = slot_of(mixed, size)
        for i in range(number):  # loads that overlap, as in expanding.look
            if k.slots[k.places[i]] != 0:
                k.places[i] += 1
        for i in range(number):
            slot = k.places[i]
            if slot == size:
                slot = 0
            while k.slots[slot] != 0:
                slot += 1
                if slot == size:
                    slot = 0
            k.slots[slot] = u32(first + i + 1)


class Visited:
    """The known states of a search, with companion arrays of one entry a state.

    order: uint32 or uint64 [rows, words]. index: the bitmap (uint8) or the table (uint32). block:
    how many states to expand between two checks. companions: arrays with the same number of rows,
    named as in ``known``, the search's workspace, which refers to all arrays. model: of the space,
    with a lower bound if ``guided``.
    """

    def __init__(
        self,
        space: CompiledSpace[Any],
        known: Known,
        companions: Mapping[str, npt.DTypeLike],
        memory: int | None,
        *,
        guided: bool = False,
    ) -> None:
        self.space, self.model = space, space.fresh(guided=guided)
        bound = space.bound
        allowed = _LARGEST_BITMAP if memory is None else min(_LARGEST_BITMAP, memory // 2)
        self.dense = bound is not None and (bound + 7) // 8 <= allowed
        self._most = _LARGEST_NUMBER
        self.block = 1 if self.dense else BLOCK
        self.headroom = self.block * space.fanout
        dtype: type[Any] = np.uint64
        self.index: npt.NDArray[Any]
        if self.dense and bound is not None:
            self._most = min(self._most, bound)
            self.index = np.zeros((bound + 7) // 8, np.uint8)
            if space.narrow:
                dtype = np.uint32
        else:
            self.index = np.zeros(max(_FIRST_TABLE, 2 * self.headroom), np.uint32)
        rows = min(_FIRST_ROWS, self._most) + self.headroom
        self.order: npt.NDArray[Any] = np.empty((rows, space.words), dtype)
        self.companions = {name: np.empty(rows, width) for name, width in companions.items()}
        self._memory = memory
        self.known = known
        known.dense, known.narrow, known.words = self.dense, dtype is np.uint32, space.words
        known.row, known.places = zeros(space.words, "u64"), zeros(BLOCK, "i64")
        self._set_arrays()

    def _set_arrays(self) -> None:
        """Make the workspace refer to the arrays."""
        known = self.known
        setattr(known, "bits" if self.dense else "slots", view(self.index))
        if known.narrow:
            known.short = view(self.order.reshape(-1))
        else:
            known.order = view(self.order)
        for name, companion in self.companions.items():
            setattr(known, name, view(companion))

    @property
    def rows(self) -> int:
        """The capacity in states; call ``grow`` before it is exceeded."""
        if self.dense:
            return len(self.order)
        return min(len(self.order), len(self.index) * 7 // 10)

    @property
    def used(self) -> int:
        """Bytes of all arrays."""
        arrays = (self.index, self.order, *self.companions.values())
        return sum(int(one.nbytes) for one in arrays)

    def grow(self, count: int) -> bool:
        """Make space for ``headroom`` more states than ``count``, or as many as are possible.

        False if memory or numbers run out.
        """
        rows = len(self.order)
        if count + self.headroom > rows:
            larger = 2 * rows if rows < _ROWS_TO_DOUBLE else rows + rows // 8
            larger = min(larger, self._most + self.headroom)
            each = (self.used - int(self.index.nbytes)) // rows
            if larger <= rows or not self._allowed((larger - rows) * each):
                return False
            try:
                # In place: the allocator moves pages; nothing is copied or stored twice.
                self.order.resize((larger, self.order.shape[1]), refcheck=False)
                for companion in self.companions.values():
                    companion.resize(larger, refcheck=False)
            except MemoryError:
                return False
            finally:
                self._set_arrays()
        size = len(self.index)
        if not self.dense and count + self.headroom > size * 7 // 10:
            larger = size * 3 // 2
            if larger > _LARGEST_NUMBER or not self._allowed((larger - size) * 4):
                return False
            self.index = np.zeros(0, np.uint32)  # free the old table before allocating the new one
            self._set_arrays()
            try:
                self.index = np.zeros(larger, np.uint32)
            except MemoryError:
                return False
            self._set_arrays()
            fill_table(self.known, count)
        return True

    def _allowed(self, more: int) -> bool:
        return self._memory is None or self.used + more <= self._memory

    def state(self, number: int) -> Words:
        """The packed state of a number."""
        return tuple(int(word) for word in self.order[number])

    def take(self, packed: Words) -> Stop | bool:
        """Add a state as number ``count``; return whether it is new, or the limit reached."""
        known = self.known
        array(self.model.following)[0] = self.space.row(packed)
        if known.count + self.headroom > self.rows and not self.grow(known.count):
            return Stop.MEMORY
        new = add(known, self.model, 0, known.count)
        return Stop.STATES if new and known.count == known.most else new

    def along(self, numbers: list[int], limits: Limits, *, last: bool = False) -> Path | None:
        """The path through known states by their numbers; None if the time runs out.

        last: of parallel transitions take the last, otherwise the first, as the search did.
        """
        path, labels = np.array(numbers, np.int64), np.zeros(len(numbers), np.int64)
        steps = len(numbers) - 1
        cost = 0
        for first in range(0, steps, STEPS):
            if first and limits.late:
                return None
            end = min(first + STEPS, steps)
            cost += find_steps(self.known, self.model, view(path), first, end, last, view(labels))
        names = tuple(map(self.space.label, labels[:steps].tolist()))
        return Path(names, tuple(self.space.unpack(self.state(i)) for i in numbers), cost)
