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
from functools import partial

from cpstudy.puzzles.sokoban.models import AreaModel
from cpstudy.puzzles.sokoban.puzzle import Position
from cpstudy.puzzles.sokoban.steps import Moves
from cpstudy.state_spaces.packed.space import CompiledSpace


class Areas(Moves):
    """Every push is a transition; the player stands on the square that names his area."""

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
        model = partial(self.model, AreaModel)
        return CompiledSpace(
            initial=[self.pack(state) for state in self.initial()],
            model=model,
            guided=model,
            heavy=True,
            fanout=max(1, 4 * len(self.level.boxes)),
            label=lambda number: self.puzzle.push_name(int(squares[number >> 2]), number & 3),
            pack=self.pack,
            unpack=self.unpack,
            words=self.layout.words,
            **self.ranks(),
        )
