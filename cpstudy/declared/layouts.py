"""Layouts that several generators draw: Latin squares, rooms, rectangles, regions, paths."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations
from math import prod
from random import Random

from cpstudy.declared.board import Board, Cell
from cpstudy.declared.notations import named

# An area with this number of cells takes no cell from another one.
_LARGEST = 9


def latin(rng: Random, b: Board) -> dict[Cell, str]:
    """Return a Latin square of numbers from 1: a cyclic one with lines and numbers shuffled."""
    order = max(b.rows, b.columns)
    down, across, name = (rng.sample(range(order), order) for _ in range(3))
    return {(r, c): str(1 + name[(down[r] + across[c]) % order]) for r, c in b.cells}


def rooms(rng: Random, b: Board, least: int, most: int) -> dict[Cell, str]:
    """Return each cell's room, connected, of up to ``most`` cells; smaller rests join a room."""
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
    """Return the size of each cell's room. No two rooms of one size touch.

    If two touch, small ones are joined, and a larger one gives a cell to an adjacent room.
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
    """Cut a board into rectangles of two to ``most`` cells, and single cells between them.

    The probability of a shape grows with its area, so that half of the rectangles have more than
    four cells, as in published puzzles.
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
    """Return the walls ``edge`` and more, in pairs that face each other, which shorten the runs.

    Runs get at most ``longest`` cells if possible, since longer runs of Kakuro seldom have one
    solution. No run of one cell is added.
    """
    faults = _faults(b, edge, longest)
    for r, c in rng.sample(b.cells, len(b.cells)):
        more = (edge | {(r, c), (b.rows - r, b.columns - c)}) & {*b.cells}
        then = _faults(b, more, longest)
        if then[0] <= faults[0] and then[1] < faults[1]:
            edge, faults = more, then
    return edge


def _faults(b: Board, black: set[Cell], longest: int) -> tuple[int, int]:
    """Return the number of runs of one cell, and of cells beyond ``longest`` in longer runs."""
    sizes = [len(run) for _, run in b.runs(black)]
    return sizes.count(1), sum(size - longest for size in sizes if size > longest)


def apart(ray: Iterable[Cell], walls: Collection[Cell], number: int) -> float:
    """Return the share of choices with this ``number`` among all choices of non-adjacent cells."""
    free, chosen = Counter({0: 1}), Counter[int]()  # by whether the last cell is chosen
    for c in ray:
        more = {} if c in walls else {k + 1: ways for k, ways in free.items()}
        free, chosen = free + chosen, Counter(more)
    return (free + chosen)[number] / (free + chosen).total()


def strung(rng: Random, b: Board, places: Iterable[Cell], each: int) -> list[list[Cell]]:
    """Return parts with ``each`` of the places, joined by short paths; [] if a path is blocked."""
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
    """Return a shortest path from some cells to one of ``ends``; [] if there is no path."""
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
    """Return the regions after one of these cells moves to an adjacent region; {} if none can.

    takers: the regions that may take it; None: all.
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
    """Yield other divisions of two regions: connected, of the same sizes, values ``x`` differ."""
    for c, d in rng.sample(b.edges, len(b.edges)):
        both = [e for e in b.cells if of[e] in (of[c], of[d])] if {c, d} & {*cells} else []
        ways = [*combinations(both, sum(of[e] == of[c] for e in both))]
        for part in rng.sample(ways, len(ways)):
            two = {of[c]: [*part], of[d]: [e for e in both if e not in part]}
            if all(b.is_connected(p) and len({x[e] for e in p}) == len(p) for p in two.values()):
                yield two


def _others(of: Mapping[Cell, str], cell: Cell) -> set[Cell]:
    """Return the other cells of a cell's region."""
    return {c for c, name in of.items() if name == of[cell]} - {cell}


def spread(rng: Random, b: Board, starts: Iterable[Iterable[Cell]], uneven: int) -> dict[Cell, str]:
    """Return regions that grow at random from their first cells until they fill the board.

    uneven: with a higher value fewer regions are large; small regions are easy places to begin.
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
    """Return paths of three or more cells; only consecutive cells of a path touch.

    They fill the board if possible: a free cell extends a path, or a part of a path that is cut.
    The longest paths are cut until there are at least this ``number``.
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
    """Yield paths with parts into which they can be cut; the first part ends with the cell."""
    for way in (path, path[::-1]):
        for k in (k for k, c in enumerate(way, 1) if k > 1 and c in b.around[cell]):
            rest = [way[k:]] if way[k:] else []
            alone = sum(d in way[:k] for d in b.around[cell]) == 1
            if alone and all(len(part) > 2 for part in rest):
                yield path, [[*way[:k], cell], *rest]


def _on(b: Board, path: list[Cell], free: set[Cell]) -> list[Cell]:
    """Return the cells that may extend a path: those with the fewest free neighbours."""
    ways = [d for d in b.around[path[-1]] if d in free and d not in path]
    alone = [d for d in ways if sum(e in path for e in b.around[d]) == 1]
    room: Mapping[Cell, int] = {d: sum(e in free for e in b.around[d]) for d in alone}
    return [d for d in alone if room[d] == min(room.values())]
