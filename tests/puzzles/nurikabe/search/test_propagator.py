"""The propagators of Nurikabe: every clause that they write is true, and no model is lost.

The test harness of the clause-learning search checks the form of each explanation. Here the
solutions of brute force, as assignments of the variables, decide whether it is true.
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from cpstudy.cdcl.engine import Engine
from cpstudy.core.generating import Wanted
from cpstudy.core.native import array
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import solve
from cpstudy.puzzles.nurikabe.generating import generate
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.search import board as boards
from cpstudy.puzzles.nurikabe.search import islands, propagator, sea, sea_size
from cpstudy.puzzles.nurikabe.search.board import Board, clauses_of
from cpstudy.puzzles.nurikabe.search.propagator import IslandsAndSea
from cpstudy.puzzles.nurikabe.search.solving import cells_to_probe
from cpstudy.puzzles.nurikabe.solvers import SOLVERS
from tests.cdcl.harness import Watched, all_models, allows, random_clauses
from tests.puzzles.nurikabe.instances import needs_cases, published, random_board, truth

pytestmark = pytest.mark.pure


def assignment(puzzle: Nurikabe, board: Board, solution: bytes) -> list[bool]:
    """The values of all variables in a solution: sea first, then membership of islands."""
    member = {}
    for island, clue in enumerate(puzzle.clue_cells):
        stack = [clue]
        while stack:
            cell = stack.pop()
            if (cell, island) not in member:
                member[cell, island] = True
                stack += [o for o in puzzle.neighbours[cell] if not solution[o]]
    pairs = zip(array(board.cell).tolist(), array(board.island).tolist(), strict=True)
    rest = list(pairs)[len(solution) + 1 :]
    return [bool(here) for here in solution] + [pair in member for pair in rest]


def check_board(rng: random.Random, puzzle: Nurikabe, solutions: Iterable[bytes]) -> Counter[str]:
    """Assert that a board with random clauses has the expected models and only true clauses."""
    board = IslandsAndSea(puzzle)
    variables = len(board.cell) - 1
    allowed = [assignment(puzzle, board, solution) for solution in solutions]
    met: Counter[str] = Counter()
    watched = Watched(board, np.array(allowed, bool).reshape(-1, variables), met)
    more = random_clauses(rng, variables, rng.randint(0, 6))
    engine = Engine(variables, watched)
    engine.add_flat(clauses_of(board))
    engine.add(more)
    if rng.random() < 0.3:
        engine.probe()
    elif len(puzzle.clues) % 2:
        engine.probe(frontier=cells_to_probe(puzzle))
    models = all_models(engine)
    expected = [tuple(model) for model in allowed if allows(more, tuple(model))]
    assert len(models) == len(set(models))
    assert set(models) == set(expected), puzzle.encode()
    met[f"models {min(len(expected), 2)}"] += 1
    return met


def check(count: int, seed: int) -> Counter[str]:
    """Check small boards of every kind."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    for _ in range(count):
        puzzle = random_board(rng)
        met.update(check_board(rng, puzzle, truth(puzzle)))
    return met


# Boards with little sea: their sides and clues.
SCARCE = (
    (5, 5, {6: 9, 18: 9}),
    (4, 6, {0: 9, 23: 9}),
    (4, 5, {0: 7, 19: 8}),
    (3, 7, {0: 8, 20: 8}),
    (5, 5, {0: 6, 4: 6, 24: 6}),
)


def scarce_board(rows: int, columns: int, clues: dict[int, int]) -> Nurikabe:
    return Nurikabe(rows, columns, tuple(clues.get(cell, 0) for cell in range(rows * columns)))


def check_scarce(count: int, seed: int) -> None:
    """Check boards with little sea, whose solutions the SAT encoding gives."""
    rng = random.Random(seed)
    for sides_and_clues in SCARCE:
        puzzle = scarce_board(*sides_and_clues)
        solutions = solve(puzzle, SOLVERS["sat"], limit=None).solutions
        for _ in range(count):
            check_board(rng, puzzle, solutions)


def test_every_clause_is_true_and_no_model_is_lost():
    met = check(50, 1)
    for what in ("implied", "explanations", "conflicts", "models 0", "models 1", "models 2"):
        assert met[what] > 5, met


@pytest.mark.slow
def test_many_more():
    check(1500, 2)


@needs_cases
def test_clauses_hold_in_public_solutions():
    """On boards too large for brute force, every clause allows the reference solution."""
    names = [name for name, (puzzle, _) in published().items() if 60 < len(puzzle.clues) <= 100]
    met: Counter[str] = Counter()
    for name in names[:12]:
        puzzle, solution = published()[name]
        board = IslandsAndSea(puzzle)
        allowed = np.array([assignment(puzzle, board, solution)], bool)
        engine = Engine(len(board.cell) - 1, Watched(board, allowed, met))
        engine.add_flat(clauses_of(board))
        engine.run(conflicts=10)
    assert met["conflicts"] > 3, met


def test_a_lax_reason_is_caught(monkeypatch):
    """Explanations that lack a literal of a flood's border are detected as false."""
    written = islands._write_bounds

    def lax(s, p, island, left, homeward, length, before):
        return max(length, written(s, p, island, left, homeward, length, before) - 1)

    monkeypatch.setattr(islands, "_write_bounds", lax)
    with pytest.raises(AssertionError):
        check(80, 1)


def test_a_border_that_is_not_too_far_is_caught(monkeypatch):
    """Explanations that omit borders which a cheap path could pass are detected as false."""
    near = islands._is_near

    def short(p, cell, distance):
        return near(p, cell, distance - 1)

    monkeypatch.setattr(islands, "_is_near", short)
    with pytest.raises(AssertionError):
        check(400, 3)


def test_a_cut_without_its_border_is_caught(monkeypatch):
    def lax(s, p, length):
        return length

    monkeypatch.setattr(sea, "_border", lax)
    with pytest.raises(AssertionError):
        check(80, 1)


def test_a_budget_that_is_too_small_is_caught(monkeypatch):
    measured = islands.left_of

    def stingy(s, p, island, before):
        return measured(s, p, island, before) - 1

    monkeypatch.setattr(islands, "left_of", stingy)
    with pytest.raises(AssertionError):
        check(80, 1)


@pytest.fixture
def sizes(monkeypatch):
    """Make the propagator check the size of the sea on all boards whose clues determine it."""
    monkeypatch.setattr(boards, "_scarce_sea", boards.sea_of)


def test_the_size_of_the_sea_is_explained(sizes, monkeypatch):
    met: Counter[str] = Counter()
    written = sea_size._write_too_distant

    def counted(s, p, known, start, target, length, before):
        outcome = written(s, p, known, start, target, length, before)
        named = sum(s.explanation[k] & 1 for k in range(length, outcome))
        met["reasons"] += 1
        met["not all sea is named"] += named < known
        return outcome

    monkeypatch.setattr(sea_size, "_write_too_distant", counted)
    check_scarce(1, 1)
    assert met["reasons"] > 5 and met["not all sea is named"] > 5, met


def test_more_sea_than_is_left_is_a_conflict(sizes, monkeypatch):
    """Nine cells of sea where seven are left conflict, though each island could have its size."""
    met: Counter[int] = Counter()
    written = sea_size._write_sea

    def counted(s, p, start, target, most, length, before):
        met[start] += 1
        return written(s, p, start, target, most, length, before)

    monkeypatch.setattr(sea_size, "_write_sea", counted)
    puzzle = scarce_board(*SCARCE[0])
    board = IslandsAndSea(puzzle)
    none = np.zeros((0, len(board.cell) - 1), bool)
    engine = Engine(len(board.cell) - 1, Watched(board, none, Counter()))
    engine.add_flat(clauses_of(board))
    engine.add([(1 + cell,) for cell in (0, 5, 10, 15, 20, 21, 22, 23, 24)])
    assert engine.run() is Stop.DONE
    assert met == {-1: 1}


def test_a_sea_that_is_thought_larger_is_caught(sizes, monkeypatch):
    counted = sea_size._known_sea
    monkeypatch.setattr(sea_size, "_known_sea", lambda s, p, before: counted(s, p, before) + 1)
    with pytest.raises(AssertionError):
        check_scarce(1, 1)


def test_a_way_of_the_sea_that_is_thought_longer_is_caught(sizes, monkeypatch):
    measured = sea_size._cost
    monkeypatch.setattr(sea_size, "_cost", lambda p, cell: measured(p, cell) + 1)
    with pytest.raises(AssertionError):
        check_scarce(1, 1)


def test_land_that_bounds_the_sea_is_named(sizes, monkeypatch):
    written = sea_size._write_too_distant

    def lax(s, p, known, start, target, length, before):
        outcome = written(s, p, known, start, target, length, before)
        return outcome if outcome == length or s.explanation[outcome - 1] & 1 else outcome - 1

    monkeypatch.setattr(sea_size, "_write_too_distant", lax)
    with pytest.raises(AssertionError):
        check_scarce(1, 1)


def counted_search(drawn: list[Nurikabe]) -> list[object]:
    """The counters of the search of each board, stopped after 15 conflicts."""
    budget = Budget(iterations=15)
    return [solve(puzzle, SOLVERS["cdcl"], budget=budget).counters for puzzle in drawn]


def test_a_walk_of_the_nearer_part_finds_what_a_whole_one_does(monkeypatch):
    """Search counters stay the same if every walk is complete; short and long walks both occur."""
    drawn = [puzzle for puzzle, _ in generate(Wanted("islands", 8, 8, 4, 3, False))]
    drawn += [replace(one, clues=tuple(-1 if n > 3 else n for n in one.clues)) for one in drawn[:2]]
    met: Counter[bool] = Counter()
    needs_any = islands._needs_any

    def noted(*arguments):
        met[needs_any(*arguments)] += 1
        return needs_any(*arguments)

    monkeypatch.setattr(islands, "_needs_any", noted)
    found = counted_search(drawn)
    monkeypatch.setattr(islands, "_enough", lambda s, p, island, count: count)
    assert found == counted_search(drawn)
    assert met[True] > 2 and met[False] > 5, met


def test_looks_that_are_spared_would_find_nothing(monkeypatch):
    """Search counters stay the same if the sea is examined after each cell; looks are spared."""
    drawn = [puzzle for puzzle, _ in generate(Wanted("islands", 8, 8, 4, 5, False))]
    met: Counter[bool] = Counter()
    may_part = propagator.may_part

    def noted(*arguments):
        met[may_part(*arguments)] += 1
        return may_part(*arguments)

    monkeypatch.setattr(propagator, "may_part", noted)
    found = counted_search(drawn)
    monkeypatch.setattr(propagator, "may_part", lambda s, p, literal, moment: True)
    assert found == counted_search(drawn)
    assert met[True] > 20 and met[False] > 20, met


def test_after_a_way_back_nothing_is_to_be_looked_at(monkeypatch):
    """Search counters stay the same if notes survive backtracking; some notes do survive."""
    drawn = [puzzle for puzzle, _ in generate(Wanted("islands", 8, 8, 4, 6, False))]
    met: Counter[bool] = Counter()
    noting = propagator._note_what_is_new

    def keeping(s, p, far):
        if s.heads[propagator.NOTED] < p.noted_until:
            met[bool(p.new_islands)] += 1
            p.noted_until = s.heads[propagator.NOTED]
        noting(s, p, far)

    found = counted_search(drawn)
    monkeypatch.setattr(propagator, "_note_what_is_new", keeping)
    assert found == counted_search(drawn)
    assert met[True] > 5, met
