"""All rules together, cheapest first: unique, none, or stuck.

core/deducing.py defines verdicts and grades; the rules here are compiled. Encodings start from
the edges that deduction determines (:func:`known_edges`).

Source: Tatham2019 for the rules, which have separate files. Cost: see those; without lookahead some
tens of microseconds for 20×20.
"""

import numpy as np

from cpstudy.core.grading import Deducing, deduced
from cpstudy.core.native import array, zeros
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.pipes.deduction.deducing import (
    CONTRADICTION,
    PAUSED,
    SETTLED,
    STUCK,
    Scratch,
    deduce,
)
from cpstudy.puzzles.pipes.deduction.knowledge import (
    LOCAL,
    LOOKAHEAD,
    PARITY,
    RULES,
    Knowledge,
    copy_of,
    knowledge,
    log,
)
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.edges import edge_table

# Lookahead visits this number of tiles between two readings of the clock: at most, and times those
# of the board.
_PACE, _PACE_TIMES_TILES = 100, 250_000
_NO_LIMIT = 2**62


class Deduction(Deducing):
    """A deduction in progress: its knowledge, and how its last run ended.

    knowledge: with the log of all steps. end: CONTRADICTION, STUCK, SETTLED or PAUSED. A board
    whose number of open sides excludes a tree is a contradiction without a step.
    """

    def __init__(self, puzzle: Pipes) -> None:
        self.knowledge = knowledge(puzzle)
        impossible = not puzzle.free and puzzle.tree_impossible()
        self.end = CONTRADICTION if impossible else PAUSED
        self._copy: Knowledge | None = None  # for lookahead
        self._scratch = Scratch(len(puzzle.tiles))
        self._pace = min(_PACE, 1 + _PACE_TIMES_TILES // len(puzzle.tiles))
        self._spared = zeros(len(puzzle.tiles), "u16")

    def spare(self, solution: bytes) -> None:
        """Make lookahead skip the orientations of a solution, which it could not refute."""
        spared = array(self._spared)
        spared |= np.uint16(1) << np.frombuffer(solution, np.uint8)

    def _advance(self, hardest: int, steps: int) -> None:
        """Continue with the rules up to ``hardest`` for a slice, or to ``steps`` steps in total."""
        k, s = self.knowledge, self._scratch
        if self._copy is None:
            self.end = deduce(k, k, s, self._spared, min(hardest, PARITY), steps, self._pace)
            if hardest < LOOKAHEAD or self.end != STUCK:
                return
            self._copy = copy_of(k)
        self.end = deduce(k, self._copy, s, self._spared, hardest, steps, self._pace)

    @property
    def hardest(self) -> str:
        """See :class:`Deducing`."""
        return RULES[hardest_of(self.knowledge)]

    def run_rules(self) -> bool:
        """See :class:`Deducing`."""
        return self.run(PARITY) not in (STUCK, PAUSED)

    def run(self, hardest: int = LOOKAHEAD) -> int:
        """Continue with the rules up to ``hardest`` until they are stuck; return how they ended.

        PAUSED if the budget is spent.
        """
        if self.end == STUCK:
            self.end = PAUSED
        most = _NO_LIMIT if self.most is None else self.most
        while self.end == PAUSED and not self.clock.late and self.knowledge.logged < most:
            self._advance(hardest, most)
        return self.end

    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """The result for the puzzle. stop: why the deduction is incomplete, if it is."""
        counters = {"steps": self.knowledge.logged}
        if self.end == CONTRADICTION:
            return Result(exhausted=True, counters=counters)
        if self.end == SETTLED:
            solution = settled_solution(self.knowledge)
            return Result((solution,), exhausted=True, counters=counters)
        return Result(stop=Stop.STUCK if self.end == STUCK else stop, counters=counters)


def deduction(puzzle: Pipes, hardest: int = LOOKAHEAD) -> tuple[Knowledge, int]:
    """What the rules find out about ``puzzle``, and how they ended (see :class:`Deduction`)."""
    under_way = Deduction(puzzle)
    return under_way.knowledge, under_way.run(hardest)


def settled_solution(k: Knowledge) -> bytes:
    """The placement of a board on which every tile has one orientation left."""
    return bytes(possible.bit_length() - 1 for possible in array(k.possible).tolist())


def hardest_of(k: Knowledge) -> int:
    """The hardest rule in the log, LOCAL if it is empty."""
    return int(log(k)[:, 0].max(initial=LOCAL))


def solve(puzzle: Pipes, request: Request) -> Result:
    """The solution if deduction settles the board; counter: steps."""
    return deduced(Deduction(puzzle), request)


def known_edges(puzzle: Pipes) -> dict[int, bool] | None:
    """Edges (by number) that are open or closed in every solution; None if refuted."""
    knowledge, end = deduction(puzzle, PARITY)
    if end == CONTRADICTION:
        return None
    table = edge_table(puzzle)
    possible = array(knowledge.possible)[table.ends[:, 0]].astype(np.int64)
    left, opening = np.zeros_like(possible), np.zeros_like(possible)
    for orientation in range(16):
        has = possible >> orientation & 1
        left += has
        opening += has * (table.bits[:, 0] & orientation != 0)
    known = np.flatnonzero((opening == 0) | (opening == left))
    return dict(zip(known.tolist(), (opening[known] > 0).tolist(), strict=True))
