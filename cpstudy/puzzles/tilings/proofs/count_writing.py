"""Certificates of counts: layers of states along a frontier of tiles, on squares and hexagons.

Tiles are taken column by column where a board has more columns than rows, else row by row. An edge
is decided by the first of its tiles; those with a tile still to come are the *frontier*. A state is
for each of its edges, in the order of their numbers, 0 where it is closed, else the number of its
component, a byte each; components are numbered as they appear, on free graphs all are 1. A byte
with the number of components stands before them.

The certificate is the states of each layer, in increasing order; count_checking.py, which shares no
code with this file, makes what follows from each and adds up. Nothing is deduced first, since each
deduction would have to be checked: so this is slower than pipes/counting and takes more states.

Cost: some ten microseconds of plain Python a state. Size: a byte an edge of the frontier and state,
before they are compressed. Limit: :data:`MOST_STATES` in a layer.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from cpstudy.core.errors import NotApplicable
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling

MOST_STATES = 1_000_000
_MOST_EDGES = 250


def prove(puzzle: Tiling, write: Callable[[bytes], None]) -> int:
    """The number of solutions. write: gets the states of each layer.

    Raises NotApplicable where the frontier or a layer is too large.
    """
    sides = edge_table(puzzle).sides.tolist()
    order = sorted(range(len(puzzle.tiles)), key=_turned(puzzle))
    last = {edge: place for place, tile in enumerate(order) for edge in sides[tile]}
    later = [any(puzzle.tiles[tile] for tile in order[place + 1 :]) for place in range(len(order))]
    frontier: list[int] = []
    ways = Counter({b"\0": 1})
    for place, tile in enumerate(order):
        write(b"".join(sorted(ways)))
        here = {edge for edge in sides[tile] if edge >= 0}
        after = sorted(edge for edge in {*frontier, *here} if last[edge] > place)
        if len(after) > _MOST_EDGES:
            raise NotApplicable(f"no proof: a frontier of {len(after)} edges")
        following: Counter[bytes] = Counter()
        for state, number in ways.items():
            labels = dict(zip(frontier, state[1:], strict=True))
            for opened in _openings(puzzle, tile, sides[tile], labels):
                reached = _joined(labels, here, opened, after, puzzle.free, later[place])
                if reached is not None:
                    following[reached] += number
        if len(following) > MOST_STATES:
            raise NotApplicable(f"no proof: more than {MOST_STATES} states")
        frontier, ways = after, following
    write(b"".join(sorted(ways)))
    return ways.total()


def _turned(puzzle: Tiling) -> Callable[[int], tuple[int, ...]]:
    """Where tiles come in the order."""
    if puzzle.columns > puzzle.rows:
        return lambda tile: divmod(tile, puzzle.columns)[::-1]
    return lambda tile: divmod(tile, puzzle.columns)


def _openings(
    puzzle: Tiling, tile: int, sides: Sequence[int], labels: Mapping[int, int]
) -> Iterator[set[int]]:
    """The edges at a tile that are open, for each way it may lie."""
    for way in puzzle.orientations[puzzle.tiles[tile]]:
        opened = {edge for side, edge in enumerate(sides) if way >> side & 1}
        closed = {edge for side, edge in enumerate(sides) if not way >> side & 1}
        meets = all((edge in opened) == (labels[edge] > 0) for edge in labels.keys() & {*sides})
        loop = not puzzle.free and len(opened) < way.bit_count()
        if meets and not loop and -1 not in opened and opened.isdisjoint(closed):
            yield opened


def _joined(
    labels: Mapping[int, int],
    here: set[int],
    opened: set[int],
    after: Sequence[int],
    free: bool,
    later: bool,
) -> bytes | None:
    """The state that follows; None where that can be no solution."""
    if free:
        return bytes((1, *(edge in opened or labels.get(edge, 0) > 0 for edge in after)))
    coming = [labels[edge] for edge in opened if edge in labels]
    if len(set(coming)) < len(coming):
        return None  # a cycle
    joined = -1
    now = {edge: joined if label in coming else label for edge, label in labels.items()}
    now.update((edge, joined * (edge in opened)) for edge in here)
    names = {0: 0}
    for edge in after:
        names.setdefault(now[edge], len(names))
    if opened and joined not in names and (later or len(names) > 1):
        return None  # cut off from the others
    return bytes((len(names) - 1, *(names[now[edge]] for edge in after)))
