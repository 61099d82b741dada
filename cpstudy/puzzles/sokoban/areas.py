"""Areas: the state space in which only pushes are moves.

A state is the boxes and the area that the player can reach, named by one square of it
(``walking.py``); a transition is a push and costs 1, whatever the walk before it. Kamies2016 names
this as future work: walking no longer makes states. The pushes are the same as with single steps,
so both spaces agree on what can be solved, and with how few pushes.

Successors come by box in reading order, then up, down, left, right. They are named by the cell of
the box, ``2,3U``.

Cost: a walk a state and one a successor, each only until all squares beside boxes are seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.sokoban.packing import pack, sorted_push, unpack
from cpstudy.puzzles.sokoban.puzzle import Position, Sokoban
from cpstudy.puzzles.sokoban.steps import Moves, all_home, pushes_ahead
from cpstudy.puzzles.sokoban.walking import walk
from cpstudy.state_spaces.packed.space import CompiledSpace


class Areas(Moves):
    """Every push is a transition; the player stands on the square that names his area."""

    def __init__(self, puzzle: Sokoban) -> None:
        super().__init__(puzzle)
        # A walk over the area for each: half a microsecond a square, in wide rooms most of it.
        self.microseconds = max(30, len(puzzle.neighbours) // 2)

    def initial(self) -> Iterable[Position]:
        """The start."""
        return (self.canonical(self.puzzle.start),)

    def canonical(self, state: Position) -> Position:
        """The same boxes, the player on the first square beside a box of those he can reach.

        On the first square of all where he can reach none beside a box.
        """
        area = self.area(state)
        touching = (
            square for square in area if not state.boxes.isdisjoint(self.puzzle.neighbours[square])
        )
        return Position(min(touching, default=min(area)), state.boxes)

    def area(self, state: Position) -> set[int]:
        """The squares that the player can walk to."""
        area = {state.player}
        stack = [state.player]
        while stack:
            for other in self.puzzle.neighbours[stack.pop()]:
                if other >= 0 and other not in area and other not in state.boxes:
                    area.add(other)
                    stack.append(other)
        return area

    def successors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """The pushes that the player can walk to, by box and side."""
        area = self.area(state)
        for box in sorted(state.boxes):
            for side in range(4):
                behind = self.puzzle.neighbours[box][side ^ 1]
                if behind in area:
                    following = self.puzzle.step(Position(behind, state.boxes), side)
                    if following is not None:
                        yield self.puzzle.push_name(box, side), self.canonical(following), 1

    def predecessors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """The pulls: the player, beside a box, steps back and takes it along."""
        area = self.area(state)
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
        """The boxes on the goals, the player in any area beside them."""
        goals = self.puzzle.goals
        free = (square for square in self.puzzle.floor if square not in goals)
        yield from dict.fromkeys(self.canonical(Position(square, goals)) for square in free)

    def compiled(self) -> CompiledSpace[Position]:
        """The same over packed positions."""
        squares = self.level.squares
        return CompiledSpace(
            initial=[self.pack(state) for state in self.initial()],
            successors=push_successors,
            is_goal=all_home,
            tables=(*self.tables(), *self._scratch()),
            heavy=True,
            fanout=max(1, 4 * len(self.level.boxes)),
            label=lambda number: self.puzzle.push_name(int(squares[number >> 2]), number & 3),
            pack=self.pack,
            unpack=self.unpack,
            words=self.layout.words,
            **self.ranks(),
            heuristic=pushes_ahead,
            guide=self.guide,
        )

    def _scratch(self) -> tuple[npt.NDArray[np.generic], ...]:
        """Two lists of boxes; neighbours, where boxes stand, marks, queues, number of the walk."""
        n, k = len(self.level.beside), len(self.level.boxes)
        return (
            np.zeros((2, k), np.int64),
            self.level.beside,
            np.zeros(n, np.uint8),
            np.zeros((4, n), np.int64),
            np.zeros((4, n), np.int32),
            np.zeros(1, np.int64),
        )


@kernel
def rank_of(player: Any, boxes: Any, squares: Any) -> Any:
    """The number of a position among all; squares: see ``Moves.tables``."""
    rank = np.uint64(player)
    for i in range(len(boxes)):
        rank += squares[boxes[i], 9 + i]
    return rank


@kernel
def push_successors(state: Any, tables: Any, following: Any, labels: Any, costs: Any) -> Any:
    """Pushes by box and side; the label is 4 × the box's floor square + the side."""
    numbers, lists, beside, occupied = tables[1], tables[2], tables[3], tables[4]
    marks, queues, walks = tables[5], tables[6], tables[7]
    bits, per_word = np.int64(numbers[0]), np.int64(numbers[1])
    boxes, pushed = lists[0], lists[1]
    k = len(boxes)
    player = unpack(state, boxes, bits, per_word)
    for i in range(k):
        occupied[boxes[i]] = 1
    walks[0] += 1
    here = walks[0]
    walk(beside, occupied, boxes, player, marks[0], marks[1], here, queues[0], queues[1])
    count = 0
    for i in range(k):
        box = boxes[i]
        for side in range(4):
            ahead = beside[box, side]
            behind = beside[box, side ^ 1]
            if ahead < 0 or behind < 0 or marks[0, behind] != here or occupied[ahead] != 0:
                continue
            sorted_push(boxes, i, ahead, pushed)
            occupied[box] = 0
            occupied[ahead] = 1
            walks[0] += 1
            stand = walk(
                beside, occupied, pushed, box, marks[2], marks[3], walks[0], queues[2], queues[3]
            )
            occupied[box] = 1
            occupied[ahead] = 0
            pack(following[count], stand, pushed, bits, per_word)
            if following.shape[1] > len(state):
                following[count, 1] = rank_of(stand, pushed, tables[0])
            labels[count] = 4 * box + side
            costs[count] = 1
            count += 1
    for i in range(k):
        occupied[boxes[i]] = 0
    return count
