"""The data of the page of sweeps: the figures of the rows, and the puzzles that were measured."""

import csv
import zlib
from base64 import b64decode
from json import loads
from pathlib import Path

import pytest

from cpstudy.jobs.hardness.maps_page import KEPT, figures, maps
from cpstudy.jobs.hardness.summaries import summarise
from cpstudy.jobs.hardness.sweep import compute, sweep
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study.store import Store

TABLE = Path(__file__).parents[3] / "figures" / "willems_table1-paper.csv"


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """A file of sweeps: two solvers on 3×3, one on a corner of 4×4 with a limit that stops most
    runs.
    """
    path = tmp_path_factory.mktemp("sweeps") / "rows.sqlite"
    with Store(path) as store:
        for name in ("dfs", "snopf"):
            compute([sweep(3, SOLVERS[name], puzzles=3, limit=1_000, seed=5)], store, jobs=1)
        some = sweep(4, SOLVERS["dfs"], inner=range(2, 5), outer=range(2, 5), puzzles=3, limit=40)
        compute([some], store, jobs=1)
    return path


def test_the_figures_are_those_of_the_rows(rows):
    got = maps([rows])["sweeps"]
    assert [(one["solver"], one["size"]) for one in got] == [("dfs", 3), ("snopf", 3), ("dfs", 4)]
    with Store(rows, read_only=True) as store:
        study = sweep(3, SOLVERS["snopf"], puzzles=3, limit=1_000, seed=5)
        summary = summarise(store, study)
    cells = got[1]["cells"]
    assert cells["median"] == [cell.median for cell in summary.cells]
    assert got[1]["height"] == max(cells["median"])
    for low, median, high in zip(cells["low"], cells["median"], cells["high"], strict=True):
        assert low <= median <= high
    stopped = got[2]["cells"]
    assert 0 < sum(stopped["censored"]) < len(stopped["censored"])
    for censored, number in zip(stopped["censored"], stopped["stopped"], strict=True):
        assert censored == (number >= 2)  # of three


def test_the_puzzles_are_those_that_were_measured(rows):
    got = maps([rows])
    watched = 0
    for one in got["puzzles"]:
        size, seed = one["size"], one["seed"]
        puzzle = EdgeMatching.decode(one["text"])
        drawn = next(puzzles(size, size, one["inner"], one["outer"], 1, seed))[0]
        assert puzzle == drawn
        assert puzzle.violation(tuple(divmod(oriented, 4) for oriented in one["answer"])) == ""
        if "extras" in one:
            watched += 1
            with Store(rows, read_only=True) as store:
                (first,) = [
                    row.iterations
                    for row in store.rows()
                    if (row.cell.solver, row.seed) == ("dfs", 0)
                    and (row.cell.params["size"], row.cell.params["inner"]) == (size, one["inner"])
                    and row.cell.params["outer"] == one["outer"]
                ]
            (dfs,) = [search for search in one["extras"]["searches"] if search["name"] == "dfs"]
            assert first == (dfs["total"] if size == 3 else min(40, dfs["total"]))
    assert 0 < watched < len(got["puzzles"])
    assert len({(one["size"], one["inner"], one["outer"]) for one in got["puzzles"]}) == len(
        got["puzzles"]
    )


def test_what_is_kept_is_the_published_grid():
    got = loads(zlib.decompress(b64decode(KEPT.read_text()), -zlib.MAX_WBITS))
    with TABLE.open(newline="") as file:
        table = [
            (row["size"], row["solver"], float(row["peak of the first 20"]))
            for row in csv.DictReader(file)
        ]
    sweeps = [(f"{s['size']}x{s['size']}", s["solver"], round(s["height"])) for s in got["sweeps"]]
    assert sorted(sweeps) == sorted(table) and len(table) == 12


def test_what_is_no_sweep_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"gone\.sqlite: no such file"):
        figures([tmp_path / "gone.sqlite"])
    (tmp_path / "text.sqlite").write_text("no rows")
    with pytest.raises(ValueError, match=r"text\.sqlite: "):
        figures([tmp_path / "text.sqlite"])
    Store(tmp_path / "empty.sqlite").close()
    with pytest.raises(ValueError, match="no sweep in it"):
        figures([tmp_path / "empty.sqlite"])
