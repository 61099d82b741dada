"""Willems's table in its readings, his figures as files, demands on pieces."""

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.jobs.hardness.maps import PUBLISHED_PEAKS, file_name, heatmap
from cpstudy.jobs.hardness.summaries import stored_sweeps, summarise
from cpstudy.jobs.hardness.sweep import compute, puzzles_of, sweep
from cpstudy.puzzles.edge_matching.puzzle import least_turn
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.reproducing import willems
from cpstudy.reproducing.items import ITEMS
from cpstudy.reproducing.willems import TABLE_1, limit_of
from cpstudy.study.store import Store


def test_what_was_published():
    assert len(TABLE_1) == 12 and {row.figure for row in TABLE_1} == set(range(5, 17))
    assert {(row.solver, row.size): row.place for row in TABLE_1 if row.place} == PUBLISHED_PEAKS
    assert [limit_of(size) for size in (3, 5, 6, 7, 9)] == [2_000_000] * 3 + [500_000] * 2


def test_readings():
    rows = [row for row in TABLE_1 if row.size == 6]
    printed, transposed, exchanged = (
        {row.solver: (row.place, row.peak) for row in willems.read_as(rows, reading)}
        for reading in willems.READINGS
    )
    assert printed["dfs"][0] == (7, 2) and transposed["dfs"][0] == (2, 7) == exchanged["dfs"][0]
    assert exchanged["snopf"] == printed["dfs"] and exchanged["dfs"] == printed["snopf"]
    same = "lowest-connectivity"
    assert printed[same] == exchanged[same] != transposed[same]


@pytest.fixture
def few(monkeypatch):
    """A quick sweep of 5×5: twelve cells, one puzzle for each, 40 placements."""
    monkeypatch.setattr(willems, "colour_ranges", lambda *_, **__: (range(3, 6), range(1, 5)))
    monkeypatch.setitem(willems._PUZZLES["small"], 5, 1)
    monkeypatch.setitem(willems._PART["small"], 5, 50_000)


def test_the_table_is_judged_in_each_reading(few, tmp_path):
    with Store(tmp_path / "rows") as store:
        parts = dict(willems.table_1("small", store))
    assert [part.removeprefix("5x5, ") for part in parts] == list(willems.READINGS)
    cells = {(part, cell.what): cell for part, found in parts.items() for cell in found.cells}
    impossible = cells[
        "5x5, inner and outer transposed", "lowest-connectivity, place (inner, outer)"
    ]
    assert impossible.p == 0 and impossible.ours.endswith("; no such cell")  # 23 outer colours
    for part in parts:
        found = cells[part, "dfs, place (inner, outer)"]
        there = found.published in ("(5, 3)", "(3, 5)", "(5, 1)")
        assert there and (found.p == 0) == (found.published == "(3, 5)")  # five outer: not swept
    assert parts["5x5, as printed"].verdict == "rejected"  # (23, 1) was not swept either


def test_figures_are_drawn(few, tmp_path):
    result = CliRunner().invoke(
        main, ["reproduce", "willems/figure3", "--figures", str(tmp_path / "new")]
    )
    assert result.exit_code == 0, result.output
    assert "not judged" in result.stdout
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == [
        f"willems_figure3-5x5-{solver}-small.{kind}"
        for solver in ("dfs", "snopf")
        for kind in ("png", "svg")
    ]


def test_every_map_of_the_source_is_an_item():
    drawn = {name for name, item in ITEMS.items() if item.drawing and name.startswith("willems")}
    assert drawn == {f"willems/figure{number}" for number in range(3, 17)}


def test_what_is_asked_of_pieces(tmp_path):
    one = {"inner": range(6, 7), "outer": range(4, 5), "puzzles": 3, "limit": 500}
    with Store(tmp_path / "rows") as store:
        for asked in ({}, {"distinct": True}, {"distinct": True, "asymmetric": True}):
            study = sweep(4, SOLVERS["dfs"], **one, **asked)
            compute([study], store, jobs=1)
            (params,) = study.cells
            for pieces in puzzles_of(params, 0, 3).tolist():
                kinds = {least_turn(tuple(piece)) for piece in pieces}
                assert not asked or len(kinds) == 16
        summaries = [summarise(store, study, complete=False) for study in stored_sweeps(store)]
    assert [summary.demands for summary in summaries] == [
        (), ("distinct",), ("distinct", "asymmetric"),
    ]  # fmt: skip
    assert len({file_name(summary) for summary in summaries}) == 3
    assert "4×4, distinct pieces, asymmetric pieces:" in heatmap(summaries[2]).title


def test_colours_too_few_for_what_is_asked(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cpstudy.puzzles.edge_matching.generating.colours.ATTEMPTS", 20)
    arguments = ["--size", "3", "--inner", "1", "--outer", "1", "--distinct", "--puzzles", "1"]
    result = CliRunner().invoke(main, ["hardness", *arguments, "--jobs", "1"])
    assert result.exit_code == 2
    assert "1 inner and 1 outer colours: no board with distinct pieces" in result.stderr
