"""Pictures as characters for the terminal, and as shapes for SVG and PNG, with clues around them.

In the terminal, a cell is as wide as the widest number of a column: full blocks for the first
colour, letters for the others. Cells that differ from the first solution shown are red, with their
symbols. If there is no solution, the given cells are drawn; an unknown cell is a dot.
"""

from collections.abc import Sequence
from string import ascii_letters
from typing import Any

from cpstudy.core.drawing import Drawing, Label, Line, Polygon, Shape, box
from cpstudy.core.explaining import Ambiguity, Cell
from cpstudy.core.palette import CHANGED, GRID, INK, PAPER, SHADE, WALL, hue
from cpstudy.core.text_pictures import Span, TextPicture
from cpstudy.puzzles.picross.puzzle import BLANK, FREE, SYMBOLS, Picross, clue_text

_UNKNOWN = 255
_GAP_BETWEEN_BOARDS = "    "
_STYLES = ("", "red", "green", "blue", "yellow", "magenta", "cyan")
_CLUE = 0.62  # cells that one number of a clue takes
_EVERY = 5  # a heavier line after this number of cells


def text_picture(puzzle: Picross, solutions: Sequence[bytes] = ()) -> TextPicture:
    """The solutions side by side, or the given cells if there are none; clues left and above."""
    shown = list(solutions) or [_given(puzzle)]
    sides = [clue_text(clue, " ") for clue in puzzle.row_clues]
    margin = max(map(len, sides))
    above = max(len(clue) for clue in puzzle.column_clues)
    tokens = [clue_text(clue[i : i + 1]) for clue in puzzle.column_clues for i in range(len(clue))]
    width = max([2, *map(len, tokens)])
    lines: list[list[Span]] = []
    for level in range(above):
        line = [Span(" " * (margin + 1))]
        for clue in puzzle.column_clues:
            place = level - above + len(clue)
            token = clue_text(clue[place : place + 1]) if place >= 0 else ""
            line.append(Span(token.rjust(width)))
        lines.append(line)
    for row, side in enumerate(sides):
        line = [Span(side.rjust(margin) + " ")]
        for number, cells in enumerate(shown):
            line += [Span(_GAP_BETWEEN_BOARDS)] if number else []
            for cell in range(row * puzzle.columns, (row + 1) * puzzle.columns):
                line.append(_span(cells[cell], width, changed=cells[cell] != shown[0][cell]))
        lines.append(line)
    return tuple(map(tuple, lines))


def ambiguity_picture(ambiguity: Ambiguity) -> TextPicture:
    """The map's solution; a differing cell has the letter of its region, an unknown one ``?``."""
    puzzle: Picross = ambiguity.puzzle
    cells = ambiguity.solution if isinstance(ambiguity.solution, bytes) else _given(puzzle)
    letters = _letters(ambiguity)
    width = 2
    return tuple(
        tuple(
            Span(letters[cell] * width, "bold red")
            if (cell := (row, column)) in letters
            else _span(cells[row * puzzle.columns + column], width, changed=False)
            for column in range(puzzle.columns)
        )
        for row in range(puzzle.rows)
    )


def ambiguity_drawing(ambiguity: Ambiguity) -> Drawing:
    """The map's solution; differing cells are shaded and have the letter of their region."""
    puzzle: Picross = ambiguity.puzzle
    cells = ambiguity.solution if isinstance(ambiguity.solution, bytes) else _given(puzzle)
    whole = drawing(puzzle, [cells])
    left, above = margins(puzzle)
    marks: list[Shape] = []
    for (row, column), letter in _letters(ambiguity).items():
        x, y = left + column, above + row
        marks.append(Polygon(box(x, y, 0.12), SHADE, CHANGED, 0.06))
        marks.append(Label(x + 0.5, y + 0.5, letter, CHANGED))
    return Drawing(whole.width, whole.height, (*whole.shapes, *marks))


def _letters(ambiguity: Ambiguity) -> dict[Cell, str]:
    """The letter of each differing cell's region, repeated after 52 regions; ``?`` if unknown."""
    letters = dict.fromkeys(ambiguity.unknown, "?")
    for number, region in enumerate(ambiguity.regions):
        letters |= dict.fromkeys(region.cells, ascii_letters[number % len(ascii_letters)])
    return letters


def _span(colour: int, width: int, *, changed: bool) -> Span:
    if changed:
        return Span(SYMBOLS[colour] * width, "bold red")
    if colour == _UNKNOWN:
        return Span("·".rjust(width), "dim")
    if colour == BLANK:
        return Span(" " * width)
    text = "█" if colour == 1 else SYMBOLS[colour].upper()
    return Span(text * width, _STYLES[(colour - 1) % len(_STYLES)])


def _given(puzzle: Picross) -> bytes:
    if not puzzle.given:
        return bytes([_UNKNOWN]) * (puzzle.rows * puzzle.columns)
    return bytes(_UNKNOWN if value == FREE else value - 1 for value in puzzle.given)


def colour_of(colour: int) -> str:
    """The HTML colour of a colour's number; the first is ink."""
    if colour == 1:
        return INK
    return hue(colour - 2, 0.45, 0.65)


def drawing(puzzle: Picross, solutions: Sequence[bytes] = ()) -> Drawing:
    """The solutions side by side; cells that differ from the first have a red outline."""
    shown = list(solutions) or [_given(puzzle)]
    margin, above = margins(puzzle)
    shapes: list[Shape] = []
    for number, cells in enumerate(shown):
        left = margin + number * (puzzle.columns + margin + 1)
        shapes += _board(puzzle, cells, shown[0], left, above)
        shapes += _clues(puzzle, left, above)
    width = len(shown) * (puzzle.columns + margin + 1) - 1
    return Drawing(width + 0.1, puzzle.rows + above + 0.1, tuple(shapes))


def margins(puzzle: Picross) -> tuple[float, float]:
    """The width of the clues on the left and their height above: where the cells begin."""
    left, above = (max(map(len, clues)) for clues in (puzzle.row_clues, puzzle.column_clues))
    return _CLUE * left + 0.2, _CLUE * above + 0.2


def _board(puzzle: Picross, cells: bytes, first: bytes, left: float, above: float) -> list[Shape]:
    shapes: list[Shape] = []
    changed: list[Shape] = []
    for cell, colour in enumerate(cells):
        row, column = divmod(cell, puzzle.columns)
        x, y = left + column, above + row
        fill = PAPER if colour in (BLANK, _UNKNOWN) else colour_of(colour)
        shapes.append(Polygon(box(x, y), fill, GRID))
        if colour not in (BLANK, _UNKNOWN) and colour > 1:
            shapes.append(Label(x + 0.5, y + 0.5, SYMBOLS[colour], PAPER, 0.5))
        if colour == BLANK and FREE not in puzzle.given[cell : cell + 1] and puzzle.given:
            shapes.append(Label(x + 0.5, y + 0.5, "×", GRID))
        if colour != first[cell]:
            changed.append(Polygon(box(x, y, 0.12), fill, CHANGED, 0.12))
    shapes += changed
    for place in range(puzzle.columns + 1):
        if place % _EVERY == 0 or place == puzzle.columns:
            shapes.append(Line(left + place, above, left + place, above + puzzle.rows, WALL))
    for place in range(puzzle.rows + 1):
        if place % _EVERY == 0 or place == puzzle.rows:
            shapes.append(Line(left, above + place, left + puzzle.columns, above + place, WALL))
    return shapes


def _clues(puzzle: Picross, left: float, above: float) -> list[Shape]:
    shapes: list[Shape] = []
    for row, clue in enumerate(puzzle.row_clues):
        for place, (length, colour) in enumerate(reversed(clue)):
            x = left - 0.4 - _CLUE * place
            shapes.append(_number(x, above + row + 0.5, length, colour))
    for column, clue in enumerate(puzzle.column_clues):
        for place, (length, colour) in enumerate(reversed(clue)):
            y = above - 0.4 - _CLUE * place
            shapes.append(_number(left + column + 0.5, y, length, colour))
    return shapes


def _number(x: float, y: float, length: int, colour: int) -> Label:
    """The label of a run's length; from the second colour on, with the colour's letter."""
    text = clue_text(((length, colour),))
    return Label(x, y, text, colour_of(colour), 0.36 if len(text) > 1 + (colour == 1) else 0.5)


def board(puzzle: Picross) -> dict[str, Any]:
    """The clues as pairs (length, colour), and the given cells: a number a cell, or empty."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "rowClues": puzzle.row_clues,
        "columnClues": puzzle.column_clues,
        "colours": puzzle.colours,
        "given": list(puzzle.given),
    }
