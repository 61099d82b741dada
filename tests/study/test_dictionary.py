"""Exports describe their columns by the dictionary, and the description is part of the file."""

import csv
import json

import pytest

from cpstudy import rows
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.study.archive import archive, restored
from cpstudy.study.columns import BUDGET
from cpstudy.study.dictionary import COUNTERS, EXTRA, PARAMS, ROW, field
from cpstudy.study.exporting import write_csv, write_parquet
from cpstudy.study.store import Store

PLAIN = {"integer": int, "number": float, "string": str, "object": json.loads, "any": str}


def test_every_line_is_whole():
    types = {"string", "integer", "number", "boolean", "object", "array", "any"}
    for fields in (ROW, PARAMS, COUNTERS, EXTRA):
        for name, result in fields.items():
            assert (result.name, result.type in types, bool(result.meaning)) == (name, True, True)


def test_what_every_method_counts_is_listed():
    counted = {row.counter for name in PUZZLES for row in kind(name).solvers.values()}
    assert counted - {*COUNTERS} == set()


def test_what_is_listed_nowhere_is_described_by_its_group():
    assert field("tries", "counters").meaning == "tries: a counter of the solver"
    assert field("seed", "params", "params.seed") == PARAMS["seed"]._replace(name="params.seed")
    assert field("seed").meaning != field("seed", "params").meaning


def test_csv_with_its_schema_beside_it(filled, tmp_path):
    with Store(filled) as store:
        write_csv(store, tmp_path / "rows.csv")
    schema = json.loads((tmp_path / "rows.csv.schema.json").read_text(encoding="utf-8"))
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        heading, *lines = csv.reader(file)
    assert [result["name"] for result in schema["fields"]] == heading
    assert "budget" not in heading and {*BUDGET} <= {*heading}
    for result, values in zip(schema["fields"], zip(*lines, strict=True), strict=True):
        given = [value for value in values if value]
        assert len(given) == len(values) or not result.get("constraints", {}).get("required")
        if result["type"] == "boolean":
            assert {*given} <= {"true", "false"}
        elif result["type"] == "datetime":
            assert all(value.endswith("Z") and "T" in value for value in given)
        else:
            [PLAIN[result["type"]](value) for value in given]


@pytest.mark.parametrize("write", [write_parquet, archive])
def test_parquet_holds_the_words(filled, tmp_path, write):
    parquet = pytest.importorskip("pyarrow.parquet")
    pandas = pytest.importorskip("pandas")
    with Store(filled) as store:
        write(store, tmp_path / "rows.parquet")
    schema = parquet.read_schema(tmp_path / "rows.parquet")
    result = {one.name: {k.decode(): v.decode() for k, v in one.metadata.items()} for one in schema}
    assert result["seconds"]["unit"] == "s"
    assert result["budget_states"] == {
        "type": "integer", "unit": "states", "missing": "no such limit",
        "description": ROW["budget_states"].meaning,
    }  # fmt: skip
    assert (result["inner"]["group"], result["inner"]["unit"]) == ("params", "colours")
    read = pandas.read_parquet(tmp_path / "rows.parquet")
    assert str(read["budget_states"].dtype) == "Int64" and read["budget_states"].isna().all()
    assert read["budget_iterations"].notna().all()


def test_frames_keep_whole_numbers_whole(filled):
    pytest.importorskip("pandas")
    frame = rows(filled)
    kinds = {name: str(frame[name].dtype) for name in ("seed", "censored", "text", "budget_memory")}
    assert kinds == {
        "seed": "int64", "censored": "bool", "text": "string", "budget_memory": "Int64",
    }  # fmt: skip
    assert frame.attrs["units"]["budget_memory"] == "bytes"
    assert frame.attrs["meanings"]["stop"] == ROW["stop"].meaning


def test_budgets_of_earlier_archives_are_read(filled, tmp_path):
    """Earlier archives have one column of JSON text instead of a column for each limit."""
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    with Store(filled) as store:
        archive(store, tmp_path / "rows.parquet")
        before = [(row.key, row.cell.budget) for row in store.rows()]
    table = parquet.read_table(tmp_path / "rows.parquet")
    texts = [json.dumps({"iterations": limit}) for limit in table["budget_iterations"].to_pylist()]
    old = table.drop_columns([*BUDGET]).append_column("budget", arrow.array(texts))
    parquet.write_table(old, tmp_path / "old.parquet")
    with Store(tmp_path / "back.db") as back:
        restored(tmp_path / "old.parquet", back)
        assert [(row.key, row.cell.budget) for row in back.rows()] == before
