"""Sliding blocks as a transition system: the rules of :mod:`.puzzle` in plain Python.

Blocks in their order, the places of a block depth first: up, down, left, right, near before far.
Each move costs 1. In Klotski states that differ in which of several equal blocks is where are one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING

from cpstudy.explore.space import StateSpace
from cpstudy.puzzles.rush_hour.puzzle import Moves, RushHour, State

if TYPE_CHECKING:
    from cpstudy.explore.packed.space import CompiledSpace


class SlidingSpace(StateSpace[State]):
    """The states of one board. Raises ValueError where ``moves`` is neither slides nor steps."""

    def __init__(self, puzzle: RushHour, moves: Moves = "slides") -> None:
        if moves not in ("slides", "steps"):
            raise ValueError(f"moves {moves!r}: choose slides or steps")
        self.puzzle = puzzle
        self.moves = moves

    def initial(self) -> Iterable[State]:
        """The board as given."""
        return (self.puzzle.start,)

    def successors(self, state: State) -> Iterator[tuple[str, State, int]]:
        """Every place where one move can take a block."""
        for block, origin in enumerate(state):
            for target in self.puzzle.reach(state, block, self.moves):
                following = (*state[:block], target, *state[block + 1 :])
                yield self.puzzle.move_name(block, origin, target), following, 1

    def is_goal(self, state: State) -> bool:
        """Whether A is where it is to go."""
        return self.puzzle.is_goal(state)

    def canonical(self, state: State) -> Hashable:
        """The places of the blocks of each class in order."""
        return self.puzzle.canonical(state)

    def heuristic(self, state: State) -> int:
        """Rush Hour: A has to move, and so has every car between it and its goal."""
        puzzle = self.puzzle
        assert puzzle.goal is not None
        goal = puzzle.goal[0] * puzzle.columns + puzzle.goal[1]
        here = state[puzzle.red]
        down = abs(goal // puzzle.columns - here // puzzle.columns)
        right = abs(goal % puzzle.columns - here % puzzle.columns)
        own = down + right if self.moves == "steps" else min(down + right, 1)
        if puzzle.both_ways or not own:
            return own
        stride = puzzle.columns if down else 1
        way = 0
        for cell in range(min(here, goal), max(here, goal) + 1, stride):
            way |= puzzle.masks[puzzle.red].get(cell, 0)
        return own + sum(
            puzzle.masks[block][place] & way != 0
            for block, place in enumerate(state)
            if block != puzzle.red
        )

    def describe(self, state: State) -> str:
        """The rows of the board, joined by ``/``."""
        return self.puzzle.describe(state)

    def compiled(self) -> CompiledSpace[State] | None:
        """The same on numbers; None where a state does not fit into one word."""
        if self.puzzle.both_ways:
            from cpstudy.puzzles.rush_hour.blocks import compiled
        else:
            from cpstudy.puzzles.rush_hour.lanes import compiled
        return compiled(self.puzzle, self.moves)
