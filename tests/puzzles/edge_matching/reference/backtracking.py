"""The searches of ``search/methods.py`` in plain Python: they define every placement.

The candidates of a cell are a set of oriented pieces (``tables.py``). A placement narrows only the
sets of its empty neighbours; pieces on the board are masked out where a set is used.

Cost: about 10 microseconds per placement on 5×5, 60 with partial look-ahead, 200 with matching.
Limits: for reading and as an oracle; the compiled searches make the same placements in the same
order.

Sources: Willems2016 (dfs, connectivity, snopf, the idea of hybrid), Ansotegui2008 (pla),
Ansotegui2013 and Regin1994 (matching).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.native import table
from cpstudy.core.random import stream
from cpstudy.core.random_words import shuffle
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.puzzle import RIGHT, EdgeMatching, Picture, Piece, Placement
from cpstudy.puzzles.edge_matching.search.methods import (
    FIRST_RUN,
    MATCHING,
    METHODS,
    NOTHING,
    PARTIAL,
    Method,
)
from tests.puzzles.edge_matching.reference.looking_ahead import (
    matching_look_ahead,
    partial_look_ahead,
)
from tests.puzzles.edge_matching.reference.tables import EMPTY, Tables, members

# A look-ahead: (tables, placement, domains, available) -> False if the board cannot be completed.
LookAhead = Callable[[Tables, list[int], list[int], int], bool]

# Called after every placement with (number of pieces on the board before it, cell, oriented piece).
Placed = Callable[[int, int, int], None]

LOOK_AHEAD: dict[int, LookAhead | None] = {
    NOTHING: None,
    PARTIAL: partial_look_ahead,
    MATCHING: matching_look_ahead,
}


@dataclass
class _Level:
    """One cell of the search: its untried candidates, and the state before it is filled."""

    cell: int
    untried: Iterator[int]
    domains: list[int]
    available: int


class Backtracking:
    """One search, with its effort and its results.

    placements: of all runs. pictures: solved boards. solutions: one of each class. rank: the
    order of pieces among candidates. placed: called after each placement, before the look-ahead.
    """

    def __init__(
        self,
        puzzle: EdgeMatching,
        method: Method,
        budget: Budget,
        limit: int | None,
        placed: Placed | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.method = method
        self.budget = budget
        self.limit = limit
        self.placed = placed
        self.tables = Tables(puzzle)
        self.clock = Clock(budget.seconds)
        self.rank = list(range(self.tables.cells))
        self.placements = 0
        self.placement = [EMPTY] * self.tables.cells
        self.pictures: set[Picture] = set()
        self.solutions: dict[Picture, Placement] = {}

    def run(self, cutoff: int | None = None) -> Stop | None:
        """Search from the empty board; None after ``cutoff`` placements of all runs in total."""
        tables, placement = self.tables, self.placement
        placement[:] = [EMPTY] * tables.cells
        stack = [self._level(list(tables.start), tables.everything)]
        while stack:
            level = stack[-1]
            placement[level.cell] = EMPTY
            oriented = next(level.untried, None)
            if oriented is None:
                stack.pop()
                continue
            stop = self._spent()
            if stop is not None:
                return stop
            if cutoff is not None and self.placements >= cutoff:
                return None
            self.placements += 1
            placement[level.cell] = oriented
            if self.placed is not None:
                self.placed(len(stack) - 1, level.cell, oriented)
            if len(stack) == tables.cells:
                self._found()
                if self.limit is not None and len(self.solutions) >= self.limit:
                    return Stop.LIMIT
                continue
            domains = self._narrowed(level, oriented)
            available = level.available & ~(15 << 4 * (oriented // 4))
            look_ahead = LOOK_AHEAD[self.method.look]
            if look_ahead is None or look_ahead(tables, placement, domains, available):
                stack.append(self._level(domains, available))
        return Stop.DONE

    def _spent(self) -> Stop | None:
        """The reason why no further placement is allowed, or None."""
        if self.budget.iterations is not None and self.placements >= self.budget.iterations:
            return Stop.ITERATIONS
        if self.clock.late:
            return Stop.TIME
        return None

    def _found(self) -> None:
        solution = tuple(divmod(oriented, 4) for oriented in self.placement)
        self.pictures.add(self.puzzle.picture(solution))
        self.solutions.setdefault(self.puzzle.canonical(solution), solution)

    def _narrowed(self, level: _Level, oriented: int) -> list[int]:
        """The domains after ``oriented`` is placed on the level's cell."""
        tables = self.tables
        domains = level.domains.copy()
        for side, other in enumerate(tables.neighbours[level.cell]):
            if other is not None and self.placement[other] == EMPTY:
                colour = tables.oriented[oriented][side]
                domains[other] &= tables.with_colour[side ^ 2].get(colour, 0)
        return domains

    def _level(self, domains: list[int], available: int) -> _Level:
        """The next cell, with its candidates in order."""
        if self.method.row_by_row:
            cell = self.placement.index(EMPTY)
        else:
            cell = self._fewest(domains, available)
        untried = iter(self._candidates(cell, domains[cell] & available, available))
        return _Level(cell, untried, domains, available)

    def _fewest(self, domains: list[int], available: int) -> int:
        """The first of the empty cells with the fewest candidates."""
        fewest, first = len(self.tables.oriented) + 1, EMPTY
        all_differ = not self.method.skip_equal
        for cell, oriented in enumerate(self.placement):
            if oriented == EMPTY:
                domain = domains[cell] & available
                number = domain.bit_count() if all_differ else self._number_of_different(domain)
                if number < fewest:
                    fewest, first = number, cell
                    if number == 0:
                        break
        return first

    def _number_of_different(self, domain: int) -> int:
        """The number of candidates in a domain; equal candidates count as one."""
        number = domain.bit_count()
        for equal in self.tables.equal:
            if candidates := domain & equal:
                number -= candidates.bit_count() - 1
        return number

    def _different(self, domain: int) -> list[int]:
        """The candidates in a domain by number; with ``skip_equal``, the first of equal ones."""
        if not self.method.skip_equal:
            return list(members(domain))
        first_of: dict[Piece, int] = {}
        for candidate in members(domain):
            first_of.setdefault(self.tables.oriented[candidate], candidate)
        return list(first_of.values())

    def _candidates(self, cell: int, domain: int, available: int) -> list[int]:
        # Sorting is stable: ties keep the order of the previous sort.
        candidates = sorted(self._different(domain), key=lambda o: self.rank[o // 4])
        sign = self.method.connectivity
        if sign:
            candidates.sort(key=lambda o: -sign * self._connectivity(cell, o, available))
        return candidates

    def _connectivity(self, cell: int, candidate: int, available: int) -> int:
        colours = self.tables.oriented[candidate]
        total = 0
        for side in range(4) if self.method.all_sides else (RIGHT,):
            other = self.tables.neighbours[cell][side]
            if other is not None and self.placement[other] == EMPTY:
                colour = colours[side]
                total += self.tables.sides_with(colour, available) - colours.count(colour)
        return total


def solve(
    puzzle: EdgeMatching, request: Request, *, method: str, placed: Placed | None = None
) -> Result:
    """The result of a method of METHODS, with up to ``limit`` solutions (None: all).

    Counters: placements (the iterations), and, if all were found, boards: the pictures of solved
    boards, each rotation counted. The count is of classes. placed: as in Backtracking.
    """
    search = Backtracking(puzzle, METHODS[method], request.budget, request.limit, placed)
    restarts = METHODS[method].restarts and request.limit is not None
    stop = _with_restarts(search, request.rng) if restarts else search.run()
    assert stop is not None  # only a run that reaches its cutoff returns None
    done = stop is Stop.DONE
    counters = {"placements": search.placements}
    if done:
        counters["boards"] = len(search.pictures)
    return Result(
        solutions=tuple(search.solutions.values()),
        count=len(search.solutions) if done else None,
        exhausted=done,
        stop=stop,
        counters=counters,
    )


def _with_restarts(search: Backtracking, rng: np.random.Generator) -> Stop:
    """Search in runs, the first of FIRST_RUN placements, each of twice as many as the one before.

    See ``Method.restarts``.
    """
    state = stream(int(rng.integers(2**63)))
    allowed = FIRST_RUN
    while True:
        stop = search.run(cutoff=search.placements + allowed)
        if stop is not None:
            return stop
        allowed *= 2
        rank = table(search.rank, "i64")
        shuffle(state, rank, len(rank))
        search.rank = rank.tolist()
