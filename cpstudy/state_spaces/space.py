"""A state space: initial states, transitions and goals.

A puzzle of moves becomes a transition system by one subclass of :class:`StateSpace`, usually of
:class:`PuzzleSpace`. Search, counting, properties and graphs use nothing but this interface.

States are immutable and hashable. They should hold what moves and nothing else: a board in each
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
        """The transitions from ``state``: (label, next state, cost), costs whole numbers ≥ 0.

        All searches keep the order: where a source prints depths of a depth-first search, it is
        the source's order. Every pair (label, next state) is one transition.
        """

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Whether the puzzle is solved."""

    def canonical(self, state: State) -> Hashable:
        """States with equal canonical forms are one node of the graph; by default the state.

        The forms must respect the moves: what can be reached from one state, at which cost, can
        be reached from the other, up to canonical form; and goals are equivalent to goals only.
        """
        return state

    def heuristic(self, state: State) -> int:
        """A lower bound of the cost from ``state`` to a goal; by default 0.

        It must be the same for states of equal canonical form.
        """
        return 0

    def invalid(self, state: State) -> Iterable[tuple[str, State, str]]:
        """Moves that the rules forbid, as (label, the state it would give, reason).

        For drawing only: Figures 1 and 2 of Kamies2016 show such states dashed.
        """
        return ()

    def describe(self, state: State) -> str:
        """A short text for graphs and traces."""
        return str(state)

    def predecessors(self, state: State) -> Iterable[tuple[str, State, int]]:
        """(label, previous state, cost) of every transition into ``state``.

        For bidirectional search; needs :meth:`goals` too. Raises NotApplicable where the space does
        not give them.
        """
        raise NotApplicable(
            "this state space gives no predecessors: it cannot be searched backwards"
        )

    def goals(self) -> Iterable[State]:
        """All goal states, for searching backwards; see :meth:`predecessors`."""
        raise NotApplicable("this state space does not list its goals: no backward search")

    def compiled(self) -> CompiledSpace[Any] | None:
        """The same transition system for compiled search, or None where there is none.

        Order of successors, labels and costs must be the same as here; the tests compare both,
        state by state.
        """
        return None


class PuzzleSpace(StateSpace[State], Generic[State, Puzzle]):
    """The space of one puzzle, which knows its start and its goals; subclasses add the moves."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def initial(self) -> Iterable[State]:
        """The start."""
        return (self.puzzle.start,)

    def is_goal(self, state: State) -> bool:
        """Whether the rules call the puzzle solved."""
        return self.puzzle.is_goal(state)

    def describe(self, state: State) -> str:
        """As the puzzle describes it."""
        return self.puzzle.describe(state)
