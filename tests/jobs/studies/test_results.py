"""Contests from stored rows: who ran on the same puzzles, and answers that cannot both be right."""

import pytest

from cpstudy import Budget, Solvable, Stop, Verdict
from cpstudy.core.solving import WrongAnswerError
from cpstudy.jobs.studies.measuring import study_of
from cpstudy.jobs.studies.results import CLOCK, contests
from cpstudy.puzzles import kind
from cpstudy.study.grid import Outcome
from cpstudy.study.run import run
from cpstudy.study.store import Store

PUZZLES = [{"puzzle": "2x1:11"}, {"puzzle": "2x1w:11"}]


def made(solver, cells=PUZZLES, seconds=9.0):
    fields = {"cells": cells, "seeds": range(1, 3), "budget": Budget(seconds=seconds)}
    return study_of(kind("pipes"), solver, **fields)


def outcome(verdict, seconds, **more):
    solvable = Solvable.UNKNOWN if verdict is Verdict.UNKNOWN else Solvable.YES
    extra = {"cpu_seconds": seconds, **more}
    return Outcome(0, Stop.DONE, solvable, verdict, 1.0, {}, extra)


def pretended(task):
    """Each solver takes a time of its own; ``deduce`` settles no wrapping board."""
    taken = {"search": 1.0, "deduce": 0.5, "cpsat": 2.0}[task.cell.solver]
    wraps = "w" in task.cell.params["puzzle"]
    for seed in task.seeds:
        if task.cell.solver == "deduce" and wraps:
            yield outcome(Verdict.UNKNOWN, taken)
        else:
            yield outcome(Verdict.MANY if wraps else Verdict.UNIQUE, taken * seed, peak_bytes=seed)


def wrong(task):
    verdict = Verdict.MANY if task.cell.solver == "deduce" else Verdict.UNIQUE
    yield from (outcome(verdict, 1.0) for _ in task.seeds)


def contests_of(tmp_path, studies, function=pretended):
    with Store(tmp_path / "rows.sqlite") as store:
        run(studies, store, function, jobs=1)
        return contests(store, studies)


def test_seconds_are_cpu_seconds_and_unsettled_runs_have_none(tmp_path):
    (found,) = contests_of(tmp_path, [made("search"), made("deduce")])
    assert found.kind == "pipes"
    assert found.contest.clock == CLOCK
    assert found.contest.seconds == {
        "search": [1.0, 2.0, 1.0, 2.0],
        "deduce": [0.5, 1.0, None, None],
    }
    assert found.contest.par2("deduce") == (0.5 + 1.0 + 18 + 18) / 4
    assert found.peaks == {"search": 2, "deduce": 2}


def test_puzzles_of_the_same_solvers_are_one_contest(tmp_path):
    studies = [made("search"), made("deduce", PUZZLES[:1]), made("cpsat", PUZZLES[1:])]
    first, second = contests_of(tmp_path, studies)
    assert [*first.contest.seconds] == ["search", "deduce"]
    assert [*second.contest.seconds] == ["search", "cpsat"]
    assert [first.number, second.number] == [1, 2]


def test_other_budgets_are_other_contests_and_one_solver_is_none(tmp_path):
    assert contests_of(tmp_path, [made("search"), made("deduce", seconds=1.0)]) == []


def test_answers_that_cannot_both_be_right(tmp_path):
    with pytest.raises(WrongAnswerError, match=r"seed 1.*2x1:11.*search: unique, deduce: many"):
        contests_of(tmp_path, [made("search"), made("deduce")], wrong)
