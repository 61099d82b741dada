"""A portfolio combines its stages: counters, witnesses, stops and the order of the engines."""

from itertools import product

import pytest

from cpstudy.core.portfolio import Stage, bounded, portfolio
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import Request, WrongAnswerError


class Named:
    """A puzzle with a text form and canonical solutions; the stages need no more."""

    def encode(self):
        return "named"

    def canonical(self, solution):
        return solution.lower()


def engine(*solutions, stop=Stop.DONE, **counters):
    """Return an engine that always gives the same result and records its requests."""
    asked = []

    def solve(puzzle, request):
        asked.append((request.budget, request.patience))
        return Result(
            solutions=solutions, exhausted=stop is Stop.DONE, stop=stop, counters=counters
        )

    solve.asked = asked
    return solve


def run(first, *later, budget=None, limit=2):
    solve = portfolio("first", first, lambda _: 7, *later)
    return solve(Named(), Request(budget or Budget(), limit))


def test_the_first_engine_alone_where_it_settles_it():
    first, second = engine("a", nodes=3), engine()
    got = run(first, Stage("second", second))
    assert (got.engine, got.verdict, got.counters) == ("first", Verdict.UNIQUE, {"nodes": 3})
    assert (first.asked[0][1], second.asked) == (7, [])


def test_a_budget_of_iterations_is_the_first_engines():
    first, second = engine(stop=Stop.ITERATIONS), engine("a")
    got = run(first, Stage("second", second), budget=Budget(iterations=5))
    assert (got.engine, got.stop, first.asked) == (
        "first",
        Stop.ITERATIONS,
        [(Budget(iterations=5), None)],
    )


def test_stages_that_are_not_installed_are_skipped():
    missing = Stage("missing", lambda *_: pytest.fail("run"), requires="no_such_package")
    first = engine(stop=Stop.ITERATIONS, nodes=9)
    got = run(first, missing, Stage("second", engine("a", conflicts=1)))
    assert (got.engine, got.counters) == ("second", {"nodes": 9, "conflicts": 1})
    alone = engine("a", "b")
    assert run(alone, missing).engine == "first"
    assert alone.asked[0][1] is None  # no engine takes over, so the first one needs no patience


def test_counters_of_one_name_stay_apart():
    first = engine(stop=Stop.ITERATIONS, conflicts=9)
    got = run(first, Stage("sat", engine("a", conflicts=1, cuts=2)))
    assert got.counters == {"conflicts": 9, "sat conflicts": 1, "sat cuts": 2}


def test_witnesses_add_up():
    """The portfolio reports the union of both engines' solutions, compared with sets.

    The test runs over all pairs of five sets of solutions, all stops and three limits.
    """
    met = set()
    chosen = [(), ("a",), ("b",), ("a", "b"), ("b", "c")]
    for begun, ended, stop, limit in product(chosen, chosen, Stop, (2, 3, None)):
        if stop is Stop.LIMIT and len(ended) != limit:
            continue
        first = engine(*begun, stop=Stop.ITERATIONS)
        second = Stage("second", engine(*map(str.upper, ended), stop=stop))
        if stop is Stop.DONE and not set(begun) <= set(ended):
            with pytest.raises(WrongAnswerError, match="an earlier solution of named"):
                run(first, second, limit=limit)
            met.add("wrong")
            continue
        got = run(first, second, limit=limit)
        shown = [solution.lower() for solution in got.solutions]
        assert len(set(shown)) == len(shown)
        assert set(shown) <= {*begun, *ended}
        assert len(shown) == min(len({*begun, *ended}), limit or 9)
        if stop is Stop.DONE:
            assert got.exhausted
        elif len(shown) == limit:
            assert got.stop is Stop.LIMIT
        else:
            assert got.stop is stop
        met |= {got.verdict, got.stop}
    assert {"wrong", Stop.LIMIT, Stop.TIME, *Verdict} <= met


def test_an_engine_without_patience_is_bounded():
    inner = engine(stop=Stop.ITERATIONS)
    solve = bounded(inner)
    solve(Named(), Request(Budget(iterations=4)))
    solve(Named(), Request(Budget(seconds=3), patience=6))
    assert [budget for budget, _ in inner.asked] == [Budget(iterations=4), Budget(3, 6)]
