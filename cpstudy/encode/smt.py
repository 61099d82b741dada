"""SMT: enumerate the solutions of SMT-LIB scripts with Z3.

A script is text in SMT-LIB 2.6, so any SMT solver can read it; Z3 reads it faster than its Python
interface builds terms. Watched symbols are Booleans; a solution is their values. Clauses come from
encode/cnf.py: variable i of a formula is the symbol ``x<i>``.

Z3 runs as its incremental core (SimpleSolver): lemmas stay when cuts and blocking clauses are
added, and ``iterations`` limits its conflicts. Requires the extra ``smt``; InputError if it is
missing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.result import Stop
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sessions import Stated, Values, stand_in

_VALUE = re.compile(r"\(define-fun (\S+) \(\) Bool\s+(true|false)\)")
_NO_BOUND = 2**32 - 1  # Z3's own word for it

# Lines that Z3 reads between two checks of the clock: some tenths of a second.
_CHUNK = 50_000


@dataclass
class Script:
    """A script: one declaration or assertion a line.

    watched: the Boolean symbols whose values are a solution. clock: methods that add thousands of
    lines raise OutOfTimeError at its time limit.
    """

    watched: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    clock: Clock = field(default=UNLIMITED, repr=False)

    def text(self, logic: str = "QF_IDL") -> str:
        """Return a complete script that finds one solution and prints its values."""
        values = [f"(get-value ({' '.join(self.watched)}))"] if self.watched else []
        lines = [
            "(set-option :produce-models true)",
            f"(set-logic {logic})",
            *self.lines,
            "(check-sat)",
            *values,
        ]
        return "\n".join(lines) + "\n"

    def add_formula(self, cnf: Cnf) -> None:
        """Declare x1 … and assert every clause."""
        self.lines += [f"(declare-const x{i} Bool)" for i in range(1, cnf.variables + 1)]
        for start in range(0, len(cnf.clauses), _CHUNK):
            self.clock.check()
            chunk = cnf.clauses[start : start + _CHUNK]
            self.lines += [f"(assert {disjunction(clause)})" for clause in chunk]


def disjunction(clause: Sequence[int], names: Sequence[str] = ()) -> str:
    """Return a clause as a term over x1, x2 …, or over ``names``."""
    symbols = [(names[abs(x) - 1] if names else f"x{abs(x)}", x > 0) for x in clause]
    terms = [name if holds else f"(not {name})" for name, holds in symbols]
    if len(terms) < 2:
        return terms[0] if terms else "false"
    return f"(or {' '.join(terms)})"


def _values(answer: Sequence[int]) -> Values:
    return np.array(answer, np.bool_)


def _z3() -> Any:
    try:
        return import_module("z3")
    except ImportError:
        raise InputError("SMT solvers need Z3: install cpstudy[smt] or z3-solver") from None


class SmtSession:
    """A script in Z3; see :class:`cpstudy.encode.sessions.Session`.

    Variable i + 1 of a clause is the symbol ``watched[i]``. Blocking clauses over the watched
    symbols forbid solutions (as Yurichev counts). Counters: ``conflicts`` (the iterations),
    ``searches``. Raises InputError if Z3 is missing, OutOfTimeError at the time limit.
    """

    exhausted = False

    def __init__(
        self, script: Script, rng: np.random.Generator, *, clock: Clock = UNLIMITED
    ) -> None:
        self._script, self._rng = script, rng
        self._spent = {"conflicts": 0, "searches": 0}
        self._stated: Stated | None = None
        if (outside := stand_in()) is None:
            self._open(clock)
        else:
            # Only here, since it is a reference cycle: Z3's objects must be freed with the session,
            # in its thread. The garbage collector may run in another thread, and Z3 then crashes.
            self._stated = Stated("smt", script, self._state, _values)
            outside.opened(self._stated)

    def _open(self, clock: Clock) -> None:
        self._z3 = _z3()
        self._solver = self._z3.SimpleSolver()
        self._solver.set("random_seed", int(self._rng.integers(2**31)))
        for start in range(0, len(self._script.lines), _CHUNK):
            clock.check()
            # Earlier declarations stay valid.
            self._solver.from_string("\n".join(self._script.lines[start : start + _CHUNK]))
        clock.check()
        self._terms = [self._z3.Bool(name) for name in self._script.watched]
        self._place = {name: i for i, name in enumerate(self._script.watched)}

    def _state(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses as text, for a stand-in of Z3."""
        names = self._script.watched
        self._script.lines += [f"(assert {disjunction(clause, names)})" for clause in clauses]

    def next_solution(self, clock: Clock, iterations: int | None) -> Values | Stop:
        """See the protocol."""
        if self._stated is not None and (outside := stand_in()) is not None:
            given = outside.next_solution(self._stated, clock, iterations)
            if given is not None:
                return given
            self._open(clock)
        stop = self._checked(clock, iterations)
        if stop is not None:
            return stop
        values = np.zeros(len(self._terms), np.bool_)
        for name, value in _VALUE.findall(self._solver.model().sexpr()):
            if value == "true" and name in self._place:
                values[self._place[name]] = True
        return values

    def _checked(self, clock: Clock, iterations: int | None) -> Stop | None:
        """Resume the search: None if there is a model, DONE if not, else the limit reached."""
        if clock.left is not None:
            if clock.late:
                return Stop.TIME
            self._solver.set("timeout", int(1000 * clock.left) + 1)
        if iterations is not None:
            bound = iterations - self._spent["conflicts"]
            if bound <= 0:
                return Stop.ITERATIONS
            self._solver.set("max_conflicts", min(bound, _NO_BOUND))
        answer = self._solver.check()
        statistics = self._solver.statistics()
        names = statistics.keys()  # counters that are still 0 are missing
        if "conflicts" in names:
            self._spent["conflicts"] = int(statistics.get_key_value("conflicts"))
        self._spent["searches"] += 1
        if answer == self._z3.sat:
            return None
        if answer == self._z3.unsat:
            return Stop.DONE
        reason = self._solver.reason_unknown()
        if reason == "max-conflicts-reached":
            return Stop.ITERATIONS
        if reason in ("canceled", "timeout", "interrupted from keyboard"):
            if not clock.late:
                raise KeyboardInterrupt  # Z3 swallows the signal
            return Stop.TIME
        raise RuntimeError(f"Z3 gave up: {reason}")

    def forbid(self, solution: Values) -> None:
        """See the protocol."""
        self.add([[-i if value else i for i, value in enumerate(solution.tolist(), 1)]])

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """See the protocol."""
        if self._stated is not None and stand_in() is not None:
            self._stated.add(clauses)
            return
        negated = self._z3.Not
        for clause in clauses:
            literals = [
                self._terms[x - 1] if x > 0 else negated(self._terms[-x - 1]) for x in clause
            ]
            self._solver.add(self._z3.Or(literals))

    def counters(self) -> dict[str, int]:
        """See the class."""
        return dict(self._spent)

    def close(self) -> None:
        """Do nothing: Z3 searches within calls only."""
