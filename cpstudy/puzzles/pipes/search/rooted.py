"""A solution with its tree rooted, so that paths in it are found without a search.

Each tile stores the side towards the root, its place in a depth-first walk, and the first place
after its subtree: one tile lies below another exactly if its place is between the other's two.
Cost: linear, once per solution; a path costs its length.
"""

from cpstudy.core.kernel_types import Const2, View, i8, i32, i64, u8
from cpstudy.core.native import entry, workspace, zeros


@workspace
class Rooted:
    """A solution of n tiles and its tree; see :func:`root`.

    sides: uint8[n], open sides. up: int8[n], the side towards the root, -1 for the root and for
    tiles that are not vertices. entered, left: int32[n], the place of a tile in a depth-first walk
    and the first place after its subtree. order: int32[n], that walk. stack: int32[n].
    """

    sides: View[u8]
    up: View[i8]
    entered: View[i32]
    left: View[i32]
    order: View[i32]
    stack: View[i32]
    tiles: i64

    def __init__(self, n: int) -> None:
        self.tiles = n
        self.sides = zeros(n, "u8")
        self.up = zeros(n, "i8")
        self.entered = zeros(n, "i32")
        self.left = zeros(n, "i32")
        self.order = zeros(n, "i32")
        self.stack = zeros(n, "i32")


@entry
def root(neighbours: Const2[i32], tree: Rooted) -> None:
    """Root the tree of ``tree.sides`` at its first vertex and walk it. neighbours: int[n, 4]."""
    n = tree.tiles
    first = 0
    while first < n and tree.sides[first] == 0:
        first += 1
    if first == n:
        return
    tree.stack[0] = first
    tree.up[first] = -1
    size = 1
    place = 0
    while size > 0:
        size -= 1
        tile = tree.stack[size]
        tree.order[place] = tile
        tree.entered[tile] = place
        tree.left[tile] = 1
        place += 1
        mask = tree.sides[tile]
        for side in range(4):
            if mask >> side & 1 and side != tree.up[tile]:
                beyond = neighbours[tile, side]
                tree.up[beyond] = side ^ 2
                tree.stack[size] = beyond
                size += 1
    for k in range(place - 1, 0, -1):
        tile = tree.order[k]
        tree.left[neighbours[tile, tree.up[tile]]] += tree.left[tile]
    for k in range(place):
        tree.left[tree.order[k]] += k
