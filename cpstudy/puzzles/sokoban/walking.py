"""The player's reachable area: one walk over it, and the square that represents it.

The player's square within the area makes no difference to the possible pushes. Kamies2016 names
this as future work: only the moving of a box is then a move. An area is represented by its
smallest square next to a box, or by its smallest square if it touches no box. So the walk may stop
as soon as it has seen every free square next to a box: in a wide room, that is after a few squares
around the box, not after the whole room.

Cost: four accesses for each visited square, and 4k for k boxes. Visited squares carry the number of
the walk, so nothing is ever cleared.
"""

from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8
from cpstudy.core.native import kernel, workspace, zeros


@workspace
class Walk:
    """Walks over n squares. neighbours: [n, 4]. occupied: [n], 1 at a box.

    seen, wanted: [n]: equal to ``number``, the number of the walk, for squares that are reached,
    and for free squares next to a box. queue, distance: [n]: the order of the walk, the steps to
    each reached square.
    """

    neighbours: View2[i32]
    occupied: View[u8]
    seen: View[i64]
    wanted: View[i64]
    queue: View[i32]
    distance: View[i32]
    number: i64

    def __init__(self, neighbours: View2[i32], occupied: View[u8]) -> None:
        n = len(neighbours)
        self.neighbours, self.occupied = neighbours, occupied
        self.seen, self.wanted = zeros(n, "i64"), zeros(n, "i64")
        self.queue, self.distance = zeros(n, "i32"), zeros(n, "i32")
        self.number = 0


@kernel
def walk(w: Walk, boxes: Const[i64], player: i64) -> i64:
    """Walk breadth first from ``player`` until every free square next to a box is seen.

    Returns the square that represents the area.
    """
    w.number += 1
    number = w.number
    left = 0
    for i in range(len(boxes)):
        for side in range(4):
            other = w.neighbours[boxes[i], side]
            if other >= 0 and w.occupied[other] == 0 and w.wanted[other] != number:
                w.wanted[other] = number
                left += 1
    n = len(w.seen)
    touching = n
    smallest = player
    w.seen[player] = number
    w.distance[player] = 0
    w.queue[0] = player
    size = 1
    if w.wanted[player] == number:
        left -= 1
        touching = player
    at = 0
    while at < size and left > 0:
        square = w.queue[at]
        at += 1
        for side in range(4):
            other = w.neighbours[square, side]
            if other < 0 or w.occupied[other] != 0 or w.seen[other] == number:
                continue
            w.seen[other] = number
            w.distance[other] = w.distance[square] + 1
            w.queue[size] = other
            size += 1
            smallest = min(smallest, other)
            if w.wanted[other] == number:
                left -= 1
                touching = min(touching, other)
    return touching if touching < n else smallest
