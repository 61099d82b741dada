"""Exact counting by dynamic programming over the frontier: solutions and safe states.

After contraction (:mod:`.contraction`) each group of undetermined tiles is counted separately. The
tiles of a group are taken one after another (:mod:`.plan`). The *frontier* is the set of unknown
edges between tiles taken and tiles not yet taken (:mod:`.layout`). A sweep (:mod:`.sweep`) keeps
one state, with its number of ways, for all partial placements that can be completed in the same
ways. The number after the last tile is the count, and counts of groups multiply. No step assumes
that the board is planar: wrapping boards, double edges and edges from a tile to itself are counted
as they are.

The search lists as many witnesses as requested, in the remaining time.

Budgets: the clock is read every few thousandths of a second.

Sources: connectivity states after Sekine1995; the name and the view after Kawahara2017. Cost: the
counter ``states`` times 50 to 100 ns; benchmarks/pipes_count.py. Limits: widths above about 30
undetermined edges may need more memory than allowed; then the answer is unknown (MEMORY, STATES).
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.native import array
from cpstudy.core.result import UNBOUNDED, Budget, Result, Stop
from cpstudy.core.solving import Request
from cpstudy.frontier.counting import listed
from cpstudy.frontier.layers import DONE, FULL, TOO_MANY
from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting.boards import GROUP_DONE, UNCOUNTED, Boards
from cpstudy.puzzles.pipes.counting.contraction import POSSIBLE, possible_orientations
from cpstudy.puzzles.pipes.counting.plan import give_back, planned
from cpstudy.puzzles.pipes.counting.tables import ways
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search import engine

# Bytes that the tables of one count may take if the budget does not set a limit.
DEFAULT_MEMORY = 2**30

# The same for safe states as a by-product: they are soon counted or soon abandoned.
SAFE_STATES_MEMORY = 2**26

# Boards are planned together up to this number of tiles, whose plan takes some hundred kilobytes.
_TILES_AT_ONCE = 4096

# States between two readings of the clock: a few milliseconds.
_SLICE = 2**15


class _Spending:
    """The remaining part of a budget."""

    def __init__(self, budget: Budget, memory: int | None, clock: Clock) -> None:
        self.clock = clock
        self._iterations = UNBOUNDED if budget.iterations is None else budget.iterations
        self._bytes = (memory or DEFAULT_MEMORY) if budget.memory is None else budget.memory

    def resume(self, boards: Boards) -> int | Stop:
        """Sweep to the end of the next group: GROUP_DONE, DONE, or the limit that was reached."""
        while not self.clock.late:
            status = boards.resume(min(_SLICE, self._iterations - boards.states))
            if status in (DONE, GROUP_DONE):
                return status
            if status == TOO_MANY:
                return Stop.STATES
            if status == FULL:
                if not boards.tables.enlarge(self._bytes):
                    return Stop.MEMORY
            elif boards.states >= self._iterations:
                return Stop.ITERATIONS
        return Stop.TIME


def _counted(
    puzzle: Pipes,
    tree: bool,
    budget: Budget,
    clock: Clock,
    *,
    possible: npt.NDArray[np.uint16] | None = None,
    memory: int | None = None,
) -> Result:
    """Count group by group. memory: limit if the budget has none, by default DEFAULT_MEMORY."""
    left = possible_orientations(puzzle)
    if possible is not None:
        if possible.shape != left.shape:
            raise InputError(f"possible: shape {possible.shape}, expected {left.shape}")
        left &= possible
    neighbours = neighbours_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers)
    plan = planned(puzzle.columns, neighbours, left[None], tree)
    if plan.groups[0] <= 0:  # nothing to sweep
        number = int(plan.groups[0] == 0)
        give_back(plan, 1, len(left))
        return Result(count=number, exhausted=True, counters={"states": 0})
    spending = _Spending(budget, memory, clock)
    boards = Boards(plan, tree, UNBOUNDED if budget.states is None else budget.states)
    count = 1
    while (status := spending.resume(boards)) != DONE:
        if isinstance(status, Stop):
            return Result(stop=status, counters={"states": boards.states})
        count *= ways(boards.tables)
    count *= int(boards.counts[0])
    return Result(count=count, exhausted=True, counters={"states": boards.states})


def solve(puzzle: Pipes, request: Request) -> Result:
    """The exact number of solutions, and up to ``limit`` of them by search (None: all).

    Counters: states (the iterations), states of the frontier expanded. ``budget.states`` bounds
    the states of one layer, ``budget.memory`` the bytes of the tables (default DEFAULT_MEMORY).
    If the time runs out during the listing, the count is still valid (stop TIME).
    """
    if not puzzle.free and puzzle.tree_impossible():
        return Result(count=0, exhausted=True, counters={"states": 0})
    counted = _counted(puzzle, not puzzle.free, request.budget, request.clock)
    return listed(counted, engine.solve, puzzle, request)


def safe_states(puzzle: Pipes, budget: Budget) -> Result:
    """The exact number of safe states as ``count``: sides that meet agree, no tree is required.

    Counters and budget as in ``solve``, except for the default memory, SAFE_STATES_MEMORY.
    """
    return _counted(puzzle, False, budget, Clock(budget.seconds), memory=SAFE_STATES_MEMORY)


def count(puzzle: Pipes, possible: npt.NDArray[np.uint16] | None = None) -> int:
    """The exact number of solutions.

    possible: uint16[tiles], bit m set if open-side mask m is still possible for the tile, e.g.
    after deduction; all rotations by default. Masks that are not rotations of the tile are ignored.
    Raises MemoryError if the board is too wide for DEFAULT_MEMORY, InputError if ``possible`` has
    another shape.
    """
    if not puzzle.free and puzzle.tree_impossible():
        return 0
    counted = _counted(puzzle, not puzzle.free, Budget(), UNLIMITED, possible=possible)
    return _number(counted, "solutions")


def count_safe_states(puzzle: Pipes) -> int:
    """The exact number of safe states. Raises MemoryError like ``count``."""
    return _number(_counted(puzzle, False, Budget(), UNLIMITED), "safe states")


def _number(result: Result, what: str) -> int:
    if result.count is None:
        raise MemoryError(f"too wide: the {what} do not fit into {DEFAULT_MEMORY} bytes")
    return result.count


def counts(
    tiles: npt.NDArray[np.uint8],
    rows: int,
    columns: int,
    *,
    wrap: bool = False,
    free: bool = False,
    barriers: bytes = b"",
    possible: npt.NDArray[np.uint16] | None = None,
) -> list[int]:
    """The numbers of solutions of many boards of one shape: tiles uint8[boards, rows * columns].

    barriers and possible (uint16[boards, tiles]) as in :func:`count`. Raises InputError for
    other shapes, MemoryError like ``count``.
    """
    if tiles.ndim != 2 or tiles.shape[1] != rows * columns:
        raise InputError(f"tiles: shape {tiles.shape}, expected (boards, {rows * columns})")
    every = POSSIBLE[tiles]
    if possible is None:
        possible = every
    elif possible.shape != tiles.shape:
        raise InputError(f"possible: shape {possible.shape}, expected {tiles.shape}")
    neighbours = neighbours_of(rows, columns, wrap, barriers)
    found: list[int] = []
    step = max(1, _TILES_AT_ONCE // tiles.shape[1])
    for start in range(0, len(tiles), step):
        left = (possible & every)[start : start + step].astype(np.int64)
        found += _counts_together(columns, neighbours, left, not free)
    for board, number in enumerate(found):
        if number == UNCOUNTED:
            puzzle = Pipes(rows, columns, tiles[board].tobytes(), wrap, free, barriers)
            found[board] = count(puzzle, possible[board])
    return found


def _counts_together(
    columns: int, neighbours: npt.NDArray[np.int64], left: npt.NDArray[np.int64], tree: bool
) -> list[int]:
    """The numbers of solutions of some boards; UNCOUNTED for boards that must be counted alone.

    This is a separate function, so that one plan is freed before the next one is made.
    """
    boards = Boards(planned(columns, neighbours, left, tree), tree, UNBOUNDED)
    while (status := boards.resume(UNBOUNDED)) != DONE:
        full = status == FULL and not boards.tables.enlarge(DEFAULT_MEMORY)
        if full or status == GROUP_DONE:
            boards.leave_uncounted()
    counted: list[int] = array(boards.counts).tolist()
    return counted
