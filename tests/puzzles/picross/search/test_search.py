"""The search: slices of any size, transfer to another solver, and lines that are left out."""

import random

from cpstudy import Budget, Stop, Verdict
from cpstudy.core.solving import Request, solve
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.search import engine, solving
from cpstudy.puzzles.picross.solvers import SOLVERS
from tests.puzzles.picross.instances import domino, random_picture


def test_slices_change_nothing():
    puzzle = domino(4)
    whole = engine.Search(puzzle)
    ends = []
    while not ends or ends[-1] != engine.EXHAUSTED:
        ends.append(engine.run(whole, 2**60))
    sliced = engine.Search(puzzle)
    most, seen = 0, []
    while engine.EXHAUSTED not in seen:
        result = engine.run(sliced, most)
        seen += [] if result == engine.PAUSED else [result]
        most += result == engine.PAUSED
    assert seen == ends == [engine.FOUND, engine.EXHAUSTED]
    numbers = ("depth", "refuted", "now", "noted", "looks", "cursor", "quiet")
    numbers += ("trailed", "unsettled", "solved", "seen")
    for name in numbers:
        assert getattr(whole, name) == getattr(sliced, name), name
    assert most == whole.looks > 10


def test_what_is_narrowed_has_the_same_solutions():
    rng = random.Random(4)
    met = 0
    for _ in range(30):
        puzzle = Picross.of_picture(5, 5, random_picture(rng, 5, 5, rng.choice((1, 2))))
        _, search = solving.searched(puzzle, Request(Budget(iterations=rng.randint(0, 8)), 1))
        known = solving.narrowed(puzzle, search)
        met += 0 < sum(map(bool, known.given)) < 25
        every = solve(puzzle, SOLVERS["search"], limit=None)
        assert set(solve(known, SOLVERS["sat"], limit=None).solutions) == set(every.solutions)
    assert met > 3


def test_the_portfolio_names_its_engine():
    easy = Picross.decode("5x5:2/4/4/4/2/1.1/5/5/3/1")
    assert solve(easy, SOLVERS["portfolio"]).engine == "search"
    hard = solve(domino(6), SOLVERS["portfolio"])
    assert (hard.verdict, hard.engine) == (Verdict.UNIQUE, "cdcl")
    assert hard.counters["looks"] > 0
    assert hard.counters["conflicts"] > 0
    bounded = solve(domino(6), SOLVERS["portfolio"], budget=Budget(iterations=20))
    assert (bounded.stop, bounded.engine) == (Stop.ITERATIONS, "search")


def test_lines_that_are_left_out_bind_nothing():
    puzzle = Picross.decode("2x2:1/1/2/")
    used = [True, False, True, True]
    result, _ = solving.searched(puzzle, Request(Budget(), None), used=used)
    assert result.solutions == (bytes([1, 1, 0, 0]),)
    freed, _ = solving.searched(puzzle, Request(Budget(), None), used=[False, True, True, True])
    assert set(freed.solutions) == {bytes([1, 1, 0, 0])}
    nothing, _ = solving.searched(puzzle, Request(Budget(), None), used=[False] * 4)
    assert len(nothing.solutions) == 16
