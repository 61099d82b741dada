"""Every generator refuses invalid sizes; ``distinct`` and ``numbered`` draw checked puzzles."""

from itertools import repeat

import pytest

from cpstudy import api
from cpstudy.core.generating import Wanted, distinct, is_trivial, numbered
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.picross.explaining import EXPLAINER
from cpstudy.puzzles.picross.puzzle import Picross

GENERATED = [name for name in PUZZLES if kind(name).generators]


@pytest.mark.parametrize("name", GENERATED)
def test_what_every_kind_refuses(name):
    for algorithm, row in kind(name).generators.items():
        for size in ((0, 5), (5, 0), 0):
            with pytest.raises(ValueError, match="a board needs at least one row"):
                api.generate(name, algorithm, size)
        if not row.wraps:
            with pytest.raises(ValueError, match=f"{name}: boards do not wrap"):
                api.generate(name, algorithm, 5, wrap=True)
    with pytest.raises(ValueError, match=f"algorithm 'none' of {name}: choose from"):
        api.generate(name, "none", 5)
    assert any(row.wraps for row in kind(name).generators.values()) is ("pipes" in name)


def board(number):
    """Return a picture of one row whose three cells are the bits of the number, and its cells."""
    cells = bytes(number >> place & 1 for place in range(3))
    return Picross.of_picture(1, 3, cells), cells


def test_numbered_boards_are_checked():
    assert list(numbered(Wanted("bits", 1, 3, 4), board)) == [board(n) for n in range(4)]
    with pytest.raises(WrongAnswerError):
        list(numbered(Wanted("bits", 1, 3), lambda _: (board(1)[0], board(2)[1])))


def test_distinct_puzzles_pass_over_what_fails_what_was_seen_and_other_grades():
    wanted = Wanted("bits", 1, 3, 3)
    drawn = (None, board(5), board(5), board(7), None, board(0))
    stream = iter(drawn)
    found = list(distinct(wanted, repeat(stream, 3), Picross.encode, EXPLAINER, 2))
    assert found == [board(5), board(7), board(0)]
    graded = Wanted("bits", 1, 3, 2, grade="search")
    with pytest.raises(ValueError, match=r"bits on 3x1: 0 puzzles, then 4 .* of grade search"):
        list(distinct(graded, repeat(iter(drawn), 2), Picross.encode, EXPLAINER, 4))
    with pytest.raises(ValueError, match="grade 'x': choose from"):
        list(distinct(Wanted("bits", 1, 3, grade="x"), (), Picross.encode, EXPLAINER, 4))


def test_the_floor_refuses_what_is_empty_or_full():
    """Blank and full pictures of 16 cells are refused; a smaller picture may be blank."""

    def of(cells, rows, columns):
        return Picross.of_picture(rows, columns, cells), cells

    drawn = [of(bytes(16), 4, 4), of(b"\1" * 16, 4, 4), of(b"\1\0" * 8, 4, 4)]
    wanted = Wanted("bits", 4, 4)
    assert list(distinct(wanted, [iter(drawn)], Picross.encode, EXPLAINER, 3)) == drawn[2:]
    assert wanted.near == drawn[2:]
    small = [of(bytes(15), 3, 5)]
    assert (
        list(distinct(Wanted("bits", 3, 5), [iter(small)], Picross.encode, EXPLAINER, 1)) == small
    )


def test_what_one_step_settles_is_trivial():
    """A Sudoku that lacks no value or one value is trivial; two lacking values need two steps."""
    sudoku = kind("sudoku")
    lacking = [sudoku.puzzle.decode(text) for text in (
        "1234341221434321", "123434122143432.", "12343412214343..",
    )]  # fmt: skip
    solution = api.solve(lacking[0]).solutions[0]
    explainer = sudoku.explaining.explainer
    found = map(explainer.graded, lacking)
    assert [is_trivial(one, solution, explainer) for one in found] == [True, True, False]
    drawn = [(one, solution) for one in lacking]
    for grade in (None, "easy"):  # one deduction serves the floor and the grade
        wanted = Wanted("boards", 4, 4, grade=grade)
        made = distinct(wanted, [iter(drawn)], lambda one: one.encode(), explainer, 3)
        assert list(made) == drawn[2:] == wanted.near
