"""A check of deduction against brute force: no step excludes a solution, no verdict is wrong."""

import random
from collections import Counter

from cpstudy.puzzles.pipes.deduction.deducing import CONTRADICTION, SETTLED, STUCK
from cpstudy.puzzles.pipes.deduction.knowledge import RULES, log
from cpstudy.puzzles.pipes.deduction.solver import deduction, settled_solution
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions


def check_sound(seed: int, count: int, largest: int) -> Counter[str]:
    """Assert soundness on random boards; return counts by verdict, by end and by rule."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    for _ in range(count):
        puzzle = random_board(rng, largest)
        truth = all_solutions(puzzle)
        k, end = deduction(puzzle)
        text = puzzle.encode()
        met[f"verdict {('none', 'unique', 'many')[min(len(truth), 2)]}"] += 1
        assert end in (CONTRADICTION, STUCK, SETTLED), text
        met[("contradiction", "stuck", "settled")[end]] += 1
        if end == CONTRADICTION:
            assert not truth, f"{text}: called impossible"
            continue
        for rule, tile, side, value in log(k).tolist():
            met[RULES[rule]] += 1
            for placement in truth:
                if side >= 0:
                    right = placement[tile] >> side & 1 == value
                else:
                    right = not value >> placement[tile] & 1
                assert right, f"{text}: {RULES[rule]} excludes {placement.hex()} at {tile}"
        if end == SETTLED:
            assert truth == {settled_solution(k)}, f"{text}: settled wrongly"
    return met
