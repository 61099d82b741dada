"""The tables that a sweep works on: layers whose states are labels.

A *state* (:mod:`cpstudy.frontier.layers`) has one label per entry of the frontier: 0 if it is
closed, otherwise the number of its component. Components are numbered in order of appearance, so
equal states have equal labels. Labels of b bits are packed 63 // b to a 64-bit word, so that the
sign bit is never set.
"""

from cpstudy.core.kernel_types import View, i64
from cpstudy.core.native import array, entry, inlined, workspace, zeros
from cpstudy.frontier.layers import KEY, Layers, number

# The initial space for labels, one word of them.
_LABELS = 15


@workspace
class Tables(Layers):
    """The memory of a sweep.

    labels [above width], names [above width + 1]: of the current state.

    width: of the frontier; bits, labels_in_word: see the head of this file; tree: whether a tree is
    required.
    """

    labels: View[i64]
    names: View[i64]
    width: i64 = 0
    bits: i64 = 0
    labels_in_word: i64 = 0
    tree: bool

    def __init__(self, most_states: int) -> None:
        Layers.__init__(self, most_states)
        self.labels = zeros(_LABELS + 1, "i64")
        self.names = zeros(_LABELS + 2, "i64")
        self.tree = False
        self.now = 0  # until ``begin``

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """The sizes of layers, with keys and labels as the width requires."""
        width = max(self.width, len(self.labels) - 1)
        words = max(words_needed(width, self.tree), len(self.key))
        shapes = Layers.sizes(self)
        return {
            **shapes,
            "rest": (*shapes["keys"], words - 1),
            "queue": (self.queue.shape[0], KEY + words),
            "labels": (width + 1,),
            "names": (width + 2,),
            "key": (words,),
        }


@entry
def label_bits(width: i64, tree: bool) -> i64:
    """Bits of a label: enough for one component per entry; without a tree, one."""
    bits = 1
    while tree and 1 << bits <= width:
        bits += 1
    return bits


def words_needed(width: int, tree: bool) -> int:
    """The number of words of a key."""
    return max(1, -(-width // (63 // label_bits(width, tree))))


@entry
def begin(t: Tables, width: i64, tree: bool) -> None:
    """Start before the first tile: one state without an edge, one way. Tables may be reused."""
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
    t.queued = 0
    t.keys[0, 0] = 0
    for w in range(t.rest.shape[2]):
        t.rest[0, 0, w] = 0
    for limb in range(t.ways.shape[2]):
        t.ways[0, 0, limb] = 0
    t.ways[0, 0, 0] = 1


@entry
def first_limb(t: Tables) -> i64:
    """The number of ways to the end if it fits into one limb, else -1."""
    if t.now == 0:
        return 0
    for limb in range(1, t.ways.shape[2]):
        if t.ways[t.half, 0, limb] != 0:
            return -1
    return t.ways[t.half, 0, 0]


def ways(t: Tables) -> int:
    """The number of ways to the end, after the last tile."""
    return number(array(t.ways)[t.half, 0]) if t.now else 0


@entry
@inlined
def unpack(t: Tables, half: i64, state: i64) -> None:
    """Fill the labels from a key."""
    width = t.width
    bits = t.bits
    each = t.labels_in_word
    label_mask = (1 << bits) - 1
    entry = 0
    for w in range(len(t.key)):
        word = t.keys[half, state] if w == 0 else t.rest[half, state, w - 1]
        stop = min(width, entry + each)
        while entry < stop:
            t.labels[entry] = word & label_mask
            word >>= bits
            entry += 1


@entry
@inlined
def pack(t: Tables) -> None:
    """Build the key of the labels, with components numbered in order of appearance."""
    width = t.width
    bits = t.bits
    each = t.labels_in_word
    for label in range(len(t.names)):
        t.names[label] = 0
    number = 0
    entry = 0
    for w in range(len(t.key)):
        word = 0
        shift = 0
        stop = min(width, entry + each)
        while entry < stop:
            label = t.labels[entry]
            if label != 0:
                if t.names[label] == 0:
                    number += 1
                    t.names[label] = number
                word |= t.names[label] << shift
            shift += bits
            entry += 1
        t.key[w] = word
