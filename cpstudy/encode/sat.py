"""SAT solvers by name, and the one loop that asks a formula for its solutions.

Solvers of python-sat run in this process, incrementally: clauses learnt stay when cuts and
blocking clauses are added. They run in turns of so many conflicts, about a tenth of a second
each; between turns the clock and Ctrl-C are looked at. Those of python-sat that cannot be stopped
(Lingeling), or asked twice (Kissat), and programs that read DIMACS files run in a process of their
own, which is killed when time is over; each search starts them anew with the whole formula.

Conflicts are counted, and bounded by ``budget.iterations``, where the solver can. Glucose looks at
its budget when it restarts, so it may go on for some hundred conflicts.

Requires the extra ``sat`` (but for programs); a ValueError says so where it is missing.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from cpstudy.core.result import Budget, Stop
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sessions import Enumeration

# Measured on streams of Pipes boards (benchmarks/): the quickest on small and middle-sized
# formulas, and it keeps a budget of conflicts exactly.
DEFAULT = "minicard"

IN_PROCESS = (
    "cadical103", "cadical153", "cadical195", "cadical300", "gluecard3", "gluecard4", "glucose3",
    "glucose4", "glucose42", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard",
    "minisat22",
)  # fmt: skip
_OWN_PROCESS = ("lingeling", "kissat404")

# Programs that read a DIMACS file and print "s" and "v" lines, or write them to a second file.
PROGRAMS = {
    "cadical": ("cadical", "-q"),
    "cryptominisat5": ("cryptominisat5", "--verb=0"),
    "glucose": ("glucose", "-model", "-verb=0"),
    "kissat": ("kissat", "-q"),
    "minisat": ("minisat", "-verb=0"),
    "picosat": ("picosat",),
}
_WRITES_A_FILE = ("minisat",)

SOLVERS = {
    **dict.fromkeys(IN_PROCESS, "python-sat, in this process"),
    **dict.fromkeys(_OWN_PROCESS, "python-sat, in a process of its own"),
    **dict.fromkeys(PROGRAMS, "a program on the PATH"),
}

_TURN_SECONDS = 0.1
_FIRST_TURN = 1000


class Search(Protocol):
    """A formula that was handed to a solver."""

    @property
    def conflicts(self) -> int | None:
        """How many so far; None where the solver does not tell."""
        ...

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """More clauses."""
        ...

    def run(self, deadline: float | None, conflicts: int | None) -> Sequence[int] | Stop:
        """A model as literals, DONE where there is none, else what ran out.

        deadline: on the clock of time.perf_counter. conflicts: the bound on all runs together.
        """
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...


def open_search(name: str, cnf: Cnf) -> Search:
    """Hand ``cnf`` to the solver of that name (SOLVERS). Raises ValueError where it is missing."""
    if name in IN_PROCESS:
        return _Incremental(name, cnf)
    if name in _OWN_PROCESS:
        _python_sat(name)
        script = Path(__file__).with_name("dimacs_solver.py")
        return _Program(name, (sys.executable, "-P", str(script), name), cnf)
    if name in PROGRAMS:
        program, *arguments = PROGRAMS[name]
        path = shutil.which(program)
        if path is None:
            raise ValueError(f"solver {name}: no program {program} on the PATH")
        return _Program(name, (path, *arguments), cnf)
    raise ValueError(f"SAT solver {name!r}: choose from {', '.join(SOLVERS)}")


def _python_sat(name: str) -> Any:
    try:
        return import_module("pysat.solvers")
    except ImportError:
        raise ValueError(
            f"solver {name} needs python-sat: install cpstudy[sat] or python-sat>=1.8.dev30"
        ) from None


class _Incremental:
    def __init__(self, name: str, cnf: Cnf) -> None:
        self._owner = _python_sat(name).Solver(name=name)
        self._solver = self._owner.solver  # the object behind it: a call less for each clause
        self._turn = _FIRST_TURN
        self.conflicts = 0
        self.add(cnf.clauses)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        add_clause = self._solver.add_clause
        for clause in clauses:
            add_clause(clause)

    def run(self, deadline: float | None, conflicts: int | None) -> Sequence[int] | Stop:
        while True:
            start = time.perf_counter()
            if deadline is not None and start >= deadline:
                return Stop.TIME
            turn = self._turn
            if conflicts is not None:
                turn = min(turn, conflicts - self.conflicts)
                if turn <= 0:
                    return Stop.ITERATIONS
            self._solver.conf_budget(turn)
            satisfiable = self._solver.solve_limited(expect_interrupt=True)
            self.conflicts = int(self._solver.accum_stats()["conflicts"])
            if satisfiable is not None:
                return self._solver.get_model() if satisfiable else Stop.DONE
            seconds = time.perf_counter() - start
            if seconds > 2 * _TURN_SECONDS:
                self._turn = max(self._turn // 2, 10)
            elif 2 * seconds < _TURN_SECONDS and turn == self._turn:
                self._turn *= 2

    def close(self) -> None:
        self._owner.delete()


class _Program:
    conflicts = None

    def __init__(self, name: str, command: Sequence[str], cnf: Cnf) -> None:
        self._name = name
        self._command = command
        self._cnf = Cnf(cnf.variables, list(cnf.clauses))

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        self._cnf.clauses += map(list, clauses)

    def run(self, deadline: float | None, conflicts: int | None) -> Sequence[int] | Stop:
        if conflicts is not None:
            raise ValueError(f"solver {self._name} cannot bound its conflicts: give --seconds")
        left = None if deadline is None else deadline - time.perf_counter()
        if left is not None and left <= 0:
            return Stop.TIME
        with tempfile.TemporaryDirectory() as folder:
            formula, answer = Path(folder, "formula.cnf"), Path(folder, "answer")
            formula.write_text(self._cnf.dimacs(), encoding="ascii")
            command = [*self._command, str(formula)]
            if self._name in _WRITES_A_FILE:
                command.append(str(answer))
            try:
                # run() kills the process when time is over, and on Ctrl-C.
                done = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    timeout=left,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return Stop.TIME
            said = answer.read_text(encoding="ascii") if answer.exists() else done.stdout
        model = read_answer(said)
        if model is None:
            last = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
            raise RuntimeError(f"solver {self._name} ended with {done.returncode} and said: {last}")
        return model

    def close(self) -> None:
        pass


def read_answer(text: str) -> list[int] | Stop | None:
    """A DIMACS solver's answer: the model's literals, DONE for unsatisfiable, None for neither.

    Takes the lines of the SAT competitions ("s SATISFIABLE", "v 1 -2 0") and MiniSat's own
    ("SAT" / "1 -2 0").
    """
    literals: list[int] = []
    satisfiable = None
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "s":
            words = words[1:] or [""]
        if words[0] in ("SATISFIABLE", "SAT"):
            satisfiable = True
        elif words[0] in ("UNSATISFIABLE", "UNSAT"):
            satisfiable = False
        elif words[0] == "v" or satisfiable:
            literals += [int(word) for word in words if word not in ("v", "0")]
    if satisfiable is None:
        return None
    return sorted(literals, key=abs) if satisfiable else Stop.DONE


def enumerate_models(
    cnf: Cnf,
    watched: int,
    budget: Budget,
    limit: int | None,
    *,
    solver: str = DEFAULT,
    lacking: Callable[[npt.NDArray[np.bool_]], Iterable[list[int]]] | None = None,
    same_size: bool = False,
    known: Iterable[npt.NDArray[np.bool_]] = (),
) -> Enumeration:
    """Models of ``cnf`` that differ in variables 1 … ``watched``, up to ``limit`` (None: all).

    lacking: for lazy encodings, the clauses that a model's watched values break; while there are
    some they are added and the search goes on. same_size: all solutions have equally many true
    watched variables, so that forbidding the true ones of each is enough. known: solutions that
    are forbidden from the start. Counters: conflicts (where the solver tells), searches, and
    ``cuts`` for lazy encodings. Raises ValueError for a solver that is missing, or that cannot
    keep the budget.
    """
    start = time.perf_counter()
    deadline = None if budget.seconds is None else start + budget.seconds
    search = open_search(solver, cnf)
    solutions: list[npt.NDArray[np.bool_]] = []
    added: list[list[int]] = []
    searches = 0
    try:
        search.add(blocking_clause(values, same_size) for values in known)
        built = time.perf_counter()
        while True:
            model = search.run(deadline, budget.iterations)
            searches += 1
            if isinstance(model, Stop):
                stop = model
                break
            values = np.zeros(watched, np.bool_)
            seen = np.array(model[:watched], np.int64)
            values[seen[seen > 0] - 1] = True
            clauses = list(lacking(values)) if lacking is not None else []
            if clauses:
                search.add(clauses)
                added += clauses
                continue
            solutions.append(values)
            if limit is not None and len(solutions) >= limit:
                stop = Stop.LIMIT
                break
            search.add([blocking_clause(values, same_size)])
    finally:
        search.close()
    counters = {"searches": searches}
    if search.conflicts is not None:
        counters["conflicts"] = search.conflicts
    if lacking is not None:
        counters["cuts"] = len(added)
    end = time.perf_counter()
    return Enumeration(solutions, stop, counters, end - built, built - start, added)


def blocking_clause(values: npt.NDArray[np.bool_], same_size: bool = False) -> list[int]:
    """Some of the variables 1 … len(values) differs from ``values``; see enumerate_models."""
    literals = np.arange(1, len(values) + 1)
    if same_size:
        return [-literal for literal in literals[values].tolist()]
    literals[values] *= -1
    clause: list[int] = literals.tolist()
    return clause
