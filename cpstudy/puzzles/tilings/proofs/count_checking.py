"""Checking certificates of counts with code of its own: nothing of the counter is used.

Tiles are taken column by column where a board has more columns than rows, else row by row. A layer
is the states after so many tiles. Each names, for the edges between the tiles taken and the others,
in the order of their numbers, the part of the pipes that comes through it, a byte each: 0 where the
edge is closed, the parts numbered as they appear. The number of parts stands before them; on free
graphs, where parts do not matter, all are part 1 and a 1 stands before them.

For each state of a layer the checker turns the next tile in all ways and keeps those in which every
side agrees with the side that it meets, no cycle is closed, and no part is left without a way out
while there are others or tiles to come. Each state that follows has to be in the next layer; the
ways to it are added up. Every solution is one way through the layers, and different ones differ in
how some tile lies, so the number at the end is the count.

Cost: some ten microseconds a state and way, and never the solutions; two layers are in memory.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cpstudy.puzzles.tilings.proofs.checking import edges_of
from cpstudy.puzzles.tilings.rules import Tiling


class _Step(NamedTuple):
    """A tile to be turned. before, after: the edges between tiles taken and others, in order.

    turns: for each way it lies the edges that are then open; sides: its edges. last: whether only
    empty tiles follow.
    """

    before: list[int]
    after: list[int]
    turns: list[set[int]]
    sides: set[int]
    last: bool


def why_rejected(puzzle: Tiling, count: int, layers: Iterator[bytes]) -> str:
    """ "" where ``layers`` prove that the puzzle has ``count`` solutions, else the fault."""
    ways = {b"\0": 1}
    if next(layers, b"") != b"\0":
        return "layer 0: not the state without edges alone"
    for place, step in enumerate(_steps(puzzle), 1):
        layer, width = next(layers, None), len(step.after) + 1
        if layer is None or len(layer) % width:
            return f"layer {place}: missing"
        sums = {layer[at : at + width]: 0 for at in range(0, len(layer), width)}
        for state, number in ways.items():
            for following in _followers(step, puzzle.free, state):
                if following not in sums:
                    return f"layer {place}: a state that follows is missing"
                sums[following] += number
        # A state without ways leads to nothing that counts.
        ways = {state: number for state, number in sums.items() if number}
    if next(layers, None) is not None:
        return "a layer after the last tile"
    found = sum(ways.values())
    return "" if found == count else f"the layers have {found} solutions, not {count}"


def _steps(puzzle: Tiling) -> Iterator[_Step]:
    rows, columns = range(puzzle.rows), range(puzzle.columns)
    places = [(row, column) for row in rows for column in columns]
    if puzzle.columns > puzzle.rows:
        places = [(row, column) for column in columns for row in rows]
    order = [row * puzzle.columns + column for row, column in places]
    edges = edges_of(puzzle)
    before: list[int] = []
    for taken, tile in enumerate(order, 1):
        sides = {bit: edge for edge, ends in enumerate(edges) for end, bit in ends if end == tile}
        others = set(order[taken:])
        both = sorted({*before, *sides.values()})
        after = [edge for edge in both if any(end in others for end, _ in edges[edge])]
        turns = list(_turns(puzzle, puzzle.tiles[tile], sides))
        yield _Step(
            before, after, turns, set(sides.values()), not any(puzzle.tiles[o] for o in others)
        )
        before = after


def _turns(puzzle: Tiling, tile: int, sides: dict[int, int]) -> Iterator[set[int]]:
    """For each way a tile may lie, the edges that it opens; sides: by bit, its edges."""
    bits = [1 << side for side in range(puzzle.sides)]
    seen = set()
    for turn in range(puzzle.sides):
        way = frozenset(
            bits[(side + turn) % puzzle.sides] for side in range(puzzle.sides) if tile >> side & 1
        )
        if way in seen:
            continue
        seen.add(way)
        opened = [sides[bit] for bit in way if bit in sides]
        itself = [edge for edge in opened if [*sides.values()].count(edge) == 2]
        if len(opened) < len(way):
            continue  # towards a wall
        if itself and (not puzzle.free or any(opened.count(edge) == 1 for edge in itself)):
            continue  # a cycle of one edge, or half of it
        yield set(opened)


def _followers(step: _Step, free: bool, state: bytes) -> Iterator[bytes]:
    parts: dict[int, set[int]] = {}
    for edge, part in zip(step.before, state[1:], strict=True):
        if part:
            parts.setdefault(part, set()).add(edge)
    known = set().union(*parts.values())
    for opened in step.turns:
        if opened & {*step.before} != known & step.sides:
            continue
        if free:
            yield bytes((1, *(edge in known | opened for edge in step.after)))
            continue
        meets = [part for part in parts.values() if part & opened]
        if any(len(part & opened) > 1 for part in meets):
            continue  # a cycle
        whole = (opened.union(*meets)) & {*step.after}
        rest = [part for part in parts.values() if not part & opened]
        if opened and not whole and (rest or not step.last):
            continue  # without a way out
        yield _written(step.after, [whole, *rest] if whole else rest)


def _written(after: list[int], parts: list[set[int]]) -> bytes:
    names: dict[int, int] = {}
    labels = []
    for edge in after:
        part = next((number for number, part in enumerate(parts, 1) if edge in part), 0)
        if part:
            names.setdefault(part, len(names) + 1)
        labels.append(names.get(part, 0))
    return bytes((len(names), *labels))
