"""Where there is no memory for the record of transitions, the count stands without witnesses."""

from cpstudy import Budget, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles.pipes.solvers import SOLVERS
from tests.puzzles.pipes.counting.reference import DOMINO_TILINGS, dominoes

FRONTIER = SOLVERS["frontier"]


def test_without_memory_for_the_record_the_count_stands_alone():
    puzzle = dominoes(10)
    plain = solve(puzzle, FRONTIER)
    assert len(plain.solutions) == 2
    tight = solve(puzzle, FRONTIER, budget=Budget(memory=300_000))
    assert (tight.count, tight.verdict) == (DOMINO_TILINGS[10], Verdict.MANY)
    assert tight.solutions == ()
    assert tight.counters == plain.counters
