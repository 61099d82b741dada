"""Running a study: stored runs are skipped, every run is made once, faults lose no stored row."""

import pytest

from cpstudy import Budget
from cpstudy.study import executors
from cpstudy.study import run as running
from cpstudy.study.pools import WorkerDiedError
from cpstudy.study.run import Progress, run
from cpstudy.study.store import MissingRowsError, Store
from tests.study import tasks
from tests.study.tasks import table


def test_the_expected_table_has_every_kind_of_outcome(expected):
    assert len(expected) == len(tasks.study()) == 120
    assert {row[10] for row in expected} == {"limit", "done", "iterations"}
    assert {row[11] for row in expected} == {"yes", "no", "unknown"}


@pytest.mark.parametrize("function", [tasks.listed, tasks.yielded])
@pytest.mark.parametrize("jobs", [1, 2])
def test_jobs_and_shape_of_the_function_do_not_matter(store, expected, monkeypatch, jobs, function):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    state = run(tasks.study(), store, function, jobs=jobs)
    assert (state.total, state.stored, state.done) == (120, 0, 120)
    assert state.iterations == sum(row[9] for row in expected)
    assert table(store) == expected


def test_a_smaller_study_is_resumed_by_a_larger_one(store, expected):
    run(tasks.study(seeds=3), store, tasks.listed, jobs=1)
    state = run(tasks.study(), store, tasks.listed, jobs=1)
    assert (state.stored, state.done) == (36, 120)
    assert table(store) == expected


def test_nothing_is_run_twice(store):
    run(tasks.study(), store, tasks.listed, jobs=1)
    seen = []
    state = run(tasks.study(), store, tasks.breaks, jobs=1, progress=seen.append)
    assert seen == [state] == [Progress(120, 120, 120, 0)]


def test_several_studies_in_one_run(store):
    studies = [tasks.study(), tasks.study(solver="other"), tasks.study(budget=Budget(seconds=1))]
    seen = []
    state = run(studies, store, tasks.listed, jobs=1, progress=seen.append)
    assert state.done == state.total == len(store) == 360
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    for study in studies:
        assert len([*store.rows(study)]) == 120


def test_a_slow_generator_hands_back_its_other_seeds(store, expected, monkeypatch):
    monkeypatch.setattr(running, "_LONGEST_SECONDS", 0.0)
    given = []

    def recorded(task):
        given.append(len(task.seeds))
        yield from tasks.yielded(task)

    run(tasks.study(), store, recorded, jobs=1)
    assert len(given) > 100, "the time was up after each outcome"
    assert max(given) > 1
    assert table(store) == expected


def test_a_list_is_taken_whole_even_when_late(store, expected, monkeypatch):
    monkeypatch.setattr(running, "_LONGEST_SECONDS", 0.0)
    asked = []

    def recorded(task):
        asked.extend((task.cell.key, seed) for seed in task.seeds)
        return tasks.listed(task)

    run(tasks.study(), store, recorded, jobs=1)
    assert len(asked) == len(set(asked)) == 120
    assert table(store) == expected


def test_whole_cells_are_not_cut(store):
    run(tasks.study(cells=(1, 2), seeds=3000), store, tasks.whole, jobs=1, whole_cells=True)
    assert {row.iterations for row in store.rows()} == {3000}


def test_whole_cells_may_be_left_open(store, monkeypatch):
    """A cell left open is requested only once and nothing of it is stored, on time or late."""
    for late in (1.0, 0.0):
        monkeypatch.setattr(running, "_LONGEST_SECONDS", late)
        asked = []

        def choosy(task, asked=asked):
            asked.append(task.cell.params["inner"])
            return None if task.cell.params["inner"] == 2 else tasks.listed(task)

        state = run(tasks.study(), store, choosy, jobs=1, whole_cells=True)
        assert (state.total, state.done) == (120, 90)
        assert {row.cell.params["inner"] for row in store.rows()} == {1, 3, 4}
        assert sorted(asked) == ([1] * 3 + [2] * 3 + [3] * 3 + [4] * 3 if late else [2] * 3)


def test_a_dead_worker_is_told_and_nothing_is_lost(store, expected, monkeypatch):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    acknowledged = []
    named = r"died \(exit code 1\) at \d+ seeds of .*\"inner\":[34]"
    with pytest.raises(WorkerDiedError, match=named):
        run(
            tasks.study(),
            store,
            tasks.dies_in_a_worker,
            jobs=2,
            progress=lambda state: acknowledged.append(state.done),
        )
    assert len(store) >= max(acknowledged, default=0)
    run(tasks.study(), store, tasks.listed, jobs=2)
    assert table(store) == expected


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_of_the_function_names_the_task(store, expected, monkeypatch, jobs):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    with pytest.raises(RuntimeError, match="the solver is wrong") as caught:
        run(tasks.study(), store, tasks.breaks, jobs=jobs)
    assert '"kind":"toy","params":{"inner":' in caught.value.__notes__[0]
    assert len(store) > 0
    run(tasks.study(), store, tasks.listed, jobs=1)
    assert table(store) == expected


def test_the_number_of_outcomes_is_checked(store):
    with pytest.raises(RuntimeError, match="0 of 1 outcomes"):
        run(tasks.study(), store, tasks.too_few, jobs=1)
    with pytest.raises(RuntimeError, match="more than 1 outcome\n"):
        run(tasks.study(), store, tasks.too_many, jobs=1)
    assert len(store) == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_outcome_is_not_stored(store, expected, monkeypatch, jobs):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    with pytest.raises(KeyboardInterrupt):
        run(tasks.study(), store, tasks.interrupted, jobs=jobs)
    assert "interrupted" not in {row.stop.value for row in store.rows()}
    run(tasks.study(), store, tasks.listed, jobs=1)
    assert table(store) == expected


def test_an_interrupt_while_a_batch_is_written_stores_it(store, monkeypatch):
    add = Store.add
    calls = []

    def interrupted_once(self, entries, origin):
        calls.append(len(entries))
        if len(calls) == 3:
            with self._transaction():
                self._execute("DELETE FROM rows")
                raise KeyboardInterrupt
        add(self, entries, origin)

    monkeypatch.setattr(Store, "add", interrupted_once)
    with pytest.raises(KeyboardInterrupt):
        run(tasks.study(), store, tasks.listed, jobs=1)
    assert len(store) == sum(calls[:3]) > 0


def test_a_file_that_is_only_read_must_have_all_rows(filled):
    with Store(filled, read_only=True) as store:
        assert run(tasks.study(), store, tasks.breaks, jobs=1).stored == 120
        for lacking in (tasks.study(seeds=11), tasks.study(solver="other")):
            with pytest.raises(MissingRowsError, match=r"rows\.db: .*\"kind\":\"toy\""):
                run(lacking, store, tasks.breaks, jobs=1)
