"""Cells, grids and studies: keys are equal exactly if the settings are; sizes cost nothing."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import Budget, Result, Solvable, Stop, Verdict
from cpstudy.study.grid import Cell, Grid, Outcome, Study, canonical_json
from tests.study import tasks


def test_a_key_is_the_same_for_equal_settings():
    def key(params, budget):
        return Cell("toy", params, budget, "s", 1, "steps", 1).key

    assert key({"a": 1, "b": 2}, Budget(seconds=1)) == key({"b": 2, "a": 1}, Budget(seconds=1.0))
    assert key({"a": np.int64(1)}, Budget()) == key({"a": 1}, Budget())
    assert key({"a": 1}, Budget()) != key({"a": True}, Budget())
    assert json.loads(key({"a": 1}, Budget(iterations=5)))["budget"] == {"iterations": 5}


@pytest.mark.parametrize("change", [
    {"kind": "x"}, {"params": {"inner": 2}}, {"budget": Budget(iterations=2)}, {"solver": "x"},
    {"solver_version": 2}, {"generator_version": 2},
])  # fmt: skip
def test_every_part_is_in_the_key(change):
    fields = {
        "kind": "toy", "params": {"inner": 1}, "budget": Budget(iterations=1), "solver": "s",
        "solver_version": 1, "counter": "steps", "generator_version": 1,
    }  # fmt: skip
    assert Cell(**fields).key != Cell(**(fields | change)).key


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, b"x", 1j])
def test_what_is_not_json_is_refused(value):
    with pytest.raises(ValueError, match="not a JSON value") as caught:
        canonical_json({"a": value})
    assert "\n" not in str(caught.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=3,
)  # fmt: skip


@given(st.dictionaries(st.text(), json_values))
def test_canonical_json_says_the_same(value):
    assert json.loads(canonical_json(value)) == value
    assert canonical_json(dict(reversed(value.items()))) == canonical_json(value)


def test_a_grid_is_every_combination():
    grid = Grid({"a": [1, 2], "b": "xyz"})
    assert len(grid) == len([*grid]) == 6
    assert [*grid][:4] == [
        {"a": 1, "b": "x"}, {"a": 1, "b": "y"}, {"a": 1, "b": "z"}, {"a": 2, "b": "x"},
    ]  # fmt: skip
    assert {"a": 2, "b": "z"} in grid
    assert {"a": 3, "b": "z"} not in grid
    assert {"a": 2} not in grid


def test_a_huge_grid_costs_nothing():
    study = tasks.study(cells=(10**6, 10**6), seeds=10**6)
    assert len(study) == 10**18
    assert [cell.params["outer"] for cell in itertools.islice(study, 3)] == [1, 2, 3]


def test_bad_studies_and_outcomes():
    with pytest.raises(ValueError, match="no cells"):
        tasks.study(cells=(0, 1))
    with pytest.raises(ValueError, match="no seeds"):
        tasks.study(seeds=0)
    with pytest.raises(ValueError, match="seeds must not be negative"):
        Study("toy", [{}], range(3, -2, -1), "s", 1, "n", 1)
    for cells, seeds in (((1, 1), 2**64), ((4, 3), 2**62), ((2**40, 2**40), 1)):
        with pytest.raises(ValueError, match="more runs than can be numbered"):
            tasks.study(cells=cells, seeds=seeds)
    with pytest.raises(ValueError, match="more runs than can be numbered"):
        Study("toy", [{}], range(2**63, 2**63 + 1), "s", 1, "n", 1)
    with pytest.raises(RuntimeError, match="iterations must not be negative"):
        Outcome(-1, Stop.DONE, Solvable.NO, Verdict.NONE, 0.0)


def test_the_outcome_of_a_result():
    result = Result(solutions=((1,),), stop=Stop.LIMIT, counters={"steps": 7}, seconds=0.5)
    outcome = Outcome.of(result, "steps", {"text": "x"})
    assert (outcome.iterations, outcome.stop, outcome.seconds) == (7, Stop.LIMIT, 0.5)
    assert outcome.solvable is Solvable.YES
    assert outcome.extra == {"text": "x"}
    with pytest.raises(RuntimeError, match="no counter 'nodes'"):
        Outcome.of(result, "nodes")
