"""Loops in the style of published ones: change a random loop, face by face, towards some clues.

Loops of published Masyu have three times the black pearls of the border of a region that grew at
random, and wide regions have too few threes in Slitherlink. A random face joins or leaves the
region inside the loop if a walk around it meets the inside exactly once, so the border stays one
loop that never touches itself. A change is kept if it does not reduce the number of the clue, until
that reaches a number drawn for the board, or after a number of faces.

Cost: a tenth of a millisecond per change, which computes all clues; about 20 ms for 10×10.
"""

from cpstudy.core.clock import Clock
from cpstudy.core.random import Stream
from cpstudy.core.random_words import below
from cpstudy.puzzles.loops.generating import RING
from cpstudy.puzzles.loops.rules import Loops

# The least and most cells in a hundred that get the clue, if clues are on vertices and on faces;
# the number of faces tried per cell.
_SHARES = ((10, 22), (16, 28))
_TRIED = 3


def _inside(board: Loops, solution: bytes) -> list[bool]:
    """For each face whether it is within the loop; the outside last."""
    lattice = board.lattice
    found: list[bool] = []
    for row in range(lattice.rows - 1):
        here = False
        for column in range(lattice.columns - 1):
            here ^= bool(solution[lattice.down(row, column)])
            found.append(here)
    return [*found, False]


def reshaped(
    board: Loops, solution: bytes, clue: int, state: Stream, clock: Clock
) -> tuple[Loops, bytes]:
    """A board with all clues of its loop, and a loop made from this one with more of ``clue``.

    Raises OutOfTimeError by the clock.
    """
    cells, lattice = len(board.clues), board.lattice
    rows, columns = lattice.rows - 1, lattice.columns - 1
    inside = _inside(board, solution)
    low, high = _SHARES[board.on_faces]
    wished = cells * (low + int(below(state, high - low + 1))) // 100

    def within(row: int, column: int) -> bool:
        return 0 <= row < rows and 0 <= column < columns and inside[row * columns + column]

    for _ in range(_TRIED * cells):
        if board.clues.count(clue) >= wished:
            break
        face = int(below(state, rows * columns))
        row, column = divmod(face, columns)
        ring = [within(row + down, column + right) for down, right in RING]
        met = sum(a and not b for a, b in zip(ring, ring[-1:] + ring[:-1], strict=True))
        if met != 1 or sum(ring[::2]) not in (1, 2, 3):
            continue
        clock.check()
        inside[face] ^= True
        changed = bytes(inside[one] != inside[other] for one, other in lattice.faces)
        after = type(board).of_loop(board.rows, board.columns, changed)
        if after.clues.count(clue) >= board.clues.count(clue):
            board, solution = after, changed
        else:
            inside[face] ^= True
    return board, solution
