"""CP-SAT: one integer per cell, all different in every unit, arithmetic in every cage.

The model states only the rules. Size: N² variables, an all-different per unit, a
constraint per cage: sums are linear; differences, quotients, and cages of two cells whose operation
is not given, are tables of at most N² pairs; other cages that may multiply are automata. CP-SAT may
have several models with the same values for an automaton; solutions are distinguished by the values
alone.

The automata are those of latin/cages.py. Source: Pesant2004 for the constraint. Limit: a million
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
from cpstudy.puzzles.latin.cages import layers
from cpstudy.puzzles.latin.rules import ADD, Cage, Latin

# Measured on streams of boards (benchmarks/sudoku.py): boards of this size are solved before the
# detection of equivalent literals and precedences pays.
_PARAMETERS: Mapping[str, int | bool] = {
    **FAST_PARAMETERS,
    "use_sat_inprocessing": False,
    "auto_detect_greater_than_at_least_one_of": False,
    "use_implied_bounds": False,
}

MOST_TRANSITIONS = 1_000_000

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
    transitions: list[Transition] = []
    first, width = 0, 1  # the states of the layer
    for rows in layers(Cage(tuple(range(cells)), operation, target), order):
        following = first + width
        for state, row in enumerate(rows, first):
            ways = enumerate(row, 1)
            transitions += [(state, value, following + n) for value, n in ways if n >= 0]
        first, width = following, 1 + max(map(max, rows), default=-1)
        if len(transitions) + width * order > MOST_TRANSITIONS:
            raise NotApplicable(f"cpsat: {cells} values up to {order} that give {target}")
    return list(range(first, first + width)), transitions


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
