"""The soundness of deduction: no step may exclude a solution, no verdict may be wrong."""

import random
from collections import Counter

from cpstudy.puzzles.latin.deduction.solver import RULES, Deduction
from tests.puzzles.latin.instances import random_kenken, random_puzzle
from tests.puzzles.latin.test_agreement import all_solutions


def check_sound(name: str, seed: int, count: int) -> Counter[str]:
    """Assert soundness on random boards. Count the verdicts, the ends and the steps by rule."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    for index in range(count):
        if name == "kenken" and index % 2:
            puzzle = random_kenken(rng, 4, 5)
        else:
            puzzle = random_puzzle(rng, name)
        check_puzzle(puzzle, all_solutions(puzzle), met)
    return met


def check_puzzle(puzzle, truth: set[bytes], met: Counter[str]) -> None:
    """Assert that the deduction of one puzzle is sound, and count in met. truth: all solutions."""
    text = puzzle.encode()
    deduction = Deduction(puzzle)
    deduction.run()
    met[("none", "unique", "many")[min(len(truth), 2)]] += 1
    for rule, finding in deduction.knowledge.steps if truth else ():
        met[RULES[rule]] += 1
        for solution in truth:
            for cell, values in finding.losses:
                assert not values >> (solution[cell] - 1) & 1, f"{text}: {finding}"
            if finding.place is not None:
                cell, value = finding.place
                assert solution[cell] == value, f"{text}: {finding}"
    if deduction.wrong is not None:
        met["contradiction"] += 1
        assert not truth, f"{text}: called impossible"
    elif not deduction.settled:
        met["stuck"] += 1
    else:
        met["settled"] += 1
        assert truth == {deduction.knowledge.solution()}, f"{text}: settled wrongly"
