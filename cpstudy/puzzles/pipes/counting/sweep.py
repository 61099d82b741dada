"""The sweep: tiles of a group taken one after another, layer by layer of states.

Two ways of placing the tiles taken so far can be completed in the same ways when the same entries
of the frontier are open and the same of them are connected with each other (:mod:`.tables`). With
each state goes the number of ways that lead there (:mod:`.tables`). Taking a tile tries its
possible orientations against each state: open entries that it closes must have different labels
(else there is a cycle), their components become one, and it must keep an open entry, except
at the last tile (else a component is cut off). After the last tile one state is left, and its
number is the count. For free graphs and safe states every label is 1 and nothing is refused.

The kernel allocates nothing. It stops after any number of states and where a table is full
(:mod:`.tables`), and resumes. Cost: 50 to 100 ns a state.
"""

from cpstudy.core.kernel_types import View, View2, i64
from cpstudy.core.native import entry, inlined, kernel
from cpstudy.frontier.layers import (
    DONE,
    FULL,
    PAUSED,
    SUCCESSORS,
    TOO_MANY,
    close_layer,
    enter,
    enter_states,
    numbers_fit,
)
from cpstudy.puzzles.pipes.counting.layout import (
    BEGIN,
    BY_CLASS,
    END,
    FITS,
    IN,
    OUT,
    SIDES_IN,
    SIDES_OUT,
    SITE,
)
from cpstudy.puzzles.pipes.counting.tables import Tables, label_bits, pack, unpack

# Status beside those of layers: a group is done, whose number has to be taken away.
GROUP_DONE = 4

# More states than any sweep reaches.
NO_LIMIT = 2**62


@entry
def begin(t: Tables, width: i64, tree: bool) -> None:
    """Before the first tile: one state without an edge, one way. The tables may have been used."""
    t.width = width
    t.tree = tree
    t.bits = label_bits(width, tree)
    t.labels_in_word = 63 // t.bits
    t.base += t.now + t.made
    t.place = 0
    t.index = 0
    t.half = 0
    t.now = 1
    t.made = 0
    t.keys[0, 0] = 0
    for w in range(t.rest.shape[2]):
        t.rest[0, 0, w] = 0
    for limb in range(t.ways.shape[2]):
        t.ways[0, 0, limb] = 0
    t.ways[0, 0, 0] = 1


@kernel
def sweep(t: Tables, sites: View2[i64], first: i64, end: i64, masks: View[i64], until: i64) -> i64:
    """Take tiles until all are taken, ``until`` states were expanded, or a table is too small.

    Which of these it was is the status that is returned. The tiles have the ``sites`` from
    ``first`` to ``end``; masks: see :mod:`.layout`. After the last tile the layer holds one state
    or none.
    """
    if t.new_slots:
        enter_states(t)
    status = DONE
    while status == DONE and first + t.place < end:
        if t.width >= len(t.labels) or not numbers_fit(t):
            status = FULL
        else:
            for column in range(SITE):
                t.site[column] = sites[first + t.place, column]
            status = _take(t, first + t.place + 1 == end, masks, until)
    return status


@kernel
def _take(t: Tables, last: bool, masks: View[i64], until: i64) -> i64:
    """Expand what is left of the layer, then make the next one the layer; returns the status."""
    room = t.keys.shape[1] - SUCCESSORS
    while t.index < t.now:
        if t.expanded >= until:
            return PAUSED
        if t.made > room:
            return FULL
        _expand(t, t.index, last, masks)
        t.index += 1
        t.expanded += 1
        if t.made > t.most_states:
            return TOO_MANY
    close_layer(t)
    return DONE


@inlined
def _expand(t: Tables, state: i64, last: bool, masks: View[i64]) -> None:
    """Try the tile's orientations against a state."""
    unpack(t, t.half, state)
    open_in = _open_in(t)
    if not t.site[FITS] >> open_in & 1:
        return
    own = _joined(t)
    if own < 0:
        return
    continues: bool = last or not t.tree or t.site[OUT + BY_CLASS] >= 0 or _is_open(t, own)
    if not t.tree:
        own = 1
    elif own == 0:
        own = t.width + 1
    sides_in = t.site[SIDES_IN]
    sides_out = t.site[SIDES_OUT]
    for option in range(t.site[BEGIN], t.site[END]):
        orientation = masks[option]
        open_out = orientation & sides_out
        if orientation & sides_in != open_in or (open_out == 0 and not continues):
            continue
        _put_out(t, open_out, own)
        pack(t)
        enter(t, state, t.key[0])


@inlined
def _open_in(t: Tables) -> i64:
    """The sides of a tile whose incoming entries are open."""
    opened = 0
    for side in range(4):
        if t.site[IN + side] >= 0 and t.labels[t.site[IN + side]] != 0:
            opened |= 1 << side
    return opened


@inlined
def _joined(t: Tables) -> i64:
    """Close the incoming entries; their components become one. Returns its label.

    0 where none was open or labels have no meaning, -1 where two were one component already.
    """
    own = 0
    for side in range(BY_CLASS + 1):
        entry = t.site[IN + side]
        if entry < 0:
            continue
        label = t.labels[entry]
        t.labels[entry] = 0
        if label == 0 or not t.tree:
            continue
        if label == own:
            return -1
        if own == 0:
            own = label
        else:
            for other in range(t.width):
                if t.labels[other] == label:
                    t.labels[other] = own
    return own


@inlined
def _is_open(t: Tables, own: i64) -> bool:
    """Whether an entry of the component ``own`` stays open."""
    entry = 0
    while entry < t.width and t.labels[entry] != own:
        entry += 1
    return own != 0 and entry < t.width


@inlined
def _put_out(t: Tables, open_out: i64, own: i64) -> None:
    """Label the outgoing entries of a tile; that of its class is always open."""
    opened = open_out | 1 << BY_CLASS
    for side in range(BY_CLASS + 1):
        entry = t.site[OUT + side]
        if entry >= 0:
            t.labels[entry] = own if opened >> side & 1 else 0
