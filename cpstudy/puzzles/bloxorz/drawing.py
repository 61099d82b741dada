"""Levels as characters for the terminal, as shapes for SVG and PNG, and as data for the page.

Characters: ``·`` a tile, ``~`` fragile, ``o`` soft switch, ``+`` heavy switch, ``T`` teleport,
``=`` an open bridge, ``-`` a closed bridge, ``E`` the end; the block is ``█`` if it is standing,
``▓`` if it is lying, ``▒`` if it is a half.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from cpstudy.core.drawing import Disc, Drawing, Label, Polygon, Shape, box, cross, row_of_boards
from cpstudy.core.palette import GRID, INK, PAPER, PIPE, SHADE
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.bloxorz.puzzle import Bloxorz, State

_SIGNS = {"x": " ", "w": "~", "W": "o", "S": "+", "t": "T", "e": "E"}
_STYLES = {"~": "yellow", "o": "cyan", "+": "cyan", "T": "magenta", "E": "bold green"}
_BLOCK_STYLE = "bold red"
_FILLS = {"~": "#f2c14e", "E": "#3b8f5a"}
_BLOCK = "#7a3b2e"


def _sign(puzzle: Bloxorz, code: str, bridges: int) -> str:
    if code in puzzle.groups:
        return "=" if bridges >> puzzle.groups.index(code) & 1 else "-"
    return _SIGNS.get(code[0], "·")


def _block_sign(puzzle: Bloxorz, state: State) -> str:
    if state.first == state.second:
        return "█"
    return "▒" if puzzle.is_split(state) else "▓"


def text_picture(puzzle: Bloxorz, states: Sequence[State] = ()) -> TextPicture:
    """The states side by side, or the start if there are none."""
    return side_by_side([_lines(puzzle, state) for state in states or (puzzle.start,)])


def _lines(puzzle: Bloxorz, state: State) -> list[list[Span]]:
    lines = []
    for row in range(puzzle.rows):
        line = []
        for column in range(puzzle.columns):
            number = puzzle.number(row, column)
            if number in (state.first, state.second):
                line.append(Span(_block_sign(puzzle, state), _BLOCK_STYLE))
            else:
                sign = _sign(puzzle, puzzle.board[number], state.bridges)
                line.append(Span(sign, _STYLES.get(sign, "")))
            line.append(Span(" "))
        lines.append(line)
    return lines


def drawing(puzzle: Bloxorz, states: Sequence[State] = ()) -> Drawing:
    """The states side by side, or the start if there are none."""
    shapes = partial(_shapes, puzzle)
    return row_of_boards(states or (puzzle.start,), puzzle.columns, puzzle.rows, shapes)


def printed(puzzle: Bloxorz) -> Drawing:
    """The start for printing without colours; the effects of switches are written below."""
    picture = drawing(puzzle)
    shapes = list(picture.shapes)
    for row in range(puzzle.rows):
        for column in range(puzzle.columns):
            code = puzzle.board[puzzle.number(row, column)]
            if code == "w":
                shapes += cross(column, row, 0.1, width=0.03)
            elif code == "e":
                shapes.append(Label(column + 0.5, row + 0.5, "E", PAPER, 0.6))
    for number, (name, action, targets) in enumerate(puzzle.switches):
        line = f"{name} {action} {', '.join(targets)}"
        y = picture.height + 0.6 * (number + 1)
        shapes.append(
            Label(picture.width / 2, y, line, INK, min(0.45, 1.5 * picture.width / len(line)))
        )
    below = 0.6 * len(puzzle.switches) + 0.4 * bool(puzzle.switches)
    return Drawing(picture.width, picture.height + below, tuple(shapes))


def _shapes(puzzle: Bloxorz, state: State, left: float) -> list[Shape]:
    tiles: list[Shape] = []
    block: list[Shape] = []
    for row in range(puzzle.rows):
        for column in range(puzzle.columns):
            number = puzzle.number(row, column)
            code = puzzle.board[number]
            sign = _sign(puzzle, code, state.bridges)
            x, y = left + column, float(row)
            if sign == " ":
                continue
            if sign == "-":
                tiles.append(Polygon(box(x, y, 0.12), PAPER, GRID))
            else:
                fill = SHADE if sign == "=" else _FILLS.get(sign, "#e3e7ec")
                tiles.append(Polygon(box(x, y, 0.02), fill, GRID))
            if sign == "o":
                tiles.append(Disc(x + 0.5, y + 0.5, 0.3, PIPE))
            elif sign in "+T":
                tiles.append(Polygon(box(x, y, 0.2), PIPE if sign == "+" else INK))
            if len(code) > 1:
                tiles.append(Label(x + 0.5, y + 0.5, code, PAPER if sign in "o+T" else INK, 0.3))
            if number in (state.first, state.second):
                inset = 0.05 if state.first == state.second else 0.14
                block.append(Polygon(box(x, y, inset), _BLOCK, INK))
    if state.first != state.second and not puzzle.is_split(state):
        # A bar over both cells, so that a lying block looks like one block.
        (row, column), (row_2, column_2) = puzzle.cell(state.first), puzzle.cell(state.second)
        bar = box(left + column, float(row), 0.14, column_2 + 1 - column, row_2 + 1 - row)
        block.append(Polygon(bar, _BLOCK, INK))
    return tiles + block


def board(puzzle: Bloxorz) -> dict[str, Any]:
    """Sizes, the tile codes row by row, the switch lines as (name, action, targets), and the names
    of the bridges in the order of their digits in states.
    """
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "tiles": list(puzzle.tiles),
        "switches": [[name, action, list(targets)] for name, action, targets in puzzle.switches],
        "bridges": list(puzzle.groups),
    }


def state(puzzle: Bloxorz, state: State) -> str:
    """The two cells under the block, numbered row by row, and one digit a bridge: ``3,4,01``."""
    cells = (puzzle.cell(number) for number in state[:2])
    there = "".join(str(state.bridges >> place & 1) for place in range(len(puzzle.groups)))
    return ",".join([*(str(row * puzzle.columns + column) for row, column in cells), there])
