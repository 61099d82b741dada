"""Brute force, written to be obviously right: the judge of every solver on small boards.

Nothing here is shared with the solvers: neighbours, walls and trees are computed anew, trees by
networkx. Rotations are enumerated tile by tile, row by row, with edge checks only.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice

import networkx as nx

from cpstudy.puzzles.pipes.puzzle import Pipes

RIGHT, UP, LEFT, DOWN = 1, 2, 4, 8


@cache
def rotations(tile: int) -> frozenset[int]:
    bits = f"{tile:04b}"
    return frozenset(int(bits[k:] + bits[:k], 2) for k in range(4))


@lru_cache
def edge_list(puzzle: Pipes) -> list[tuple[int, int, int, int]]:
    """All edges without a barrier: (tile, its bit, other tile, its bit)."""
    edges = []
    for row in range(puzzle.rows):
        for column in range(puzzle.columns):
            tile = row * puzzle.columns + column
            wall = puzzle.barriers[tile] if puzzle.barriers else 0
            if not wall & 1 and (puzzle.wrap or column + 1 < puzzle.columns):
                other = row * puzzle.columns + (column + 1) % puzzle.columns
                edges.append((tile, RIGHT, other, LEFT))
            if not wall & 2 and (puzzle.wrap or row + 1 < puzzle.rows):
                other = (row + 1) % puzzle.rows * puzzle.columns + column
                edges.append((tile, DOWN, other, UP))
    return edges


def is_tree(puzzle: Pipes, placement: list[int]) -> bool:
    """The non-empty tiles and the open edges form one tree (an empty board passes)."""
    occupied = [tile for tile, here in enumerate(placement) if here]
    opened = [(tile, other) for tile, bit, other, _ in edge_list(puzzle) if placement[tile] & bit]
    if not occupied:
        return True
    if len(opened) != len(occupied) - 1:
        return False
    graph = nx.MultiGraph(opened)
    graph.add_nodes_from(occupied)
    return nx.is_connected(graph)


def safe_states(puzzle: Pipes) -> Iterator[list[int]]:
    """Placements in which every open side meets an open side; no tree asked for."""
    allowed = [0] * len(puzzle.tiles)
    checks: list[list[tuple[int, int, int]]] = [[] for _ in puzzle.tiles]
    for tile, bit, other, other_bit in edge_list(puzzle):
        allowed[tile] |= bit
        allowed[other] |= other_bit
        # An edge is checked when the later of its two tiles is placed.
        if tile > other:
            checks[tile].append((bit, other, other_bit))
        else:
            checks[other].append((other_bit, tile, bit))
    placement = [0] * len(puzzle.tiles)

    def place(tile: int) -> Iterator[list[int]]:
        if tile == len(placement):
            yield list(placement)
            return
        for orientation in sorted(rotations(puzzle.tiles[tile])):
            if orientation & ~allowed[tile]:
                continue
            placement[tile] = orientation
            if all(
                bool(orientation & bit) == bool(placement[other] & other_bit)
                for bit, other, other_bit in checks[tile]
            ):
                yield from place(tile + 1)

    return place(0)


def solutions(puzzle: Pipes) -> Iterator[bytes]:
    """Each solution once."""
    for placement in safe_states(puzzle):
        if puzzle.free or is_tree(puzzle, placement):
            yield bytes(placement)


def all_solutions(puzzle: Pipes) -> set[bytes]:
    return set(solutions(puzzle))


def solutions_up_to(limit: int, puzzle: Pipes) -> int:
    """How many solutions there are; no more than ``limit`` are looked for."""
    return sum(1 for _ in islice(solutions(puzzle), limit))
