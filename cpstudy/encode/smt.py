"""SMT: scripts in SMT-LIB, and the one loop that asks Z3 for their solutions.

A script is text in SMT-LIB 2.6, so any SMT solver can read what is asked here, and Z3 reads it
quicker than its Python interface builds terms. Watched symbols are Booleans; a solution is their
values. Clauses come from encode/cnf.py: variable i of a formula is the symbol ``x<i>``.

Z3 runs as its incremental core (SimpleSolver): lemmas stay when cuts and blocking clauses are
added, and it counts conflicts, which ``budget.iterations`` bounds. Requires the extra ``smt``; a
ValueError says so where it is missing.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.result import Budget, Stop
from cpstudy.encode.cnf import Cnf, Literals
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.sessions import Enumeration

_VALUE = re.compile(r"\(define-fun (\S+) \(\) Bool\s+(true|false)\)")
_NO_BOUND = 2**32 - 1  # Z3's own word for it


@dataclass
class Script:
    """Declarations and assertions. watched: the Boolean symbols that make up a solution."""

    watched: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def text(self, logic: str = "QF_IDL") -> str:
        """A whole script that asks for one solution and its values."""
        values = [f"(get-value ({' '.join(self.watched)}))"] if self.watched else []
        lines = [f"(set-logic {logic})", *self.lines, "(check-sat)", *values]
        return "\n".join(lines) + "\n"

    def add_formula(self, cnf: Cnf) -> None:
        """Declare x1 … and assert every clause."""
        self.lines += [f"(declare-const x{i} Bool)" for i in range(1, cnf.variables + 1)]
        self.lines += [f"(assert {disjunction(clause)})" for clause in cnf.clauses]

    def add_levels(self, graph: Graph, root: int, arcs: Literals) -> None:
        """Integer levels that rise along arcs; with arborescence (encode/cnf.py) no cycles.

        arcs: as that function returns them. Difference logic. Size: V integers, 2E implications.
        Levels need not be distances: enumeration forbids the watched values, not the levels.
        """
        self.lines += [f"(declare-const level{vertex} Int)" for vertex in graph.members.tolist()]
        self.lines.append(f"(assert (= level{root} 0))")
        ends = graph.ends[graph.edges].tolist()
        for (a, b), (there, back) in zip(ends, arcs.tolist(), strict=True):
            for start, end, arc in ((a, b, there), (b, a, back)):
                rises = f"(>= (- level{end} level{start}) 1)"
                self.lines.append(f"(assert (=> x{arc} {rises}))")


def disjunction(clause: Sequence[int]) -> str:
    """A clause as a term over x1, x2 …"""
    terms = [f"x{literal}" if literal > 0 else f"(not x{-literal})" for literal in clause]
    if len(terms) < 2:
        return terms[0] if terms else "false"
    return f"(or {' '.join(terms)})"


def _z3() -> Any:
    try:
        return import_module("z3")
    except ImportError:
        raise ValueError("SMT solvers need Z3: install cpstudy[smt] or z3-solver") from None


def enumerate_models(
    script: Script,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    lacking: Callable[[npt.NDArray[np.bool_]], Iterable[list[int]]] | None = None,
    known: Iterable[npt.NDArray[np.bool_]] = (),
) -> Enumeration:
    """Solutions of ``script`` as values of its watched symbols, up to ``limit`` (None: all).

    Each is forbidden by a clause over the watched symbols (blocking clauses, as Yurichev counts).
    lacking: for lazy encodings, the clauses that a solution's values break, where variable i + 1
    is ``watched[i]``. known: solutions that are forbidden from the start. Counters: conflicts,
    searches, and cuts for lazy encodings. Raises ValueError where Z3 is missing.
    """
    start = time.perf_counter()
    z3 = _z3()
    solver = z3.SimpleSolver()
    solver.set("random_seed", int(rng.integers(2**31)))
    solver.from_string("\n".join(script.lines))
    terms = [z3.Bool(name) for name in script.watched]
    place = {name: i for i, name in enumerate(script.watched)}

    def add(clause: Iterable[int]) -> None:
        literals = [terms[x - 1] if x > 0 else z3.Not(terms[-x - 1]) for x in clause]
        solver.add(z3.Or(literals))

    def forbid(values: npt.NDArray[np.bool_]) -> None:
        add(-i - 1 if value else i + 1 for i, value in enumerate(values.tolist()))

    for values in known:
        forbid(values)
    built = time.perf_counter()
    solutions: list[npt.NDArray[np.bool_]] = []
    added: list[list[int]] = []
    counters = {"conflicts": 0, "searches": 0}
    while True:
        stop = _checked(z3, solver, budget, start, counters)
        if stop is not None:
            break
        values = np.zeros(len(terms), np.bool_)
        for name, value in _VALUE.findall(solver.model().sexpr()):
            if value == "true" and name in place:
                values[place[name]] = True
        clauses = list(lacking(values)) if lacking is not None else []
        if clauses:
            for clause in clauses:
                add(clause)
            added += clauses
            continue
        solutions.append(values)
        if limit is not None and len(solutions) >= limit:
            stop = Stop.LIMIT
            break
        forbid(values)
    if lacking is not None:
        counters["cuts"] = len(added)
    end = time.perf_counter()
    return Enumeration(solutions, stop, counters, end - built, built - start, added)


def _checked(
    z3: Any, solver: Any, budget: Budget, start: float, counters: dict[str, int]
) -> Stop | None:
    """Search on: None with a model, DONE where there is none, else what ran out."""
    if budget.seconds is not None:
        left = budget.seconds - (time.perf_counter() - start)
        if left <= 0:
            return Stop.TIME
        solver.set("timeout", max(1, round(1000 * left)))
    if budget.iterations is not None:
        bound = budget.iterations - counters["conflicts"]
        if bound <= 0:
            return Stop.ITERATIONS
        solver.set("max_conflicts", min(bound, _NO_BOUND))
    answer = solver.check()
    statistics = solver.statistics()
    names = statistics.keys()  # without those that are still 0
    if "conflicts" in names:
        counters["conflicts"] = int(statistics.get_key_value("conflicts"))
    counters["searches"] += 1
    if answer == z3.sat:
        return None
    if answer == z3.unsat:
        return Stop.DONE
    reason = solver.reason_unknown()
    if reason == "max-conflicts-reached":
        return Stop.ITERATIONS
    if reason in ("canceled", "timeout", "interrupted from keyboard"):
        if budget.seconds is None or time.perf_counter() - start < budget.seconds:
            raise KeyboardInterrupt  # Z3 takes the signal and tells nobody
        return Stop.TIME
    raise RuntimeError(f"Z3 gave up: {reason}")
