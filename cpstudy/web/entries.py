"""A puzzle as the page reads it: its board, its deduction, its solutions, its plan.

The engines that the verbs use compute everything here, and every solution in an entry was checked
against the rules (:func:`cpstudy.core.solving.checked`). The page itself only knows how to make a
move and when a position is complete.
"""

from typing import Any

from cpstudy import api, puzzles
from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Ambiguity, Region
from cpstudy.core.kind import Kind, Page
from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import checked
from cpstudy.web.moves import explored

Entry = dict[str, Any]

# The budget for the verdict of a puzzle whose kind has no explainer.
_BUDGET = Budget(seconds=20)


def entry(
    puzzle: Any, source: str = "", seconds: float | None = None, at_first: float | None = None
) -> Entry:
    """Return the record of one puzzle, with the members that ``script/kind.js`` lists.

    source: the origin of the puzzle, in a word. seconds: limits all computations; when they end,
    the rest is left out, and the verdict may be unknown. at_first: limits the deduction, and
    everything if the kind has no explainer. If this limit ends it, the record has ``cut``; a
    solver gives the verdict in place of the deduction, and hints end where the steps end.

    Raises InputError if the kind has no page.
    """
    kind = puzzles.kind(puzzle.kind)
    shortly = kind.explaining is None and at_first is not None
    clock = Clock(at_first if shortly else seconds)
    if kind.page is None:
        raise InputError(f"{kind.name} has no page")
    board = kind.page.board(puzzle)
    found: Entry = {
        "kind": kind.name,
        "text": puzzle.encode(),
        "rows": board["rows"],
        "columns": board["columns"],
        "board": board,
    }
    if "size" in board:
        found["size"] = board["size"]
    if source:
        found["source"] = source
    if kind.explaining is not None:
        found |= _explained(kind, kind.page, puzzle, clock, at_first)
    elif kind.solvers:
        found |= _solved(kind.page, puzzle, clock)
    elif kind.page.state is not None:
        found |= explored(kind, kind.page, puzzle, clock)
    if kind.page.extras is not None:
        found["extras"] = {**found.get("extras", {}), **kind.page.extras(puzzle, clock)}
    if shortly and clock.late:
        found["cut"] = True
    return found


def _left(clock: Clock) -> tuple[Budget, ...]:
    """The budget of the seconds that are left; empty if there is no limit."""
    return () if clock.left is None else (Budget(seconds=clock.left),)


def _explained(kind: Kind, page: Page, puzzle: Any, clock: Clock, deducing: float | None) -> Entry:
    assert kind.explaining is not None
    explainer = kind.explaining.explainer
    explanation = explainer.explain(puzzle, *_left(clock if deducing is None else Clock(deducing)))
    if deducing is not None and explanation.stop is not Stop.DONE:
        steps = [step.row() for step in explanation.steps]
        return {**_solved(page, puzzle, clock), "steps": steps, "cut": True}
    found: Entry = {
        "verdict": explanation.verdict.value,
        "steps": [step.row() for step in explanation.steps],
    }
    if explanation.grade is not None:
        found["grade"] = explanation.grade
        found["level"] = explainer.levels.get(explanation.grade)
        found["score"] = explainer.score(explanation)
    if explanation.solution is not None:
        found["answer"] = _answer(page, puzzle, explanation.solution)
    if explanation.verdict is Verdict.MANY:
        differing = explainer.ambiguity(puzzle, *_left(clock))
        found |= _ambiguous(kind, page, puzzle, differing, clock)
    return found


def _ambiguous(kind: Kind, page: Page, puzzle: Any, found: Ambiguity | None, clock: Clock) -> Entry:
    """The regions in which solutions differ, and the nearest puzzle with one solution."""
    if found is None or found.solution is None:
        return {}

    def region(region: Region) -> Entry:
        alternative = checked(puzzle, region.alternative, "the page")
        return {
            "cells": region.cells,
            "answer": _answer(page, puzzle, alternative),
            "changed": region.changed,
        }

    record: Entry = {
        "answer": _answer(page, puzzle, found.solution),
        "regions": [region(one) for one in found.regions],
    }
    repair = kind.explaining and kind.explaining.repair
    try:
        repaired = repair(puzzle, *_left(clock)) if repair else None
    except InputError as error:
        record["unrepairable"] = str(error)
        return record
    if repaired is not None:
        record["repair"] = {
            "entry": entry(repaired.puzzle, seconds=clock.left),
            "changes": repaired.changes,
            "proved": repaired.proved,
        }
    return record


def _solved(page: Page, puzzle: Any, clock: Clock) -> Entry:
    result = api.solve(puzzle, page.solver, budget=next(iter(_left(clock)), _BUDGET))
    record: Entry = {"verdict": result.verdict.value}
    if result.solutions:
        record["answer"] = _answer(page, puzzle, result.solutions[0])
    return record


def _answer(page: Page, puzzle: Any, solution: Any) -> Any:
    return None if page.answer is None else page.answer(puzzle, solution)
