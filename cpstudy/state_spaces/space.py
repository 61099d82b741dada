"""A state space: initial states, transitions and goals.

A puzzle of moves becomes a transition system by one subclass of :class:`StateSpace`, usually of
:class:`PuzzleSpace`. Search, counting, properties and graphs use only this interface.

States are immutable and hashable. A state should hold only what moves: a copy of the board in each
state made the searches of Kamies2016 slow.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cpstudy.core.errors import NotApplicable
from cpstudy.core.puzzle import PuzzleOfMoves

if TYPE_CHECKING:
    from cpstudy.state_spaces.packed.space import CompiledSpace

State = TypeVar("State", bound=Hashable)
Puzzle = TypeVar("Puzzle", bound=PuzzleOfMoves[Any])


class StateSpace(ABC, Generic[State]):
    """A transition system with labels, costs and goals."""

    @abstractmethod
    def initial(self) -> Iterable[State]:
        """The initial states, usually one."""

    @abstractmethod
    def successors(self, state: State) -> Iterable[tuple[str, State, int]]:
        """The transitions from ``state``: (label, next state, cost); costs are integers ≥ 0.

        All searches keep this order. If a source prints depths of a depth-first search, it is the
        order of that source. Every pair (label, next state) is one transition.
        """

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Whether the puzzle is solved."""

    def canonical(self, state: State) -> Hashable:
        """The canonical form; states with equal forms are one node. By default the state itself.

        The forms must respect the moves: if two states have the same form, the same states are
        reachable from both at the same costs, up to canonical form, and both are goals or neither.
        """
        return state

    def heuristic(self, state: State) -> int:
        """A lower bound on the cost from ``state`` to a goal; by default 0.

        It must be equal for states of equal canonical form.
        """
        return 0

    def invalid(self, state: State) -> Iterable[tuple[str, State, str]]:
        """Moves that the rules forbid, as (label, resulting state, reason).

        For drawing only: Figures 1 and 2 of Kamies2016 show such states dashed.
        """
        return ()

    def describe(self, state: State) -> str:
        """A short text for graphs and traces."""
        return str(state)

    def predecessors(self, state: State) -> Iterable[tuple[str, State, int]]:
        """The transitions into ``state``: (label, previous state, cost).

        For bidirectional search, which also needs :meth:`goals`. Raises NotApplicable if the space
        does not define them.
        """
        raise NotApplicable(
            "this state space gives no predecessors: it cannot be searched backwards"
        )

    def goals(self) -> Iterable[State]:
        """All goal states, for searching backwards; see :meth:`predecessors`."""
        raise NotApplicable("this state space does not list its goals: no backward search")

    def compiled(self) -> CompiledSpace[Any] | None:
        """The same transition system for compiled search, or None if it does not exist.

        The order of successors, the labels and the costs must be the same as here. Tests compare
        both forms, state by state.
        """
        return None


class PuzzleSpace(StateSpace[State], Generic[State, Puzzle]):
    """The space of one puzzle, which defines the start and the goals; subclasses add the moves."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def initial(self) -> Iterable[State]:
        """The start."""
        return (self.puzzle.start,)

    def is_goal(self, state: State) -> bool:
        """Whether the state is a goal by the puzzle's rules."""
        return self.puzzle.is_goal(state)

    def describe(self, state: State) -> str:
        """The puzzle's own description of the state."""
        return self.puzzle.describe(state)
