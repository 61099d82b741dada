"""Experiment 16 at small scale: its tables follow from its rows, and units are never mixed."""

import csv
from importlib import import_module
from statistics import median

import pytest
from click.testing import CliRunner

from cpstudy.study.store import Store

module = import_module("experiments.16_other_solvers")


@pytest.fixture(name="result", scope="module")
def _told(tmp_path_factory):
    pytest.importorskip("pysat")
    place = tmp_path_factory.mktemp("other")
    changed = {
        "WHOLE": {"small": (3,)}, "ALONG": {"small": ()}, "PUZZLES": {"small": 2},
        "OTHERS": ("sat",), "RESAMPLES": 5,
        "write_figure": lambda *_: None, "draw": lambda *_: None,
    }  # fmt: skip
    asked = ["--rows", str(place / "rows"), "--figures", str(place), "--jobs", "1"]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in changed.items():
            patch.setattr(module, name, value)
        ended = CliRunner().invoke(module.main, asked, catch_exceptions=False)
        assert ended.exit_code == 0, ended.output
        tables = {}
        for name in ("other_solvers", "other_solvers_distances"):
            with (place / f"{name}-small.csv").open(encoding="utf-8") as file:
                tables[name] = [*csv.DictReader(file)]
        yield place / "rows", tables


def test_tables_are_of_the_rows(result):
    rows, tables = result
    found = {(row["solver"], row["unit"]): row for row in tables["other_solvers"]}
    assert [*found] == [
        ("dfs", "placements"), ("snopf", "placements"), ("hybrid", "placements"),
        ("sat", "conflicts"), ("sat", "CPU ms"),
    ]  # fmt: skip
    with Store(rows, read_only=True) as store:
        cells = {}
        for row in store.rows():
            colours = row.cell.params["inner"], row.cell.params["outer"]
            cells.setdefault(row.cell.solver, {}).setdefault(colours, []).append(row)
    by_scan = {place: median(row.effort for row in some) for place, some in cells["dfs"].items()}
    assert float(found["dfs", "placements"]["highest median"]) == max(by_scan.values())
    seconds = [median(r.extra["cpu_seconds"] for r in some) for some in cells["sat"].values()]
    highest = float(found["sat", "CPU ms"]["highest median"])
    assert highest == pytest.approx(1000 * max(seconds), rel=1e-3)
    shares = [value for name, value in found["sat", "CPU ms"].items() if name.startswith("peak: ")]
    assert sum(float(share.rstrip("%")) for share in shares) == pytest.approx(100, abs=0.3)
    assert found["dfs", "placements"]["rank correlation with scan order"] == ""
    (line,) = (one for one in tables["other_solvers_distances"] if one["solver"] == "dfs")
    outers = range(2, 9)
    hardest = [
        -max((efforts, -inner) for (inner, o), efforts in by_scan.items() if o == outer)[1]
        for outer in outers
    ]
    apart = [at - module.crossing(3, outer) for outer, at in zip(outers, hardest, strict=True)]
    assert float(line["less the line"]) == pytest.approx(sum(apart) / len(apart), abs=0.006)
    assert float(line["less scan order's"]) == 0


def test_what_is_under_way_is_left_out(result):
    rows, _ = result
    with Store(rows) as store:
        store._connection.execute("DELETE FROM rows WHERE cell = 1 AND seed = 0")
        store._connection.commit()
        names = [one.name for one in module.sweeps_of(store, "small", 3)]
    assert len(names) < 5
