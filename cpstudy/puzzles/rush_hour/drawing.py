"""Boards as pictures: letters in the terminal, blocks in colour for SVG and PNG.

The goal of A is marked by ``*`` where it is empty, and by an outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from colorsys import hls_to_rgb

from cpstudy.core.drawing import (
    CHANGED,
    GRID,
    INK,
    PAPER,
    WALL,
    Drawing,
    Label,
    Line,
    Polygon,
    Shape,
    Span,
    TextPicture,
    box,
    side_by_side,
)
from cpstudy.puzzles.rush_hour.puzzle import EMPTY, RED, RushHour, State
from cpstudy.puzzles.rush_hour.puzzle import WALL as WALL_CELL

_STYLES = ("green", "yellow", "blue", "magenta", "cyan")
# Hues a golden section apart never come close to an earlier one for long.
_HUE_STEP = 0.6180339887
_INSET = 0.06


def text_picture(puzzle: RushHour, states: Sequence[State] = ()) -> TextPicture:
    """The states side by side, the start where none is given."""
    goal = _goal_cells(puzzle)
    boards = [_lines(puzzle, puzzle.picture(state), goal) for state in states or (puzzle.start,)]
    return side_by_side(boards)


def _goal_cells(puzzle: RushHour) -> set[int]:
    assert puzzle.goal is not None
    red = puzzle.blocks[puzzle.red]
    first = puzzle.goal[0] * puzzle.columns + puzzle.goal[1]
    return {
        first + down * puzzle.columns + right
        for down in range(red.height)
        for right in range(red.width)
    }


def _lines(puzzle: RushHour, cells: str, goal: set[int]) -> list[list[Span]]:
    lines = []
    for row in range(puzzle.rows):
        line = []
        for cell in range(row * puzzle.columns, (row + 1) * puzzle.columns):
            what = cells[cell]
            if what == EMPTY:
                line.append(Span("* " if cell in goal else "· ", "dim"))
            elif what == WALL_CELL:
                line.append(Span("# "))
            else:
                style = "bold red" if what == RED else _STYLES[ord(what) % len(_STYLES)]
                line.append(Span(f"{what} ", style))
        lines.append(line)
    return lines


def drawing(puzzle: RushHour, states: Sequence[State] = ()) -> Drawing:
    """The states side by side, the start where none is given."""
    shapes: list[Shape] = []
    left = 0.0
    for state in states or (puzzle.start,):
        shapes += _shapes(puzzle, state, left)
        left += puzzle.columns + 1
    return Drawing(left - 1, puzzle.rows, tuple(shapes))


def _shapes(puzzle: RushHour, state: State, left: float) -> list[Shape]:
    shapes: list[Shape] = []
    for cell, what in enumerate(puzzle.cells):
        row, column = divmod(cell, puzzle.columns)
        fill = WALL if what == WALL_CELL else PAPER
        shapes.append(Polygon(box(left + column, row), fill, GRID))
    for block, place in zip(puzzle.blocks, state, strict=True):
        row, column = divmod(place, puzzle.columns)
        x, y = left + column, float(row)
        corners = box(x, y, _INSET, block.width, block.height)
        shapes.append(Polygon(corners, _fill(block.name), INK))
        middle = (x + block.width / 2, y + block.height / 2)
        shapes.append(Label(*middle, block.name, INK, 0.4))
    assert puzzle.goal is not None
    red = puzzle.blocks[puzzle.red]
    goal = box(left + puzzle.goal[1], puzzle.goal[0], 0.02, red.width, red.height)
    for start, end in zip(goal, (*goal[1:], goal[0]), strict=True):
        shapes.append(Line(*start, *end, CHANGED, 0.05))
    return shapes


def _fill(name: str) -> str:
    if name == RED:
        return "#d9534f"
    parts = hls_to_rgb(ord(name) * _HUE_STEP % 1, 0.75, 0.55)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
