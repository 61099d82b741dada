"""What the page shows of a solver at work: our clause learning turn by turn, CP-SAT by its log.

Clause learning is recorded (:mod:`cpstudy.cdcl.recording`) while the row ``cdcl`` looks for two
solutions, and each variable comes with its words and its place on the board. CP-SAT reports no
decision, no propagation and no learnt clause, one by one: its log has the model before and after
presolve, what found a solution or a bound and when, and counters at the end. So these are all that
is shown of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cpstudy import api, puzzles
from cpstudy.cdcl.recording import Event, Recorder, counters, recording
from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import LEVELS
from cpstudy.core.kind import Kind, Learning
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Request
from cpstudy.encode.sessions import Answer, StandIn, Stated, standing_in

# Larger boards are no longer followed by eye. Events beyond the bound are not recorded.
MOST_CELLS = 400
MOST_EVENTS = 8_000
# In files: of so many puzzles a kind, of at most so many cells and events, the hardest first.
_EACH, _SMALL, _BRIEF = 3, 64, 1_500
_HARDEST = (*reversed(LEVELS), None)
# Two are looked for: is there another one?
_SOLUTIONS = 2

Row = dict[str, Any]


def learning_of(kind: Kind) -> Learning | None:
    """A kind's clause learning, where it can be followed on the board."""
    return kind.page.learning if kind.page else None


def recorded(puzzle: Any, budget: Budget | None = None, most: int = MOST_EVENTS) -> Recorder:
    """The course of the clause learning on a puzzle, up to two solutions, at most ``most`` events.

    Raises InputError where its kind has none, or the board is too large.
    """
    return _recorded(puzzle, budget, most)[0]


def film(puzzle: Any, budget: Budget | None = None) -> Row:
    """The same as the page reads it.

    ``meanings``: of the variables from 1 on, members as of :class:`cpstudy.core.kind.Meaning`;
    ``events``: as of :class:`cpstudy.cdcl.recording.Event`, without members that are empty;
    ``counters``: of the whole search; ``whole``: whether all of it was recorded; ``verdict``;
    ``propagator``: what that claims.
    """
    recorder, result = _recorded(puzzle, budget, MOST_EVENTS)
    learning = learning_of(puzzles.kind(puzzle.kind))
    assert learning is not None
    shown = ("conflicts", "decisions", "propagations")
    whole = {name: result.counters[name] for name in shown if name in result.counters}
    return {
        "meanings": [vars(meaning) for meaning in learning.meanings(puzzle)],
        "events": [_row(event) for event in recorder.events],
        "counters": whole,
        "whole": counters(recorder.events) == whole,
        "verdict": result.verdict.value,
        "propagator": learning.propagator,
    }


def _row(event: Event) -> Row:
    row = {name: value for name, value in vars(event).items() if value not in ((), 0)}
    if event.what != "imply":
        del row["because"]
    return row


def _recorded(puzzle: Any, budget: Budget | None, most: int) -> tuple[Recorder, Result[Any]]:
    kind = puzzles.kind(puzzle.kind)
    learning = learning_of(kind)
    if kind.page is None or learning is None:
        raise InputError(f"{kind.name} has no clause learning that can be followed on its board")
    board = kind.page.board(puzzle)
    if board["rows"] * board["columns"] > MOST_CELLS:
        raise InputError(f"boards of more than {MOST_CELLS} cells cannot be followed by eye")
    budget = budget or Budget()
    with recording(most) as recorder:
        if learning.solve is None:
            return recorder, api.solve(puzzle, "cdcl", budget=budget, limit=_SOLUTIONS)
        request = Request(budget, _SOLUTIONS, 0)
        return recorder, learning.solve(puzzle, request)


def filmed(entries: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Films of some puzzles of a page without a program behind it: of small hard ones, each kind.

    Each: ``kind``, ``text`` and ``film``.
    """
    small: dict[str, list[Mapping[str, Any]]] = {}
    for entry in entries:
        kind = puzzles.kind(str(entry["kind"]))
        if learning_of(kind) is not None and entry["rows"] * entry["columns"] <= _SMALL:
            small.setdefault(kind.name, []).append(entry)
    found: list[Row] = []
    for name, listed in small.items():
        listed.sort(key=lambda entry: _HARDEST.index(entry.get("level")))
        for entry in listed[:_EACH]:
            shown = film(puzzles.kind(name).puzzle.decode(entry["text"]))
            if shown["whole"] and len(shown["events"]) <= _BRIEF:
                found.append({"kind": name, "text": entry["text"], "film": shown})
    return found


def cpsat_film(puzzle: Any, budget: Budget | None = None) -> Row:
    """What CP-SAT logs while it looks for two solutions.

    ``events``: a search each time, by its number from 1: ``search``, ``seconds`` since it began,
    ``words``, and ``answer`` where a solution was found; ``log``: its own lines; ``verdict``.
    Raises InputError where the kind has no row ``cpsat``.
    """
    kind = puzzles.kind(puzzle.kind)
    if kind.page is None or "cpsat" not in kind.solvers:
        raise InputError(f"{kind.name} is not solved by CP-SAT")
    listener = _Listener()
    with standing_in(listener):
        result = api.solve(puzzle, "cpsat", budget=budget or Budget(), limit=_SOLUTIONS)
    answers = iter(result.solutions)
    events = []
    for event in listener.events:
        solved = event.pop("solved", False) and not listener.lazily
        solution = next(answers, None) if solved else None
        if solution is not None and kind.page.answer is not None:
            event["answer"] = kind.page.answer(puzzle, solution)
        events.append(event)
    return {"events": events, "log": listener.lines, "verdict": result.verdict.value}


class _Listener(StandIn):
    """Runs CP-SAT on what is stated, with our parameters, and keeps what it logs."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.events: list[Row] = []
        self._searches = 0

    def next_solution(self, stated: Stated, clock: Clock, iterations: int | None) -> Answer:
        if stated.formalism != "cpsat":
            return None
        from ortools.sat.python import cp_model

        from cpstudy.encode.cpsat import FAST_PARAMETERS

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
    """What the log of one search says happened, with the seconds since the search began."""
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
