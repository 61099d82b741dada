"""Experiments have two scales, name their files by them, and reproduce committed tables."""

import ast
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from cpstudy.study.store import Store
from experiments import outputs

FOLDER = Path(__file__).parents[1] / "experiments"
DATA = FOLDER.parent / "paper" / "data"
NAMES = sorted(path.stem for path in FOLDER.glob("[0-9][0-9]_*.py"))
WRITERS = {"write_table", "write_figure"}
# Archives of fewer bytes are read in a second or two; the others only in slow tests.
SOON = 200_000
# These have few rows, but exact counts of trees take 7 s, and thousands of resamples take longer.
COMPUTED = {"19_local_ambiguity", "21_people"}


def soon(name):
    rows = sum(path.stat().st_size for path in archives(name) if path.is_file())
    return rows < SOON and name not in COMPUTED


def test_there_are_experiments():
    assert len(NAMES) >= 12


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_has_the_two_scales(name):
    options = {option.name: option for option in import_module(f"experiments.{name}").main.params}
    assert (*options["scale"].type.choices,) == ("small", "paper")
    assert options["scale"].default == "small"


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_named_by_its_scale(name):
    source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert "--scale paper" in ast.get_docstring(ast.parse(source))
    calls = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in WRITERS
    ]
    assert calls
    for call in calls:
        texts = [node for node in ast.walk(call) if isinstance(node, ast.JoinedStr)]
        named = {
            getattr(part.value, "id", "")
            for text in texts
            for part in text.values
            if isinstance(part, ast.FormattedValue)
        }
        assert "scale" in named, ast.unparse(call)


def archives(name):
    """Return the committed files of rows from which an experiment starts."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    (call,) = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "experiment"
    )
    _, *stems = (ast.literal_eval(argument) for argument in call.args)
    return [DATA / f"{stem}.parquet" for stem in stems]


def test_rows_that_an_experiment_begins_with_are_committed():
    """Each experiment names committed archives, so a clone makes its tables without solving."""
    for name in NAMES:
        assert archives(name)
        for archive in archives(name):
            assert archive.is_file(), (name, archive)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if soon(name) else pytest.mark.slow) for name in NAMES],
)
def test_committed_rows_tell_the_committed_tables(name, tmp_path, monkeypatch):
    """Tables come from committed rows, also after a run that was killed while it read them."""
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(outputs, "FORMATS", ("svg",))  # drawn once, not twice
    rows = tmp_path / "rows.sqlite"
    command = import_module(f"experiments.{name}").main
    asked = ["--scale", "paper", "--rows", str(rows), "--figures", str(tmp_path), "--stored"]
    (tmp_path / "rows.sqlite.restoring").write_bytes(b"half")
    result = CliRunner().invoke(command, asked)
    assert result.exit_code == 0, result.output
    tables = [*tmp_path.glob("*.csv")]
    assert tables
    for path in tables:  # pictures change with the library that draws them
        assert path.read_bytes() == (FOLDER.parent / "figures" / path.name).read_bytes(), path
    assert not list(tmp_path.glob("*.restoring"))


def test_rows_of_large_archives_are_of_the_solver_and_the_generator():
    """A fast part of the slow tests above: 05 has the current search, 08 the current boards."""
    parquet = pytest.importorskip("pyarrow.parquet")
    versions = parquet.read_table(DATA / "difficulty-paper.parquet", columns=["solver_version"])
    solvers = import_module("experiments.05_difficulty").SOLVERS
    assert versions["solver_version"].unique().to_pylist() == [solvers["search"].version]
    column = parquet.read_table(DATA / "items-paper.parquet", columns=["puzzle"])["puzzle"]
    drawn = import_module("cpstudy.reproducing.kamies")._substitutes(5, 20)
    assert {board.encode() for board in drawn} <= {*column.unique().to_pylist()}


def test_stored_computes_nothing(tmp_path):
    """Missing rows are reported in a line: at small scale no rows are committed."""
    with Store(tmp_path / "empty.sqlite"):
        pass
    command = import_module("experiments.06_rush_hour_pieces").main
    asked = ["--rows", str(tmp_path / "empty.sqlite"), "--figures", str(tmp_path), "--stored"]
    result = CliRunner().invoke(command, asked)
    assert result.exit_code == 1
    assert "no row of" in result.output
    assert "Traceback" not in result.output


def test_small_results_are_not_committed():
    ignored = (FOLDER.parent / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"/results/", "/figures/*-small.*"} <= {*ignored}
