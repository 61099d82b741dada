"""Cages that may multiply, as automata: a deterministic automaton reads the values cell by cell.

Its state is the sum and the product of what it has read, as far as each can still give the target:
a sum by values of 1 … N for the cells that are left, a product by dividing it. A cage whose
operation is not told keeps both. Source: Pesant2004 for the constraint. Size: a state for each
divisor of the target that some values of the first cells give, N transitions a state at most; a
table of all ways would grow with their number.

Limits: an automaton has at most a million transitions, which only targets of very many divisors
reach.
"""

from __future__ import annotations

from functools import lru_cache

from cpstudy.core.errors import NotApplicable
from cpstudy.puzzles.latin.rules import ADD, MULTIPLY

MOST_TRANSITIONS = 1_000_000

# Sum and product; None where it is not asked or can no longer give the target.
_State = tuple[int | None, int | None]
Transition = tuple[int, int, int]


@lru_cache(maxsize=1024)
def automaton(
    order: int, cells: int, operation: str, target: int
) -> tuple[list[int], list[Transition]]:
    """The final states, and the transitions as (state, value, state); it begins in state 0.

    cells: of the cage. Without final states no values give the target. Raises NotApplicable where
    there are too many transitions.
    """
    layer: dict[_State, int] = {
        (None if operation == MULTIPLY else 0, None if operation == ADD else 1): 0
    }
    states = 1
    transitions: list[Transition] = []
    for left in range(cells - 1, -1, -1):
        if len(transitions) + len(layer) * order > MOST_TRANSITIONS:
            raise NotApplicable(f"cpsat: {cells} values up to {order} that give {target}")
        following: dict[_State, int] = {}
        for (total, together), state in layer.items():
            for value in range(1, order + 1):
                after = (
                    _added(total, value, target, left, order),
                    _multiplied(together, value, target, left, order),
                )
                if after != (None, None):
                    place = following.setdefault(after, states + len(following))
                    transitions.append((state, value, place))
        states += len(following)
        layer = following
    return list(layer.values()), transitions


def _added(total: int | None, value: int, target: int, left: int, order: int) -> int | None:
    """The sum with one value more, where the cells left can bring it to the target."""
    if total is None or not left <= target - total - value <= left * order:
        return None
    return total + value


def _multiplied(together: int | None, value: int, target: int, left: int, order: int) -> int | None:
    """The product with one value more, where the cells left may bring it to the target."""
    if together is None or target % (together * value):
        return None
    return together * value if 1 <= target // (together * value) <= order**left else None
