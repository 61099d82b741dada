"""The sweep: take the tiles of a group one after another, layer by layer of states.

Two placements of the tiles taken so far can be completed in the same ways if they open the same
entries of the frontier and connect the same entries with each other (:mod:`.tables`). Each state
has the number of ways that lead to it. Taking a tile tries its possible orientations on each state:
the open entries that it closes must have different labels (otherwise there is a cycle), their
components become one, and this component must keep an open entry, except at the last tile
(otherwise it is cut off). After the last tile one state is left, and its number is the count. For
free graphs and safe states every label is 1 and no orientation is rejected for its connections.

The layers are those of frontier/engine.py. Cost: 50 to 100 ns a state.
"""

from cpstudy.core.kernel_types import View, View2, i64
from cpstudy.core.native import inlined, kernel, workspace, zeros
from cpstudy.frontier.engine import Model
from cpstudy.frontier.layers import SUCCESSORS, Layers, put
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
from cpstudy.puzzles.pipes.counting.tables import Tables, pack, unpack


@workspace
class Group(Model):
    """The tiles of a group, one per step: their sites are ``sites`` from ``first`` on.

    masks: see :mod:`.layout`. tables: the layers that the engine uses, with the labels.
    """

    tables: Tables
    sites: View2[i64]
    masks: View[i64]
    first: i64

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.sites, self.masks, self.first = zeros((0, SITE), "i64"), zeros(0, "i64"), 0
        self.furnish(0, 1, SUCCESSORS)

    @kernel
    def expand(self, t: Layers, state: i64) -> None:
        """Try the tile's orientations on a state."""
        _expand(self, self.tables, self.first + t.place, state)


@kernel
def _expand(m: Group, t: Tables, at: i64, state: i64) -> None:
    unpack(t, t.half, state)
    open_in = _open_in(m, t, at)
    if not m.sites[at, FITS] >> open_in & 1:
        return
    own = _joined(m, t, at)
    if own < 0:
        return
    last = t.place + 1 == m.steps
    continues: bool = last or not t.tree or m.sites[at, OUT + BY_CLASS] >= 0 or _is_open(t, own)
    if not t.tree:
        own = 1
    elif own == 0:
        own = t.width + 1
    sides_in = m.sites[at, SIDES_IN]
    sides_out = m.sites[at, SIDES_OUT]
    for option in range(m.sites[at, BEGIN], m.sites[at, END]):
        orientation = m.masks[option]
        open_out = orientation & sides_out
        if orientation & sides_in != open_in or (open_out == 0 and not continues):
            continue
        _put_out(m, t, at, open_out, own)
        pack(t)
        put(t, state, t.key[0])


@inlined
def _open_in(m: Group, t: Tables, at: i64) -> i64:
    """The sides of a tile whose incoming entries are open."""
    opened = 0
    for side in range(4):
        if m.sites[at, IN + side] >= 0 and t.labels[m.sites[at, IN + side]] != 0:
            opened |= 1 << side
    return opened


@inlined
def _joined(m: Group, t: Tables, at: i64) -> i64:
    """Close the incoming entries and join their components. Returns the label of the result.

    0 if none was open or labels have no meaning, -1 if two of them were already one component.
    """
    own = 0
    for side in range(BY_CLASS + 1):
        entry = m.sites[at, IN + side]
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
def _put_out(m: Group, t: Tables, at: i64, open_out: i64, own: i64) -> None:
    """Label the outgoing entries of a tile; that of its class is always open."""
    opened = open_out | 1 << BY_CLASS
    for side in range(BY_CLASS + 1):
        entry = m.sites[at, OUT + side]
        if entry >= 0:
            t.labels[entry] = own if opened >> side & 1 else 0
