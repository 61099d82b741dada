"""Rows of boards whose spaces are cells, for :mod:`.boards`. Cost: linear."""

import re
from collections.abc import Iterator

from cpstudy.core.errors import LineError, shortened
from cpstudy.reading.rows import SIZES, Grid, Line, blocks_of

_PLAIN = re.compile(r"\S(?: \S)*")
_READ_AS = "spaces are cells"
# A row is at most this number of times as wide as its text.
_MOST = 100


def is_plain(rows: list[Line]) -> bool:
    """Whether all rows are single signs with one space between, as people write them."""
    return all(not text or _PLAIN.fullmatch(text) for _, text in rows)


def sized_board(rows: list[Line], *, whole: bool) -> Grid | None:
    """The board of a document that consists of its size and rows; None for any other document.

    whole: no row may lack spaces at its end.
    """
    place = next((place for place, (_, text) in enumerate(rows) if text.strip()), 0)
    found = SIZES.fullmatch(rows[place][1].strip()) if rows else None
    if found is None:
        return None
    height, width = int(found[1]), int(found[2])
    body = [text for _, text in rows[place + 1 :]]
    while len(body) > height and not body[-1]:
        body.pop()
    short = len(body) < height or any(len(text) < width for text in body)
    if len(body) > height or any(len(text) > width for text in body) or (whole and short):
        return None
    if (
        min(height, width) < 1
        or height > len(body) + 1
        or width > _MOST * max(map(len, body), default=0)
    ):
        return None
    cells = [list(text.ljust(width)) for text in [*body, *[""] * (height - len(body))]]
    return Grid(rows[place][0], cells, width, {"read as": _READ_AS})


def rectangles(rows: list[Line]) -> list[Grid]:
    """The boards whose rows are equally long as they stand; empty if two readings are possible.

    Empty lines separate boards if rows of spaces show that the file kept its spaces.
    """
    sized = sized_board(rows, whole=True)
    blocks = list(blocks_of(rows, spaced=True))
    even = all(len({len(text) for _, text in block}) == 1 for block in blocks)
    if sized is not None:
        return [] if even and len(blocks) == 1 else [sized]
    if not even or (len(blocks) > 1 and not _kept(blocks)):
        return []
    return [
        Grid(block[0][0], [list(text) for _, text in block], None, {"read as": _READ_AS})
        for block in blocks
    ]


def _kept(blocks: list[list[Line]]) -> bool:
    return any(not text.strip() for block in blocks for _, text in block)


def padded_boards(rows: list[Line]) -> list[Grid]:
    """All lines as one board, with spaces added to shorter rows."""
    while rows and not rows[0][1]:
        rows = rows[1:]
    while rows and not rows[-1][1]:
        rows = rows[:-1]
    width = max((len(text) for _, text in rows), default=0)
    cells = [list(text.ljust(width)) for _, text in rows]
    return [Grid(rows[0][0], cells, None, {"read as": _READ_AS})] if rows else []


def spaced_boards(rows: list[Line]) -> Iterator[Grid | LineError]:
    """The boards of a document whose spaces are cells."""
    sized = sized_board(rows, whole=False)
    blocks = list(blocks_of(rows, spaced=True))
    if sized is not None:
        if len(blocks) == 1 and len({len(text) for _, text in blocks[0]}) == 1:
            words = "rows and columns, or a row of cells? For a size, write two spaces between them"
            yield LineError(sized.line, f"{shortened(blocks[0][0][1])}: {words}")
        else:
            yield sized
    elif len(blocks) > 1 and not _kept(blocks):
        yield LineError(
            blocks[1][0][0] - 1,
            "an empty line: a row of blank cells, or a gap between boards? Write rows and columns "
            "on a line before the board",
        )
    else:
        for block in blocks:
            yield from padded_boards(block)
