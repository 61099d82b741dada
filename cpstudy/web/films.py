"""Solvers at work on the page: our clause learning step by step, CP-SAT by its log.

Clause learning is recorded (:mod:`cpstudy.cdcl.recording`) while the row ``cdcl`` searches for two
solutions. Each variable has its words and its place on the board. CP-SAT does not report single
decisions, propagations or learnt clauses. Its log has the model before and after presolve, the
strategies that found a solution or a bound, with times, and counters at the end; the page shows
these.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from cpstudy import api, puzzles
from cpstudy.cdcl.recording import Event, Recorder, counters, recording
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import LEVELS
from cpstudy.core.kind import Kind, Learning
from cpstudy.core.result import Budget, Result
from cpstudy.core.solving import Request
from cpstudy.encode.sessions import standing_in

# Nobody can follow larger boards by eye. Events beyond the bound are not recorded.
MOST_CELLS = 400
MOST_EVENTS = 8_000
# In files: recordings per kind, the hardest puzzles first; most cells; most events.
_EACH, _SMALL, _BRIEF = 2, 64, 1_500
_HARDEST = (*reversed(LEVELS), None)
# The search for a second solution shows whether there is another one.
_SOLUTIONS = 2

Row = dict[str, Any]


def learning_of(kind: Kind) -> Learning | None:
    """The clause learning of a kind, or None if the page cannot show it on the board."""
    return kind.page.learning if kind.page else None


def recorded(puzzle: Any, budget: Budget | None = None, most: int = MOST_EVENTS) -> Recorder:
    """Record the clause learning on a puzzle, up to two solutions and at most ``most`` events.

    Raises InputError if its kind has no clause learning or the board is too large.
    """
    return _recorded(puzzle, budget, most)[0]


def film(puzzle: Any, budget: Budget | None = None) -> Row:
    """Return the recorded clause learning on a puzzle as the page reads it.

    ``meanings``: of the variables from 1 on, with the members of
    :class:`cpstudy.core.kind.Meaning`; ``events``: with the members of
    :class:`cpstudy.cdcl.recording.Event` that are not empty; ``counters``: of the whole search;
    ``whole``: whether all of it was recorded; ``verdict``; ``propagator``: the claim of the
    propagator. Raises InputError as :func:`recorded` does.
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
    """Return recordings of small, hard puzzles of each kind, for a page that is a file.

    Each has ``kind``, ``text`` and ``film``.
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
    """Return what CP-SAT logs while it searches for two solutions.

    ``events``: each has ``search``, the number of the search from 1; ``seconds`` since that began;
    ``words``; and ``answer`` if a solution was found. ``log``: the lines of CP-SAT; ``verdict``.
    Raises InputError if the kind has no row ``cpsat``.
    """
    kind = puzzles.kind(puzzle.kind)
    if kind.page is None or "cpsat" not in kind.solvers:
        raise InputError(f"{kind.name} is not solved by CP-SAT")
    from cpstudy.encode.cpsat_log import CpsatLog

    listener = CpsatLog()
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
