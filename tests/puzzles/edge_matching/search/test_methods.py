"""The compiled solvers against the reference: the same placements, solutions, stops and counts."""

import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from cpstudy import Budget, Stop
from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching import SOLVERS
from cpstudy.puzzles.edge_matching.formats import read_pieces
from cpstudy.puzzles.edge_matching.generating.colours import (
    batch,
    inner_edges,
    outer_edges,
    puzzles,
)
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search import reference, scan
from cpstudy.puzzles.edge_matching.search.methods import (
    METHODS,
    Turns,
    first_solutions,
    is_solved,
    new_search,
    solve_by,
)
from tests.cases import cases_dir

REFERENCE = {name: getattr(reference, name.replace("-", "_")) for name in METHODS}


def random_puzzle(rng: random.Random, largest: int = 5) -> EdgeMatching:
    """Framed and unframed, two-set and one-set, solvable, spoiled, with equal pieces."""
    rows, columns = rng.randint(1, largest), rng.randint(1, largest)
    if rows * columns == 1:
        columns = 2
    inner, outer = inner_edges(rows, columns), outer_edges(rows, columns)
    if rng.random() < 0.2:
        numbers = rng.randint(1, min(inner + outer, 8)), 0
    else:
        numbers = (rng.randint(1, min(inner, 7)) if inner else 0), rng.randint(1, min(outer, 5))
    ((puzzle, _),) = puzzles(rows, columns, *numbers, 1, rng.randrange(10**6))
    pieces = list(puzzle.pieces)
    if rng.random() < 0.3:
        pieces[rng.randrange(len(pieces))] = pieces[rng.randrange(len(pieces))]
    return EdgeMatching(rows, columns, tuple(pieces), framed=rng.random() > 0.15)


def assert_same(name: str, puzzle: EdgeMatching, budget: Budget, limit: int | None) -> Stop:
    seeds = [np.random.default_rng(5) for _ in range(2)]
    expected = REFERENCE[name](puzzle, budget, seeds[0], limit)
    actual = solve_by(name, puzzle, budget, seeds[1], limit)
    said = (name, puzzle.encode(), limit)
    assert dict(actual.counters) == dict(expected.counters), said
    assert actual.stop is expected.stop, said
    assert actual.solutions == expected.solutions, said
    assert actual.count == expected.count, said
    return actual.stop


def compare(seed: int, number: int) -> Counter[Stop]:
    rng = random.Random(seed)
    stops: Counter[Stop] = Counter()
    for _ in range(number):
        puzzle = random_puzzle(rng)
        cells = puzzle.rows * puzzle.columns
        limit = rng.choice((1, 2, None)) if cells <= 9 else rng.choice((1, 2))
        budget = Budget(iterations=600 if cells > 9 else 3000)
        for name in METHODS:
            if METHODS[name].look and cells > 12 and rng.random() < 0.8:
                continue  # the reference takes its time
            stops[assert_same(name, puzzle, budget, limit)] += 1
    return stops


def test_placement_for_placement():
    stops = compare(1, 250)
    assert min(stops[stop] for stop in (Stop.DONE, Stop.LIMIT, Stop.ITERATIONS)) > 50, stops


@pytest.mark.slow
def test_placement_for_placement_on_thousands():
    compare(2, 5000)


def ridge_puzzles(number: int) -> list[tuple[str, EdgeMatching]]:
    """Puzzles at the ridge that a solver needs over 10,000 placements for, solvers in turn."""
    names = [name for name in METHODS if not METHODS[name].look]
    found: list[tuple[str, EdgeMatching]] = []
    for puzzle, _ in puzzles(6, 6, 6, 2, 10 * number, seed=3):
        name = names[len(found) % len(names)]
        effort = solve(puzzle, SOLVERS[name], budget=Budget(iterations=60_000), limit=1)
        if effort.counters["placements"] > 10_000:
            found.append((name, puzzle))
        if len(found) == number:
            return found
    raise AssertionError("too few hard puzzles")


@pytest.mark.parametrize(
    "number", [20, pytest.param(500, marks=pytest.mark.slow)], ids=["twenty", "five hundred"]
)
def test_placement_for_placement_at_the_ridge(number):
    for name, puzzle in ridge_puzzles(number):
        budget = Budget(iterations=20_000 if number == 20 else 60_000)
        assert_same(name, puzzle, budget, 1)


def test_large_boards_leave_the_words_of_64():
    """10×10: the scan's words are too short, domains take seven words."""
    ((puzzle, solution),) = puzzles(10, 10, 30, 20, 1, seed=1)
    assert puzzle.why_not(solution) == ""
    for name in ("dfs", "highest-connectivity", "snopf", "snopf-filtered", "hybrid", "pla"):
        assert_same(name, puzzle, Budget(iterations=300), 1)


def test_colours_may_be_any_numbers():
    """Tables grow with the number of colours, not with the colours themselves."""
    ((puzzle, _),) = puzzles(4, 4, 3, 3, 1, seed=1)
    spread = {colour: 0 if colour == 0 else 10**6 - 7 * colour for colour in range(7)}
    pieces = tuple(tuple(spread[colour] for colour in piece) for piece in puzzle.pieces)
    recoloured = EdgeMatching(4, 4, pieces)
    for name in METHODS:
        before, after = (solve(p, SOLVERS[name], limit=None) for p in (puzzle, recoloured))
        assert dict(before.counters) == dict(after.counters), name
        assert before.count == after.count


def test_the_compiled_rules_are_why_not():
    rng = random.Random(4)
    accepted = refused = 0
    for _ in range(300):
        puzzle = random_puzzle(rng, largest=3)
        n = len(puzzle.pieces)
        found = solve(puzzle, SOLVERS["dfs"], limit=1).solutions
        if found and rng.random() < 0.7:
            oriented = [4 * p + q for p, q in found[0]]
        else:
            oriented = [4 * p + rng.randrange(4) for p in rng.sample(range(n), n)]
        if rng.random() < 0.3:
            oriented[rng.randrange(n)] = rng.randrange(4 * n)
        solution = tuple((o >> 2, o & 3) for o in oriented)
        compiled = is_solved(
            np.array(puzzle.pieces), np.array(oriented), puzzle.rows, puzzle.columns, puzzle.framed
        )
        assert compiled == (puzzle.why_not(solution) == ""), (puzzle.encode(), solution)
        accepted, refused = accepted + compiled, refused + (not compiled)
    assert min(accepted, refused) > 50


@pytest.mark.parametrize("name", METHODS)
def test_batches_are_the_single_searches(name):
    pieces, _ = batch(4, 4, 3, 3, 12, seed=8)
    found = first_solutions(name, pieces, 4, 4, 1500)
    for sides, one in zip(pieces, found, strict=True):
        puzzle = EdgeMatching(4, 4, tuple(map(tuple, sides.tolist())))
        alone = solve_by(name, puzzle, Budget(iterations=1500), np.random.default_rng(0), 1)
        assert one.placements == alone.counters["placements"]
        stop = {scan.FOUND: Stop.LIMIT, scan.EXHAUSTED: Stop.DONE, scan.SPENT: Stop.ITERATIONS}
        assert stop[one.status] is alone.stop
    turns = Turns(name, pieces, 4, 4)
    for limit in (10, 100, 1500):
        turns.settled(limit)
    assert [(t.placements, t.status) for t in turns.results()] == [
        (f.placements, f.status) for f in found
    ]


def test_a_search_goes_on_where_it_stopped():
    ((puzzle, _),) = puzzles(5, 5, 4, 3, 1, seed=3)
    pieces = np.array(puzzle.pieces)
    for name, method in METHODS.items():
        if method.look:
            continue
        ends = []
        for step in (7, 10**6):
            search = new_search(5, 5, int(pieces.max()) + 1, True, method)
            search.load(pieces)
            status = scan.SPENT
            while status == scan.SPENT:
                status = search.go(search.placements + step)
            ends.append((status, search.placements, search.oriented().tolist()))
        assert ends[0] == ends[1], name


def test_uncompiled_kernels_search_the_same():
    code = (
        "import numpy as np\n"
        "from cpstudy.puzzles.edge_matching.generating.colours import batch\n"
        "from cpstudy.puzzles.edge_matching.search.methods import METHODS, first_solutions\n"
        "pieces, _ = batch(3, 4, 3, 3, 3, seed=8)\n"
        "for name in METHODS:\n"
        "    print([(f.placements, f.status) for f in first_solutions(name, pieces, 3, 4, 200)])\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == len(METHODS)


# Exact numbers of public boards: file, boards, classes, placements.
EXACT = [
    ("tomy_4x4.txt", 1_280, 320, 42_052),
    ("heule_em_7_4_8.txt", 8, 2, 14_721_834),
    ("brendan_06x06.txt", 260, 65, 69_284_103),
]


@pytest.mark.parametrize(("name", "boards", "classes", "placements"), EXACT)
def test_exact_counts_of_public_boards(name, boards, classes, placements):
    folder = cases_dir("edge_matching")
    if folder is None:
        pytest.skip("no folder of cases")
    lines = (folder / name).read_text(encoding="utf-8").splitlines(keepends=True)
    (item,) = read_pieces(lines)
    result = solve(item.puzzle, SOLVERS["dfs"], limit=None)
    assert result.counters["placements"] == placements
    assert result.counters["boards"] == boards
    assert result.count == classes
    assert result.exhausted
