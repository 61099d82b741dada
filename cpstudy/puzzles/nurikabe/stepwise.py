"""Explicit-state search: a board coloured cell by cell, as a transition system (Kamies2016).

A state is the colours so far. From a state, the first cell without a colour becomes land or sea,
unless that permanently breaks a rule: a pool, two clues on one island, an island that is too large,
a closed island without a clue or of another size, a closed part of the sea while there is other
sea. So a full board is a solution. Counter: states. state_spaces/filling.py describes how solutions
are counted, and the limits.
"""

from collections.abc import Iterable

from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.nurikabe.knowledge import shape_of
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, LAND, NO_CLUE, SEA, Nurikabe
from cpstudy.state_spaces.filling import FillingSpace, solutions

_OPEN = 2


class _Boards(FillingSpace):
    """The colours so far; 2 for a cell without a colour."""

    def __init__(self, puzzle: Nurikabe) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._shape = shape_of(puzzle.rows, puzzle.columns)
        self._clues = sum(1 << cell for cell in puzzle.clue_cells)
        # For each cell that is the last of a 2×2 square, the other cells of the square.
        self._square = {square[-1]: square[:-1] for square in puzzle.squares}

    def initial(self) -> Iterable[bytes]:
        """The board without colours."""
        yield bytes([_OPEN] * len(self._puzzle.clues))

    def successors(self, state: bytes) -> Iterable[tuple[str, bytes, int]]:
        """The first cell without a colour as land and as sea, if the rules allow it."""
        cell = state.find(_OPEN)
        if cell < 0:
            return
        for colour in (LAND, SEA):
            following = state[:cell] + bytes([colour]) + state[cell + 1 :]
            if self._is_allowed(following, cell):
                yield f"{divmod(cell, self._puzzle.columns)}={'.#'[colour]}", following, 1

    def is_full(self, state: bytes) -> bool:
        """Whether every cell has a colour."""
        return _OPEN not in state

    def _is_allowed(self, state: bytes, cell: int) -> bool:
        """Whether the last colour, that of ``cell``, breaks no rule permanently."""
        if state[cell] == SEA:
            square = self._square.get(cell)
            if self._puzzle.clues[cell] != NO_CLUE:
                return False
            if square is not None and all(state[other] == SEA for other in square):
                return False
        sea = sum(1 << other for other in range(cell + 1) if state[other] == SEA)
        left = self._shape.full >> (cell + 1) << (cell + 1)
        land = self._shape.full & ~sea & ~left
        return self._islands_fit(land, left) and self._sea_fits(sea, left)

    def _islands_fit(self, land: int, left: int) -> bool:
        for island in self._shape.parts(land):
            held = island & self._clues
            clue = self._puzzle.clues[held.bit_length() - 1] if held else NO_CLUE
            if held & (held - 1) or island.bit_count() > clue > NO_CLUE:
                return False
            closed = not self._shape.neighbours(island) & left
            if closed and clue not in (ANY_SIZE, island.bit_count()):
                return False
        return True

    def _sea_fits(self, sea: int, left: int) -> bool:
        parts = self._shape.parts(sea)
        return len(parts) < 2 or all(self._shape.neighbours(part) & left for part in parts)


def solve(puzzle: Nurikabe, request: Request, *, strategy: str) -> Result:
    """Solutions by "bfs" (one, and the exact number) or "dfs" (up to ``limit``)."""
    return solutions(_Boards(puzzle), strategy, request)
