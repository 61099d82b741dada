"""``verify --solver`` with several names: table, JSON, figures, features, isolated processes."""

import io
import json
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner
from rich.console import Console

from cpstudy.cli import contest_table, main, terminal
from cpstudy.encode.solver_rows import CPMPY_SOLVERS
from cpstudy.puzzles import kind
from tests.cli.forked import command

BOARDS = ("5x5:28b58bdc165751a55193137e2", "2x1w:11", "3x3w:654eb6414")
SOLVERS = "search,frontier"


def test_the_table_has_the_virtual_best_and_leaves_out_what_is_nothing():
    ended = command(["verify", "--solver", SOLVERS, "--seconds", "9", *BOARDS], COLUMNS="80")
    assert ended.returncode == 1
    assert "virtual best" in ended.stdout
    assert "PAR-2" in ended.stdout
    assert "refused" not in ended.stdout  # no solver refused a puzzle
    refused = command(["verify", "--solver", "search,sat:planar", BOARDS[1]])
    assert "refused" in refused.stdout


def test_json_has_par2_and_who_was_fastest():
    ended = command(["verify", "--solver", SOLVERS, "--json", "--features", *BOARDS])
    rows = [json.loads(line) for line in ended.stdout.splitlines()]
    runs, summaries = rows[:-2], rows[-2:]
    assert [row["solver"] for row in runs] == ["search", "frontier"] * 3
    assert sum(row["fastest"] for row in summaries) == 3
    for row in summaries:
        times = [run["seconds"] for run in runs if run["solver"] == row["solver"]]
        assert row["par2_seconds"] == pytest.approx(sum(times) / 3, abs=2e-6)
    assert runs[0]["features"]["tiles"] == 25
    assert runs[0]["features"] == runs[1]["features"]


def test_figures_are_written_and_told(tmp_path):
    ended = command(["verify", "--solver", SOLVERS, "--figures", str(tmp_path), *BOARDS])
    assert {path.name for path in tmp_path.iterdir()} == {
        f"pipes-{name}.{form}" for name in ("cactus", "scatter") for form in ("svg", "png")
    }
    assert ended.stderr.count("cpstudy: wrote ") == 4


def test_each_run_in_a_process_of_its_own():
    ended = command(
        ["verify", "--solver", SOLVERS, "--json", "--isolated", "--seconds", "60", BOARDS[1]]
    )
    runs = [json.loads(line) for line in ended.stdout.splitlines()][:2]
    assert [run["verdict"] for run in runs] == ["many", "many"]
    assert all(0 < run["peak_bytes"] < 1 << 20 for run in runs)
    assert all(run["phases"]["start-up"] > 0 for run in runs)
    alone = command(["verify", "--json", "--isolated", "--seconds", "0.0", BOARDS[0]])
    assert alone.returncode == 3
    assert json.loads(alone.stdout)["stop"] == "time"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--figures", "x", BOARDS[0]], "No such option '--figures'"),
        (["--puzzle", "sokoban", "--solver", "all", "3x1:@$."], "sokoban has no solvers"),
        (["--features", BOARDS[0]], "--features needs --json"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, said):
    ended = command(["verify", *arguments])
    assert ended.returncode == 2
    assert said in ended.stderr


def test_a_kind_without_features_says_so(monkeypatch):
    """Every kind with solvers here has features, but a kind of another package may lack them."""
    bare = replace(kind("sudoku"), features=None)
    monkeypatch.setattr("cpstudy.puzzles.kind", lambda name: bare)
    given = ["verify", "--puzzle", "sudoku", "--features", "--json", "1...3.....2...4."]
    ended = CliRunner().invoke(main, given)
    assert ended.exit_code == 2
    assert "sudoku has no features" in ended.stderr


@pytest.mark.parametrize(("columns", "left_out"), [(80, "build, search"), (110, None)])
def test_no_figure_is_cut_off_on_a_narrow_terminal(columns, left_out, monkeypatch):
    """Columns that do not fit are left out and named; the remaining figures are complete."""
    result = io.StringIO()
    target = Console(file=result, width=columns)
    monkeypatch.setattr(terminal, "console", lambda stream: target)
    names = ("search", "cpsat:contour")
    row = {
        "puzzles": 2, "refused": 1, "unknown": 1, "fastest": 1, "median_seconds": 20.1256,
        "median_censored": True, "par2_interval": [20.1256, 40.0],
        "median_build": 0.16893, "median_search": 0.02009, "par2_seconds": 30.0628,
        "peak_bytes": 136093696,
    }  # fmt: skip
    rows = [{"solver": name, **row} for name in names]
    contest_table.print_contest(rows, result, "title")
    text = result.getvalue()
    assert "…" not in text
    assert all(figure in text for figure in ("cpsat:contour", "30062.80", "129.79"))
    assert (f"no room for {left_out}" in text) is (left_out is not None)
    assert max(map(len, text.splitlines())) <= columns


@pytest.mark.parametrize("verb", ["verify", "solve", "compare"])
def test_what_a_solver_lacks_is_one_line_for_all_puzzles(verb, monkeypatch):
    monkeypatch.setitem(CPMPY_SOLVERS, "gcs", CPMPY_SOLVERS["gcs"]._replace(module="missing"))
    monkeypatch.setitem(sys.modules, "cpmpy", sys.modules[__name__])
    ended = CliRunner().invoke(main, [verb, "--solver", "cpmpy:gcs", *BOARDS])
    lacking = "cpstudy: solver cpmpy:gcs needs gcspy: install cpmpy[gcs]\n"
    assert (ended.exit_code, ended.stdout, ended.stderr) == (2, "", lacking)
