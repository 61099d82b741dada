"""File formats of edge matching beside the text form: pieces files and the community's viewer.

*Pieces*: one piece a line, four integers top right bottom left (the ``e2pieces`` convention),
separated by spaces or commas; blank lines and ``#`` comments are skipped. A first line of two
integers is the size, rows and columns; without it the board is square. A file is one puzzle.

*Viewer*: addresses of the viewer at e2.bucas.name, one a line. After ``#`` stand ``board_w``,
``board_h`` and ``board_edges``: four letters a cell, row by row, top right bottom left, ``a`` for
the frame, ``b`` for colour 1 and so on; ``aaaa`` is an empty cell. Other parameters are ignored.

Neither says whether a puzzle is framed: it is where colour 0 occurs. A puzzle that would come
back otherwise is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import isqrt

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.core.text import read_list
from cpstudy.puzzles.edge_matching.puzzle import (
    COLOUR,
    FRAME,
    EdgeMatching,
    Piece,
    Placement,
    piece_fault,
    piece_of,
)

VIEWER = "https://e2.bucas.name/#"

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


# -- pieces --------------------------------------------------------------------------------------


def recognises_pieces(line: str) -> bool:
    """Whether a file's first significant line looks like a piece or a size in integers."""
    return re.match(r"\s*-?[0-9]+[\s,]+-?[0-9]", line) is not None


def read_pieces(lines: Iterable[str]) -> Iterator[Item]:
    """One puzzle, a piece a line. A fault is reported on the line where it stands."""
    size: tuple[int, int] | None = None
    pieces: list[Piece] = []
    places: list[tuple[int, str]] = []  # the line of each piece
    place = (1, "")
    try:
        for place in enumerate(lines, 1):
            fields = place[1].split("#", 1)[0].replace(",", " ").split()
            begins = not pieces and size is None
            if begins and len(fields) == 2 and all(map(COLOUR.fullmatch, fields)):
                size = (int(fields[0]), int(fields[1]))
                if min(size) < 1:
                    raise InputError(f"size {size[0]} {size[1]}: expected rows and columns")
            elif fields:
                pieces.append(piece_of(len(pieces), fields))
                places.append(place)
                # Faults at any size of the board are reported first.
                if fault := piece_fault(pieces[-1], 1, 1, framed=False):
                    raise InputError(f"piece {len(pieces) - 1}: {fault}")
        if not pieces:
            raise InputError("no pieces")
        side = isqrt(len(pieces))
        if size is None and side * side != len(pieces):
            raise InputError(
                f"{len(pieces)} pieces do not make a square; for another shape begin with a line "
                f"of rows and columns"
            )
        size = size or (side, side)
        framed = any(FRAME in piece for piece in pieces)
        for index, piece in enumerate(pieces):
            if fault := piece_fault(piece, *size, framed):
                place = places[index]
                raise InputError(f"piece {index}: {fault}")
        puzzle = EdgeMatching(*size, tuple(pieces), framed)
    except InputError as error:
        yield Item(*place, error)
    else:
        yield Item(1, puzzle.encode(), puzzle)


def write_pieces(puzzle: EdgeMatching) -> str:
    """A piece a line, after the size where the board is not square.

    Raises InputError where colour 0 would not show whether the puzzle is framed.
    """
    _check_frame(puzzle)
    head = "" if puzzle.rows == puzzle.columns else f"{puzzle.rows} {puzzle.columns}\n"
    return head + "".join(" ".join(map(str, piece)) + "\n" for piece in puzzle.pieces)


def _check_frame(puzzle: EdgeMatching) -> None:
    if puzzle.framed != any(FRAME in piece for piece in puzzle.pieces):
        raise InputError(
            "a framed puzzle without colour 0, or an unframed one with it, cannot be written so"
        )


# -- the viewer ----------------------------------------------------------------------------------


def recognises_viewer(line: str) -> bool:
    """Whether a file's first significant line looks like an address of the viewer."""
    return "board_edges=" in line


def read_viewer(lines: Iterable[str]) -> Iterator[Item]:
    """Addresses of the viewer, one a line."""
    return read_list(lines, puzzle_of_address)


def puzzle_of_address(address: str) -> EdgeMatching:
    """The pieces of a board in the viewer, row by row. Raises InputError that names the cell."""
    parts = address.strip().partition("#")[2].split("&")
    fields = {name: value for name, _, value in (part.partition("=") for part in parts)}
    for name in ("board_w", "board_h", "board_edges"):
        if name not in fields:
            raise InputError(f"no {name} in the address")
    for name in ("board_w", "board_h"):
        if not re.fullmatch(r"[0-9]{1,4}", fields[name]) or int(fields[name]) < 1:
            raise InputError(f"{name}: {fields[name][:30]!a} is not a size")
    rows, columns, letters = int(fields["board_h"]), int(fields["board_w"]), fields["board_edges"]
    if len(letters) != 4 * rows * columns:
        raise InputError(
            f"board_edges: {len(letters)} letters, expected {4 * rows * columns} ({rows}x{columns})"
        )
    pieces = []
    for cell in range(rows * columns):
        place = divmod(cell, columns)
        top, right, bottom, left = map(_LETTERS.find, sides := letters[4 * cell : 4 * cell + 4])
        if min(top, right, bottom, left) < 0:
            wrong = next(letter for letter in sides if letter not in _LETTERS)
            raise InputError(f"cell {place}: {wrong!a} is not a letter a to z")
        if len(letters) > 4 and top == right == bottom == left == FRAME:
            raise InputError(f"cell {place}: no piece lies there")
        pieces.append((top, right, bottom, left))
    return EdgeMatching(rows, columns, tuple(pieces), any(FRAME in piece for piece in pieces))


def write_viewer(puzzle: EdgeMatching) -> str:
    """The address of the pieces in their order, as they lie; see :func:`viewer_address`."""
    return viewer_address(puzzle) + "\n"


def viewer_address(puzzle: EdgeMatching, solution: Placement | None = None) -> str:
    """The viewer's address of a solved board, or of the pieces in their order.

    Raises InputError for a colour above 25, the last letter, or as :func:`write_pieces` does. The
    viewer has pictures for colours up to 22 only.
    """
    _check_frame(puzzle)
    picture = puzzle.pieces if solution is None else puzzle.picture(solution)
    highest = max(max(piece) for piece in picture)
    if highest >= len(_LETTERS):
        raise InputError(f"colour {highest} has no letter: the viewer's are a to z, 0 to 25")
    edges = "".join(_LETTERS[colour] for piece in picture for colour in piece)
    return f"{VIEWER}board_w={puzzle.columns}&board_h={puzzle.rows}&board_edges={edges}"
