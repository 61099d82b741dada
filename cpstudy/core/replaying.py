"""Making moves one by one, by the rules alone: the loop that ``replay`` of most puzzles shares.

A puzzle says what becomes of a state by a move, or why that move is not possible; here are the
counting of moves and the result. No state space takes part, so a search is checked by something
that it did not use.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from cpstudy.core.errors import InputError
from cpstudy.core.result import PathResult, Stop

State = TypeVar("State", bound=Hashable)


def _itself(state: Hashable) -> Hashable:
    return state


def replayed(
    start: State,
    moves: Iterable[str],
    after: Callable[[State, str], tuple[State, int]],
    is_goal: Callable[[State], bool],
    canonical: Callable[[State], Hashable] = _itself,
) -> PathResult:
    """What :meth:`cpstudy.core.puzzle.Transition.replay` returns.

    after: (state, move) -> (next state, cost); raises InputError with the reason where the move is
    not possible, which is raised again with the number of the move and its name. canonical: states
    with equal forms count once.
    """
    state = start
    states = [state]
    made = []
    total = 0
    for number, move in enumerate(moves, 1):
        try:
            state, cost = after(state, move)
        except InputError as reason:
            raise InputError(f"move {number} {move!a}: {reason}") from None
        states.append(state)
        made.append(move)
        total += cost
    return PathResult(
        path=tuple(made) if is_goal(state) else None,
        stop=Stop.LIMIT,
        states=len(set(map(canonical, states))),
        transitions=len(made),
        depth=len(states),
        cost=total,
        trace=tuple(states),
    )
