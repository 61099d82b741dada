"""The scan that remembers subtrees counts what the scan makes, at every limit and in any memory."""

from collections import Counter

import numpy as np
import pytest

from cpstudy.puzzles.edge_matching.generating.colours import batch
from cpstudy.puzzles.edge_matching.search import batches, remembered
from cpstudy.puzzles.edge_matching.search.batches import Turns
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import Search, remembering
from tests.compiling import compiling, plain

# Size, inner and outer colours, puzzles: many identical pieces, some, none.
CELLS = ((5, 1, 1, 4), (5, 2, 3, 6), (5, 3, 3, 3), (4, 2, 2, 6), (3, 1, 2, 4))
LIMITS = (1, 7, 100, 1000, 1001, 6000)


def _drawn(size, inner, outer, count):
    """Puzzles of a cell, and each of them once more with two sides of a piece exchanged."""
    pieces, _ = batch(size, size, inner, outer, count, seed=5)
    spoilt = pieces.copy()
    for puzzle in spoilt:
        inside = np.flatnonzero((puzzle > 0).all(axis=1))
        puzzle[inside[0], :2] = puzzle[inside[0], 1::-1]
        puzzle[inside[-1], 0] = puzzle[inside[-1]].max()
    return np.concatenate([pieces, spoilt])


def _ends(pieces, search, limits=LIMITS):
    """What a search says of a puzzle at each limit, up to its end."""
    search.load(pieces)
    ends = []
    for limit in limits:
        status = SPENT
        while status == SPENT and search.placements < limit:
            status = search.go(limit)
        ends.append((search.placements, status))
        if status != SPENT:
            break
    return ends


def _both(cell, slots):
    """By puzzle: the ends of the scan, those of the scan that remembers, and what that saved."""
    drawn = _drawn(*cell)
    size, colours = cell[0], int(drawn.max()) + 1
    known = remembered.memory(slots)
    for number, pieces in enumerate(drawn):
        scan = Search(size, size, colours, True, METHODS["dfs"])
        engine = remembering(known, number)
        other = Search(size, size, colours, True, METHODS["dfs"], engine=engine)
        expected, counted = _ends(pieces, scan), _ends(pieces, other)
        boards = (
            (scan.oriented().tolist(), other.oriented().tolist())
            if expected[-1][1] == FOUND
            else ()
        )
        yield expected, counted, boards, int(other._work.worth[:, remembered._SAVED].sum())


@pytest.mark.parametrize("slots", [1, 1 << 10])
def test_it_counts_what_the_scan_makes(slots):
    met, saved = Counter(), 0
    with plain():
        for cell in CELLS:
            for expected, counted, boards, of_one in _both(cell, slots):
                assert counted == expected
                assert len(set(map(tuple, boards))) <= 1
                met[expected[-1][1]] += 1
                saved += of_one
    assert min(met[status] for status in (EXHAUSTED, FOUND, SPENT)) > 0
    assert saved > 0 or slots == 1


def test_compiled_it_counts_the_same():
    for cell in ((5, 2, 3, 4), (3, 1, 2, 2)):
        outcomes = []
        for mode in ("never", "always"):
            with compiling(mode):
                outcomes.append(list(_both(cell, 1 << 10)))
        assert outcomes[0] == outcomes[1]


def test_depths_rest_without_a_change(monkeypatch):
    monkeypatch.setattr(remembered, "_WINDOW", 16)
    monkeypatch.setattr(remembered, "_REST", 2)
    monkeypatch.setattr(remembered, "_WORTH", 10**6)
    with plain():
        for expected, counted, _, _ in _both((5, 3, 3, 4), 1 << 12):
            assert counted == expected
        pieces = _drawn(5, 3, 3, 1)[0]
        engine = remembering(remembered.memory(64), 0)
        search = Search(5, 5, int(pieces.max()) + 1, True, METHODS["dfs"], engine=engine)
        _ends(pieces, search)
        worth = search._work.worth
        assert (worth[:, remembered._LOOKS] < 0).any()
        assert worth[:, remembered._FAILED].max() > 1


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
        monkeypatch.setattr(batches, "REMEMBER_FROM", start)
        with plain():
            turns = Turns("dfs", pieces, 5, 5)
            told = []
            for limit in (100, 1000, 6000):
                turns.settled(limit)
                told.append([(one.placements, one.status) for one in turns.results()])
        outcomes.append(told)
    assert outcomes[0] == outcomes[1]
    assert 0 < len(begun) < len(pieces)


def test_without_memory_turns_go_on_as_they_are(monkeypatch):
    def none_left(slots):
        raise MemoryError

    pieces, _ = batch(5, 5, 2, 3, 2, seed=5)
    monkeypatch.setattr(batches, "memory", none_left)
    with plain():
        turns = Turns("dfs", pieces, 5, 5)
        before = [turns.settled(1000), [one.placements for one in turns.results()]]
        monkeypatch.setattr(batches, "REMEMBER_FROM", 0)
        again = Turns("dfs", pieces, 5, 5)
        assert [again.settled(1000), [one.placements for one in again.results()]] == before


def test_what_does_not_fit_a_word_is_not_remembered():
    assert remembered.remembers(7, 7, 30, 20)
    assert not remembered.remembers(8, 8, 130, 20)  # 9 colours of 8 bits
    assert not remembered.remembers(2, 7, 5, 20)  # no row to meet again
