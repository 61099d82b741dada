"""The log of a deduction as steps that can be told.

The log is replayed use by use on a fresh board, so that each reason (:mod:`.reasons`) is found in
what was known at that moment. A step's ``change`` has ``removed``, a list of (row, column, colour)
that became impossible, and ``placed``, the same of cells that came to one colour by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpstudy.core.explaining import Cell, Step
from cpstudy.puzzles.picross.deduction.solver import LOOKAHEAD, OVERLAP, RULES, Found
from cpstudy.puzzles.picross.explaining.reasons import of_line, of_supposition
from cpstudy.puzzles.picross.lines.board import board, can_be, remove, undo
from cpstudy.puzzles.picross.lines.state import Board
from cpstudy.puzzles.picross.puzzle import BLANK, SYMBOLS, Picross, clue_text


def cell_of(puzzle: Picross, cell: int) -> Cell:
    """(row, column)."""
    return divmod(cell, puzzle.columns)


def steps_of(puzzle: Picross, log: Iterable[Found]) -> Iterator[Step]:
    """All steps of a deduction of ``puzzle``, in order."""
    b = board(puzzle)
    undo(b, 0)
    for found in log:
        yield _step(puzzle, b, found)


def _step(puzzle: Picross, b: Board, found: Found) -> Step:
    if found.rule == LOOKAHEAD:
        because, why = _supposed(puzzle, b, found)
    else:
        because = of_line(puzzle, b, found)
        why = _why(puzzle, found)
    for cell, colour in found.removed:
        remove(b, cell, colour)
    undo(b, b.trailed)
    cells = list(dict.fromkeys(cell for cell, _ in found.removed))
    placed = [(cell, _only(puzzle, b, cell)) for cell in cells if b.left[cell] == 1]
    change = {
        "placed": [[*cell_of(puzzle, cell), colour] for cell, colour in placed],
        "removed": [[*cell_of(puzzle, cell), colour] for cell, colour in found.removed],
    }
    told = _what(puzzle, found, dict(placed))
    return Step(
        RULES[found.rule],
        tuple(cell_of(puzzle, cell) for cell in cells or puzzle.cells_of(found.subject)),
        tuple(cell_of(puzzle, cell) for cell in because),
        f"{told}: {why}",
        change,
    )


def _only(puzzle: Picross, b: Board, cell: int) -> int:
    return next(colour for colour in range(puzzle.colours + 1) if can_be(b, cell, colour))


def _name(colour: int) -> str:
    if colour == BLANK:
        return "blank"
    return "coloured" if colour == 1 else f"of colour {SYMBOLS[colour]}"


def _what(puzzle: Picross, found: Found, placed: dict[int, int]) -> str:
    """What is known now, by colour."""
    if not found.removed:
        return f"{puzzle.line_name(found.subject)} has no arrangement left"
    parts = []
    for colour in range(puzzle.colours + 1):
        cells = " ".join(puzzle.cell(cell) for cell, c in placed.items() if c == colour)
        parts += [f"{cells} {_name(colour)}"] if cells else []
    for colour in range(puzzle.colours + 1):
        lost = (cell for cell, c in found.removed if c == colour and cell not in placed)
        cells = " ".join(map(puzzle.cell, lost))
        parts += [f"{cells} not {_name(colour)}"] if cells else []
    return ", ".join(parts)


def _line(puzzle: Picross, line: int) -> str:
    return f"{puzzle.line_name(line)} ({clue_text(puzzle.clues[line], ' ') or 'no runs'})"


def _why(puzzle: Picross, found: Found) -> str:
    line = _line(puzzle, found.subject)
    if found.rule == OVERLAP:
        return f"the runs of {line} at the earliest and at the latest"
    return f"so in every arrangement of {line}"


def _supposed(puzzle: Picross, b: Board, found: Found) -> tuple[list[int], str]:
    cell, colour = divmod(found.subject, puzzle.colours + 1)
    failed, needed = of_supposition(puzzle, b, cell, colour)
    known = {x for line in needed for x in puzzle.cells_of(line) if b.left[x] <= puzzle.colours}
    others = ", ".join(puzzle.line_name(line) for line in reversed(needed[1:]))
    by_way = f" by way of {others}" if others else ""
    words = f"were it {_name(colour)}, {_line(puzzle, failed)} would have no arrangement{by_way}"
    return sorted(known), words
