"""Boards as requested: a tile mix, a symmetry, one solution.

A tree with the symmetry is drawn, then changed by exchanges (:mod:`.orbits`), which keep it. The
first exchanges approach the tile mix: those that increase the distance are undone, except one in
sixteen. If the puzzle must be unique, further ones change the regions in which it has another
solution (:mod:`.making_unique`) and approach the mix again, until there is no such region; a tree
that resists is drawn again.

A board depends only on (rows, columns, wrap, the request, seed, index).

Cost: an exchange is linear in the tiles, and a board takes hundreds to thousands of them. Limits:
meant for boards up to about 20×20. If no board meets the request, this is noticed only after
:data:`TREES` trees; a request that no tree can meet is often rejected at once (:mod:`.wishes`).
"""

from collections.abc import Iterator
from functools import partial
from itertools import repeat

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock, attempt
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct, numbered
from cpstudy.core.kernel_types import View
from cpstudy.core.native import array, view
from cpstudy.core.random import streams
from cpstudy.puzzles.pipes.board.neighbours import closed_sides, neighbours_of
from cpstudy.puzzles.pipes.board.symmetry import canonical_puzzle
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.generating.making_unique import NODES, Bench, find_regions
from cpstudy.puzzles.pipes.generating.mazes import LARGEST
from cpstudy.puzzles.pipes.generating.orbits import Trees, approach, change_region, draw_tree
from cpstudy.puzzles.pipes.generating.wishes import mix_of, symmetry_of, wished
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.engine import work_on
from cpstudy.puzzles.tilings.generating.algorithms import turn_at_random
from cpstudy.puzzles.tilings.generating.mazes import check_size

# The meaning of a seed depends on these numbers.

# Part of the streams' key, distinct from the numbers of the mazes' algorithms.
_NUMBER = 6
# Trees drawn for one board, and rounds of repair of each.
TREES = 20
_ROUNDS = 150
# The walk from a region gets one step longer after this number of rounds.
_ROUNDS_A_STEP = 8
# Exchanges per tile towards the mix, at first and after each round of repair.
_MOVES, _MOVES_AGAIN = 100, 20
# Orders of edges tried for one tree.
_ORDERS = 200
# Draws for one board that must differ from all before it, or must have a grade.
_DRAWS = 2000

# Tiles that exchanges visit between two readings of the clock.
_PACE = 1_000_000


class Workshop:
    """Makes boards of one shape for one request; an instance must not be shared by threads.

    Raises InputError for an invalid shape, and for a request that is invalid or impossible.
    """

    def __init__(self, wanted: Wanted, *, unique: bool) -> None:
        rows, columns, wrap = wanted.rows, wanted.columns, wanted.wrap
        tiles, symmetry = (wanted.options.get(name, "") for name in ("tiles", "symmetry"))
        check_size(rows, columns, LARGEST)
        if rows * columns < 2:
            raise InputError(f"size {columns}x{rows}: the only tile of a board is empty")
        self.rows, self.columns, self.wrap = rows, columns, wrap
        maps = symmetry_of(symmetry, rows, columns)
        mix, limits = wished(mix_of(tiles, rows * columns), maps, tiles)
        neighbours = neighbours_of(rows, columns, wrap, b"")
        self._trees = Trees(neighbours, maps, limits, mix.least, mix.most)
        self._sides: npt.NDArray[np.uint8] = array(self._trees.sides)
        work = work_on(rows, columns, wrap)
        closed = closed_sides(neighbours, np.zeros(0, np.uint8), tree=True)
        self._bench = Bench(work, view(closed)) if unique else None
        names = [f"tiles {tiles}"] * bool(tiles) + [f"{symmetry} symmetry"] * bool(symmetry)
        self._description = (
            f"{columns}x{rows}{' wrapping' * wrap} with {' and '.join(names) or 'no request'}"
        )

    def __str__(self) -> str:
        return self._description

    def make(self, state: View[int], clock: Clock = UNLIMITED) -> tuple[Pipes, bytes]:
        """A puzzle and its solution from a stream, which continues.

        Raises InputError if :data:`TREES` trees gave none, OutOfTimeError by the clock.
        """
        sides = self._sides
        for tree in range(TREES):
            if tree:
                attempt()
            if not self._drawn(state, clock):
                raise InputError(f"{self}: no such tree in {_ORDERS} orders of edges")
            if not self._approached(_MOVES * len(sides), state, clock):
                continue
            if self._bench is None or self._unique(state, clock):
                tiles = sides.copy()
                turn_at_random(state, view(tiles), 4)
                puzzle = Pipes(self.rows, self.columns, tiles.tobytes(), self.wrap)
                return puzzle, sides.tobytes()
        what = "board" if self._bench is None else "unique puzzle"
        raise InputError(f"{self}: no {what} in {TREES} trees")

    def _drawn(self, state: View[int], clock: Clock) -> bool:
        for _ in range(_ORDERS):
            clock.check()
            if draw_tree(self._trees, state):
                return True
        return False

    def _approached(self, moves: int, state: View[int], clock: Clock) -> bool:
        """Make at most ``moves`` exchanges towards the mix; return whether it is reached."""
        pace = max(1, _PACE // len(self._sides))
        for done in range(0, moves, pace):
            clock.check()
            if approach(self._trees, min(pace, moves - done), state):
                return True
        return False

    def _unique(self, state: View[int], clock: Clock) -> bool:
        """Change the tree until its puzzle is unique; return whether it is, within the mix."""
        t, b = self._trees, self._bench
        assert b is not None
        laid = array(b.near.tree.sides)
        for turn in range(_ROUNDS):
            laid[:] = self._sides
            number = find_regions(b, NODES * (turn + 1), clock)
            if number == 0:
                return True
            steps = turn // _ROUNDS_A_STEP
            for region in range(number):
                clock.check()
                change_region(t, b.regions.tiles, b.regions.ends, region, steps, state)
            if not self._approached(_MOVES_AGAIN * len(laid), state, clock):
                return False
        return False


def generate(wanted: Wanted) -> Iterator[tuple[Pipes, bytes]]:
    """Boards 0 … count-1 of a seed as (puzzle, the solution it was made from), one at a time.

    Options: tiles, symmetry, see :mod:`.wishes`. Raises InputError like :class:`Workshop`, and
    if no such board was found.
    """
    workshop = Workshop(wanted, unique=False)
    states = _streams(wanted)
    return numbered(
        wanted, lambda index: workshop.make(view(states[index - wanted.first]), wanted.clock)
    )


def unique(wanted: Wanted) -> Iterator[tuple[Pipes, bytes]]:
    """Like :func:`generate`, with one solution each and no two the same up to symmetry.

    Raises InputError also like :func:`distinct`.
    """
    workshop = Workshop(wanted, unique=True)
    make = partial(workshop.make, clock=wanted.clock)
    candidates = (map(make, repeat(view(state))) for state in _streams(wanted))
    return distinct(wanted, candidates, canonical_puzzle, EXPLAINER, _DRAWS, floor=False)


def _streams(wanted: Wanted) -> npt.NDArray[np.uint64]:
    key = _NUMBER, wanted.rows, wanted.columns, int(wanted.wrap)
    return streams(wanted.seed, key, wanted.first, len(wanted.numbers))
