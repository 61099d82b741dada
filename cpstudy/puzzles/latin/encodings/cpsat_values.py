"""CP-SAT: one integer per cell, all different in every unit, arithmetic in every cage.

The model states only the rules. Size: N² variables, an all-different per unit, a
constraint per cage: sums are linear; differences, quotients, and cages of two cells whose operation
is not given, are tables of at most N² pairs; other cages that may multiply are automata. CP-SAT may
have several models with the same values for an automaton; solutions are distinguished by the values
alone.

An *automaton* reads the values of a cage cell by cell. Its state is the sum and the product so far,
if each can still give the target: a sum by values of 1 … N for the other cells, a product by
dividing the target. If the operation is not given, a state has both. Source: Pesant2004 for the
constraint. Size: a state for each divisor of the target that some values of the first cells give,
at most N transitions per state; a table of all ways would grow with their number. Limit: a million
transitions, which only targets with very many divisors reach.

Presolve alone settles most published Sudokus. Minimal jigsaw and KenKen leave much to the
search, and take two thirds and half of the time without presolve.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cpsat import FAST_PARAMETERS, CpsatModel, CpsatSession, with_options
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.latin.rules import ADD, MULTIPLY, Cage, Latin

# Measured on streams of boards (benchmarks/sudoku.py): boards of this size are solved before the
# detection of equivalent literals and precedences pays.
_PARAMETERS: Mapping[str, int | bool] = {
    **FAST_PARAMETERS,
    "use_sat_inprocessing": False,
    "auto_detect_greater_than_at_least_one_of": False,
    "use_implied_bounds": False,
}

MOST_TRANSITIONS = 1_000_000

# Sum and product; None if the operation excludes it, or it can no longer give the target.
_State = tuple[int | None, int | None]
Transition = tuple[int, int, int]


def build(
    puzzle: Latin, clock: Clock = UNLIMITED
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model and its variables, the value of each cell. Raises OutOfTimeError, InputError."""
    model = CpsatModel()
    values = [
        model.new_constant(clue) if clue else model.new_int_var(1, puzzle.order, "")
        for clue in puzzle.clues
    ]
    for unit in puzzle.units:
        clock.check()
        model.add_all_different(values[cell] for cell in unit.cells)
    for cage in puzzle.cages:
        clock.check()
        _add_cage(model, cage, [values[cell] for cell in cage.cells], puzzle.order)
    return model, values


def _add_cage(
    model: cp_model.CpModel, cage: Cage, cells: list[cp_model.IntVar], order: int
) -> None:
    if len(cells) == 1:
        model.add(cells[0] == cage.target)
    elif cage.operation == ADD:
        model.add(sum(cells) == cage.target)
    elif len(cells) == 2:
        model.add_allowed_assignments(cells, _pairs(order, cage.operation, cage.target))
    else:
        final, transitions = automaton(order, len(cells), cage.operation, cage.target)
        if final:
            model.add_automaton(cells, 0, final, transitions)
        else:
            model.add_bool_or([])


@lru_cache(maxsize=1024)
def _pairs(order: int, operation: str, target: int) -> list[tuple[int, ...]]:
    """The values of two cells that give the target."""
    cage = Cage((0, 1), operation, target)
    return [pair for pair in product(range(1, order + 1), repeat=2) if cage.holds(pair)]


@lru_cache(maxsize=1024)
def automaton(
    order: int, cells: int, operation: str, target: int
) -> tuple[list[int], list[Transition]]:
    """The final states, and the transitions as (state, value, state); state 0 is the first.

    cells: of the cage. Without final states no values give the target. Raises NotApplicable for too
    many transitions.
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
    """The sum with one more value, if the remaining cells can bring it to the target."""
    if total is None or not left <= target - total - value <= left * order:
        return None
    return total + value


def _multiplied(together: int | None, value: int, target: int, left: int, order: int) -> int | None:
    """The product with one more value, if the remaining cells may bring it to the target."""
    if together is None or target % (together * value):
        return None
    return together * value if 1 <= target // (together * value) <= order**left else None


def solve(puzzle: Latin, request: Request, *, presolved: bool = True, **options: bool) -> Result:
    """Up to ``limit`` solutions (None: all) by one enumerating search.

    presolved: whether CP-SAT presolves the model, unless an option decides it. options: see
    encode/solver_rows.py. Counters: conflicts (the iterations), branches. Phases: build, search.
    Raises InputError for a cage that is too large.
    """
    parameters = with_options(options, {**_PARAMETERS, "cp_model_presolve": presolved})

    def opening(clock: Clock) -> CpsatSession:
        model, values = build(puzzle, clock)
        return CpsatSession(model, values, request.rng, parameters, whole=True)

    return bytes_of_models(
        request, opening, ("conflicts", "branches"), read=lambda values: bytes(values.tolist())
    )
