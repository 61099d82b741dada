"""Pieces files: one piece per line, its four sides as numbers (or as letters: ``RXXS``).

The sides are top right bottom left (the ``e2pieces`` convention), or in the order of a line that
names them, for example ``north east south west`` in a comment or above the columns; otherwise the
frame shows the order (:mod:`.framing`, which also finds the frame). Spaces, commas, semicolons or
bars separate them, with or without brackets. Blank lines and text after ``#`` are skipped. A file
is one puzzle.

The size may precede the pieces: ``rows columns``, optionally with the number of colours, on one
line or two; the side of a square; the number of pieces; ``p tile rows columns colours``; ``bounded
signed columns rows`` of the programs at TU Dresden, if unsigned. Heule's files begin with the
number of clue pieces, followed by one line for each: row, column, piece and turns.

Further columns: the number of the piece, first or last; in the community's CSV of binary words,
where 65535 is the frame, the place and rotation of a clue piece (and those of all cells, or a
solver's output). A line with a viewer's address fixes the pieces of its board. :mod:`.clues`
explains how each format numbers its clues, and how lines such as ``piece 139 fixed at row 8 column
7`` are read; clues that are kept as text are in ``about["clues"]``.

``# reading: frame=none turn=free sides=trbl`` has the meaning of the options ``--frame`` and
``--reading``; ``# place: 3@0,2,1`` fixes a piece, and ``# place: 3!0,2`` forbids a place, as in the
text form. :func:`write_pieces` writes these lines if the file would be read differently without
them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cpstudy.core.documents import Document, Item, hint_of
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.edge_matching.formats.clues import fixed, on_board, with_places
from cpstudy.puzzles.edge_matching.formats.columns import (
    headed,
    sides_of,
    size_before,
    take_clue_rows,
)
from cpstudy.puzzles.edge_matching.formats.framing import Framed, PieceError, Statements, framed
from cpstudy.puzzles.edge_matching.formats.rows import (
    CLUE,
    WORD_OF_BITS,
    File,
    fields_of,
    file_of,
    is_row,
)
from cpstudy.puzzles.edge_matching.formats.structure import SIDES, TURNS
from cpstudy.puzzles.edge_matching.puzzle import (
    SIDE_NAMES,
    EdgeMatching,
    Piece,
    piece_of,
)

# What a file or a user may state about the reading.
_CHOICES = ("frame", "sides", "turn", "size")


def recognises(document: Document) -> bool:
    """Return whether at least half of the lines are rows of equal length, or all are clues."""
    if document.significant and all(map(CLUE.match, document.significant)):
        return True
    rows = [row for line in document.significant if (row := fields_of(line))]
    widths = Counter(len(row) for row in rows if is_row(row))
    return bool(widths) and 2 * widths.most_common(1)[0][1] >= len(rows)


def read_pieces(lines: Iterable[str]) -> Iterator[Item]:
    """Yield one puzzle, from one piece per line. A fault is reported with its line."""
    file = File()
    try:
        file = file_of(lines)
        stated = _stated(lines, file)
        found = _clued(_puzzle(file, stated), file)
        for board in file.boards:
            found = replace(found, puzzle=on_board(found.puzzle, board.text))
        clues = (hint_of(lines, "clue") or "").split()
        found = replace(found, puzzle=with_places(found.puzzle, [*file.places, *clues]))
    except PieceError as error:
        row = file.rows[error.piece]
        yield Item(row.number, row.text, error)
    except InputError as error:
        yield Item(getattr(error, "line", 1), "", error)
    else:
        notes = [*found.notes, *file.notes]
        about = {"read as": "; ".join(notes)} if notes else {}
        about |= {"clues": "; ".join(file.worded)} if file.worded else {}
        puzzle = found.puzzle
        yield Item(1, puzzle.encode(), puzzle, about=about)


def _stated(lines: Iterable[str], file: File) -> Statements:
    """Return what the user and the file state. Raises InputError."""
    found = file.stated | {name: value for name in _CHOICES if (value := hint_of(lines, name))}
    for name in found.keys() - {*_CHOICES}:
        raise InputError(f"reading {name!r}: expected {', '.join(_CHOICES)}")
    sides, turn, size = found.get("sides"), found.get("turn"), found.get("size")
    if sides is not None and sorted(sides) != sorted(SIDES):
        raise InputError(f"sides {sides[:30]!a}: expected the letters t, r, b, l in some order")
    if turn not in (None, "free", "fixed"):
        raise InputError(f"turn {turn[:30]!a}: expected free or fixed")
    if size is not None and not re.fullmatch(r"0*[1-9][0-9]{0,3}x0*[1-9][0-9]{0,3}", size):
        raise InputError(f"size {size[:30]!a}: expected ROWSxCOLUMNS")
    shape = None if size is None else (int(size.split("x")[0]), int(size.split("x")[1]))
    return Statements(found.get("frame"), sides, turn, shape)


def _puzzle(file: File, stated: Statements) -> Framed:
    """Return the puzzle of a file's rows. Raises InputError."""
    take_clue_rows(file)
    if stated.size is None:
        stated = headed(file, replace(stated, size=size_before(file)))
    rows = sides_of(file)
    names: dict[int, str] = {}
    if all(WORD_OF_BITS.fullmatch(side) for row in rows for side in row):
        pieces = [_piece(tuple(int(side, 2) for side in row)) for row in rows]
    elif all(len(side) == 1 and side.isalpha() for row in rows for side in row):
        small = {side.islower() for row in rows for side in row}
        if len(small) > 1 or not all(side.isascii() for row in rows for side in row):
            raise InputError("colours in letters: expected a to z or A to Z")
        # The viewer's lower-case letters begin with its frame; capitals only have an order.
        first = ord("a") if True in small else ord("A") - 1
        names = {ord(side) - first: side for row in rows for side in row}
        pieces = [_piece(tuple(ord(side) - first for side in row)) for row in rows]
    else:
        pieces = [_numbered(file, index, row) for index, row in enumerate(rows)]
    if stated.frame not in (None, "none"):
        stated = replace(stated, frame=_colour(str(stated.frame), names))
    return framed(pieces, stated, names)


def _clued(framed: Framed, file: File) -> Framed:
    """Return the puzzle with the clues of its file; note how they are counted, or omitted."""
    if file.worded:
        file.notes.append(f"without {_clues_in(file.worded)}, whose counting is not known (--clue)")
    if not file.clues:
        return framed
    shown = _clues_in(file.clues)
    try:
        puzzle = fixed(framed.puzzle, file.clues, file.counting)
    except LineError as error:
        why = f"line {error.line} as {file.counting}: {error}"
        file.notes.append(f"without {shown}: {why} (--clue)")
        file.worded += [clue.in_words() for clue in file.clues]
        return framed
    file.notes.append(f"{shown} fixed, counted as {file.counting}")
    return replace(framed, puzzle=puzzle)


def _clues_in(clues: Sequence[object]) -> str:
    return f"{len(clues)} clue piece{'s' if len(clues) > 1 else ''}"


def _piece(colours: tuple[int, ...]) -> Piece:
    top, right, bottom, left = colours
    return top, right, bottom, left


def _numbered(file: File, index: int, row: Sequence[str]) -> Piece:
    """Return a piece in numbers. Raises a LineError that names it."""
    try:
        piece = piece_of(index, row)
    except InputError as error:
        raise LineError(file.rows[index].number, str(error)) from None
    for side, colour in enumerate(piece):
        if colour < 0:
            words = f"piece {index}: colour {colour} on its {SIDE_NAMES[side]} is negative"
            raise LineError(file.rows[index].number, words)
    return piece


def _colour(text: str, names: dict[int, str]) -> int:
    """Return the number of a colour in the notation of the file. Raises InputError."""
    for number, name in names.items():
        if name == text:
            return number
    if not re.fullmatch(r"[0-9]{1,6}", text) or names:
        raise InputError(f"frame {text[:30]!a}: expected a colour of the file, or none")
    return int(text)


# -- writing -------------------------------------------------------------------------------------


def write_pieces(puzzle: EdgeMatching) -> str:
    """Write one piece per line, after the size if the board is not square.

    A comment states what colours and sides do not show.
    """
    head = "" if puzzle.rows == puzzle.columns else f"{puzzle.rows} {puzzle.columns}\n"
    text = head + "".join(" ".join(map(str, piece)) + "\n" for piece in puzzle.pieces)
    (item,) = read_pieces(text.splitlines(keepends=True))
    if item.puzzle == puzzle:
        return text
    frame = "frame=0" if puzzle.framed else "frame=none"
    turn = "" if puzzle.framed and puzzle.turning else f" turn={TURNS[puzzle.turning]}"
    places = "".join(
        f"# place: {number}{places}\n" for number, places in enumerate(puzzle.places()) if places
    )
    return f"# reading: {frame}{turn} sides={SIDES}\n{places}{text}"
