"""``enumerated`` and ``collected``, which shorten solvers, keep to the limits of a request."""

import itertools
import sys
from pathlib import Path

import pytest
from ortools.sat.python import cp_model

from cpstudy import Budget, Stop, generate, puzzle, solve
from cpstudy.core.clock import OutOfTimeError
from cpstudy.core.solving import Request, Solver
from cpstudy.core.solving import solve as run
from cpstudy.external.cpsat import enumerated
from cpstudy.external.searching import collected
from docs import examples

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorials" / "own-solver.md"


def model_of(largest):
    """Return a model of x + y >= 3, x, y ≤ ``largest``, with another variable, and [x, y]."""
    model = cp_model.CpModel()
    x, y = (model.new_int_var(0, largest, "") for _ in range(2))
    model.new_bool_var("free")
    model.add(x + y >= 3)
    return model, [x, y]


def test_a_model_gives_each_answer_once():
    model, answer = model_of(3)
    found = []
    result = enumerated(model, answer, Request(limit=None, found=found.append))
    expected = {pair for pair in itertools.product(range(4), repeat=2) if sum(pair) >= 3}
    assert set(result.solutions) == expected
    assert tuple(found) == result.solutions
    assert result.stop is Stop.DONE
    assert {*result.counters} == {"conflicts", "branches"}
    assert {*result.phases} == {"build", "search"}


def test_a_model_keeps_to_the_request():
    def asked(**request):
        return enumerated(*model_of(3), Request(**request))

    assert (asked(limit=2).stop, len(asked(limit=2).solutions)) == (Stop.LIMIT, 2)
    assert asked(budget=Budget(seconds=0)).stop is Stop.TIME
    model, answer = model_of(1)
    assert enumerated(model, answer, Request()).stop is Stop.DONE  # x + y >= 3 has no solution


def test_bits_are_read_as_bits():
    model = cp_model.CpModel()
    bits = [model.new_bool_var("") for _ in range(3)]
    model.add_exactly_one(bits)
    result = enumerated(model, bits, Request(limit=None), read=bytes)
    assert {bytes([1, 0, 0]), bytes([0, 1, 0]), bytes([0, 0, 1])} == {*result.solutions}


def searching(*units):
    for unit in units:
        if unit == "late":
            raise OutOfTimeError
        yield unit


@pytest.mark.parametrize(
    ("units", "request_", "stop", "solutions", "nodes"),
    [
        ((None, "a", None, "b"), Request(limit=None), Stop.DONE, ("a", "b"), 4),
        ((), Request(), Stop.DONE, (), 0),
        ((None, "a", "b", "c"), Request(limit=2), Stop.LIMIT, ("a", "b"), 3),
        ((None, "a", "late"), Request(), Stop.TIME, ("a",), 2),
        ((None, "a", "b"), Request(Budget(iterations=2)), Stop.ITERATIONS, ("a",), 2),
        ((None, "a", "b"), Request(Budget(seconds=0)), Stop.TIME, (), 1),
    ],
)
def test_a_search_keeps_to_the_request(units, request_, stop, solutions, nodes):
    result = collected(searching(*units), request_)
    assert (result.stop, result.solutions) == (stop, solutions)
    assert result.counters == {"nodes": nodes}
    assert result.exhausted is (stop is Stop.DONE)


def test_the_model_of_the_tutorial_agrees_and_is_short(tmp_path, monkeypatch):
    blocks = {block.file: block.content for block in examples.blocks(TUTORIAL.read_text("utf-8"))}
    assert len(blocks["flow.py"].splitlines()) <= 40
    (tmp_path / "flow_of_the_tutorial.py").write_text(blocks["flow.py"], encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    import flow_of_the_tutorial as flow

    row = Solver("flow", "flow", flow.solve, counter="conflicts", unit="one conflict")
    boards = [
        "2x1:11",
        "2x1w:11",
        "2x1:55",
        "2x2:3333",
        "2x2g:3333",
        "1x1:0",
        "3x1:1v55",
        "3x3w:5" + 8 * "6",
    ]
    boards = [puzzle("pipes", text) for text in boards]
    boards += [board for board, _ in generate("pipes", "kruskal", 4, 6, wrap=True)]
    met = set()
    for board in boards:
        result = run(board, row, limit=None)
        assert {*result.solutions} == {*solve(board, "search", limit=None).solutions}
        met.add(str(result.verdict))
    assert met == {"none", "unique", "many"}
