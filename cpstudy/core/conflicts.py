"""Minimal conflicts: members that cannot all hold, each of them needed for the conflict.

*Deletion* (Chinneck2008): each member in turn is removed permanently if the rest still has no
solution. The remaining conflict is minimal: without any one member there is a solution. It need not
be the smallest conflict.

- A method that reports a *core*, the members that its refutation used, drops all others at once;
  PySAT's MUSX and CPMpy's ``mus`` minimise a core in this way.
- Without cores, halves are removed first, then quarters, and so on, since most members are not
  needed. A group whose removal leaves a solution is not tried again: fewer members leave one too.

Cost: one query for each member of the last core; without cores a few more. Limits: if a query is
not answered within the budget, its member stays, and minimality is not proved.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Cell, Conflict
from cpstudy.core.result import Solvable

Member = TypeVar("Member")

# Whether members can all hold; instead of NO, members that conflict, if they are known. None ends
# the minimisation with the members left so far.
Ask = Callable[[Sequence[Member]], Solvable | Collection[Member] | None]


class Minimal(NamedTuple):
    """members: a conflict, in the given order. proved: each member is known to be needed."""

    members: list[Any]
    proved: bool


def minimal_conflict(
    members: Sequence[Member], ask: Ask[Member], clock: Clock = UNLIMITED
) -> Minimal | Solvable:
    """A minimal conflict; YES if all members can hold, UNKNOWN if that is unknown.

    If the clock is late: the members left so far, unproved.
    """
    answer = ask(members)
    if answer is None or answer is Solvable.UNKNOWN:
        return Solvable.UNKNOWN
    if answer is Solvable.YES:
        return answer
    left = _core(members, answer)
    unknown: set[Member] = set()
    size = max(1, len(left) // 2) if answer is Solvable.NO else 1
    while size:
        tried: set[Member] = set()
        while chosen := [member for member in left if member not in tried][:size]:
            if clock.late:
                return Minimal(left, False)
            rest = [member for member in left if member not in chosen]
            answer = ask(rest)
            if answer is None:
                return Minimal(left, False)
            if answer is Solvable.YES or answer is Solvable.UNKNOWN:
                tried.update(chosen)
                unknown.update(chosen if size == 1 and answer is Solvable.UNKNOWN else ())
            else:
                left = _core(rest, answer)
        size //= 2
    return Minimal(left, unknown.isdisjoint(left))


def _core(members: Sequence[Member], answer: Solvable | Collection[Member]) -> list[Member]:
    return list(members) if isinstance(answer, Solvable) else [m for m in members if m in answer]


def conflict(
    puzzle: Any,
    members: Sequence[Member],
    ask: Ask[Member],
    cells: Callable[[Member], tuple[Cell, ...]],
    counters: Callable[[], Mapping[str, int]],
    clock: Clock = UNLIMITED,
) -> Conflict | None:
    """The clues of a puzzle that conflict; None if no conflict is known.

    cells: those of a member. counters: of the method, read at the end. Raises InputError if there
    is a solution.
    """
    minimal = minimal_conflict(members, ask, clock)
    if minimal is Solvable.YES:
        raise InputError("there is a solution, so no clues conflict")
    if isinstance(minimal, Solvable):
        return None
    clues = tuple(cells(member) for member in minimal.members)
    return Conflict(puzzle, clues, minimal.proved, counters())
