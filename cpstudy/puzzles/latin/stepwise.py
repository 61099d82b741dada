"""Explicit-state search: fill a board cell by cell, as a transition system (Kamies2016).

A state is the values so far. From a state, the first empty cell gets every value that the units,
and cages that it completes, allow. Counter: states. state_spaces/filling.py explains how solutions
result, and the limits.
"""

from collections.abc import Iterable

from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.latin.rules import DIGITS, Latin, peers_of
from cpstudy.state_spaces.filling import FillingSpace, solutions


class _Boards(FillingSpace):
    """The values so far; 0 for an empty cell."""

    def __init__(self, puzzle: Latin) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._peers = peers_of(puzzle.units)
        self._cages = {cell: cage for cage in puzzle.cages for cell in cage.cells}

    def initial(self) -> Iterable[bytes]:
        """The clues, unless two of them are equal in a unit."""
        clues = self._puzzle.clues
        if all(not v or self._allowed(clues, cell, v) for cell, v in enumerate(clues)):
            yield clues

    def successors(self, state: bytes) -> Iterable[tuple[str, bytes, int]]:
        """The first empty cell with each value that is allowed there."""
        cell = state.find(0)
        if cell < 0:
            return
        for value in range(1, self._puzzle.order + 1):
            if self._allowed(state, cell, value):
                following = state[:cell] + bytes([value]) + state[cell + 1 :]
                yield f"{divmod(cell, self._puzzle.order)}={DIGITS[value - 1]}", following, 1

    def is_full(self, state: bytes) -> bool:
        """Whether every cell has a value."""
        return 0 not in state

    def _allowed(self, state: bytes, cell: int, value: int) -> bool:
        if any(state[other] == value for other in self._peers[cell]):
            return False
        cage = self._cages.get(cell)
        if cage is None:
            return True
        values = tuple(value if c == cell else state[c] for c in cage.cells)
        return 0 in values or cage.holds(values)


def solve(puzzle: Latin, request: Request, *, strategy: str) -> Result:
    """Solutions by "bfs" (one, and the exact number of all) or "dfs" (up to ``limit``)."""
    return solutions(_Boards(puzzle), strategy, request)
