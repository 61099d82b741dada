"""Automata of cages accept exactly the ways to fill them; CP-SAT solves KenKen with any option."""

from itertools import product

import pytest

from cpstudy import Verdict
from cpstudy.core.solving import solve
from cpstudy.encode.solver_rows import CPSAT_PARAMETERS
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.kenken.record import KIND
from cpstudy.puzzles.latin.encodings import cpsat_values
from cpstudy.puzzles.latin.encodings.cpsat_values import automaton
from cpstudy.puzzles.latin.rules import ADD, ANY, MULTIPLY, OPERATIONS, Cage
from tests.puzzles.latin.oracle import gives


def words(order, cells, operation, target):
    """The words that the automaton accepts. Asserts that it is deterministic."""
    final, transitions = automaton(order, cells, operation, target)
    step = {(state, value): following for state, value, following in transitions}
    assert len(step) == len(transitions)
    reached = {(): 0}
    for _ in range(cells):
        reached = {
            (*word, value): step[state, value]
            for word, state in reached.items()
            for value in range(1, order + 1)
            if (state, value) in step
        }
    return {word for word, state in reached.items() if state in final}


@pytest.mark.parametrize("operation", [ADD, MULTIPLY, ANY])
@pytest.mark.parametrize("cells", [2, 3, 4])
def test_it_accepts_the_ways_to_fill_a_cage(operation, cells):
    every = OPERATIONS if cells == 2 else (ADD, MULTIPLY)
    kinds = every if operation == ANY else (operation,)
    met = set()
    for target in range(75):
        ways = {
            values
            for values in product(range(1, 5), repeat=cells)
            if any(gives(list(values), kind, target) for kind in kinds)
        }
        assert words(4, cells, operation, target) == ways, target
        met.add(bool(ways))
    assert met == {True, False}


def test_too_many_transitions_are_refused(monkeypatch):
    monkeypatch.setattr(cpsat_values, "MOST_TRANSITIONS", 50)
    automaton.cache_clear()
    with pytest.raises(ValueError, match="4 values up to 9 that give 360"):
        automaton(9, 4, MULTIPLY, 360)


SINGLES = (Cage((0,), ANY, 1), Cage((4,), ANY, 3))
REST = Cage((3, 6, 7, 8), ANY, 8)
MANY = KenKen(3, (Cage((0, 1, 2), MULTIPLY, 6), Cage((3, 4, 5, 6, 7, 8), ANY, 12)))
UNIQUE = KenKen(3, (*SINGLES, Cage((1, 2, 5), MULTIPLY, 6), REST))
NEVER = KenKen(3, (*SINGLES, Cage((1, 2, 5), MULTIPLY, 7), REST))
VERDICTS = {MANY: Verdict.MANY, UNIQUE: Verdict.UNIQUE, NEVER: Verdict.NONE}


@pytest.mark.parametrize("option", [None, *(o for o in CPSAT_PARAMETERS if "workers" not in o)])
def test_products_with_every_option(option):
    row = KIND.solvers["cpsat"].with_options([option] if option else [])
    for puzzle, verdict in VERDICTS.items():
        assert solve(puzzle, row).verdict is verdict
        assert solve(puzzle, KIND.solvers["brute-force"]).verdict is verdict
