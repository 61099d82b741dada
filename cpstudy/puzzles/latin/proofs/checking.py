"""Check certificates of uniqueness with independent code, which shares nothing with the writer.

A certificate is valid if its witness solves the puzzle (``violation``), each clause of its formula
follows from one rule, or states that some cell differs from the witness, and its proof shows that
the formula has no model (encode/rup.py). A missing clause only makes the formula weaker, so the
formula need not be complete.

Variable cell · N + value states that a cell has a value. A clause follows from

- a cell: the clause has all of its values, or two of them negated;
- a unit: the clause has a value in all of its cells, or in two of them negated;
- a clue: the clause has it;
- a cage: the clause is about its cells, and if all literals are false, no values give the target.

Cost: for a clause of a cage, one addition or product per distinct partial result and value.
"""

from collections.abc import Iterable
from functools import partial

from cpstudy.core.certificate import Certificate
from cpstudy.encode import rup
from cpstudy.encode.rup import Clause
from cpstudy.puzzles.latin.rules import ADD, MULTIPLY, SUBTRACT, Cage, Latin


def why_rejected(kind: type[Latin], certificate: Certificate) -> str:
    """ "" if the certificate proves that its witness is the only solution, else the fault.

    Raises InputError if the puzzle is not one of the kind.
    """
    puzzle = kind.decode(certificate.puzzle)
    return rup.why_rejected(
        certificate, puzzle, puzzle.order**3, partial(formula_violation, puzzle)
    )


def formula_violation(puzzle: Latin, witness: bytes, clauses: Iterable[Clause]) -> str:
    """ "" if every solution except the witness satisfies all clauses, else the first violation."""
    order = puzzle.order
    units = [frozenset(unit.cells) for unit in puzzle.units]
    units_of = [{i for i, unit in enumerate(units) if cell in unit} for cell in range(order**2)]
    cages_of = [[cage for cage in puzzle.cages if cell in cage.cells] for cell in range(order**2)]
    other = {-(cell * order + value) for cell, value in enumerate(witness)}
    for clause in clauses:
        literals = [(*divmod(abs(literal) - 1, order), literal > 0) for literal in clause]
        if not (
            set(clause) == other
            or any(yes and puzzle.clues[cell] == value + 1 for cell, value, yes in literals)
            or _one_of_all({(cell, value) for cell, value, yes in literals if yes}, units, order)
            or _not_both([(cell, value) for cell, value, yes in literals if not yes], units_of)
            or any(
                _of_cage(c, literals, order) for cell, *_ in literals[:1] for c in cages_of[cell]
            )
        ):
            return f"clause {' '.join(map(str, (*clause, 0)))}: it follows from no rule"
    return ""


def _one_of_all(places: set[tuple[int, int]], units: list[frozenset[int]], order: int) -> bool:
    """Whether (cell, value) contain all values of a cell, or a value in all cells of a unit."""
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


def _of_cage(cage: Cage, literals: list[tuple[int, int, bool]], order: int) -> bool:
    """Whether a cage excludes that all literals (cell, value, sign) are false."""
    left = {cell: set(range(1, order + 1)) for cell in cage.cells}
    for cell, value, yes in literals:
        if cell not in left:
            return False
        left[cell] = left[cell] - {value + 1} if yes else left[cell] & {value + 1}
    return not any(_gives(operation, cage, [*left.values()]) for operation in cage.operations)


def _gives(operation: str, cage: Cage, left: list[set[int]]) -> bool:
    """Whether some of the remaining values give the target."""
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
