"""What generators of several declared kinds draw: Latin squares, rooms, rectangles, paths."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations
from math import prod
from random import Random

from cpstudy.declared.board import Board, Cell
from cpstudy.declared.notations import named

# Cells of an area, but where it cannot be divided otherwise.
_LARGEST = 9


def latin(rng: Random, b: Board) -> dict[Cell, str]:
    """Numbers from 1, none twice in a line: a cyclic square, lines and numbers shuffled."""
    order = max(b.rows, b.columns)
    down, across, name = (rng.sample(range(order), order) for _ in range(3))
    return {(r, c): str(1 + name[(down[r] + across[c]) % order]) for r, c in b.cells}


def rooms(rng: Random, b: Board, least: int, most: int) -> dict[Cell, str]:
    """Connected rooms of about that many cells, by names; what is left joins a neighbour."""
    found: dict[Cell, list[Cell]] = {}
    for start in rng.sample(b.cells, len(b.cells)):
        if start not in found:
            part, size = [start], rng.randint(least, most)
            while len(part) < size:
                near = {d for c in part for d in b.around[c]}.difference(part, found)
                if not near:
                    break
                part.append(rng.choice(sorted(near)))
            beside = sorted(d for c in part for d in b.around[c] if d in found)
            into = found[rng.choice(beside)] if len(part) < least and beside else []
            into += part
            found |= dict.fromkeys(part, into)
    return named({id(part): part for part in found.values()}.values())


def areas(rng: Random, b: Board) -> dict[Cell, str]:
    """Rooms of which no two of one size touch, each cell with the size of its own.

    Of two that do, small ones become one, and of others one gives a cell to any that it touches.
    """
    found = rooms(rng, b, 1, 6)
    while True:
        size = Counter(found.values())
        pairs = ((found[c], found[d]) for c, d in b.edges if found[c] != found[d])
        same = [pair for pair in pairs if size[pair[0]] == size[pair[1]]]
        if not same:
            return {c: str(size[name]) for c, name in found.items()}
        one, other = rng.choice(same)
        cells = [c for c, name in found.items() if name == one] if size[one] > 2 else []
        fuller = moved(rng, b, found, cells, [name for name in size if size[name] < _LARGEST])
        found = fuller or {c: other if name == one else name for c, name in found.items()}


def rectangles(rng: Random, b: Board, most: int) -> list[list[Cell]]:
    """A board cut into rectangles of two to ``most`` cells, but for what is left between them.

    A shape is drawn by its area, so that half of them are larger than four, as published ones are.
    """
    free, parts = set(b.cells), list[list[Cell]]()
    shapes = [(h, w) for h in range(1, 7) for w in range(1, 7) if 1 < h * w <= most]
    for r, c in b.cells:
        order = sorted(shapes, key=lambda shape: -(rng.random() ** (1 / prod(shape))))
        for h, w in [*order, (1, 1)] if (r, c) in free else ():
            part = [(r + y, c + x) for y in range(h) for x in range(w)]
            if free.issuperset(part):
                free.difference_update(part)
                parts.append(part)
                break
    return parts


def walls(rng: Random, b: Board, edge: set[Cell], longest: int) -> set[Cell]:
    """An edge and more cells, which face each other and leave runs of a length, if they can.

    Longer runs of Kakuro seldom have one solution. None of one cell is made.
    """
    faults = _faults(b, edge, longest)
    for r, c in rng.sample(b.cells, len(b.cells)):
        more = (edge | {(r, c), (b.rows - r, b.columns - c)}) & {*b.cells}
        then = _faults(b, more, longest)
        if then[0] <= faults[0] and then[1] < faults[1]:
            edge, faults = more, then
    return edge


def _faults(b: Board, black: set[Cell], longest: int) -> tuple[int, int]:
    """Runs of one cell, and cells that are too many in others."""
    sizes = [len(run) for _, run in b.runs(black)]
    return sizes.count(1), sum(size - longest for size in sizes if size > longest)


def apart(ray: Iterable[Cell], walls: Collection[Cell], number: int) -> float:
    """The share of ways to choose cells of a ray, no two side by side, that have this number."""
    free, chosen = Counter({0: 1}), Counter[int]()  # by whether the last cell is chosen
    for c in ray:
        more = {} if c in walls else {k + 1: ways for k, ways in free.items()}
        free, chosen = free + chosen, Counter(more)
    return (free + chosen)[number] / (free + chosen).total()


def strung(rng: Random, b: Board, places: Iterable[Cell], each: int) -> list[list[Cell]]:
    """Parts of so many of these places each, joined by short paths; [] where one has none."""
    free = set(b.cells) - (left := set(places))
    parts = list[list[Cell]]()
    for start in rng.sample(sorted(left), len(left)):
        if start in left:
            left.remove(start)
            part = [start]
            for _ in range(each - 1):
                path = _path(b, part, left, free)
                part += path
                left -= {*path}
                free -= {*path}
                if not path:
                    return []
            parts.append(part)
    return parts


def _path(b: Board, starts: list[Cell], ends: set[Cell], free: set[Cell]) -> list[Cell]:
    """A shortest path from some cells to one of others; [] where there is none."""
    far = b.reached(starts, free | ends)
    first = {c: number for number, c in enumerate(far)}
    path = [c for c in far if c in ends][:1]
    while path and far[path[-1]] > 1:
        path.append(min((d for d in b.around[path[-1]] if d in far), key=first.__getitem__))
    return path[::-1]


def moved(
    rng: Random,
    b: Board,
    of: Mapping[Cell, str],
    cells: Iterable[Cell],
    takers: Collection[str] | None = None,
) -> dict[Cell, str]:
    """Regions of which one gave one of these cells to a neighbour; {} where none can.

    takers: regions that may take it; None: all.
    """
    sides = [(c, d) for c in cells for d in b.around[c] if of[c] != of[d]]
    may = [(c, d) for c, d in sides if takers is None or of[d] in takers]
    ways = [(c, d) for c, d in may if b.is_connected(_others(of, c))]
    if not ways:
        return {}
    c, d = rng.choice(ways)
    return {**of, c: of[d]}


def exchanged(
    rng: Random, b: Board, of: Mapping[Cell, str], x: Mapping[Cell, int], cells: Collection[Cell]
) -> Iterator[dict[str, list[Cell]]]:
    """Two regions that touch at one of these cells, cut otherwise: connected, as large, x once."""
    for c, d in rng.sample(b.edges, len(b.edges)):
        both = [e for e in b.cells if of[e] in (of[c], of[d])] if {c, d} & {*cells} else []
        ways = [*combinations(both, sum(of[e] == of[c] for e in both))]
        for part in rng.sample(ways, len(ways)):
            two = {of[c]: [*part], of[d]: [e for e in both if e not in part]}
            if all(b.is_connected(p) and len({x[e] for e in p}) == len(p) for p in two.values()):
                yield two


def _others(of: Mapping[Cell, str], cell: Cell) -> set[Cell]:
    """The other cells of its region."""
    return {c for c, name in of.items() if name == of[cell]} - {cell}


def spread(rng: Random, b: Board, starts: Iterable[Iterable[Cell]], uneven: int) -> dict[Cell, str]:
    """Regions that grow at random from cells of each, until all cells are in one.

    uneven: the higher, the fewer are large; small ones let people begin.
    """
    parts = [list(part) for part in starts]
    free = set(b.cells).difference(*parts)
    speed = [rng.random() ** uneven + 0.01 for _ in parts]
    while free:
        (k,) = rng.choices(range(len(parts)), speed)
        ways = [d for c in parts[k] for d in b.around[c] if d in free]
        if ways:
            parts[k].append(rng.choice(ways))
            free.remove(parts[k][-1])
        else:
            speed[k] = 1e-9  # it is enclosed; weights may not all be 0
    return named(parts)


def paths(rng: Random, b: Board, number: float = 0) -> list[list[Cell]]:
    """Paths of three cells and more; only consecutive cells of a path touch.

    They fill the board if possible: a cell that is left joins the end of a path, or of a part. The
    longest are cut until there are this ``number``.
    """
    free, found = set(b.cells), list[list[Cell]]()
    for start in rng.sample(b.cells, len(b.cells)):
        if start in free:
            path = [start]
            for _ in range(2):  # from both ends
                while ways := _on(b, path, free):
                    path.append(rng.choice(ways))
                path.reverse()
            if len(path) > 2:
                found.append(path)
                free.difference_update(path)
    while ends := [end for c in sorted(free) for path in found for end in _taking(b, path, c)]:
        least = min(len(parts) for _, parts in ends)
        path, parts = rng.choice([end for end in ends if len(end[1]) == least])
        found.remove(path)
        found += parts
        free.difference_update(parts[0])
    while len(found) < number and len(longest := max(found, key=len, default=[])) > 5:
        k = rng.randint(3, len(longest) - 3)
        found.remove(longest)
        found += [longest[:k], longest[k:]]
    return found


def _taking(
    b: Board, path: list[Cell], cell: Cell
) -> Iterator[tuple[list[Cell], list[list[Cell]]]]:
    """A path, and the parts of it of which the first ends with that cell."""
    for way in (path, path[::-1]):
        for k in (k for k, c in enumerate(way, 1) if k > 1 and c in b.around[cell]):
            rest = [way[k:]] if way[k:] else []
            alone = sum(d in way[:k] for d in b.around[cell]) == 1
            if alone and all(len(part) > 2 for part in rest):
                yield path, [[*way[:k], cell], *rest]


def _on(b: Board, path: list[Cell], free: set[Cell]) -> list[Cell]:
    """The cells by which a path may continue, those with the fewest free neighbours."""
    ways = [d for d in b.around[path[-1]] if d in free and d not in path]
    alone = [d for d in ways if sum(e in path for e in b.around[d]) == 1]
    room: Mapping[Cell, int] = {d: sum(e in free for e in b.around[d]) for d in alone}
    return [d for d in alone if room[d] == min(room.values())]
