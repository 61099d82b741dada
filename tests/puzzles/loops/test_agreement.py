"""All solvers of both kinds agree with brute force and with each other, cut short or not."""

import random
from collections import Counter

import pytest

from cpstudy.core.generating import Wanted
from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.loops.generating import unique
from tests.puzzles.agreeing import all_agree
from tests.puzzles.loops.instances import KINDS, every_board, random_board, truth

VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)
BY_KIND = pytest.mark.parametrize("name", KINDS)


def rows(name):
    rows = kind(name).solvers.values()
    return [row for row in rows if row.installed and not row.on_request]


@BY_KIND
def test_all_solutions_are_those_of_brute_force(name):
    rng = random.Random(5)
    met = Counter()
    for index in range(16):
        puzzle = random_board(rng, name)
        expected = truth(puzzle)
        for row in rows(name):
            if row.name == "cpsat" and index % 3:  # slow to start
                continue
            found = solve(puzzle, row, limit=None if row.complete else 2)
            met[f"{row.name} {found.verdict}"] += 1
            if row.complete:
                assert found.stop is Stop.DONE
                assert set(found.solutions) == expected, f"{row.name}: {puzzle.encode()}"
            elif found.verdict is not Verdict.UNKNOWN:
                assert set(found.solutions) == expected, f"{row.name}: {puzzle.encode()}"
        cut = solve(puzzle, rng.choice(rows(name)), budget=Budget(iterations=0))
        assert cut.verdict is Verdict.UNKNOWN
    for row in rows(name):
        if row.complete:
            assert min(met[f"{row.name} {verdict}"] for verdict in VERDICTS) >= 1, met


def check_family(boards, names):
    """Assert that the solvers agree with brute force on each board. Count their verdicts."""
    met = Counter()
    for puzzle in boards:
        expected = truth(puzzle)
        for name in names:
            found = solve(puzzle, kind(puzzle.kind).solvers[name])
            met[f"{name} {found.verdict}"] += 1
            if found.verdict is not Verdict.UNKNOWN:
                assert found.verdict is VERDICTS[min(len(expected), 2)], (name, puzzle.encode())
                assert set(found.solutions) <= expected
            else:
                assert name == "deduce"
    return met


def few_clues(name, rows, columns, most):
    """All boards of a shape with at most this number of clues."""
    boards = every_board(name, rows, columns)
    return [board for board in boards if len(board.clue_cells) <= most]


def test_every_slitherlink_of_few_clues():
    met = check_family(few_clues("slitherlink", 2, 2, 2), ("cdcl", "deduce"))
    assert min(met[f"cdcl {verdict}"] for verdict in VERDICTS) >= 8, met
    assert met["deduce none"] and met["deduce unknown"]


def test_every_masyu_of_few_pearls():
    met = check_family(few_clues("masyu", 3, 3, 2), ("cdcl", "deduce"))
    assert met["cdcl none"] > 50 and met["cdcl unique"] >= 2 and met["cdcl many"] > 10, met
    assert met["deduce none"] and met["deduce unknown"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "shape", "most"),
    [("slitherlink", (2, 2), 4), ("slitherlink", (2, 3), 4), ("masyu", (3, 3), 5)],
)
def test_every_board_of_a_small_shape(name, shape, most):
    met = check_family(few_clues(name, *shape, most), ("cdcl", "deduce"))
    assert min(met[f"cdcl {verdict}"] for verdict in VERDICTS) > 20, met


@BY_KIND
def test_larger_boards_agree_whole_and_cut_short(name):
    rng, cuts = random.Random(7), random.Random(1)
    met = Counter()
    for puzzle, _ in unique(KINDS[name], Wanted("regions", 5, 5, 3, 3)):
        for drop in range(3):
            clues = list(puzzle.clues)
            for cell in rng.sample(puzzle.clue_cells, min(drop, len(puzzle.clue_cells))):
                clues[cell] = rng.choice((puzzle.no_clue, 1, 2))
            met += all_agree(puzzle.with_clues(tuple(clues)), rows(name), cuts, {})
    for verdict in VERDICTS:
        assert met[f"portfolio {verdict}"] > 0, met
    assert sum(count for found, count in met.items() if found.endswith("cut unknown")) > 1, met
