"""A state space that is searched up to a number of transitions, and then in compiled form.

Small spaces are searched in plain Python before numba would have been imported, large ones are
better compiled at once, and which is which shows only on the way. So a plain search goes ahead on a
metered space; where it has made as many transitions as it may, and there is a compiled form, it is
given up, and the compiled search begins anew. Both find the same, to the last counter, so nobody
can tell which one it was.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

from cpstudy.state_spaces.space import State, StateSpace

if TYPE_CHECKING:
    from cpstudy.state_spaces.packed.space import CompiledSpace


class GivenUpError(Exception):
    """The search made all the transitions that it may. compiled: the form to search instead."""

    def __init__(self, compiled: CompiledSpace[Any]) -> None:
        super().__init__("too many transitions for a plain search")
        self.compiled = compiled


class Metered(StateSpace[State]):
    """``space``, whose ``successors`` raises GivenUpError after ``most`` transitions.

    made: the transitions so far.
    """

    def __init__(self, space: StateSpace[State], most: int) -> None:
        self.made = 0
        self._space = space
        self._most: int | None = most
        # As its own, so that a search pays for no call of a call.
        self.canonical = space.canonical  # type: ignore[method-assign]
        self.is_goal = space.is_goal  # type: ignore[method-assign]
        self.heuristic = space.heuristic  # type: ignore[method-assign]

    def initial(self) -> Iterable[State]:
        """Those of the space."""
        return self._space.initial()

    def successors(self, state: State) -> Iterable[tuple[str, State, int]]:
        """Those of the space, counted. Raises GivenUpError where there is a compiled form."""
        source = self._space.successors(state)
        if self._most is None:
            return source
        following = list(source)
        self.made += len(following)
        if self.made > self._most:
            compiled = self._space.compiled()
            if compiled is not None:
                raise GivenUpError(compiled)
            self._most = None
        return following

    def is_goal(self, state: State) -> bool:
        """That of the space."""
        return self._space.is_goal(state)

    def canonical(self, state: State) -> Hashable:
        """That of the space."""
        return self._space.canonical(state)

    def heuristic(self, state: State) -> int:
        """That of the space."""
        return self._space.heuristic(state)
