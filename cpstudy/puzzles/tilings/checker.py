"""The rules for arrays, without the words: what solutions are checked with on their way out.

The specification is :meth:`Tiling.violation`; this repeats it and is tested against it. It shares
nothing with the search: rotations by their least one, edges one by one, the tree by its number of
edges and by joining components. Cost: some passes of NumPy over the edges, a tenth of the words'.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling


def checker(puzzle: Tiling) -> Callable[[bytes], bool]:
    """The rules for one board: whether a placement (open sides, a byte a cell) solves it."""
    table = edge_table(puzzle)
    least = np.array([turns[0] for turns in puzzle.orientations], np.uint8)
    tiles = np.frombuffer(puzzle.tiles, np.uint8)
    border = table.closed(tree=False)
    first, second = table.ends.T

    def holds(placement: bytes) -> bool:
        sides = np.frombuffer(placement, np.uint8)
        if len(sides) != len(tiles) or sides.max() >= len(least):
            return False
        opened = sides[first] & table.bits[:, 0] != 0
        met = sides[second] & table.bits[:, 1] != 0
        if (least[sides] != least[tiles]).any() or (sides & border).any() or (opened != met).any():
            return False
        vertices = np.flatnonzero(sides)
        if puzzle.free or not len(vertices):
            return True
        if int(opened.sum()) != len(vertices) - 1:
            return False
        label = _components(len(sides), first[opened], second[opened])
        return bool((label[vertices] == label[vertices[0]]).all())

    return holds


def _components(n: int, first: npt.NDArray[Any], second: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """int64[n]: the same number for cells that edges join, by their ends."""
    label = np.arange(n)
    while True:
        one, other = label[first], label[second]
        if (one == other).all():
            return label
        np.minimum.at(label, np.maximum(one, other), np.minimum(one, other))
        while ((shorter := label[label]) != label).any():
            label = shorter
