"""Random loops: the border of a region of faces that grows and never closes round a hole.

A face joins the region where, walking round it, the region is met once only, and not at a corner
alone: then region and outside both still be connected, and the border stays one loop that touches
itself nowhere. Faces are taken in a random order; one that touches the region at one side always
joins, one that touches it at more only with a chance that is drawn for the board, so that some
loops are long and winding and others wide.

The stream of a board is keyed by (kind, shape, index), so board 17 is the same alone and in a
batch.
Cost: some draws a face, in plain Python. Limits: no distribution is claimed.
"""

from __future__ import annotations

from cpstudy.core.random import Stream
from cpstudy.core.random_words import below
from cpstudy.puzzles.loops.lattice import Lattice

# The chance is drawn: none, one or two of so many.
_CHANCES, _OF = 3, 12

# The eight faces round one, in order: sides at even places, corners at odd ones.
_RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def random_loop(state: Stream, lattice: Lattice) -> bytes:
    """A loop on a lattice with at least one face, one byte an edge; the stream continues."""
    rows, columns = lattice.rows - 1, lattice.columns - 1
    chance = int(below(state, _CHANCES))
    region = [[False] * (columns + 2) for _ in range(rows + 2)]  # with a margin
    waiting = [divmod(int(below(state, rows * columns)), columns)]
    first = True
    while waiting:
        at = int(below(state, len(waiting)))
        waiting[at], waiting[-1] = waiting[-1], waiting[at]
        row, column = waiting.pop()
        ring = [region[row + 1 + down][column + 1 + right] for down, right in _RING]
        touched = sum(ring[::2])
        met = sum(a and not b for a, b in zip(ring, ring[-1:] + ring[:-1], strict=True))
        joins = first or (touched and met == 1)
        if region[row + 1][column + 1] or not joins:
            continue
        if touched > 1 and int(below(state, _OF)) >= chance:
            continue
        first = False
        region[row + 1][column + 1] = True
        for down, right in _RING[::2]:
            if 0 <= row + down < rows and 0 <= column + right < columns:
                waiting.append((row + down, column + right))
    inside = [region[row + 1][column + 1] for row in range(rows) for column in range(columns)]
    inside.append(False)
    return bytes(inside[one] != inside[other] for one, other in lattice.beside)
