"""The tables that a sweep works on (:mod:`.sweep`): their arrays, how they grow, what they tell.

Two layers of states with their numbers of ways, slots to find states by, and where a record is kept
the transitions. The kernel allocates nothing: where a table is full it stops, ``enlarged`` gives it
larger ones, and it goes on. Cost: each doubling copies what there is.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import borrowing
from cpstudy.puzzles.pipes.counting.limbs import number, sums_fit
from cpstudy.puzzles.pipes.counting.states import words_needed

# Places in ``Tables.control``. What is swept: the width, whether a tree is asked for, whether
# transitions are recorded, how many states a layer may have. How far: the site, the index of the
# next state in the layer, which half of keys and ways holds the layer, the states in it and in the
# next one, the number of its first state, the states expanded and the transitions recorded in all.
# Whether the slots are new and hold nothing yet.
(
    WIDTH, TREE, RECORD, MOST_STATES, SITE_NOW, INDEX, HALF, NOW, NEXT, BASE, EXPANDED,
    RECORDED, NEW_SLOTS,
) = range(13)  # fmt: skip
_CONTROL = 13

# A tile has four orientations at most, so a state has four successors.
SUCCESSORS = 4

# What there is room for at first: labels, one word of them; states; transitions, where they are
# recorded.
_LABELS = 15
_STATES = 64
_STEPS = 256


# Where no transitions are recorded.
_NOTHING = np.empty(0, np.int64)


class Tables(NamedTuple):
    """What a sweep works on; all int64.

    keys [2, room, words], ways [2, room, limbs]: one half holds the layer, the other the one that
    is made. slots [2 * room]: see :mod:`.states`. steps: transitions by source, 16 times the
    target's number plus the orientation; starts: by number of the source, its first transition;
    both empty without a record. labels [above width], names [above width + 1], key [words]: of the
    state at hand. control [13]: see the names above.
    """

    keys: Any
    ways: Any
    slots: Any
    steps: Any
    starts: Any
    labels: Any
    names: Any
    key: Any
    control: Any


def tables(most_states: int, record: bool) -> Tables:
    """Tables before the first sweep."""
    control = np.zeros(_CONTROL, np.int64)
    control[MOST_STATES] = most_states
    control[RECORD] = record
    return Tables(
        np.zeros((2, _STATES, 1), np.int64),
        np.zeros((2, _STATES, 1), np.int64),
        np.zeros(2 * _STATES, np.int64),
        np.empty(_STEPS, np.int64) if record else _NOTHING,
        np.empty(_STEPS, np.int64) if record else _NOTHING,
        np.empty(_LABELS + 1, np.int64),
        np.empty(_LABELS + 2, np.int64),
        np.empty(1, np.int64),
        control,
    )


@borrowing
def numbers_fit(t: Any) -> bool:
    """Whether the numbers of ways of the next layer have room; looked at before it is begun."""
    control = t.control
    return bool(control[INDEX] > 0 or sums_fit(t.ways[control[HALF]], control[NOW]))


def enlarged(t: Tables, most_bytes: int) -> Tables | None:
    """The tables with more room where there is too little; None where that takes too many bytes.

    Old and new tables are held together for a moment, and count together.
    """
    control = t.control
    room = t.keys.shape[1]
    if control[NEXT] + SUCCESSORS > room:
        room *= 2
    width = max(int(control[WIDTH]), len(t.labels) - 1)
    words = max(words_needed(width, bool(control[TREE])), t.keys.shape[2])
    limbs = t.ways.shape[2] + (not numbers_fit(t))
    steps, starts = len(t.steps), len(t.starts)
    if control[RECORD] and control[RECORDED] + SUCCESSORS > steps:
        steps *= 2
    if control[RECORD] and control[BASE] + control[INDEX] + 1 >= starts:
        starts *= 2
    shapes = (
        (2, room, words), (2, room, limbs), (2 * room,), (steps,), (starts,),
        (width + 1,), (width + 2,), (words,), (_CONTROL,),
    )  # fmt: skip
    held = sum(array.nbytes for array in t)
    for array, shape in zip(t, shapes, strict=True):
        if array.shape != shape:
            held += 8 * math.prod(shape)
    if held > most_bytes:
        return None
    larger = Tables(*map(_resized, t, shapes))
    if larger.slots is not t.slots:
        larger.slots.fill(0)
        control[NEW_SLOTS] = 1
    return larger


def _resized(array: Any, shape: tuple[int, ...]) -> Any:
    """The array where it has that shape, else one that begins alike and goes on with zeros."""
    if array.shape == shape:
        return array
    made = np.zeros(shape, np.int64)
    made[tuple(map(slice, array.shape))] = array
    return made


def without_record(t: Tables) -> Tables:
    """The tables of a sweep that goes on without a record."""
    t.control[RECORD] = 0
    return t._replace(steps=_NOTHING, starts=_NOTHING)


def expanded(t: Tables) -> int:
    """The states expanded so far."""
    return int(t.control[EXPANDED])


@borrowing
def first_limb(t: Any) -> Any:
    """The number of ways to the end where it is one limb, else -1."""
    if t.control[NOW] == 0:
        return 0
    last = t.ways[t.control[HALF], 0]
    for limb in range(1, len(last)):
        if last[limb] != 0:
            return -1
    return last[0]


def ways(t: Tables) -> int:
    """The number of ways to the end, after the last tile."""
    if t.control[NOW] == 0:
        return 0
    return number(t.ways[t.control[HALF], 0])


def recorded(t: Tables) -> bool:
    """Whether the transitions are there."""
    return bool(t.control[RECORD])


def record_of(t: Tables) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Steps, starts and the number of the last state, after the last tile."""
    return t.steps, t.starts, int(t.control[BASE])
