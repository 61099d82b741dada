"""Test edge matching: rules, canonical forms against the oracle, text forms."""

import pickle
import re

import numpy as np
import pytest

from cpstudy.core.deferred_imports import resolve
from cpstudy.core.documents import Document
from cpstudy.core.result import Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, least_turn, rotations, turned
from cpstudy.puzzles.edge_matching.record import KIND
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.reading.naming import kind_of
from tests.puzzles.edge_matching import oracle
from tests.puzzles.edge_matching.instances import SHAPES, SMALL, SOLVED, drawn, unframed


def test_a_valid_board_and_each_broken_rule():
    assert SMALL.violation(SOLVED) == ""
    assert "3 cells, expected 4 (2x2)" in SMALL.violation(SOLVED[:3])
    assert "piece 0 is used at row 1, column 1 and row 1, column 2" in SMALL.violation(
        ((0, 0), (0, 1), (2, 0), (3, 0))
    )
    assert "row 2, column 1: no piece 4" in SMALL.violation(((0, 0), (1, 0), (4, 0), (3, 0)))
    assert "turned by 4" in SMALL.violation(((0, 4), (1, 0), (2, 0), (3, 0)))
    assert "row 1, column 1: colour 2 on its top" in SMALL.violation(
        ((0, 2), (1, 0), (2, 0), (3, 0))
    )
    # With two corners exchanged the frame is right, but the edge in the top row does not match.
    fault = SMALL.violation(((0, 0), (3, 3), (2, 0), (1, 1)))
    assert fault == "row 1, column 1 and row 1, column 2: colours 1 and 3 on their common edge"


def test_pieces_may_be_lists_of_any_whole_numbers():
    puzzle = EdgeMatching(2, 2, [list(map(np.uint8, piece)) for piece in SMALL.pieces])
    assert puzzle == SMALL and hash(puzzle) == hash(SMALL)


def test_frame_inside_is_a_fault():
    row = EdgeMatching(1, 3, ((0, 1, 0, 0), (0, 0, 0, 1), (0, 0, 0, 1)), framed=True)
    assert "row 1, column 1: colour 1 on its top" in row.violation(((0, 3), (1, 0), (2, 0)))
    assert row.violation(((0, 0), (1, 0), (2, 0))) == "row 1, column 2: frame on its right, inside"


def test_unframed_borders_are_free():
    assert EdgeMatching(1, 1, ((1, 2, 3, 4),), framed=False).violation(((0, 3),)) == ""
    assert EdgeMatching(1, 1, ((1, 2, 3, 4),)).violation(((0, 3),)) != ""


def test_turning():
    assert turned((1, 2, 3, 4)) == (4, 1, 2, 3)
    assert turned((1, 2, 3, 4), 4) == turned((1, 2, 3, 4), 0) == (1, 2, 3, 4)
    assert turned((1, 2, 3, 4), -1) == (2, 3, 4, 1)
    assert least_turn((3, 1, 2, 1)) == (1, 2, 1, 3)


@pytest.mark.parametrize("shape", SHAPES)
def test_canonical_forms_are_those_of_the_oracle(shape):
    rows, columns = shape
    rng = np.random.default_rng(5)
    for _ in range(5):
        puzzle = unframed(rows, columns, rng)
        order = rng.permutation(rows * columns)
        solution = tuple((int(piece), int(rng.integers(4))) for piece in order)
        picture = puzzle.picture(solution)
        cells = [(row, column) for row in range(rows) for column in range(columns)]
        board = tuple(zip(cells, picture, strict=True))
        half = oracle.turned_round(oracle.turned_round(board, rows), columns)
        expected = {board, half}
        if rows == columns:
            expected |= {oracle.turned_round(b, rows) for b in (board, half)}
        got = {tuple(zip(cells, turn, strict=True)) for turn in rotations(picture, rows, columns)}
        assert got == expected
        assert puzzle.placement(picture) and puzzle.canonical(solution) == min(
            rotations(picture, rows, columns)
        )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("2x2", "no ':'"),
        ("2:0,0,1,1", "size '2'"),
        ("0x1:1,1,1,1", "at least one row"),
        ("2x2:0,0,1,1", "1 pieces, expected 4 (2x2)"),
        ("1x2u:1,1,1,1;1,1,1", "piece 1: 3 colours, expected 4"),
        ("1x1u:1,1,x,1", "piece 0: 'x' is not a colour"),
        ("1x2u:1,1,1,1;0,1,-1,1", "piece 1: colour -1 on its bottom is negative"),
        ("2x2:0,0,1,1;0,0,1,1;0,0,0,1;0,0,1,1", "piece 2: frame on its top and right and bottom"),
        ("1x2:0,0,0,0;0,0,0,1", "piece 0: frame on its top and right and bottom and left"),
        ("2x2:0,1,0,1;0,0,1,1;0,0,1,1;0,0,1,1", "piece 0: frame on its top and bottom"),
    ],
)
def test_malformed_text_names_the_piece(text, fault):
    with pytest.raises(ValueError) as error:
        EdgeMatching.decode(text)
    assert fault in str(error.value)
    assert "\n" not in str(error.value)


def test_wrong_numbers_of_corners_are_a_puzzle_without_solution():
    puzzle = EdgeMatching.decode("2x2:0,1,1,1;0,0,1,1;0,0,1,1;0,0,1,1")
    for solver in SOLVERS.values():
        assert solve(puzzle, solver).verdict is (
            Verdict.NONE if solver.complete or solver.counts else Verdict.UNKNOWN
        )


def test_frame_sides_that_fit_somewhere_are_legal():
    EdgeMatching.decode("1x1:0,0,0,0")
    EdgeMatching.decode("1x3:0,1,0,0;0,1,0,1;0,0,0,1")
    EdgeMatching.decode("3x1:0,0,1,0;1,0,1,0;1,0,0,0")


def test_text_forms_and_solutions_come_back():
    rng = np.random.default_rng(2)
    for rows, columns in SHAPES:
        for puzzle in (drawn(rows, columns, rng), unframed(rows, columns, rng)):
            assert EdgeMatching.decode(puzzle.encode()) == puzzle
            assert pickle.loads(pickle.dumps(puzzle)) == puzzle
            assert hash(pickle.loads(pickle.dumps(puzzle))) == hash(puzzle)
            for solution in solve(puzzle, SOLVERS["dfs"]).solutions:
                text = puzzle.encode_solution(solution)
                again = puzzle.decode_solution(text)
                assert puzzle.picture(again) == puzzle.picture(solution)
                assert puzzle.violation(again) == ""


def test_solutions_of_other_puzzles_are_refused():
    with pytest.raises(ValueError, match="size 1x1 for a board of size 2x2"):
        SMALL.decode_solution("1x1:0,0,0,0")
    with pytest.raises(ValueError, match=r"row 1, column 2: no piece 0,0,9,1 is left"):
        SMALL.decode_solution("2x2:0,1,2,0;0,0,9,1;2,4,0,0;3,0,0,4")


def test_the_record_of_the_kind_is_complete():
    assert EdgeMatching.decode(KIND.example)
    assert list(KIND.generators) == ["two-set", "one-set"]
    for solver in SOLVERS.values():
        assert callable(resolve(solver.function))


def test_texts_cut_short_in_messages():
    for text, message in (
        ("1x1", "no ':' after the size, in '1x1'"),
        ("1x1x:0,0,0,0", "size '1x1x': expected ROWSxCOLUMNS, then u if unframed"),
        ("1x1:0,0,0:0,0", "piece 0: '0:0' is not a colour"),
        ("1x1:0,0,0", "piece 0: 3 colours, expected 4"),
        ("1x2:0,1,0,0;0,0,0", "piece 1: 3 colours, expected 4"),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            EdgeMatching.decode(text)


@pytest.mark.parametrize("text", [SMALL.encode(), "1x1n:0,0,0,0@0,0,0", "1x2u:1,1,1,1!0,0;1,1,1,1"])
def test_a_text_says_its_kind(text):
    assert kind_of(Document.of(text)) == "edge_matching"
    for tiles in ("3x3:1,2,3,4,5,6,7,8,0", "2x2:2,3,1,0"):
        assert kind_of(Document.of(tiles)) is None
