"""Exchange a random edge of a tree for another one, near some tiles.

A new edge closes a cycle; an edge of that cycle is removed, so a tree stays a tree. The new
edge lies at a tile of the region, or at the end of a random walk from it. The removed edge also
lies at a tile of the region, and is chosen so that no tile gets more than three open sides. The
tree is rooted (search/rooted.py): the cycle consists of the two paths up to where they meet, and
the part that is cut off is attached to the new edge by reversing one of these paths.

Cost: the length of the paths up.
"""

from cpstudy.core.kernel_types import Const, Const2, View, i32, i64, u8, u64
from cpstudy.core.native import entry, kernel, workspace, zeros
from cpstudy.core.random_words import below
from cpstudy.puzzles.pipes.search.rooted import Rooted

# A bit set over masks of open sides: tiles with three or more, which must not get another.
_FULL = 1 << 7 | 1 << 11 | 1 << 13 | 1 << 14 | 1 << 15

# Attempts to find an exchange at a region. The meaning of a seed depends on this number.
_TRIES = 40


@workspace
class Exchange:
    """The state of exchanges on a board of n tiles.

    neighbours: int32[n, 4]. closed: uint8[n], sides that cannot open. above: int64[n], stamped if a
    tile lies between the new edge and the root. inside: int64[n], stamped in the region. choices:
    int32[n], tiles whose edge upwards may be removed. stamp: the current one.
    """

    neighbours: Const2[i32]
    closed: Const[u8]
    above: View[i64]
    inside: View[i64]
    choices: View[i32]
    stamp: i64

    def __init__(self, neighbours: Const2[int], closed: Const[int]) -> None:
        n = len(closed)
        self.neighbours = neighbours
        self.closed = closed
        self.above = zeros(n, "i64")
        self.inside = zeros(n, "i64")
        self.choices = zeros(n, "i32")
        self.stamp = 0


@entry
def exchange(
    x: Exchange,
    tree: Rooted,
    region: View[i32],
    first: i64,
    last: i64,
    steps: i64,
    state: View[u64],
) -> bool:
    """Exchange an edge of ``tree`` for another at a region. False if none was found.

    region[first:last]: its tiles. steps: of a random walk away from it. state: the random stream.
    Afterwards the places in the walk of the tree (entered, left) are out of date.
    """
    x.stamp += 1
    inside = x.stamp
    for k in range(first, last):
        x.inside[region[k]] = inside
    for _ in range(_TRIES):
        one = region[first + below(state, last - first)]
        for _ in range(steps):
            side = below(state, 4)
            if x.closed[one] >> side & 1 == 0:
                one = x.neighbours[one, side]
        x.inside[one] = inside
        side = below(state, 4)
        if (x.closed[one] | tree.sides[one]) >> side & 1:
            continue
        other = x.neighbours[one, side]
        if tree.sides[one] == 0 or tree.sides[other] == 0:
            continue
        # The edges that may be removed lie on the paths up to where they meet.
        top = _top(x, tree, one, other)
        low = _choices(x, tree, other, top, one, inside, 0)
        size = _choices(x, tree, one, top, other, inside, low)
        if size > 0:
            pick = below(state, size)
            # Attach the part that is cut off to the new edge.
            if pick < low:
                _hang(x, tree, x.choices[pick], other, side ^ 2)
            else:
                _hang(x, tree, x.choices[pick], one, side)
            return True
    return False


@kernel
def _top(x: Exchange, tree: Rooted, one: i64, other: i64) -> i64:
    """The tile at which the paths up from two tiles meet."""
    x.stamp += 1
    stamp = x.stamp
    tile = one
    x.above[tile] = stamp
    while tree.up[tile] >= 0:
        tile = x.neighbours[tile, tree.up[tile]]
        x.above[tile] = stamp
    top = other
    while x.above[top] != stamp:
        top = x.neighbours[top, tree.up[top]]
    return top


@kernel
def _choices(
    x: Exchange, tree: Rooted, near_end: i64, top: i64, far_end: i64, inside: i64, size: i64
) -> i64:
    """Append the removable edges between an end of the new edge and the tile where the paths meet.

    They touch the region, and each end that is full. Fills ``x.choices`` from ``size`` on with the
    tiles below them; returns the new size.
    """
    near_full = _FULL >> tree.sides[near_end] & 1
    far_full = _FULL >> tree.sides[far_end] & 1
    tile = near_end
    while tile != top:
        upper = x.neighbours[tile, tree.up[tile]]
        if (
            (x.inside[tile] == inside or x.inside[upper] == inside)
            and (tile == near_end or not near_full)
            and (upper == far_end or not far_full)
        ):
            x.choices[size] = tile
            size += 1
        tile = upper
    return size


@kernel
def _hang(x: Exchange, tree: Rooted, low: i64, tile: i64, side: i64) -> None:
    """Remove the edge above ``low`` and open ``side`` of ``tile``, which lies below that edge."""
    cut = tree.up[low]
    beyond = x.neighbours[low, cut]
    tree.sides[low] ^= 1 << cut
    tree.sides[beyond] ^= 1 << (cut ^ 2)
    beyond = x.neighbours[tile, side]
    tree.sides[tile] |= 1 << side
    tree.sides[beyond] |= 1 << (side ^ 2)
    while True:
        before = tree.up[tile]
        tree.up[tile] = side
        if tile == low:
            return
        tile = x.neighbours[tile, before]
        side = before ^ 2
