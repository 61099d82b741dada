"""A puzzle under repair: the budget left, the number of boards tried, the result.

A repair makes a puzzle with several solutions, or none, unique by few changes. Every kind has an
upper bound *from above*: make one solution the only one, then take changes back. Most kinds have a
proof *from below*: try all ways to change one cell, then two. The kind defines changes; the state
of its repair is a :class:`Repairing`.
"""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Repair
from cpstudy.core.puzzle import Determination
from cpstudy.core.result import UNBOUNDED, Budget
from cpstudy.core.solving import checked

P = TypeVar("P", bound=Determination)


class Repairing(Generic[P]):
    """One puzzle under repair. tried: how many boards were decided, or what ``counter`` names."""

    def __init__(self, puzzle: P, budget: Budget, counter: str = "boards") -> None:
        self.puzzle = puzzle
        self.clock = Clock(budget.seconds)
        self.most = UNBOUNDED if budget.iterations is None else budget.iterations
        self.tried = 0
        self._counter = counter

    @property
    def spent(self) -> bool:
        """Whether the budget is spent."""
        return self.clock.late or self.tried >= self.most

    def result(
        self,
        repaired: P,
        solution: Any,
        columns: int = 1,
        cells: Iterable[int] = (),
        *,
        proved: bool = True,
    ) -> Repair:
        """The repair, with its solution checked. cells: the changed cells, by number."""
        changes = tuple(divmod(cell, columns) for cell in cells)
        solution = checked(repaired, solution, "repair")
        return Repair(repaired, solution, changes, proved, {self._counter: self.tried})
