"""Small board shapes (size, wrapping, walls, empty cells) for tests of tree encodings."""

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np

from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from tests.encode.graphs import Assignment, spanning_trees

_SIZES = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2))


@cache
def shapes() -> tuple[Pipes, ...]:
    """Boards with tile 1 for each cell to connect and 0 for each empty cell; never all empty."""
    rng = random.Random(4)
    found = []
    for rows, columns in _SIZES:
        for wrap in (False, True):
            whole = Pipes(rows, columns, b"\1" * (rows * columns), wrap)
            found.append(whole)
            for _ in range(3 if whole.tiles[1:] else 0):
                tiles = bytes(rng.random() < 0.75 for _ in whole.tiles)
                walls = bytes(rng.choice((0, 0, 1, 2, 3)) for _ in whole.tiles)
                found.append(replace(whole, barriers=walls))
                if any(tiles):
                    found += [replace(whole, tiles=tiles), replace(found[-1], tiles=tiles)]
    return tuple(found)


def edges_of(shape: Pipes) -> Cnf:
    """A formula over the edges of a board that closes those that no tree can use."""
    unusable = np.flatnonzero(~tree_graph(shape).usable).tolist()
    return Cnf(len(edge_table(shape).ends), [[-edge - 1] for edge in unusable])


@cache
def trees_on(shape: Pipes) -> frozenset[Assignment]:
    """The spanning trees of the non-empty cells, as assignments of the edges."""
    return spanning_trees(tree_graph(shape))


def of_a_tree(shape: Pipes, assignments: Iterable[Assignment]) -> set[Assignment]:
    """The assignments with the edge count of a tree; encodings are specified only for these."""
    edges = sum(shape.tiles) - 1
    return {values for values in assignments if sum(values) == edges}
