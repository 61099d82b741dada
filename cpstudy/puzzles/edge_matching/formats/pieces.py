"""Pieces files: one piece a line, its four sides as numbers (or as letters: ``RXXS``).

The sides are top right bottom left (the ``e2pieces`` convention) or as a line of their names says,
``north east south west`` for example, in a comment or above the columns; else as the frame shows
(:mod:`.framing`, which finds the frame, too). They are separated by spaces, commas, semicolons or
bars, with or without brackets. Blank lines and what follows ``#`` are skipped. A file is one
puzzle.

Before the pieces may stand the size: ``rows columns``, perhaps with the number of colours, on one
line or two; the side of a square; the number of pieces; ``p tile rows columns colours``; ``bounded
signed columns rows`` of the programs at TU Dresden, where unsigned. Heule's files begin with the
number of clue pieces and, a line each, column, row, piece and turns of them.

Columns beside the sides: the piece's number, first or last; in the community's CSV of binary words,
where 65535 is the frame, the place and turn of a clue piece (and those of all cells, or what a
solver printed). Lines ``piece 139 fixed at row 8 column 7`` are clues, too. Clues are kept as text
in ``about["clues"]``: a puzzle here has none.

``# reading: frame=none turn=free sides=trbl`` says what the options ``--frame`` and ``--reading``
say; :func:`write_pieces` begins with it where a file would be read otherwise without.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isqrt

from cpstudy.core.documents import Document, Item, hint_of
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.puzzles.edge_matching.formats.framing import (
    SIDES,
    Framed,
    PieceError,
    Said,
    Size,
    framed,
)
from cpstudy.puzzles.edge_matching.puzzle import COLOUR, EdgeMatching, Piece, piece_of

# What may be said of a file.
_CHOICES = ("frame", "sides", "turn", "size")
# The names of sides, top right bottom left, as words and as letters.
_WORDS = (
    ("top", "right", "bottom", "left"), ("north", "east", "south", "west"),
    ("up", "right", "down", "left"), ("haut", "droite", "bas", "gauche"),
    ("oben", "rechts", "unten", "links"), tuple("trbl"), tuple("nesw"), tuple("urdl"),
    tuple("hdbg"),
)  # fmt: skip
_CLUE = re.compile(r"(?:clues?|hints?|fixed|pieces?)\b.*[0-9]", re.IGNORECASE)
_READING = re.compile(r"\s*reading:\s*([a-z]+=\S+(?:\s+[a-z]+=\S+)*)\s*")
_SIZED = re.compile(r"p\s+tile\s+([0-9]{1,4})\s+([0-9]{1,4})(?:\s+[0-9]+)?")
_PLAIN = str.maketrans(",;:|[](){}", " " * 10)
# Most columns that a line of a piece has.
_WIDEST = 10
_WORD_OF_BITS = re.compile(r"[01]{8,}")


@dataclass(frozen=True)
class _Line:
    number: int
    text: str
    fields: tuple[str, ...]


@dataclass
class _File:
    """What a file holds: rows of fields, and what it says of itself."""

    rows: list[_Line] = field(default_factory=list)
    sizes: list[_Line] = field(default_factory=list)
    clues: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)
    columns: int = 4


# -- recognising ---------------------------------------------------------------------------------


def recognises(document: Document) -> bool:
    """Whether at least half of the lines are rows of as many fields, or all are clues."""
    if document.significant and all(map(_CLUE.match, document.significant)):
        return True
    rows = [row for line in document.significant if (row := _fields(line))]
    widths = Counter(len(row) for row in rows if _is_row(row))
    return bool(widths) and 2 * widths.most_common(1)[0][1] >= len(rows)


def _fields(line: str) -> tuple[str, ...]:
    """The fields of a line without its comment; the letters of a piece are a field each."""
    fields = line.split("#", 1)[0].translate(_PLAIN).split()
    if fields and re.fullmatch(r"[A-Za-z]{4}", fields[-1]) and len(fields) <= 2:
        numbered = len(fields) == 1 or (fields[0].isascii() and fields[0].isdigit())
        fields = [*fields[:-1], *fields[-1]] if numbered else fields
    return tuple(fields)


def _is_row(fields: Sequence[str]) -> bool:
    sides = fields[:4] if len(fields) != 5 else fields[1:]
    letters = all(len(side) == 1 and side.isascii() and side.isalpha() for side in sides)
    numbers = all(COLOUR.fullmatch(side) or _WORD_OF_BITS.fullmatch(side) for side in fields)
    return 4 <= len(fields) <= _WIDEST and (numbers or letters)


# -- reading -------------------------------------------------------------------------------------


def read_pieces(lines: Iterable[str]) -> Iterator[Item]:
    """One puzzle, a piece a line. A fault is reported on the line where it stands."""
    file = _File()
    try:
        file = _file(lines)
        said = _said(lines, file)
        found = _puzzle(file, said)
    except PieceError as error:
        row = file.rows[error.piece]
        yield Item(row.number, row.text, error)
    except InputError as error:
        yield Item(getattr(error, "line", 1), "", error)
    else:
        notes = [*found.notes, *file.notes]
        about = {"read as": "; ".join(notes)} if notes else {}
        about |= {"clues": "; ".join(file.clues)} if file.clues else {}
        yield Item(1, found.puzzle.encode(), found.puzzle, about=about)


def _file(lines: Iterable[str]) -> _File:
    """The rows of a file. Raises LineError where a line is none."""
    file = _File()
    for number, text in enumerate(lines, 1):
        if not _takes_comment(file, text):
            fields = _fields(text)
            line = _Line(number, text, fields)
            if not fields or _takes_words(file, line):
                continue
            (file.rows if len(fields) > 3 or file.rows else file.sizes).append(line)
    if not file.rows:
        raise LineError(1, "clues without pieces" if file.clues else "no pieces")
    widths = Counter(len(row.fields) for row in file.rows)
    file.columns = max(widths, key=lambda width: (widths[width], width == 4))
    for index, row in enumerate(file.rows):
        if len(row.fields) != file.columns:
            words = f"piece {index}: {len(row.fields)} colours, expected {min(file.columns, 4)}"
            raise LineError(row.number, words)
    return file


def _takes_comment(file: _File, text: str) -> bool:
    """Take what a comment says; whether the line is nothing else."""
    before, mark, comment = text.partition("#")
    if mark and (match := _READING.fullmatch(comment)):
        file.said |= dict(choice.split("=", 1) for choice in match[1].split())
    elif mark and (order := _sides_in(comment, letters=False)):
        file.said.setdefault("sides", order)
    return bool(mark) and not before.strip()


def _takes_words(file: _File, line: _Line) -> bool:
    """Take the names of columns, a size in words or a clue; whether the line is one of these."""
    text = line.text.strip()
    if match := _SIZED.fullmatch(text):
        file.sizes.append(replace(line, fields=(match[1], match[2])))
    elif not file.rows and (order := _sides_in(text, letters=True)):
        file.said.setdefault("sides", order)
    elif _CLUE.match(text):
        file.clues.append(" ".join(text.split()))
    else:
        return False
    return True


def _sides_in(text: str, letters: bool) -> str | None:
    """The order of sides in a text that names them one after another."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    for names in _WORDS:
        if len(names[0]) == 1 and (not letters or not 4 <= len(words) <= 5):
            continue
        for start in range(len(words) - 3):
            named = words[start : start + 4]
            if sorted(named) == sorted(names):
                return "".join(SIDES[names.index(name)] for name in named)
    return None


def _said(lines: Iterable[str], file: _File) -> Said:
    """What the user and the file say. Raises InputError."""
    found = file.said | {name: value for name in _CHOICES if (value := hint_of(lines, name))}
    for name in found.keys() - {*_CHOICES}:
        raise InputError(f"reading {name!r}: expected {', '.join(_CHOICES)}")
    sides, turn, size = found.get("sides"), found.get("turn"), found.get("size")
    if sides is not None and sorted(sides) != sorted(SIDES):
        raise InputError(f"sides {sides[:30]!a}: expected the letters t, r, b, l in some order")
    if turn not in (None, "free"):
        raise InputError(f"turn {turn[:30]!a}: pieces are turned as you like here, say free")
    if size is not None and not re.fullmatch(r"0*[1-9][0-9]{0,3}x0*[1-9][0-9]{0,3}", size):
        raise InputError(f"size {size[:30]!a}: expected ROWSxCOLUMNS")
    shape = None if size is None else (int(size.split("x")[0]), int(size.split("x")[1]))
    return Said(found.get("frame"), sides, turn, shape)


def _puzzle(file: _File, said: Said) -> Framed:
    """The puzzle of a file's rows. Raises InputError."""
    if said.size is None:
        said = _headed(file, replace(said, size=_size(file)))
    rows = _sides_of(file)
    names: dict[int, str] = {}
    if all(_WORD_OF_BITS.fullmatch(side) for row in rows for side in row):
        pieces = [_piece(tuple(int(side, 2) for side in row)) for row in rows]
    elif all(len(side) == 1 and side.isalpha() for row in rows for side in row):
        small = {side.islower() for row in rows for side in row}
        if len(small) > 1 or not all(side.isascii() for row in rows for side in row):
            raise InputError("colours in letters: expected a to z or A to Z")
        # The viewer's small letters begin with its frame; others just have an order.
        first = ord("a") if True in small else ord("A") - 1
        names = {ord(side) - first: side for row in rows for side in row}
        pieces = [_piece(tuple(ord(side) - first for side in row)) for row in rows]
    else:
        pieces = [_numbered(file, index, row) for index, row in enumerate(rows)]
    if said.frame not in (None, "none"):
        said = replace(said, frame=_colour(str(said.frame), names))
    return framed(pieces, said, names)


def _piece(colours: tuple[int, ...]) -> Piece:
    top, right, bottom, left = colours
    return top, right, bottom, left


def _numbered(file: _File, index: int, row: Sequence[str]) -> Piece:
    """A piece in numbers. Raises LineError that names it."""
    try:
        piece = piece_of(index, row)
    except InputError as error:
        raise LineError(file.rows[index].number, str(error)) from None
    for side, colour in enumerate(piece):
        if colour < 0:
            name = ("top", "right", "bottom", "left")[side]
            words = f"piece {index}: colour {colour} on its {name} is negative"
            raise LineError(file.rows[index].number, words)
    return piece


def _colour(text: str, names: dict[int, str]) -> int:
    """The number of a colour as the file writes it. Raises InputError."""
    for number, name in names.items():
        if name == text:
            return number
    if not re.fullmatch(r"[0-9]{1,6}", text) or names:
        raise InputError(f"frame {text[:30]!a}: expected a colour of the file, or none")
    return int(text)


# -- the size, and the columns beside the sides --------------------------------------------------


def _size(file: _File) -> Size | None:
    """The size that stands before the pieces. Raises LineError."""
    for line in file.sizes:
        for number in line.fields:
            if not re.fullmatch(r"[0-9]{1,6}", number):
                raise LineError(line.number, f"{shortened(number)} is not a size")
    numbers = [int(number) for line in file.sizes for number in line.fields]
    pieces = len(file.rows)
    if not numbers:
        return None
    if len(numbers) == 1:
        return _size_in_one(file, numbers[0])
    rows, columns = numbers[:2]
    at = file.sizes[0].number
    if min(rows, columns) < 1:
        raise LineError(at, f"size {rows} {columns}: expected rows and columns")
    if len(numbers) > 3 or rows * columns != pieces:
        at = file.rows[-1].number if len(numbers) < 4 else at
        shown = f"{rows}x{columns}"
        raise LineError(at, f"{pieces} pieces, expected {rows * columns} ({shown})")
    return rows, columns


def _headed(file: _File, said: Said) -> Said:
    """What a first line ``bounded signed columns rows`` says. Raises LineError for signed ones."""
    first, pieces = file.rows[0], len(file.rows)
    numbers = [int(side) for side in first.fields if re.fullmatch(r"[0-9]{1,4}", side)]
    if file.sizes or file.columns != 4 or len(numbers) != 4 or isqrt(pieces) ** 2 == pieces:
        return said
    bounded, signed, columns, rows = numbers
    if max(bounded, signed) > 1 or min(rows, columns) < 2 or rows * columns != pieces - 1:
        return said
    if signed:
        raise LineError(first.number, "signed edges (1 fits -1) are not known here")
    del file.rows[0]
    frame, turn = ("0", said.turn) if bounded else ("none", "free")
    return replace(said, size=(rows, columns), frame=said.frame or frame, turn=turn)


def _size_in_one(file: _File, number: int) -> Size | None:
    """A side, a number of pieces or a number of clue pieces, before the pieces."""
    pieces = len(file.rows)
    if number > 0 and number * number == pieces:
        return number, number
    if number == pieces or number == 0:
        return None
    shape = {len(row.fields) for row in file.rows}
    if number < pieces and shape == {4} and _is_clues(file.rows[:number], pieces - number):
        for row in file.rows[:number]:
            column, line, piece, turns = row.fields
            file.clues.append(f"piece {piece} at column {column}, row {line}, turned {turns}")
        file.notes.append(_without(number))
        del file.rows[:number]
        return None
    raise LineError(
        file.sizes[0].number,
        f"{number} above {pieces} pieces is neither the side of a square nor their number",
    )


def _is_clues(rows: Sequence[_Line], pieces: int) -> bool:
    """Whether rows are places of clue pieces: column, row, piece, turns."""
    numbers = [[int(side) for side in row.fields if side.isdigit()] for row in rows]
    return all(len(row) == 4 and 1 <= row[2] <= pieces and row[3] < 4 for row in numbers)


def _without(clues: int) -> str:
    return f"without its {clues} clue piece{'s' if clues > 1 else ''}"


def _sides_of(file: _File) -> list[tuple[str, ...]]:
    """The four sides of each row; notes what stands beside them. Raises InputError."""
    rows = [row.fields for row in file.rows]
    if file.clues and not file.notes:
        file.notes.append(_without(len(file.clues)))
    if file.columns == 4:
        return rows
    if file.columns == 5:
        for number, sides in ((0, slice(1, 5)), (4, slice(0, 4))):
            if _counts([row[number] for row in rows]):
                return [row[sides] for row in rows]
    binary = all(_WORD_OF_BITS.fullmatch(side) for row in rows for side in row[:4])
    if binary and file.columns in (6, 7, 10):
        if file.columns != 6:
            _take_clues(file, rows)
        if file.columns == 6:
            file.notes.append("without the solution in its last columns")
        return [row[:4] for row in rows]
    line = file.rows[0].number
    raise LineError(line, f"piece 0: {file.columns} colours, expected 4")


def _counts(fields: Sequence[str]) -> bool:
    """Whether a column numbers the pieces, from 0 or 1 in any order."""
    numbers = {int(number) for number in fields if re.fullmatch(r"[0-9]{1,6}", number)}
    return len(numbers) == len(fields) and max(numbers) - min(numbers) == len(fields) - 1


def _take_clues(file: _File, rows: Sequence[tuple[str, ...]]) -> None:
    """Take the clue pieces of the binary CSV: rows with a place in columns 5 to 7."""
    for index, row in enumerate(rows):
        if any(number.strip("0") for number in row[4:7]):
            column, line, turns = row[4:7]
            file.clues.append(f"piece {index} at column {column}, row {line}, turned {turns}")
    if file.clues:
        file.notes.append(_without(len(file.clues)))


# -- writing -------------------------------------------------------------------------------------


def write_pieces(puzzle: EdgeMatching) -> str:
    """A piece a line, after the size where the board is not square.

    A comment says what colours and sides do not show.
    """
    head = "" if puzzle.rows == puzzle.columns else f"{puzzle.rows} {puzzle.columns}\n"
    text = head + "".join(" ".join(map(str, piece)) + "\n" for piece in puzzle.pieces)
    (item,) = read_pieces(text.splitlines(keepends=True))
    if item.puzzle == puzzle:
        return text
    frame = "frame=0" if puzzle.framed else "frame=none turn=free"
    return f"# reading: {frame} sides={SIDES}\n{text}"
