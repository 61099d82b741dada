"""All solvers agree with brute force and with each other; every verdict occurs."""

import random
from collections import Counter
from itertools import product

import pytest

from cpstudy import Budget, Stop, Verdict
from cpstudy.core.solving import Request, solve, solve_batch
from cpstudy.puzzles.picross.puzzle import Picross, runs_of
from cpstudy.puzzles.picross.search import solving
from cpstudy.puzzles.picross.solvers import SOLVERS
from tests.puzzles.agreeing import all_agree, assert_all_met
from tests.puzzles.picross.instances import domino, random_picture, random_puzzle, variety
from tests.puzzles.picross.oracle import all_solutions

COMPLETE = [name for name, row in SOLVERS.items() if row.in_all]
VERDICTS = {Verdict.NONE, Verdict.UNIQUE, Verdict.MANY}


def verdict_of(count: int) -> Verdict:
    return (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(count, 2)]


def test_all_solvers_find_what_brute_force_finds():
    rng = random.Random(7)
    met: Counter[str] = Counter()
    for index in range(400):
        puzzle = random_puzzle(rng)
        truth = all_solutions(puzzle)
        for name in COMPLETE if index % 6 == 0 else ("search", "portfolio"):
            found = solve(puzzle, SOLVERS[name], limit=None)
            assert set(found.solutions) == truth, (name, puzzle.encode())
            assert found.exhausted, (name, puzzle.encode())
        result = solve(puzzle, SOLVERS["deduce"])
        assert result.verdict in (Verdict.UNKNOWN, verdict_of(len(truth))), puzzle.encode()
        assert set(result.solutions) <= truth
        met[f"{variety(puzzle)} {verdict_of(len(truth))}"] += 1
    for kind in ("one colour", "several", "one colour given", "several given"):
        for verdict in VERDICTS:
            assert met[f"{kind} {verdict}"] > 0, met


def clue_sets(rows, columns):
    """All puzzles of a size with one colour and with any clues that fit."""
    across = {runs_of(bytes(line)) for line in product((0, 1), repeat=columns)}
    down = {runs_of(bytes(line)) for line in product((0, 1), repeat=rows)}
    for row_clues in product(sorted(across), repeat=rows):
        for column_clues in product(sorted(down), repeat=columns):
            yield Picross(row_clues, column_clues)


def counted(rows, columns):
    """The number of pictures of each set of clues."""
    pictures = product((0, 1), repeat=rows * columns)
    return Counter(Picross.of_picture(rows, columns, bytes(picture)) for picture in pictures)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2)])
def test_every_small_set_of_clues(rows, columns):
    numbers = counted(rows, columns)
    met: Counter[Verdict] = Counter()
    for puzzle in clue_sets(rows, columns):
        found = solve(puzzle, SOLVERS["search"], limit=None)
        assert len(found.solutions) == numbers[puzzle], puzzle.encode()
        assert found.exhausted
        met[found.verdict] += 1
    assert met[Verdict.UNIQUE] + met[Verdict.MANY] == len(numbers)
    assert set(met) == (VERDICTS if min(rows, columns) > 1 else VERDICTS - {Verdict.MANY})


@pytest.mark.slow
def test_every_set_of_clues_of_four_by_four():
    """The search agrees with all pictures on the 8^8 sets of clues, one of each symmetry class."""
    numbers = counted(4, 4)
    clues = sorted({runs_of(bytes(line)) for line in product((0, 1), repeat=4)})
    sides = list(product(range(len(clues)), repeat=4))
    place = {side: number for number, side in enumerate(sides)}
    mirrored = [clues.index(clue[::-1]) for clue in clues]
    turned = [place[side[::-1]] for side in sides]  # the lines in reverse order
    inside = [place[tuple(mirrored[c] for c in side)] for side in sides]  # each line backwards
    said = [tuple(clues[c] for c in side) for side in sides]
    met: Counter[Verdict] = Counter()
    classes = 0
    for rows in range(len(sides)):
        up, back, both = turned[rows], inside[rows], inside[turned[rows]]
        for columns in range(len(sides)):
            images = (
                (up, inside[columns]),
                (back, turned[columns]),
                (both, inside[turned[columns]]),
            )
            least = min((rows, columns), *images, *((c, r) for r, c in images), (columns, rows))
            if least != (rows, columns):
                continue
            classes += 1
            puzzle = Picross(said[rows], said[columns])
            found, _ = solving.searched(puzzle, Request(Budget(), 2))
            assert found.verdict is verdict_of(numbers[puzzle]), puzzle.encode()
            assert all(puzzle.violation(picture) == "" for picture in found.solutions)
            met[found.verdict] += 1
    assert set(met) == VERDICTS
    assert classes > 8**8 // 8


# Larger boards have too many states for plain state-space search.
STATES = {"explore:bfs": 1000, "explore:dfs": 1000}


def check_larger(count: int, largest: int) -> Counter[str]:
    """Assert that all solvers agree on puzzles of 5 … largest lines. Count their verdicts.

    A third of the puzzles have the last row's clue of another puzzle.
    """
    rng = random.Random(8)
    met: Counter[str] = Counter()
    for index in range(count):
        rows, columns = rng.randint(5, largest), rng.randint(5, largest)
        colours = rng.choice((1, 1, 2))
        puzzle = Picross.of_picture(rows, columns, random_picture(rng, rows, columns, colours))
        if index % 3 == 0:
            spoiled = random_picture(rng, rows, columns, colours)
            other = Picross.of_picture(rows, columns, spoiled)
            puzzle = Picross((*puzzle.row_clues[:-1], other.row_clues[-1]), puzzle.column_clues)
        met += all_agree(puzzle, SOLVERS.values(), rng, STATES)
    for verdict in VERDICTS:
        assert met[f"search {verdict}"] > 0, met
    return met


def test_larger_puzzles_are_the_same_for_all():
    check_larger(40, 9)


@pytest.mark.slow
def test_two_thousand_larger_puzzles_are_the_same_for_all():
    met = check_larger(2000, 12)
    assert_all_met(met, SOLVERS.values(), 100)


def test_budgets_end_in_mid_search():
    """Every solver answers unknown when its iterations run out, and the verdict otherwise."""
    puzzle = domino(4)
    for name in [*COMPLETE, "deduce"]:
        cut = solve(puzzle, SOLVERS[name], budget=Budget(iterations=3))
        assert (cut.verdict, cut.stop) == (Verdict.UNKNOWN, Stop.ITERATIONS), name
        assert cut.counters[SOLVERS[name].counter] == 3 or name in ("cpsat", "sat"), name
    for name in COMPLETE:
        assert solve(puzzle, SOLVERS[name]).verdict is Verdict.UNIQUE, name
    nothing = solve(puzzle, SOLVERS["search"], budget=Budget(iterations=0))
    assert (nothing.verdict, nothing.stop) == (Verdict.UNKNOWN, Stop.ITERATIONS)


def test_batches_say_what_single_puzzles_get():
    rng = random.Random(9)
    puzzles = [random_puzzle(rng, largest=6, most_cells=36) for _ in range(60)]
    for name in ("search", "portfolio"):
        for puzzle, found in zip(puzzles, solve_batch(puzzles, SOLVERS[name]), strict=True):
            alone = solve(puzzle, SOLVERS[name])
            assert found.solutions == alone.solutions
            assert (found.verdict, found.stop) == (alone.verdict, alone.stop)
            assert found.counters == alone.counters
            assert found.engine == alone.engine


def test_degenerate_sizes():
    for text, verdict in (
        ("1x1:/", Verdict.UNIQUE),
        ("1x1:1/1", Verdict.UNIQUE),
        ("1x1:1/", Verdict.NONE),
        ("1x1:1/1b", Verdict.NONE),
        ("70x1:" + "/".join(["1"] * 70) + "/70", Verdict.UNIQUE),
        ("70x1:" + "/".join(["1"] * 70) + "/35.34", Verdict.NONE),
        ("1x70:70/" + "/".join(["1"] * 70), Verdict.UNIQUE),
        ("64x2:" + "/".join(["1"] * 64) + "/31.32/1", Verdict.UNIQUE),
        ("2x2:1/1/1/1,Ad", Verdict.UNIQUE),
        ("2x2:1/1/1/1,AAc", Verdict.NONE),
    ):
        for name in COMPLETE:
            assert solve(Picross.decode(text), SOLVERS[name]).verdict is verdict, (name, text)
