"""Workers never run the user's script, but they have the solvers that it registered."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# There is no ``if __name__ == "__main__":``, so a worker that imports it would run it all again.
SCRIPT = """
import sys
from pathlib import Path

with Path("ran").open("a") as file:
    file.write("once ")

import cpstudy
import theirs
from cpstudy.api import named_solver
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.jobs.answering import Run, answers
from cpstudy.jobs.isolation import solve_isolated
from cpstudy.jobs.studies.measuring import measure, study_of
from cpstudy.puzzles import kind
from cpstudy.study import executors
from cpstudy.study.grid import Grid
from cpstudy.study.run import run
from cpstudy.study.store import Store

executors._ALONE_SECONDS = 0.0
pipes = kind("pipes")
cpstudy.register_solver("pipes", theirs.solve, name="theirs")
nameless = lambda puzzle, request: theirs.solve(puzzle, request)
cpstudy.register_solver("pipes", nameless, name="nameless")


def mine(puzzle, request):
    return theirs.solve(puzzle, request)


cpstudy.register_solver("pipes", mine)
boards = [board for board, _ in cpstudy.generate("pipes", "wilson", 3, 6)]
items = [Located(str(board), board) for board in boards]


def refused(work):
    try:
        work()
    except InputError as reason:
        print("refused:", reason)


def solved(name):
    rows = answers(items, Run(named_solver(pipes, name), jobs=2))
    assert [str(row.result.verdict) for row in rows] == ["unique"] * 6
    cells = Grid({"puzzle": [board.encode() for board in boards]})
    with Store("rows.sqlite") as store:
        study = study_of(pipes, name, cells=cells, seeds=range(1, 2))
        assert run(study, store, measure, jobs=2).done == 6
        assert {row.verdict.value for row in store.rows(study)} == {"unique"}


solved("theirs")
refused(lambda: solved("nameless"))
refused(lambda: solved("mine"))
refused(lambda: [*executors.ordered_map(lambda task: task, range(2), jobs=2)])
assert executors.ordered_map(mine, (), jobs=1) is not None
row = named_solver(pipes, "theirs")
result = solve_isolated(boards[0], row, budget=cpstudy.Budget(), seed=1, limit=2)
assert result.provenance.solver == "theirs" and str(result.verdict) == "unique"
print("end", sys.modules["__main__"].__file__ is not None)
"""

THEIRS = """
import os

from cpstudy.puzzles.pipes.portfolio import solve as ours


def solve(puzzle, request):
    with open(f"process-{os.getpid()}", "w"):
        pass
    return ours(puzzle, request)
"""


@pytest.fixture(scope="module", name="ended")
def _ended(tmp_path_factory):
    folder = tmp_path_factory.mktemp("script")
    (folder / "script.py").write_text(SCRIPT, encoding="utf-8")
    (folder / "theirs.py").write_text(THEIRS, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "script.py"], cwd=folder, env=environment, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return folder, ended.stdout.splitlines()


def test_a_script_without_a_guard_runs_once(ended):
    folder, lines = ended
    assert (folder / "ran").read_text() == "once "
    assert lines[-1] == "end True"
    assert len([*folder.glob("process-*")]) > 1  # workers did solve


def test_what_cannot_travel_is_refused_in_one_line(ended):
    _, lines = ended
    nameless, mine, task = lines[:-1]
    assert nameless == (
        "refused: __main__: <lambda> cannot travel to other processes: put it at the top level of "
        "a module, or use jobs=1"
    )
    assert mine == (
        "refused: mine is defined in the script, which other processes do not run: put it into a "
        "module, or use jobs=1"
    )
    assert task.startswith("refused: __main__: <lambda>.<locals>.<lambda> cannot travel")
