"""The player's reachable area: one walk over it, and the one square that stands for it.

Where the player stands inside his area makes no difference to the pushes he can make. Kamies2016
names this as future work: only the moving of a box is then a move. An area is represented by its
smallest square beside a box, or by its smallest square where it touches no box. So the walk may
stop as soon as it has seen every free square beside a box: in a wide room that is after a few
squares around the box, not after the whole room.

Cost: the squares walked, four looks each, and 4k for k boxes. Walked squares carry the number of
the walk, so nothing is ever cleared.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import kernel


@kernel
def walk(
    beside: Any, occupied: Any, boxes: Any, player: Any, seen: Any, wanted: Any, number: Any,
    queue: Any, distance: Any,
) -> Any:  # fmt: skip
    """Walk breadth first from ``player`` until every free square beside a box is seen.

    occupied: uint8[n], one where a box stands. seen, wanted: int64[n]: squares that carry
    ``number`` are reached, or free and beside a box; they must not carry it before. queue,
    distance: int32[n]: the order of the walk, the steps to each reached square. Returns the square
    that stands for the area.
    """
    left = 0
    for i in range(len(boxes)):
        for side in range(4):
            other = beside[boxes[i], side]
            if other >= 0 and occupied[other] == 0 and wanted[other] != number:
                wanted[other] = number
                left += 1
    n = len(seen)
    touching = n
    smallest = player
    seen[player] = number
    distance[player] = 0
    queue[0] = player
    size = 1
    if wanted[player] == number:
        left -= 1
        touching = player
    at = 0
    while at < size and left > 0:
        square = queue[at]
        at += 1
        for side in range(4):
            other = beside[square, side]
            if other < 0 or occupied[other] != 0 or seen[other] == number:
                continue
            seen[other] = number
            distance[other] = distance[square] + 1
            queue[size] = other
            size += 1
            smallest = min(smallest, other)
            if wanted[other] == number:
                left -= 1
                touching = min(touching, other)
    if touching < len(beside):
        return touching
    return smallest
