"""Clusters: all boards reachable from a board by sliding, and the distance of each from the goal.

Every slide can be undone, so the boards form clusters in which each board reaches all others. The
hardest starts of a cluster are those farthest from any board with A at its goal (Fogleman2018
searched all clusters of the 6×6 board for them). Both searches are compiled; see
:mod:`cpstudy.state_spaces.packed.breadth_first`.

Cost: twice a breadth-first search of the cluster. Limit: sides of at most 64 cells.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cpstudy.core.clock import attempt
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Budget
from cpstudy.puzzles.rush_hour.generate import random_board
from cpstudy.puzzles.rush_hour.puzzle import EMPTY, RED, WALL, Moves, RushHour
from cpstudy.puzzles.rush_hour.space import SlidingSpace
from cpstudy.state_spaces.packed.breadth_first import Distances, goal_distances
from cpstudy.state_spaces.packed.space import CompiledSpace

# Successive draws without a suitable start after which the search stops.
_ATTEMPTS = 20_000
# The smallest number of slides of a board that is worth solving.
_MIN_SLIDES = 10


class Cluster(NamedTuple):
    """The boards reachable from a board.

    board: the board it was found from; space: unpacks states; distances: of the states.
    """

    board: RushHour
    space: CompiledSpace[tuple[int, ...]]
    distances: Distances

    def starts(self, moves: int) -> Iterator[RushHour]:
        """The boards whose shortest solutions have this number of moves."""
        for packed in self.distances.at(moves):
            yield self.board.with_state(self.space.unpack(packed))


def cluster(board: RushHour, moves: Moves = "slides", budget: Budget | None = None) -> Cluster:
    """The cluster of a board. Raises InputError if it is too large for search or the budget."""
    space = SlidingSpace(board, moves).compiled()
    if space is None:
        raise NotApplicable("a cluster is of boards with sides of at most 64 cells")
    found = goal_distances(space, budget or Budget())
    if not isinstance(found, Distances):
        raise InputError(f"the cluster is larger than the budget (stopped: {found})")
    return Cluster(board, space, found)


def hardest(board: RushHour, budget: Budget, moves: Moves = "slides") -> RushHour:
    """The first of the boards of the cluster that are farthest from the goal.

    The board itself if the goal cannot be reached. Errors as in :func:`cluster`.
    """
    found = cluster(board, moves, budget)
    return next(found.starts(found.distances.farthest), board)


def of_moves(wanted: Wanted) -> Iterator[tuple[RushHour, None]]:
    """Boards whose shortest solutions have ``moves`` slides, one for each cluster drawn.

    Random boards are drawn, with about one car for three cells; each cluster that has such a start
    yields one. There are fewer boards if 20,000 draws in a row yield none. Raises InputError like
    :func:`cpstudy.puzzles.rush_hour.generate.generate`.
    """
    moves = wanted.moves
    assert moves is not None
    return _starts(wanted, lambda found: moves)


def farthest(wanted: Wanted) -> Iterator[tuple[RushHour, None]]:
    """The hardest start of each cluster drawn, if it takes ten slides or more."""
    return _starts(wanted, lambda found: max(_MIN_SLIDES, found.distances.farthest))


def _starts(wanted: Wanted, moves: Callable[[Cluster], int]) -> Iterator[tuple[RushHour, None]]:
    """A start with the required number of slides of each suitable cluster drawn, all different."""
    rows, columns = wanted.rows, wanted.columns
    # 11 to 13 cars on 6x6, of which one cluster in fifty has a start of twenty moves.
    fewest = max(1, rows * columns * 11 // 36)
    many = max(1, rows * columns // 12)
    index = drawn = 0
    met = set[str]()
    while drawn < wanted.count and index < _ATTEMPTS * (drawn + 1):
        try:
            board = random_board(rows, columns, fewest + index % many, wanted.seed, index)
        except InputError:  # no space for this number of cars
            if many == 1:
                raise
            many -= 1
            continue
        index += 1
        attempt()
        if board.cells in met:  # small sizes have few boards
            continue
        met.add(board.cells)
        try:
            every = cluster(board, budget=wanted.clock.budget())
        except InputError:
            wanted.clock.check()
            raise
        found = next(every.starts(moves(every)), None)
        if found is not None and found.cells not in wanted.seen:
            wanted.seen[found.cells] = None
            yield found, None
            drawn += 1


def measures(puzzle: RushHour, solution: object) -> dict[str, float]:
    """The numbers of cars and of long cars, and the share of blank cells."""
    sizes = Counter(puzzle.cells)
    blank = sizes.pop(EMPTY, 0) / len(puzzle.cells)
    cars = [size for letter, size in sizes.items() if letter != WALL]
    return {"cars": len(cars), "long cars": sum(size > 2 for size in cars), "share blank": blank}


def identity(puzzle: RushHour) -> str:
    """A key that is equal for a board and its reflection, whatever the names of cars."""

    def named(cells: str) -> str:
        names: dict[str, str] = {sign: sign for sign in (EMPTY, WALL, RED)}
        return "".join(names.setdefault(cell, chr(len(names))) for cell in cells)

    width = puzzle.columns
    lines = [puzzle.cells[at : at + width] for at in range(0, len(puzzle.cells), width)]
    return min(named("".join(rows)) for rows in (lines, lines[::-1]))
