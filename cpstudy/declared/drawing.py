"""Pictures of declared boards by marks: characters for the terminal, shapes for SVG and PNG.

The marks of clues stand in the blocks of a kind, those of answers where its variables are made. In
characters a board is a grid of lines where regions or walls part cells; of several solutions each
is drawn, and cells that differ from the first one are marked.
"""

from collections.abc import Iterator, Sequence

from cpstudy.core.drawing import (
    CHANGED,
    GRID,
    INK,
    PAPER,
    PIPE,
    WALL,
    Disc,
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
from cpstudy.declared.board import BLANK, Block, Cell
from cpstudy.declared.model import Group, model_of
from cpstudy.declared.puzzle import Declared

_SHADED = "#6b7480"
# Spans of the outside clues, in cells.
_SIDES = ("left", "top", "right", "bottom")
# A group's place with its value, and whether it differs from the first solution.
Marked = tuple[Group, tuple[Cell, Cell] | Cell, int, bool]


def drawing(puzzle: Declared, solutions: Sequence[bytes] = ()) -> Drawing:
    """The solutions side by side, or the clues alone."""
    margins = margins_of(puzzle)
    width = puzzle.columns + margins["left"] + margins["right"]
    height = puzzle.rows + margins["top"] + margins["bottom"]
    shapes: list[Shape] = []
    left = 0.0
    for solution in solutions or (None,):
        x, y = left + margins["left"], float(margins["top"])
        shapes += cells(puzzle, x, y)
        if solution is not None:
            for marked in _marked(puzzle, solution, solutions[0]):
                shapes += _mark(marked, x, y)
        shapes += clues(puzzle, x, y)
        left += width + 1
    return Drawing(left - 1, height, tuple(shapes))


def margins_of(puzzle: Declared) -> dict[str, int]:
    """1 for each side that has clues, else 0."""
    return {side: int(any(b.over == side for b in puzzle.blocks)) for side in _SIDES}


def _marked(puzzle: Declared, solution: bytes, first: bytes) -> Iterator[Marked]:
    for (group, place), value, other in zip(model_of(puzzle).place, solution, first, strict=True):
        yield group, place, value, value != other


def cells(puzzle: Declared, x: float, y: float) -> list[Shape]:
    """The ground of each cell: paper, or a wall."""
    walls = {
        cell
        for block in puzzle.blocks
        if block.mark == "wall"
        for cell, token in puzzle.board[block.name].items()
        if token != BLANK
    }
    return [
        Polygon(box(x + c, y + r), WALL if (r, c) in walls else PAPER, GRID)
        for r, c in puzzle.board.cells
    ]


def clues(puzzle: Declared, x: float, y: float) -> list[Shape]:
    """The tokens and the lines between regions."""
    board = puzzle.board
    shapes: list[Shape] = []
    for block in puzzle.blocks:
        tokens = board[block.name]
        if block.mark == "regions":
            shapes += _borders(puzzle, tokens, x, y)
        elif block.mark:
            for (r, c), token in tokens.items():
                if token not in (BLANK, "#"):
                    dx, dy = _centre(puzzle, block, (r, c))
                    colour = PAPER if block.mark == "wall" else INK
                    size = 0.55 if len(token) < 3 else 0.35
                    if block.mark == "circle":
                        shapes += [
                            Disc(x + dx, y + dy, 0.42, INK),
                            Disc(x + dx, y + dy, 0.36, PAPER),
                        ]
                    if block.mark == "corner":
                        dx, dy, size = dx - 0.28, dy - 0.32, 0.25
                    shapes.append(Label(x + dx, y + dy, token, colour, size))
    return shapes


def _centre(puzzle: Declared, block: Block, place: Cell) -> tuple[float, float]:
    """Where a token of a block stands, in cells from the board's corner."""
    r, c = place
    return {
        "cells": (c + 0.5, r + 0.5),
        "board": (0.5, -0.5),
        "left": (-0.5, c + 0.5),
        "right": (puzzle.columns + 0.5, c + 0.5),
        "top": (c + 0.5, -0.5),
        "bottom": (c + 0.5, puzzle.rows + 0.5),
        "beside": (c + 1.0, r + 0.5),
        "below": (c + 0.5, r + 1.0),
    }[block.over]


def _borders(puzzle: Declared, token: dict[Cell, str], x: float, y: float) -> list[Shape]:
    """Lines between cells of different tokens, and round the board."""
    frame = Polygon(box(x, y, 0, puzzle.columns, puzzle.rows), "none", INK, 0.08)
    walls = [pair for pair in puzzle.board.edges if token[pair[0]] != token[pair[1]]]
    return [frame, *(_wall(pair, x, y, INK) for pair in walls)]


def _wall(pair: tuple[Cell, Cell], x: float, y: float, colour: str) -> Line:
    (r, c), (row, _) = pair[1], pair[0]
    across = row == r
    end = (x + c, y + r + 1) if across else (x + c + 1, y + r)
    return Line(x + c, y + r, *end, colour, 0.08)


def _mark(marked: Marked, x: float, y: float) -> list[Shape]:
    """The shapes of a value of an answer."""
    group, place, value, differs = marked
    kind, _, sign = group.mark.partition(" ")
    ends = place if isinstance(place[0], tuple) else (place, place)
    (r1, c1), (r2, c2) = ends
    half = 0.0 if kind == "side" else 0.5
    mx, my = x + (c1 + c2) / 2 + half, y + (r1 + r2) / 2 + half
    shapes: list[Shape] = [Disc(mx, my, 0.1, CHANGED)] if differs else []
    if kind == "number":
        shapes.append(Label(mx, my, str(value), PIPE, 0.5))
    elif not value:
        return shapes
    elif kind == "shade":
        shapes.insert(0, Polygon(box(x + c1, y + r1), _SHADED, GRID))
    elif kind == "symbol":
        shapes.append(Label(mx, my, sign, PIPE, 0.6))
    elif kind == "wall":
        shapes.append(_wall((ends[0], ends[1]), x, y, PIPE))
    elif kind == "box":
        corners = box(x + c1, y + r1, 0.04, c2 - c1 + 1, r2 - r1 + 1)
        shapes.append(Polygon(corners, "none", PIPE, 0.08))
    elif kind in ("line", "side"):
        for number in range(value):
            off = (number - (value - 1) / 2) * 0.16
            dx, dy = (off, 0.0) if c1 == c2 else (0.0, off)
            start = (x + c1 + half + dx, y + r1 + half + dy)
            shapes.append(Line(*start, x + c2 + half + dx, y + r2 + half + dy, PIPE, 0.09))
    return shapes


# -- characters ------------------------------------------------------------------------------------


class _Canvas:
    """Characters of a board: a cell is 3 wide, with a column and a row of lines between cells."""

    def __init__(self, puzzle: Declared) -> None:
        self._margins = margins_of(puzzle)
        width = puzzle.columns + self._margins["left"] + self._margins["right"]
        height = puzzle.rows + self._margins["top"] + self._margins["bottom"]
        self._signs = [[Span(" ")] * (4 * width + 1) for _ in range(2 * height + 1)]

    def put(self, x: float, y: float, text: str, style: str = "") -> None:
        """Centre a text at a point of the board, in cells."""
        row = round(2 * (y + self._margins["top"]))
        middle = round(4 * (x + self._margins["left"]))
        start = middle - len(text) // 2
        for place, sign in enumerate(text, max(0, start)):
            if 0 <= row < len(self._signs) and place < len(self._signs[row]):
                self._signs[row][place] = Span(sign, style)

    def lines(self) -> list[list[Span]]:
        """The rows of characters."""
        return self._signs


def text_picture(puzzle: Declared, solutions: Sequence[bytes] = ()) -> TextPicture:
    """The solutions side by side, or the clues alone; ``*`` where one differs from the first."""
    boards = [_lines(puzzle, solution, solutions) for solution in solutions or (None,)]
    # Rows between cells stay only where one of the boards has something there.
    needed = [
        number % 2 == 1 or any(span.text != " " for lines in boards for span in lines[number])
        for number in range(len(boards[0]))
    ]
    return side_by_side(
        [[line for line, keep in zip(lines, needed, strict=True) if keep] for lines in boards]
    )


def _lines(
    puzzle: Declared, solution: bytes | None, solutions: Sequence[bytes]
) -> list[list[Span]]:
    canvas = _Canvas(puzzle)
    for r, c in puzzle.board.cells:
        canvas.put(c + 0.5, r + 0.5, "·", "dim")
    for block in puzzle.blocks:
        tokens = puzzle.board[block.name]
        if block.mark == "regions":
            _text_borders(canvas, puzzle, tokens)
        elif block.mark:
            for place, token in tokens.items():
                if token != BLANK:
                    shown = "█" if token == "#" else token
                    canvas.put(*_centre(puzzle, block, place), shown, "bold")
    if solution is not None:
        for marked in _marked(puzzle, solution, solutions[0]):
            _text_mark(canvas, marked)
    return canvas.lines()


def _text_borders(canvas: _Canvas, puzzle: Declared, token: dict[Cell, str]) -> None:
    for r in range(puzzle.rows):
        canvas.put(0, r + 0.5, "│")
        canvas.put(puzzle.columns, r + 0.5, "│")
    for c in range(puzzle.columns):
        canvas.put(c + 0.5, 0, "───")
        canvas.put(c + 0.5, puzzle.rows, "───")
    for pair in puzzle.board.edges:
        if token[pair[0]] != token[pair[1]]:
            _text_wall(canvas, pair, "")


def _text_wall(canvas: _Canvas, pair: tuple[Cell, Cell], style: str) -> None:
    (row, _), (r, c) = pair
    if row == r:
        canvas.put(c, r + 0.5, "│", style)
    else:
        canvas.put(c + 0.5, r, "───", style)


def _text_mark(canvas: _Canvas, marked: Marked) -> None:
    group, place, value, differs = marked
    kind, _, sign = group.mark.partition(" ")
    style = "bold red" if differs else "blue"
    (r1, c1), (r2, c2) = place if isinstance(place[0], tuple) else (place, place)
    half = 0.0 if kind == "side" else 0.5
    x, y = (c1 + c2) / 2 + half, (r1 + r2) / 2 + half
    if kind == "number":
        canvas.put(x, y, str(value), style)
    elif value and kind == "shade":
        canvas.put(x, y, "#", style)
    elif value and kind == "symbol":
        canvas.put(x, y, sign, style)
    elif value and kind == "wall":
        _text_wall(canvas, ((r1, c1), (r2, c2)), style)
    elif value and kind == "box":
        for r in range(r1, r2 + 1):
            canvas.put(c1, r + 0.5, "│", style)
            canvas.put(c2 + 1, r + 0.5, "│", style)
        for c in range(c1, c2 + 1):
            canvas.put(c + 0.5, r1, "───", style)
            canvas.put(c + 0.5, r2 + 1, "───", style)
    elif value and kind in ("line", "side"):
        _text_line(canvas, (c1 + half, r1 + half), (c2 + half, r2 + half), value, style)
    if differs and kind in ("shade", "symbol", "number"):
        canvas.put(x + 0.25, y, "*", style)


def _text_line(
    canvas: _Canvas, start: tuple[float, float], end: tuple[float, float], value: int, style: str
) -> None:
    (x1, y1), (x2, y2) = start, end
    signs = ("─", "═") if y1 == y2 else ("│", "║")
    sign = signs[min(value, 2) - 1]
    steps = round(4 * (x2 - x1) + 2 * (y2 - y1))
    for step in range(1, steps):
        canvas.put(x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps, sign, style)
