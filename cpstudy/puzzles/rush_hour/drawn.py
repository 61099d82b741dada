"""Rows of a board as people draw them: cells separated by spaces, indented, framed, with an exit.

An exit is drawn outside the board: one of ``K > < ^ →`` and the like next to the cells, a gap in a
frame of ``#``, of ``+ - |`` or of lines, or an additional cell at the end of one row. Spaces are
empty cells if a square or a frame contains no other sign for these.
"""

import re
from collections.abc import Sequence

from cpstudy.core.errors import InputError
from cpstudy.puzzles.rush_hour.red_car import Exit

# Signs of an exit, at most one, outside the cells; K is a car if it occurs twice.
_EXITS = "K><^→←↑↓"
_TURN = "#+-|="
_SPACED = re.compile(r" *\S(?: +\S)+")
_GAPS = ". o_"
_LINES = str.maketrans("─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛╭╮╯╰", "---|||" + "+" * 26)
_EMPTY_SIGNS = frozenset(".-_o0")


def board_drawn(lines: Sequence[str]) -> tuple[list[str], Exit | None]:
    """The rows of cells, and the exit if one is drawn. Raises an InputError that names the row."""
    lines = [in_ascii(line).rstrip() for line in lines]
    if are_spaced(lines):
        return _dotted(lines), None
    lines = _dense([line.expandtabs(2) for line in lines])
    indentation = min(len(line) - len(line.lstrip()) for line in lines)
    lines = [line[indentation:] for line in lines]
    return _in_frame(lines) or _next_to_board(lines)


def in_ascii(line: str) -> str:
    """The line with box-drawing characters replaced by ASCII."""
    return line.translate(_LINES)


def are_spaced(lines: Sequence[str]) -> bool:
    """Whether lines are a square board whose empty cells are spaces."""
    width = max((len(line.rstrip()) for line in lines), default=0)
    text = "".join(line.strip() for line in lines)
    letters = text.replace(" ", "")
    dense = all(_SPACED.fullmatch(line) or len(line.split()) == 1 for line in lines)
    return width == len(lines) > 3 and " " in text and letters.isalnum() and not (
        _EMPTY_SIGNS & set(text) or dense
    )  # fmt: skip


def _dotted(lines: Sequence[str]) -> list[str]:
    width = max(map(len, lines))
    return [line.ljust(width).replace(" ", ".") for line in lines]


def _dense(lines: list[str]) -> list[str]:
    """The rows without the spaces between cells, if every row has them."""
    if not all(_SPACED.fullmatch(line) or len(line.split()) == 1 for line in lines):
        return lines
    spaced = [line for line in lines if len(line.split()) > 1]
    if 2 * len(spaced) <= len(lines):
        return lines
    first = min(len(line) - len(line.lstrip()) for line in lines)
    kept = [line[first:] for line in lines]
    if all(sign == " " for line in kept for sign in line[1::2]):
        return [line[::2] for line in kept]
    counts = {len(line.split()) for line in lines}
    return ["".join(line.split()) for line in lines] if len(counts) == 1 else lines


def _in_frame(lines: list[str]) -> tuple[list[str], Exit | None] | None:
    """The board in a frame, and the gap in the frame; None if there is no frame."""
    width = len(lines[0])
    if len(lines) < 3 or width < 3 or any(not width - 3 < len(line) <= width for line in lines):
        return None
    lines = [line.ljust(width) for line in lines]
    sides = {
        "top": lines[0][1:-1], "bottom": lines[-1][1:-1],
        "left": "".join(line[0] for line in lines[1:-1]),
        "right": "".join(line[-1] for line in lines[1:-1]),
    }  # fmt: skip
    corners = lines[0][0] + lines[0][-1] + lines[-1][0] + lines[-1][-1]
    if not set(corners) <= set(_TURN) or not set(sides["left"] + sides["right"]) & set("#|"):
        return None  # rows of empty cells are not a frame
    gaps = [
        Exit(side, lane) for side, signs in sides.items()
        for lane, sign in enumerate(signs)
        if sign not in ("#+-=" if Exit(side, 0).upright else "#|+")
    ]  # fmt: skip
    if len(gaps) > 1 or any(_sign(sides[gap.side][gap.lane]) for gap in gaps):
        return None
    inner = [line[1:-1] for line in lines[1:-1]]
    gap = gaps[0] if gaps else None
    if all(not line[::2].strip() and len(line) % 2 for line in inner):
        inner = [line[1::2] for line in inner]
        gap = gap._replace(lane=gap.lane // 2) if gap is not None and gap.upright else gap
    if not _EMPTY_SIGNS & set("".join(inner)):
        inner = _dotted(inner)
    return inner, gap


def _sign(gap: str) -> bool:
    """Whether the sign in a gap of a frame is neither empty nor an exit."""
    return gap not in _GAPS + _EXITS + "E"


def _next_to_board(lines: list[str]) -> tuple[list[str], Exit | None]:
    """The board, and the exit drawn next to it."""
    width = max(map(len, lines))
    lines = [line.ljust(width) for line in lines]
    signs = [
        (row, column) for row, line in enumerate(lines)
        for column, sign in enumerate(line) if sign in _EXITS
    ]  # fmt: skip
    for row, column in signs:
        if "".join(lines).count(lines[row][column]) == 1:
            without = [list(line) for line in lines]
            without[row][column] = " "
            rows, top, left = _box(["".join(line) for line in without])
            if rows is not None and (found := _outside(rows, row - top, column - left)):
                return rows, found
    return _longer_row(lines)


def _box(lines: list[str]) -> tuple[list[str] | None, int, int]:
    """The rectangle of signs within spaces, and its position; None if it has holes."""
    taken = [i for i, line in enumerate(lines) if line.strip()]
    if not taken:
        return None, 0, 0
    left = min(len(lines[i]) - len(lines[i].lstrip()) for i in taken)
    right = max(len(lines[i].rstrip()) for i in taken)
    rows = [line[left:right] for line in lines[taken[0] : taken[-1] + 1]]
    return (None if any(" " in row for row in rows) else rows), taken[0], left


def _outside(rows: list[str], row: int, column: int) -> Exit | None:
    """The exit at a place next to a rectangle."""
    if 0 <= row < len(rows):
        side = {-1: "left", len(rows[0]): "right"}.get(column)
        return Exit(side, row) if side else None
    if 0 <= column < len(rows[0]):
        side = {-1: "top", len(rows): "bottom"}.get(row)
        return Exit(side, column) if side else None
    return None


def _longer_row(lines: list[str]) -> tuple[list[str], Exit | None]:
    """The rows; an additional sign at the end of one row is the exit.

    If all lines end together, they are the rows unchanged. A row that begins with an exit sign and
    is longer by it has its exit on the left.
    """
    ends = [len(line.rstrip()) for line in lines]
    usual = min(ends)
    longer = [row for row, end in enumerate(ends) if end > usual]
    if len(longer) != 1 or ends[longer[0]] != usual + 1 or len(lines) < 3:
        return [line.rstrip() for line in lines], None
    row = longer[0]
    line = lines[row].rstrip()
    cut = [other.rstrip() for other in lines]
    if line[-1] in _EXITS + ".=_|E" and (line[-1] in "." or "".join(lines).count(line[-1]) == 1):
        cut[row] = line[:-1]
        return cut, Exit("right", row)
    if line[0] in _EXITS and "".join(lines).count(line[0]) == 1:
        cut[row] = line[1:]
        return cut, Exit("left", row)
    raise InputError(f"row {row + 1} has {len(line)} cells, row {1 + int(row == 0)} has {usual}")
