"""SAT: one variable per cell and value, exactly-ones in cells and units, cages by partial sums.

Every cell has one value, every value one cell in each unit. A cage is read cell by cell: the first
k values give one of few numbers from which the target can still be reached, with a variable each; a
value and the number before it imply the number after, and conversely. A sum thus takes about N
times the target clauses for each cell, a product N times its divisors; differences and quotients,
of two cells, are implications from each value. If the operation of a cage is not given, each
possible one has a literal, and one of these is true.

Size: N³ variables, about 3u N exactly-ones (sequential counters from seven literals up).
"""

from collections.abc import Callable
from functools import partial
from itertools import product

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import Values, bytes_of_models
from cpstudy.puzzles.latin.rules import ADD, MULTIPLY, Cage, Latin

# The fastest on large boards with few clues, and it observes a budget of conflicts exactly.
SAT_SOLVER = "cadical195"


def build(puzzle: Latin, clock: Clock = UNLIMITED) -> Cnf:
    """The formula; variable cell · N + value is the value of the cell. Raises OutOfTimeError."""
    order = puzzle.order
    cnf = Cnf(variables=order**3, clock=clock)
    span = range(1, order + 1)
    for cell, clue in enumerate(puzzle.clues):
        clock.check()
        cnf.exactly_one(cell * order + value for value in span)
        if clue:
            cnf.add(cell * order + clue)
    for unit in puzzle.units:
        clock.check()
        for value in span:
            cnf.exactly_one(cell * order + value for cell in unit.cells)
    for cage in puzzle.cages:
        clock.check()
        _add_cage(cnf, cage, order)
    return cnf


def _add_cage(cnf: Cnf, cage: Cage, order: int) -> None:
    operations = cage.operations
    chosen = [cnf.variable() for _ in operations] if len(operations) > 1 else []
    if chosen:
        cnf.add(*chosen)
    for place, operation in enumerate(operations):
        unless = [-chosen[place]] if chosen else []
        meant = Cage(cage.cells, operation, cage.target)
        if operation == ADD:
            _add_chain(cnf, meant, order, unless, 0, _before_in_sum)
        elif operation == MULTIPLY:
            _add_chain(cnf, meant, order, unless, 1, _before_in_product)
        else:
            _add_pairs(cnf, meant, order, unless)


def _before_in_sum(number: int, value: int) -> int | None:
    """The sum before a value, None if it would be negative."""
    return number - value if number >= value else None


def _before_in_product(number: int, value: int) -> int | None:
    return number // value if number % value == 0 else None


def _numbers(
    cage: Cage, order: int, start: int, before: Callable[[int, int], int | None]
) -> list[set[int]]:
    """After each cell, the numbers from which the target can be reached; [start] before the first.

    Computed from the target backwards, then restricted to numbers that the start reaches.
    """
    layers = [{cage.target}]
    for _ in cage.cells:
        earlier = {before(number, value) for number in layers[0] for value in range(1, order + 1)}
        layers.insert(0, {number for number in earlier if number is not None})
    layers[0] &= {start}
    for place in range(len(cage.cells)):
        layers[place + 1] = {
            number
            for number in layers[place + 1]
            if any(before(number, value) in layers[place] for value in range(1, order + 1))
        }
    return layers


def _add_chain(
    cnf: Cnf,
    cage: Cage,
    order: int,
    unless: list[int],
    start: int,
    before: Callable[[int, int], int | None],
) -> None:
    """Clauses: the values of a cage, read cell by cell, lead from ``start`` to the target."""
    layers = _numbers(cage, order, start, before)
    reached = {number: cnf.variable() for number in layers[0]}
    cnf.clauses.append([*unless, *reached.values()])
    for cell, layer in zip(cage.cells, layers[1:], strict=True):
        after = {number: cnf.variable() for number in sorted(layer)}
        cnf.clauses.append([*unless, *after.values()])
        for value in range(1, order + 1):
            here = cell * order + value
            leading = {before(number, value): number for number in after}
            for number, variable in reached.items():
                to = after[leading[number]] if number in leading else None
                cnf.clauses.append([*unless, -variable, -here, *([to] if to else [])])
            for number, variable in after.items():
                earlier = before(number, value)
                by = reached.get(earlier) if earlier is not None else None
                cnf.clauses.append([*unless, -variable, -here, *([by] if by else [])])
        cnf.at_most_one(after.values())
        reached = after


def _add_pairs(cnf: Cnf, cage: Cage, order: int, unless: list[int]) -> None:
    """Clauses: each value of either cell implies one of its partners in the other."""
    first, second = (cell * order for cell in cage.cells)
    for turned in (False, True):
        goes: dict[int, list[int]] = {value: [] for value in range(1, order + 1)}
        for a, b in product(goes, repeat=2):
            if cage.holds((a, b)):
                goes[a].append(b)
        here, there = (second, first) if turned else (first, second)
        for a, others in goes.items():
            cnf.clauses.append([*unless, -(here + a), *(there + b for b in others)])


def solve(puzzle: Latin, request: Request, *, solver: str = SAT_SOLVER) -> Result:
    """Up to ``limit`` solutions (None: all). The encoding adds no randomness to the solver.

    solver: a SAT solver's name (encode/solver_rows.py). Counters: conflicts (the iterations) if
    the solver reports them, searches. Phases: build, search. Raises InputError if python-sat is
    not installed.
    """

    def opening(clock: Clock) -> SatSession:
        cnf = build(puzzle, clock)
        return SatSession(cnf, puzzle.order**3, solver=solver, same_size=True, clock=clock)

    read = partial(solution_of, puzzle.order)
    return bytes_of_models(request, opening, ("conflicts", "searches"), read=read)


def solution_of(order: int, values: Values) -> bytes:
    """The solution of a model, one byte per cell."""
    places = values.reshape(-1, order).argmax(axis=1)
    return bytes((places + 1).tolist())
