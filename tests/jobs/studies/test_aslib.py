"""A study as an ASlib scenario: a line for each run and each puzzle, no dangling references."""

import csv
import json

import pytest

from cpstudy import Budget
from cpstudy.api import puzzle
from cpstudy.core.errors import InputError
from cpstudy.jobs.studies import aslib
from cpstudy.jobs.studies.measuring import drawn, measure, study_of
from cpstudy.puzzles import kind
from cpstudy.study.run import run
from cpstudy.study.store import Store

FLAT = {"algorithm": "wilson", "rows": 4, "columns": 4, "wrap": False, "unique": False}


def read(path):
    """Return the attributes and the rows of an ARFF file."""
    head, _, data = path.read_text(encoding="utf-8").partition("@DATA\n")
    names = [line.split(" ", 1)[1] for line in head.splitlines() if line.startswith("@ATTRIBUTE")]
    return names, [*csv.reader(data.splitlines())]


@pytest.fixture(scope="module", name="scenario")
def _scenario(tmp_path_factory):
    place = tmp_path_factory.mktemp("aslib")
    studies = [
        study_of(kind("pipes"), solver, cells=[FLAT], seeds=range(1, 4), budget=Budget(seconds=9))
        for solver in ("search", "deduce")
    ]
    with Store(place / "rows.sqlite") as store:
        run(studies, store, measure, jobs=1)
        written = list(aslib.write(store, studies, place / "out"))
    assert len(written) == 5
    return place / "out" / "pipes"


def test_every_run_is_of_a_puzzle_with_features(scenario):
    names, runs = read(scenario / "algorithm_runs.arff")
    assert [name.split()[0] for name in names] == [
        "instance_id", "repetition", "algorithm", "runtime", "runstatus",
    ]  # fmt: skip
    assert len(runs) == 6 and {row[2] for row in runs} == {"search", "deduce"}
    statuses = names[4].split(" ", 1)[1].strip("{}").split(",")
    assert {row[4] for row in runs} == {"ok"} < {*statuses}
    assert all(float(row[3]) > 0 for row in runs)
    for file in ("feature_values", "feature_runstatus", "cv"):
        _, rows = read(scenario / f"{file}.arff")
        assert [row[0] for row in rows] == list(dict.fromkeys(row[0] for row in runs)), file


def test_features_are_those_of_the_puzzle(scenario):
    names, rows = read(scenario / "feature_values.arff")
    result = dict(
        zip((json.loads(n.rpartition(" ")[0]) for n in names[2:]), rows[1][2:], strict=True)
    )
    known = kind("pipes").features(drawn("pipes", FLAT, 2))
    assert {name: float(value) for name, value in result.items()} == dict(known)
    text = (scenario / "description.txt").read_text(encoding="utf-8")
    described = {
        line.split(": ", 1)[0]: json.loads(line.split(": ", 1)[1]) for line in text.splitlines()
    }
    assert described["algorithm_cutoff_time"] == 9
    assert described["algorithm_cutoff_memory"] == "?"
    assert described["features_deterministic"] == [*result]
    assert {*described["metainfo_algorithms"]} == {"search", "deduce"}


def test_a_kind_without_features(tmp_path):
    board = puzzle("bridge_torch", "1,2:9").encode()
    asked = study_of(kind("bridge_torch"), "bfs", cells=[{"puzzle": board}], seeds=range(1, 2))
    with Store(tmp_path / "rows.sqlite") as store, pytest.raises(InputError, match="no features"):
        list(aslib.write(store, [asked], tmp_path))
