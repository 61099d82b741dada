"""KenKen with one solution: a random Latin square, and random cages, cut until it is unique.

Cells become dominoes, then join cages of up to four cells, as in Keen (Tatham2004). The operation
of a cage is drawn among those that its values allow; for two cells differences and quotients are
preferred. While there is another solution, one of the cages in which it differs loses a cell, which
becomes a separate cage; a board of single cells has one solution, so this ends. ``cages``: every
operation. ``products``: × only. ``hidden``: operations are not given.

``shaped``: cages and operations in the style of published puzzles. The size of a cage is drawn with
the frequencies of published puzzles (mostly pairs, some of three, few single cells, rarely four);
it grows from the cell with the fewest free neighbours, to avoid isolated cells. A pair prefers a
quotient if its values allow one, then a difference; larger cages prefer products to sums. If there
is another solution, other cages are drawn on the same square; only after several of them is a cage
cut.
"""

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.core.random import Stream
from cpstudy.core.random_words import below
from cpstudy.core.result import Stop
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.game_ids import numbered
from cpstudy.puzzles.latin.generating import (
    Drawn,
    permutation,
    solved_board,
    symmetries,
)
from cpstudy.puzzles.latin.rules import (
    ADD,
    ANY,
    DIVIDE,
    MULTIPLY,
    SUBTRACT,
    Cage,
    is_connected,
    neighbours,
    parts,
    targets_of,
)
from cpstudy.puzzles.latin.search.engine import Search
from cpstudy.puzzles.sudoku.puzzle import Sudoku

# The most cells of a cage. The meaning of a seed depends on it.
_LARGEST = 4
# Nodes of a search for another solution; if they do not suffice, a cage is cut.
_NODES = 20_000


# The percentages of cages of one, two, three and four cells; and the chances, in tenths, of a
# quotient if there is one, of a difference, of a sum for the remaining pairs, and of a product for
# larger cages.
_SIZES = (8, 60, 28, 4)
_QUOTIENT, _DIFFERENCE, _SUM, _PRODUCT = 3, 4, 5, 5
# The number of times that cages are drawn on one square before they are cut.
_SHAPES = 20


def shaped_cages(order: int, state: Stream) -> list[int]:
    """A label a cell: cages of drawn sizes, each from the cell with the fewest free neighbours."""
    free = set(range(order**2))
    ranks = permutation(state, order**2).tolist()
    labels = [0] * order**2

    def tightness(cell: int) -> tuple[int, int]:
        return sum(other in free for other in neighbours(order, cell)), ranks[cell]

    while free:
        start = min(free, key=tightness)
        size = _drawn_size(state)
        cage = [start]
        free.remove(start)
        while len(cage) < size:
            near = {other for cell in cage for other in neighbours(order, cell)} & free
            if not near:
                break
            cage.append(min(near, key=tightness))
            free.remove(cage[-1])
        for cell in cage:
            labels[cell] = start
    return labels


def _drawn_size(state: Stream) -> int:
    at = below(state, sum(_SIZES))
    size = 1
    while at >= _SIZES[size - 1]:
        at -= _SIZES[size - 1]
        size += 1
    return size


def _shaped_clue(values: list[int], state: Stream) -> tuple[str, int]:
    """An operation in the style of published puzzles, and its target."""
    if len(values) == 1:
        return ANY, values[0]
    targets = targets_of(values)
    if DIVIDE in targets and below(state, 10) < _QUOTIENT:
        return DIVIDE, targets[DIVIDE]
    if SUBTRACT in targets and below(state, 10) < _DIFFERENCE:
        return SUBTRACT, targets[SUBTRACT]
    chance = _SUM if len(values) == 2 else 10 - _PRODUCT
    operation = ADD if below(state, 10) < chance else MULTIPLY
    return operation, targets[operation]


def random_cages(order: int, state: Stream) -> list[int]:
    """A label a cell: dominoes first, then single cells join an adjacent cage."""
    labels = list(range(order**2))
    size = [1] * order**2
    for largest in (2, _LARGEST):
        for cell in permutation(state, order**2).tolist():
            if size[labels[cell]] > 1 or (largest == 2 and below(state, 4) == 0):
                continue
            near = [labels[other] for other in neighbours(order, cell)]
            near = [label for label in near if size[label] < largest]
            if near:
                joined = near[below(state, len(near))]
                size[joined] += 1
                labels[cell] = joined
    return labels


def _clue(algorithm: str, values: list[int], state: Stream) -> tuple[str, int]:
    """An operation that the values of a cage allow, and its target."""
    if algorithm == "shaped":
        return _shaped_clue(values, state)
    if len(values) == 1:
        return ANY, values[0]
    targets = targets_of(values)
    if algorithm == "products":
        return MULTIPLY, targets[MULTIPLY]
    preferred = sorted(targets, key=(ADD, MULTIPLY).__contains__)
    operation = preferred[min(below(state, len(targets)), below(state, len(targets)))]
    return (ANY if algorithm == "hidden" else operation), targets[operation]


def draw(wanted: Wanted, state: Stream) -> Drawn:
    """A puzzle and its solution. Raises InputError if no Latin square was found."""
    algorithm, order, clock = wanted.algorithm, wanted.rows, wanted.clock
    solution = solved_board(Sudoku(1, order, bytes(order**2)), state, clock)
    if solution is None:
        raise InputError(f"no Latin square of {order}x{order} was found")
    shapes = _SHAPES if algorithm == "shaped" else 0
    cages = _drawn_cages(algorithm, order, solution, state)
    while True:
        puzzle = KenKen(order, tuple(cages))
        other = _another(puzzle, solution, clock)
        if other == solution:
            return puzzle, solution
        if shapes:
            shapes -= 1
            cages = _drawn_cages(algorithm, order, solution, state)
            continue
        cages = list(puzzle.cages)
        differing = [
            i
            for i, cage in enumerate(cages)
            if len(cage.cells) > 1
            and (other is None or any(other[cell] != solution[cell] for cell in cage.cells))
        ]
        cage = cages.pop(differing[below(state, len(differing))])
        for cells in _cut(cage.cells, order, state):
            cages.append(Cage(cells, *_clue(algorithm, [solution[c] for c in cells], state)))


def _drawn_cages(algorithm: str, order: int, solution: bytes, state: Stream) -> list[Cage]:
    """Cages that the solution satisfies."""
    drawn = shaped_cages if algorithm == "shaped" else random_cages
    return [
        Cage(cells, *_clue(algorithm, [solution[cell] for cell in cells], state))
        for cells in parts(drawn(order, state))
    ]


def _another(puzzle: KenKen, solution: bytes, clock: Clock) -> bytes | None:
    """Another solution, ``solution`` if there is none, None if that is unknown."""
    search = Search(puzzle)
    while search.effort < _NODES:
        clock.check()
        found = search.go(_NODES)
        if found is Stop.DONE:
            return solution
        if isinstance(found, bytes) and found != solution:
            return found
    return None


def _cut(cells: tuple[int, ...], order: int, state: Stream) -> list[tuple[int, ...]]:
    """One cell and the other cells, which are connected."""
    for place in permutation(state, len(cells)).tolist():
        rest = cells[:place] + cells[place + 1 :]
        if is_connected(order, rest):
            return [cells[place : place + 1], rest]
    raise AssertionError("a connected cage stays connected without one of its cells")


def key(puzzle: KenKen) -> tuple[object, ...]:
    """Equal for puzzles that are the same up to rotation and reflection."""

    def seen(cells: list[int]) -> tuple[object, ...]:
        cages = [puzzle.cages[puzzle.labels[cell]] for cell in cells]
        clues = tuple((cage.operation, cage.target) for cage in cages)
        return clues, numbered(puzzle.labels[cell] for cell in cells)

    return min(seen(cells.tolist()) for cells in symmetries(puzzle.order))
