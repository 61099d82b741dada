"""Sliding blocks that are not rectangles: published spaces, the oracle, pictures, faults."""

import random
from collections import Counter

import pytest

from cpstudy.api import explore, puzzle
from cpstudy.core.drawing import Polygon
from cpstudy.core.result import Reachability
from cpstudy.puzzles.rush_hour.drawing import drawing, outline
from cpstudy.puzzles.rush_hour.puzzle import RushHour
from tests.puzzles.rush_hour.oracle import board_of, random_shapes
from tests.puzzles.rush_hour.test_rush_hour import check_state_by_state

# Two blocks are corners of three cells; TLC found the published states (Ryndzionek2018).
MA = "5x5:CCCBBDDEEBAFFGGAAHHHooIoo"


def test_random_shapes_are_the_oracles():
    rng = random.Random(5)
    met = Counter()
    for number in range(12):
        board = random_shapes(rng, 3, rng.choice((3, 4)))
        assert RushHour.decode(board.encode()) == board
        for metric in ("slides", "steps"):
            distances, transitions, shortest = board_of(board).explore(metric == "steps")
            whole = explore(board, whole=True, moves=metric)
            assert (whole.states, whole.transitions) == (len(distances), transitions)
            assert dict(enumerate(whole.levels)) == Counter(distances.values()), board.encode()
            assert shortest == (None if whole.path is None else len(whole.path))
            met[whole.verdict] += 1
            met["large"] += len(distances) > 50
        met["shapes"] += sum(not block.is_rectangle for block in board.blocks)
        if number % 5 == 0:
            check_state_by_state(board, 30)
    least = met[Reachability.FOUND], met[Reachability.UNREACHABLE], met["large"], met["shapes"]
    assert min(least) > 3, met


def test_places_are_first_cells():
    """A block's place is its first cell, even if that is not the corner of its bounding box."""
    board = puzzle("rush_hour", "4x3@1,1:oAoBAAoBoooo")
    red = board.blocks[board.red]
    assert (red.row, red.column, red.height, red.width, red.left) == (0, 1, 2, 2, -1)
    assert board.replay(["0,1-1,1"]).verdict is Reachability.FOUND
    assert explore(board).path == ("0,1-1,1",)
    usual = puzzle("rush_hour", "4x3:oAoBAAoBoooo")
    assert usual.goal == (1, 2)
    assert usual.encode() == "4x3:oAoBAAoBoooo"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x2:AoAAAo", r"block A: in pieces, row 1, column 3 is not joined to row 1, column 1"),
        ("3x2:AAoBoB", r"block B: in pieces, row 2, column 3 is not joined to row 2, column 1"),
        ("3x3@0,0:oAoAAoooo", r"goal in row 1, column 1: A does not fit there"),
        ("3x3@2,1:oAoAAoooo", r"goal in row 3, column 2: A does not fit there"),
    ],
)
def test_faults_name_the_cells(text, message):
    with pytest.raises(ValueError, match=message):
        RushHour.decode(text)


def test_outlines():
    corner = outline(((0, 0), (1, 0), (1, 1)), 0.0)
    assert corner == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (0, 2)]
    drawn_in = outline(((0, 0), (1, 0), (1, 1)), 0.25)
    assert drawn_in[:3] == [(0.25, 0.25), (0.75, 0.25), (0.75, 1.25)]
    for cells in (((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1), (1, -1), (1, 0)), ring(), pinched()):
        assert area(outline(cells, 0.0)) == len(cells)
        assert 0 < area(outline(cells, 0.1)) < len(cells)
    shapes = drawing(puzzle("rush_hour", MA)).shapes
    assert sum(isinstance(s, Polygon) and len(s.points) == 6 for s in shapes) == 2


def ring():
    return tuple((r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1))


def pinched():
    """A ring whose hole touches the outside at a corner."""
    return tuple((r, c) for r in range(3) for c in range(3) if (r, c) not in ((1, 1), (2, 2)))


def area(points):
    """The area by the shoelace formula; outlines of holes run in the other direction."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in pairs) / 2


@pytest.mark.slow
def test_a_published_space():
    """Ma's puzzle has 110,804 states (Ryndzionek2018)."""
    assert explore(puzzle("rush_hour", MA), whole=True, engine="python").states == 110_804


@pytest.mark.slow
@pytest.mark.parametrize(("moves", "published"), [("slides", 187), ("steps", 295)])
def test_a_puzzle_that_people_gave_up(moves, published):
    """A puzzle with corners of three cells among bars has both published optima (Puzzling95123)."""
    board = puzzle("rush_hour", "5x6@5,1:CAAABCCEBBFFEDDHHJGGKKJIIMoooL")
    assert len(explore(board, moves=moves).path) == published
