"""Where pieces have a colour: the structure of a frame, the ring of the border, orders of sides."""

from collections import Counter
from collections.abc import Sequence

from cpstudy.puzzles.edge_matching.puzzle import (
    FRAME,
    SIDE_NAMES,
    Piece,
    least_turn,
    turned,
)

Size = tuple[int, int]

# The sides by their first letters, in the order of a Piece.
SIDES = "trbl"
# The values for turning in files, indexed by whether pieces may be turned.
TURNS = ("fixed", "free")
# The orders that differ: in each, another side is opposite the top.
ORDERS = (SIDES, "tblr", "tlrb")
# The positions of frame sides, in their least rotation, on a cell with that many.
NONE, ONE, CORNER, OPPOSITE, END, ALL = (
    (0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 1), (1, 1, 1, 1),
)  # fmt: skip


def in_words(order: str) -> str:
    """Describe an order of sides in words."""
    return " ".join(SIDE_NAMES[SIDES.index(letter)] for letter in order)


def ordered(lines: Sequence[Piece], order: str) -> tuple[Piece, ...]:
    """Return pieces whose sides are listed in ``order``."""
    top, right, bottom, left = (order.index(side) for side in SIDES)
    return tuple((line[top], line[right], line[bottom], line[left]) for line in lines)


def structure(size: Size) -> Counter[Piece]:
    """Return the number of cells for each arrangement of frame sides."""
    rows, columns = size
    if rows * columns == 1:
        return Counter({ALL: 1})
    if min(size) == 1:
        return +Counter({END: 2, OPPOSITE: max(size) - 2})
    inner = (rows - 2) * (columns - 2)
    return +Counter({CORNER: 4, ONE: 2 * (rows + columns) - 8, NONE: inner})


def bordering(size: Size) -> int:
    """Return the number of cells at the border."""
    return size[0] * size[1] - structure(size)[NONE]


def lying(pieces: Sequence[Piece], colour: int) -> Counter[Piece]:
    """Return the number of pieces for each arrangement of a colour."""
    masks = Counter(
        (int(top == colour), int(right == colour), int(bottom == colour), int(left == colour))
        for top, right, bottom, left in pieces
    )
    found: Counter[Piece] = Counter()
    for mask, number in masks.items():
        found[least_turn(mask)] += number
    return found


def open_ends(pieces: Sequence[Piece], colour: int) -> int:
    """Return how many border pieces at least lack a neighbour in the ring, by colour counts."""
    leaving: Counter[int] = Counter()
    entering: Counter[int] = Counter()
    for piece in pieces:
        for quarters in range(4):
            top, right, bottom, left = turned(piece, quarters)
            if top == colour != right:  # on the upper border; a corner's left is also the frame
                leaving[right] += 1
                entering[bottom if left == colour else left] += 1
                break
    return (leaving - entering).total()


def renumbered(pieces: tuple[Piece, ...], colour: int) -> tuple[tuple[Piece, ...], int]:
    """Return the pieces with ``colour`` as 0, and the new number of the former 0 (0 if unused)."""
    used = {side for piece in pieces for side in piece}
    if colour == FRAME:
        return pieces, 0
    free = next(number for number in range(1, len(used) + 2) if number not in used)
    new = {side: side for side in used} | {colour: FRAME} | ({FRAME: free} if 0 in used else {})
    renumbered = tuple(
        (new[top], new[right], new[bottom], new[left]) for top, right, bottom, left in pieces
    )
    return renumbered, free if FRAME in used else 0


def fits_as_it_lies(pieces: Sequence[Piece], size: Size) -> bool:
    """Return whether colour counts allow the pieces to fill the board without being turned."""
    rows, columns = size
    tops, rights, bottoms, lefts = (Counter(sides) for sides in zip(*pieces, strict=True))
    across, down = (rights & lefts).total(), (bottoms & tops).total()
    return across >= rows * (columns - 1) and down >= (rows - 1) * columns
