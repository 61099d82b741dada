import math
import pickle

import pytest

from cpstudy import Budget, PathResult, Result, Solvable, Stop, Verdict
from cpstudy.core.result import Reachability


@pytest.mark.parametrize(
    ("fields", "verdict", "solvable"),
    [
        ({"exhausted": True}, Verdict.NONE, Solvable.NO),
        ({"exhausted": True, "solutions": (b"a",)}, Verdict.UNIQUE, Solvable.YES),
        ({"exhausted": True, "solutions": (b"a", b"b")}, Verdict.MANY, Solvable.YES),
        ({"stop": Stop.LIMIT, "solutions": (b"a", b"b")}, Verdict.MANY, Solvable.YES),
        ({"stop": Stop.LIMIT, "solutions": (b"a",)}, Verdict.UNKNOWN, Solvable.YES),
        ({"stop": Stop.TIME}, Verdict.UNKNOWN, Solvable.UNKNOWN),
        ({"stop": Stop.STUCK}, Verdict.UNKNOWN, Solvable.UNKNOWN),
        ({"exhausted": True, "count": 0}, Verdict.NONE, Solvable.NO),
        ({"exhausted": True, "count": 1}, Verdict.UNIQUE, Solvable.YES),
        ({"exhausted": True, "count": 7, "solutions": (b"a",)}, Verdict.MANY, Solvable.YES),
        ({"stop": Stop.TIME, "count": 3}, Verdict.MANY, Solvable.YES),
        ({"stop": Stop.TIME, "count": 1}, Verdict.UNKNOWN, Solvable.YES),
    ],
)
def test_verdicts_are_derived(fields, verdict, solvable):
    result = Result(**fields)
    assert result.verdict is verdict
    assert result.solvable is solvable


def test_a_verdict_cannot_be_made_by_hand():
    with pytest.raises(TypeError):
        Result(verdict=Verdict.UNIQUE)
    with pytest.raises(AttributeError):
        Result(exhausted=True).verdict = Verdict.UNIQUE
    with pytest.raises(AttributeError):
        Result(exhausted=True).solutions = (b"a",)


@pytest.mark.parametrize("value", [*Verdict, *Solvable, *Reachability])
def test_verdicts_are_no_truth_values(value):
    with pytest.raises(TypeError, match="no truth value"):
        bool(value)
    assert pickle.loads(pickle.dumps(value)) is value
    assert str(value) == value.value


@pytest.mark.parametrize(
    "fields",
    [
        {},  # stop DONE, but not exhausted
        {"exhausted": True, "stop": Stop.TIME},
        {"exhausted": True, "count": -1},
        {"exhausted": True, "solutions": (b"a", b"a")},
    ],
)
def test_contradictions_are_refused(fields):
    with pytest.raises(RuntimeError, match="result: "):
        Result(**fields)


def test_results_are_frozen_and_travel():
    counters = {"nodes": 3}
    result = Result((b"a",), exhausted=True, counters=counters, phases={"build": 0.5})
    counters["nodes"] = 4
    assert result.counters["nodes"] == 3
    with pytest.raises(TypeError):
        result.counters["nodes"] = 5
    copy = pickle.loads(pickle.dumps(result))
    assert copy.verdict is Verdict.UNIQUE
    assert (copy.solutions, dict(copy.counters)) == (result.solutions, {"nodes": 3})


def test_paths():
    assert PathResult(path=()).verdict is Reachability.FOUND
    assert PathResult(path=("up",), stop=Stop.LIMIT).verdict is Reachability.FOUND
    assert PathResult(exhausted=True).verdict is Reachability.UNREACHABLE
    assert PathResult(stop=Stop.STATES).verdict is Reachability.UNKNOWN
    with pytest.raises(RuntimeError, match="contradicts"):
        PathResult(exhausted=True, stop=Stop.MEMORY)
    assert pickle.loads(pickle.dumps(PathResult(path=("up",)))).path == ("up",)


def test_budgets():
    assert Budget(seconds=0).seconds == 0
    for wrong in ({"seconds": -1}, {"iterations": -5}, {"seconds": math.nan}):
        with pytest.raises(ValueError, match="must not be negative"):
            Budget(**wrong)
    huge = Budget(seconds=10**400, iterations=10**400, states=10**400, memory=10**400)
    assert huge == Budget(seconds=2**62, iterations=2**62, states=2**62, memory=2**62)
