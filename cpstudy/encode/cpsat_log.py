"""Read CP-SAT's log of a search: the model before and after presolve, solutions, totals.

CP-SAT does not report single decisions, propagations or learnt clauses. Its log is written for
people. This module reads lines as OR-Tools 9.15 writes them, and skips the ones it does not find.
One worker, with the parameters of the session (cpsat.py).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ortools.sat.python import cp_model

from cpstudy.core.clock import Clock
from cpstudy.core.result import Stop
from cpstudy.encode.cpsat import FAST_PARAMETERS
from cpstudy.encode.sessions import Answer, StandIn, Stated


class CpsatLog(StandIn):
    """Runs CP-SAT on each model that is stated in its context, and keeps the logs.

    lines: all log lines. events: each has ``search`` (its number, from 1), and ``seconds`` and
    ``words`` from :func:`events_of`; the last event of a search has ``solved``: whether the search
    found a solution.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.events: list[dict[str, Any]] = []
        self._searches = 0

    def next_solution(self, stated: Stated, clock: Clock, iterations: int | None) -> Answer:
        """Solve a CP-SAT model; return None for other formalisms, whose sessions continue."""
        if stated.formalism != "cpsat":
            return None
        solver = cp_model.CpSolver()
        for name, value in FAST_PARAMETERS.items():
            setattr(solver.parameters, name, value)
        solver.parameters.log_search_progress = True
        solver.parameters.log_to_stdout = False
        if clock.left is not None:
            solver.parameters.max_time_in_seconds = clock.left
        lines: list[str] = []
        solver.log_callback = lines.append
        status = solver.solve(stated.model)
        self._searches += 1
        self.lines += lines
        found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        for seconds, words in events_of(lines):
            self.events.append({"search": self._searches, "seconds": seconds, "words": words})
        self.events[-1]["solved"] = found
        if found:
            return stated.values(list(solver.response_proto.solution))
        return Stop.DONE if status == cp_model.INFEASIBLE else Stop.TIME


_SIZE = re.compile(r"#Variables: ([\d']+)")
_MODEL = re.compile(r"(Initial|Presolved) \w+ model")
_FOUND = re.compile(r"#(\d+|Bound|Done|Model)\s+([\d.]+)s\s*(.*)")
_BEGUN = re.compile(r"Starting (presolve|search) at ([\d.]+)s")
_COUNTED = re.compile(r"(conflicts|branches|propagations|restarts|status): (\w+)")


def events_of(lines: Sequence[str]) -> Iterator[tuple[float, str]]:
    """Yield the events in the log of one search: seconds since its start, and words."""
    model, now, constraints = "", 0.0, 0
    variables = ""
    counted: dict[str, str] = {}
    for line in "\n".join(lines).splitlines():
        if match := _MODEL.match(line):
            model, constraints = match[1], 0
        elif model and (match := _SIZE.match(line)):
            variables = match[1]
        elif model and line.startswith("#k"):
            constraints += int(line.split(":")[1].split()[0].replace("'", ""))
        elif model and not line.strip():
            when = "as it was stated" if model == "Initial" else "after presolve"
            yield now, f"the model {when}: {variables} variables, {constraints} constraints"
            model = ""
        elif match := _BEGUN.match(line):
            now = float(match[2])
            yield now, f"{match[1]} begins"
        elif match := _FOUND.match(line):
            now = float(match[2])
            if match[1].isdecimal():
                yield now, f"a solution, found by “{match[3].split()[0] if match[3] else '?'}”"
            else:
                yield now, f"{match[1].lower()}: {match[3]}".rstrip(": ")
        elif match := _COUNTED.match(line):
            counted[match[1]] = match[2]
    status = counted.pop("status", "UNKNOWN")
    sums = ", ".join(f"{number} {name}" for name, number in counted.items())
    yield now, f"the end, {status}: {sums}"
