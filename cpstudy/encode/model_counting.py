"""External model counters on the formula of a kind's SAT row: exact counts by independent code.

The row runs with a stand-in for its solver, which keeps the formula and its *watched* variables,
whose values are a solution. A counter with projection counts their assignments; any other takes
only a formula without further variables. Each counter runs in its own process, which is killed at
the time limit. Packages: ``ganak`` (pyganak), ``sdd`` (PySDD, a compiler to decision diagrams);
programs on the PATH: ``d4``, ``sharpSAT`` (sharpSAT-TD).

Limits: rows that add clauses lazily do not state the whole formula; kinds whose solutions are
equivalence classes are not supported. Sources: Sharma2019 (ganak), Lagniez2017 (d4), Korhonen2021
(sharpSAT-TD), Darwiche2011 (SDD).
"""

import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Request, Solve
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sessions import Answer, StandIn, Stated, standing_in

# The projection, written before the clauses in both common notations.
_SHOWN = "c p show {0} 0\nc ind {0} 0\n"

_GANAK = """
import sys, pyganak
counter, shown = pyganak.Counter(), []
for line in open(sys.argv[1]):
    words = line.split()
    if words[:1] == ["p"]:
        counter.new_vars(int(words[2]))
    elif words[:3] == ["c", "p", "show"]:
        shown = list(map(int, words[3:-1]))
    elif words[:1] != ["c"]:
        counter.add_clause(list(map(int, words[:-1])))
counter.set_sampling_set(shown)
print("s", counter.count())
"""
_SDD = """
import sys
from pysdd.sdd import SddManager
manager, node = SddManager.from_cnf_file(sys.argv[1].encode())
print("s", 0 if node.is_false() else node.global_model_count())
"""


class _Counter(NamedTuple):
    """A counter. command: the formula's file follows. module: required. projects: see above."""

    command: tuple[str, ...]
    module: str = ""
    projects: bool = False

    @property
    def installed(self) -> bool:
        """Return whether the counter is installed."""
        return bool(find_spec(self.module) if self.module else which(self.command[0]))


COUNTERS: Mapping[str, _Counter] = {
    "ganak": _Counter((sys.executable, "-c", _GANAK), "pyganak", projects=True),
    "d4": _Counter(("d4", "-m", "counting", "-i")),
    "sharpSAT": _Counter(("sharpSAT", "-decot", "1", "-decow", "100", "-tmpdir", ".")),
    "sdd": _Counter((sys.executable, "-c", _SDD), "pysdd"),
}
_NUMBER = re.compile(r"^(?:s|c s exact arb int|s mc|s type mc)\s+([0-9]+)\s*$", re.MULTILINE)


class _Taker(StandIn):
    """Keeps the formula of the first session."""

    def __init__(self) -> None:
        self.taken: Stated | None = None

    def opened(self, stated: Stated) -> None:
        self.taken = self.taken or stated

    def next_solution(self, stated: Stated, clock: Clock, iterations: int | None) -> Answer:
        return Stop.TIME


def formula_of(puzzle: Any, states: Solve) -> tuple[Cnf, int] | Result:
    """Return the formula of a SAT row and the number of its watched variables, the first ones.

    Returns the result instead if the row settles the puzzle without a formula. Raises
    NotApplicable.
    """
    taker = _Taker()
    with standing_in(taker):
        result = states(puzzle, Request(limit=1))
    if taker.lazily:
        raise NotApplicable("the formula is only part of the model: cuts are added as it is solved")
    if taker.taken is None:
        return result
    cnf: Cnf = taker.taken.model
    return cnf, len(taker.taken.values([0] * cnf.variables))


def solve(puzzle: Any, request: Request, *, states: Solve, counter: str = "") -> Result:
    """Return the exact number of solutions, without listing them.

    states: the function of the SAT row. counter: a name in :data:`COUNTERS`; by default the first
    installed one. Counter: variables of the formula. Raises InputError if none is installed.
    """
    here = [name for name, one in COUNTERS.items() if one.installed]
    chosen = counter or next(iter(here), "")
    if chosen not in here:
        raise InputError(f"no {chosen or 'model counter'} here: pip install pyganak or pysdd")
    stated = formula_of(puzzle, states)
    if isinstance(stated, Result):
        return replace(stated, count=len(stated.solutions) if stated.exhausted else None)
    cnf, watched = stated
    if watched < cnf.variables and not COUNTERS[chosen].projects:
        raise NotApplicable(
            f"{chosen} counts all variables: of {cnf.variables} {watched} are watched"
        )
    number = _counted(COUNTERS[chosen], cnf, watched, request.budget, request.clock)
    done = number is not None
    stop = Stop.DONE if done else Stop.TIME
    counters = {"variables": cnf.variables}
    return Result(count=number, exhausted=done, stop=stop, counters=counters)


def _counted(counter: _Counter, cnf: Cnf, watched: int, budget: Budget, clock: Clock) -> int | None:
    """Run the counter; None at the time limit. Raises RuntimeError if the counter fails."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "formula.cnf"
        head = _SHOWN.format(" ".join(map(str, range(1, watched + 1)))) if counter.projects else ""
        file.write_text(head + cnf.dimacs())
        left = None if budget.seconds is None else max(0.0, clock.left or 0.0)
        command = [*counter.command, str(file)]
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, timeout=left, cwd=folder, check=False
            )
        except subprocess.TimeoutExpired:
            return None
    match = _NUMBER.search(ran.stdout)
    if match is None:
        raise RuntimeError(f"{command[0]} gives no count: {(ran.stderr or ran.stdout)[-300:]}")
    return int(match[1])
