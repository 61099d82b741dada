"""Brute force, written to be obviously correct: the oracle for every solver on small boards.

It shares no code with the solvers: it computes neighbours, walls and trees itself. It enumerates
rotations tile by tile, row by row, and checks only edges; the edges of a shape are cached.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice

from cpstudy.puzzles.pipes.puzzle import Pipes

RIGHT, UP, LEFT, DOWN = 1, 2, 4, 8


@cache
def rotations(tile: int) -> frozenset[int]:
    bits = f"{tile:04b}"
    return frozenset(int(bits[k:] + bits[:k], 2) for k in range(4))


Edge = tuple[int, int, int, int]


def edge_list(puzzle: Pipes) -> list[Edge]:
    """All edges without a barrier, as (tile, its bit, other tile, the other tile's bit)."""
    return _edges(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers)


@lru_cache
def _edges(rows: int, columns: int, wrap: bool, barriers: bytes) -> list[Edge]:
    edges = []
    for row in range(rows):
        for column in range(columns):
            tile = row * columns + column
            wall = barriers[tile] if barriers else 0
            if not wall & 1 and (wrap or column + 1 < columns):
                edges.append((tile, RIGHT, row * columns + (column + 1) % columns, LEFT))
            if not wall & 2 and (wrap or row + 1 < rows):
                edges.append((tile, DOWN, (row + 1) % rows * columns + column, UP))
    return edges


def is_tree(puzzle: Pipes, placement: list[int]) -> bool:
    """Whether the non-empty tiles and the open edges form one tree; true for an empty board."""
    occupied = [tile for tile, here in enumerate(placement) if here]
    opened = [(tile, other) for tile, bit, other, _ in edge_list(puzzle) if placement[tile] & bit]
    if not occupied:
        return True
    if len(opened) != len(occupied) - 1:
        return False
    reached = {occupied[0]}
    while beyond := [(a, b) for a, b in opened if (a in reached) != (b in reached)]:
        for edge in beyond:
            reached.update(edge)
    return reached.issuperset(occupied)


@cache
def _orientations(
    tile: int, allowed: int, loops: tuple[tuple[int, int], ...], known: int
) -> dict[int, list[int]]:
    """The possible orientations of a tile, grouped by the open sides among ``known``.

    Only ``allowed`` sides are open; the two sides of a loop are both open or both closed.
    """
    ways: dict[int, list[int]] = {}
    for way in sorted(rotations(tile)):
        if not way & ~allowed and all(bool(way & a) == bool(way & b) for a, b in loops):
            ways.setdefault(way & known, []).append(way)
    return ways


def safe_states(puzzle: Pipes) -> Iterator[list[int]]:
    """Placements in which every open side meets an open side, whether they are trees or not."""
    allowed = [0] * len(puzzle.tiles)
    # Per tile: pairs of sides that lead back to it, and (side, other tile, its side) for each
    # earlier neighbour.
    loops: list[list[tuple[int, int]]] = [[] for _ in puzzle.tiles]
    before: list[list[tuple[int, int, int]]] = [[] for _ in puzzle.tiles]
    for tile, bit, other, other_bit in edge_list(puzzle):
        allowed[tile] |= bit
        allowed[other] |= other_bit
        if tile == other:
            loops[tile].append((bit, other_bit))
        elif tile > other:
            before[tile].append((bit, other, other_bit))
        else:
            before[other].append((other_bit, tile, bit))
    ways = [
        _orientations(tile, mask, tuple(own), sum(bit for bit, _, _ in others))
        for tile, mask, own, others in zip(puzzle.tiles, allowed, loops, before, strict=True)
    ]
    placement = [0] * len(puzzle.tiles)

    def place(tile: int) -> Iterator[list[int]]:
        if tile == len(placement):
            yield list(placement)
            return
        met = sum(bit for bit, other, other_bit in before[tile] if placement[other] & other_bit)
        for orientation in ways[tile].get(met, ()):
            placement[tile] = orientation
            yield from place(tile + 1)

    return place(0)


def solutions(puzzle: Pipes) -> Iterator[bytes]:
    """Yield each solution once."""
    for placement in safe_states(puzzle):
        if puzzle.free or is_tree(puzzle, placement):
            yield bytes(placement)


def all_solutions(puzzle: Pipes) -> set[bytes]:
    return set(solutions(puzzle))


def solutions_up_to(limit: int, puzzle: Pipes) -> int:
    """The number of solutions; counting stops at ``limit``."""
    return sum(1 for _ in islice(solutions(puzzle), limit))
