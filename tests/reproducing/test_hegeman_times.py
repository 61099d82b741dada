"""Seconds of the two formulas come from rows, and are compared maze by maze."""

import pytest

from cpstudy.core.result import Verdict
from cpstudy.reproducing import hegeman_times
from cpstudy.reproducing.hegeman_published import TABLE_2
from cpstudy.reproducing.hegeman_times import _by_algorithm, _spread, times
from cpstudy.study.store import MissingRowsError, Store


def test_times_are_those_of_the_rows(tmp_path, monkeypatch):
    """Times computed again from the file alone are the same; without rows nothing is computed."""
    monkeypatch.setattr(hegeman_times, "_TIMED", {"small": {"cadical195": {5: 2}}})
    path = tmp_path / "rows.sqlite"
    with Store(path) as store:
        measured = list(times("small", store))
        rows = list(store.rows())
    assert [part for part, _ in measured] == [f"table {n}, 5x5, cadical195" for n in (2, 4)]
    assert len(rows) == 2 * 2 * 5 * 2  # tables, formulas, algorithms, mazes
    assert {row.verdict for row in rows} <= {Verdict.UNIQUE, Verdict.MANY}
    with Store(path, read_only=True) as store:
        assert list(times("small", store)) == measured
    monkeypatch.setattr(hegeman_times, "_TIMED", {"small": {"cadical195": {5: 3}}})
    with Store(path, read_only=True) as store, pytest.raises(MissingRowsError):
        list(times("small", store))


def test_the_formulas_and_the_generators_are_compared_maze_by_maze():
    others = ("binary-tree", "kruskal", "prim", "wilson")
    corrected = {"depth-first": [8.0, 32.0], **{name: [2.0, 4.0] for name in others}}
    printed = {"depth-first": [2.0, 4.0], **{name: [1.0, 4.0] for name in others}}
    found = {
        name: {algorithm: one[algorithm] for algorithm in hegeman_times.ALGORITHMS}
        for name, one in (("corrected", corrected), ("as printed", printed))
    }
    cells = {cell.what: cell for cell in _by_algorithm(found, TABLE_2[5][2])}
    assert cells["depth-first, as printed"].published == "0.01"
    assert cells["depth-first, as printed"].ours == "3.0000"
    assert cells["depth-first, printed over corrected"].ours == "0.18"  # √(1/4 · 1/8)
    assert cells["wilson, printed over corrected"].ours == "0.71"
    one, other = _spread(found, ("1", "3", "1", "4", "0.25"))
    assert (one.ours, one.published, one.n) == ("5.66", "3.00", 2)
    assert (other.ours, other.interval) == ("1.41", "0.02 – 115.61")
