"""A state space: states, and what leads from one to the next, stated once and explicitly.

A puzzle of moves becomes a transition system by one subclass of :class:`StateSpace`. Only three
methods are needed: where it begins, what follows a state, when it is over. Everything else
(search, counting, properties, graphs) is written against this interface.

States are immutable and hashable. They should hold what moves and nothing else: a board in each
state is what made the searches of Kamies2016 slow.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cpstudy.core.errors import NotApplicable

if TYPE_CHECKING:
    from cpstudy.state_spaces.packed.space import CompiledSpace

State = TypeVar("State", bound=Hashable)


class StateSpace(ABC, Generic[State]):
    """A transition system with labels, costs and goals."""

    @abstractmethod
    def initial(self) -> Iterable[State]:
        """The states to begin in, usually one."""

    @abstractmethod
    def successors(self, state: State) -> Iterable[tuple[str, State, int]]:
        """What follows ``state``: (label, next state, cost), costs whole numbers of at least 0.

        The order is kept by all searches: where a source prints depths of a depth-first search,
        it is the source's order. Every pair (label, next state) is one transition.
        """

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Is the puzzle solved?"""

    def canonical(self, state: State) -> Hashable:
        """States with equal canonical forms are one node of the graph; by default the state.

        The forms must respect the moves: what can be reached from one state, at which cost, can
        be reached from the other, up to canonical form; and goals are equivalent to goals only.
        """
        return state

    def heuristic(self, state: State) -> int:
        """A lower bound of the cost from ``state`` to a goal; 0 says nothing and is always true.

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
