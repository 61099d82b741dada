"""The log of a deduction as steps that can be told.

The log is replayed step by step on fresh knowledge, so that each reason (:mod:`.reasons`) is found
in what was known at that moment. A step's ``change`` has ``side`` (a name) and ``open`` where an
edge of its first cell became known, ``removed`` (open sides, as numbers) where its cell lost
orientations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpstudy.core.explaining import Step, cells_of
from cpstudy.puzzles.pipes.deduction.knowledge import (
    RULES,
    Knowledge,
    keep,
    knowledge,
    log,
    set_edge,
)
from cpstudy.puzzles.pipes.explaining.reasons import REASONS, position, shown
from cpstudy.puzzles.pipes.puzzle import SIDE_NAMES, Pipes


def steps_of(puzzle: Pipes, logged: Knowledge) -> Iterator[Step]:
    """All steps of a deduction of ``puzzle``, in order."""
    k = knowledge(puzzle)
    seen = position(k)
    for rule, tile, side, value in log(logged).tolist():
        because, why = REASONS[rule](puzzle, seen, tile, side, value)
        about = [tile]
        change: dict[str, Any]
        if side >= 0:
            beyond = seen.neighbours[tile][side]
            about.append(beyond)
            change = {"side": SIDE_NAMES[side], "open": bool(value)}
            state = "open" if value else "closed"
            what = f"the edge {puzzle.cell(tile)}–{puzzle.cell(beyond)} is {state}"
            set_edge(k, rule, tile, side, value)
        else:
            removed = [mask for mask in range(16) if value >> mask & 1]
            change = {"removed": removed}
            what = f"{puzzle.cell(tile)} is not {shown(value)}"
            keep(k, rule, tile, seen.possible[tile] & ~value)
        cells = cells_of(puzzle.columns, about)
        forcing = cells_of(puzzle.columns, because)
        yield Step(RULES[rule], cells, forcing, f"{what}: {why}", change)
