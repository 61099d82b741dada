"""A study as a scenario of the Algorithm Selection Library: runs of solvers, features of puzzles.

ASlib (Bischl2016) is the format in which algorithm selectors are compared: a folder with
``description.txt`` (YAML), ``algorithm_runs.arff``, ``feature_values.arff``,
``feature_runstatus.arff`` and ``cv.arff``. An instance is a puzzle, named by its kind, parameters
and seed; features are those of ``verify --features``; the runtime is processor time in seconds.
There is one scenario for each kind, since features differ.

Cost: every puzzle is drawn once more. Limits: the costs of features are not measured, and the folds
of ``cv.arff`` follow the order of instances.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cpstudy.core.errors import InputError
from cpstudy.core.files import write_whole
from cpstudy.core.result import Stop
from cpstudy.jobs.studies.measuring import drawn
from cpstudy.puzzles import kind
from cpstudy.study.grid import Study
from cpstudy.study.rows import Row
from cpstudy.study.store import Store

_STATUS = {
    Stop.DONE: "ok", Stop.LIMIT: "ok", Stop.TIME: "timeout", Stop.ITERATIONS: "timeout",
    Stop.MEMORY: "memout", Stop.STATES: "memout", Stop.NOT_APPLICABLE: "not_applicable",
    Stop.CRASHED: "crash",
}  # fmt: skip
_RUN_STATUS = "{ok,timeout,memout,not_applicable,crash,other}"
_FEATURE_STATUS = "{ok,timeout,memout,presolved,crash,other}"
_FOLDS = 10
# Parameters of runs, not of puzzles.
_OF_RUNS = ("isolated", "texts", "options", "limit")


def write(store: Store, studies: Iterable[Study], folder: Path) -> Iterator[Path]:
    """Write a scenario for each kind into a folder of its name; yield the files when written.

    Raises InputError for a kind without features.
    """
    by_kind: dict[str, list[Row]] = {}
    for study in studies:
        by_kind.setdefault(study.kind, []).extend(store.rows(study))
    for name, rows in by_kind.items():
        if kind(name).features is None:
            raise InputError(f"{name} has no features, which a scenario of ASlib needs")
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        for file, text in _scenario(name, rows).items():
            write_whole(place / file, text.encode())
            yield place / file


def _scenario(name: str, rows: Sequence[Row]) -> dict[str, str]:
    """The texts of a scenario's files, by name."""
    features: dict[str, Mapping[str, float]] = {}
    runs = []
    described = kind(name).features
    assert described is not None
    for row in rows:
        instance = _instance(row)
        if instance not in features:
            features[instance] = described(drawn(name, row.cell.params, row.seed))
        seconds = row.extra.get("cpu_seconds", row.seconds)
        status = _STATUS.get(row.stop, "other")
        runs.append((_quoted(instance), 1, _quoted(row.cell.solver), seconds, status))
    names = list(dict.fromkeys(feature for known in features.values() for feature in known))
    values = [
        (_quoted(instance), 1, *(known.get(feature, "?") for feature in names))
        for instance, known in features.items()
    ]
    places = [(_quoted(instance), 1) for instance in features]
    columns = [(_quoted(feature), "NUMERIC") for feature in names]
    return {
        "description.txt": _description(name, rows, names),
        "algorithm_runs.arff": _arff(
            "ALGORITHM_RUNS",
            [("algorithm", "STRING"), ("runtime", "NUMERIC"), ("runstatus", _RUN_STATUS)],
            runs,
        ),
        "feature_values.arff": _arff("FEATURE_VALUES", columns, values),
        "feature_runstatus.arff": _arff(
            "FEATURE_RUNSTATUS", [("ALL", _FEATURE_STATUS)], [(*one, "ok") for one in places]
        ),
        "cv.arff": _arff(
            "CV", [("fold", "NUMERIC")], [(*one, 1 + at % _FOLDS) for at, one in enumerate(places)]
        ),
    }


def _instance(row: Row) -> str:
    params = {n: value for n, value in row.cell.params.items() if n not in _OF_RUNS}
    parts = [value if n == "puzzle" else f"{n}={value}" for n, value in sorted(params.items())]
    return "/".join([row.cell.kind, *map(str, parts), f"seed={row.seed}"])


def _description(name: str, rows: Sequence[Row], features: list[str]) -> str:
    """The settings, in JSON, which YAML readers accept."""
    limits = {row.cell.budget.seconds for row in rows}
    memory = {row.cell.budget.memory for row in rows}
    solvers = sorted({row.cell.solver for row in rows})
    configuration = {"configuration": "", "deterministic": True}
    found = {
        "scenario_id": f"cpstudy-{name}",
        "performance_measures": ["runtime"],
        "maximize": [False],
        "performance_type": ["runtime"],
        "algorithm_cutoff_time": next(iter(limits)) if len(limits) == 1 else None,
        "algorithm_cutoff_memory": next(iter(memory)) if len(memory) == 1 else None,
        "features_cutoff_time": None,
        "features_cutoff_memory": None,
        "features_deterministic": features,
        "features_stochastic": [],
        "metainfo_algorithms": dict.fromkeys(solvers, configuration),
        "number_of_feature_steps": 1,
        "feature_steps": {"ALL": {"provides": features}},
        "default_steps": ["ALL"],
    }
    lines = (f"{key}: {json.dumps('?' if v is None else v)}" for key, v in found.items())
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text)


def _arff(
    relation: str, columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[object]]
) -> str:
    head = [("instance_id", "STRING"), ("repetition", "NUMERIC"), *columns]
    lines = [f"@RELATION {relation}", ""]
    lines += [f"@ATTRIBUTE {name} {kind}" for name, kind in head]
    lines += ["", "@DATA", *(",".join(map(str, row)) for row in rows)]
    return "\n".join(lines) + "\n"
