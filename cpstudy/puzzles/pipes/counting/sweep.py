"""The sweep: tiles of a group taken one after another, layer by layer of states.

Two ways of placing the tiles taken so far can be completed in the same ways when the same entries
of the frontier are open and the same of them are connected with each other (:mod:`.states`). With
each state goes the number of ways that lead there (:mod:`.limbs`). Taking a tile tries its
possible orientations against each state: open entries that it closes must have different labels
(else there is a cycle), their components become one, and it must keep an entry to go on by, except
at the last tile (else a component is cut off). After the last tile one state is left, and its
number is the count. For free graphs and safe states every label is 1 and nothing is refused.

The kernel allocates nothing. It stops after any number of states and where a table is full
(:mod:`.tables`), and goes on. With a record each transition is kept for :mod:`.record`. Cost: 50
to 100 ns a state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
from cpstudy.puzzles.pipes.counting.limbs import add
from cpstudy.puzzles.pipes.counting.states import label_bits, pack, slot_of, unpack
from cpstudy.puzzles.pipes.counting.tables import (
    BASE,
    EXPANDED,
    HALF,
    INDEX,
    MOST_STATES,
    NEW_SLOTS,
    NEXT,
    NOW,
    RECORD,
    RECORDED,
    SITE_NOW,
    SUCCESSORS,
    TREE,
    WIDTH,
    numbers_fit,
)

# Status: all is done; as many states as were asked for are expanded; a table is too small; a layer
# has more states than allowed; a group is done, where somebody waits for it.
DONE, PAUSED, FULL, TOO_MANY, GROUP_DONE = range(5)

# More states than any sweep reaches.
NO_LIMIT = 2**62


@borrowing
def begin(t: Any, width: Any, tree: Any) -> None:
    """Before the first tile: one state without an edge, one way. The tables may have been used."""
    control = t.control
    control[WIDTH] = width
    control[TREE] = tree
    control[BASE] += control[NOW] + control[NEXT]
    control[SITE_NOW] = 0
    control[INDEX] = 0
    control[HALF] = 0
    control[NOW] = 1
    control[NEXT] = 0
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
    if control[NEW_SLOTS]:
        _enter_states(t)
    status = DONE
    while status == DONE and control[SITE_NOW] < len(sites):
        if control[WIDTH] >= len(t.labels) or not numbers_fit(t):
            status = FULL
        else:
            last = control[SITE_NOW] + 1 == len(sites)
            status = _take(sites[control[SITE_NOW]], last, masks, t, until)
    return status


@borrowing
def _enter_states(t: Any) -> None:
    """Put the states of the layer that is made into new slots."""
    control = t.control
    keys = t.keys[1 - control[HALF]]
    least = control[BASE] + control[NOW]
    for state in range(control[NEXT]):
        t.slots[slot_of(keys[state], keys, t.slots, least)] = least + state
    control[NEW_SLOTS] = 0


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
    half = control[HALF]
    base = control[BASE]
    now = control[NOW]
    tree = control[TREE] != 0
    record = control[RECORD] != 0
    width = control[WIDTH]
    layer = _Layer(
        t.keys[half], t.ways[half], t.keys[1 - half], t.ways[1 - half],
        base, base + now, width, label_bits(width, tree), tree, record,
    )  # fmt: skip
    made = control[NEXT]
    recorded = control[RECORDED]
    room = t.keys.shape[1] - SUCCESSORS
    room_steps = len(t.steps) - SUCCESSORS
    room_starts = len(t.starts) - 2
    state = control[INDEX]
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
        if made > control[MOST_STATES]:
            status = TOO_MANY
            break
    control[EXPANDED] += state - control[INDEX]
    control[RECORDED] = recorded
    if status == DONE:
        control[HALF] = 1 - half
        control[BASE] = base + now
        control[NOW] = made
        control[NEXT] = 0
        control[INDEX] = 0
        control[SITE_NOW] += 1
    else:
        control[INDEX] = state
        control[NEXT] = made
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
    sides_in, sides_out = site[SIDES_IN], site[SIDES_OUT]
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
        open_out = orientation & sides_out
        if orientation & sides_in != open_in or (open_out == 0 and not goes_on):
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
