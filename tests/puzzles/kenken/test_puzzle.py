"""The data of KenKen: text forms, cages, files."""

import random
import re
from itertools import product

import pytest

from cpstudy import Verdict, solve
from cpstudy.core.errors import InputError
from cpstudy.puzzles.kenken.formats import of_rows, write_grid
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.drawing import text_picture
from cpstudy.puzzles.latin.grids import read_grids, read_records
from cpstudy.puzzles.latin.rules import ADD, DIVIDE, MULTIPLY, SUBTRACT, Cage, targets_of
from tests.puzzles.latin.instances import random_kenken


def test_text_forms_and_grids_come_back():
    rng = random.Random(1)
    for index in range(200):
        puzzle = random_kenken(rng, 3 + index % 2, rng.randint(1, 6))
        assert KenKen.decode(puzzle.encode()) == puzzle
        (item,) = read_grids(of_rows, write_grid(puzzle).splitlines(keepends=True))
        assert item.puzzle == puzzle


@pytest.mark.parametrize("text", ["1:_,a0", "2:_5,a1a2a0a1", "2:b__,e0m4", "2:b__,s0d0"])
def test_targets_of_nought_come_back(text):
    puzzle = KenKen.decode(text)
    (item,) = read_grids(of_rows, write_grid(puzzle).splitlines(keepends=True))
    assert item.puzzle == puzzle


def test_large_boards_come_back():
    for order in (10, 17, 25):
        cages = tuple(
            Cage((cell, cell + 1) if cell % order + 1 < order else (cell,), "=", 3)
            for cell in range(order**2)
            if cell % order % 2 == 0
        )
        if order % 2:
            puzzle = KenKen(order, cages)
            assert KenKen.decode(puzzle.encode()) == puzzle
    single = KenKen(25, tuple(Cage((cell,), "=", 1) for cell in range(625)))
    assert KenKen.decode(single.encode()) == single


def test_the_game_ids_of_keen():
    """Game IDs of Keen: a repeated character has a number; single cells are sums or products."""
    puzzle = KenKen.decode("3:a_3aab_,a3d3s1m6")
    assert [cage.cells for cage in puzzle.cages] == [(0, 1), (2, 5), (3, 6), (4, 7, 8)]
    assert [cage.operation for cage in puzzle.cages] == ["+", "/", "-", "x"]
    assert KenKen.decode("3dnm:a___aab_,a3d3s1m6") == puzzle
    assert KenKen.decode("2:_5,a1a2a2a1").cages[0] == Cage((0,), "=", 1)
    assert KenKen.decode("2:_5,m1a2e2a1").cages[0] == Cage((0,), "=", 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3:a_3aab_", "no ','"),
        ("x", "expected N:"),
        ("99:a,b", "expected 1 to 25"),
        ("3:a_3aab_,a3d3s1", "cage at row 2, column 2: '' is not a clue"),
        ("3:a_3aab_,a3d3s1m6a", "'a' after the last clue"),
        ("3:a_3aab_,a3d3s1q6", "cage at row 2, column 2: no operation 'q'"),
        ("3:a_3aab_,a3d3s1d6", "cage at row 2, column 2: 6/: 3 cells, expected 2"),
        ("3:a_3aab_,a3d3s1m", "cage at row 2, column 2: 'm' is not a clue"),
        ("3:a_3aab,a3d3s1m6", "edges, expected 12"),
        ("3:a_3aab__,a3d3s1m6", "edges, expected 12"),
    ],
)
def test_faults_are_named(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        KenKen.decode(text)


def test_cages_are_checked():
    for cages, words in (
        ((Cage((0, 1, 2), "+", 3),), "every cell"),
        ((Cage((0, 3), "+", 3), Cage((1, 2), "+", 3)), "is not connected"),
        ((Cage((0, 1, 2, 3), "%", 3),), "no operation"),
        ((Cage((0, 1, 2, 3), "+", -1),), "target -1"),
        ((Cage((0, 1, 2, 3), "+", 10), Cage((), "+", 1)), "no cells"),
    ):
        with pytest.raises(ValueError, match=words):
            KenKen(2, cages)
    with pytest.raises(RuntimeError, match="no clues"):
        KenKen.decode("1:_,a1").with_clues(b"\1")


def test_operations_that_are_not_told():
    """A cage of two without an operation accepts 3 as sum, difference, product or quotient."""
    cage = Cage((0, 1), "=", 3)
    fits = {(a, b) for a in range(1, 6) for b in range(1, 6) if cage.holds((a, b))}
    assert fits == {(1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (4, 1), (2, 5), (5, 2)}
    three = Cage((0, 1, 2), "=", 6)
    assert three.holds((1, 2, 3))
    assert three.holds((6, 1, 1))
    assert not three.holds((6, 3, 3))


def test_rules_are_named():
    puzzle = KenKen.decode("3:a_3aab_,a3d3s1m6")
    (solution,) = solve(puzzle).solutions
    assert puzzle.violation(solution) == ""
    assert "cage at row 1, column 1" in puzzle.violation(bytes([3, 2, 1, 2, 1, 3, 1, 3, 2]))
    assert "row 1" in puzzle.violation(bytes(9 * [1]))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("1:_,a1", Verdict.UNIQUE),
        ("1:_,a2", Verdict.NONE),
        ("2:_5,a1a2a2a1", Verdict.UNIQUE),
        ("2:d,a6", Verdict.MANY),
        ("2:d,m4", Verdict.MANY),
        ("2:d,m0", Verdict.NONE),
        ("2:d,e4", Verdict.MANY),
        ("2:d,e5", Verdict.NONE),
    ],
)
def test_degenerate_puzzles(text, verdict):
    puzzle = KenKen.decode(text)
    for row in ("portfolio", "search", "cpsat", "sat", "brute-force"):
        assert solve(puzzle, row).verdict is verdict, row


GRID = ["2 2\n", "3+ 2/\n", ". .\n", "1 2\n", "1 2\n"]


def test_grids():
    (item,) = read_grids(of_rows, GRID)
    assert [cage.words for cage in item.puzzle.cages] == ["3+", "2/"]
    for lines, line, words in (
        (["2 2\n", "3+ .\n", ". .\n", *GRID[3:]], 2, "cage at row 1, column 2: 0 targets"),
        (["2 2\n", "3+ 2/\n", "1- .\n", *GRID[3:]], 2, "cage at row 1, column 1: 2 targets"),
        (["2 2\n", "3+ 2%\n", ". .\n", *GRID[3:]], 2, "row 1, column 2: '2%' is not a target"),
        (
            ["2 2\n", "3+ 1-\n", ". .\n", "1 2\n", "2 2\n"],
            4,
            "cage at row 1, column 2: 1-: 3 cells",
        ),
    ):
        (item,) = read_grids(of_rows, lines)
        assert (item.line, words in str(item.puzzle)) == (line, True), str(item.puzzle)


def test_records():
    problem = "".join(GRID).replace("\n", "\\n")
    (item,) = read_records(of_rows, [f'{{"a": {{"problem": "{problem}"}}}}'])
    assert [cage.cells for cage in item.puzzle.cages] == [(0, 2), (1, 3)]


def test_the_picture_shows_targets():
    puzzle = KenKen.decode("3:a_3aab_,a3d3s1m6")
    lines = ["".join(span.text for span in line) for line in text_picture(puzzle)]
    assert len({len(line) for line in lines}) == 1
    assert all(any(words in line for line in lines) for words in ("3+", "3/", "1-", "6x"))


@pytest.mark.parametrize(
    ("operation", "target", "cells", "held"),
    [
        ("+", 5, 2, {(1, 4), (2, 3)}),
        ("-", 2, 2, {(1, 3), (2, 4), (3, 5)}),
        ("x", 4, 2, {(1, 4), (2, 2)}),
        ("/", 2, 2, {(1, 2), (2, 4)}),  # 5 / 2 is not 2, and 1 / 2 is not an integer
        ("/", 1, 2, {(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)}),
        ("-", 0, 2, {(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)}),
        ("/", 0, 2, set()),
        ("=", 2, 2, {(1, 1), (1, 2), (1, 3), (2, 4), (3, 5)}),
        ("+", 5, 3, {(1, 1, 3), (1, 2, 2)}),
        ("x", 5, 3, {(1, 1, 5)}),
        ("=", 5, 3, {(1, 1, 3), (1, 2, 2), (1, 1, 5)}),
        ("=", 5, 1, {(5,)}),
    ],
)
def test_what_gives_a_target(operation, target, cells, held):
    """Values give a target in any order: larger minus or over smaller, without remainder."""
    cage = Cage(tuple(range(cells)), operation, target)
    for values in product(range(1, 6), repeat=cells):
        assert cage.holds(values) is (tuple(sorted(values)) in held), values


@pytest.mark.parametrize("torn", [(2, 3), (3, 2, 8), (0, 4), (1, 2, 6), (5, 6, 8)])
def test_cages_do_not_hang_together_around_the_border(torn):
    """The last cell of a row and the first cell of the next row are not adjacent in a cage."""
    single = [Cage((cell,), "=", 1) for cell in range(9) if cell not in torn]
    with pytest.raises(ValueError, match="is not connected"):
        KenKen(3, (Cage(torn, "+", 3), *single))


def test_cages_in_words():
    assert [Cage((0, 1), "-", 3).words, Cage((4,), "=", 3).words] == ["3-", "3"]
    assert Cage((0, 1), "=", 3).operations == ("+", "-", "x", "/")
    assert Cage((0, 1, 2), "=", 3).operations == ("+", "x")
    assert Cage((0,), "-", 3).operations == Cage((0,), "=", 3).operations == ("+",)
    assert Cage((0, 1), "/", 3).operations == ("/",)
    puzzle = KenKen.decode("2:b__,s1d2")
    assert puzzle.violation(bytes([1, 2, 2, 1])) == ""
    assert KenKen.decode("2:b__,s2d2").violation(bytes([1, 2, 2, 1])) == (
        "cage at row 1, column 1: (1, 2) do not give 2-"
    )
    assert KenKen.decode("2:b__,s1d1").violation(bytes([1, 2, 2, 1])) == (
        "cage at row 2, column 1: (2, 1) do not give 1/"
    )


@pytest.mark.parametrize(
    ("cage", "message"),
    [
        (Cage((0, 1, 2, 3), "%", 3), "cage at row 1, column 1: no operation '%'"),
        (Cage((0, 1, 2, 3), "-", 3), "cage at row 1, column 1: 3-: 4 cells, expected 2"),
        (Cage((0, 1, 2, 3), "/", 3), "cage at row 1, column 1: 3/: 4 cells, expected 2"),
        (Cage((0, 1, 2, 3), "+", -1), "cage at row 1, column 1: target -1: expected 0 to 2^62"),
        (Cage((0, 1, 2, 3), "x", 1 << 62), "expected 0 to 2^62"),
        (Cage((0, 1, 2, 3), "x", (1 << 62) - 1), ""),
        (Cage((0, 1, 2, 3), "+", 0), ""),
    ],
)
def test_what_no_cage_can_ask(cage, message):
    if not message:
        assert KenKen(2, (cage,)).cages == (cage,)
        return
    with pytest.raises(InputError) as caught:
        KenKen(2, (cage,))
    assert message in str(caught.value)


def test_cages_of_sixty_cells():
    column = [Cage((cell,), "=", 1) for cell in range(60, 64)]
    assert len(KenKen(8, (Cage(tuple(range(60)), "+", 9), *column)).cages[0].cells) == 60
    with pytest.raises(InputError, match=r"cage at row 1, column 1: 61 cells, at most 60"):
        KenKen(8, (Cage(tuple(range(61)), "+", 9), *column[1:]))


def test_cages_are_in_the_order_of_their_first_cells():
    puzzle = KenKen(2, (Cage((3,), "x", 1), Cage((1, 0), "+", 3), Cage((2,), "=", 2)))
    assert puzzle.cages == (Cage((0, 1), "+", 3), Cage((2,), "=", 2), Cage((3,), "=", 1))
    assert puzzle.labels == (0, 0, 1, 2)
    assert (puzzle.clues, puzzle.size, puzzle.order) == (bytes(4), "2x2", 2)
    assert len(puzzle.units) == 4
    assert KenKen(2, (Cage((3, 1), "-", 1), Cage((2, 0), "/", 2))).cages == (
        Cage((0, 2), "/", 2), Cage((1, 3), "-", 1)
    )  # fmt: skip


def test_a_cage_goes_up_again():
    """A cage may go down from its first cell, across, and up again on the other side."""
    around = Cage((0, 2, 3, 4, 5), "+", 9)
    single = [Cage((cell,), "=", 1) for cell in (1, 6, 7, 8)]
    assert KenKen(3, (around, *single)).cages[0] == around
    assert KenKen.decode("2:_5,a1a2a2a1").encode() == "2:_5,a1a2a2a1"
    with pytest.raises(InputError, match="',' after the last clue"):
        KenKen.decode("2:b__,s1d2,")


def test_what_values_of_a_cage_give():
    assert targets_of((2, 5)) == {ADD: 7, MULTIPLY: 10, SUBTRACT: 3}
    assert targets_of((6, 2)) == {ADD: 8, MULTIPLY: 12, SUBTRACT: 4, DIVIDE: 3}
    assert targets_of((1, 2, 3)) == {ADD: 6, MULTIPLY: 6}
