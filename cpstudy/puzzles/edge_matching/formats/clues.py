"""Clue pieces, as files, addresses and users write them; they become fixed pieces.

Programs number clue pieces in different ways. These are known:

- text forms, ``# place: 3@0,2,1`` and ``--clue 3@0,2,1``: piece, row and column from 0, quarter
  turns clockwise relative to the listed piece; without turns, in any orientation;
- ``--clue 139@I8``, the community's names: pieces from 1, rows as letters, columns from 1. Lists
  count the turns of these differently (181@N3 is R1 in one and R3 in another), so they take none;
- the CSV of binary words, with columns top, right, bottom, left, x, y, rotation: column and row
  from 0, turns clockwise; three zeros do not make a clue, so a piece cannot be fixed as listed on
  the first cell;
- Heule's files (``em-encode.c``): row, column and piece from 1, turns clockwise, which he reads for
  inner pieces only: the frame determines those of the others;
- addresses of the viewers: oriented pieces. On a partly filled board, all of them are fixed; on a
  full board, those that the address names, cells in ``hints`` (eternity2.dev, from 0) or of type
  ``e`` in ``board_types`` (e2.bucas.name).

Clues in words, such as "piece 139 fixed at row 8 column 7", do not define their numbering. They are
kept as text. A clue that the frame forbids under the numbering of its format is also kept as text.

Limits: an address and the pieces to which it is applied must use the same colour numbers.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.puzzles.edge_matching.formats import viewer
from cpstudy.puzzles.edge_matching.puzzle import (
    FRAME,
    EdgeMatching,
    Place,
    places_of,
    turned,
)

# How formats count.
CSV = "x and y from 0, turned clockwise"
HEULE = "row, column and piece from 1, turned clockwise"

_NAMED = re.compile(r"[Pp]?([0-9]{1,6})@([A-Za-z])([0-9]{1,4})")


@dataclass(frozen=True)
class Clue:
    """A fixed piece on a line of a file, with all numbers from 0; quarters: clockwise."""

    line: int
    piece: int
    row: int
    column: int
    quarters: int

    def in_words(self) -> str:
        """Describe a clue that is kept as text."""
        place = f"row {self.row}, column {self.column}"
        return f"piece {self.piece} at {place}, turned {self.quarters} (counted from 0)"


def fixed(puzzle: EdgeMatching, clues: Iterable[Clue], counting: str) -> EdgeMatching:
    """Return the puzzle with the clues of its file fixed. Raises LineError if one fits no place."""
    places = list(puzzle.fixed)
    for clue in clues:
        if not (0 <= clue.row < puzzle.rows and 0 <= clue.column < puzzle.columns):
            raise LineError(clue.line, "no such cell")
        if not (0 <= clue.piece < len(puzzle.pieces) and 0 <= clue.quarters < 4):
            raise LineError(clue.line, "no such piece, or turn")
        piece = puzzle.pieces[clue.piece]
        framing = puzzle.framed and FRAME in piece and counting == HEULE
        place = Place(
            clue.piece,
            clue.row * puzzle.columns + clue.column,
            None if framing else clue.quarters,
        )
        if puzzle.framed and not _framed(puzzle, place):
            raise LineError(
                clue.line, "the frame would be inside the board, or a colour on its border"
            )
        places.append(place)
    return replace(puzzle, fixed=tuple(places))


def _framed(puzzle: EdgeMatching, place: Place) -> bool:
    """Return whether a piece at a place has the frame along the border and nowhere else."""
    outside = [puzzle.neighbour(place.cell, side) is None for side in range(4)]
    turns = range(4) if place.quarters is None else (place.quarters,)
    piece = puzzle.pieces[place.piece]
    return any([colour == FRAME for colour in turned(piece, q)] == outside for q in turns)


def decoded(text: str, hints: Mapping[str, str]) -> EdgeMatching:
    """Return the puzzle of a text form, with the clues of the user. Raises InputError."""
    return with_hinted_clues(EdgeMatching.decode(text), hints)


def read_address(address: str, hints: Mapping[str, str]) -> Item:
    """Return the puzzle of an address, with the clues of the user. Raises InputError."""
    item = viewer.read_address(address, hints)
    assert isinstance(item.puzzle, EdgeMatching)
    return replace(item, puzzle=with_hinted_clues(item.puzzle, hints))


def with_hinted_clues(puzzle: EdgeMatching, hints: Mapping[str, str]) -> EdgeMatching:
    """Return a puzzle with the clues of the hint ``clue``. Raises InputError."""
    return with_places(puzzle, hints.get("clue", "").split())


def with_places(puzzle: EdgeMatching, written: Iterable[str]) -> EdgeMatching:
    """Return a puzzle with places in the notations for users. Raises InputError."""
    for text in written:
        if viewer.claims(text):
            puzzle = on_board(puzzle, text)
            continue
        fixed, forbidden = [*puzzle.fixed], [*puzzle.forbidden]
        for mark, place in _places(puzzle, text):
            (fixed if mark == "@" else forbidden).append(place)
        puzzle = replace(puzzle, fixed=tuple(fixed), forbidden=tuple(forbidden))
    return puzzle


def _places(puzzle: EdgeMatching, text: str) -> Iterator[tuple[str, Place]]:
    if match := _NAMED.fullmatch(text):
        piece, row, column = int(match[1]), ord(match[2].upper()) - ord("A"), int(match[3])
        if row >= puzzle.rows or not 1 <= column <= puzzle.columns or piece < 1:
            raise InputError(f"place {text}: no such place on a board of size {puzzle.size}")
        yield "@", Place(piece - 1, row * puzzle.columns + column - 1)
        return
    number = re.split("[@!]", text, maxsplit=1)[0]
    if not re.fullmatch("[0-9]{1,6}", number) or number == text:
        raise InputError(
            f"place {shortened(text)}: expected PIECE@ROW,COLUMN[,QUARTERS] from 0, 139@I8, or "
            f"the address of a board"
        )
    yield from places_of(int(number), text[len(number) :], puzzle.rows, puzzle.columns)


def on_board(puzzle: EdgeMatching, address: str) -> EdgeMatching:
    """Return a puzzle with the pieces of a viewer's address fixed. Raises InputError."""
    board = viewer.laid_board(address)
    if (board.rows, board.columns) != (puzzle.rows, puzzle.columns):
        raise InputError(
            f"the board of the address has size {board.rows}x{board.columns}, the puzzle "
            f"{puzzle.size}"
        )
    taken = {place.piece for place in puzzle.fixed}
    places = []
    for cell in board.clues:
        lying = board.cells[cell]
        assert lying is not None
        look = puzzle.look(lying)
        found = next(
            (n for n, p in enumerate(puzzle.pieces) if n not in taken and puzzle.look(p) == look),
            None,
        )
        if found is None:
            shown = ",".join(map(str, lying))
            raise InputError(f"cell {puzzle.cell(cell)}: no piece {shown} is left")
        taken.add(found)
        quarters = next(q for q in range(4) if turned(puzzle.pieces[found], q) == lying)
        places.append(Place(found, cell, quarters))
    return replace(puzzle, fixed=(*puzzle.fixed, *places))
