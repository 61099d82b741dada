"""The sweep: tiles of a group taken one after another, layer by layer of states.

Two ways of placing the tiles taken so far can be completed in the same ways when the same entries
of the frontier are open and the same of them are connected with each other (:mod:`.states`). With
each state goes the number of ways that lead there (:mod:`.limbs`). Taking a tile tries its
possible orientations against each state: open entries that it closes must have different labels
(else there is a cycle), their components become one, and it must keep an entry to go on by, except
at the last tile (else a component is cut off). After the last tile one state is left, and its
number is the count. For free graphs and safe states every label is 1 and nothing is refused.

The kernel allocates nothing. It stops after any number of states and where a table is full;
``enlarged`` gives it larger ones, and it goes on. With a record each transition is kept for
:mod:`.record`. Cost: 50 to 100 ns a state.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.pipes.counting.layout import (
    BEGIN,
    BY_CLASS,
    END,
    FITS,
    IN,
    OUT,
    SIDES_IN,
    SIDES_OUT,
)
from cpstudy.puzzles.pipes.counting.limbs import add, number, sums_fit
from cpstudy.puzzles.pipes.counting.states import label_bits, pack, slot_of, unpack, words_needed

# Places in ``Tables.control``. What is swept: the width, whether a tree is asked for, whether
# transitions are recorded, how many states a layer may have. How far: the site, the index of the
# next state in the layer, which half of keys and ways holds the layer, the states in it and in the
# next one, the number of its first state, the states expanded and the transitions recorded in all.
# Whether the slots are new and hold nothing yet.
(
    _WIDTH, _TREE, RECORD, _MOST_STATES, _SITE, _INDEX, _HALF, _NOW, _NEXT, _BASE, EXPANDED,
    _RECORDED, _NEW_SLOTS,
) = range(13)  # fmt: skip
_CONTROL = 13

# Status: all is done; as many states as were asked for are expanded; a table is too small; a layer
# has more states than allowed; a group is done, where somebody waits for it.
DONE, PAUSED, FULL, TOO_MANY, GROUP_DONE = range(5)

# More states than any sweep reaches.
NO_LIMIT = 2**62

# A tile has four orientations at most, so a state has four successors.
_SUCCESSORS = 4

# What there is room for at first: labels, one word of them; states; transitions, where they are
# recorded.
_LABELS = 15
_STATES = 64
_STEPS = 256


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
    control[_MOST_STATES] = most_states
    control[RECORD] = record
    return Tables(
        np.zeros((2, _STATES, 1), np.int64),
        np.zeros((2, _STATES, 1), np.int64),
        np.zeros(2 * _STATES, np.int64),
        np.empty(_STEPS if record else 0, np.int64),
        np.empty(_STEPS if record else 0, np.int64),
        np.empty(_LABELS + 1, np.int64),
        np.empty(_LABELS + 2, np.int64),
        np.empty(1, np.int64),
        control,
    )


@borrowing
def begin(t: Any, width: Any, tree: Any) -> None:
    """Before the first tile: one state without an edge, one way. The tables may have been used."""
    control = t.control
    control[_WIDTH] = width
    control[_TREE] = tree
    control[_BASE] += control[_NOW] + control[_NEXT]
    control[_SITE] = 0
    control[_INDEX] = 0
    control[_HALF] = 0
    control[_NOW] = 1
    control[_NEXT] = 0
    for w in range(t.keys.shape[2]):
        t.keys[0, 0, w] = 0
    for limb in range(t.ways.shape[2]):
        t.ways[0, 0, limb] = 0
    t.ways[0, 0, 0] = 1


@borrowing
def sweep(sites: Any, masks: Any, t: Any, until: Any) -> Any:
    """Take tiles until all are taken, ``until`` states were expanded, or a table is too small.

    Which of these it was is the status that is returned. sites int64[tiles of the group, SITE] and
    masks: see :mod:`.layout`. After the last tile the layer holds one state or none.
    """
    control = t.control
    if control[_NEW_SLOTS]:
        _enter_states(t)
    status = DONE
    while status == DONE and control[_SITE] < len(sites):
        if control[_WIDTH] >= len(t.labels) or not _numbers_fit(t):
            status = FULL
        else:
            last = control[_SITE] + 1 == len(sites)
            status = _take(sites[control[_SITE]], last, masks, t, until)
    return status


@borrowing
def _numbers_fit(t: Any) -> bool:
    """Whether the numbers of ways of the next layer have room; looked at before it is begun."""
    control = t.control
    return bool(control[_INDEX] > 0 or sums_fit(t.ways[control[_HALF]], control[_NOW]))


@borrowing
def _enter_states(t: Any) -> None:
    """Put the states of the layer that is made into new slots."""
    control = t.control
    keys = t.keys[1 - control[_HALF]]
    least = control[_BASE] + control[_NOW]
    for state in range(control[_NEXT]):
        t.slots[slot_of(keys[state], keys, t.slots, least)] = least + state
    control[_NEW_SLOTS] = 0


class _Layer(NamedTuple):
    """The layer under way, and what of the control word each of its states asks for.

    keys, ways: of the layer; next_keys, next_ways: of the one that is made. base, least: numbers of
    their first states. bits: of a label.
    """

    keys: Any
    ways: Any
    next_keys: Any
    next_ways: Any
    base: Any
    least: Any
    width: Any
    bits: Any
    tree: Any
    record: Any


@borrowing
def _take(site: Any, last: Any, masks: Any, t: Any, until: Any) -> Any:
    """Expand what is left of the layer, then make the next one the layer; returns the status."""
    control = t.control
    half = control[_HALF]
    base = control[_BASE]
    now = control[_NOW]
    tree = control[_TREE] != 0
    record = control[RECORD] != 0
    width = control[_WIDTH]
    layer = _Layer(
        t.keys[half], t.ways[half], t.keys[1 - half], t.ways[1 - half],
        base, base + now, width, label_bits(width, tree), tree, record,
    )  # fmt: skip
    made = control[_NEXT]
    recorded = control[_RECORDED]
    room = t.keys.shape[1] - _SUCCESSORS
    room_steps = len(t.steps) - _SUCCESSORS
    room_starts = len(t.starts) - 2
    state = control[_INDEX]
    until += state - control[EXPANDED]
    status = DONE
    while state < now:
        if state >= until:
            status = PAUSED
            break
        if made > room or (record and (recorded > room_steps or base + state > room_starts)):
            status = FULL
            break
        made, recorded = _expand(site, last, masks, t, layer, state, made, recorded)
        state += 1
        if made > control[_MOST_STATES]:
            status = TOO_MANY
            break
    control[EXPANDED] += state - control[_INDEX]
    control[_RECORDED] = recorded
    if status == DONE:
        control[_HALF] = 1 - half
        control[_BASE] = base + now
        control[_NOW] = made
        control[_NEXT] = 0
        control[_INDEX] = 0
        control[_SITE] += 1
    else:
        control[_INDEX] = state
        control[_NEXT] = made
    return status


@inlined
def _expand(
    site: Any, last: Any, masks: Any, t: Any, layer: Any, state: Any, made: Any, recorded: Any
) -> Any:
    """Try the tile's orientations against a state; the states made and the transitions recorded."""
    width, bits, tree = layer.width, layer.bits, layer.tree
    base, least = layer.base, layer.least
    labels, key, slots = t.labels, t.key, t.slots
    next_keys, next_ways = layer.next_keys, layer.next_ways
    if layer.record:
        t.starts[base + state] = recorded
        t.starts[base + state + 1] = recorded
    unpack(layer.keys, state, labels, width, bits)
    open_in = _open_in(site, labels)
    own = -1
    if site[FITS] >> open_in & 1:
        own = _joined(site, labels, width, tree)
    if own < 0:
        return made, recorded
    goes_on = last or not tree or site[OUT + BY_CLASS] >= 0 or _is_open(labels, width, own)
    if not tree:
        own = 1
    elif own == 0:
        own = width + 1
    for option in range(site[BEGIN], site[END]):
        orientation = masks[option]
        open_out = orientation & site[SIDES_OUT]
        if orientation & site[SIDES_IN] != open_in or (open_out == 0 and not goes_on):
            continue
        _put_out(site, labels, open_out, own)
        pack(labels, t.names, key, width, bits)
        slot = slot_of(key, next_keys, slots, least)
        if slots[slot] >= least:
            add(next_ways, slots[slot] - least, layer.ways, state)
        else:
            slots[slot] = least + made
            for w in range(len(key)):
                next_keys[made, w] = key[w]
            for limb in range(layer.ways.shape[1]):
                next_ways[made, limb] = layer.ways[state, limb]
            made += 1
        if layer.record:
            t.steps[recorded] = 16 * slots[slot] + orientation
            recorded += 1
            t.starts[base + state + 1] = recorded
    return made, recorded


@borrowing
def _open_in(site: Any, labels: Any) -> Any:
    """The sides of a tile whose incoming entries are open."""
    opened = 0
    for side in range(4):
        if site[IN + side] >= 0 and labels[site[IN + side]] != 0:
            opened |= 1 << side
    return opened


@borrowing
def _joined(site: Any, labels: Any, width: Any, tree: Any) -> Any:
    """Close the incoming entries; their components become one. Returns its label.

    0 where none was open or labels say nothing, -1 where two were one component already.
    """
    own = 0
    for side in range(BY_CLASS + 1):
        entry = site[IN + side]
        if entry < 0:
            continue
        label = labels[entry]
        labels[entry] = 0
        if label == 0 or not tree:
            continue
        if label == own:
            return -1
        if own == 0:
            own = label
        else:
            for other in range(width):
                if labels[other] == label:
                    labels[other] = own
    return own


@borrowing
def _is_open(labels: Any, width: Any, own: Any) -> bool:
    """Whether an entry of the component ``own`` stays open."""
    entry = 0
    while entry < width and labels[entry] != own:
        entry += 1
    return bool(own != 0 and entry < width)


@borrowing
def _put_out(site: Any, labels: Any, open_out: Any, own: Any) -> None:
    """Label the outgoing entries of a tile; that of its class is always open."""
    opened = open_out | 1 << BY_CLASS
    for side in range(BY_CLASS + 1):
        entry = site[OUT + side]
        if entry >= 0:
            labels[entry] = own if opened >> side & 1 else 0


def enlarged(t: Tables, most_bytes: int) -> Tables | None:
    """The tables with more room where there is too little; None where that takes too many bytes.

    Old and new tables are held together for a moment, and count together.
    """
    control = t.control
    room = t.keys.shape[1]
    if control[_NEXT] + _SUCCESSORS > room:
        room *= 2
    width = max(int(control[_WIDTH]), len(t.labels) - 1)
    words = max(words_needed(width, bool(control[_TREE])), t.keys.shape[2])
    limbs = t.ways.shape[2] + (not _numbers_fit(t))
    steps, starts = len(t.steps), len(t.starts)
    if control[RECORD] and control[_RECORDED] + _SUCCESSORS > steps:
        steps *= 2
    if control[RECORD] and control[_BASE] + control[_INDEX] + 1 >= starts:
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
        control[_NEW_SLOTS] = 1
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
    nothing = np.empty(0, np.int64)
    return t._replace(steps=nothing, starts=nothing)


def expanded(t: Tables) -> int:
    """The states expanded so far."""
    return int(t.control[EXPANDED])


@borrowing
def first_limb(t: Any) -> Any:
    """The number of ways to the end where it is one limb, else -1."""
    if t.control[_NOW] == 0:
        return 0
    last = t.ways[t.control[_HALF], 0]
    for limb in range(1, len(last)):
        if last[limb] != 0:
            return -1
    return last[0]


def ways(t: Tables) -> int:
    """The number of ways to the end, after the last tile."""
    if t.control[_NOW] == 0:
        return 0
    return number(t.ways[t.control[_HALF], 0])


def recorded(t: Tables) -> bool:
    """Whether the transitions are there."""
    return bool(t.control[RECORD])


def record_of(t: Tables) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Steps, starts and the number of the last state, after the last tile."""
    return t.steps, t.starts, int(t.control[_BASE])
