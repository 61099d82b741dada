"""Test searches as objects: they stop anywhere and resume; of equal candidates one is searched.

The engines of a scan are compared with each other, and ``snopf`` with the plain search.
"""

import random
from dataclasses import replace
from itertools import accumulate
from operator import mul

import numpy as np
import pytest

from cpstudy import Budget, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Place
from cpstudy.puzzles.edge_matching.search import list_tables, scan_tables, searches
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import UNLIMITED, Search, loaded
from tests.puzzles.edge_matching.reference import backtracking


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
                status = search.resume(search.placements + step)
            ends.append((status, search.placements, search.oriented().tolist()))
        assert ends[0] == ends[1], name


def equal_pieces(cells):
    return np.ones((cells, 4), np.int64)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 2), (3, 3), (3, 4)])
def test_placements_of_equal_candidates_are_counted_without_being_made(rows, columns):
    """With n equal pieces and four equal turns, the search counts 4n placements, 4 (n - 1) below
    each, and so on, but finds only one board."""
    cells = rows * columns
    search = Search(rows, columns, 2, False, METHODS["snopf"])
    search.load(equal_pieces(cells))
    statuses = []
    while not statuses or statuses[-1] != EXHAUSTED:
        statuses.append(search.resume(UNLIMITED))
    choices = range(4 * cells, 0, -4)
    assert search.placements == sum(accumulate(choices, mul))
    assert statuses.count(FOUND) == 1


def test_more_than_can_be_told_is_not_counted():
    """The placements of 16 equal pieces exceed 2^62, so the search stops at UNLIMITED."""
    puzzle = EdgeMatching(4, 4, tuple(16 * [(1, 1, 1, 1)]), framed=False)
    for iterations, stop in ((None, Stop.BOUND), (10**30, Stop.ITERATIONS)):
        budget = Budget(iterations=iterations)
        result = searches.solve(puzzle, Request(budget, None), method="snopf")
        assert (result.stop, result.counters["placements"]) == (stop, UNLIMITED)


def test_a_limit_amid_equal_candidates_is_kept():
    """A search that is stopped and restored anywhere, also within equal candidates that are counted
    all at once, ends like an uninterrupted one."""
    rng = random.Random(4)
    amid = 0
    for seed in range(30):
        ((puzzle, _),) = puzzles(4, 4, 2, 2, 1, seed=seed)
        pieces = np.array(puzzle.pieces)
        expected = backtracking.solve(puzzle, Request(Budget(iterations=4000), 1), method="snopf")
        search = Search(4, 4, int(pieces.max()) + 1, True, METHODS["snopf"])
        search.load(pieces)
        status = SPENT
        while status == SPENT and search.placements < 4000:
            limit = min(4000, search.placements + rng.randint(1, 400))
            status = search.resume(limit)
            assert search.placements <= limit
            assert status != SPENT or search.placements == limit
            amid += search.work.owed > 0
            kept = search.state()
            search = Search(4, 4, int(pieces.max()) + 1, True, METHODS["snopf"])
            search.load(pieces)
            search.restore(kept)
        assert search.placements == expected.counters["placements"]
        assert (status == FOUND) == (expected.stop is Stop.LIMIT)
    assert amid > 20


def ended(puzzle, name, most):
    """The name of a search's workspace class, and (placements, status, boards found)."""
    search = loaded(puzzle, name, Request(limit=None))
    found, status = [], SPENT
    while status != EXHAUSTED and search.placements < most:
        status = search.resume(most)
        if status == FOUND:
            found.append(search.oriented().tolist())
    return type(search.work).__name__, (search.placements, status, found)


@pytest.mark.parametrize("name", ["dfs", "lowest-connectivity"])
def test_every_engine_of_a_scan_makes_the_same_placements(name, monkeypatch):
    """The engines on words, lists and domains make the same placements.

    The boards have all sizes, pieces that fit in two turns, fixed places, or no frame.
    """
    engines = set()
    for rows, columns, colours in (
        (4, 4, (2, 2)),
        (6, 6, (3, 7)),
        (9, 10, (2, 3)),
        (11, 9, (9, 3)),
    ):
        ((puzzle, solution),) = puzzles(rows, columns, *colours, 1, seed=2)
        clues = tuple(
            Place(solution[cell][0], cell, solution[cell][1]) for cell in (0, columns + 1)
        )
        for one in (puzzle, replace(puzzle, fixed=clues), replace(puzzle, framed=False)):
            ends = []
            with monkeypatch.context() as changed:
                for table in (None, scan_tables, list_tables):
                    if table is not None:
                        changed.setattr(table, "takes", lambda *_: False)
                    engine, end = ended(one, name, 5000)
                    engines.add(engine)
                    ends.append(end)
            assert ends[0] == ends[1] == ends[2], one.encode()
            assert ends[0][0] > 100
    assert len(engines) == 3


def test_pieces_that_two_words_do_not_hold_are_listed():
    """A scan of 81 pieces that all have a frame side uses lists, and makes as many placements as on
    domains; there is no solution."""
    ((puzzle, _),) = puzzles(9, 9, 4, 3, 1, seed=1)
    pieces = [piece if 0 in piece else (0, *piece[1:]) for piece in puzzle.pieces]
    wrong = replace(puzzle, pieces=tuple(pieces))
    engine, end = ended(wrong, "dfs", 3000)
    assert engine == "ListScan"
    search = loaded(wrong, "dfs", Request(limit=None), on_domains=True)
    while search.resume(3000) == SPENT and search.placements < 3000:
        pass
    assert search.placements == end[0] > 100
