"""Exact expectations over uniform spanning trees, all of them or those without crosses.

*All trees* of a small grid are listed, edge by edge. Trees that rotate the same tiles are the
solutions of one board, so shares of unique mazes and the numbers of their defects are exact: a tile
is ambiguous if it is not the same in all of them. 3×3 and 4×4 have 192 and 100,352 trees, 5×5 has
557,568,000.

*The mean number of solutions* of a random maze is (pairs of trees that rotate the same tiles) over
(trees). Pairs are counted along a frontier of both (:mod:`cpstudy.frontier` has the technique). A
state records, for each tree, which of the n + 1 edges across the frontier are open and how they are
connected behind it. With a transition matrix M for each tile, the matrix W of pairs becomes the sum
over tiles of MᵀWM. Cost: states²; 6×6 has 1,816 states and takes 3.5 s, 7×7 has 7,387 (0.4 GB a
matrix, and more pairs than 63 bits hold), 8×8 has 30,804 (7.6 GB a matrix).

*Which trees.* Mazes do not have tiles open on all sides (Hegeman2022), and this limit biases
Wilson's algorithm: at 3×3 it draws some of the 176 trees twice as often as others. So its mazes are
compared with uniform trees without crosses, and differ from them. Uniform trees drawn by
Aldous1990's walk check the numbers.

Defects have no such frontier: whether a tile differs depends on all other solutions at once. So
their expectation is known only for sizes that can be listed: a frontier would have to carry, in
addition to a tree, the set of all states of other trees of its board, up to 2^461 sets at 5×5.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.puzzles.pipes.explaining.ambiguity import regions
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes

LISTED, PAIRED = (3, 4), (3, 4, 5, 6)
RIGHT, UP, LEFT, DOWN = 1, 2, 4, 8
_CROSS = 15

Trees = npt.NDArray[np.uint8]

# -- all trees ----------------------------------------------------------------------------------


def spanning_trees(size: int) -> Trees:
    """Return the open sides of all spanning trees of a square grid, uint8[trees, cells]."""
    cells = size * size
    edges = [(c, c + 1, RIGHT, LEFT) for c in range(cells) if (c + 1) % size]
    edges += [(c, c + size, DOWN, UP) for c in range(cells - size)]
    edges.sort()
    sides, part = np.zeros((1, cells), np.uint8), np.arange(cells, dtype=np.uint8)[None]
    opened = np.zeros(1, np.int64)
    for place, (one, other, side, back) in enumerate(edges):
        apart = part[:, one] != part[:, other]
        more = sides[apart]
        more[:, one] |= side
        more[:, other] |= back
        near, far = part[apart, one, None], part[apart, other, None]
        joined = np.where(part[apart] == far, near, part[apart])
        sides, part = np.concatenate([sides, more]), np.concatenate([part, joined])
        opened = np.concatenate([opened, opened[apart] + 1])
        kept = opened + len(edges) - place - 1 >= cells - 1
        sides, part, opened = sides[kept], part[kept], opened[kept]
    return sides


class Exact(NamedTuple):
    """The share of unique mazes of a size, and their mean numbers of solutions and of defects."""

    unique: Fraction
    solutions: Fraction
    defects: Fraction


@cache
def exact(size: int, crosses: bool) -> Exact:
    """Return the exact numbers of a size of ``LISTED``; crosses: whether trees may have them."""
    trees = spanning_trees(size)
    trees = trees[crosses | (trees != _CROSS).all(axis=1)]
    tile = np.array([turns[0] for turns in ORIENTATIONS], np.uint8)
    _, board, solutions = np.unique(tile[trees], axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(board.reshape(-1), kind="stable")
    starts = np.concatenate([[0], np.cumsum(solutions)[:-1]])
    least = np.minimum.reduceat(trees[order], starts)
    differing = least ^ np.maximum.reduceat(trees[order], starts)
    defects = 0
    for first, sides, many in zip(least, differing, solutions.tolist(), strict=True):
        if many > 1:
            defects += many * len([*regions(Pipes(size, size, first.tobytes()), sides)])
    sums = int((solutions == 1).sum()), int((solutions.astype(np.int64) ** 2).sum()), defects
    return Exact(*(Fraction(one, len(trees)) for one in sums))


# -- pairs of trees -----------------------------------------------------------------------------

# For each edge across the frontier, the part of the tree behind it, 0 if the edge is closed. The
# last edge is the one to the right of the cell before.
State = tuple[int, ...]


def _named(parts: State) -> State:
    names: dict[int, int] = {0: 0}
    return tuple(names.setdefault(part, len(names)) for part in parts)


def _following(state: State, size: int, cell: int, crosses: bool) -> Iterator[tuple[int, State]]:
    """Yield the tiles that a cell may have, each with the state after the cell."""
    row, column = divmod(cell, size)
    up, left = state[column], state[-1]
    if up and up == left:
        return  # a cycle
    for right, down in product((0, 1), repeat=2):
        if (right and column == size - 1) or (down and row == size - 1):
            continue
        sides = RIGHT * right | DOWN * down | UP * (up > 0) | LEFT * (left > 0)
        own = size + 2  # a new part
        parts = [own if part and part in (up, left) else part for part in state]
        parts[column], parts[-1] = own * down, own * right
        if sides and (own in parts or cell == size**2 - 1) and (crosses or sides != _CROSS):
            yield ORIENTATIONS[sides][0], _named(tuple(parts))


def trees_and_pairs(size: int, crosses: bool) -> tuple[int, int]:
    """Count the spanning trees of a grid, and their ordered pairs that rotate the same tiles."""
    from scipy.sparse import csr_array

    states: dict[State, int] = {(0,) * (size + 1): 0}
    trees, pairs = np.ones(1, np.int64), np.ones((1, 1), np.int64)
    for cell in range(size * size):
        after: dict[State, int] = {}
        steps: dict[int, list[tuple[int, int]]] = {}
        for state, number in states.items():
            for tile, following in _following(state, size, cell, crosses):
                target = after.setdefault(following, len(after))
                steps.setdefault(tile, []).append((number, target))
        drawn = np.zeros(len(after), np.int64)
        made = np.zeros((len(after), len(after)), np.int64)
        for found in steps.values():
            here, there = np.array(found).T
            shape = (len(states), len(after))
            matrix = csr_array((np.ones(len(found), np.int64), (here, there)), shape=shape)
            made += matrix.T @ (matrix.T @ pairs.T).T
            drawn += matrix.T @ trees
        states, trees, pairs = after, drawn, made
    return int(trees.sum()), int(pairs.sum())


@cache
def mean_solutions(size: int, crosses: bool) -> Fraction:
    """Return the mean number of solutions of the board of a uniformly drawn spanning tree."""
    trees, pairs = trees_and_pairs(size, crosses)
    return Fraction(pairs, trees)


# -- drawn trees --------------------------------------------------------------------------------


def uniform_tree(size: int, seed: int, index: int) -> Trees:
    """Draw one of all spanning trees uniformly (Aldous1990), uint8[cells].

    A random walk visits neighbours; each cell is joined to the one from which it is first reached.
    """
    rng = random.Random(f"{size} {seed} {index}")
    sides = np.zeros(size * size, np.uint8)
    start, left = rng.randrange(size * size), size * size - 1
    cell = start
    while left:
        row, column = divmod(cell, size)
        side = rng.randrange(4)
        if (column < size - 1, row > 0, column > 0, row < size - 1)[side]:
            beyond = cell + (1, -size, -1, size)[side]
            if not sides[beyond] and beyond != start:
                sides[cell] |= 1 << side
                sides[beyond] |= 1 << (side ^ 2)
                left -= 1
            cell = beyond
    return sides
