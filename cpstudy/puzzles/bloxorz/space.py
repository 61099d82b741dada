"""Bloxorz as a transition system: the rules of :mod:`.puzzle` in plain Python.

Moves come in the order of LTSmin's models: up, down, left, right, each of cost 1; for a split
block, first the first half's moves, then the second's. A state does not record which half rolls
next, so a split block is one state, not two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cpstudy.puzzles.bloxorz.puzzle import Bloxorz, State
from cpstudy.state_spaces.space import PuzzleSpace

if TYPE_CHECKING:
    from cpstudy.state_spaces.packed.space import CompiledSpace


class BloxorzSpace(PuzzleSpace[State, Bloxorz]):
    """The states of one level."""

    def successors(self, state: State) -> Iterator[tuple[str, State, int]]:
        """The moves that the rules allow."""
        for move in self.puzzle.moves(state):
            following, fault = self.puzzle.rolled(state, move)
            if not fault:
                yield move, following, 1

    def heuristic(self, state: State) -> int:
        """A move brings the block at most two cells nearer to the end; a teleport, anywhere."""
        if self.puzzle.landings:
            return 0
        row, column = self.puzzle.cell(self.puzzle.end)
        cells = (self.puzzle.cell(state.first), self.puzzle.cell(state.second))
        nearest = min(abs(r - row) + abs(c - column) for r, c in cells)
        return (nearest + 1) // 2

    def invalid(self, state: State) -> Iterator[tuple[str, State, str]]:
        """The moves that end in a fall, with the reason."""
        for move in self.puzzle.moves(state):
            following, fault = self.puzzle.rolled(state, move)
            if fault:
                yield move, following, fault

    def compiled(self) -> CompiledSpace[State] | None:
        """The same space over packed states; None for levels with too many states."""
        from cpstudy.puzzles.bloxorz.compiled import compiled

        return compiled(self.puzzle)
