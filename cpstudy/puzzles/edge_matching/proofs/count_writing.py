"""Certificates of counts: layers of boards that are filled alike, cell by cell in scan order.

Boards of a depth can be completed in the same ways where the same pieces are left and the same
colours lie along the edge of what is filled: they are one state. A state is as many bytes as there
are different pieces, how many of each are left, then a byte for the left side of the cell at hand
and one for the upper side of each column's next cell: the number of the colour, the least first, or
255 where any may lie. Different pieces are numbered by their first places. The board is filled row
by row, or column by column where it has more columns than rows.

The certificate is the states of each layer, in increasing order; count_checking.py, which shares no
code with this file, makes what follows from each and adds up. So boards are counted as pictures.
Solutions are classes of them under the board's rotations; where no board is turned into itself,
which different pieces ensure, that is a division.

Cost: some microseconds of plain Python a state and piece left; a layer has up to C(n, k) times the
colours of an edge states. Limits: :data:`MOST_STATES` in a layer; identical pieces on a board
without clues, which may be turned into itself.
"""

from collections import Counter, defaultdict
from collections.abc import Callable

from cpstudy.core.errors import NotApplicable
from cpstudy.puzzles.edge_matching.puzzle import BOTTOM, FRAME, RIGHT, EdgeMatching
from cpstudy.puzzles.edge_matching.symmetry import turns_on

MOST_STATES = 500_000
_ANY = 255


def prove(puzzle: EdgeMatching, write: Callable[[bytes], None]) -> int:
    """The number of solutions. write: gets the states of each layer.

    Raises NotApplicable where a layer is too large, or identical pieces may make a board that is
    turned into itself.
    """
    looks = list(dict.fromkeys(map(puzzle.look, puzzle.pieces)))
    if puzzle.symmetric and len(looks) < len(puzzle.pieces):
        raise NotApplicable("no proof: identical pieces, so a board may be turned into itself")
    colours = sorted({colour for piece in puzzle.pieces for colour in piece})
    if len(colours) >= _ANY:
        raise NotApplicable(f"no proof: {len(colours)} colours, at most {_ANY - 1}")
    number = {colour: index for index, colour in enumerate(colours)}
    downwards = puzzle.columns > puzzle.rows
    across, along = (BOTTOM, RIGHT) if downwards else (RIGHT, BOTTOM)
    width = puzzle.rows if downwards else puzzle.columns
    border = number.get(FRAME, _ANY) if puzzle.framed else _ANY
    left = Counter(map(puzzle.look, puzzle.pieces))
    ways = Counter({bytes((*(left[look] for look in looks), border, *[border] * width)): 1})
    for place in range(len(puzzle.pieces)):
        write(b"".join(sorted(ways)))
        line, column = divmod(place, width)
        cell = column * puzzle.columns + line if downwards else line * puzzle.columns + column
        fitting = _fitting(puzzle, looks, cell, number, across, along)
        following: Counter[bytes] = Counter()
        for state, many in ways.items():
            for look, right, below in fitting[state[len(looks)], state[len(looks) + 1 + column]]:
                if state[look]:
                    after = bytearray(state)
                    after[look] -= 1
                    after[len(looks)] = border if column == width - 1 else right
                    after[len(looks) + 1 + column] = below
                    following[bytes(after)] += many
        if len(following) > MOST_STATES:
            raise NotApplicable(f"no proof: more than {MOST_STATES} states")
        ways = following
    write(b"".join(sorted(ways)))
    boards = ways.total()
    single = puzzle.symmetric and len(puzzle.pieces) == 1  # its turns are the board's
    return min(1, boards) if single else boards // puzzle.most_rotations


def _fitting(
    puzzle: EdgeMatching,
    looks: list[tuple[int, int, int, int]],
    cell: int,
    number: dict[int, int],
    across: int,
    along: int,
) -> defaultdict[tuple[int, int], list[tuple[int, int, int]]]:
    """By the colours before a cell and beside it, the pieces that fit, and what they show."""
    found: defaultdict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
    for look, piece in enumerate(looks):
        for turn in turns_on(puzzle, cell, piece, None):
            before, beside = number[turn[across ^ 2]], number[turn[along ^ 2]]
            shown = (look, number[turn[across]], number[turn[along]])
            for first in (before, _ANY):
                for second in (beside, _ANY):
                    found[first, second].append(shown)
    return found
