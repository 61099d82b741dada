"""Boards as pictures: in characters for the terminal, as shapes for SVG and PNG.

Thick lines separate boxes, regions and cages; clues are bold, values of a solution plain, and cells
that differ from the first solution are marked (``*``, a shaded cell). A cage's target is in its
first cell. After steps of a deduction, a cell's remaining values are pencil marks.
"""

from collections.abc import Collection, Sequence
from math import ceil
from typing import Any, cast

from cpstudy.core.drawing import Drawing, Label, Line, Polygon, Shape, box, outlines
from cpstudy.core.explaining import Ambiguity, Step, lit
from cpstudy.core.palette import CHANGED, GRID, INK, LIT, PAPER, PIPE, SHADE, WALL
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.latin.rules import DIGITS, Latin, peers_of

# The space for pencil marks in a cell: all of it, or the part below the target of a cage.
_ALL, _BELOW_TARGETS = 0.06, 0.3
_SIGNS = str.maketrans("-x/", "−×÷")  # operations in mathematical notation


def blocks(puzzle: Latin) -> list[int]:
    """The number of each cell's box, region or cage, from 1."""
    return [label + 1 for label in puzzle.labels]


def _targets(puzzle: Latin) -> dict[int, str]:
    return {cage.cells[0]: cage.words for cage in puzzle.cages}


def text_picture(puzzle: Latin, solutions: Sequence[bytes] = ()) -> TextPicture:
    """The solutions side by side; a ``*`` marks cells that differ from the first."""
    shown = list(solutions) or [puzzle.clues]
    return side_by_side([_lines(puzzle, values, shown[0]) for values in shown])


def _lines(puzzle: Latin, values: bytes, first: bytes) -> list[list[Span]]:
    order, block, targets = puzzle.order, blocks(puzzle), _targets(puzzle)
    width = max((len(words) for words in targets.values()), default=0)
    inner = width + 2 + (width > 0)
    span = range(order)
    lines = [_rule(block, order, 0, inner)]
    for row in span:
        line = [Span("│")]
        for column in span:
            cell = row * order + column
            value = values[cell]
            mark = Span("*", "bold red") if value != first[cell] else Span(" ")
            digit = Span(DIGITS[value - 1] if value else "·", _style(puzzle, cell, value))
            target = [Span(f"{targets.get(cell, ''):<{width}} ", "dim")] if width else []
            wall = column + 1 == order or block[cell] != block[cell + 1]
            line += [*target, digit, mark, Span("│" if wall else " ")]
        lines += [line, _rule(block, order, row + 1, inner)]
    return [line for line in lines if line]


def _style(puzzle: Latin, cell: int, value: int) -> str:
    if not value:
        return "dim"
    return "bold" if puzzle.clues[cell] else "blue"


def _rule(block: list[int], order: int, row: int, inner: int) -> list[Span]:
    """The line above a row: a stroke where two blocks meet; nothing if there is none."""
    edge = row in (0, order)
    parts = [edge or block[row * order + c] != block[(row - 1) * order + c] for c in range(order)]
    if not any(parts):
        return []
    text = "".join("+" + ("-" if part else " ") * inner for part in parts)
    return [Span(text + "+")]


def drawing(puzzle: Latin, solutions: Sequence[bytes] = ()) -> Drawing:
    """The solutions side by side; cells that differ from the first are shaded."""
    shown = list(solutions) or [puzzle.clues]
    shapes: list[Shape] = []
    for place, values in enumerate(shown):
        changed = {cell for cell, value in enumerate(values) if value != shown[0][cell]}
        shapes += _board(puzzle, values, place * (puzzle.order + 1.0), changed=changed)
    return Drawing(len(shown) * (puzzle.order + 1) - 1, puzzle.order, tuple(shapes))


def _board(
    puzzle: Latin,
    values: bytes,
    left: float = 0.0,
    *,
    changed: Collection[int] = (),
    shaded: Collection[int] = (),
) -> list[Shape]:
    """The board, ``left`` cells to the right; values of 0 are empty.

    changed: cells that differ from the first solution. shaded: cells that are lit.
    """
    order, block, targets = puzzle.order, blocks(puzzle), _targets(puzzle)
    cells: list[Shape] = []
    lines: list[Shape] = []
    labels: list[Shape] = []
    low = 0.58 if targets else 0.5
    for cell, value in enumerate(values):
        row, column = divmod(cell, order)
        x = left + column
        shade = SHADE if cell in changed else LIT if cell in shaded else PAPER
        cells.append(Polygon(box(x, row), shade, GRID))
        if value:
            colour = CHANGED if cell in changed else INK if puzzle.clues[cell] else PIPE
            size = 0.5 if value < 10 else 0.42
            labels.append(Label(x + 0.5, row + low, str(value), colour, size))
        if cell in targets:
            labels.append(Label(x + 0.3, row + 0.17, targets[cell].translate(_SIGNS), INK, 0.22))
        if column and block[cell] != block[cell - 1]:
            lines.append(Line(x, row, x, row + 1, WALL, 0.06))
        if row and block[cell] != block[cell - order]:
            lines.append(Line(x, row, x + 1, row, WALL, 0.06))
    right = left + order
    for unit in puzzle.units:
        if unit.name.endswith("diagonal"):
            start, end = (left, right) if unit.cells[0] == 0 else (right, left)
            lines.append(Line(start, 0, end, order, GRID, 0.04))
    for x, y, to_x, to_y in (
        (left, 0, right, 0),
        (left, order, right, order),
        (left, 0, left, order),
        (right, 0, right, order),
    ):
        lines.append(Line(x, y, to_x, to_y, WALL, 0.06))
    return cells + lines + labels


def known(puzzle: Latin, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """The board after ``steps``; cells of the last ``latest`` lit, their reasons outlined."""
    values, left = _after(puzzle, steps)
    about, because = lit(steps, latest)
    shapes = _board(puzzle, values, shaded={row * puzzle.order + column for row, column in about})
    shapes += outlines(because)
    for cell, marks in enumerate(left):
        if not values[cell]:
            shapes += _marks(puzzle, cell, marks)
    return Drawing(puzzle.order, puzzle.order, tuple(shapes))


def _after(puzzle: Latin, steps: Sequence[Step]) -> tuple[bytes, list[set[int]]]:
    """The value of each cell, 0 if unknown, and its remaining values."""
    order, peers = puzzle.order, peers_of(puzzle.units)
    values = bytearray(order**2)
    left = [set(range(1, order + 1)) for _ in values]

    def place(cell: int, value: int) -> None:
        values[cell] = value
        for peer in peers[cell]:
            left[peer].discard(value)

    for cell, clue in enumerate(puzzle.clues):
        if clue:
            place(cell, clue)
    for step in steps:
        if "value" in step.change:
            (row, column), *_ = step.cells
            place(row * order + column, step.change["value"])
        for row, column, removed in step.change.get("removed", ()):
            left[row * order + column] -= set(removed)
    return bytes(values), left


def _marks(puzzle: Latin, cell: int, values: set[int]) -> list[Shape]:
    """Pencil marks, each in the place of its value."""
    across = ceil(puzzle.order**0.5)
    down = ceil(puzzle.order / across)
    top = _BELOW_TARGETS if puzzle.cages else _ALL
    wide, high = (1 - 2 * _ALL) / across, (1 - top - _ALL) / down
    row, column = divmod(cell, puzzle.order)
    marks: list[Shape] = []
    for value in sorted(values):
        y, x = divmod(value - 1, across)
        place = (column + _ALL + (x + 0.5) * wide, row + top + (y + 0.5) * high)
        marks.append(Label(*place, str(value), INK, 0.8 * min(wide, high)))
    return marks


def board(puzzle: Latin) -> dict[str, Any]:
    """Clues (0: none), blocks, whether there are diagonals, and cages.

    blocks: the number of each cell's box, region or cage from 1, 0 for no block. Targets are text,
    since they may exceed the page's numbers.
    """
    return {
        "rows": puzzle.order,
        "columns": puzzle.order,
        "clues": list(puzzle.clues),
        "blocks": blocks(puzzle),
        "diagonals": bool(getattr(puzzle, "diagonals", False)),
        "cages": [
            {
                "cells": list(cage.cells),
                "target": str(cage.target),
                "operations": "".join(cage.operations),
                "operation": cage.operation if len(cage.cells) > 1 else "",
            }
            for cage in puzzle.cages
        ],
    }


def ambiguity_picture(ambiguity: Ambiguity) -> TextPicture:
    """The map's solution and the other solution of each region, in characters."""
    return text_picture(ambiguity.puzzle, _differing(ambiguity))


def ambiguity_drawing(ambiguity: Ambiguity) -> Drawing:
    """The same as shapes."""
    return drawing(ambiguity.puzzle, _differing(ambiguity))


def _differing(ambiguity: Ambiguity) -> list[bytes]:
    solutions = [ambiguity.solution, *(region.alternative for region in ambiguity.regions)]
    return [cast(bytes, solution) for solution in solutions if solution is not None]
