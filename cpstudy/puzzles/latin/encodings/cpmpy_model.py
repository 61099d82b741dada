"""CPMpy: Sudoku, jigsaw and KenKen, from the rules.

The model has an integer per cell, all different in every unit. Sums, differences and quotients are
arithmetic constraints. A cage that multiplies, or whose operation is not given, is the automaton
of latin/cages.py, since the product of many values exceeds the range of most solvers.

Size: N² integers, a constraint per unit and per cage.
"""

from itertools import product
from typing import Any

import cpmpy as cp

from cpstudy.encode.cpmpy_constraints import automaton, table
from cpstudy.encode.cpmpy_sessions import CpmpyModel
from cpstudy.puzzles.latin.encodings.cpsat_values import automaton as cage_automaton
from cpstudy.puzzles.latin.rules import ADD, DIVIDE, SUBTRACT, Cage, Latin


def declare(puzzle: Latin) -> CpmpyModel:
    """The model; its answer is the value of each cell. Raises NotApplicable for a huge cage."""
    values = [cp.intvar(1, puzzle.order) for _ in puzzle.clues]
    model = cp.Model(
        [cp.AllDifferent([values[cell] for cell in unit.cells]) for unit in puzzle.units]
    )
    model += [value == clue for value, clue in zip(values, puzzle.clues, strict=True) if clue]
    for cage in puzzle.cages:
        model += _cage(cage, [values[cell] for cell in cage.cells], puzzle.order)
    return CpmpyModel(model, values)


def _cage(cage: Cage, values: list[Any], order: int) -> Any:
    """The constraint that the values give the target."""
    if len(values) == 1 or cage.operation == ADD:
        return cp.sum(values) == cage.target
    if cage.operation == SUBTRACT:
        return abs(values[0] - values[1]) == cage.target
    if cage.operation == DIVIDE:
        one, other = values
        return (one == cage.target * other) | (other == cage.target * one)
    if len(values) == 2:
        pairs = product(range(1, order + 1), repeat=2)
        return table(values, [pair for pair in pairs if cage.holds(pair)])
    final, transitions = cage_automaton(order, len(values), cage.operation, cage.target)
    return automaton(values, transitions, final)
