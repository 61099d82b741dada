"""Test the faces between the edges of a board: they satisfy Euler's formula."""

import random

import pytest

from cpstudy.encode.cuts import cuts
from cpstudy.puzzles.tilings.edges import tree_graph
from cpstudy.puzzles.tilings.encodings.sat_trees import plane_faces
from tests.puzzles.pipes.instances import random_board


def test_faces_obey_eulers_formula():
    rng = random.Random(8)
    met = 0
    for _ in range(200):
        puzzle = random_board(rng)
        if puzzle.wrap:
            with pytest.raises(ValueError, match="wraps"):
                plane_faces(puzzle)
            continue
        graph = tree_graph(puzzle)
        if not graph.members.size or any(
            cut.kind == "component" for cut in cuts(graph, graph.usable)
        ):
            continue
        faces, outer = plane_faces(puzzle)
        number = len({outer, *faces[graph.edges].ravel().tolist()})
        assert len(graph.members) - len(graph.edges) + number == 2, puzzle.encode()
        met += number > 1
    assert met > 40
