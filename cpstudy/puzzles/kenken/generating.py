"""KenKen with one solution: a random Latin square, random cages, cut smaller until it is the only.

Cells become dominoes, then join cages of up to four cells, as in Keen (Tatham2004). An operation
is drawn for each cage among those that its values allow, differences and quotients first where
there are two. While there is another solution, the cages in which it differs lose a cell to a cage
of its own, one after another; when all cages are single cells there is one solution, so that ends.
``cages``: of every operation. ``products``: × alone. ``hidden``: operations are not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import prod

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.random import Stream
from cpstudy.core.random_words import below
from cpstudy.core.result import Stop
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.game_ids import numbered
from cpstudy.puzzles.latin.generating.drawing_boards import (
    Drawn,
    check_request,
    distinct_puzzles,
    permutation,
    solved_board,
    stream_of,
    turned_ways,
)
from cpstudy.puzzles.latin.rules import (
    ADD,
    ANY,
    DIVIDE,
    MULTIPLY,
    SUBTRACT,
    Cage,
    hangs_together,
    parts,
)
from cpstudy.puzzles.latin.search.engine import Search
from cpstudy.puzzles.sudoku.puzzle import Sudoku

# Cells of a cage. Part of what a seed means.
_LARGEST = 4
# Nodes for another solution; where they do not tell, a cage is cut.
_NODES = 20_000


def random_cages(order: int, state: Stream) -> list[int]:
    """A label a cell: dominoes first, then cells that are left over join a cage beside them."""
    labels = list(range(order**2))
    size = [1] * order**2
    for largest in (2, _LARGEST):
        for cell in permutation(state, order**2).tolist():
            if size[labels[cell]] > 1 or (largest == 2 and below(state, 4) == 0):
                continue
            row, column = divmod(cell, order)
            sides = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            near = [
                labels[r * order + c]
                for r, c in sides
                if 0 <= r < order and 0 <= c < order and size[labels[r * order + c]] < largest
            ]
            near = [label for label in near if largest > 2 or size[label] == 1]
            if near:
                joined = near[below(state, len(near))]
                size[joined] += 1
                labels[cell] = joined
    return labels


def _clue(algorithm: str, values: list[int], state: Stream) -> tuple[str, int]:
    """An operation that the values of a cage allow, and its target."""
    if len(values) == 1:
        return ANY, values[0]
    ways = {ADD: sum(values), MULTIPLY: prod(values)}
    if len(values) == 2:
        low, high = sorted(values)
        ways = {SUBTRACT: high - low, **({DIVIDE: high // low} if high % low == 0 else {}), **ways}
    if algorithm == "products":
        return MULTIPLY, ways[MULTIPLY]
    operation = list(ways)[min(below(state, len(ways)), below(state, len(ways)))]
    return (ANY if algorithm == "hidden" else operation), ways[operation]


def draw(
    algorithm: str,
    order: int,
    seed: int,
    index: int,
    number: int = 0,
    *,
    clock: Clock = UNLIMITED,
) -> Drawn:
    """Puzzle ``index`` of a seed; number: another one in its place."""
    state = stream_of(algorithm, order, seed, index, number)
    solution = solved_board(Sudoku(1, order, bytes(order**2)), state, clock)
    if solution is None:
        raise InputError(f"no Latin square of {order}x{order} was found")
    cages = [
        Cage(cells, *_clue(algorithm, [solution[cell] for cell in cells], state))
        for cells in parts(random_cages(order, state))
    ]
    while True:
        puzzle = KenKen(order, tuple(cages))
        other = _another(puzzle, solution, clock)
        if other == solution:
            return puzzle, solution
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


def _another(puzzle: KenKen, solution: bytes, clock: Clock) -> bytes | None:
    """Another solution, ``solution`` where there is none, None where that is not known."""
    search = Search(puzzle)
    while search.effort < _NODES:
        clock.check()
        told = search.go(_NODES)
        if told is Stop.DONE:
            return solution
        if isinstance(told, bytes) and told != solution:
            return told
    return None


def _cut(cells: tuple[int, ...], order: int, state: Stream) -> list[tuple[int, ...]]:
    """One cell and the others, which are connected."""
    for place in permutation(state, len(cells)).tolist():
        rest = cells[:place] + cells[place + 1 :]
        if hangs_together(order, rest):
            return [cells[place : place + 1], rest]
    raise AssertionError("a cage that is connected has a cell that it can spare")


def generate(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[Drawn]:
    """Puzzles 0 … count−1 of a seed, each with its only solution."""
    order = check_request(rows, columns, wrap)
    return (draw(algorithm, order, seed, index, clock=clock) for index in range(count))


def unique(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    grade: str | None,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[Drawn]:
    """The same, no two the same up to rotation and reflection; of a grade."""
    order = check_request(rows, columns, wrap)
    one = partial(draw, algorithm, order, seed, clock=clock)
    return distinct_puzzles(one, _key, count, grade, clock)


def _key(puzzle: KenKen) -> tuple[object, ...]:
    def seen(way: list[int]) -> tuple[object, ...]:
        cages = [puzzle.cages[puzzle.labels[cell]] for cell in way]
        clues = tuple((cage.operation, cage.target) for cage in cages)
        return clues, numbered(puzzle.labels[cell] for cell in way)

    return min(seen(way.tolist()) for way in turned_ways(puzzle.order))
