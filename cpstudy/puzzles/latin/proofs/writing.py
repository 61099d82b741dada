"""Proofs of uniqueness: the formula of a second solution, and a proof that it has no model.

Variable cell · N + value states that a cell has a value. The clauses, in any order:

- each cell has exactly one value; in each unit each value has exactly one cell;
- each clue; some cell differs from the witness;
- for each cage, cell by cell in its order: after each beginning that can be completed, the next
  cell has one of the values with which it still can.

There are no other variables, so each clause follows from a single cell, unit or cage, and
checking.py, which shares no code with this module, checks each separately. The proof is the log of
our clause-learning search (cdcl/drup.py).

Size: N³ variables, about 2 N⁴ clauses for each sort of unit, and the beginnings of each cage, most
for large sums of large cages: at most ``MOST_WAYS`` in total.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from math import prod

from cpstudy.cdcl import drup
from cpstudy.core.certificate import Certificate
from cpstudy.core.errors import NotApplicable
from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.latin.encodings.sat_values import solution_of
from cpstudy.puzzles.latin.rules import ADD, MULTIPLY, Cage, Latin

# The most beginnings of cages in one formula.
MOST_WAYS = 200_000


def prove(puzzle: Latin, witness: bytes) -> Certificate:
    """The certificate that ``witness`` is the only solution of ``puzzle``.

    Raises NotApplicable if the cages have too many ways, WrongAnswerError if there is a
    second solution.
    """
    return drup.prove(
        puzzle, witness, second_solution, lambda puzzle, model: solution_of(puzzle.order, model)
    )


def second_solution(puzzle: Latin, witness: bytes) -> Cnf:
    """The formula of the module's text. Raises NotApplicable if it would be too large."""
    order = puzzle.order
    span = range(1, order + 1)
    cnf = Cnf(order**3)
    for cell, clue in enumerate(puzzle.clues):
        _just_one(cnf, [cell * order + value for value in span])
        if clue:
            cnf.add(cell * order + clue)
    for unit in puzzle.units:
        for value in span:
            _just_one(cnf, [cell * order + value for cell in unit.cells])
    ways = 0
    for cage in puzzle.cages:
        for clause in _beginnings(cage, order):
            cnf.add(*clause)
            ways += 1
            if ways > MOST_WAYS:
                raise NotApplicable(f"no proof: the cages have more than {MOST_WAYS} ways to begin")
    cnf.add(*(-cell * order - value for cell, value in enumerate(witness)))
    return cnf


def _just_one(cnf: Cnf, literals: Sequence[int]) -> None:
    """Exactly one of them, pair by pair: the checker accepts no auxiliary variables."""
    cnf.add(*literals)
    cnf.clauses += [[-a, -b] for i, a in enumerate(literals) for b in literals[:i]]


def _beginnings(cage: Cage, order: int) -> Iterator[list[int]]:
    """A clause for each beginning of a cage that can be completed."""

    def is_used(place: int, value: int, values: tuple[int, ...]) -> bool:
        """Whether a cell of the same row or column has the value already."""
        here = divmod(cage.cells[place], order)
        return any(
            value == other and any(a == b for a, b in zip(here, divmod(cell, order), strict=True))
            for cell, other in zip(cage.cells, values, strict=False)
        )

    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        values = waiting.pop()
        place = len(values)
        after = [v for v in range(1, order + 1) if _can_end(cage, (*values, v), order)]
        begun = zip(cage.cells, values, strict=False)
        yield [
            *(-cell * order - value for cell, value in begun),
            *(cage.cells[place] * order + value for value in after),
        ]
        if place + 1 < len(cage.cells):
            waiting += [(*values, v) for v in after if not is_used(place, v, values)]


def _can_end(cage: Cage, values: tuple[int, ...], order: int) -> bool:
    """Whether some values of the other cells give the target."""
    left = len(cage.cells) - len(values)
    for operation in cage.operations:
        if operation == ADD:
            if left <= cage.target - sum(values) <= left * order:
                return True
        elif operation == MULTIPLY:
            whole, rest = divmod(cage.target, prod(values))
            if rest == 0 and whole in _products(left, order):
                return True
        elif any(cage.holds((*values, v)[:2]) for v in range(1, order + 1)):
            return True
    return False


@cache
def _products(cells: int, order: int) -> frozenset[int]:
    """The possible products of ``cells`` values."""
    if cells == 0:
        return frozenset({1})
    fewer = _products(cells - 1, order)
    return frozenset(number * value for number in fewer for value in range(1, order + 1))
