"""What generators of several declared kinds draw: Latin squares, rooms, rectangles."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from cpstudy.declared.board import STEPS, Cell

NAMES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def cells_of(rows: int, columns: int) -> list[Cell]:
    """All cells in reading order."""
    return [(r, c) for r in range(rows) for c in range(columns)]


def latin(rng: Random, rows: int, columns: int) -> dict[Cell, str]:
    """Numbers from 1, none twice in a line: a cyclic square, lines and numbers shuffled."""
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
    return {c: name_of(k, len(parts)) for c, k in found.items()}


def areas(rng: Random, rows: int, columns: int) -> dict[Cell, int]:
    """Rooms of which no two of one size touch, each cell with the size of its own."""
    found = rooms(rng, rows, columns, 1, 6)
    while True:
        size = Counter(found.values())
        pairs = ((c, d) for c in found for d in around(c) if d in found and found[c] != found[d])
        same = next((pair for pair in pairs if size[found[pair[0]]] == size[found[pair[1]]]), None)
        if same is None:
            return {c: size[name] for c, name in found.items()}
        one, other = found[same[0]], found[same[1]]
        found = {c: one if name == other else name for c, name in found.items()}


def rectangles(rng: Random, rows: int, columns: int) -> list[list[Cell]]:
    """A board cut into rectangles of two to eight cells, but for what is left between them."""
    free, parts = set(cells_of(rows, columns)), list[list[Cell]]()
    for r, c in cells_of(rows, columns):
        if (r, c) in free:
            shapes = [(h, w) for h in range(1, 5) for w in range(1, 5) if 1 < h * w < 9]
            for h, w in [*rng.sample(shapes, len(shapes)), (1, 1)]:
                part = [(r + y, c + x) for y in range(h) for x in range(w)]
                if free.issuperset(part):
                    free.difference_update(part)
                    parts.append(part)
                    break
    return parts


def spread(rng: Random, order: int, starts: list[Cell], each: int) -> dict[Cell, str]:
    """Regions of a square that grow at random from so many near starts each."""
    found = {c: number // each for number, c in enumerate(starts)}
    while len(found) < order * order:
        c = rng.choice(sorted(found))
        ways = [d for d in around(c) if d not in found and min(d) >= 0 and max(d) < order]
        if ways:
            found[rng.choice(ways)] = found[c]
    return {c: name_of(k, order) for c, k in found.items()}


def name_of(number: int, count: int) -> str:
    """The token of a region, a character where there are few."""
    return NAMES[number] if count <= len(NAMES) else str(number)


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
