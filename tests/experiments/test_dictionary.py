"""The dictionary has every column of every committed file, and every value fits its type."""

import csv
import json
import re
from collections.abc import Mapping

import pytest

from experiments import dictionary
from experiments.dictionary import DATA, FIGURES, PACKAGE, as_json, of_rows, of_table

ARCHIVES = sorted(path.name for path in DATA.glob("*.parquet"))
TABLES = sorted(path.name for path in FIGURES.glob("*-paper.csv"))
FITS = {"integer": int, "number": float, "string": str}
STORED = {"integer": "int64", "number": "double", "boolean": "bool"}


def package(folder) -> Mapping:
    return json.loads((folder / PACKAGE).read_text(encoding="utf-8"))


def test_the_packages_are_those_of_the_dictionary():
    pytest.importorskip("pyarrow")
    anew = "python -m experiments.dictionary"
    for folder, described in (
        (DATA, dictionary.data_package()),
        (FIGURES, dictionary.figures_package()),
    ):
        assert (folder / PACKAGE).read_text(encoding="utf-8") == as_json(described), anew
    assert [one["path"] for one in package(DATA)["resources"]] == ARCHIVES
    assert [one["path"] for one in package(FIGURES)["resources"]] == TABLES


def test_every_value_of_a_table_fits():
    for name in TABLES:
        fits(name)


def fits(name):
    with (FIGURES / name).open(newline="", encoding="utf-8") as file:
        headings, *rows = csv.reader(file)
    for heading, values in zip(headings, zip(*rows, strict=True), strict=True):
        result = of_table(name.removesuffix("-paper.csv"), heading)
        assert result.missing or "" not in values, heading
        for value in filter(None, values):
            FITS[result.type](value)


@pytest.mark.parametrize("name", ARCHIVES)
def test_every_value_of_an_archive_fits(name):
    """Types and counts of nulls fit; so do all values of columns with few possible values."""
    parquet = pytest.importorskip("pyarrow.parquet")
    file = parquet.ParquetFile(DATA / name)
    groups = [file.metadata.row_group(at) for at in range(file.metadata.num_row_groups)]
    for at, result in enumerate(of_rows(DATA / name)):
        stored = str(file.schema_arrow.field(at).type)
        assert stored == STORED.get(result.type, "string" if result.type != "any" else stored)
        assert not result.meaning.startswith(f"{result.name}:"), "listed nowhere"
        nulls = sum(group.column(at).statistics.null_count for group in groups)
        assert result.missing or not nulls, result.name
        if result.values:
            met = {*file.read([result.name])[result.name].unique().to_pylist()}
            assert met <= {*result.values}, result.name
        if result.type in ("object", "array"):
            for text in file.read([result.name])[result.name].unique().to_pylist()[:500]:
                assert text is None or isinstance(json.loads(text), (dict, list))


def test_zeros_are_zeros():
    """Batches without a unique maze contain 0; boards without a solution have no moves."""
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    mazes = pandas.read_parquet(DATA / "large_mazes-paper.parquet")
    batches = mazes[mazes["mazes"].notna()]
    assert (len(batches), (batches["unique"] == 0).sum()) == (2600, 214)
    assert str(batches["unique"].dtype) == "Int64"
    assert (batches["unique"] + batches["many"] == batches["mazes"]).all()
    assert (mazes[mazes["regions"] == 0]["sizes"] == "[]").all()
    steps = pandas.read_parquet(DATA / "one_step_ahead-paper.parquet")
    grades = ["local", "loop", "dead end", "parity", "lookahead", "search"]
    assert (steps[grades].sum(axis=1) == steps["boards"]).all()
    cars = pandas.read_parquet(DATA / "rush_hour_pieces-paper.parquet")
    assert (cars["moves"].isna() == (cars["solvable"] == "no")).all()


def test_a_heading_that_is_described_nowhere():
    with pytest.raises(KeyError, match=re.escape("grades.csv: no 'novel'")):
        of_table("grades", "novel")


def test_every_line_of_the_dictionary_is_used():
    met = []
    for name in TABLES:
        table = name.removesuffix("-paper.csv")
        with (FIGURES / name).open(newline="", encoding="utf-8") as file:
            met += [(table, heading) for heading in next(csv.reader(file))]
    used = {id(dictionary.line_of(dictionary.tables(), *one)) for one in met}
    spare = [one.field.name for one in dictionary.tables() if id(one) not in used]
    assert not spare


@pytest.mark.slow
def test_frictionless_agrees():
    """This needs the library, which depends on forty packages."""
    library = pytest.importorskip("frictionless")
    report = library.Package(str(FIGURES / PACKAGE)).validate()
    assert report.valid, report.flatten(["taskNumber", "rowNumber", "fieldName", "message"])
