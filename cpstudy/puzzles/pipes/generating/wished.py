"""Boards as a maker wishes them: a tile mix, a symmetry, one solution.

A tree that has the symmetry is drawn, then changed by exchanges (:mod:`.orbits`), which keep it.
First towards the tile mix: what comes no nearer is taken back, but for one time in sixteen. Then,
where the puzzle is to be unique, at the regions where it has another solution
(:mod:`.making_unique`), and towards the mix again, until there is no such region; a tree that
resists is drawn again.

A board depends on (rows, columns, wrap, what is wished, seed, index) and on nothing else.

Cost: an exchange is linear in the tiles, and a board takes hundreds to thousands of them. Limits:
made for boards up to some 20×20. What no board has is noticed only by giving up, after
:data:`TREES` trees; what no tree has at all is often refused at once (:mod:`.wishes`).
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

# What a seed means rests on these numbers.

# Part of the streams' key, beside the numbers of the mazes' algorithms.
_NUMBER = 6
# Trees drawn for one board, and rounds of repair of each.
TREES = 20
_ROUNDS = 150
# A region is left by one step more after this many rounds.
_ROUNDS_A_STEP = 8
# Exchanges towards the mix, in all and after a repair, a tile.
_MOVES, _MOVES_AGAIN = 100, 20
# Orders of edges tried for one tree.
_ORDERS = 200
# Boards for one that is to differ from all before it, or to have a grade.
_DRAWS = 2000

# Tiles that exchanges look at between two looks at the clock.
_PACE = 1_000_000


class Workshop:
    """Makes boards of one shape with one wish; not for several threads at once.

    Raises InputError for an invalid shape, and for a wish that is invalid or cannot be met.
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
            f"{columns}x{rows}{' wrapping' * wrap} with {' and '.join(names) or 'no wish'}"
        )

    def __str__(self) -> str:
        return self._description

    def make(self, state: View[int], clock: Clock = UNLIMITED) -> tuple[Pipes, bytes]:
        """A puzzle and its solution from a stream, which continues.

        Raises InputError where there was none in so many trees, OutOfTimeError by the clock.
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
        """Exchange until the tree has the wished mix, ``moves`` times at most; whether it has."""
        pace = max(1, _PACE // len(self._sides))
        for done in range(0, moves, pace):
            clock.check()
            if approach(self._trees, min(pace, moves - done), state):
                return True
        return False

    def _unique(self, state: View[int], clock: Clock) -> bool:
        """Change the tree until it is its puzzle's only solution; whether it is, within the mix."""
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

    Options: tiles, symmetry, see :mod:`.wishes`. Raises InputError as :class:`Workshop` does, and
    where no such board was met.
    """
    workshop = Workshop(wanted, unique=False)
    states = _streams(wanted)
    return numbered(
        wanted, lambda index: workshop.make(view(states[index - wanted.first]), wanted.clock)
    )


def unique(wanted: Wanted) -> Iterator[tuple[Pipes, bytes]]:
    """As :func:`generate`, with one solution each and no two the same up to symmetry.

    Raises InputError also as :func:`distinct`.
    """
    workshop = Workshop(wanted, unique=True)
    make = partial(workshop.make, clock=wanted.clock)
    candidates = (map(make, repeat(view(state))) for state in _streams(wanted))
    return distinct(wanted, candidates, canonical_puzzle, EXPLAINER, _DRAWS, floor=False)


def _streams(wanted: Wanted) -> npt.NDArray[np.uint64]:
    key = _NUMBER, wanted.rows, wanted.columns, int(wanted.wrap)
    return streams(wanted.seed, key, wanted.first, len(wanted.numbers))
