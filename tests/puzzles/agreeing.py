"""All solvers of a kind are compared on one board: complete runs, and a run that is cut short."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from cpstudy import Verdict
from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Budget
from cpstudy.core.solving import Solver, check_agreement, solve

SETTLED = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)


def all_agree(
    puzzle: Any,
    rows: Iterable[Solver],
    rng: random.Random,
    bounds: Mapping[str, int],
) -> Counter[str]:
    """Assert that the rows agree. Count "ROW VERDICT" for each row, and "ROW cut VERDICT" for one.

    bounds: the budget of iterations, by name, of rows that may run for long. One row is run again
    with fewer iterations than it took: it may then answer unknown, but nothing false.
    """
    results = {}
    for row in rows:
        if row.installed and not row.on_request:
            with suppress(NotApplicable):
                budget = Budget(iterations=bounds.get(row.name))
                results[row.name] = solve(puzzle, row, budget=budget)
    searched = [
        row for row in rows if row.name in results and results[row.name].counters[row.counter]
    ]
    if searched:
        row = rng.choice(searched)
        fewer = rng.randrange(results[row.name].counters[row.counter])
        results[f"{row.name} cut"] = solve(puzzle, row, budget=Budget(iterations=fewer))
    check_agreement(puzzle, results)
    return Counter(f"{name} {found.verdict}" for name, found in results.items())


def assert_all_met(met: Counter[str], rows: Iterable[Solver], least: int) -> None:
    """Assert that complete rows met each verdict `least` times, and unknown when cut short."""
    for row in rows:
        if row.in_all:
            assert min(met[f"{row.name} {verdict}"] for verdict in SETTLED) >= least, met
            assert met[f"{row.name} cut unknown"] > 0, met
