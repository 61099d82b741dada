"""File formats of sliding blocks beside the text form.

*Known*: a board of 36 characters a line, before it the known number of moves, after it the number
of boards that can be reached, separated by spaces; either number may be missing (the notation of
Fogleman2018). *Grid*: one board, a row of cells a line; what the head of the text form would say
beside the size stands in a line of its own before it, after a colon: ``:k@3,1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.core.text import decoded, read_list
from cpstudy.puzzles.rush_hour.puzzle import RED, RushHour

_KNOWN = re.compile(r"(?:([0-9]{1,4})\s+)?([A-Zox.]+)(?:\s+([0-9]{1,9}))?")
_GRID_ROW = re.compile(r"[A-Za-z0-9.]+")
# Boards whose head may be left out: their size, and cells that hold cars only.
_USUAL = "6x6"
_PLAIN = re.compile(r"[A-Zox.]+")


class Known(NamedTuple):
    """A board and what is known of it: moves of a shortest solution, boards that can be reached."""

    board: RushHour
    moves: int | None
    states: int | None


def decode_known(line: str) -> Known:
    """A line of the known format. Raises InputError that names the cell or the field."""
    match = _KNOWN.fullmatch(line.strip())
    if match is None:
        raise InputError(f"expected moves, 36 cells, states; got {line.strip()[:60]!a}")
    moves, board, states = match.groups()
    return Known(
        RushHour.decode(board),
        None if moves is None else int(moves),
        None if states is None else int(states),
    )


def recognises_known(line: str) -> bool:
    """Whether a file's first significant line looks like a number and a board, or the reverse."""
    match = _KNOWN.fullmatch(line.split("\t", 1)[0].strip())
    return match is not None and (match[1] is not None or match[3] is not None)


def read_known(lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a file in the known format."""
    return read_list(lines, lambda line: decode_known(line).board)


def recognises_grid(line: str) -> bool:
    """Whether a file's first significant line looks like a row or a head, not like a text form."""
    text = line.strip()
    return text.startswith(":") or (_GRID_ROW.fullmatch(text) is not None and len(text) != 36)


def read_grid(lines: Iterable[str]) -> Iterator[Item]:
    """One board; blank lines and lines that begin with ``#`` are skipped."""
    kept = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    yield Item(1, "\n".join(kept), decoded("\n".join(kept), _grid))


def _grid(text: str) -> RushHour:
    rows = text.splitlines()
    headed = text.startswith(":")
    head = rows.pop(0)[1:] if headed else ""
    if not rows:
        raise InputError("no cells")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(f"row {number} has {len(row)} cells, row 0 has {len(rows[0])}")
    cells = "".join(rows)
    size = f"{len(rows[0])}x{len(rows)}"
    usual = size == _USUAL and not headed and _PLAIN.fullmatch(cells) is not None
    if usual and RED not in cells:
        return RushHour.decode(cells)
    board = RushHour.decode(f"{size}{head}:{cells}")
    return RushHour.decode(cells) if usual and not board.both_ways else board


def write_grid(puzzle: RushHour) -> str:
    """The board, a row a line."""
    head, colon, _ = puzzle.encode().partition(":")
    flags = re.sub(r"^[0-9]+x[0-9]+", "", head)
    width = puzzle.columns
    rows = [puzzle.cells[i : i + width] for i in range(0, len(puzzle.cells), width)]
    headed = flags or (colon and head == _USUAL)
    return "".join(f"{line}\n" for line in ([f":{flags}"] if headed else []) + rows)
