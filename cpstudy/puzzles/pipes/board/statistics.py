"""Statistics of a generator's boards: tile distribution, bias, eccentricity.

All functions take solved boards uint8[count, rows, columns] (open sides), as returned by
:func:`cpstudy.puzzles.pipes.generating.mazes.boards`. Hegeman2022 reports the tile distribution
(table 6) and the greatest distance from the centre (table 3: the bound of her tree traversal), and
describes textures in words (section 5.4); the bias functions turn those into numbers.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, Const2, View, i64, u8
from cpstudy.core.native import array, entry, table, view, zeros
from cpstudy.puzzles.pipes.board.neighbours import neighbour_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, TYPE_NAMES, tile_type

Boards = npt.NDArray[np.uint8]

# The type of each tile, by its open sides.
TYPES: Const[u8] = table([tile_type(mask) for mask in range(16)], "u8")


def tile_counts(boards: Boards) -> dict[str, npt.NDArray[np.int64]]:
    """Tiles of each type on each board: type name -> int64[count]."""
    types = array(TYPES)[boards]
    return {name: (types == number).sum(axis=(1, 2)) for number, name in enumerate(TYPE_NAMES)}


def orientation_shares(boards: Boards) -> dict[str, dict[int, float]]:
    """For each type that occurs, the share of each orientation (open sides), summing to 1.

    An unbiased generator gives equal shares: 1/2 for straights, 1/4 for dead ends, corners, Ts.
    """
    counts = np.bincount(boards.ravel(), minlength=16)
    shares: dict[str, dict[int, float]] = {}
    for mask in range(16):
        name = TYPE_NAMES[tile_type(mask)]
        total = counts[list(ORIENTATIONS[mask])].sum()
        if total:
            shares.setdefault(name, {})[mask] = float(counts[mask] / total)
    return shares


def orientation_bias(boards: Boards) -> dict[str, float]:
    """Total variation distance of each type's orientations from uniform, 0…1, if it occurs."""
    return {
        name: 0.5 * sum(abs(share - 1 / len(by_mask)) for share in by_mask.values())
        for name, by_mask in orientation_shares(boards).items()
    }


@entry
def farthest(
    neighbours: Const2[i64],
    boards: Const2[u8],
    start: i64,
    distance: View[i64],
    queue: View[i64],
    found: View[i64],
) -> None:
    """Fill ``found`` with the moves from ``start`` to the farthest tile of each board.

    boards: [count, n], open sides. distance, queue: [n], overwritten.
    """
    for board in range(len(boards)):
        for tile in range(len(distance)):
            distance[tile] = -1
        queue[0] = start
        distance[start] = 0
        head = 0
        size = 1
        while head < size:
            tile = queue[head]
            head += 1
            for side in range(4):
                if boards[board, tile] >> side & 1:
                    other = neighbours[tile, side]
                    if distance[other] < 0:
                        distance[other] = distance[tile] + 1
                        queue[size] = other
                        size += 1
        found[board] = distance[queue[size - 1]]


def eccentricities(boards: Boards, *, start: int | None = None) -> npt.NDArray[np.int64]:
    """Moves along pipes from the centre (row rows//2, column columns//2) to the farthest tile.

    boards: without wrapping. start: another tile to begin at, numbered row by row. Returns
    int64[count]. Tiles that are not connected with the centre are ignored.
    """
    count, rows, columns = boards.shape
    n = rows * columns
    centre = rows // 2 * columns + columns // 2 if start is None else start
    flat = np.ascontiguousarray(boards).reshape(count, n)
    found = np.zeros(count, np.int64)
    neighbours = view(neighbour_table(rows, columns, False))
    farthest(neighbours, view(flat), centre, zeros(n, "i64"), zeros(n, "i64"), view(found))
    return found
