"""Contests from stored rows: solvers that ran on the same puzzles, and contradictory answers."""

from cpstudy import Budget, Solvable, Stop, Verdict
from cpstudy.jobs.studies.measuring import study_of
from cpstudy.jobs.studies.results import compared, summaries
from cpstudy.puzzles import kind
from cpstudy.study.contest import CPU, Median, Time
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
    stop = Stop.STUCK if verdict is Verdict.UNKNOWN else Stop.DONE
    return Outcome(0, stop, solvable, verdict, 1.0, {}, extra)


def pretended(task):
    """Yield an outcome for each seed: each solver has its own time; ``deduce`` settles no torus."""
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


def compared_of(tmp_path, studies, function=pretended):
    with Store(tmp_path / "rows.sqlite") as store:
        run(studies, store, function, jobs=1)
        return compared(store, studies)


def contests_of(tmp_path, studies):
    found, disputes = compared_of(tmp_path, studies)
    assert disputes == []
    return found


def test_seconds_are_cpu_seconds_and_a_refusal_has_none(tmp_path):
    (found,) = contests_of(tmp_path, [made("search"), made("deduce")])
    assert found.kind == "pipes"
    contest = found.standings.contest
    assert contest.clock == CPU
    # ``deduce`` left two puzzles after half a second, since nothing was left to deduce.
    never = Time(9.0, False)
    assert contest.times == {
        "search": [Time(1.0), Time(2.0), Time(1.0), Time(2.0)],
        "deduce": [Time(0.5), Time(1.0), never, never],
    }
    assert contest.par2("deduce") == (0.5 + 1.0 + 18 + 18) / 4
    assert contest.median("deduce") == Median(5.0, True)
    row = found.standings.row("deduce")
    assert (row["unknown"], row["settled"], row["peak_bytes"]) == (2, 2, 2)


def test_the_median_of_a_cell_does_not_take_a_refusal_for_a_time(tmp_path):
    with Store(tmp_path / "rows.sqlite") as store:
        studies = [made("deduce"), made("search", seconds=None), made("deduce", seconds=None)]
        run(studies, store, pretended, jobs=1)
        medians = [line.cpu_median for line in summaries(store, studies)]
    assert medians == [
        Median(0.75, False), Median(9.0, True), Median(1.5, False), Median(1.5, False),
        Median(0.75, False), None,
    ]  # fmt: skip


def test_puzzles_of_the_same_solvers_are_one_contest(tmp_path):
    studies = [made("search"), made("deduce", PUZZLES[:1]), made("cpsat", PUZZLES[1:])]
    first, second = contests_of(tmp_path, studies)
    assert [*first.standings.contest.times] == ["search", "deduce"]
    assert [*second.standings.contest.times] == ["search", "cpsat"]
    assert [first.number, second.number] == [1, 2]


def test_other_budgets_are_other_contests_and_one_solver_is_none(tmp_path):
    assert contests_of(tmp_path, [made("search"), made("deduce", seconds=1.0)]) == []


def test_answers_that_cannot_both_be_right(tmp_path):
    """``deduce`` answers "many" on both boards, and a certificate refutes it on the first."""
    (found,), disputes = compared_of(tmp_path, [made("search"), made("deduce")], wrong)
    named = [(one.cell.params["puzzle"], one.seed, one.fault.solver) for one in disputes]
    assert named == [
        ("2x1:11", 1, "deduce"), ("2x1:11", 2, "deduce"),
        ("2x1w:11", 1, "search"), ("2x1w:11", 2, "search"),
    ]  # fmt: skip
    assert all(one.fault.outcome == "wrong" for one in disputes)
    assert "a certificate proves that 2x1:14 is the only solution" in disputes[0].fault.words
    assert "there are 2 solutions or more" in disputes[2].fault.words
    assert found.standings.agreement == "4 wrong answers"
    assert [found.standings.row(name)["settled"] for name in ("search", "deduce")] == [2, 2]
