"""The states that a compiled search knows, in the order in which it found them.

``order`` holds the states, one row each. Which are known is a bitmap where states are numbers below
a bound or have such ranks, else a hash table with open addressing of row numbers: 32 bits an entry
instead of the state itself, for the price of one more look into memory.

Bytes a state: 1/8 of the bound and 4 (8 where words have more than 32 bits) with a bitmap. With a
table 8 a word, 9 at most for the table (filled to 0.7, grown by a half), and an eighth for growing
by eighths. What a search keeps for each state comes in companion arrays that grow along. Limits:
2^32 - 2 states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import compiled, kernel
from cpstudy.state_spaces.packed.space import CompiledSpace, Words

_LARGEST_BITMAP = 1 << 30  # bytes, where no budget says less
_LARGEST_NUMBER = (1 << 32) - 2
_FIRST_ROWS = 1 << 14
_ROWS_TO_DOUBLE = 1 << 18
_FIRST_TABLE = 1 << 16

# States expanded at once where memory is what a search waits for.
BLOCK = 32

_ONE, _THREE, _SEVEN = np.uint8(1), np.uint64(3), np.uint64(7)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
# Odd constants of 32 bits, so that no product passes 64 bits (uncompiled kernels would warn).
_FACTORS = tuple(np.uint64(f) for f in (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F))


@kernel
def bitmap_add(row: Any, i: Any, order: Any, count: Any, known: Any) -> Any:
    """Add state ``row[i]`` as number ``count`` unless it is known; says whether it was new.

    Its rank is the last number of the row. There must be room for it, though it may be known.
    """
    rank = row[i, row.shape[1] - 1]
    place = np.int64(rank >> _THREE)
    bit = _ONE << np.uint8(rank & _SEVEN)
    before = known[place]
    if before & bit != 0:
        return False
    known[place] = before | bit
    order[count, 0] = row[i, 0]
    return True


@kernel
def slot_of(row: Any, i: Any, words: Any, size: Any) -> Any:
    """Where to look first for state ``row[i]`` in a table of ``size`` < 2^32 entries."""
    mixed = np.uint64(0)
    for w in range(words):
        word = np.uint64(row[i, w]) ^ mixed
        low = (word & _LOW) * _FACTORS[0]
        high = (word >> _HALF) * _FACTORS[1]
        mixed = low ^ ((high << _HALF) | (high >> _HALF))
    mixed ^= mixed >> np.uint64(29)
    mixed = ((mixed & _LOW) * _FACTORS[2]) ^ ((mixed >> _HALF) * _FACTORS[3])
    mixed ^= mixed >> _HALF
    return np.int64(((mixed & _LOW) * np.uint64(size)) >> _HALF)


@kernel
def table_add(row: Any, i: Any, order: Any, count: Any, known: Any) -> Any:
    """Add state ``row[i]`` as number ``count`` unless it is known; says whether it was new."""
    return table_number(row, i, order, count, known, True) == count


@kernel
def table_number(row: Any, i: Any, order: Any, count: Any, known: Any, adds: Any) -> Any:
    """The number of state ``row[i]``: ``count`` where it was new and is added now.

    -1 where it is new and nothing may be added (``adds``).
    """
    size = known.shape[0]
    words = order.shape[1]
    slot = slot_of(row, i, words, size)
    while known[slot] != 0:
        number = np.int64(known[slot]) - 1
        same = True
        for w in range(words):
            if order[number, w] != row[i, w]:
                same = False
                break
        if same:
            return number
        slot += 1
        if slot == size:
            slot = 0
    if not adds:
        return -1
    known[slot] = count + 1
    for w in range(words):
        order[count, w] = row[i, w]
    return count


@kernel
def bitmap_look(row: Any, number: Any, order: Any, known: Any, seen: Any) -> Any:
    """Nothing: a bit is at hand as soon as it is asked for."""


@kernel
def table_look(row: Any, number: Any, order: Any, known: Any, seen: Any) -> Any:
    """Mark in ``seen`` the states of the first ``number`` rows that are known at first sight.

    The loads do not wait for one another, so the delays of memory overlap; without this they are
    nearly all the time of a search. seen: int64, one entry a row; 1 where the state is known.
    """
    size = known.shape[0]
    for i in range(number):
        seen[i] = slot_of(row, i, order.shape[1], size)
    for i in range(number):
        seen[i] = known[seen[i]]
    for i in range(number):
        place = seen[i] - 1
        seen[i] = 0
        if place >= 0:
            same = 1
            for w in range(row.shape[1]):
                if order[place, w] != row[i, w]:
                    same = 0
            seen[i] = same


@kernel
def fill_table(order: Any, count: Any, known: Any) -> Any:
    """Put the first ``count`` states, all different, into an empty table."""
    size = known.shape[0]
    slots = np.zeros(BLOCK, np.int64)
    for first in range(0, count, BLOCK):
        number = min(BLOCK, count - first)
        for i in range(number):
            slots[i] = slot_of(order, first + i, order.shape[1], size)
        for i in range(number):  # loads that overlap, as in table_look
            if known[slots[i]] != 0:
                slots[i] += 1
        for i in range(number):
            slot = slots[i] if slots[i] < size else 0
            while known[slot] != 0:
                slot += 1
                if slot == size:
                    slot = 0
            known[slot] = first + i + 1


class Visited:
    """The known states of a search, with companion arrays of one entry a state.

    order: uint32 or uint64 [rows, words]. known: the bitmap (uint8) or the table (uint32: number
    + 1, 0 where empty). add, look: the kernels that go with it. block: how many states to expand
    between two looks. companions: arrays with as many rows.
    """

    def __init__(
        self, space: CompiledSpace[Any], companions: Sequence[npt.DTypeLike], memory: int | None
    ) -> None:
        bound = space.bound
        allowed = _LARGEST_BITMAP if memory is None else min(_LARGEST_BITMAP, memory // 2)
        self.dense = bound is not None and (bound + 7) // 8 <= allowed
        self._most = _LARGEST_NUMBER
        self.block = 1 if self.dense else BLOCK
        self.room = self.block * space.fanout
        dtype: type[Any] = np.uint64
        self.known: npt.NDArray[Any]
        self.add: Callable[..., Any] = table_add
        self.look: Callable[..., Any] = table_look
        if self.dense and bound is not None:
            self._most = min(self._most, bound)
            self.known = np.zeros((bound + 7) // 8, np.uint8)
            self.add, self.look = bitmap_add, bitmap_look
            if space.narrow:
                dtype = np.uint32
        else:
            self.known = np.zeros(max(_FIRST_TABLE, 2 * self.room), np.uint32)
        rows = min(_FIRST_ROWS, self._most) + self.room
        self.order: npt.NDArray[Any] = np.empty((rows, space.words), dtype)
        self.companions: list[npt.NDArray[Any]] = [np.empty(rows, t) for t in companions]
        self._memory = memory

    @property
    def rows(self) -> int:
        """Room for states; before it is reached ``grow`` is to be called."""
        if self.dense:
            return len(self.order)
        return min(len(self.order), len(self.known) * 7 // 10)

    @property
    def used(self) -> int:
        """Bytes of all arrays."""
        arrays = (self.known, self.order, *self.companions)
        return sum(int(array.nbytes) for array in arrays)

    def grow(self, count: int) -> bool:
        """Make room for ``room`` more states than ``count``, or as many as there can be.

        False where memory or numbers end.
        """
        rows = len(self.order)
        if count + self.room > rows:
            larger = 2 * rows if rows < _ROWS_TO_DOUBLE else rows + rows // 8
            larger = min(larger, self._most + self.room)
            each = (self.used - int(self.known.nbytes)) // rows
            if larger <= rows or not self._allowed((larger - rows) * each):
                return False
            try:
                # In place: the allocator moves pages, nothing is copied and nothing kept twice.
                self.order.resize((larger, self.order.shape[1]), refcheck=False)
                for array in self.companions:
                    array.resize(larger, refcheck=False)
            except MemoryError:
                return False
        size = len(self.known)
        if not self.dense and count + self.room > size * 7 // 10:
            larger = size * 3 // 2
            if larger > _LARGEST_NUMBER or not self._allowed((larger - size) * 4):
                return False
            self.known = np.zeros(0, np.uint32)  # the old table goes before the new one comes
            try:
                self.known = np.zeros(larger, np.uint32)
            except MemoryError:
                return False
            compiled(fill_table)(self.order, count, self.known)
        return True

    def _allowed(self, more: int) -> bool:
        return self._memory is None or self.used + more <= self._memory

    def state(self, number: int) -> Words:
        """The packed state of a number."""
        return tuple(int(word) for word in self.order[number])
