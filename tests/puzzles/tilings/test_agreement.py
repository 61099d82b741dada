"""Test the solvers on any tiling against brute force; on squares also against those of Pipes."""

import random
from collections import Counter

import pytest

from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.tilings.solvers import SOLVERS as ROW
from tests.puzzles.agreeing import all_agree, assert_all_met
from tests.puzzles.tilings.geometries import KINDS, Squares
from tests.puzzles.tilings.instances import random_board, truth

VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)
ROWS = tuple(ROW.values())
SLOW_TO_BEGIN = ("cpsat",)


def check(board, row, expected):
    """Assert that a solver agrees with brute force; return its verdict."""
    found = solve(board, row, limit=None if row.complete else 2)
    if row.complete:
        assert found.stop is Stop.DONE
    if found.verdict is not Verdict.UNKNOWN:
        assert set(found.solutions) == expected, f"{row.name}: {board.encode()}"
    else:
        assert not row.complete
    return found.verdict


# No kind of puzzle has triangles, so they are slow tests.
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n == "triangles" else n for n in KINDS]
)
def test_all_solutions_are_those_of_brute_force(name):
    rng = random.Random(5)
    met = Counter()
    for index in range(30):
        board = random_board(rng, KINDS[name])
        expected = truth(board)
        for row in ROWS:
            if row.installed and (index % 5 == 0 or row.name not in SLOW_TO_BEGIN):
                met[f"{row.name} {check(board, row, expected)}"] += 1
    for row in ROWS:
        if row.installed:
            least = 1 if row.name in SLOW_TO_BEGIN else 3
            assert min(met[f"{row.name} {verdict}"] for verdict in VERDICTS[:2]) >= least, met
            if name != "triangles":  # small boards of triangles have at most one solution
                last = Verdict.MANY if row.complete else Verdict.UNKNOWN
                assert met[f"{row.name} {last}"] >= least, met


def test_squares_are_pipes():
    """Squares and Pipes have the same solutions and counts on boards too large for brute force."""
    rng = random.Random(6)
    pipes = kind("pipes").solvers
    met = Counter()
    for _ in range(60):
        board = random_board(rng, Squares, most=25)
        theirs = solve(board.as_pipes(), pipes["search"], limit=None)
        ours = solve(board, ROW["search"], limit=None)
        assert set(ours.solutions) == set(theirs.solutions), board.encode()
        assert ours.verdict is theirs.verdict
        if len(board.tiles) < 16:
            assert len(ours.solutions) == solve(board.as_pipes(), pipes["frontier"]).count
        assert check(board, ROW["deduce"], set(ours.solutions)) in (
            ours.verdict,
            Verdict.UNKNOWN,
        )
        met[str(ours.verdict)] += 1
        for solution in (*ours.solutions[:3], board.tiles):
            fault = board.as_pipes().violation(solution)
            assert board.violation(solution) == fault.replace("a wall", "the border")
    assert min(met[str(verdict)] for verdict in VERDICTS) > 5, met


def test_squares_of_one_side_are_pipes():
    rng = random.Random(7)
    shapes = [(1, 1), (1, 2), (2, 1), (1, 4), (2, 2), (3, 2)]
    pipes = kind("pipes").solvers["search"]
    for rows, columns in shapes * 15:
        tiles = bytes(rng.randrange(16) for _ in range(rows * columns))
        board = Squares(rows, columns, tiles, wrap=True, free=rng.random() < 0.7)
        theirs = solve(board.as_pipes(), pipes, limit=None)
        assert set(solve(board, ROW["search"], limit=None).solutions) == set(theirs.solutions)
        assert truth(board) == set(theirs.solutions)


@pytest.mark.parametrize("name", ("squares", "hexagons"))
def test_engines_agree_whole_and_cut_short(name):
    rng = random.Random(8)
    rows = [row for row in ROWS if row.name not in SLOW_TO_BEGIN]
    met = Counter()
    for _ in range(30):
        met += all_agree(random_board(rng, KINDS[name], most=16), rows, rng, {})
    assert min(met[f"search {verdict}"] for verdict in VERDICTS) > 3, met
    assert sum(count for found, count in met.items() if found.endswith("cut unknown")) > 2, met


@pytest.mark.slow
@pytest.mark.parametrize("name", ("squares", "hexagons"))
def test_every_engine_agrees_whole_and_cut_short(name):
    rng = random.Random(9)
    met = Counter()
    for _ in range(600):
        met += all_agree(random_board(rng, KINDS[name], most=20), ROWS, rng, {})
    assert_all_met(met, ROWS, 40)


@pytest.mark.parametrize("name", KINDS)
def test_the_checker_says_what_the_rules_say(name):
    rng = random.Random(10)
    met = Counter()
    for _ in range(80):
        board = random_board(rng, KINDS[name])
        holds = ROW["search"].checker(board)
        placements = sorted(truth(board))[:3]
        placements += [bytes(rng.choice(board.orientations[t]) for t in board.tiles)]
        for solution in placements:
            changed = bytearray(solution)
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(board.sides)
            for placement in (solution, bytes(changed)):
                fault = board.violation(placement)
                assert holds(placement) is (fault == ""), (board.encode(), placement, fault)
                met[fault.split(":")[-1].split("(")[0][:12]] += 1
        assert not holds(b"") and not holds(bytes([255] * len(board.tiles)))
    assert len(met) >= 5 and met[""] > 50, met


def test_budgets_are_reported():
    board = random_board(random.Random(11), KINDS["hexagons"])
    for row in ROWS:
        found = solve(board, row, budget=Budget(iterations=0))
        assert (found.verdict, found.stop) == (Verdict.UNKNOWN, Stop.ITERATIONS)
