"""``cpstudy hardness`` and ``plot``: contracts, resuming, kills, exact medians, figures."""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest
from click.testing import CliRunner, Result

from cpstudy import Budget, Solvable, Stop, Verdict, hardness
from cpstudy.cli import main
from cpstudy.core.solving import solve
from cpstudy.jobs.hardness import by_clues
from cpstudy.jobs.hardness import sweep as hardness_module
from cpstudy.jobs.hardness.sweep import KIND, measure_median, sweep
from cpstudy.puzzles.edge_matching.generating.clues import with_clues
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.search import batches, checkpoints
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study import run as running
from cpstudy.study.grid import Outcome, Study, Task
from cpstudy.study.rows import entry
from cpstudy.study.run import origin
from cpstudy.study.schema import TABLES
from cpstudy.study.store import Store
from tests import forking, killing
from tests.undrawn import undrawn

SCHEMA_1 = Path(__file__).parents[1] / "study" / "schema_1.sql"
OUTCOME = Outcome(5, Stop.LIMIT, Solvable.YES, Verdict.UNKNOWN, 0.0)
SMALL = ["--size", "4", "--inner", "2..4", "--outer", "1..3", "--puzzles", "7", "--jobs", "1"]


def cpstudy(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def rows_of(path: Path, solvers: tuple[str, ...] = (), least_inner: int = 0) -> list[tuple]:
    """Return all rows, or those of some solvers with at least this number of inner colours."""
    with Store(path, read_only=True) as store:
        return sorted(
            (r.key, r.iterations, r.stop, r.solvable)
            for r in store.rows()
            if not solvers or r.cell.solver in solvers
            if r.cell.params["inner"] >= least_inner
        )


def rows_so_far(path: Path) -> int:
    """Return the number of committed rows in a file that another process may be writing."""
    try:
        with Store(path, read_only=True) as store:
            return len(store)
    except (OSError, ValueError, sqlite3.Error):
        return 0


def test_json_lines_and_files(tmp_path):
    out = tmp_path / "rows.sqlite"
    arguments = ["hardness", *SMALL, "--solver", "dfs,snopf", "--json", "--out", str(out)]
    result = cpstudy(*arguments)
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    cells = [row for row in rows if "inner" in row]
    summaries = [row for row in rows if "peak" in row]
    assert len(cells) == 2 * 9
    assert [s["solver"] for s in summaries] == ["dfs", "snopf"]
    for cell in cells:
        assert {"inner", "outer", "median", "censored", "puzzles"} <= set(cell)
        assert cell["puzzles"] == 7
        assert cell["censored"] is False
    for summary in summaries:
        assert set(summary["peak"]) >= {"median", "cells", "interval", "censored"}
        own = [c for c in cells if c["solver"] == summary["solver"]]
        assert summary["peak"]["median"] == max(c["median"] for c in own)
        places = [[c["inner"], c["outer"]] for c in own if c["median"] == summary["peak"]["median"]]
        assert summary["peak"]["cells"] == places
        assert summary["iterations"] == sum(c["iterations"] for c in own)
        assert summary["limit"] == 2_000_000
    pictures = sorted(path.name for path in tmp_path.glob("rows-4x4-*"))
    assert pictures == [
        f"rows-4x4-{name}-2000000-seed1.{kind}"
        for name in ("dfs", "snopf")
        for kind in ("png", "svg")
    ]
    # The same command again computes nothing, and plot draws the same bytes.
    before = {path.name: path.read_bytes() for path in tmp_path.glob("rows-4x4-*")}
    with undrawn():
        assert cpstudy(*arguments).stdout == result.stdout
    table = tmp_path / "rows.csv"
    redrawn = cpstudy(
        "plot", str(out), "--json", "--figures", str(tmp_path / "again"), "--csv", str(table)
    )
    assert redrawn.stdout == result.stdout
    assert len(table.read_text().splitlines()) == 1 + 2 * 9 * 7
    after = {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()}
    assert after == before


def test_a_span_of_clues_is_a_sweep_for_each_number(tmp_path):
    out = str(tmp_path / "rows.sqlite")
    arguments = ["hardness", "--size", "4", "--inner", "3", "--outer", "2..3", "--puzzles", "5"]
    arguments += ["--solver", "dfs", "--jobs", "1", "--json", "--out", out]
    with undrawn():
        plain = cpstudy(*arguments)
        result = cpstudy(*arguments, "--clues", "0..2")
        again = cpstudy("plot", out, "--json", "--figures", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert again.stdout == result.stdout
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["clues"] for row in rows if "peak" in row] == [0, 1, 2]
    # Without clues a row keeps the key of earlier versions.
    assert rows[:2] == [json.loads(line) for line in plain.stdout.splitlines()][:2]
    with Store(out, read_only=True) as store:
        clued = {row.cell.params.get("clues"): row.cell.key for row in store.rows()}
    assert set(clued) == {None, 1, 2} and "clues" not in clued[None]
    for cell in (row for row in rows if "inner" in row):
        efforts = [
            solve(with_clues(*drawn, cell["clues"], seed=1), SOLVERS["dfs"], limit=1)
            for drawn in puzzles(4, 4, cell["inner"], cell["outer"], 5, seed=1)
        ]
        assert cell["median"] == median(one.counters["placements"] for one in efforts)


def test_medians_by_clues_are_drawn(tmp_path):
    summaries = [
        hardness(4, "dfs", inner=range(2, 4), outer=range(2, 3), puzzles=3, clues=n, jobs=1)
        for n in (2, 0)
    ]
    drawn = by_clues.curves(summaries)
    assert [one.label for one in drawn.series] == [f"{n} inner, 2 outer colours" for n in (2, 3)]
    few = [[cell.median for cell in summary.cells] for summary in reversed(summaries)]
    assert [one.points for one in drawn.series] == [
        ((0.0, few[0][at]), (2.0, few[1][at])) for at in (0, 1)
    ]
    names = [path.name for path in by_clues.draw(summaries, tmp_path, "rows")]
    assert names == [f"rows-4x4-dfs-2000000-seed1-by-clues.{end}" for end in ("svg", "png")]
    many = [hardness(4, "dfs", inner=range(1, 10), outer=range(2, 3), puzzles=1, clues=n, jobs=1)
            for n in (0, 1)]  # fmt: skip
    assert [one.label for one in by_clues.curves(many).series] == ["the peak"]


# Ranges that hold 95 % of the largest medians of 20 puzzles at 5×5, calibrated with 200 puzzles a
# cell.
CALIBRATED = {
    "dfs": (2_346, 8_579),
    "highest-connectivity": (3_104, 11_233),
    "lowest-connectivity": (1_938, 4_285),
    "snopf": (3_668, 18_647),
}


@pytest.fixture(scope="module", name="whole_map")
def _whole_map(tmp_path_factory):
    """Return the rows file and the output of an undisturbed 5×5 sweep by all calibrated solvers."""
    rows = tmp_path_factory.mktemp("map") / "rows"
    arguments = ["hardness", "--size", "5", "--solver", ",".join(CALIBRATED), "--jobs", "1"]
    with undrawn():
        return rows, cpstudy(*arguments, "--json", "--out", str(rows)).stdout


def test_the_map_of_5x5_lies_in_the_calibrated_ranges(whole_map):
    rows = map(json.loads, whole_map[1].splitlines())
    peaks = {row["solver"]: row["peak"]["median"] for row in rows if "peak" in row}
    assert set(peaks) == set(CALIBRATED)
    for name, (low, high) in CALIBRATED.items():
        assert low <= peaks[name] <= high, name


@pytest.mark.usefixtures("undrawn")
def test_medians_are_those_of_the_solver(tmp_path):
    result = cpstudy("hardness", *SMALL, "--solver", "snopf", "--json", "--out", f"{tmp_path}/r")
    cells = {
        (row["inner"], row["outer"]): row["median"]
        for row in map(json.loads, result.stdout.splitlines())
        if "inner" in row
    }
    from cpstudy import solve

    assert len(cells) > 1
    for (inner, outer), middle in cells.items():
        efforts = [
            solve(puzzle, "snopf", limit=1).counters["placements"]
            for puzzle, _ in puzzles(4, 4, inner, outer, 7, seed=1)
        ]
        assert middle == median(efforts)


@pytest.mark.usefixtures("undrawn")
def test_a_limit_censors(tmp_path):
    arguments = ["hardness", *SMALL, "--solver", "dfs", "--limit", "20", "--json"]
    result = cpstudy(*arguments, "--out", str(tmp_path / "rows"))
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert any(row.get("censored") is True and row["median"] == 20 for row in rows)
    assert rows[-1]["peak"]["median"] == 20
    assert 0 < rows[-1]["peak"]["censored"] < 1


@pytest.mark.usefixtures("undrawn")
def test_exact_medians_need_no_limit(tmp_path):
    common = ["hardness", *SMALL, "--solver", "dfs", "--json"]
    exact = cpstudy(*common, "--exact-median", "--out", str(tmp_path / "exact"))
    whole = cpstudy(*common, "--limit", "1000000000", "--out", str(tmp_path / "whole"))
    medians = [
        {
            (row["inner"], row["outer"]): (row["median"], row["censored"])
            for row in map(json.loads, result.stdout.splitlines())
            if "inner" in row
        }
        for result in (exact, whole)
    ]
    assert medians[0] == medians[1]


def test_passes_change_nothing_of_exact_medians(tmp_path, monkeypatch):
    """Many passes that leave cells open give the same medians as one pass with enough time."""
    monkeypatch.setattr(hardness_module, "_FIRST_ROUND", 20)
    asked = [sweep(4, SOLVERS["dfs"], inner=range(2, 5), outer=range(1, 4), puzzles=5, seed=1)]
    rows, passes = [], []
    monkeypatch.setattr(
        hardness_module, "run", lambda *a, **k: (passes.append(a), running.run(*a, **k))[1]
    )
    for name, first, growth in (("one", 1e9, 10), ("many", 1e-9, 1.5)):
        monkeypatch.setattr(hardness_module, "_FIRST_PASS", first)
        monkeypatch.setattr(hardness_module, "_PASS_GROWTH", growth)
        seen = []
        with Store(tmp_path / name) as store:
            hardness_module.compute(asked, store, jobs=1, progress=seen.append)
            rows.append([*map(_without_time, store.rows())])
            assert seen[-1].iterations == sum(row.iterations for row in store.rows())
        assert [one.done for one in seen] == sorted(one.done for one in seen)
        assert (seen[-1].stored, seen[-1].done, seen[-1].total) == (0, 45, 45)
    assert rows[0] == rows[1]
    assert len(passes) > 5


def test_cells_left_open_are_resumed(tmp_path, monkeypatch):
    """A pass continues the searches of the pass before, and no checkpoint is left at the end."""
    monkeypatch.setattr(hardness_module, "_FIRST_ROUND", 20)
    asked = [sweep(4, SOLVERS["dfs"], inner=range(2, 4), outer=range(1, 3), puzzles=5, seed=1)]
    rows, taken_up = [], []
    kept = checkpoints.Checkpoint.kept

    def noted(self):
        state = kept(self)
        taken_up.append(state is not None)
        return state

    monkeypatch.setattr(checkpoints.Checkpoint, "kept", noted)
    for name, first, growth in (("one", 1e9, 10), ("many", 1e-6, 3)):
        monkeypatch.setattr(hardness_module, "_FIRST_PASS", first)
        monkeypatch.setattr(hardness_module, "_PASS_GROWTH", growth)
        if name == "many":
            monkeypatch.setattr(checkpoints, "EVERY", 0.0)
            monkeypatch.setattr(batches, "EVERY", 0.0)
        with Store(tmp_path / name) as store:
            hardness_module.compute(asked, store, jobs=1)
            rows.append([*map(_without_time, store.rows())])
        assert any(taken_up) is (name == "many")
    assert rows[0] == rows[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many", "one"]


# The process kills itself, so that it stands between two states, however busy the machine is.
SEARCHING = """
import os, signal, sys
from cpstudy.jobs.hardness.sweep import compute, sweep
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.puzzles.edge_matching.search import checkpoints
from cpstudy.study.store import Store
checkpoints.EVERY = 0.0
keep, times = checkpoints.Checkpoint.keep, int(sys.argv[2])

def killed(self, state):
    global times
    keep(self, state)
    times -= 1
    if not times:
        os.kill(os.getpid(), signal.SIGKILL)

checkpoints.Checkpoint.keep = killed
study = sweep(6, SOLVERS["dfs"], inner=range(3, 4), outer=range(6, 7), puzzles=9, seed=1)
with Store(sys.argv[1]) as store:
    compute([study], store, jobs=1)
"""


@pytest.mark.parametrize("times", [1, 3])
def test_a_killed_search_of_one_cell_resumes(tmp_path, times):
    study = sweep(6, SOLVERS["dfs"], inner=range(3, 4), outer=range(6, 7), puzzles=9, seed=1)
    path, searches = tmp_path / "killed", tmp_path / "killed-searches"
    command = [sys.executable, "-c", SEARCHING, str(path), str(times)]
    ended = subprocess.run(command, check=False, timeout=300)
    assert ended.returncode == -signal.SIGKILL
    assert rows_so_far(path) == 0
    assert [*searches.iterdir()]
    rows = []
    for name in ("killed", "whole"):
        with Store(tmp_path / name) as store:
            hardness_module.compute([study], store, jobs=1)
            rows.append([*map(_without_time, store.rows())])
    assert rows[0] == rows[1] and len(rows[0]) == 9
    assert not searches.exists()


def _without_time(row):
    return row.key, row.iterations, row.stop, row.solvable, row.verdict, row.counters


@pytest.mark.usefixtures("undrawn")
def test_open_cells_are_told_and_done_by_the_next_command(tmp_path, monkeypatch):
    """With 0 seconds only those cells are done whose first round is enough."""
    monkeypatch.setattr(hardness_module, "_FIRST_ROUND", 60)
    out = tmp_path / "rows"
    common = ["hardness", *SMALL, "--solver", "dfs", "--exact-median", "--json", "--out", str(out)]
    stopped = cpstudy(*common, "--seconds", "0")
    assert stopped.exit_code == 3
    found = [json.loads(line) for line in stopped.stdout.splitlines()]
    done = {(row["inner"], row["outer"]) for row in found if "inner" in row}
    line = next(line for line in stopped.stderr.splitlines() if "open" in line)
    opened = {tuple(map(int, place)) for place in re.findall(r"\((\d+), (\d+)\)", line)}
    assert f"dfs: {len(opened)} of 9 cells are open after 0 s a puzzle: " in line
    assert done and opened
    assert (len(done | opened), done & opened) == (9, set())
    kept = rows_of(out)
    ended = cpstudy(*common)
    assert ended.exit_code == 0, ended.output
    assert {*kept} < {*rows_of(out)}
    assert sum("inner" in json.loads(line) for line in ended.stdout.splitlines()) == 9


@pytest.mark.usefixtures("undrawn")
def test_medians_above_what_can_be_counted_stay_open(tmp_path, monkeypatch):
    """Counting ends at 30 placements here. There is no time limit, so there is a last pass."""
    monkeypatch.setattr(hardness_module, "_FIRST_ROUND", 10)
    monkeypatch.setattr(hardness_module, "_UNLIMITED", 30)
    common = ["hardness", *SMALL, "--solver", "snopf", "--exact-median", "--json"]
    result = cpstudy(*common, "--out", str(tmp_path / "rows"))
    assert result.exit_code == 3
    assert re.search(r"snopf: [1-8] of 9 cells are open after 2\^62 placements a", result.stderr)


def test_exact_medians_leave_the_hard_ones_unfinished():
    study = sweep(
        6, SOLVERS["dfs"], inner=range(3, 4), outer=range(6, 7), puzzles=9, limit=None, seed=1
    )
    outcomes = measure_median(Task(next(iter(study)), tuple(range(9))))
    ends = [outcome.solvable.value for outcome in outcomes]
    assert 5 <= ends.count("yes") < 9
    solved = [o.iterations for o in outcomes if o.solvable.value == "yes"]
    unsolved = [o.iterations for o in outcomes if o.solvable.value != "yes"]
    assert sorted(solved)[4] <= min(unsolved)


def test_other_solvers_count_in_their_own_unit(tmp_path):
    """Conflicts and CPU time each have a map of their own, and the limits are in seconds."""
    pytest.importorskip("pysat")
    arguments = ["--size", "3", "--inner", "2..3", "--outer", "1..2", "--puzzles", "3"]
    arguments += ["--solver", "sat,cdcl,dfs", "--jobs", "1", "--out", str(tmp_path / "rows")]
    with undrawn():
        result = cpstudy("hardness", *arguments, "--seconds", "50", "--json")
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    summaries = [row for row in rows if "peak" in row]
    assert [(s["solver"], s["unit"], s["limit"], s["seconds_limit"]) for s in summaries] == [
        ("sat", "conflicts", None, 50.0), ("sat", "CPU ms", None, 50.0),
        ("cdcl", "conflicts", None, 50.0), ("cdcl", "CPU ms", None, 50.0),
        ("dfs", "placements", 2_000_000, None),
    ]  # fmt: skip
    with Store(tmp_path / "rows", read_only=True) as store:
        stored = [row for row in store.rows() if row.cell.solver == "sat"]
    assert len(stored) == 4 * 3 and {row.stop for row in stored} == {Stop.LIMIT}
    of_sat = [row for row in rows if row.get("solver") == "sat" and "inner" in row]
    cells = {(c["inner"], c["outer"], c["unit"]): c for c in of_sat}
    for inner, outer in ((2, 1), (3, 2)):
        own = [
            r for r in stored if (r.cell.params["inner"], r.cell.params["outer"]) == (inner, outer)
        ]
        assert cells[inner, outer, "conflicts"]["median"] == median(r.iterations for r in own)
        assert cells[inner, outer, "CPU ms"]["median"] == pytest.approx(
            1000 * median(r.extra["cpu_seconds"] for r in own)
        )
    for (puzzle, _), row in zip(puzzles(3, 3, 2, 1, 3, seed=1), stored[:3], strict=True):
        from cpstudy import solve

        assert row.iterations == solve(puzzle, "sat", limit=1, seed=row.seed).counters["conflicts"]


def test_figures_for_print(tmp_path):
    """A figure has the requested width, no title and the same bytes each time; LaTeX is not run."""
    rows = ["hardness", "--size", "3", "--inner", "2..3", "--outer", "1..2", "--puzzles", "2"]
    rows += ["--solver", "dfs", "--jobs", "1", "--out", str(tmp_path / "rows"), "--width", "84mm"]
    rows += ["--no-title", "--format", "pgf", "--format", "svg"]
    for folder in ("one", "two"):
        assert cpstudy(*rows, "--figures", str(tmp_path / folder)).exit_code == 0
    drawn = {path.suffix: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert set(drawn) == {".pgf", ".svg"}
    assert {p.suffix: p.read_bytes() for p in (tmp_path / "two").iterdir()} == drawn
    assert b"{3.307087in}" in drawn[".pgf"] and b'width="84mm"' in drawn[".svg"]
    assert b"inner colours" in drawn[".pgf"] and b"in resamples:" not in drawn[".pgf"]
    with_title = [*rows[:-2], "--figures", str(tmp_path / "three")]
    with_title.remove("--no-title")
    assert cpstudy(*with_title).exit_code == 0
    assert b"in resamples:" in next((tmp_path / "three").glob("*.pgf")).read_bytes()


def test_one_set(tmp_path):
    arguments = ["--size", "3", "--one-set", "--puzzles", "3", "--jobs", "1", "--solver", "pla"]
    out = str(tmp_path / "rows")
    result = cpstudy("hardness", *arguments, "--json", "--out", out)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["inner"], row["outer"]) for row in rows[:-1]] == [(k, 0) for k in range(1, 13)]
    with undrawn():
        assert "pla" in cpstudy("hardness", *arguments, "--out", out).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--solver", "cpsat", "--limit", "5"], "--limit counts placements: cpsat has --seconds"),
        (["--solver", "sat", "--exact-median"], "--exact-median counts placements: sat has"),
        (["--solver", "magic"], "solver 'magic' of edge_matching: choose from dfs"),
        (["--width", "84km"], "'84km' is not a length: expected 84mm"),
        (["--style", "none-such", "--size", "2"], "'none-such' is neither a file nor a style"),
        (["--inner", "5..2"], "'5..2' is not a range"),
        (["--inner", "x"], "'x' is not a range"),
        (["--inner", "1..99"], "inner colours 1..99: size 5 has 1..24"),
        (["--outer", "0..3"], "outer colours 0..3: size 5 has 1..16"),
        (["--size", "1"], "1 is not in the range"),
        (["--puzzles", "0"], "0 is not in the range"),
        (["--one-set", "--outer", "2"], "--one-set does not go with --outer"),
        (["--seconds", "5"], "--seconds needs --exact-median"),
        (["--exact-median", "--limit", "5"], "--exact-median does not go with --limit"),
        (["--puzzles", "18446744073709551616"], "more runs than can be numbered"),
        (["--puzzles", "9" * 400], "more runs than can be numbered"),
        (["--puzzles", "9" * 400, "--exact-median"], "exact medians are of at most 100000"),
    ],
)
def test_bad_usage_is_one_line(tmp_path, arguments, message):
    result = cpstudy("hardness", *arguments, "--out", str(tmp_path / "rows"))
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert message in line
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_no_results(tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("not a database, but long enough to be looked at\n" * 50)
    for arguments in (["plot", str(other)], ["hardness", *SMALL, "--out", str(other)]):
        result = cpstudy(*arguments)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
    assert other.read_text().startswith("not a database")
    assert cpstudy("plot", str(tmp_path / "none")).exit_code == 2


@pytest.mark.usefixtures("undrawn")
def test_limits_beyond_64_bits_are_as_good_as_none(tmp_path):
    medians = []
    for limit in ("9" * 400, str(10**9)):
        result = cpstudy(
            "hardness",
            *SMALL,
            "--inner",
            "2",
            "--outer",
            "1",
            "--json",
            "--limit",
            limit,
            "--out",
            str(tmp_path / limit[:5]),
        )
        assert result.exit_code == 0, result.exception
        medians.append([json.loads(row).get("median") for row in result.stdout.splitlines()])
    assert medians[0] == medians[1]


def test_rows_that_are_none_of_a_sweep_are_one_line(tmp_path):
    """Damaged rows, and rows of another program's study of the same kind, give one line."""
    good = {"size": 4, "inner": 2, "outer": 1, "seed": 1}
    bad = [{name: value for name, value in good.items() if name != lost} for lost in good]
    bad += [{**good, "size": "4"}, {**good, "size": 10**9}, {**good, "inner": 10**9}]
    bad += [{**good, "seed": True}, {**good, "outer": -1}]
    for number, params in enumerate(bad):
        file = tmp_path / f"{number}.sqlite"
        study = Study(
            KIND, [params], range(1), "dfs", SOLVERS["dfs"].version, "placements", 1,
            Budget(iterations=9),
        )  # fmt: skip
        with Store(file) as store:
            store.add([entry(store.register(next(iter(study))), 0, OUTCOME)], origin())
        result = cpstudy("plot", str(file))
        (line,) = result.stderr.splitlines()
        assert result.exit_code == 2
        assert line.startswith(f"cpstudy: {file}: not a cell of a sweep: "), line
        assert result.stdout == ""


@pytest.mark.usefixtures("undrawn")
def test_rows_of_earlier_versions_are_drawn_and_get_digests_when_resumed(tmp_path):
    new, old = tmp_path / "new.sqlite", tmp_path / "old.sqlite"
    assert cpstudy("hardness", *SMALL, "--out", str(new)).exit_code == 0
    connection = sqlite3.connect(old)
    connection.executescript(SCHEMA_1.read_text(encoding="utf-8"))
    connection.execute("ATTACH ? AS new", [str(new)])
    for table, columns in TABLES.items():
        connection.execute(f"INSERT INTO {table} SELECT {', '.join(columns)} FROM new.{table}")
    connection.commit()
    connection.close()
    drawn = cpstudy("plot", str(new), "--json").stdout
    assert cpstudy("plot", str(old), "--json").stdout == drawn
    found = f"cpstudy: {old}: its rows have digests now, which earlier versions do not read"
    for line in (found, f"cpstudy: wrote {tmp_path}"):
        result = cpstudy("hardness", *SMALL, "--json", "--out", str(old))
        assert (result.exit_code, result.stdout) == (0, drawn)
        assert any(said.startswith(line) for said in result.stderr.splitlines())


@pytest.mark.usefixtures("undrawn")
def test_damaged_rows_are_not_drawn(tmp_path):
    """A file that is cut off or altered, in place or by SQL, gives one line with its name, and no
    picture.
    """
    rows = tmp_path / "rows.sqlite"
    assert cpstudy("hardness", *SMALL, "--out", str(rows)).exit_code == 0
    content = rows.read_bytes()
    place = content.index(b"limit", len(content) // 2)
    damaged = tmp_path / "damaged.sqlite"
    for statement, data in (
        ("", content[: len(content) // 2]),
        ("", content[:place] + b"tired" + content[place + 5 :]),
        ("UPDATE cells SET params = replace(params, 'inner', 'outer')", content),
        ("UPDATE rows SET iterations = iterations / 2", content),
        ("DELETE FROM rows WHERE seed = 3", content),
    ):
        damaged.write_bytes(data)
        connection = sqlite3.connect(damaged)
        if statement:
            connection.execute(statement)
        connection.commit()
        connection.close()
        for arguments in (["plot", str(damaged)], ["hardness", *SMALL, "--out", str(damaged)]):
            result = cpstudy(*arguments)
            (line,) = result.stderr.splitlines()
            assert result.exit_code == 2
            assert line.startswith(f"cpstudy: {damaged}: "), line
            assert not [*tmp_path.glob("damaged-*")]


KILLED = [
    "hardness", "--size", "5", "--inner", "2..24", "--outer", "1..16", "-q",
    "--solver", "dfs,snopf",
]  # fmt: skip


def survives_kills(folder, undisturbed, jobs, puzzles, kills, span):
    wanted = [
        row
        for row in killing.table(undisturbed)
        if '"solver":"dfs"' in row[0] or '"solver":"snopf"' in row[0]
        if '"inner":1,' not in row[0]
        if json.loads(row[0])["seed"] < puzzles
    ]
    assert len(wanted) == 2 * 23 * 16 * puzzles

    def arguments(rows):
        return [*KILLED, "--puzzles", puzzles, "--jobs", jobs, "--out", rows]

    rng = random.Random(jobs)
    killing.survives(folder, arguments, kills, wanted=wanted, rng=rng, span=span)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_a_killed_sweep_ends_with_the_same_table(tmp_path, whole_map, jobs):
    """``kill -9`` at random moments; together with the tests of studies, ten in a normal run."""
    survives_kills(tmp_path, whole_map[0], jobs, puzzles=8, kills=2, span=0.3)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_sweep_killed_a_hundred_times_ends_with_the_same_table(tmp_path, jobs):
    """The same, but long enough that workers are killed within their chunks; 200 kills in all."""
    undisturbed = tmp_path / "undisturbed" / "rows"
    undisturbed.parent.mkdir()
    cpstudy(*KILLED, "--puzzles", "100", "--jobs", "1", "--out", str(undisturbed))
    survives_kills(tmp_path, undisturbed, jobs, puzzles=100, kills=100, span=3.0)


def test_interrupted_sweeps_exit_with_130_and_keep_their_rows(tmp_path):
    out = tmp_path / "rows"
    command = ["hardness", "--size", "6", "--solver", "snopf"]
    process = forking.Process(
        forking.COMMAND,
        [*command, "--jobs", "1", "-q", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while process.poll() is None and not rows_so_far(out):
        time.sleep(0.1)  # kernels may have to be compiled first
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors.decode().strip() == "cpstudy: interrupted"
    assert rows_of(out)


@pytest.mark.usefixtures("undrawn")
def test_the_peak_of_an_unfinished_sweep_is_one_so_far(tmp_path):
    out = tmp_path / "rows.sqlite"

    def interrupt(state):
        if state.done > 1:
            raise KeyboardInterrupt

    study = sweep(4, SOLVERS["snopf"], inner=range(2, 5), outer=range(1, 4), puzzles=7, limit=9)
    with Store(out) as store:
        with pytest.raises(KeyboardInterrupt):
            hardness_module.compute([study], store, jobs=1, progress=interrupt)
        missing = 63 - len(store)
    result = cpstudy("plot", str(out))
    said = rf"snopf: unfinished: ([1-8]) of 9 cells lack runs, {missing} in all; the peak is"
    cells = int(re.search(said, result.stderr)[1])
    assert "so far" in result.stdout
    *_, summary = map(json.loads, cpstudy("plot", str(out), "--json").stdout.splitlines())
    assert (summary["missing_cells"], summary["missing_runs"]) == (cells, missing)
    again = cpstudy("hardness", *SMALL, "--limit", "9", "--out", str(out))
    assert again.stderr.splitlines()[0] == "63 of 63 runs done"
    assert "lack runs" not in again.stderr
