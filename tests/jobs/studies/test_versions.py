"""With another version of a package, its rows are computed again, and no others."""

import json

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.core import versions
from cpstudy.core.errors import InputError
from cpstudy.jobs.studies.measuring import measure, study_of
from cpstudy.puzzles import kind
from cpstudy.study.archive import archive, restored
from cpstudy.study.grid import Task
from cpstudy.study.run import run
from cpstudy.study.store import MissingRowsError, Store

STUDY = """
[study]
kind = "pipes"
puzzles = ["2x1:11", "2x1w:11"]
solvers = ["search", "cpsat"]
"""


@pytest.fixture(name="installed")
def _installed(monkeypatch):
    """Return a function that sets the installed version of every package."""

    def install(version):
        monkeypatch.setattr(versions, "version_of", lambda name: version)

    install("1.0")
    return install


def made(solver="cpsat"):
    return study_of(kind("pipes"), solver, cells=[{"puzzle": "2x1:11"}], seeds=range(1, 3))


def test_another_version_computes_its_rows_anew_and_leaves_others(installed, tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(STUDY)

    def rows():
        ended = CliRunner().invoke(main, ["study", str(file), "--json", "--jobs", "1"])
        assert ended.exit_code == 0, ended.output
        return [json.loads(line) for line in ended.stdout.splitlines()]

    assert rows()[-1]["stored_before"] == 0
    assert rows()[-1]["stored_before"] == 4
    installed("2.0")
    *cells, summary = rows()
    assert (summary["runs"], summary["stored_before"]) == (4, 2)  # those of ``search``
    versions = {row["solver"]: row["versions"] for row in cells}
    assert versions == {"search": {}, "cpsat": {"ortools": "2.0"}}
    with Store(file.with_suffix(".sqlite"), read_only=True) as store:
        kept = [(row.cell.solver, row.cell.versions.get("ortools")) for row in store.rows()]
        with store.wide() as table:
            at = [column.name for column in table.columns].index("versions")
            exported = {row[at] for row in table.rows}
    assert (
        sorted(kept, key=str)
        == [("cpsat", "1.0")] * 2 + [("cpsat", "2.0")] * 2 + [("search", None)] * 2
    )
    assert exported == {None, '{"ortools":"1.0"}', '{"ortools":"2.0"}'}


def test_the_key_of_an_engine_of_ours_is_as_it_was(installed):
    (cell,) = made("search")
    assert "versions" not in cell.key
    (cell,) = made("cpsat")
    assert json.loads(cell.key)["versions"] == {"ortools": "1.0"}


@pytest.mark.parametrize("before", [None, "1.0"])
def test_stored_rows_are_drawn_with_another_version(installed, monkeypatch, tmp_path, before):
    """In a file that is only read, rows of another or unknown version are used for this one."""
    pytest.importorskip("pyarrow")
    if before is None:  # as files were before versions were recorded
        monkeypatch.setattr(type(kind("pipes").solvers["cpsat"]), "packages", ())
        row = kind("pipes").solvers["cpsat"]
        monkeypatch.setattr(row.__class__, "versions", property(lambda self: {}))
    path, table = tmp_path / "rows.sqlite", tmp_path / "rows.parquet"
    with Store(path) as store:
        run(made(), store, measure, jobs=1)
        archive(store, table)
    monkeypatch.undo()
    monkeypatch.setattr(versions, "version_of", lambda name: "2.0")
    with Store(tmp_path / "again.sqlite") as store:
        assert restored(table, store) == 2
    with Store(tmp_path / "again.sqlite", read_only=True) as store:
        assert run(made(), store, measure, jobs=1).done == 2
        known = {} if before is None else {"ortools": before}
        assert [row.cell.versions for row in store.rows(made())] == [known] * 2
        with pytest.raises(MissingRowsError):
            run(made("cpsat:clauses"), store, measure, jobs=1)
    with Store(tmp_path / "again.sqlite") as store:
        assert run(made(), store, measure, jobs=1).stored == 0
        assert [row.cell.versions for row in store.rows(made())] == [{"ortools": "2.0"}] * 2


def test_a_worker_with_another_version_is_refused(installed):
    (cell,) = made()
    installed("2.0")
    with pytest.raises(InputError, match=r"cpsat is ortools 2.0 in this worker, and ortools 1.0"):
        list(measure(Task(cell, (1,))))
