"""What generators of several declared kinds draw: Latin squares, rooms, rectangles."""

from collections.abc import Iterator
from random import Random

from cpstudy.declared.board import STEPS, Cell

_NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def cells_of(rows: int, columns: int) -> list[Cell]:
    """All cells in reading order."""
    return [(r, c) for r in range(rows) for c in range(columns)]


def latin(rng: Random, rows: int, columns: int) -> dict[Cell, str]:
    """Numbers from 1 of which no line has one twice: a cyclic square, lines and numbers shuffled."""
    order = max(rows, columns)
    down, across, name = (rng.sample(range(order), order) for _ in range(3))
    return {
        (r, c): str(1 + name[(down[r] + across[c]) % order]) for r, c in cells_of(rows, columns)
    }


def rooms(rng: Random, rows: int, columns: int, least: int, most: int) -> dict[Cell, str]:
    """Connected rooms of about that many cells, by names; what is left joins a neighbour."""
    found: dict[Cell, int] = {}
    cells = cells_of(rows, columns)
    parts: list[list[Cell]] = []
    for start in rng.sample(cells, len(cells)):
        if start not in found:
            part = _grown(rng, start, rng.randint(least, most), set(cells) - found.keys())
            near = sorted({found[d] for c in part for d in around(c) if d in found})
            if len(part) < least and near:
                parts[rng.choice(near)] += part
            else:
                parts.append(part)
            found |= {c: k for k, part in enumerate(parts) for c in part}
    names = [_NAMES[k] if len(parts) <= len(_NAMES) else str(k) for k in range(len(parts))]
    return {c: names[k] for c, k in found.items()}


def around(cell: Cell) -> Iterator[Cell]:
    """The neighbours of a cell, on the board or not."""
    return ((cell[0] + r, cell[1] + c) for r, c in STEPS.values())


def _grown(rng: Random, start: Cell, size: int, free: set[Cell]) -> list[Cell]:
    part = [start]
    while len(part) < size:
        ways = sorted({d for c in part for d in around(c) if d in free and d not in part})
        if not ways:
            break
        part.append(rng.choice(ways))
    return part
