"""Exact counting by dynamic programming over the frontier: solutions and safe states.

After contraction (:mod:`.contraction`) each group of undetermined tiles is counted on its own. The
tiles of a group are taken one after another (:mod:`.orders`); the *frontier* is the set of unknown
edges between tiles taken and tiles still to come (:mod:`.layout`). A sweep (:mod:`.sweep`) keeps
one state, with its number of ways, for all that can be completed in the same ways; the number after
the last tile is the count. Counts of groups multiply. Nothing here supposes a plane: wrapping
boards, double edges and edges from a tile to itself are counted as they stand.

Witnesses come from the transitions of the sweep (:mod:`.record`), as many as are asked for. Where
memory does not do for the record, the count stands alone.

Budgets: the clock is looked at every few thousandths of a second, between witnesses as well; what
was found until then stays, with the count. Waiting for a compiler costs nothing.

Sources: connectivity states after Sekine1995; the name and the view after Kawahara2017. Cost: the
counter ``states`` times 50 to 100 ns; benchmarks/pipes_count.py. Limits: widths above some 30
undetermined edges may need more memory than allowed; then the answer is unknown (MEMORY, STATES).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.kernels import prepared
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.pipes.counting.layout import TILE
from cpstudy.puzzles.pipes.counting.plan import Plan, planned
from cpstudy.puzzles.pipes.counting.record import Record
from cpstudy.puzzles.pipes.counting.sweep import (
    DONE,
    FULL,
    NO_LIMIT,
    TOO_MANY,
    Tables,
    enlarged,
    expanded,
    record_of,
    recorded,
    sweep,
    tables,
    ways,
    without_record,
)
from cpstudy.puzzles.pipes.puzzle import Pipes

# Bytes that the tables of one count may take, where the budget does not say.
DEFAULT_MEMORY = 2**30

# The same for safe states as a by-product: they are soon counted or soon given up.
SAFE_STATES_MEMORY = 2**26

# States between two looks at the clock: a few milliseconds, compiled and not.
_SLICE = 2**15
_PLAIN_SLICE = 100
# The work of a state in plain Python, in the units of ``prepared``.
_STATE = 10


class _Swept(NamedTuple):
    """A group that was swept: its tiles in the order of the sites, and the tables at the end."""

    tiles: npt.NDArray[np.int64]
    tables: Tables


class _Spending:
    """What is left of a budget; the states expanded so far."""

    def __init__(self, budget: Budget) -> None:
        self.clock = Clock(budget.seconds)
        self.iterations = NO_LIMIT if budget.iterations is None else budget.iterations
        self.most_states = NO_LIMIT if budget.states is None else budget.states
        self.most_bytes = DEFAULT_MEMORY if budget.memory is None else budget.memory
        self.states = 0
        self._last = 0  # the states of the last call

    def sweep(self, plan: Plan, group: int, record: bool) -> _Swept | Stop:
        """Take a group to its end, or to the end of the budget: why it stopped."""
        sites = plan.sites_of(group)
        t = tables(int(plan.widths[group]), plan.tree, self.most_states, record)
        while not self.clock.late:
            status = self._go_on(sites, plan.masks, t)
            if status == DONE:
                return _Swept(sites[:, TILE], t)
            if status == TOO_MANY:
                return Stop.STATES
            if status == FULL:
                larger = enlarged(t, self.most_bytes)
                if larger is None and not recorded(t):
                    return Stop.MEMORY
                t = larger or without_record(t)
            elif self.states >= self.iterations:
                return Stop.ITERATIONS
        return Stop.TIME

    def _go_on(self, sites: npt.NDArray[np.int64], masks: npt.NDArray[np.int64], t: Tables) -> int:
        """Expand some states of a group; returns the status."""
        go_on = prepared(sweep, _STATE * self._last)
        piece = _PLAIN_SLICE if go_on is sweep else _SLICE
        before = expanded(t)
        status = go_on(sites, masks, t, min(piece, self.iterations - self.states))
        self._last = expanded(t) - before
        self.states += self._last
        return int(status)


def _counted(plan: Plan, budget: Budget, limit: int | None, found: Found | None = None) -> Result:
    """Count by groups; ``limit`` witnesses (None: all, 0: none)."""
    spending = _Spending(budget)
    swept: list[_Swept] = []
    count = 1 if plan.groups >= 0 else 0
    for group in range(plan.groups):
        told = spending.sweep(plan, group, limit != 0)
        if isinstance(told, Stop):
            return Result(stop=told, counters={"states": spending.states})
        count *= ways(told.tables)
        if count == 0:
            break
        swept.append(told)
    solutions: list[bytes] = []
    stop = Stop.DONE
    if count > 0 and limit != 0:
        for sides in _witnesses(plan, swept):
            solutions.append(sides)
            if found is not None:
                found(sides)
            if len(solutions) in (limit, count):
                break
            if spending.clock.late:
                stop = Stop.TIME
                break
    return Result(
        solutions=tuple(solutions),
        count=count,
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters={"states": spending.states},
    )


def _witnesses(plan: Plan, swept: Sequence[_Swept]) -> Iterator[bytes]:
    """All solutions, those that differ in the last group first, in the order of the records.

    None where a record was given up for want of memory.
    """
    if not all(recorded(group.tables) for group in swept):
        return
    tiles = np.zeros(len(plan.possible), np.uint8)
    for mask in range(16):
        tiles[plan.possible == 1 << mask] = mask
    records = [Record(*record_of(group.tables)) for group in swept]
    if not records:
        yield tiles.tobytes()
        return
    branches = [records[0].placements()]
    while branches:
        placement = next(branches[-1], None)
        if placement is None:
            branches.pop()
            continue
        tiles[swept[len(branches) - 1].tiles] = placement
        if len(branches) == len(records):
            yield tiles.tobytes()
        else:
            branches.append(records[len(branches)].placements())


def solve(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """The exact number of solutions, and up to ``limit`` of them (None: all).

    Counters: states (the iterations), states of the frontier expanded. ``budget.states`` bounds
    the states of one layer, ``budget.memory`` the bytes of the tables (default DEFAULT_MEMORY).
    found: gets each solution at once. Where the clock ends the list, the count stands (stop TIME).
    """
    if not puzzle.free and puzzle.tree_impossible():
        return Result(count=0, exhausted=True, counters={"states": 0})
    return _counted(planned(puzzle, None, not puzzle.free), budget, limit, found)


def safe_states(puzzle: Pipes, budget: Budget) -> Result:
    """The exact number of safe states as ``count``: every edge meets its like, no tree is asked.

    Counters and budget as in ``solve``, but for the default memory, SAFE_STATES_MEMORY; no
    witnesses.
    """
    if budget.memory is None:
        budget = replace(budget, memory=SAFE_STATES_MEMORY)
    return _counted(planned(puzzle, None, False), budget, 0)


def count(puzzle: Pipes, possible: npt.NDArray[np.uint16] | None = None) -> int:
    """The exact number of solutions.

    possible: uint16[tiles], bit m set where open-side mask m is still possible for the tile, e.g.
    after deduction; all rotations by default. Masks that are no rotation of the tile are passed
    over. Raises MemoryError where the board is too wide for DEFAULT_MEMORY, ValueError where
    ``possible`` has another shape.
    """
    if not puzzle.free and puzzle.tree_impossible():
        return 0
    return _number(_counted(planned(puzzle, possible, not puzzle.free), Budget(), 0), "solutions")


def count_safe_states(puzzle: Pipes) -> int:
    """The exact number of safe states. Raises MemoryError as ``count`` does."""
    return _number(_counted(planned(puzzle, None, False), Budget(), 0), "safe states")


def _number(result: Result, what: str) -> int:
    if result.count is None:
        raise MemoryError(f"too wide: the {what} do not fit into {DEFAULT_MEMORY} bytes")
    return result.count
