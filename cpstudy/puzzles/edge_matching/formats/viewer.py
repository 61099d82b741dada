"""Addresses of the community's viewers, e2.bucas.name and eternity2.dev, one per line.

After ``#`` or ``?`` come ``board_w`` and ``board_h`` (or ``puzzle_size``) and ``board_edges``: four
letters per cell, row by row, top right bottom left, ``a`` for the frame, ``b`` for colour 1 and so
on; ``aaaa`` is an empty cell. ``puzzle`` is a name. If no side is ``a``, another letter may frame
the board (:mod:`.framing`). ``hints`` names clue pieces as ``CELL.TURNS``, separated by ``-``;
``board_types`` marks them by the letter ``e``. Other parameters are ignored.

Limits: an address contains the pieces on the board, so the pieces of empty cells are unknown, even
if ``board_pieces`` has their numbers. Such a board must be combined with the pieces of a file
(:mod:`.clues`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cpstudy.core import wording
from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.puzzles.edge_matching.formats.framing import Statements, framed
from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, Piece, Place, Placement

VIEWER = "https://e2.bucas.name/#"

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_EMPTY = "aaaa"


@dataclass(frozen=True)
class AddressBoard:
    """The board of an address. cells: oriented pieces, or None for an empty cell.

    clues: the cells of the fixed pieces.
    """

    rows: int
    columns: int
    cells: tuple[Piece | None, ...]
    clues: tuple[int, ...]


def claims(line: str) -> bool:
    """Return whether a line is an address of a viewer."""
    return "board_edges=" in line


def laid_board(address: str) -> AddressBoard:
    """Return the board of an address. Raises an InputError that names the cell."""
    fields = _parameters(address)
    rows, columns = _size(fields)
    cells = _cells(fields["board_edges"], rows, columns)
    clues = _named_clues(fields, cells)
    if None in cells:
        clues = tuple(cell for cell, piece in enumerate(cells) if piece is not None)
    return AddressBoard(rows, columns, cells, clues)


def _named_clues(fields: Mapping[str, str], cells: tuple[Piece | None, ...]) -> tuple[int, ...]:
    """Return the cells that an address names as clues. Raises InputError if one is empty."""
    named = [cell for cell, kind in enumerate(fields.get("board_types", "")) if kind == "e"]
    for hint in filter(None, fields.get("hints", "").split("-")):
        match = re.fullmatch(r"([0-9]{1,6})\.[0-3]", hint)
        if match is None:
            raise InputError(f"hints: {hint[:30]!a}: expected CELL.TURNS")
        named.append(int(match[1]))
    for cell in named:
        if cell >= len(cells) or cells[cell] is None:
            raise InputError(f"clue on cell {cell}: no piece lies there")
    return tuple(dict.fromkeys(named))


def read_address(address: str, hints: Mapping[str, str] | None = None) -> Item:
    """Return the puzzle of an address, with its name. Raises an InputError that names the cell."""
    fields = _parameters(address)
    board = laid_board(address)
    pieces = [piece for piece in board.cells if piece is not None]
    if len(pieces) < len(board.cells):
        place = wording.place(divmod(board.cells.index(None), board.columns))
        raise InputError(
            f"{place}: no piece lies there; {len(board.cells) - len(pieces)} of "
            f"{len(board.cells)} cells are empty, and the address does not say which pieces belong "
            f"there: choose -f PIECES --clue ADDRESS"
        )
    stated = Statements(turn="free", sides="trbl", size=_size(fields), frame=_frame(hints or {}))
    if stated.frame is None and any(FRAME in piece for piece in pieces):
        stated = replace(stated, frame=FRAME)
    found = framed(pieces, stated, dict(enumerate(_LETTERS)))
    clues = tuple(Place(cell, cell, 0) for cell in board.clues)
    about = {"read as": "; ".join(found.notes)} if found.notes else {}
    puzzle = replace(found.puzzle, fixed=clues)
    return Item(1, address, puzzle, fields.get("puzzle") or None, about)


def puzzle_of_address(address: str) -> EdgeMatching:
    """Return the pieces of a viewer's board, row by row. Raises InputError, naming the cell."""
    puzzle = read_address(address).puzzle
    assert isinstance(puzzle, EdgeMatching)
    return puzzle


def _parameters(address: str) -> dict[str, str]:
    """Return the parameters after the # or ? of an address. Raises InputError if one is missing."""
    parts = re.split(r"[#?]", address.strip(), maxsplit=1)[-1].split("&")
    fields = {name: value for name, _, value in (part.partition("=") for part in parts)}
    if "puzzle_size" in fields:
        fields = {"board_w": fields["puzzle_size"], "board_h": fields["puzzle_size"]} | fields
    for name in ("board_w", "board_h", "board_edges"):
        if name not in fields:
            raise InputError(f"no {name} in the address")
    return fields


def _size(fields: Mapping[str, str]) -> tuple[int, int]:
    for name in ("board_w", "board_h"):
        if not re.fullmatch(r"[0-9]{1,4}", fields[name]) or int(fields[name]) < 1:
            raise InputError(f"{name}: {fields[name][:30]!a} is not a size")
    return int(fields["board_h"]), int(fields["board_w"])


def _cells(letters: str, rows: int, columns: int) -> tuple[Piece | None, ...]:
    if len(letters) != 4 * rows * columns:
        raise InputError(
            f"board_edges: {len(letters)} letters, expected {4 * rows * columns} ({rows}x{columns})"
        )
    cells: list[Piece | None] = []
    for cell in range(rows * columns):
        sides = letters[4 * cell : 4 * cell + 4]
        top, right, bottom, left = map(_LETTERS.find, sides)
        if min(top, right, bottom, left) < 0:
            wrong = next(letter for letter in sides if letter not in _LETTERS)
            where = wording.place(divmod(cell, columns))
            raise InputError(f"{where}: {wrong!a} is not a letter a to z")
        empty = sides == _EMPTY and rows * columns > 1
        cells.append(None if empty else (top, right, bottom, left))
    return tuple(cells)


def _frame(hints: Mapping[str, str]) -> int | str | None:
    """Return the frame that the user names. Raises InputError."""
    frame = hints.get("frame")
    if frame in (None, "none"):
        return frame
    if len(frame) != 1 or frame not in _LETTERS:
        raise InputError(f"frame {frame[:30]!a}: expected a letter a to z, or none")
    return _LETTERS.index(frame)


# -- writing -------------------------------------------------------------------------------------


def write_viewer(puzzle: EdgeMatching) -> str:
    """Write the address of the pieces in their given order; see :func:`viewer_address`."""
    return viewer_address(puzzle) + "\n"


def viewer_address(puzzle: EdgeMatching, solution: Placement | None = None) -> str:
    """Return the viewer's address of a solved board, or of the pieces in their given order.

    Raises InputError for a colour above 25, the last letter, and if the address would be read as
    another puzzle. The viewer has pictures for colours up to 22 only.
    """
    if solution is None and not puzzle.symmetric:
        raise InputError("an address cannot fix or forbid places, and its pieces may be turned")
    if puzzle.framed != any(FRAME in piece for piece in puzzle.pieces):
        raise InputError(
            "an address cannot have a frame without colour 0, or colour 0 without a frame"
        )
    picture = puzzle.pieces if solution is None else puzzle.picture(solution)
    highest = max(max(piece) for piece in picture)
    if highest >= len(_LETTERS):
        raise InputError(f"colour {highest} has no letter: the viewer's are a to z, 0 to 25")
    edges = "".join(_LETTERS[colour] for piece in picture for colour in piece)
    address = f"{VIEWER}board_w={puzzle.columns}&board_h={puzzle.rows}&board_edges={edges}"
    if not puzzle.framed and puzzle_of_address(address).framed:
        raise InputError(
            "the address of an unframed puzzle that looks framed would be read as framed"
        )
    return address
