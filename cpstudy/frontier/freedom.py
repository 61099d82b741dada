"""The freedom of a puzzle: all its solutions as one distribution.

A recorded count (:mod:`.diagram`) gives the share of solutions with each value in each place, drawn
as a heat map, uniform random solutions, and the k-th solution. All numbers are exact. Cost and
limits: the diagram must fit in memory, with 24 bytes a step and 8 bytes a word of each state.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from cpstudy.core import drawing
from cpstudy.core.clock import Clock
from cpstudy.core.kind import Counting, Spot
from cpstudy.core.palette import GRID
from cpstudy.core.result import Budget, Drawn, Rectangular, Stop
from cpstudy.core.solving import checked
from cpstudy.core.wording import place as in_words
from cpstudy.frontier.counting import Counter
from cpstudy.frontier.diagram import Diagram

# Colours of the map: one value in all solutions, to all values equally often.
_SURE, _FREE = (255, 255, 255), (200, 68, 47)


def cell_spot(puzzle: Rectangular, cell: int) -> Spot:
    """Return the spot of a cell."""
    row, column = divmod(cell, puzzle.columns)
    return Spot(in_words((row, column)), column + 0.5, row + 0.5, 1.0)


def board_size(puzzle: Rectangular) -> tuple[float, float]:
    """Return the size of a drawing whose places are cells."""
    return puzzle.columns, puzzle.rows


@dataclass(frozen=True, eq=False)
class Freedom(Drawn):
    """The solutions of a puzzle. counter, diagram: the recorded count.

    For edge matching these are boards, so rotations of a board are different solutions.
    """

    puzzle: Any
    counter: Counter
    diagram: Diagram = field(repr=False)
    chart: Counting = field(repr=False)

    @property
    def count(self) -> int:
        """The number of solutions."""
        return self.diagram.total

    @cached_property
    def numbers(self) -> Mapping[int, Mapping[int, int]]:
        """The number of solutions with each value, for each place."""
        return self.counter.freedom(self.diagram)

    def share(self, place: int, value: int) -> Fraction:
        """Return the share of solutions with a value in a place; ZeroDivisionError without any."""
        return Fraction(self.numbers[place].get(value, 0), self.count)

    def solution(self, k: int) -> Any:
        """Return the k-th solution, from 0. Raises IndexError if there is none."""
        return self._checked(self.diagram.solution(k))

    def sample(self, number: int, seed: int = 0) -> Iterator[Any]:
        """Yield uniform random solutions, with replacement; none if there are none."""
        rng = Random(seed)
        for _ in range(number if self.count else 0):
            yield self._checked(self.diagram.sample(rng))

    def _checked(self, labels: list[int]) -> Any:
        return checked(self.puzzle, self.counter.filled(labels), "frontier")

    def drawing(self) -> drawing.Drawing:
        """Draw the heat map: a place is redder if its most frequent value has a smaller share."""
        shapes: list[drawing.Shape] = []
        width, height = self.chart.size(self.puzzle)
        for place, values in self.numbers.items():
            _, x, y, side = self.chart.spot(self.puzzle, place)
            value, most = max(values.items(), key=lambda pair: pair[1])
            corners = drawing.box(x - side / 2, y - side / 2, 0, side, side)
            shapes.append(drawing.Polygon(corners, _heat(1 - most / self.count), GRID))
            text = self.chart.sign(self.puzzle, value)
            if len(text) < 3:
                shapes.append(drawing.Label(x, y, text, size=0.5 * side))
        return drawing.Drawing(width, height, tuple(shapes))


def _heat(share: float) -> str:
    """Return the colour of a share of 0 … 1."""
    mixed = (round(a + (b - a) * share) for a, b in zip(_SURE, _FREE, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def freedom(puzzle: Any, chart: Counting, budget: Budget) -> Freedom | Stop:
    """Return the solutions of a puzzle, or the limit reached. May raise NotApplicable."""
    counter = chart.counter(puzzle)
    diagram = counter.diagram(budget, Clock(budget.seconds))
    return diagram if isinstance(diagram, Stop) else Freedom(puzzle, counter, diagram, chart)
