"""Rows of boards as lines: separated fields, or a sign for each cell, with sizes before them.

:mod:`.boards` defines their meaning. Cost: linear.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cpstudy.core.errors import LineError, shortened
from cpstudy.core.wording import counted

SIZES = re.compile(r"([0-9]{1,4})(?: +|\t)([0-9]{1,4})", re.ASCII)
# The format of other programs; after ``x`` come the rows or the columns.
OTHER_SIZES = re.compile(r"([0-9]{1,4}) ?([,xX×]) ?([0-9]{1,4})", re.ASCII)
NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)

Line = tuple[int, str]


class Grid(NamedTuple):
    """Rows of fields, the line of the first, and the columns if a size states them."""

    line: int
    rows: list[list[str]]
    columns: int | None
    about: dict[str, str]


def blocks_of(rows: list[Line], *, spaced: bool = False) -> Iterator[list[Line]]:
    """The blocks of lines between blank ones. spaced: a line of spaces is not blank."""
    block: list[Line] = []
    for line in (*rows, (0, "")):
        if line[1] if spaced else line[1].strip():
            block.append(line)
        elif block:
            yield block
            block = []


def with_sizes(blocks: list[list[Line]]) -> Iterator[list[Line]]:
    """The blocks, joined with the size before them if only a blank line separates the two."""
    size: list[Line] = []
    for place, block in enumerate(blocks):
        following = blocks[place + 1] if place + 1 < len(blocks) else []
        if following and not size and len(block) == 1 and _states_size([*block, *following]):
            size = block
        else:
            yield [*size, *block]
            size = []


def _states_size(block: list[Line]) -> bool:
    """Whether the first line is the size of a board of the others."""
    grid = grid_of(block)
    return (
        isinstance(grid, Grid)
        and grid.columns is not None
        and len(grid.rows) == len(block) - 1
        and all(len(row) == grid.columns for row in grid.rows)
    )


def grid_of(block: list[Line]) -> Grid | LineError:
    """A board of separated fields, or of one sign for each cell."""
    first = block[0][0]
    texts = [text.strip() for _, text in block]
    sizes, size_lines = _sizes(texts) or _side(texts), 1
    if sizes is None and (sizes := _pencilbox_sizes(texts)) is not None:
        size_lines = 2
    if any("," in text for text in texts[size_lines if sizes else 0 :]):
        block = [(line, re.sub(" *, *", "\t", text)) for line, text in block]
        texts = [text.strip(" ") for _, text in block]
    if sizes is not None:
        if "\t" in texts[0] and len(texts[1].split()) == 2:
            words = "rows and columns, or a row of cells? For a size, write one space between them"
            return LineError(first, f"{shortened(texts[0])}: {words}")
        block, texts = block[size_lines:], texts[size_lines:]
        if len(texts) != sizes[0]:
            return LineError(
                first, f"{counted(len(texts), 'row')}, but the first line says {sizes[0]}"
            )
    columns = None if sizes is None else sizes[1]
    if any("\t" in text for _, text in block):
        return _tabbed(block, first, columns)
    if columns == 1:
        return Grid(first, [[text] for text in texts], columns, {})
    return Grid(first, [_cut(text) for text in texts], columns, {})


def _cut(text: str) -> list[str]:
    return re.split(r"[ ,]+", text) if " " in text or "," in text else list(text)


def _side(texts: list[str]) -> tuple[int, int] | None:
    """Rows and columns of a square, if the first line is its side."""
    side = int(texts[0]) if NUMBER.fullmatch(texts[0]) else 0
    fits = side > 1 and side == len(texts) - 1 and len(_cut(texts[1])) == side
    return (side, side) if fits else None


def _pencilbox_sizes(texts: list[str]) -> tuple[int, int] | None:
    """Rows and columns on two lines, as in kanpen's files, if they fit."""
    if len(texts) < 3 or not all(map(NUMBER.fullmatch, texts[:2])):
        return None
    rows, columns = map(int, texts[:2])
    fits = columns > 1 and rows == len(texts) - 2 and len(_cut(texts[2])) == columns
    return (rows, columns) if fits else None


def _sizes(texts: list[str]) -> tuple[int, int] | None:
    """Rows and columns, if the first line gives them.

    In a board of two columns, a first row of two numbers is a size only if it fits the board.
    """
    found = SIZES.fullmatch(texts[0]) or OTHER_SIZES.fullmatch(texts[0])
    if found is None or len(texts) < 2:
        return None
    rows, columns = int(found[1]), int(found[found.lastindex or 2])
    if found[2] in "xX×" and rows != len(texts) - 1:
        rows, columns = columns, rows
    fits = (rows, columns) == (len(texts) - 1, 2)
    return (rows, columns) if fits or len(re.split("[\t,]| +", texts[1])) != 2 else None


def _tabbed(block: list[Line], first: int, columns: int | None) -> Grid | LineError:
    """A board with TABs between fields; an empty field is a blank cell, or a fault."""
    whole = texts = [text for _, text in block]
    if all(text.count("\t") + 1 == columns for text in whole):
        return _with_blanks(first, whole, columns)
    while all(text.startswith("\t") for text in texts):
        texts = [text[1:] for text in texts]
    while all(text.endswith("\t") for text in texts):
        texts = [text[:-1] for text in texts]
    if not any("\t" in text for text in texts):
        return Grid(first, [_cut(text.strip()) for text in texts], columns, {})
    plain = [text.split() for text in texts]
    grid = _with_blanks(first, texts, columns)
    widths = {len(row) for row in grid.rows}
    if not grid.about or len(widths) > 1:
        return Grid(first, plain, columns, {})
    if texts != whole:
        words = "is a first or last column blank? Write a sign in every cell"
        return LineError(first, f"{max(widths)} columns or more: {words}")
    if len({len(row) for row in plain}) == 1 and all(plain):
        words = "nothing between two TABs: write a sign in every cell"
        return LineError(first, f"{max(widths)} or {len(plain[0])} columns: {words}")
    return grid


def _with_blanks(first: int, texts: list[str], columns: int | None) -> Grid:
    """A board where empty fields between TABs are blank cells; its note says so."""
    cells = [[cell.strip() or "." for cell in text.split("\t")] for text in texts]
    note = {"read as": "nothing between TABs is a blank cell"}
    return Grid(first, cells, columns, note if cells != [text.split() for text in texts] else {})
