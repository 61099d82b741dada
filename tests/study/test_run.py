"""Running a study: what is stored is skipped, every run is made once, faults lose nothing."""

import subprocess
import sys
import threading

import pytest

from cpstudy import Budget
from cpstudy.study import cluster, executors
from cpstudy.study import run as running
from cpstudy.study.executors import ordered_map, unordered
from cpstudy.study.pools import WorkerDiedError
from cpstudy.study.run import Progress, run
from cpstudy.study.store import Store
from tests.study import tasks

COLUMNS = (
    "key, kind, params, seed, budget, solver, solver_version, generator_version, counter, "
    "iterations, stop, solvable, verdict, counters, extra, cpstudy, python, machine"
)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "rows.db") as opened:
        yield opened


def table(store):
    """Everything but seconds and times."""
    return store._execute(f"SELECT {COLUMNS} FROM results").fetchall()


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    with Store(tmp_path_factory.mktemp("expected") / "rows.db") as store:
        run(tasks.study(), store, tasks.listed, jobs=1)
        return table(store)


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


def test_a_dead_worker_is_told_and_nothing_is_lost(store, expected, monkeypatch):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    acknowledged = []
    with pytest.raises(WorkerDiedError, match="a worker process died"):
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
    with pytest.raises(ValueError, match="0 outcomes for 1 seeds"):
        run(tasks.study(), store, tasks.too_few, jobs=1)
    with pytest.raises(ValueError, match="more than 1 outcomes"):
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


def test_unordered_asks_again_for_what_was_left_over():
    todo = [3]
    results = unordered(abs, lambda: todo.pop() if todo else None, jobs=1)
    seen = []
    for result in results:
        seen.append(result)
        if result:
            todo.append(result - 1)
    assert seen == [3, 2, 1, 0]


def test_ordered_map_keeps_the_order(monkeypatch):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    assert [*ordered_map(abs, range(-50, 0), jobs=2)] == [*range(50, 0, -1)]


def test_threads_do_what_processes_do(monkeypatch):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    todo = list(range(40))
    names = set()

    def squared(number):
        names.add(threading.current_thread().name)
        return number * number

    results = unordered(squared, lambda: todo.pop() if todo else None, jobs=2, threads=True)
    assert sorted(results) == [number * number for number in range(40)]
    assert threading.current_thread().name not in names


def test_what_waits_is_dropped_where_a_thread_fails(monkeypatch):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    done = []

    def task(number):
        if number == 3:
            raise RuntimeError("task 3")
        done.append(number)
        return number

    supply = iter(range(10**6))
    with pytest.raises(RuntimeError, match="task 3"):
        for _ in unordered(task, lambda: next(supply, None), jobs=2, threads=True):
            pass
    assert len(done) < 100


def test_bad_jobs():
    with pytest.raises(ValueError, match="jobs must be at least 1"):
        next(unordered(abs, lambda: None, jobs=0))
    with pytest.raises(ValueError, match="jobs must be at least 1"):
        next(ordered_map(abs, [1], jobs=0))


def test_a_scheduler_without_dask(store, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"pip install 'cpstudy\[dask\]'"):
        run(tasks.study(), store, tasks.listed, scheduler="tcp://127.0.0.1:1")


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gives_the_same_table(store, expected):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        run(tasks.study(), store, tasks.yielded, scheduler=cluster.scheduler_address)
        assert table(store) == expected
        with pytest.raises(RuntimeError, match="the solver is wrong"):
            run(
                tasks.study(solver="other"),
                store,
                tasks.breaks,
                scheduler=cluster.scheduler_address,
            )


@pytest.mark.filterwarnings("ignore")
def test_no_scheduler_at_the_address(store, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 0.2)
    with pytest.raises(ValueError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1"):
        run(tasks.study(), store, tasks.listed, scheduler="tcp://127.0.0.1:1")


@pytest.mark.parametrize(
    "address", ["", "here", "tcp://\udcff:8786", "tcp://127.0.0.1:999999999", "127.0.0.1:1"]
)
def test_addresses_where_no_scheduler_can_be(store, address):
    """At once, and in one line that any terminal takes; Dask alone goes on trying."""
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="no Dask scheduler at ") as caught:
        run(tasks.study(), store, tasks.listed, scheduler=address)
    str(caught.value).encode()
    assert "\n" not in str(caught.value)


CLUSTER = """
import sys, time
from distributed import LocalCluster
if __name__ == "__main__":
    options = {"threads_per_worker": 1, "processes": False, "protocol": "tcp://"}
    with LocalCluster(n_workers=1, dashboard_address=None, **options) as cluster:
        print(cluster.scheduler_address, flush=True)
        time.sleep(600)
"""


ON_THE_CLUSTER = """
import sys
from cpstudy.study.run import run
from cpstudy.study.store import Store
from tests.study import tasks
if __name__ == "__main__":
    with Store(sys.argv[1]) as store:
        try:
            run(
                tasks.study(seeds=2000), store, tasks.slow, scheduler=sys.argv[2],
                progress=lambda state: print(state.done, flush=True),
            )
        except ChildProcessError as error:
            print(error, file=sys.stderr)
"""


def test_a_scheduler_that_dies_is_one_line(tmp_path):
    pytest.importorskip("distributed")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    dask = subprocess.Popen([sys.executable, "-c", CLUSTER], **pipes)
    try:
        address = dask.stdout.readline().strip()
        command = [sys.executable, "-c", ON_THE_CLUSTER, str(tmp_path / "rows.db"), address]
        sweep = subprocess.Popen(command, **pipes)
        acknowledged = int(sweep.stdout.readline())
    finally:
        dask.kill()
        dask.communicate()
    _, err = sweep.communicate()
    assert err == "a worker of the Dask cluster died: the scheduler went away\n"
    with Store(tmp_path / "rows.db", read_only=True) as store:
        assert len(store) >= acknowledged > 0
