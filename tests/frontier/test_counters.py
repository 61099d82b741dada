"""Frontier counters of all kinds agree with brute force, listing and published numbers."""

import random
from collections import Counter
from math import factorial

import pytest

from cpstudy import Budget, Stop, count, puzzle, solve
from cpstudy.core.clock import Clock
from cpstudy.core.errors import NotApplicable
from cpstudy.core.solving import Request
from cpstudy.frontier.counting import counted
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.edge_matching.counting import meeting as edge_matching
from cpstudy.puzzles.latin import counting as latin
from cpstudy.puzzles.latin.rules import Part, rows_and_columns
from cpstudy.puzzles.nurikabe.counting import WIDEST
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.picross.puzzle import Picross
from tests.frontier.kinds import FAMILIES
from tests.samples import sample

BY_KIND = pytest.mark.parametrize("name", FAMILIES)


def test_every_kind_with_a_counter_is_here():
    assert {name for name in PUZZLES if kind(name).counting} == FAMILIES.keys()
    for name in FAMILIES:
        assert kind(name).solvers["frontier"].counts
        assert name in ("pipes", "hexpipes") or kind(name).solvers["counting"].counts


def seen(board, solution):
    """Return a solution in the form of brute force."""
    return board.picture(solution) if board.kind == "edge_matching" else solution


@BY_KIND
@sample(40, 1000)
def test_as_many_as_brute_force_finds(name, number):
    """The count, the solutions in the diagram and the counts of values agree with brute force."""
    rng, met, family = random.Random(11), Counter(), FAMILIES[name]
    for _ in range(number):
        board = family.draw(rng)
        truth = family.truth(board)
        counter = kind(name).counting.counter(board)
        assert counted(counter, Budget(), Clock(None)).count == len(truth), board.encode()
        diagram = counter.diagram(Budget(), Clock(None))
        assert diagram.total == len(truth)
        if len(truth) < 60:
            solutions = [counter.filled(diagram.solution(k)) for k in range(len(truth))]
            assert {seen(board, s) for s in solutions} == truth and len(set(solutions)) == len(
                truth
            )
            assert not any(map(board.violation, solutions))
            if name != "edge_matching":
                for place, numbers in counter.freedom(diagram).items():
                    assert numbers == Counter(solution[place] for solution in solutions)
        met[min(len(truth), 2)] += 1
    assert min(met[number] for number in range(3)) > 0, met


@BY_KIND
@sample(4, 2000)
def test_as_many_as_a_search_lists(name, number):
    """On larger boards the count is the number of solutions that a search lists.

    The search shares only the rules with the frontier. Boards with too many solutions, or too wide
    for the frontier, are passed over.
    """
    rng, met, family = random.Random(13), Counter(), FAMILIES[name]
    while met[False] + met[True] < number:
        met["tried"] += 1
        assert met["tried"] <= 3 * number + 3, met
        board = family.larger(rng)
        listed = solve(board, family.lists, limit=500, budget=Budget(seconds=5))
        if not listed.exhausted:
            continue
        try:
            found = solve(board, "frontier", limit=1)
        except Exception as error:
            assert isinstance(error.__cause__ or error, NotApplicable), board.encode()
            continue
        assert found.count == len(listed.solutions), board.encode()
        met[len(listed.solutions) > 1] += 1


# OEIS A002860: Latin squares of order n = 1, 2, …
SQUARES = (1, 2, 12, 576, 161280, 812851200, 61479419904000)


@pytest.mark.parametrize("order", [*range(1, 6), pytest.param(6, marks=pytest.mark.slow)])
def test_latin_squares_as_published(order):
    board = Part(order, bytes(order**2), (), rows_and_columns(order))
    for sorting in (True,) if order > 4 else (True, False):
        counter = latin.counter(board, sorting)
        assert counted(counter, Budget(), Clock(None)).count == SQUARES[order - 1]


@pytest.mark.parametrize(("order", "reduced"), [(6, 9408), (7, 16942080)])  # OEIS A000315
def test_latin_squares_with_their_first_row_and_column(order, reduced):
    cells = bytearray(order**2)
    cells[:order] = cells[::order] = bytes(range(1, order + 1))
    board = Part(order, bytes(cells), (), rows_and_columns(order))
    found = counted(latin.counter(board, True), Budget(), Clock(None)).count
    assert found == reduced
    assert found * factorial(order) * factorial(order - 1) == SQUARES[order - 1]


def test_sudoku_squares_as_published():
    assert count(puzzle("sudoku", "." * 16), "frontier") == 288  # OEIS A107739


def test_permutation_matrices_are_pictures():
    """One coloured cell in every row and column gives n! pictures, which are not listed."""
    one = ((1, 1),)
    assert count(Picross((one,) * 10, (one,) * 10), "frontier") == 3628800


def test_halves_of_edge_matching_are_the_whole():
    """Counting from both sides agrees with counting from above, with or without a fixed corner."""
    rng = random.Random(17)
    met = Counter()
    for _ in range(60):
        board = FAMILIES["edge_matching"].draw(rng)
        try:
            halves = edge_matching.solve(board, Request(limit=1))
        except NotApplicable:
            met["refused"] += 1
            continue
        whole = counted(edge_matching.counter(board), Budget(), Clock(None)).count
        assert halves.counters["boards"] == whole == halves.count * board.most_rotations
        met[min(halves.count, 1)] += 1
    assert min(met.values()) > 3 and len(met) == 3, met


def test_what_cannot_find_room_is_refused_with_what_it_needs():
    wide = Nurikabe(14, 14, (-1, *[0] * 195))
    refused = solve(wide, "frontier", budget=Budget(memory=1 << 20))
    assert (refused.stop, refused.count) == (Stop.MEMORY, None)
    assert refused.counters["needed_bytes"] > 1 << 21
    assert refused.counters["states"] < 1 << 18
    with pytest.raises(Exception, match=f"at most {WIDEST} fit a state"):
        solve(Nurikabe(WIDEST + 1, WIDEST + 1, (0,) * (WIDEST + 1) ** 2), "frontier")


# Kinds whose SAT solver states the whole formula at once.
STATED = ("kenken", "sudoku", "jigsaw", "picross", "nurikabe")


@pytest.mark.parametrize("name", STATED)
@sample(2, 200)
def test_as_many_as_a_model_counter_finds(name, number):
    """Ganak, an independent model counter, agrees on the formula of the SAT solver.

    Only boards that it counts in two seconds are compared.
    """
    pytest.importorskip("pyganak")
    rng, met, family = random.Random(19), Counter(), FAMILIES[name]
    while met.total() < number:
        board = (family.draw if rng.random() < 0.5 else family.larger)(rng)
        ganak = solve(board, "model-count:ganak", limit=1, budget=Budget(seconds=2))
        if ganak.count is not None:
            found = solve(board, "frontier", limit=1)
            assert found.count == ganak.count, board.encode()
            met[min(found.count, 2)] += 1
