"""Single steps: the state space of Sokoban as it is played.

A state is a position, a transition is a step or a push of one square, and costs 1. This is the
system that Kamies2016 searched, without the board in the state. Successors come in the order up,
down, left, right; with it LTSmin's depths of his empty rooms are met in breadth-first and
depth-first search.

The lower bound is that of pushes (``bound.py``): a solution has at least as many moves.

Compiled, a position is packed as ``packing.py`` says. Where the k boxes can stand in few enough
ways, visited states are a bitmap by rank: the number of the boxes' squares among all sets of k
squares in colexicographic order, which is a sum of a binomial coefficient a box, times
the number of squares, plus the player's. Cost: a few nanoseconds a successor, and one look a box
for all of a position's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from cpstudy.core.native import view, zeros
from cpstudy.puzzles.sokoban.board import Board, board
from cpstudy.puzzles.sokoban.bound import pushes_left
from cpstudy.puzzles.sokoban.models import HOME, PUSHED, RANKS, Positions, StepModel
from cpstudy.puzzles.sokoban.packing import Layout, fields, pack
from cpstudy.puzzles.sokoban.puzzle import (
    PUSH_LETTERS,
    SIDE_NAMES,
    STEP_LETTERS,
    Position,
    Sokoban,
)
from cpstudy.state_spaces.packed.space import CompiledSpace, Words
from cpstudy.state_spaces.space import StateSpace

if TYPE_CHECKING:
    import numpy.typing as npt

# Bitmaps of visited states are made up to this many bits (128 MiB).
LARGEST_BITMAP = 1 << 30


class Moves(StateSpace[Position]):
    """What both state spaces of a level share: goals, the bound, packing."""

    def __init__(self, puzzle: Sokoban) -> None:
        self.puzzle = puzzle

    @cached_property
    def level(self) -> Board:
        """The level's arrays."""
        return board(self.puzzle)

    @cached_property
    def layout(self) -> Layout:
        """How positions are packed."""
        return Layout.of(len(self.level.beside), len(self.level.boxes))

    @cached_property
    def _fixed(self) -> frozenset[int]:
        """Boxes that the player never comes near: no part of packed positions."""
        return self.puzzle.start.boxes - set(self.level.squares[self.level.boxes].tolist())

    def is_goal(self, state: Position) -> bool:
        """Whether every goal carries a box."""
        return self.puzzle.solved(state)

    def heuristic(self, state: Position) -> int:
        """The pushes of a cheapest assignment of boxes to goals, each box alone on the floor."""
        if self.level.stuck:
            return 0
        number = self.level.number
        boxes = np.array([number[s] for s in sorted(state.boxes - self._fixed)], np.int64)
        return pushes_left(self.level, int(number[state.player]), boxes)

    def describe(self, state: Position) -> str:
        """The rows of the position, joined by ``|``."""
        return "|".join(self.puzzle.lines(state))

    def pack(self, state: Position) -> Words:
        """The words of a position."""
        number = self.level.number
        boxes = np.array([number[s] for s in sorted(state.boxes - self._fixed)], np.int64)
        rows, layout = zeros((1, self.layout.words), "u64"), self.layout
        pack(rows, 0, int(number[state.player]), view(boxes), layout.bits, layout.per_word)
        return tuple(rows[0, word] for word in range(layout.words))

    def unpack(self, words: Words) -> Position:
        """The inverse of :meth:`pack`."""
        layout, squares = self.layout, self.level.squares
        numbers = fields(words, len(self.level.boxes), layout.bits, layout.per_word)
        player, *boxes = squares[numbers].tolist()
        return Position(player, self._fixed.union(boxes))

    @property
    def bound(self) -> int | None:
        """All ranks are below it, where a bitmap of that size is reasonable."""
        n, k = len(self.level.beside), len(self.level.boxes)
        ranks = n * comb(n, k)
        return ranks if self.layout.words == 1 and ranks <= LARGEST_BITMAP else None

    def rank(self, words: Words) -> int:
        """The number of a packed position of one word among all."""
        layout, n, k = self.layout, len(self.level.beside), len(self.level.boxes)
        player, *boxes = fields(words, k, layout.bits, layout.per_word)
        return player + n * sum(comb(box, i + 1) for i, box in enumerate(boxes))

    def ranks(self) -> dict[str, Any]:
        """What a compiled space says of ranks."""
        if self.bound is None:
            return {}
        bits = self.layout.bits * (len(self.level.boxes) + 1)
        return {"bound": self.bound, "rank": self.rank, "bits": bits}

    def model(self, kind: type[Positions]) -> Positions:
        """A model for kernels."""
        return kind(self.level.floor, view(self.squares), self.layout, bool(self.level.stuck))

    @cached_property
    def squares(self) -> npt.NDArray[np.uint64]:
        """What models know of each square: uint64[n, 9 + k], see ``models.py``."""
        level = self.level
        n, k = len(level.beside), len(level.boxes)
        squares = np.zeros((n, RANKS + k), np.uint64)
        squares[:, :PUSHED] = squares[:, PUSHED:HOME] = np.where(level.beside < 0, n, level.beside)
        squares[level.goals, HOME] = 1
        if self.bound is not None:
            for i in range(k):
                squares[:, RANKS + i] = [n * comb(square, i + 1) for square in range(n)]
        return squares


class Steps(Moves):
    """Every step of the player is a transition."""

    def initial(self) -> Iterable[Position]:
        """The start."""
        return (self.puzzle.start,)

    def successors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps and pushes, up, down, left, right."""
        step, boxes = self.puzzle.step, state.boxes
        for side in range(4):
            following = step(state, side)
            if following is not None:
                letters = STEP_LETTERS if following.boxes is boxes else PUSH_LETTERS
                yield letters[side], following, 1

    def invalid(self, state: Position) -> Iterator[tuple[str, Position, str]]:
        """Moves into walls and pushes against walls or boxes: they leave everything in place."""
        for side in range(4):
            if self.puzzle.step(state, side) is None:
                into = self.puzzle.neighbours[state.player][side]
                what = "a wall is in the way" if into < 0 else "the box cannot move"
                yield STEP_LETTERS[side], state, f"{SIDE_NAMES[side]}: {what}"

    def predecessors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps back, with and without the box that the player has just pushed."""
        player, boxes = state
        for side in range(4):
            back = self.puzzle.neighbours[player][side ^ 1]
            if back < 0 or back in boxes:
                continue
            yield STEP_LETTERS[side], Position(back, boxes), 1
            ahead = self.puzzle.neighbours[player][side]
            if ahead in boxes:
                yield PUSH_LETTERS[side], Position(back, boxes - {ahead} | {player}), 1

    def goals(self) -> Iterator[Position]:
        """The boxes on the goals, the player on any other floor square."""
        goals = self.puzzle.goals
        for square in self.puzzle.floor:
            if square not in goals:
                yield Position(square, goals)

    def compiled(self) -> CompiledSpace[Position]:
        """The same over packed positions."""
        model = partial(self.model, StepModel)
        return CompiledSpace(
            initial=[self.pack(self.puzzle.start)],
            model=model,
            guided=model,
            fanout=4,
            label=(STEP_LETTERS + PUSH_LETTERS).__getitem__,
            pack=self.pack,
            unpack=self.unpack,
            words=self.layout.words,
            **self.ranks(),
        )
