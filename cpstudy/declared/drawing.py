"""Pictures of declared boards by marks: characters for the terminal, shapes for SVG and PNG.

The marks of clues stand in the blocks of a kind, those of answers where its variables are made. In
characters it is the same shapes, a cell 3 wide and 1 high; of several solutions each is drawn, and
what differs from the first one is marked.
"""

from collections.abc import Callable, Iterator, Sequence

from cpstudy.core.drawing import (
    CHANGED,
    GRID,
    INK,
    LIT,
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
    outlines,
    side_by_side,
)
from cpstudy.declared.board import BLANK, Block, Cell
from cpstudy.declared.model import Group, model_of
from cpstudy.declared.puzzle import Declared

_SHADED = "#6b7480"
_GROUND = {WALL: ("█", "bold"), _SHADED: ("###", "blue")}
_DOUBLE = {"─": "═", "│": "║"}
# Spans of the outside clues, in cells.
_SIDES = ("left", "top", "right", "bottom")
# A group's place with its value, and whether it differs from the first solution.
Marked = tuple[Group, tuple[Cell, Cell] | Cell, int, bool]


def drawing(puzzle: Declared, solutions: Sequence[bytes] = ()) -> Drawing:
    """The solutions side by side, or the clues alone."""
    margins = margins_of(puzzle)
    width, height = _size(puzzle)
    shapes: list[Shape] = []
    for number, solution in enumerate(solutions or (None,)):
        x = number * (width + 1.0) + margins["left"]
        shapes += _shapes(puzzle, solution, solutions, x, float(margins["top"]))
    return Drawing(max(1, len(solutions)) * (width + 1) - 1, height, tuple(shapes))


def _shapes(
    puzzle: Declared, solution: bytes | None, solutions: Sequence[bytes], x: float, y: float
) -> list[Shape]:
    """One board."""
    shapes = cells(puzzle, x, y)
    if solution is not None:
        for marked in _marked(puzzle, solution, solutions[0]):
            shapes += _mark(marked, x, y)
    return shapes + clues(puzzle, x, y)


def _size(puzzle: Declared) -> tuple[int, int]:
    """Width and height, with the clues outside."""
    margins = margins_of(puzzle)
    return (
        puzzle.columns + margins["left"] + margins["right"],
        puzzle.rows + margins["top"] + margins["bottom"],
    )


def known(
    puzzle: Declared, values: Sequence[int | None], about: set[Cell], because: set[Cell]
) -> Drawing:
    """What is known of an answer: dots where a Boolean is false; cells lit, and others outlined."""
    margins = margins_of(puzzle)
    x, y = float(margins["left"]), float(margins["top"])
    shapes = cells(puzzle, x, y)
    shapes += [Polygon(box(x + c, y + r), LIT, GRID) for r, c in sorted(about)]
    for (group, place), value in zip(model_of(puzzle).place, values, strict=True):
        if value is not None:
            shapes += _mark((group, place, value, False), x, y)
            if not value and group.boolean and group.on_cells:
                shapes.append(Disc(x + place[1] + 0.5, y + place[0] + 0.5, 0.08, INK))
    shapes += clues(puzzle, x, y) + outlines(because, x, y)
    return Drawing(*_size(puzzle), tuple(shapes))


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
    if kind in ("number", "digit"):
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


def text_picture(puzzle: Declared, solutions: Sequence[bytes] = ()) -> TextPicture:
    """The solutions side by side, or the clues alone; ``*`` where one differs from the first."""
    margins = margins_of(puzzle)
    x, y = float(margins["left"]), float(margins["top"])
    width, height = _size(puzzle)
    boards = [
        _characters(_shapes(puzzle, solution, solutions, x, y), width, height)
        for solution in solutions or (None,)
    ]
    # Rows between cells stay only where one of the boards has something there.
    needed = [
        number % 2 == 1 or any(span.text != " " for lines in boards for span in lines[number])
        for number in range(len(boards[0]))
    ]
    return side_by_side(
        [[line for line, keep in zip(lines, needed, strict=True) if keep] for lines in boards]
    )


def _characters(shapes: Sequence[Shape], width: int, height: int) -> list[list[Span]]:
    """Shapes as characters: a cell is 3 wide and 1 high, with lines between cells."""
    signs = [[Span(" ")] * (4 * width + 1) for _ in range(2 * height + 1)]

    def put(x: float, y: float, text: str, style: str, double: bool = False) -> None:
        row, start = round(2 * y), max(0, round(4 * x) - len(text) // 2)
        for place, sign in enumerate(text, start):
            if place < len(signs[row]):
                again = double and signs[row][place].text == sign
                signs[row][place] = Span(_DOUBLE[sign] if again else sign, style)

    for shape in shapes:
        if isinstance(shape, Label):
            put(shape.x, shape.y, shape.text, "blue" if shape.colour == PIPE else "bold")
        elif isinstance(shape, Disc):
            if shape.fill == CHANGED:
                put(shape.x + 0.25, shape.y, "*", "bold red")
        elif isinstance(shape, Line):
            _along(put, (shape.x1, shape.y1), (shape.x2, shape.y2), shape.colour)
        elif shape.fill == "none":
            for one, other in zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True):
                _along(put, one, other, shape.edge or INK)
        else:
            left, top = shape.points[0]
            sign, style = {WALL: ("█", "bold"), _SHADED: ("###", "blue")}.get(
                shape.fill, ("·", "dim")
            )
            put(left + 0.5, top + 0.5, sign, style)
    return signs


def _along(
    put: Callable[[float, float, str, str, bool], None],
    one: tuple[float, float],
    other: tuple[float, float],
    colour: str,
) -> None:
    """A line across or down."""
    (x1, y1), (x2, y2) = sorted((one, other))
    across = x2 - x1 > 0.5
    steps = round(4 * (x2 - x1)) if across else round(2 * abs(y2 - y1))
    inside = 0.3 < (y1 if across else x1) % 1 < 0.7  # between cells a line fills its corners
    for step in range(steps + 1) if across and not inside else range(1, steps):
        share = step / steps
        x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        put(x, y, "─" if across else "│", "blue" if colour == PIPE else "", inside)
