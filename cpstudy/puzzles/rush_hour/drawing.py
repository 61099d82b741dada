"""Boards as letters for the terminal, as coloured blocks for SVG and PNG, and data for the page.

The goal of A is marked by ``*`` in empty cells, and by an outline.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from cpstudy.core import drawing as graphics
from cpstudy.core.palette import CHANGED, GRID, INK, PAPER, WALL, hue
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.rush_hour.puzzle import EMPTY, RED, RushHour, State
from cpstudy.puzzles.rush_hour.puzzle import WALL as WALL_CELL
from cpstudy.puzzles.rush_hour.shapes import Block, Cells

_STYLES = ("green", "yellow", "blue", "magenta", "cyan")
_INSET = 0.06


def text_picture(puzzle: RushHour, states: Sequence[State] = ()) -> TextPicture:
    """The states side by side, or the start if there are none."""
    columns, red = puzzle.columns, puzzle.blocks[puzzle.red]
    goal = {puzzle.goal_cell + down * columns + right for down, right in red.cells}
    boards = []
    for state in states or (puzzle.start,):
        spans = [_span(what, cell in goal) for cell, what in enumerate(puzzle.picture(state))]
        boards.append([spans[i : i + columns] for i in range(0, len(spans), columns)])
    return side_by_side(boards)


def _span(what: str, at_goal: bool) -> Span:
    if what == EMPTY:
        return Span("* " if at_goal else "· ", "dim")
    if what == WALL_CELL:
        return Span("# ")
    return Span(f"{what} ", "bold red" if what == RED else _STYLES[ord(what) % len(_STYLES)])


def drawing(puzzle: RushHour, states: Sequence[State] = ()) -> graphics.Drawing:
    """The states side by side, or the start if there are none."""
    shapes = partial(_shapes, puzzle)
    return graphics.row_of_boards(states or (puzzle.start,), puzzle.columns, puzzle.rows, shapes)


def _shapes(puzzle: RushHour, state: State, left: float) -> list[graphics.Shape]:
    shapes: list[graphics.Shape] = []
    for cell, what in enumerate(puzzle.cells):
        row, column = divmod(cell, puzzle.columns)
        fill = WALL if what == WALL_CELL else PAPER
        shapes.append(graphics.Polygon(graphics.box(left + column, row), fill, GRID))
    for block, place in zip(puzzle.blocks, state, strict=True):
        row, column = divmod(place, puzzle.columns)
        x, y = left + column, float(row)
        shapes.append(graphics.Polygon(_corners(block, x, y, _INSET), _fill(block.name), INK))
        shapes.append(graphics.Label(*_middle(block, x, y), block.name, INK, 0.4))
    row, column = divmod(puzzle.goal_cell, puzzle.columns)
    goal = _corners(puzzle.blocks[puzzle.red], left + column, float(row), 0.02)
    for start, end in zip(goal, (*goal[1:], goal[0]), strict=True):
        shapes.append(graphics.Line(*start, *end, CHANGED, 0.05))
    return shapes


def _corners(block: Block, x: float, y: float, inset: float) -> tuple[tuple[float, float], ...]:
    """The corners of a block whose first cell is at (x, y), moved inwards by ``inset``."""
    if block.is_rectangle:
        return graphics.box(x, y, inset, block.width, block.height)
    return tuple((x + right, y + down) for right, down in outline(block.cells, inset))


def _middle(block: Block, x: float, y: float) -> tuple[float, float]:
    """The place of a block's letter: its middle, or the centre of the cell nearest to it."""
    if block.is_rectangle:
        return x + block.width / 2, y + block.height / 2
    down, right = (sum(parts) / len(block.cells) for parts in zip(*block.cells, strict=True))
    near = min(block.cells, key=lambda cell: abs(cell[0] - down) + abs(cell[1] - right))
    return x + near[1] + 0.5, y + near[0] + 0.5


def outline(cells: Cells, inset: float) -> list[tuple[float, float]]:
    """The border of joined cells (row, column) as points (x, y), clockwise, moved inwards.

    Holes follow the outer border; each is connected to its first point in both directions.
    """
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in cells:
        corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        neighbours = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        for at, other in enumerate(neighbours):
            if other not in cells:
                (x, y), (next_x, next_y) = corners[at], corners[(at + 1) % 4]
                edges.setdefault((x, y), []).append((next_x - x, next_y - y))
    points: list[tuple[float, float]] = []
    while edges:
        loop = _loop(edges, min(edges, key=lambda corner: (corner[1], corner[0])), inset)
        points += [points[0], *loop, loop[0]] if points else loop
    return points


def _loop(
    edges: dict[tuple[int, int], list[tuple[int, int]]], start: tuple[int, int], inset: float
) -> list[tuple[float, float]]:
    """One border, removed from ``edges``; where two edges meet, it stays at the same cell."""
    direction, (x, y) = edges[start][0], start
    turns = []
    while (x, y) in edges:
        directions = edges[x, y]
        turned = (-direction[1], direction[0])
        following = turned if turned in directions else directions[0]
        directions.remove(following)
        if not directions:
            del edges[x, y]
        turns.append((x, y, direction, following))
        direction = following
        x, y = x + direction[0], y + direction[1]
    turns[0] = (*turns[0][:2], direction, turns[0][3])
    return [
        (x - inset * (one[1] + other[1]), y + inset * (one[0] + other[0]))
        for x, y, one, other in turns
        if one != other
    ]


def _fill(name: str) -> str:
    if name == RED:
        return "#d9534f"
    return hue(ord(name), 0.75, 0.55)


def board(puzzle: RushHour) -> dict[str, Any]:
    """Sizes; the blocks in search order, and the ranges (first, one past the last) of
    interchangeable ones; walls as cells, row by row; the goal of A.
    """
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "bothWays": puzzle.both_ways,
        "blocks": [block._asdict() for block in puzzle.blocks],
        "alike": [list(run) for run in puzzle.classes] if puzzle.both_ways else [],
        "walls": [cell for cell, what in enumerate(puzzle.cells) if what == WALL_CELL],
        "goal": list(puzzle.goal or ()),
    }


def state(puzzle: RushHour, places: State) -> str:
    """The first cells of the blocks, interchangeable blocks in order: ``0,7,12``."""
    return ",".join(map(str, puzzle.canonical(places)))
