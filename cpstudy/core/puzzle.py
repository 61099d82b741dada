"""The interface of puzzles: protocols, and the loop that replays moves.

A puzzle is immutable, hashable and picklable, and has a text form. For a *determination* puzzle the
question is how many solutions it has; its ``violation`` states the rules once, without any solver,
and every model is a claim about it. For a *transition* puzzle the question is which states can be
reached; its ``replay`` states the rules of a move once, and every search is checked by it.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, runtime_checkable

from cpstudy.core.errors import InputError
from cpstudy.core.result import Drawn, PathResult, Solution_co, Stop

State = TypeVar("State", bound=Hashable)


@runtime_checkable
class Puzzle(Protocol):
    """Anything with a kind and a text form. ``decode`` raises InputError that names the cell."""

    kind: ClassVar[str]

    def encode(self) -> str:
        """The text form: one line that ``decode`` turns into an equal puzzle."""
        ...

    @classmethod
    def decode(cls, text: str) -> Self:
        """The puzzle of a text form. Raises InputError with the place of the first fault."""
        ...


@runtime_checkable
class Determination(Puzzle, Protocol[Solution_co]):
    """A puzzle with the question "how many solutions?"; generic in the type of its solutions."""

    def violation(self, solution: Any) -> str:
        """ "" if ``solution`` is valid, else the first broken rule and its place."""
        ...

    def canonical(self, solution: Any) -> Hashable:
        """A value that is equal for two solutions if and only if they are the same."""
        ...

    def encode_solution(self, solution: Any) -> str:
        """A solution as text."""
        ...

    def decode_solution(self, text: str) -> Solution_co:
        """The solution of a text. Raises InputError."""
        ...


@runtime_checkable
class Transition(Puzzle, Protocol):
    """A puzzle with the question "which states can be reached?"."""

    def replay(self, moves: Iterable[str]) -> PathResult:
        """Make the moves from the start, each checked by the rules, without any state space.

        The result's ``trace`` holds the states, the start first, and ``cost`` the total cost of the
        moves. Its ``path`` is the moves if they end in a goal, else None (verdict UNKNOWN).
        Raises InputError that names the first impossible move.
        """
        ...


class PuzzleOfMoves(Drawn, ABC, Generic[State]):
    """A transition puzzle that states the rules of one move; ``replay`` follows from them.

    No state space is involved, so a replay checks a search by independent code.
    """

    @property
    @abstractmethod
    def start(self) -> State:
        """The state before the first move."""

    @abstractmethod
    def after(self, state: State, move: str) -> tuple[State, int]:
        """The state after a move, and its cost. Raises InputError if it is impossible."""

    @abstractmethod
    def is_goal(self, state: State) -> bool:
        """Whether the puzzle is solved."""

    @abstractmethod
    def describe(self, state: State) -> str:
        """A short text for graphs and messages."""

    def canonical(self, state: State) -> Hashable:
        """States with equal forms count once; by default the state."""
        return state

    def replay(self, moves: Iterable[str]) -> PathResult:
        """Make moves from the start. Raises InputError that names the first impossible one."""
        state = self.start
        states = [state]
        made = []
        total = 0
        for number, move in enumerate(moves, 1):
            try:
                state, cost = self.after(state, move)
            except InputError as reason:
                raise InputError(f"move {number} {move!a}: {reason}") from None
            states.append(state)
            made.append(move)
            total += cost
        return PathResult(
            path=tuple(made) if self.is_goal(state) else None,
            stop=Stop.LIMIT,
            states=len(set(map(self.canonical, states))),
            transitions=len(made),
            depth=len(states),
            cost=total,
            trace=tuple(states),
        )
