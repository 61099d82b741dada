"""Test the counted scan against the scan, at every limit and with any amount of memory."""

from collections import Counter

import numpy as np
import pytest

from cpstudy.puzzles.edge_matching.generating.colours import batch
from cpstudy.puzzles.edge_matching.search import batches, counted_scan
from cpstudy.puzzles.edge_matching.search.batches import Turns
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.counted_scan import CountedScan
from cpstudy.puzzles.edge_matching.search.layers import memory
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import Search

# Size, inner and outer colours, puzzles: with many, some, or no identical pieces.
CELLS = ((5, 1, 1, 4), (5, 2, 3, 6), (5, 3, 3, 3), (4, 2, 2, 6), (3, 1, 2, 4), (2, 0, 2, 4))
LIMITS = (1, 7, 100, 1000, 1001, 6000)


def _drawn(size, inner, outer, count):
    """The puzzles of a cell, and a spoilt copy of each, with some sides changed."""
    pieces, _ = batch(size, size, inner, outer, count, seed=5)
    spoilt = pieces.copy()
    for puzzle in spoilt:
        inside = np.flatnonzero((puzzle > 0).all(axis=1))
        if len(inside):
            puzzle[inside[0], :2] = puzzle[inside[0], 1::-1]
            puzzle[inside[-1], 0] = puzzle[inside[-1]].max()
        else:
            puzzle[0][puzzle[0] > 0] = puzzle.max()
    return np.concatenate([pieces, spoilt])


def _ends(pieces, search, limits=LIMITS):
    """The (placements, status) of a search at each limit until it ends; the board found or None."""
    search.load(pieces)
    ends = []
    for limit in limits:
        status = SPENT
        while status == SPENT and search.placements < limit:
            status = search.resume(limit)
        ends.append((search.placements, status))
        if status != SPENT:
            break
    return ends, search.oriented().tolist() if status == FOUND else None


def _both(cell, size, name):
    """Yield the ends of the scan and of the counted scan with ``size`` bytes, for each puzzle."""
    drawn = _drawn(*cell)
    shape = cell[0], cell[0], int(drawn.max()) + 1
    room = memory(size)
    for pieces in drawn:
        method = METHODS[name]
        scan = Search(*shape, True, method)
        counted = CountedScan(*shape[:2], room, method.connectivity)
        yield _ends(pieces, scan), _ends(pieces, counted)


@pytest.mark.parametrize(
    ("size", "name"),
    [(0, "dfs"), (1 << 16, "highest-connectivity"), (1 << 22, "lowest-connectivity")],
)
def test_it_counts_what_the_scan_makes(size, name):
    met = Counter()
    for cell in CELLS:
        for expected, counted in _both(cell, size, name):
            assert counted == expected
            met[expected[0][-1][1]] += 1
    assert min(met[status] for status in (EXHAUSTED, FOUND, SPENT)) > 0


def test_sums_that_may_grow_too_large_are_made_wider(monkeypatch):
    monkeypatch.setattr(counted_scan, "_SUMS", {32: 255, 64: (1 << 64) - 1})
    made = []
    layers = counted_scan.Layers
    monkeypatch.setattr(counted_scan, "Layers", lambda *of: (made.append(of[-1]), layers(*of))[1])
    room = memory(1 << 22)
    for pieces in _drawn(5, 2, 3, 4):
        shape = 5, 5, int(pieces.max()) + 1
        scan, counted = Search(*shape, True, METHODS["dfs"]), CountedScan(*shape[:2], room)
        limits = (1000, 10**5, 10**6)
        assert _ends(pieces, counted, limits) == _ends(pieces, scan, limits)
    assert made.count(64) > 0
    assert made.count(32) > made.count(64)


def test_it_lays_far_fewer_than_it_counts(monkeypatch):
    pieces = batch(5, 5, 2, 3, 8, seed=5)[0]
    laid = []
    extend = CountedScan._extend
    monkeypatch.setattr(
        CountedScan,
        "_extend",
        lambda scan, board, solved: (laid.append(board), extend(scan, board, solved)),
    )
    counted = 0
    for puzzle in pieces:
        scan = CountedScan(5, 5, memory(1 << 22))
        counted += _ends(puzzle, scan, (10**5,))[0][-1][0]
    assert counted > 20 * len(laid)


def test_turns_change_over_to_it(monkeypatch):
    pieces, _ = batch(5, 5, 2, 3, 8, seed=5)
    outcomes, begun = [], []
    begin_again = batches._Run.begin_again
    monkeypatch.setattr(
        batches._Run,
        "begin_again",
        lambda run, search: (begun.append(run), begin_again(run, search)),
    )
    for start in (1000, 1 << 62):
        monkeypatch.setattr(batches, "COUNT_FROM", start)
        turns = Turns("dfs", pieces, 5, 5)
        result = []
        for limit in (100, 1000, 6000):
            turns.finished(limit)
            result.append([(one.placements, one.status) for one in turns.results()])
        outcomes.append(result)
    assert outcomes[0] == outcomes[1]
    assert 0 < len(begun) < len(pieces)


def test_what_cannot_be_counted_goes_on_as_it_is(monkeypatch):
    def none_left(size):
        raise MemoryError

    few, _ = batch(5, 5, 2, 3, 2, seed=5)
    many, _ = batch(5, 5, 5, 3, 2, seed=5)
    for pieces, lacks_memory in ((few, True), (many, False)):
        turns = Turns("dfs", pieces, 5, 5)
        before = [turns.finished(1000), [one.placements for one in turns.results()]]
        with monkeypatch.context() as changed:
            changed.setattr(batches, "COUNT_FROM", 0)
            if lacks_memory:
                changed.setattr(batches, "memory", none_left)
            again = Turns("dfs", pieces, 5, 5)
            assert [again.finished(1000), [one.placements for one in again.results()]] == before


def test_a_layer_too_large_for_its_numbers_is_not_counted(monkeypatch):
    pieces = _drawn(5, 2, 3, 2)
    shape = 5, 5, int(pieces.max()) + 1
    expected = [_ends(one, CountedScan(*shape[:2], memory(1 << 20))) for one in pieces]
    monkeypatch.setattr(counted_scan, "_LARGEST_LAYER", 10)
    assert [_ends(one, CountedScan(*shape[:2], memory(1 << 20))) for one in pieces] == expected
