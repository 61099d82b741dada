"""Sokoban as a transition system: single steps, with or without lost boxes, or pushes.

*Steps*: a state is a position; a transition is a step or a push of one square and costs 1. This is
the system that Kamies2016 searched, without the board in the state. Successors come in the order
up, down, left, right; with this order, breadth-first and depth-first search reach LTSmin's depths
in his empty rooms.

*Live steps*: no box is pushed to a dead square (``floor.py``). From there it can reach no goal,
even alone on the floor, so the position is lost. The order of steps, the fewest moves and the
verdicts are those of steps; the levels of Microban have 4 to 400 times fewer states. This is not
the system of Kamies2016, so its counts differ.

*Areas*: a state is the boxes and the area that the player can reach, named by one square of it
(``walking.py``); a transition is a push and costs 1, whatever the walk before it. Kamies2016 names
this as future work. The pushes are the same as with single steps, so both spaces agree on
solvability and on the fewest pushes. Successors come by box in reading order, then up, down, left,
right, and are named by the cell of the box, ``2,3U``.

The lower bound is that on pushes (``bound.py``): a solution has at least that many moves.

Compiled, a position is packed as in ``packing.py``. If the number of positions of k boxes is small
enough, visited states are a bitmap by rank: the number of the boxes' squares among all sets of k
squares in colexicographic order (a sum of one binomial coefficient a box), times the number of
squares, plus the player's square. Cost: a few nanoseconds a step, and one memory access a box for
all of a position's successors; for areas one walk a state and one a successor, each until all
squares next to boxes are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from cpstudy.core.errors import InputError
from cpstudy.core.native import view, zeros
from cpstudy.puzzles.sokoban.bound import pushes_left
from cpstudy.puzzles.sokoban.floor import INFINITE, Board, board
from cpstudy.puzzles.sokoban.models import (
    HOME,
    PUSHED,
    RANKS,
    AreaModel,
    Positions,
    StepModel,
)
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

# The largest bitmap of visited states, in bits (128 MiB).
LARGEST_BITMAP = 1 << 30


class Moves(StateSpace[Position]):
    """The shared part of a level's state spaces: goals, the bound, packing."""

    def __init__(self, puzzle: Sokoban) -> None:
        self.puzzle = puzzle

    @cached_property
    def level(self) -> Board:
        """The level's arrays."""
        level = board(self.puzzle)
        if not self.puzzle.more_goals:
            return level
        # Goals that the player never comes near need no box.
        inside, goals = set(level.squares.tolist()), self.puzzle.goals
        apart = sorted(self.puzzle.start.boxes - inside - goals)
        what = "the player never comes near the box in "
        return replace(level, stuck=what + self.puzzle.cell(apart[0]) if apart else "")

    @cached_property
    def layout(self) -> Layout:
        """The layout of packed positions."""
        return Layout.of(len(self.level.neighbours), len(self.level.boxes))

    @cached_property
    def _fixed(self) -> frozenset[int]:
        """Boxes that the player never comes near; packed positions omit them."""
        return self.puzzle.start.boxes - set(self.level.squares[self.level.boxes].tolist())

    def is_goal(self, state: Position) -> bool:
        """Whether the level is solved."""
        return self.puzzle.solved(state)

    @cached_property
    def _nearest(self) -> npt.NDArray[np.int64]:
        """By floor square, the pushes of a single box to the nearest goal; 0 if no goal is near."""
        least = self.level.distance.reshape(len(self.level.neighbours), -1).min(
            axis=1, initial=INFINITE
        )
        return np.where(least < INFINITE, least, 0).astype(np.int64)

    def heuristic(self, state: Position) -> int:
        """The pushes of a cheapest assignment of boxes to goals, each box alone on the floor.

        If there are more goals than boxes, each box goes to the nearest goal.
        """
        if self.level.stuck:
            return 0
        if self.puzzle.more_goals:
            numbers = (self.level.number[s] for s in state.boxes - self._fixed)
            return int(sum(self._nearest[number] for number in numbers))
        number = self.level.number
        boxes = np.array([number[s] for s in sorted(state.boxes - self._fixed)], np.int64)
        return pushes_left(self.level, int(number[state.player]), boxes)

    def homes(self) -> Iterator[frozenset[int]]:
        """The possible sets of the boxes' final squares."""
        boxes, goals = len(self.puzzle.start.boxes), self.puzzle.goals
        if not self.puzzle.more_goals:
            yield goals
        elif self._fixed <= goals:
            for homes in combinations(sorted(goals - self._fixed), boxes - len(self._fixed)):
                yield self._fixed.union(homes)

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
        """An upper bound on all ranks, if a bitmap of that size is reasonable, else None."""
        n, k = len(self.level.neighbours), len(self.level.boxes)
        ranks = n * comb(n, k)
        return ranks if self.layout.words == 1 and ranks <= LARGEST_BITMAP else None

    def rank(self, words: Words) -> int:
        """The rank of a packed position of one word."""
        layout, n, k = self.layout, len(self.level.neighbours), len(self.level.boxes)
        player, *boxes = fields(words, k, layout.bits, layout.per_word)
        return player + n * sum(comb(box, i + 1) for i, box in enumerate(boxes))

    def packed(
        self,
        kind: type[Positions],
        fanout: int,
        label: Callable[[int], str],
        *,
        heavy: bool = False,
    ) -> CompiledSpace[Position]:
        """The space over packed positions, with models of type ``kind``."""

        def model() -> Positions:
            return kind(self.level.floor, view(self.squares), self.layout, bool(self.level.stuck))

        ranked = self.bound is not None
        return CompiledSpace(
            initial=[self.pack(state) for state in self.initial()],
            model=model,
            guided=None if self.puzzle.more_goals else model,  # a matching needs equal numbers
            heavy=heavy,
            fanout=fanout,
            label=label,
            pack=self.pack,
            unpack=self.unpack,
            words=self.layout.words,
            bound=self.bound,
            rank=self.rank if ranked else None,
            bits=self.layout.bits * (len(self.level.boxes) + 1) if ranked else 64,
        )

    @cached_property
    def squares(self) -> npt.NDArray[np.uint64]:
        """The models' table of squares: uint64[n, 9 + k], see ``models.py``."""
        level = self.level
        n, k = len(level.neighbours), len(level.boxes)
        squares = np.zeros((n, RANKS + k), np.uint64)
        squares[:, :PUSHED] = squares[:, PUSHED:HOME] = np.where(
            level.neighbours < 0, n, level.neighbours
        )
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
        """Moves into walls and pushes against walls or boxes; they change nothing."""
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
        """The boxes on goals, the player on any other floor square."""
        for homes in self.homes():
            for square in self.puzzle.floor:
                if square not in homes:
                    yield Position(square, homes)

    def compiled(self) -> CompiledSpace[Position]:
        """The same space over packed positions."""
        return self.packed(StepModel, 4, (STEP_LETTERS + PUSH_LETTERS).__getitem__)


class LiveSteps(Steps):
    """Every step of the player that pushes no box to a dead square is a transition."""

    @cached_property
    def _dead(self) -> frozenset[int]:
        """The level's squares from which no goal can be reached."""
        return frozenset(self.level.squares[self.level.dead != 0].tolist())

    def _loses(self, before: Position, after: Position) -> bool:
        """Whether a push brought a box to a dead square."""
        return after.boxes is not before.boxes and not self._dead.isdisjoint(
            after.boxes - before.boxes
        )

    def successors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps and pushes, up, down, left, right."""
        for label, following, cost in super().successors(state):
            if not self._loses(state, following):
                yield label, following, cost

    def invalid(self, state: Position) -> Iterator[tuple[str, Position, str]]:
        """Moves that the rules forbid, and pushes onto dead squares."""
        yield from super().invalid(state)
        for side in range(4):
            following = self.puzzle.step(state, side)
            if following is not None and self._loses(state, following):
                what = "from there the box can be pushed to no goal"
                yield STEP_LETTERS[side], state, f"{SIDE_NAMES[side]}: {what}"

    def predecessors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps back, with and without the box that the player has just pushed."""
        for label, before, cost in super().predecessors(state):
            if not self._loses(before, state):
                yield label, before, cost

    @cached_property
    def squares(self) -> npt.NDArray[np.uint64]:
        """The table of :class:`Steps`, with dead squares as walls for boxes."""
        squares = super().squares.copy()
        shut = np.append(self.level.dead != 0, True)
        pushed = squares[:, PUSHED:HOME]
        pushed[shut[pushed]] = len(squares)
        return squares


class Areas(Moves):
    """Every push is a transition; the player is on the square that names the area."""

    def initial(self) -> Iterable[Position]:
        """The start."""
        return (self.canonical(self.puzzle.start),)

    def canonical(self, state: Position) -> Position:
        """The same boxes, with the player on the first reachable square next to a box.

        If no reachable square is next to a box, the first reachable square.
        """
        area = self.puzzle.area(state)
        touching = (
            square for square in area if not state.boxes.isdisjoint(self.puzzle.neighbours[square])
        )
        return Position(min(touching, default=min(area)), state.boxes)

    def successors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """The pushes that the player can walk to, by box and side."""
        area = self.puzzle.area(state)
        for box in sorted(state.boxes):
            for side in range(4):
                behind = self.puzzle.neighbours[box][side ^ 1]
                if behind in area:
                    following = self.puzzle.step(Position(behind, state.boxes), side)
                    if following is not None:
                        yield self.puzzle.push_name(box, side), self.canonical(following), 1

    def predecessors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """The pulls: the player, next to a box, steps back and pulls it along."""
        area = self.puzzle.area(state)
        for box in sorted(state.boxes):
            for side in range(4):
                player = self.puzzle.neighbours[box][side ^ 1]
                if player not in area:
                    continue
                back = self.puzzle.neighbours[player][side ^ 1]
                if back >= 0 and back not in state.boxes:
                    before = Position(back, state.boxes - {box} | {player})
                    yield self.puzzle.push_name(player, side), self.canonical(before), 1

    def goals(self) -> Iterator[Position]:
        """The boxes on goals, the player in any area next to them."""
        for homes in self.homes():
            free = (square for square in self.puzzle.floor if square not in homes)
            yield from dict.fromkeys(self.canonical(Position(square, homes)) for square in free)

    def compiled(self) -> CompiledSpace[Position]:
        """The same space over packed positions."""
        squares = self.level.squares

        def label(number: int) -> str:
            return self.puzzle.push_name(int(squares[number >> 2]), number & 3)

        return self.packed(AreaModel, max(1, 4 * len(self.level.boxes)), label, heavy=True)


def state_space(puzzle: Sokoban, space: str = "steps") -> Moves:
    """The space of moves: each step of the player ("steps"), each step that pushes no box to a dead
    square ("live"), or each push ("areas"). Raises InputError for another name.
    """
    spaces: dict[str, Callable[[Sokoban], Moves]]
    spaces = {"steps": Steps, "areas": Areas, "live": LiveSteps}
    if space not in spaces:
        raise InputError(f"space {space!r}: choose steps, areas or live")
    return spaces[space](puzzle)
