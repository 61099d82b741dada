"""Checking certificates of uniqueness with code of its own: nothing of the writer is used.

A certificate holds when its witness solves the puzzle (``violation``), each clause of its formula
follows from one rule, or says that some cell is not as in the witness, and its proof shows that the
formula has no model (encode/rup.py). Clauses that are left out make the formula weaker, so nothing
has to be complete: what is refuted by some of the rules is refuted.

Variable cell · N + value says that a cell has a value. A clause follows from

- a cell: it has all of its values; or two of them, denied;
- a unit: it has a value in all of its cells; or in two of them, denied;
- a clue: it has it;
- a cage whose cells it speaks of: where all its literals are false, no values left give the target.

Cost: a clause of a cage takes as many additions or products as there are different sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from cpstudy.core.certificate import Certificate
from cpstudy.encode import rup
from cpstudy.encode.rup import Clause
from cpstudy.puzzles.latin.rules import ADD, MULTIPLY, SUBTRACT, Cage, Latin


def why_rejected(certificate: Certificate, decode: Callable[[str], Latin]) -> str:
    """ "" where the certificate proves that its witness is the only solution, else the fault.

    decode: of the kind. Raises InputError where the puzzle's text form is none.
    """
    puzzle = decode(certificate.puzzle)
    return rup.why_rejected(
        certificate, puzzle, puzzle.order**3, partial(formula_violation, puzzle)
    )


def formula_violation(puzzle: Latin, witness: bytes, clauses: Iterable[Clause]) -> str:
    """ "" where every solution but the witness keeps all clauses, else the first that may not."""
    order = puzzle.order
    units = [frozenset(unit.cells) for unit in puzzle.units]
    units_of = [{i for i, unit in enumerate(units) if cell in unit} for cell in range(order**2)]
    cages_of = [[cage for cage in puzzle.cages if cell in cage.cells] for cell in range(order**2)]
    other = {-(cell * order + value) for cell, value in enumerate(witness)}
    for clause in clauses:
        told = [(*divmod(abs(literal) - 1, order), literal > 0) for literal in clause]
        if not (
            set(clause) == other
            or any(yes and puzzle.clues[cell] == value + 1 for cell, value, yes in told)
            or _one_of_all({(cell, value) for cell, value, yes in told if yes}, units, order)
            or _not_both([(cell, value) for cell, value, yes in told if not yes], units_of)
            or any(_of_cage(cage, told, order) for cage in (cages_of[told[0][0]] if told else ()))
        ):
            return f"clause {' '.join(map(str, (*clause, 0)))}: it follows from no rule"
    return ""


def _one_of_all(places: set[tuple[int, int]], units: list[frozenset[int]], order: int) -> bool:
    """Whether among (cell, value) are all values of a cell, or a value in all cells of a unit."""
    if len(places) < order:
        return False
    cells = {cell for cell, _ in places}
    values = {value for _, value in places}
    return any(all((cell, value) in places for value in range(order)) for cell in cells) or any(
        unit <= cells and all((cell, value) in places for cell in unit)
        for unit in units
        for value in values
    )


def _not_both(places: list[tuple[int, int]], units_of: list[set[int]]) -> bool:
    """Whether two of (cell, value) exclude each other."""
    for i, (cell, value) in enumerate(places):
        for other, its in places[:i]:
            if cell == other and value != its:
                return True
            if cell != other and value == its and units_of[cell] & units_of[other]:
                return True
    return False


def _of_cage(cage: Cage, told: list[tuple[int, int, bool]], order: int) -> bool:
    """Whether a cage excludes that all of (cell, value, whether it has it) are false."""
    left = {cell: set(range(1, order + 1)) for cell in cage.cells}
    for cell, value, yes in told:
        if cell not in left:
            return False
        left[cell] = left[cell] - {value + 1} if yes else left[cell] & {value + 1}
    return not any(_gives(operation, cage, [*left.values()]) for operation in cage.operations)


def _gives(operation: str, cage: Cage, left: list[set[int]]) -> bool:
    """Whether some of the values left give the target."""
    if operation not in (ADD, MULTIPLY):
        first, second = left
        return any(
            a == (b + cage.target if operation == SUBTRACT else b * cage.target)
            for one in first
            for other in second
            for a, b in ((one, other), (other, one))
        )
    reached = {0} if operation == ADD else {1}
    for values in left:
        if operation == ADD:
            reached = {number + value for number in reached for value in values}
        else:
            reached = {number * value for number in reached for value in values}
        reached = {number for number in reached if number <= cage.target}
    return cage.target in reached
