"""Brute force for tiny edge-matching boards; it shares no code with the package.

A board maps (row, column) to (top, right, bottom, left). All arrangements are enumerated cell by
cell; a branch ends as soon as two cells, or a cell and the frame, disagree.
"""

from __future__ import annotations

from itertools import product

Board = tuple[tuple[tuple[int, int], tuple[int, ...]], ...]


def boards(
    rows: int, columns: int, pieces, framed: bool, fixed=(), forbidden=(), turning: bool = True
) -> set[Board]:
    """All solved boards as pictures: each rotation is one, identical pieces are not distinguished.

    fixed, forbidden: (piece, cell, quarters clockwise or None).
    """
    cells = list(product(range(rows), range(columns)))
    found: set[Board] = set()
    board: dict[tuple[int, int], tuple[int, ...]] = {}

    def extend(left: list[tuple[int, ...]]) -> None:
        if not left:
            found.add(tuple(sorted(board.items())))
            return
        row, column = cells[len(board)]
        for chosen, piece in enumerate(left):
            for turn in range(4 if turning else 1):
                top, right, bottom, west = (piece * 2)[turn : turn + 4]
                if framed and (
                    ((top == 0) != (row == 0))
                    or ((right == 0) != (column == columns - 1))
                    or ((bottom == 0) != (row == rows - 1))
                    or ((west == 0) != (column == 0))
                ):
                    continue
                if row and board[row - 1, column][2] != top:
                    continue
                if column and board[row, column - 1][1] != west:
                    continue
                board[row, column] = (top, right, bottom, west)
                extend(left[:chosen] + left[chosen + 1 :])
                del board[row, column]

    def shows(filled, place) -> bool:
        number, cell, quarters = place
        starts = range(4 if turning else 1) if quarters is None else [(4 - quarters) % 4]
        piece = tuple(pieces[number])
        return dict(filled)[divmod(cell, columns)] in [(piece * 2)[s : s + 4] for s in starts]

    extend([tuple(piece) for piece in pieces])
    return {
        filled
        for filled in found
        if all(shows(filled, place) for place in fixed)
        and not any(shows(filled, place) for place in forbidden)
    }


def turned_round(board: Board, rows: int) -> Board:
    """The board turned clockwise by a quarter: (row, column) goes to (column, rows - 1 - row)."""
    return tuple(
        sorted(
            ((column, rows - 1 - row), (west, top, right, bottom))
            for (row, column), (top, right, bottom, west) in board
        )
    )


def classes(rows: int, columns: int, pieces, framed: bool) -> set[frozenset[Board]]:
    """The solved boards by class: all four rotations of a square board, two of any other."""
    result = set()
    for board in boards(rows, columns, pieces, framed):
        half = turned_round(turned_round(board, rows), columns)
        turns = {board, half}
        if rows == columns:
            turns |= {turned_round(board, rows), turned_round(half, rows)}
        result.add(frozenset(turns))
    return result
