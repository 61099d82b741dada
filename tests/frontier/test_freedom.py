"""``freedom``: shares of values, random solutions, the k-th solution, the map and the verb."""

import json
from collections import Counter
from fractions import Fraction

import pytest
from click.testing import CliRunner

from cpstudy import Budget, Stop, freedom, puzzle, puzzles
from cpstudy.cli import main
from cpstudy.core.errors import InputError

SEVERAL = "nurikabe/5/5/j2k.o.i1"


def cpstudy(*arguments):
    done = CliRunner().invoke(main, ["freedom", *arguments])
    return done.exit_code, done.stdout, done.stderr


def test_random_solutions_are_uniform():
    """The chi-square statistic over 11 solutions is below 29.6, as for 99.9 % of uniform draws."""
    found = freedom(puzzle("nurikabe", SEVERAL))
    drawn = Counter(found.sample(2200, seed=5))
    assert len(drawn) == found.count == 11
    assert sum((n - 200) ** 2 / 200 for n in drawn.values()) < 29.6


def test_shares_of_a_place_are_exact():
    found = freedom(puzzle("nurikabe", SEVERAL))
    listed = [found.solution(k) for k in range(found.count)]
    assert found.share(0, 1) == Fraction(sum(s[0] for s in listed), 11) == Fraction(4, 11)
    with pytest.raises(IndexError):
        found.solution(11)


def test_without_a_solution_nothing_is_drawn():
    none = freedom(puzzle("sudoku", "11.............."))
    assert (none.count, list(none.sample(3)), none.numbers) == (0, [], {})


def test_numbers_beyond_a_word_are_numbered():
    """The last of the 8×8 board's loops is found in a diagram of 50,000 states.

    A board with 988,808,811,046,283,595,068,099 loops would take one of 500,000 states.
    """
    found = freedom(puzzle("slitherlink", "slither/8/8/zzzj"))
    assert found.count == 2318527339461265
    last = found.puzzle.encode_solution(found.solution(found.count - 1))
    assert found.puzzle.decode_solution(last) == found.solution(found.count - 1)


def test_the_map_shows_each_place():
    loops = freedom(puzzle("slitherlink", "slither/2/2/3i")).drawing().shapes
    assert sum(hasattr(shape, "points") for shape in loops) == 12  # one for each edge
    cells = freedom(puzzle("nurikabe", SEVERAL)).drawing().shapes
    fills = [shape.fill for shape in cells if hasattr(shape, "points")]
    assert len(fills) == 25 and fills[2] == "#ffffff" != fills[0]  # row 1: free, free, certain


def test_budgets_end_it():
    board = puzzle("slitherlink", "slither/9/9/zzzzg")
    assert freedom(board, Budget(states=100)) is Stop.STATES
    assert freedom(board, Budget(seconds=0.0)) is Stop.TIME
    assert freedom(board, Budget(memory=1 << 16)) is Stop.MEMORY
    with pytest.raises(InputError, match="no frontier counter"):
        freedom(puzzle("akari", puzzles.kind("akari").example))


def test_the_verb_prints_shares_and_solutions():
    code, text, _ = cpstudy("--puzzle", "nurikabe", SEVERAL)
    assert code == 0
    assert text.splitlines()[:2] == [f"{SEVERAL}\t11", "row 1, column 1\t. 0.6364\t# 0.3636"]
    code, text, _ = cpstudy("--puzzle", "nurikabe", SEVERAL, "--random", "3", "--seed", "7")
    board = puzzle("nurikabe", SEVERAL)
    assert [board.violation(board.decode_solution(line)) for line in text.split()] == [""] * 3
    row = json.loads(cpstudy("--puzzle", "nurikabe", SEVERAL, "--json")[1])
    assert row["places"][0]["values"] == [{"value": ".", "count": 7}, {"value": "#", "count": 4}]
    assert cpstudy("--puzzle", "nurikabe", SEVERAL, "--number", "12")[0] == 2
    assert cpstudy("--puzzle", "slitherlink", "slither/9/9/zzzzg", "--seconds", "0")[0] == 3
