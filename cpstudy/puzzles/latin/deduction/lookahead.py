"""One step ahead: remove a value if singles and cages refute it once it is assumed.

The search's propagation finds the value; the rules then find the chain that refutes it, for the
explanation. A value of a solution is never refuted, so the values of known solutions can be skipped
without changing any step. Cost: a propagation for each remaining value.
"""

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.native import view
from cpstudy.puzzles.latin.deduction.cage_ways import cage_ways
from cpstudy.puzzles.latin.deduction.knowledge import ContradictionError, Finding, Knowledge
from cpstudy.puzzles.latin.deduction.rules import hidden_single, naked_single
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.cages import most_steps
from cpstudy.puzzles.latin.search.propagation import next_refuted
from cpstudy.puzzles.latin.search.state import Board

# Values tried between two readings of the clock, and the loads of a word that they may take.
_MOST_TRIED, _MOST_WORK = 500, 1_600_000


class LookAhead:
    """The rule, with its arrays and the values to skip."""

    def __init__(self, puzzle: Latin) -> None:
        self._board: Board | None = None
        self._spared = np.zeros(puzzle.order**2, np.int64)

    def spare(self, solution: bytes) -> None:
        """Skip the values of a solution."""
        self._spared |= 1 << (np.frombuffer(solution, np.uint8).astype(np.int64) - 1)

    def __call__(self, k: Knowledge, clock: Clock) -> Finding | None:
        """The first value that is refuted. Raises OutOfTimeError by the clock."""
        if self._board is None:
            self._board = Board(k.puzzle)
        order = k.puzzle.order
        sets = np.array(k.left, np.int64)
        end = len(sets) * order
        each = order**3 + most_steps(k.puzzle)
        most = max(1, min(_MOST_TRIED, _MOST_WORK // each))
        place = 0
        while place < end:
            clock.check()
            found = next_refuted(self._board, view(sets), view(self._spared), place, most)
            if 0 <= found < end:
                return _finding(k, *divmod(found, order))
            place = -1 - found if found < 0 else end
        return None


def _finding(k: Knowledge, cell: int, place: int) -> Finding:
    """The finding that a value is excluded, with the chain that refutes it."""
    chain, end = _implied_chain(k, cell, 1 << place)
    because = tuple(sorted({c for c, _ in chain} - {cell}))
    return Finding(((cell, 1 << place),), because, chain=(tuple(chain), end))


def _implied_chain(k: Knowledge, cell: int, bit: int) -> tuple[list[tuple[int, int]], str]:
    """The values that follow from the assumption one by one, and the contradiction."""
    trial = k.copy()
    trial.left[cell] = bit
    chain: list[tuple[int, int]] = []
    rules = (naked_single, hidden_single, cage_ways)
    try:
        while True:
            found = next((f for rule in rules for f in rule(trial) if f is not None), None)
            if found is None:
                return chain, "a cage could not be filled"
            trial.apply(found)
            if found.place is not None and found.place[0] != cell:
                chain.append(found.place)
    except ContradictionError as error:
        return chain, str(error)
