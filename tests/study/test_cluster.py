"""A Dask cluster gives the same table; a cluster that is missing or dies gives one line."""

import subprocess
import sys

import pytest

from cpstudy.study import cluster
from cpstudy.study.run import run
from cpstudy.study.store import Store
from tests import forking
from tests.study import tasks
from tests.study.tasks import table

# Half a second to import, for each of six processes.
DASK = (*forking.LIGHT, "distributed.cli.dask_scheduler", "distributed.cli.dask_worker")


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
    """An invalid address is refused at once, in one printable line; Dask alone would retry."""
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
    dask = forking.Process(CLUSTER, (), DASK, **pipes)
    try:
        address = dask.stdout.readline().strip()
        sweep = forking.Process(ON_THE_CLUSTER, (str(tmp_path / "rows.db"), address), DASK, **pipes)
        acknowledged = int(sweep.stdout.readline())
    finally:
        dask.kill()
        dask.communicate()
    _, err = sweep.communicate()
    assert err == "a worker of the Dask cluster died: the scheduler went away\n"
    with Store(tmp_path / "rows.db", read_only=True) as store:
        assert len(store) >= acknowledged > 0


TO_THE_END = """
import sys
from cpstudy.study.run import run
from cpstudy.study.store import Store
from tests.study import tasks
if __name__ == "__main__":
    with Store(sys.argv[1]) as store:
        run(
            tasks.study(seeds=200), store, tasks.slow, scheduler=sys.argv[2],
            progress=lambda state: print(state.done, flush=True),
        )
"""


def dask(part, *arguments):
    code = f"from distributed.cli.dask_{part} import main; main()"
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    return forking.Process(code, arguments, DASK, **streams)


def test_a_worker_that_is_killed_costs_no_row(tmp_path):
    """A scheduler and two workers run on loopback; one worker is killed during the sweep."""
    pytest.importorskip("distributed")
    here = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    scheduler = dask("scheduler", *here)
    processes = [scheduler]
    try:
        line = next(line for line in scheduler.stderr if "Scheduler at:" in line)
        address = "tcp://" + line.rpartition("tcp://")[2].strip()
        alone = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        processes += [dask("worker", address, *alone) for _ in range(2)]
        for worker in processes[1:]:
            next(line for line in worker.stderr if "Registered to:" in line)
        path = str(tmp_path / "rows.db")
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        sweep = forking.Process(TO_THE_END, (path, address.replace("tcp", "dask")), DASK, **pipes)
        acknowledged = int(sweep.stdout.readline())
        processes[1].kill()
        out, err = sweep.communicate(timeout=120)
    finally:
        for process in processes:
            process.kill()
            process.communicate()
    assert (sweep.returncode, err) == (0, "")
    study = tasks.study(seeds=200)
    assert 0 < acknowledged < len(study) == int(out.splitlines()[-1])
    with Store(path, read_only=True) as store, Store(tmp_path / "other.db") as other:
        run(study, other, tasks.listed, jobs=1)
        assert table(store) == table(other)
