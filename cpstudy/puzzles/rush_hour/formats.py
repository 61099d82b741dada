"""File formats of sliding blocks other than the text form.

*Known*: the cells of a square board on one line, mostly 36, preceded by the known number of moves
and followed by the number of reachable boards, separated by spaces; either number may be missing
(the notation of Fogleman2018). *Cells*: the same without numbers, of other sizes or in other
letterings than the text form's. *Grid*: boards as rows of cells, separated by blank lines; in any
lettering (:mod:`.lettering`) and as people draw them (:mod:`.drawn`). The part of the text form's
head after the size is written on a separate line before the rows, after a colon: ``:k@3,1``; then
the rows use the signs of the text form, and A is the red car.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from math import isqrt
from typing import NamedTuple

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError
from cpstudy.puzzles.rush_hour.drawn import are_spaced, board_drawn, in_ascii
from cpstudy.puzzles.rush_hour.lettering import NAMES, About, board_of, framed
from cpstudy.puzzles.rush_hour.puzzle import RushHour, exchanged
from cpstudy.puzzles.rush_hour.red_car import EMPTY, NAMED, RED, red_car
from cpstudy.reading.frames import is_frame

_KNOWN = re.compile(r"(?:([0-9]{1,4})\s+)?([A-Za-z.#_-]+)(?:\s+([0-9]{1,9}))?")
_CELLS = re.compile(r"[A-Za-z0-9.#_-]+")
_SMALLEST = 16
# Boards whose head may be omitted: their size, and cells that contain only cars.
_USUAL = "6x6"
_PLAIN = re.compile(r"[A-Zox.]{36}")


class Known(NamedTuple):
    """A board, the moves of a shortest solution, and the number of reachable boards, if known."""

    board: RushHour
    moves: int | None
    states: int | None


# -- one board a line ----------------------------------------------------------------------------


def decode_text(line: str, hints: Mapping[str, str]) -> tuple[RushHour, About]:
    """The board of a text form; hints may name the red car. Raises InputError."""
    head, colon, cells = line.strip().partition(":")
    red = hints.get("red")
    crowded = "x" in head and not set("o.") & set(head)
    if not colon and (set(hints) - {"size"} or {".", "o"} <= set(head) or crowded):
        return decode_cells(head, hints)
    if not colon and not _PLAIN.fullmatch(head):
        return RushHour.decode(head), {}
    if not colon:
        found = red_car(6, 6, head.replace(".", "o"), notation="." not in head)
        return RushHour.decode(head), {
            "read as": f"red car {found}, here A"
        } if found != RED else {}
    if red is None or red == RED:
        return RushHour.decode(line), {}
    if len(red) != 1 or red not in cells or red in "ox.":
        raise InputError(f"red {red[:30]!a}: there is no car of that name on the board")
    board = RushHour.decode(f"{head}:{exchanged(cells, red)}")
    return board, {"read as": f"red car {red}, here {RED}"}


def decode_cells(line: str, hints: Mapping[str, str]) -> tuple[RushHour, About]:
    """The square board of a line of cells. Raises InputError."""
    side = isqrt(len(line))
    if not claims_cells(line):
        raise InputError(f"{len(line)} signs are not a square board of {_SMALLEST} cells or more")
    return board_of([line[i : i + side] for i in range(0, len(line), side)], hints)


def claims_cells(line: str) -> bool:
    """Whether a line looks like the cells of a square board."""
    side = isqrt(len(line))
    return (
        side * side == len(line) >= _SMALLEST
        and _CELLS.fullmatch(line) is not None
        and not line.isdigit()
    )


def claims_other_cells(line: str) -> bool:
    """Whether a line looks like the cells of a square board but not like a text form."""
    return claims_cells(line) and not _PLAIN.fullmatch(line)


def decode_known(line: str, hints: Mapping[str, str] | None = None) -> Known:
    """A line of the known format. Raises an InputError that names the cell or the field."""
    return _known(line, hints or {})[0]


def _known(line: str, hints: Mapping[str, str]) -> tuple[Known, About]:
    match = _KNOWN.fullmatch(line.strip())
    if match is None:
        raise InputError(f"expected moves, 36 cells, states; got {line.strip()[:60]!a}")
    moves, cells, states = match.groups()
    plain = _PLAIN.fullmatch(cells) or not claims_cells(cells)
    board, about = decode_text(cells, hints) if plain else decode_cells(cells, hints)
    known = (None if number is None else int(number) for number in (moves, states))
    return Known(board, *known), about


def decode_known_board(line: str, hints: Mapping[str, str]) -> tuple[RushHour, About]:
    """The board of a line of the known format, with its numbers. Raises InputError."""
    known, about = _known(line, hints)
    numbers = {"moves": known.moves, "states": known.states}
    return known.board, {
        **about, **{name: str(value) for name, value in numbers.items() if value is not None}
    }  # fmt: skip


def recognises_known(line: str) -> bool:
    """Whether a line looks like a board with a number before or after it."""
    match = _KNOWN.fullmatch(line.split("\t", 1)[0].strip())
    return match is not None and (match[1] is not None or match[3] is not None)


# -- rows ----------------------------------------------------------------------------------------


def recognises_grid(document: Document) -> bool:
    """Whether all lines of a document look like rows, or the first line like their head."""
    if document.first.startswith(":"):
        return True
    lines = [in_ascii(line) for _, line in _kept(document.head) if line]
    kept = [text for line in lines if not is_frame(text := line.strip())]
    if are_spaced(lines):
        return True
    rows = [line for line in kept if not _SIZE.fullmatch(line)]
    widths = [len(row.split()[0]) if len(row.split()) == 1 else len(row.split()) for row in rows]
    return (
        len(rows) > 1
        and all(_ROW.fullmatch(row) for row in rows)
        and sum(width in (widths[0], widths[-1]) for width in widths) * 2 > len(widths)
    )


_SIZE = re.compile(r"([0-9]{1,2})(?:[ ,x]+([0-9]{1,2}))?")
_ROW = re.compile(
    r"[0-9]{1,2}(?:[ \t]+[0-9]{1,2}){3,}|[^\s:,;|/]{1,99}|[#|][^:,;/]{1,99}[#|]?"
    r"|\S(?:[ \t]+\S){1,98}|[^\s:,;/] *[^\s:,;/]+"
)
# A row that begins with a wall; comments contain words.
_FRAME = re.compile(r"#{3,}.?#+")
_WALLED = re.compile(r"#[A-Za-z0-9.#_-]*[.#][A-Za-z0-9.#_-]*")


def _kept(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines without comments, each with its number; blank lines are empty.

    A line that begins with ``#`` is a row with a wall if it has the signs or about the length of
    the rows next to it, or if there is a frame, so that no row is mistaken for a comment.
    """
    numbered = [(number, line.rstrip()) for number, line in enumerate(lines, 1)]
    is_framed = any(_FRAME.fullmatch(line.strip()) for _, line in numbered)
    for at, (number, line) in enumerate(numbered):
        text = line.strip()
        adjacent = [
            other.strip() for _, other in numbered[max(at - 1, 0) : at + 2] if other != line
        ]
        walled = _WALLED.fullmatch(text) is not None or (
            " " not in text and any(abs(len(text) - len(other)) < 2 for other in adjacent)
        )
        if not text.startswith("#") or walled or is_framed:
            yield number, line


def read_grid(lines: Iterable[str]) -> Iterator[Item]:
    """Read the boards, separated by blank lines; comments beginning with ``#`` are skipped."""
    hints = getattr(lines, "hints", {})
    blocks = list(_blocks(lines))
    if not blocks:
        yield Item(1, "", InputError("no cells"))
    for number, block in blocks:
        text = "\n".join(line.strip() for line in block)
        try:
            board, about = _grid(block, hints)
        except InputError as error:
            yield Item(number, text, error)
        else:
            yield Item(number, text, board, about=about)


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Blocks of consecutive rows, each with the number of its first line.

    Blank lines do not separate blocks if every second line is blank, or inside a square; a head
    belongs to the rows that follow.
    """
    found: list[tuple[int, list[str]]] = []
    open_block = False
    for number, line in _kept(lines):
        if not line.strip():
            open_block = False
        else:
            head = bool(found) and len(found[-1][1]) == 1 and found[-1][1][0].startswith(":")
            if open_block or head:
                found[-1][1].append(line)
            else:
                found.append((number, [line]))
            open_block = True
    if len(found) > 1 and all(len(block) == 1 for _, block in found):
        return iter([(found[0][0], [block[0] for _, block in found])])
    return _joined(found)


def _joined(blocks: list[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Blocks of rows, merged if only together they are a square."""
    at = 0
    while at < len(blocks):
        number, rows = blocks[at]
        width, together, end = _width(rows[0]), list(rows), at + 1
        while len(together) < width and end < len(blocks):
            together += blocks[end][1]
            end += 1
        whole = len(together) == width and not any(row.startswith(":") for row in together)
        yield (number, together) if whole else (number, rows)
        at = end if whole else at + 1


def _width(row: str) -> int:
    return len(row.split()) if " " in row.strip() else len(row.strip())


def _grid(lines: list[str], hints: Mapping[str, str]) -> tuple[RushHour, About]:
    if lines[0].lstrip().startswith(":"):
        rows = [line.strip() for line in lines[1:]]
        if not rows:
            raise InputError("no cells")
        _check_widths(rows)
        head = f"{len(rows[0])}x{len(rows)}{lines[0].strip()[1:]}"
        return decode_text(f"{head}:{''.join(rows)}", hints)
    lines = _without_size(lines)
    if (found := _numbered(lines, hints)) is not None:
        return found
    rows, exit_drawn = board_drawn(lines)
    _check_widths(rows)
    return board_of(rows, hints, exit_drawn)


def _numbered(lines: list[str], hints: Mapping[str, str]) -> tuple[RushHour, About] | None:
    """The board of rows of numbers, 0 is an empty cell; None if no number has two digits."""
    words = [line.split() for line in lines]
    numbers = list(dict.fromkeys(word for row in words for word in row))
    widths = {len(row) for row in words}
    if len(widths) > 1 or max(map(len, numbers)) < 2 or not all(map(str.isdigit, numbers)):
        return None
    free = [name for name in NAMES if name not in NAMED and name not in "ox0123456789"]
    cars = [number for number in numbers if number.strip("0")]
    if len(cars) > len(free):
        raise InputError(f"{len(cars)} cars, at most {len(free)} are possible")
    letters = dict(zip(cars, free, strict=False))
    cells = "".join(letters.get(word, EMPTY) for row in words for word in row)
    return framed(len(words), len(words[0]), cells, letters, hints)


def _check_widths(rows: list[str]) -> None:
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(f"row {number + 1} has {len(row)} cells, row 1 has {len(rows[0])}")


def _without_size(lines: list[str]) -> list[str]:
    """The rows after their size, and after the number of cars that may follow it.

    A row for an exit above or below the board is not counted.
    """
    match = _SIZE.fullmatch(lines[0].strip())
    if match is None or len(lines) < 3:
        return lines
    widest = max(len(line.strip()) for line in lines[2:])
    counted = lines[1].strip().isdigit() and len(lines[1].strip()) < widest
    rows = lines[2:] if counted else lines[1:]
    numbers = {int(number) for number in match.groups() if number}
    return rows if numbers & {len(rows), len(rows) - 1} else lines


def write_grid(puzzle: RushHour) -> str:
    """The board, one row a line; with a head if the rows alone would be read differently."""
    head, colon, _ = puzzle.encode().rpartition(":")
    flags = re.sub(r"^[0-9]+x[0-9]+", "", head)
    width = puzzle.columns
    rows = [puzzle.cells[i : i + width] for i in range(0, len(puzzle.cells), width)]
    headed = flags or (colon and head == _USUAL) or len(rows) == 1 or not _read_back(rows, puzzle)
    return "".join(f"{line}\n" for line in ([f":{flags}"] if headed else []) + rows)


def _read_back(rows: list[str], puzzle: RushHour) -> bool:
    """Whether the rows alone are read as this board."""
    try:
        return _grid(rows, {})[0] == puzzle
    except InputError:
        return False
