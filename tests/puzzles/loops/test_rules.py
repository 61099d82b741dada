"""The rules of one loop agree with brute force; faults are named; solutions round trip as text."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.core.result import Budget
from cpstudy.core.solving import Request
from cpstudy.puzzles.loops.search import solve
from cpstudy.puzzles.masyu.puzzle import Masyu
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink
from tests.puzzles.loops import oracle
from tests.puzzles.loops.instances import KINDS, random_board, truth


def test_the_oracle_counts_the_loops_that_are_known():
    """The oracle counts the simple cycles of grid graphs (OEIS A140517: 1, 13, 213)."""
    assert [len(oracle.walks(n, n)) for n in (1, 2, 3, 4)] == [0, 1, 13, 213]


@pytest.mark.parametrize("name", KINDS)
def test_violation_is_what_brute_force_says(name):
    """The rules equal brute force on all edge sets of a 3×3 lattice, without and with clues."""
    rng = random.Random(1)
    cells = 4 if name == "slitherlink" else 9
    side = 2 if name == "slitherlink" else 3
    values = (-1, -1, 0, 1, 2, 3) if name == "slitherlink" else (0, 0, 0, 1, 2)
    kind = KINDS[name]
    empty = kind(side, side, (kind.no_clue,) * cells)
    loops = {s for s in map(bytes, product((0, 1), repeat=12)) if empty.violation(s) == ""}
    assert loops == truth(empty)
    valid = 0
    for _ in range(200):
        puzzle = kind(side, side, tuple(rng.choices(values, k=cells)))
        found = {s for s in loops if puzzle.violation(s) == ""}
        assert found == truth(puzzle)
        valid += len(found)
    assert valid > 20


def test_faults_are_named():
    puzzle = Slitherlink(2, 2, (3, -1, -1, -1))

    def violation(text):
        return puzzle.violation(puzzle.decode_solution(text))

    assert violation("9c./36./...") == "row 1, column 1: 4 sides on the loop, not 3"
    assert violation("95c/a.a/356") == "row 1, column 1: 2 sides on the loop, not 3"
    assert violation("14./.../...") == "dot at row 1, column 1: the loop ends"
    assert violation("9c./3fc/.36") == "dot at row 2, column 2: the loop meets itself"
    assert violation(".../.../...") == "row 1, column 1: 0 sides on the loop, not 3"
    assert Slitherlink(1, 1, (-1,)).violation(bytes(4)) == "there is no loop"
    two = Slitherlink(1, 3, (-1,) * 3)
    both = two.decode_solution("9c9c/3636")
    assert (
        two.violation(both)
        == "dot at row 1, column 3: a second loop; the first is at row 1, column 1"
    )
    assert puzzle.violation(b"\0") == "1 edges, expected 12 (2x2)"
    wrong = bytes([2] + [0] * 11)
    assert puzzle.violation(wrong) == "the top side of row 1, column 1: 2 is neither 0 nor 1"


@pytest.mark.parametrize(
    ("cell", "pearl", "message"),
    [
        ((2, 1), 1, "row 3, column 2: the loop misses the pearl"),
        ((0, 0), 1, "row 1, column 1: the loop turns at a white pearl"),
        ((2, 0), 1, "row 3, column 1: the loop turns neither before nor after a white pearl"),
        ((1, 0), 2, "row 2, column 1: the loop goes straight on at a black pearl"),
        ((0, 0), 2, "row 1, column 1: the loop turns next to a black pearl"),
        ((4, 0), 2, ""),
        ((1, 0), 1, ""),
    ],
)
def test_faults_of_pearls_are_named(cell, pearl, message):
    clues = [0] * 20
    clues[cell[0] * 4 + cell[1]] = pearl
    puzzle = Masyu(5, 4, tuple(clues))
    solution = puzzle.decode_solution("9c../a35c/a..a/a..a/3556")
    assert puzzle.violation(solution) == message


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=30)
@given(st.data())
def test_solutions_round_trip(name, data):
    puzzle = random_board(random.Random(data.draw(st.integers(0, 10**6))), name)
    edges = puzzle.lattice.edges
    solution = bytes(data.draw(st.lists(st.integers(0, 1), min_size=edges, max_size=edges)))
    text = puzzle.encode_solution(solution)
    assert puzzle.decode_solution(text) == solution


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9c./36.", "2 rows, expected 3"),
        ("9c/36/..", r"row 1: expected 3 of '\.' and 1 to f"),
        ("9c./3g./...", "row 2: expected 3"),
        ("9../36./...", r"dot at row 1, column 2: its neighbour disagrees"),
        ("f../.../...", r"dot at row 1, column 1: its neighbour"),
    ],
)
def test_faults_of_solutions_as_text(text, message):
    with pytest.raises(ValueError, match=message):
        Slitherlink(2, 2, (-1,) * 4).decode_solution(text)


@pytest.mark.parametrize("name", KINDS)
def test_turned_and_mirrored_boards_have_as_many_solutions(name):
    rng = random.Random(4)
    for _ in range(12):
        puzzle = random_board(rng, name)
        width = puzzle.columns
        rows = [puzzle.clues[i : i + width] for i in range(0, len(puzzle.clues), width)]
        turned = tuple(row[c] for c in range(width) for row in reversed(rows))
        mirrored = tuple(clue for row in rows for clue in reversed(row))
        for board in (
            KINDS[name](width, puzzle.rows, turned),
            KINDS[name](puzzle.rows, puzzle.columns, mirrored),
        ):
            outcome = solve(board, Request(Budget(), None))
            assert len(outcome.solutions) == len(truth(puzzle))


@pytest.mark.parametrize("name", KINDS)
def test_groups_say_what_the_clues_say(name):
    """Groups allow a loop exactly if the clue does, for all loops, cells and clues of a board."""
    kind, side = KINDS[name], 3 if name == "slitherlink" else 4
    empty = kind(side, side, (kind.no_clue,) * side**2)
    assert empty.groups == ()
    for cell, clue in product(range(side**2), kind.marks):
        clues = [kind.no_clue] * side**2
        clues[cell] = clue
        puzzle = kind(side, side, tuple(clues))
        assert {group.clue for group in puzzle.groups} == {cell} == {*puzzle.clue_cells}
        for group in puzzle.groups:
            assert len({*group.edges}) == len(group.edges) > 0 <= min(group.edges)
            assert [*group.patterns] == sorted({*group.patterns})
            assert all(0 <= pattern < 1 << len(group.edges) for pattern in group.patterns)
        for loop in truth(empty):
            kept = all(
                sum(loop[edge] << at for at, edge in enumerate(group.edges)) in group.patterns
                for group in puzzle.groups
            )
            assert kept is (puzzle.clue_violation(loop) == "")


def test_groups_of_pearls():
    """Groups of pearls have these edges and patterns.

    Edges are right, up, left, down of a cell; the bits of a pattern follow the order of the edges.
    """
    board = Masyu(3, 5, (0,) * 7 + (1,) + (0,) * 7)
    right, up, left, down = (board.lattice.sides(1, 2)[side] for side in range(4))
    beyond = board.lattice.sides(1, 3)[0], board.lattice.sides(1, 1)[2]
    assert tuple(group[:3] for group in board.groups) == (
        (7, (right, up, left, down), (0b0101, 0b1010)),
        (7, (right, *beyond), (0, 1, 2, 3, 4, 5, 6)),
    )
    board = Masyu(2, 3, (2,) + (0,) * 5)
    right, down = board.lattice.sides(0, 0)[0], board.lattice.sides(0, 0)[3]
    assert tuple(group[:3] for group in board.groups) == (
        (0, (right, down), (3,)), (0, (right, board.lattice.sides(0, 1)[0]), (0, 2, 3)),
        (0, (down,), (0,)),
    )  # fmt: skip
    board = Masyu(2, 3, (0, 2) + (0,) * 4)
    right, _, left, down = board.lattice.sides(0, 1)
    assert tuple(group[:3] for group in board.groups) == (
        (1, (right, left, down), (5, 6)),
        *((1, (edge,), (0,)) for edge in (right, left, down)),
    )
    assert Masyu(1, 3, (0, 1, 0)).groups[0].patterns == (3,)


def test_edges_and_clues_in_words():
    pearls = Masyu(2, 2, (1, 0, 0, 2))
    assert [pearls.edge(edge) for edge in range(4)] == [
        f"the way between row {a}, column {b} and row {c}, column {d}"
        for a, b, c, d in ((1, 1, 1, 2), (2, 1, 2, 2), (1, 1, 2, 1), (1, 2, 2, 2))
    ]
    assert pearls.clue(0) == "the white pearl in row 1, column 1"
    assert pearls.clue(3) == "the black pearl in row 2, column 2"
    numbers = Slitherlink(1, 2, (0, 3))
    assert sorted(numbers.edge(edge) for edge in range(7)) == [
        "the bottom side of row 1, column 1", "the bottom side of row 1, column 2",
        "the left side of row 1, column 1", "the right side of row 1, column 2",
        "the side between row 1, column 1 and row 1, column 2",
        "the top side of row 1, column 1", "the top side of row 1, column 2",
    ]  # fmt: skip
    assert numbers.clue(0) == "the 0 in row 1, column 1"
    assert numbers.clue(1) == "the 3 in row 1, column 2"
    assert numbers.adjacent_cells(numbers.lattice.around[0][0]) == (0,)


@pytest.mark.parametrize("name", KINDS)
def test_boards_with_every_clue_of_a_loop(name):
    """Each clue of a loop's board allows the loop, and any other clue in its place forbids it."""
    kind = KINDS[name]
    columns = 3 if name == "slitherlink" else 5
    cells = range(3 * columns)
    for loop in truth(kind(3, columns, (kind.no_clue,) * len(cells))):
        board = kind.of_loop(3, columns, loop)
        assert board.violation(loop) == ""
        assert board.canonical(loop) == loop
        for cell, clue in product(cells, kind.marks):
            clues = list(board.clues)
            clues[cell] = clue
            other = board.with_clues(tuple(clues))
            assert (other.rows, other.columns, list(other.clues)) == (3, columns, clues)
            assert (other.violation(loop) == "") is (board.clues[cell] == clue)


def test_a_clue_too_many_sides_of():
    assert Slitherlink.of_loop(1, 1, bytes([1] * 4)).clues == (-1,)
    board = Slitherlink(1, 2, (-1, 1))
    loop = board.decode_solution("9c./36.")
    assert board.violation(loop) == ""
    assert board.with_clues((-1, 0)).violation(loop) == "row 1, column 2: 1 side on the loop, not 0"


def test_the_first_edge_is_an_edge():
    """Edge 0 counts as an edge: it continues straight from the edge next to it."""
    board = Masyu(1, 5, (0, 0, 1, 0, 0))
    pearl = (2, (2, 1), (3,)), (2, (2, 3, 0), (0, 1, 2, 3, 4, 5, 6))
    assert tuple(group[:3] for group in board.groups) == pearl
    wide = Slitherlink(2, 2, (-1,) * 4)
    with pytest.raises(ValueError, match=r"dot at row 2, column 2: its neighbour disagrees"):
        wide.decode_solution(".../..4/...")
    with pytest.raises(ValueError, match=r"dot at row 3, column 3: its neighbour disagrees"):
        wide.decode_solution(".../.../.1.")
    three = Slitherlink(1, 5, (-1,) * 5)
    loops = three.decode_solution("9c9c9c/363636")
    assert (
        three.violation(loops)
        == "dot at row 1, column 3: a second loop; the first is at row 1, column 1"
    )


def test_clues_of_lists():
    assert Masyu(1, 2, [1, 0]).clues == (1, 0)
    assert Slitherlink(1, 2, [True, 0]).clues == (1, 0)
