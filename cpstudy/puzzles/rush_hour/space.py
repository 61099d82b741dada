"""Sliding blocks as a transition system: the rules of :mod:`.puzzle` in plain Python.

Successors come by block, then by place, depth first: up, down, left, right, near before far. Each
move costs 1. In Klotski blocks of one size are interchangeable: the states have them sorted by
place, so a state is what the board looks like. Otherwise two states that look alike would be one
node but list their successors in different orders, and the states that a depth-first search visits
would depend on its path.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from cpstudy.core.errors import InputError
from cpstudy.puzzles.rush_hour.puzzle import Moves, RushHour, State
from cpstudy.state_spaces.space import PuzzleSpace

if TYPE_CHECKING:
    from cpstudy.state_spaces.packed.space import CompiledSpace


class SlidingSpace(PuzzleSpace[State, RushHour]):
    """The states of one board. Raises InputError if ``moves`` is neither slides nor steps."""

    def __init__(self, puzzle: RushHour, moves: Moves = "slides") -> None:
        if moves not in ("slides", "steps"):
            raise InputError(f"moves {moves!r}: choose slides or steps")
        super().__init__(puzzle)
        self.moves = moves

    @cached_property
    def _alike(self) -> list[tuple[int, int]]:
        """By block: the range (first, one past the last) of blocks interchangeable with it."""
        if self.puzzle.both_ways:
            return [run for run in self.puzzle.classes for _ in range(*run)]
        return [(block, block + 1) for block in range(len(self.puzzle.blocks))]

    @cached_property
    def _names(self) -> list[dict[tuple[int, int], str]]:
        return [{} for _ in self.puzzle.blocks]

    def successors(self, state: State) -> Iterator[tuple[str, State, int]]:
        """The moves of each block to every place that one move can reach."""
        puzzle = self.puzzle
        taken = puzzle.taken(state)
        for block, origin in enumerate(state):
            first, end = self._alike[block]
            for target in puzzle.reach(block, origin, taken, self.moves):
                if end - first == 1:
                    following = (*state[:block], target, *state[block + 1 :])
                else:
                    alike = sorted((*state[first:block], target, *state[block + 1 : end]))
                    following = (*state[:first], *alike, *state[end:])
                yield self._name(block, origin, target), following, 1

    def _name(self, block: int, origin: int, target: int) -> str:
        """The name of a move, cached."""
        names = self._names[block]
        if (origin, target) not in names:
            names[origin, target] = self.puzzle.move_name(block, origin, target)
        return names[origin, target]

    def canonical(self, state: State) -> Hashable:
        """The state with the places of each class of blocks sorted."""
        return self.puzzle.canonical(state)

    def heuristic(self, state: State) -> int:
        """Rush Hour: A must move, and so must every car between A and its goal."""
        puzzle = self.puzzle
        goal, here = puzzle.goal_cell, state[puzzle.red]
        down = abs(goal // puzzle.columns - here // puzzle.columns)
        right = abs(goal % puzzle.columns - here % puzzle.columns)
        own = down + right if self.moves == "steps" else min(down + right, 1)
        if puzzle.both_ways or not own:
            return own
        stride = puzzle.columns if down else 1
        path = 0
        for cell in range(min(here, goal), max(here, goal) + 1, stride):
            path |= puzzle.masks[puzzle.red].get(cell, 0)
        return own + sum(
            puzzle.masks[block][place] & path != 0
            for block, place in enumerate(state)
            if block != puzzle.red
        )

    def compiled(self) -> CompiledSpace[State] | None:
        """The same space over packed states; None for sides of more than 64 cells."""
        from cpstudy.puzzles.rush_hour import blocks, lanes, wide_lanes

        if self.puzzle.both_ways:
            return blocks.compiled(self.puzzle, self.moves)
        small = lanes.compiled(self.puzzle, self.moves)
        return small or wide_lanes.compiled(self.puzzle, self.moves)
