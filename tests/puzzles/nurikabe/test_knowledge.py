"""Sets of cells as bit masks: neighbours and parts are right on every shape, also on thin ones."""

import networkx as nx
import pytest

from cpstudy.puzzles.nurikabe.knowledge import cells_of, shape_of
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (4, 1), (2, 3), (3, 5)])
def test_neighbours_are_those_of_the_puzzle(size):
    rows, columns = size
    shape = shape_of(rows, columns)
    puzzle = Nurikabe(rows, columns, (0,) * (rows * columns))
    for cell in range(rows * columns):
        assert tuple(cells_of(shape.neighbours(1 << cell))) == puzzle.neighbours[cell]


def test_parts_are_components():
    shape = shape_of(3, 4)
    graph = nx.grid_2d_graph(3, 4)
    for mask in range(0, 1 << 12, 37):
        chosen = graph.subgraph(divmod(cell, 4) for cell in cells_of(mask))
        expected = {frozenset(part) for part in nx.connected_components(chosen)}
        found = [
            frozenset(divmod(cell, 4) for cell in cells_of(part)) for part in shape.parts(mask)
        ]
        assert set(found) == expected
        assert len(found) == len(expected)
