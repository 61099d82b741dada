"""What the page shows of a solver at work: our clause learning turn by turn, CP-SAT by its log.

Clause learning is recorded (:mod:`cpstudy.cdcl.recording`) while the row ``cdcl`` looks for two
solutions, and each variable comes with its words and its place on the board. CP-SAT reports no
decision, no propagation and no learnt clause, one by one: its log has the model before and after
presolve, what found a solution or a bound and when, and counters at the end. So these are all that
is shown of it.
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

# Larger boards are no longer followed by eye. Events beyond the bound are not recorded.
MOST_CELLS = 400
MOST_EVENTS = 8_000
# In files: of so many puzzles a kind, of at most so many cells and events, the hardest first.
_EACH, _SMALL, _BRIEF = 2, 64, 1_500
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
