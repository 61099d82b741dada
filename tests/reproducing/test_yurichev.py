"""The printed board: everything reported about it comes from rows, including seconds."""

import pytest

from cpstudy.reproducing import yurichev
from cpstudy.study.store import MissingRowsError, Store


def test_the_printed_board_is_distinguished_from_its_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(yurichev, "_WAYS", ("search", "cpsat"))
    path = tmp_path / "rows.sqlite"
    with Store(path) as store:
        measured = list(yurichev.instance("small", store))
    assert [part for part, _ in measured] == ["search", "cpsat"]
    for _, comparison in measured:
        solutions, apart, _ = comparison.cells
        assert (solutions.ours, apart.ours) == ("2", "4")
    with Store(path, read_only=True) as store:
        assert list(yurichev.instance("small", store)) == measured
    monkeypatch.setattr(yurichev, "_WAYS", ("sat:lazy",))
    with Store(path, read_only=True) as store, pytest.raises(MissingRowsError):
        list(yurichev.instance("small", store))
