"""Searches as objects: they stop anywhere and go on."""

import numpy as np

from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.search.control import SPENT
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import Search


def test_a_search_goes_on_where_it_stopped():
    ((puzzle, _),) = puzzles(5, 5, 4, 3, 1, seed=3)
    pieces = np.array(puzzle.pieces)
    for name, method in METHODS.items():
        if method.look:
            continue
        ends = []
        for step in (7, 10**6):
            search = Search(5, 5, int(pieces.max()) + 1, True, method)
            search.load(pieces)
            status = SPENT
            while status == SPENT:
                status = search.go(search.placements + step)
            ends.append((status, search.placements, search.oriented().tolist()))
        assert ends[0] == ends[1], name
