"""Certificates of counts: layers of boards that are filled alike, cell by cell in scan order.

Boards of a depth can be completed in the same ways where the same pieces are left and the same
colours lie along the edge of what is filled: they are one state (counting/meeting.py). It is a byte
for each different piece, how many of it are left, then one for the left side of the cell at hand
and one for the upper side of each column's next cell: the number of the colour, the least first, or
255 where any may lie; at the border that of the frame, or 255. Different pieces are numbered by
their first places. The board is filled row by row, or column by column where it has more columns
than rows.

The certificate is the states of each layer, in increasing order; count_checking.py, which shares no
code with this file nor with the counter, makes what follows from each and adds up. So boards are
counted as pictures. Solutions are classes of them under the board's rotations; where no board is
turned into itself, which different pieces ensure, that is a division.

Cost: the count from above, and sorting each layer; a layer has up to C(n, k) times the colours of
an edge states. Limits: identical pieces on a board without clues, which may be turned into itself.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED
from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Budget, Stop
from cpstudy.frontier.diagram import keys_of
from cpstudy.frontier.engine import Sweep
from cpstudy.frontier.fields import Field
from cpstudy.puzzles.edge_matching.counting.meeting import Board, Tables
from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching
from cpstudy.puzzles.edge_matching.symmetry import narrow

_ANY = 255


def prove(puzzle: EdgeMatching, write: Callable[[bytes], None]) -> int:
    """The number of solutions. write: gets the states of each layer.

    Raises NotApplicable where the states take too much memory, or identical pieces may make a
    board that is turned into itself.
    """
    puzzle = narrow(puzzle)
    looks = list(dict.fromkeys(map(puzzle.look, puzzle.pieces)))
    if puzzle.symmetric and len(looks) < len(puzzle.pieces):
        raise NotApplicable("no proof: identical pieces, so a board may be turned into itself")
    tables = Tables(puzzle)
    if len(tables.colours) >= _ANY:
        raise NotApplicable(f"no proof: {len(tables.colours)} colours, at most {_ANY - 1}")
    sweep = Sweep(Board(tables, len(puzzle.pieces)), Budget(), UNLIMITED)
    for cell in sweep.along(range(len(puzzle.pieces) + 1)):
        write(_layer(tables, cell, keys_of(sweep.layers)))
    if sweep.stop is not Stop.DONE:
        raise NotApplicable(f"no proof: more than {sweep.memory} bytes of states")
    single = puzzle.symmetric and len(puzzle.pieces) == 1  # its turns are the board's
    return min(1, sweep.number) if single else sweep.number // puzzle.most_rotations


def _layer(tables: Tables, cell: int, keys: npt.NDArray[np.int64]) -> bytes:
    """The states when ``cell`` is the next one."""
    puzzle, columns = tables.puzzle, tables.puzzle.columns

    def held(field: Field) -> npt.NDArray[np.int64]:
        return keys[:, field.word] >> field.shift & ((1 << field.bits) - 1)

    shown = sorted({colour for piece in puzzle.pieces for colour in piece})
    byte = np.array([shown.index(c) if c in shown else _ANY for c in tables.colours])
    border = shown.index(FRAME) if puzzle.framed and FRAME in shown else _ANY
    rows = np.full((len(keys), len(tables.looks) + columns + 1), border, np.uint8)
    looks = dict.fromkeys(map(puzzle.look, puzzle.pieces))
    places = {look: place for place, look in enumerate(looks)}
    for look, field in zip(tables.looks, tables.laid, strict=True):
        rows[:, places[puzzle.look(look.piece)]] = look.number - held(field)
    if cell % columns:
        rows[:, len(places)] = byte[held(tables.edge[columns])]
    for column in range(columns):
        if column < cell <= len(puzzle.pieces) - columns + column:  # between two laid rows
            rows[:, len(places) + 1 + column] = byte[held(tables.edge[column])]
    return rows[np.lexsort(rows.T[::-1])].tobytes()
