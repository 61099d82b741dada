"""``cpstudy study``: tables, JSON, resuming, faults, two writers at once, kills."""

import json
import os
import random
import subprocess
import sys

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.study.contest import Time
from cpstudy.study.store import Store
from tests.killing import survives, table

MIXED = """
[[study]]
kind = "pipes"
algorithms = ["wilson", "prim"]
sizes = 5
solvers = ["search", "deduce"]
seeds = 6

[[study]]
kind = "bridge_torch"
puzzles = ["1,2,5,8:15", "1,3,5,8:15"]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mixed.toml"
    path.write_text(MIXED)
    return path


def study(*arguments):
    return CliRunner().invoke(main, ["study", *map(str, arguments)])


def stored(path):
    with Store(path, read_only=True) as store:
        return [
            (row.key, row.iterations, row.verdict, row.solvable, row.stop, dict(row.counters))
            for row in store.rows()
        ]


def test_a_line_for_each_cell(file):
    result = study(file)
    assert result.exit_code == 0
    lines = [line for line in result.stdout.splitlines() if line.startswith("│")]
    assert len(lines) == 4 + 2
    assert sum("unique" in line for line in lines) == 4
    assert sum("1 found" in line for line in lines) == 1
    assert sum("1 unreachable" in line for line in lines) == 1


def test_the_same_command_goes_on(file):
    first = [json.loads(line) for line in study(file, "--json").stdout.splitlines()]
    assert first[-1] == {"row": "study-summary", "runs": 26, "stored_before": 0}
    rows = stored(file.with_suffix(".sqlite"))
    assert len(rows) == 26
    file.write_text(MIXED.replace("seeds = 6", "seeds = 8"))
    second = [json.loads(line) for line in study(file, "--json").stdout.splitlines()]
    assert second[-1] == {"row": "study-summary", "runs": 34, "stored_before": 26}
    assert set(map(str, rows)) < set(map(str, stored(file.with_suffix(".sqlite"))))
    cells = second[:-1]
    assert [cell["runs"] for cell in cells] == [8, 8, 8, 8, 1, 1]
    assert all(sum(cell["answers"].values()) == cell["runs"] for cell in cells)
    assert {cell["counter"] for cell in cells} == {"nodes", "steps", "states"}


def test_solvers_on_the_same_puzzles(file, tmp_path, monkeypatch):
    """The table, the JSON rows and the pictures are made of the stored rows."""
    drawn = []

    def draw(contest, kind, folder, number):
        drawn.append((contest, kind, folder, number))
        return [folder / "pipes-cactus.svg"]

    monkeypatch.setattr("cpstudy.jobs.studies.contest_curves.draw", draw)
    figures = tmp_path / "figures"
    outcome = study(file, "--compare", "--figures", figures)
    assert outcome.exit_code == 0
    title = "of 24 runs without an answer, the others agree"
    assert title in " ".join(outcome.stdout.split())
    assert sum("virtual best" in line for line in outcome.stdout.splitlines()) == 1
    ((contest, *named),) = drawn
    assert named == ["pipes", figures, 1]
    assert outcome.stderr.splitlines() == [
        "26 of 26 runs done",
        f"cpstudy: wrote {figures / 'pipes-cactus.svg'}",
    ]
    rows = [json.loads(line) for line in study(file, "--compare", "--json").stdout.splitlines()]
    compared = [row for row in rows if row["row"] == "study-comparison"]
    assert [(row["kind"], row["solver"]) for row in compared] == [
        ("pipes", "search"),
        ("pipes", "deduce"),
    ]
    with Store(file.with_suffix(".sqlite"), read_only=True) as store:
        spent = [row.extra["cpu_seconds"] for row in store.rows() if row.cell.solver == "search"]
    assert contest.times["search"] == [Time(one) for one in spent]
    assert compared[0]["par2_seconds"] == pytest.approx(sum(spent) / len(spent), abs=2e-6)
    # Two solvers with the same number of microseconds share a puzzle.
    assert sum(row["fastest"] for row in compared) >= compared[0]["puzzles"] == 12


def test_nothing_to_compare_is_said(file):
    file.write_text('[study]\nkind = "bridge_torch"\npuzzles = "1,2"\n')
    assert "no two solvers ran on the same puzzles" in study(file, "--compare").stderr
    assert study(file, "--figures", "x").exit_code == 2


def test_rows_elsewhere_and_as_parquet(file, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    rows, table = tmp_path / "rows.sqlite", tmp_path / "rows.parquet"
    assert study(file, "--rows", rows, "--parquet", table).exit_code == 0
    assert not file.with_suffix(".sqlite").exists()
    read = parquet.read_table(table)
    assert read.num_rows == len(stored(rows)) == 26
    assert {"algorithm", "rows", "columns", "puzzle", "cpu_seconds"} <= set(read.column_names)


@pytest.mark.parametrize("name", ["none.toml", "mixed.toml"])
def test_what_is_wrong_is_one_line(file, name):
    file.write_text(MIXED.replace("sizes = 5", 'sizes = "big"'))
    result = study(file.with_name(name))
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"cpstudy: {file.with_name(name)}")
    assert not file.with_suffix(".sqlite").exists()


def test_an_executor_that_is_not_there(file):
    pytest.importorskip("distributed")
    result = study(file, "--executor", "dask://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no Dask scheduler at tcp://127.0.0.1:1" in result.stderr


TWICE = """
import sys
from cpstudy.study.run import run
from cpstudy.study.store import Store
from tests.study import tasks
with Store(sys.argv[1]) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    run(tasks.study(seeds=100), store, tasks.slow, jobs=1)
"""


def test_two_writers_end_with_the_same_table(tmp_path):
    """Two processes run the whole study on one file at the same time; no row is lost or doubled."""
    from cpstudy.study.run import run
    from tests.study import tasks
    from tests.study.test_killed import table, undisturbed

    path = tmp_path / "rows.db"
    command = [sys.executable, "-c", TWICE, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    writers = [subprocess.Popen(command, text=True, **pipes) for _ in range(2)]
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.stdin.write("\n")
        writer.stdin.flush()
    for writer in writers:
        _, err = writer.communicate(timeout=60)
        assert (writer.returncode, err) == (0, "")
    assert table(path) == undisturbed(tmp_path / "undisturbed.db", 100)
    with Store(path) as store:  # digests and totals are intact too
        assert run(tasks.study(seeds=100), store, tasks.breaks).stored == len(store) == 1200


REAL = """
[study]
kind = "pipes"
algorithms = ["wilson", "prim", "kruskal", "depth-first"]
sizes = {sizes}
solvers = ["search", "deduce"]
seeds = {seeds}
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("kills", "sizes", "seeds"),
    [(3, [5], 40), pytest.param(50, [5, 10], 250, marks=pytest.mark.slow)],
)
def test_a_killed_study_ends_with_the_same_table(tmp_path, jobs, kills, sizes, seeds):
    (tmp_path / "study.toml").write_text(REAL.format(sizes=sizes, seeds=seeds))

    def arguments(rows):
        return ["study", tmp_path / "study.toml", "-q", "--jobs", jobs, "--rows", rows]

    undisturbed = tmp_path / "undisturbed" / "rows.sqlite"
    undisturbed.parent.mkdir()
    assert study(tmp_path / "study.toml", "-q", "--rows", undisturbed).exit_code == 0
    wanted = table(undisturbed)
    assert len(wanted) == 4 * len(sizes) * 2 * seeds
    survives(tmp_path, arguments, kills, wanted=wanted, rng=random.Random(jobs), span=kills / 10)
