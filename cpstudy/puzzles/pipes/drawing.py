"""Boards as pictures: in characters for the terminal, as shapes for SVG and PNG.

In characters a tile is one box-drawing character and the gap to its right one more; boards with
barriers have gap rows too, where the walls stand. Tiles that differ from the first solution are
drawn with heavy strokes (and red where the terminal has colour), so the difference survives a
pipe. Maps of ambiguity name each region by a letter too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from string import ascii_letters

from cpstudy.core.drawing import (
    CHANGED,
    GRID,
    INK,
    PAPER,
    PIPE,
    SHADE,
    WALL,
    Copies,
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
from cpstudy.core.explaining import Ambiguity
from cpstudy.puzzles.pipes.puzzle import BARRIER_BELOW, BARRIER_RIGHT, OPEN_SIDES, Pipes

# By open sides: right 1, up 2, left 4, down 8.
_LIGHT = " ╶╵└╴─┘┴╷┌│├┐┬┤┼"
_HEAVY = " ╺╹┗╸━┛┻╻┏┃┣┓┳┫╋"
STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))

# What marks a tile: a style of the terminal, and the colours of its cell and of its pipe.
_PLAIN = ("", PAPER, PIPE)
_CHANGED = ("bold red", SHADE, CHANGED)
_UNKNOWN = ("bold", GRID, PIPE)
_REGIONS = (
    ("bold red", SHADE, CHANGED),
    ("bold blue", "#d9e8fb", "#1f5fa8"),
    ("bold green", "#dff3e0", "#2c7a3a"),
    ("bold magenta", "#efe0f6", "#7b3fa0"),
    ("bold yellow", "#fbf1cf", "#8a6a00"),
    ("bold cyan", "#d6f2f2", "#0f7373"),
)
_Mark = tuple[str, str, str]

# Of the tile in the corner of a cell in print: its distance from the sides, its size.
_CORNER, _PRINTED = 0.1, 0.38


def text_picture(puzzle: Pipes, solutions: Sequence[bytes] = ()) -> TextPicture:
    """The solutions side by side (the board as it lies where there are none)."""
    placements = list(solutions) or [puzzle.tiles]
    return side_by_side(
        [_lines(puzzle, placement, _changed(placement, placements[0])) for placement in placements]
    )


def ambiguity_picture(ambiguity: Ambiguity) -> TextPicture:
    """The map's solution with the differing tiles heavy; beside it, the letter of each's region.

    ``?`` marks tiles that are unknown. Letters come again after 52 regions.
    """
    puzzle, placement = _board_of(ambiguity)
    marks, letters = _regions(ambiguity)
    style = {tile: mark[0] for tile, mark in marks.items()}
    names: list[list[Span]] = []
    for row in range(puzzle.rows):
        tiles = range(row * puzzle.columns, (row + 1) * puzzle.columns)
        names.append([Span(letters.get(t, "·") + " ", style.get(t, "")) for t in tiles])
        if puzzle.barriers:
            names.append([Span("  ")] * puzzle.columns)
    return side_by_side([_lines(puzzle, placement, marks), names])


def _board_of(ambiguity: Ambiguity) -> tuple[Pipes, bytes]:
    """The puzzle of a map and how its tiles are drawn: as in its solution, else as they lie."""
    puzzle: Pipes = ambiguity.puzzle
    solution = ambiguity.solution
    return puzzle, solution if isinstance(solution, bytes) else puzzle.tiles


def _regions(ambiguity: Ambiguity) -> tuple[dict[int, _Mark], dict[int, str]]:
    """The marks and letters of the tiles that differ or are unknown."""
    columns = ambiguity.puzzle.columns
    unknown = [row * columns + column for row, column in ambiguity.unknown]
    marks = dict.fromkeys(unknown, _UNKNOWN)
    letters = dict.fromkeys(unknown, "?")
    for number, region in enumerate(ambiguity.regions):
        for row, column in region.cells:
            tile = row * columns + column
            marks[tile] = _REGIONS[number % len(_REGIONS)]
            letters[tile] = ascii_letters[number % len(ascii_letters)]
    return marks, letters


def _changed(placement: bytes, first: bytes) -> dict[int, _Mark]:
    pairs = enumerate(zip(placement, first, strict=True))
    return {tile: _CHANGED for tile, (here, there) in pairs if here != there}


def _lines(puzzle: Pipes, placement: bytes, marks: Mapping[int, _Mark]) -> list[list[Span]]:
    lines = []
    for row in range(puzzle.rows):
        line: list[Span] = []
        below: list[Span] = []
        for column in range(puzzle.columns):
            tile = row * puzzle.columns + column
            here, wall = placement[tile], puzzle.barriers[tile] if puzzle.barriers else 0
            strokes, style = (_HEAVY, marks[tile][0]) if tile in marks else (_LIGHT, "")
            gap = strokes[5] if here & 1 else " "
            line.append(Span(strokes[here], style))
            line.append(Span("║") if wall & BARRIER_RIGHT else Span(gap, style))
            down = strokes[10] if here & 8 else " "
            below.append(Span("═", "") if wall & BARRIER_BELOW else Span(down, style))
            below.append(Span(" "))
        lines.append(line)
        if puzzle.barriers:
            lines.append(below)
    return lines


def drawing(puzzle: Pipes, solutions: Sequence[bytes] = ()) -> Drawing:
    """The solutions side by side; tiles that differ from the first are shaded and red."""
    placements = list(solutions) or [puzzle.tiles]
    shapes: list[Shape | Copies] = []
    left = 0
    for placement in placements:
        shapes += _shapes(puzzle, placement, _changed(placement, placements[0]), left)
        left += puzzle.columns + 1
    return Drawing(left - 1, puzzle.rows, tuple(shapes))


def printed(puzzle: Pipes) -> Drawing:
    """The board to be solved with a pen: each tile small in a corner of its cell, room beside it.

    Dots stand where pipes begin, a square at the source; an empty tile is a grey cell.
    """
    shapes: list[Shape | Copies] = []
    for tile, here in enumerate(puzzle.tiles):
        row, column = divmod(tile, puzzle.columns)
        shapes.append(Polygon(box(column, row), PAPER if here else GRID, GRID))
        shapes += pipe(here, column + _CORNER, row + _CORNER, INK, _PRINTED)
        if here and (puzzle.free or tile != puzzle.centre):
            shapes.append(Disc(column + 0.6, row + 0.6, 0.04, GRID))
    if puzzle.wrap:
        around = box(0, 0, width=puzzle.columns, height=puzzle.rows)
        border = pairwise((*around, around[0]))
        shapes += [Line(*start, *end, WALL, 0.05, dashed=True) for start, end in border]
    if not puzzle.free:
        row, column = divmod(puzzle.centre, puzzle.columns)
        shapes.append(Polygon(box(column + 0.1, row + 0.1, 0.4), INK))
    return Drawing(puzzle.columns, puzzle.rows, (*shapes, *_border(puzzle)))


def ambiguity_drawing(ambiguity: Ambiguity) -> Drawing:
    """The map's solution, its differing tiles shaded by region and lettered; unknown ones grey."""
    puzzle, placement = _board_of(ambiguity)
    marks, letters = _regions(ambiguity)
    shapes = _shapes(puzzle, placement, marks, 0)
    for tile, letter in letters.items():
        row, column = divmod(tile, puzzle.columns)
        shapes.append(Label(column + 0.16, row + 0.18, letter, marks[tile][2], 0.28))
    return Drawing(puzzle.columns, puzzle.rows, tuple(shapes))


def _shapes(
    puzzle: Pipes, placement: bytes, marks: Mapping[int, _Mark], left: int
) -> list[Shape | Copies]:
    """The board ``left`` columns to the right; marked tiles over the others."""
    tiles: dict[tuple[int, _Mark], list[tuple[int, int]]] = {}
    for tile, here in enumerate(placement):
        row, column = divmod(tile, puzzle.columns)
        tiles.setdefault((here, marks.get(tile, _PLAIN)), []).append((left + column, row))
    shapes: list[Shape | Copies] = [
        Copies(_tile(here, mark), tuple(tiles[here, mark]))
        for here, mark in sorted(tiles, key=lambda look: look[1] is not _PLAIN)
    ]
    return [*shapes, *frame(puzzle, left)]


def frame(puzzle: Pipes, left: int = 0) -> list[Shape | Copies]:
    """What no turning changes: the source, barriers, the border of a board that does not wrap."""
    shapes: list[Shape | Copies] = []
    if not puzzle.free:
        row, column = divmod(puzzle.centre, puzzle.columns)
        shapes.append(Polygon(box(left + column, row, 0.4), INK))
    return [*shapes, *_border(puzzle, left)]


def _border(puzzle: Pipes, left: int = 0) -> list[Shape | Copies]:
    walls: dict[int, list[tuple[int, int]]] = {}
    for tile, sides in enumerate(puzzle.barriers):
        if sides:
            row, column = divmod(tile, puzzle.columns)
            walls.setdefault(sides, []).append((left + column, row))
    shapes: list[Shape | Copies] = [
        Copies(_walls(sides), tuple(cells)) for sides, cells in walls.items()
    ]
    if not puzzle.wrap:
        corners = box(left, 0, width=puzzle.columns, height=puzzle.rows)
        outline = pairwise((*corners, corners[0]))
        shapes += [Line(*start, *end, WALL, 0.06) for start, end in outline]
    return shapes


def pipe(here: int, x: float, y: float, colour: str, size: float = 1.0) -> list[Shape]:
    """The open sides of a tile in the square of that size at (x, y)."""
    middle_x, middle_y, half = x + size / 2, y + size / 2, size / 2
    shapes: list[Shape] = []
    for side, (right, down) in enumerate(STEPS):
        if here >> side & 1:
            end_x, end_y = middle_x + right * half, middle_y + down * half
            shapes.append(Line(middle_x, middle_y, end_x, end_y, colour, 0.16 * size))
    if here:
        radius = size * (0.22 if OPEN_SIDES[here] == 1 else 0.08)
        shapes.append(Disc(middle_x, middle_y, radius, colour))
    return shapes


def _tile(here: int, mark: _Mark) -> tuple[Shape, ...]:
    _, shade, colour = mark
    return (Polygon(box(0.0, 0.0), shade, GRID), *pipe(here, 0.0, 0.0, colour))


def _walls(sides: int) -> tuple[Shape, ...]:
    right, below = Line(1.0, 0.0, 1.0, 1.0, WALL, 0.1), Line(0.0, 1.0, 1.0, 1.0, WALL, 0.1)
    walls = ((BARRIER_RIGHT, right), (BARRIER_BELOW, below))
    return tuple(line for side, line in walls if sides & side)
