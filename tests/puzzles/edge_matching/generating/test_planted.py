"""Test the estimated number of solutions besides the planted one, and each part of the estimate.

The oracles are enumeration and exhausted searches.
"""

from itertools import permutations, product
from math import exp, factorial, isfinite, log

import numpy as np
import pytest

from cpstudy.core.errors import InputError
from cpstudy.puzzles.edge_matching.generating.colours import batch, puzzles
from cpstudy.puzzles.edge_matching.generating.expectation import log_expected_boards
from cpstudy.puzzles.edge_matching.generating.planted import (
    _log_matched,
    _log_odd_factorial,
    _log_pictures,
    crossing,
    log_borders,
    log_insides,
    log_other_solutions,
)
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import UNLIMITED, Search
from tests.puzzles.edge_matching import oracle


def colourings(edges, colours, certain):
    """Yield all colourings of edges; if ``certain``, the first edges have one colour each."""
    first = range(colours) if certain else ()
    for rest in product(range(colours), repeat=edges - len(first)):
        yield [*first, *rest]


def pairings(sides):
    """Yield all ways to pair sides."""
    if not sides:
        yield []
        return
    first, *others = sides
    for at, other in enumerate(others):
        for rest in pairings(others[:at] + others[at + 1 :]):
            yield [(first, other), *rest]


@pytest.mark.parametrize("certain", [0, 1])
@pytest.mark.parametrize("colours", [1, 2, 3])
def test_random_pairs_match_as_often_as_counted(colours, certain):
    edges = 4
    along = inside = boards = 0
    for board in colourings(edges, colours, certain):
        boards += 1
        along += sum(board == [board[i] for i in way] for way in permutations(range(edges)))
        sides = [c for c in board for _ in range(2)]
        inside += sum(
            all(sides[a] == sides[b] for a, b in way) for way in pairings(list(range(2 * edges)))
        )
    matched = _log_matched(edges, colours, certain, lambda h: log(factorial(h)))
    assert exp(matched) == pytest.approx(along / boards / factorial(edges))
    matched = _log_matched(edges, colours, certain, _log_odd_factorial)
    assert exp(matched) == pytest.approx(inside / boards / 105)


@pytest.mark.parametrize(("pieces", "types"), [(1, 1), (4, 1), (3, 2), (4, 3)])
def test_pieces_that_look_the_same_are_one_picture(pieces, types):
    deals = list(product(range(types), repeat=pieces))
    pictures = sum(len(set(permutations(deal))) for deal in deals) / len(deals)
    share = exp(_log_pictures(pieces, ((types, 1 / types, 1),)))
    assert share * factorial(pieces) == pytest.approx(pictures)


def test_inner_pieces_that_look_the_same_turned_are_one_picture():
    """The expected number of pictures of two inner cells is that of brute force over all deals."""
    colours, cells = 2, 2
    looks = 0
    deals = list(product(product(range(colours), repeat=4), repeat=cells))
    for deal in deals:
        turns = [{piece[q:] + piece[:q] for q in range(4)} for piece in deal]
        looks += len({way for order in permutations(turns) for way in product(*order)})
    kinds = ((2, 1 / 16, 4), (1, 2 / 16, 2), (3, 4 / 16, 1))
    share = exp(_log_pictures(cells, kinds))
    assert share * factorial(cells) * 4**cells == pytest.approx(looks / len(deals))


def others(size, inner, outer, count, seed=3):
    """The numbers of solutions of planted puzzles besides the planted one, up to rotation."""
    pieces, _ = batch(size, size, inner, outer, count, seed)
    search = Search(size, size, inner + outer + 1, True, METHODS["dfs"])
    found = []
    for one in pieces:
        search.load(one)
        boards = 0
        while (status := search.resume(UNLIMITED)) != EXHAUSTED:
            boards += status == FOUND
        found.append(boards / 4 - 1)
    return np.array(found)


def interval(sample):
    """The 95 % confidence interval of the mean of a sample."""
    error = 1.96 * sample.std(ddof=1) / len(sample) ** 0.5
    return sample.mean() - error, sample.mean() + error


# Size, inner and outer colours, puzzles: about one further solution or more is expected.
@pytest.mark.parametrize(
    ("size", "inner", "outer", "count"),
    [(3, 1, 2, 60), (3, 2, 2, 60), (4, 2, 3, 30), (4, 3, 1, 30), (4, 3, 2, 30)],
)
def test_the_estimate_is_within_a_factor_of_three(size, inner, outer, count):
    low, high = interval(others(size, inner, outer, count))
    expected = exp(log_other_solutions(size, size, inner, outer))
    assert expected > 0.6
    assert low < 3 * expected and expected / 3 < high


def test_counting_agrees_with_brute_force():
    counted = others(3, 2, 2, 12)
    brute = [
        len(oracle.boards(3, 3, puzzle.pieces, True)) / 4 - 1
        for puzzle, _ in puzzles(3, 3, 2, 2, 12, 3)
    ]
    assert counted.tolist() == brute


@pytest.mark.slow
@pytest.mark.parametrize(
    ("inner", "outer", "count"), [(3, 16, 500), (3, 5, 300), (4, 2, 200), (5, 1, 300), (5, 2, 200)]
)
def test_the_estimate_at_5x5(inner, outer, count):
    """The estimate is within a factor of three at 5×5, for colours where the count of arrangements
    of independent colours is wrong by a factor of 3 to 10^5."""
    low, high = interval(others(5, inner, outer, count))
    expected = exp(log_other_solutions(5, 5, inner, outer))
    assert low < 3 * expected and expected / 3 < high


def test_where_the_line_is():
    for size, plain, at in ((5, 2.87, 2.98), (6, 3.75, 4.00), (7, 4.68, 5.04)):
        outer = 4 * (size - 1)
        assert crossing(size, outer) == pytest.approx(at, abs=0.01)
        # Without the corrections: independent colours, and every piece distinguished.
        inside, edges = (size - 2) ** 2, 2 * (size - 1) * (size - 2)
        arrangements = log(factorial(inside)) + inside * log(4)
        assert exp(arrangements / edges) == pytest.approx(plain, abs=0.01)
    # With one outer colour, a count of arrangements puts the line at 7.5.
    assert crossing(5, 1) == pytest.approx(5.86, abs=0.01)
    assert log_expected_boards(5, 5, 7, 1) > 0 > log_expected_boards(5, 5, 8, 1)


def test_more_colours_leave_fewer_solutions():
    for size in (3, 4, 5, 7):
        for outer in (0, 1, 3, 8):
            line = crossing(size, outer)
            assert line is not None
            before, after = int(line), int(line) + 1
            assert log_other_solutions(size, size, before, outer) > 0
            assert log_other_solutions(size, size, after, outer) <= 0


def test_degenerate_boards():
    assert crossing(2, 3) is None and crossing(2, 0) is None
    assert log_insides(2, 2, 0) == 0.0
    assert exp(log_borders(2, 2, 0, 1)) == pytest.approx(1)  # four corners that look the same
    assert isfinite(log_other_solutions(3, 5, 2, 2)) and isfinite(crossing(9, 5))
    with pytest.raises(InputError, match="one cell wide"):
        log_other_solutions(1, 5, 0, 2)
    with pytest.raises(ValueError, match="16 outer edges: 17 colours"):
        log_other_solutions(5, 5, 3, 17)
