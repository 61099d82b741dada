"""Test the search rules against all solutions: they keep each one, and refuted boards have none."""

import random
from collections import Counter

from cpstudy.puzzles.tilings.search.rules import assume
from cpstudy.puzzles.tilings.search.state import undo
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.solved import arbitrary, begun, solved_boards, unknown_edges


def agrees(state, solution):
    return all(
        int(known) & 15 & ~sides == 0 and int(known) >> 4 & sides == 0
        for known, sides in zip(state, solution, strict=True)
    )


def test_what_is_known_holds_in_every_solution():
    rng = random.Random(8)
    met = Counter()
    for solved, _ in solved_boards(7, 150):
        for puzzle in (solved, arbitrary(solved, rng)):
            solutions = all_solutions(puzzle)
            w, consistent = begun(puzzle)
            met[consistent] += 1
            assert consistent or not solutions
            assert not consistent or all(agrees(w.state, x) for x in solutions)
    assert min(met[True], met[False]) > 10


def test_an_assumption_loses_the_solutions_without_it_only():
    met = Counter()
    for puzzle, solutions in solved_boards(8, 100):
        w, _ = begun(puzzle)
        mark = w.trailed
        for edge in unknown_edges(w):
            for value in (0, 1):
                left = [x for x in solutions if x[edge >> 2] >> (edge & 3) & 1 == value]
                consistent = assume(w, edge, value)
                met[consistent] += 1
                assert consistent or not left
                assert not consistent or all(agrees(w.state, x) for x in left)
                undo(w, mark)
    assert min(met[True], met[False]) > 10
