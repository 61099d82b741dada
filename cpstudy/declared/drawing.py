"""Pictures of declared boards by marks: characters for the terminal, shapes for SVG and PNG.

Blocks of a kind have the marks of clues; groups of variables have those of answers. A picture in
characters draws the same shapes, with cells 3 wide and 1 high. Of several solutions each is drawn,
and its differences from the first one are marked.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from cpstudy.core import drawing as core
from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, Shape, box
from cpstudy.core.palette import CHANGED, GRID, INK, LIT, PAPER, PIPE, WALL
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.declared.board import BLANK, STEPS, Block, Board, Cell, Edge
from cpstudy.declared.model import Group, model_of
from cpstudy.declared.puzzle import Declared

_SHADED, _GREEN = "#6b7480", "#3f8a5b"
_GROUND = {WALL: ("█", "bold"), _SHADED: ("###", "blue")}
_DOUBLE = {"─": "═", "│": "║"}
# Marks of cells that are walls; arrows of directions.
_WALLS = ("wall", "arrow", "sums")
_ARROWS = str.maketrans("nesw", "↑→↓←")
_DIAGONALS = {"nw": "↖", "ne": "↗", "se": "↘", "sw": "↙"}
# Signs between cells, and half of the way from the tip to the open side.
_TURNED = {"<": (0.08, 0.0), ">": (-0.08, 0.0), "^": (0.0, 0.08), "v": (0.0, -0.08)}
# How far the line of a cage lies inside its border.
_INSET = 0.07


def drawing(puzzle: Declared, solutions: Sequence[bytes] = ()) -> Drawing:
    """Draw the solutions side by side, or the clues alone."""

    def placed(solution: bytes | None, left: float) -> list[Shape]:
        return _beside_margins(puzzle, _shapes(puzzle, solution, solutions), left)

    return core.row_of_boards(solutions or (None,), *_size(puzzle), placed)


def _shapes(
    puzzle: Declared, solution: bytes | None, solutions: Sequence[bytes], short: bool = False
) -> list[Shape]:
    """Draw a board; its differences from the first solution are marked. short: as in `clues`."""
    shapes = cells(puzzle)
    if solution is not None:
        model = model_of(puzzle)
        for (group, place), value, first in zip(model.place, solution, solutions[0], strict=True):
            shapes += _mark(group, place, value, value != first)
        values = model.by_group(solution)
        for of in (values[group.name] for group in model.groups if group.mark == "area"):
            shapes += (_wall((a, b), PIPE) for a, b in puzzle.board.edges if of[a] != of[b])
    return shapes + clues(puzzle, short)


def _size(puzzle: Declared) -> tuple[int, int]:
    """Return width and height with the clues outside."""
    over = {block.over for block in puzzle.blocks}
    beside, above = over & {"left", "right"}, over & {"top", "bottom"}
    return puzzle.columns + len(beside), puzzle.rows + len(above)


def _beside_margins(puzzle: Declared, shapes: Iterable[Shape], x: float = 0.0) -> list[Shape]:
    """Return the shapes of a board whose margins begin at x."""
    over = {block.over for block in puzzle.blocks}
    return [core.scaled(shape, x + ("left" in over), "top" in over) for shape in shapes]


def known(
    puzzle: Declared, values: Sequence[int | None], about: set[Cell], because: set[Cell]
) -> Drawing:
    """Draw known values of an answer: dots for false Booleans; cells lit, and others outlined."""
    shapes = cells(puzzle)
    shapes += [Polygon(box(c, r), LIT, GRID) for r, c in sorted(about)]
    for (group, place), value in zip(model_of(puzzle).place, values, strict=True):
        if value is not None:
            shapes += _mark(group, place, value, False)
            if not value and group.boolean and group.on_cells:
                shapes.append(Disc(place[1] + 0.5, place[0] + 0.5, 0.08, INK))
    shapes += clues(puzzle) + core.outlines(because)
    return Drawing(*_size(puzzle), tuple(_beside_margins(puzzle, shapes)))


def cells(puzzle: Declared) -> list[Shape]:
    """Draw the ground of each cell: paper, or a wall."""
    board = puzzle.board
    walls = {c for b in puzzle.blocks if b.mark in _WALLS for c in board.clues(b.name)}
    grounds = ((c, WALL if c in walls else PAPER) for c in board.cells)
    return [Polygon(box(c, r), ground, GRID) for (r, c), ground in grounds]


def clues(puzzle: Declared, short: bool = False) -> list[Shape]:
    """Draw the tokens and the lines between regions. short: a label for each token."""
    shapes, board = list[Shape](), puzzle.board
    for block in puzzle.blocks:
        if block.mark in ("regions", "cages"):
            shapes += _regions(board, block, short)
        elif block.mark == "thermometer" and not short:
            for of in board.numbered(block.name).values():
                shapes += _thermometer(of[number] for number in sorted(of))
        elif block.mark:
            for place, token in board.clues(block.name).items():
                if token != "#":
                    middle = block.middle(place, puzzle.rows, puzzle.columns)
                    shapes += _clue(block, *middle, token, short)
    return shapes


def _regions(board: Board, block: Block, short: bool) -> list[Shape]:
    """Draw walls between regions; for cages, dashed lines, and walls between the boxes.

    Characters have one sort of line, so cages have walls there.
    """
    of, cages = board[block.name], list[Shape]()
    if block.mark == "cages" and not short:
        cages = _cages(of)
        of = {c: name for name, inside in board.named_boxes for c in inside}
    frame = Polygon(box(0, 0, 0, board.columns, board.rows), "none", INK, 0.08)
    walls = [_wall(pair, INK) for pair in board.edges if of[pair[0]] != of[pair[1]]]
    return [*cages, frame, *walls]


def _cages(of: Mapping[Cell, str]) -> list[Shape]:
    """Draw a dashed line inside the border of each cage."""
    shapes: list[Shape] = []
    for (r, c), name in of.items():
        for side in STEPS.values() if name != BLANK else ():
            if of.get((r + side[0], c + side[1])) != name:
                (y1, x1), (y2, x2) = (_end(of, (r, c), side, way) for way in (-1, 1))
                shapes.append(Line(x1, y1, x2, y2, INK, 0.03, True))
    return shapes


def _end(of: Mapping[Cell, str], cell: Cell, side: Cell, way: int) -> tuple[float, float]:
    """Return where the line at a side ends: before a corner of the cage, after an inner corner."""
    (r, c), (dy, dx) = cell, side
    ay, ax = way * abs(dx), way * abs(dy)
    reach = 0.5 - _INSET
    if of.get((r + ay, c + ax)) == of[cell]:
        reach = 0.5 + _INSET * (of.get((r + ay + dy, c + ax + dx)) == of[cell])
    return r + 0.5 + dy * (0.5 - _INSET) + ay * reach, c + 0.5 + dx * (0.5 - _INSET) + ax * reach


def _thermometer(cells: Iterable[Cell]) -> list[Shape]:
    """Draw a bulb at the first cell, and a line over the others."""
    way = [(c + 0.5, r + 0.5) for r, c in cells]
    lines = [Line(*one, *other, GRID, 0.3) for one, other in pairwise(way)]
    return [Disc(*way[0], 0.36, GRID), *lines]


def _clue(block: Block, x: float, y: float, token: str, short: bool) -> list[Shape]:
    """Draw a token with its middle at (x, y)."""
    if block.mark == "arrow":
        token = token.translate(_ARROWS)
    colour, size = PAPER if block.mark in _WALLS else INK, 0.55 if len(token) < 3 else 0.35
    label = Label(x, y, token, colour, size)
    if block.mark in ("corner", "diagonal", "thermometer"):
        label = Label(x - 0.25, y - 0.28, token, colour, 0.25)
    if short:
        return [label]
    if block.mark == "sums" and "-" in token:
        return _sums(x, y, token)
    if block.over in ("beside", "below") and token in _TURNED:
        return _sign(x, y, *_TURNED[token])
    if block.mark == "tree":
        return [Line(x, y, x, y + 0.36, INK, 0.1), Disc(x, y - 0.06, 0.28, _GREEN)]
    if block.mark == "circle":
        return [Disc(x, y, 0.42, INK), Disc(x, y, 0.36, PAPER), label]
    if block.mark == "diagonal":
        token = re.sub("|".join(_DIAGONALS), lambda sign: _DIAGONALS[sign[0]], token)
        return [Label(x, y + 0.34, token, colour, 0.25)]
    return [label]


def _sign(x: float, y: float, dx: float, dy: float) -> list[Shape]:
    """Draw a sign of comparison that opens in a direction."""
    tip = x - dx, y - dy
    ends = ((x + dx + side * dy, y + dy + side * dx) for side in (-1.4, 1.4))
    return [Line(*tip, *end, INK, 0.06) for end in ends]


def _sums(x: float, y: float, token: str) -> list[Shape]:
    """Draw the sum below on the left of a stroke, and the sum to the right above it."""
    down, right = token.split("-")
    places = ((-0.19, 0.22, down), (0.19, -0.2, right))
    labels = [Label(x + dx, y + dy, text, PAPER, 0.34) for dx, dy, text in places if text]
    return [Line(x - 0.5, y - 0.5, x + 0.5, y + 0.5, PAPER, 0.02), *labels]


def _wall(pair: Edge, colour: str) -> Line:
    """Draw the line between two cells."""
    (row, _), (r, c) = pair
    end = (c, r + 1) if row == r else (c + 1, r)
    return Line(c, r, *end, colour, 0.08)


def _mark(group: Group, place: Cell | Edge, value: int, differs: bool) -> list[Shape]:
    """Draw a value of an answer."""
    kind, _, sign = group.mark.partition(" ")
    one, other = place if isinstance(place[0], tuple) else (place, place)
    (r1, c1), (r2, c2) = one, other
    half = 0.0 if kind == "side" else 0.5
    x, y = (c1 + c2) / 2 + half, (r1 + r2) / 2 + half
    shapes: list[Shape] = [Disc(x, y, 0.1, CHANGED)] if differs else []
    if kind in ("number", "area", "digit"):
        shapes.append(Label(x, y, str(value), PIPE, 0.5))
    elif not value:
        return shapes
    elif kind == "shade":
        shapes.insert(0, Polygon(box(c1, r1), _SHADED, GRID))
    elif kind in ("symbol", "lamp"):
        shapes.append(Label(x, y, sign, PIPE, 0.6))
    elif kind == "wall":
        shapes.append(_wall((one, other), PIPE))
    elif kind == "box":
        corners = box(c1, r1, 0.04, c2 - c1 + 1, r2 - r1 + 1)
        shapes.append(Polygon(corners, "none", PIPE, 0.08))
    for number in range(value if kind in ("line", "side") else 0):
        off = (number - (value - 1) / 2) * 0.16
        dx, dy = (half + off, half) if c1 == c2 else (half, half + off)
        shapes.append(Line(c1 + dx, r1 + dy, c2 + dx, r2 + dy, PIPE, 0.09))
    return shapes


# -- characters ------------------------------------------------------------------------------------


def text_picture(puzzle: Declared, solutions: Sequence[bytes] = ()) -> TextPicture:
    """Draw the solutions side by side, or the clues alone; ``*`` marks differences."""
    width, height = _size(puzzle)
    shown = (_shapes(puzzle, solution, solutions, short=True) for solution in solutions or (None,))
    boards = [_characters(_beside_margins(puzzle, of), width, height) for of in shown]
    # Rows between cells are left out if no board has anything there.
    seen = [any(span.text != " " for of in boards for span in of[n]) for n in range(2 * height + 1)]
    return side_by_side([[line for n, line in enumerate(of) if n % 2 or seen[n]] for of in boards])


def _characters(shapes: Sequence[Shape], width: int, height: int) -> list[list[Span]]:
    """Return shapes as characters: a cell is 3 wide and 1 high, with lines between cells."""
    signs = [[Span(" ")] * (4 * width + 1) for _ in range(2 * height + 1)]

    def put(x: float, y: float, text: str, style: str, double: bool = False) -> None:
        row, start = signs[round(2 * y)], max(0, round(4 * x) - len(text) // 2)
        for place, sign in enumerate(text[: len(row) - start], start):
            row[place] = Span(_DOUBLE[sign] if double and row[place].text == sign else sign, style)

    def draw(one: tuple[float, float], other: tuple[float, float], colour: str) -> None:
        (x1, y1), (x2, y2) = sorted((one, other))
        across = x2 - x1 > 0.5
        steps = round(4 * (x2 - x1)) if across else round(2 * abs(y2 - y1))
        inside = 0.3 < (y1 if across else x1) % 1 < 0.7  # between cells a line fills its corners
        for step in range(steps + 1) if across and not inside else range(1, steps):
            x, y = (a + (b - a) * step / steps for a, b in ((x1, x2), (y1, y2)))
            put(x, y, "─" if across else "│", "blue" if colour == PIPE else "", inside)

    for shape in shapes:
        if isinstance(shape, Label):
            put(shape.x, shape.y, shape.text, "blue" if shape.colour == PIPE else "bold")
        elif isinstance(shape, Disc):
            if shape.fill == CHANGED:
                put(shape.x + 0.25, shape.y, "*", "bold red")
        elif isinstance(shape, Line):
            draw((shape.x1, shape.y1), (shape.x2, shape.y2), shape.colour)
        elif shape.fill == "none":
            for one, other in zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True):
                draw(one, other, shape.edge or INK)
        else:
            left, top = shape.points[0]
            put(left + 0.5, top + 0.5, *_GROUND.get(shape.fill, ("·", "dim")))
    return signs
