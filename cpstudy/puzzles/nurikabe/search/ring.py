"""The ring of eight cells around a cell, and what it tells when the cell becomes land.

A cell that becomes land may part what is not land, or make another cell the only way between two
parts. Neither can be where the cells that are not land above, beside and below it hang together
within the ring, and still do without any one cell of it that is unknown: whatever way led through
the cell, and past that one, goes round it on the ring. That is asked of a table by the ring's
pattern. It is enough, not necessary: the way round may be longer than the ring.

Cost: a table of 256 numbers.
"""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

# The places of the ring in turn, from the one above; those at even numbers lie beside the cell.
_PLACES = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

# In ``PARTING``: without any other cell.
ITSELF = 1 << 8


def ring_of(rows: int, columns: int) -> npt.NDArray[np.int32]:
    """int32[n, 8]: 1 + the cells around each, 0 beyond the border."""
    cells = np.zeros((rows + 2, columns + 2), np.int32)
    cells[1:-1, 1:-1] = np.arange(1, rows * columns + 1).reshape(rows, columns)
    around = [cells[1 + r : 1 + r + rows, 1 + c : 1 + c + columns] for r, c in _PLACES]
    return np.stack([side.ravel() for side in around], axis=1)


def _hangs_together(there: int) -> bool:
    """Whether the cells beside the middle do, by way of what is ``there`` on the ring."""
    beside = [place for place in range(0, len(_PLACES), 2) if there >> place & 1]
    # In turn from one of them to the next there is a gap at most once, on one side of the ring.
    gaps = sum(
        any(not there >> place % 8 & 1 for place in range(one, one + (other - one - 1) % 8 + 2))
        for one, other in zip(beside, beside[1:] + beside[:1], strict=True)
    )
    return len(beside) < 2 or gaps < 2


def _parting() -> npt.NDArray[np.int64]:
    told = np.zeros(1 << len(_PLACES), np.int64)
    for there, place in itertools.product(range(len(told)), range(len(_PLACES) + 1)):
        if not _hangs_together(there & ~(1 << place)):
            told[there] |= 1 << place
    return told


# By what is there on a ring, bit by bit: without which cells it does not hang together; ITSELF
# where it does not with all of them.
PARTING = _parting()
