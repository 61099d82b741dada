"""The soundness of deduction: no step may exclude a solution, no verdict may be wrong."""

import random
from collections import Counter

from cpstudy.puzzles.picross.deduction import CONTRADICTION, RULES, SETTLED, STUCK, Deduction
from tests.puzzles.picross.instances import random_puzzle
from tests.puzzles.picross.oracle import all_solutions

ENDS = {CONTRADICTION: "contradiction", STUCK: "stuck", SETTLED: "settled"}


def check_sound(seed: int, count: int, largest: int, most_cells: int) -> Counter[str]:
    """Assert soundness on random puzzles. Count the verdicts, the ends and the steps by rule."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    for _ in range(count):
        puzzle = random_puzzle(rng, largest, most_cells)
        truth = all_solutions(puzzle)
        text = puzzle.encode()
        deduction = Deduction(puzzle)
        end = deduction.run()
        met[f"verdict {('none', 'unique', 'many')[min(len(truth), 2)]}"] += 1
        met[ENDS[end]] += 1
        for step in deduction.log:
            met[RULES[step.rule]] += 1
            assert step.removed or not truth, f"{text}: {RULES[step.rule]} finds no arrangement"
            for cell, colour in step.removed:
                for picture in truth:
                    assert picture[cell] != colour, f"{text}: {RULES[step.rule]} at {cell}"
        assert end != CONTRADICTION or not truth, f"{text}: called impossible"
        if end == SETTLED:
            assert truth == set(deduction.result().solutions), f"{text}: settled wrongly"
    return met
