"""Write certificates of counts: the layers of states, cell by cell in scan order.

Partial boards of the same depth have the same completions if the same pieces are left and the same
colours lie along the frontier: they are one state (counting/meeting.py). A state is written as one
byte for each different piece, its number of remaining copies, then one byte for the left side of
the next cell and one for the upper side of each column's next cell: the index of the colour, in
increasing order, or 255 if any colour fits; at the border the index of the frame, or 255. Different
pieces are numbered by their first occurrence. The board is filled row by row, or column by column
if it has more columns than rows.

The certificate consists of the states of each layer, in increasing order. count_checking.py, which
shares no code with this file or with the counter, computes the successors of each state and adds
up. Boards are thus counted as pictures. Solutions are classes of pictures under the rotations of
the board; if no board equals its own rotation, which different pieces ensure, the count is divided
by the number of rotations.

Cost: the count from the top, and sorting each layer. A layer has up to C(n, k) states for each
colouring of the frontier. Limits: identical pieces on a board without clues are refused, since a
board may equal its own rotation.
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
    """Write the states of each layer by ``write``, and return the number of solutions.

    Raises NotApplicable if the states take too much memory, or if identical pieces may make a board
    that equals its own rotation.
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
    single = puzzle.symmetric and len(puzzle.pieces) == 1  # rotating the piece rotates the board
    return min(1, sweep.number) if single else sweep.number // puzzle.most_rotations


def _layer(tables: Tables, cell: int, keys: npt.NDArray[np.int64]) -> bytes:
    """Return the states whose next cell is ``cell``."""
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
        if column < cell <= len(puzzle.pieces) - columns + column:  # below a filled cell
            rows[:, len(places) + 1 + column] = byte[held(tables.edge[column])]
    return rows[np.lexsort(rows.T[::-1])].tobytes()
