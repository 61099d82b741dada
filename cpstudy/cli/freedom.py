"""``cpstudy freedom``: the distribution of solutions, and solutions sampled from all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

from cpstudy.cli import explaining, options
from cpstudy.cli.explaining import Pictures
from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import UNDECIDED, Output, read_as
from cpstudy.cli.terminal import complain, emit
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget, Stop

if TYPE_CHECKING:
    from cpstudy.frontier.freedom import Freedom


@options.verb()
@options.puzzles
@options.budget
@explaining.pictures("the map")
@options.number("--random", "Print N solutions instead, drawn uniformly at random.")
@options.number("--number", "Print solution number N instead, from 1.")
@options.seed
@options.output
def freedom(
    inputs: Inputs, budget: Budget | None, pictures: Pictures, random: int | None,
    number: int | None, seed: int, output: Output,
) -> int:  # fmt: skip
    """Show how free a puzzle is: the share of its solutions that has each value, by place.

    For each puzzle, prints its text form, a TAB and the number of solutions, then one line per
    place that differs between solutions: its name and, separated by TABs, the values with their
    shares. --picture draws all places; redder is freer.

    --random and --number print solutions instead, one per line, in the notation of the puzzle. For
    edge matching, --number and the shares count boards, so rotated boards are different.

    Exit code 0: done; 3: a budget ended first; 2: bad input, such as a number that is too large, or
    a kind that cannot be counted along a frontier.
    """
    from cpstudy import api

    def show(stream: TextIO, item: Located) -> int:
        result = api.freedom(item.puzzle, budget)
        if isinstance(result, Stop):
            complain(f"{item.place}: solutions not counted within the budget (stopped: {result})")
            return UNDECIDED
        drawn = _drawn(result, random, number, seed)
        if output.as_json:
            emit(stream, _row(result, drawn) | read_as(item))
        elif drawn is not None:
            for line in drawn:
                emit(stream, line)
        else:
            for line in _lines(result):
                emit(stream, line)
        pictures.show(stream, output, lambda: None, result.drawing)
        return 0

    items = explaining.only_one(inputs, pictures.picture)
    return output.each(items, "counting", show, inputs.files)


def _drawn(result: Freedom, random: int | None, number: int | None, seed: int) -> list[str] | None:
    """The requested solutions, None if none were requested. Raises InputError."""
    if number is not None:
        if number > result.count:
            raise InputError(f"solution {number} of {result.count}")
        return [result.puzzle.encode_solution(result.solution(number - 1))]
    if random is not None:
        return list(map(result.puzzle.encode_solution, result.sample(random, seed)))
    return None


def _values(result: Freedom, numbers: Any) -> list[tuple[str, int]]:
    """Signs of values with their numbers, the most frequent first."""
    ordered = sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))
    return [(result.chart.sign(result.puzzle, value), number) for value, number in ordered]


def _lines(result: Freedom) -> Iterator[str]:
    yield explaining.line(result.puzzle, str(result.count))
    for place, numbers in result.numbers.items():
        if len(numbers) > 1:
            shares = (f"{s} {n / result.count:.4f}" for s, n in _values(result, numbers))
            yield "\t".join((result.chart.spot(result.puzzle, place).name, *shares))


def _row(result: Freedom, drawn: list[str] | None) -> dict[str, Any]:
    places = [
        {
            "place": result.chart.spot(result.puzzle, place).name,
            "values": [{"value": sign, "count": n} for sign, n in _values(result, numbers)],
        }
        for place, numbers in result.numbers.items()
    ]
    shown = {"places": places} if drawn is None else {"solutions": drawn}
    return explaining.row(result.puzzle, count=result.count, **shown)
