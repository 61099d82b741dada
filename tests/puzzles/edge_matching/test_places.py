"""Test fixed and forbidden places, and pieces that are not turned, against brute force."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.result import Stop, Verdict
from cpstudy.core.solving import Request, solve
from cpstudy.puzzles.edge_matching import solvers
from cpstudy.puzzles.edge_matching.checker import checker
from cpstudy.puzzles.edge_matching.drawing import cutouts
from cpstudy.puzzles.edge_matching.formats.pieces import read_pieces, write_pieces
from cpstudy.puzzles.edge_matching.formats.viewer import write_viewer
from cpstudy.puzzles.edge_matching.generating.clues import wished, with_clues
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Place
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from tests.puzzles.edge_matching import oracle
from tests.puzzles.edge_matching.instances import SHAPES, drawn, exchanged, placed, unframed
from tests.puzzles.edge_matching.reference import backtracking
from tests.samples import sample

SOLVERS = {name: row for name, row in solvers.SOLVERS.items() if row.in_all}


@sample(5, 80, "turns")
def test_every_complete_row_agrees_with_brute_force(turns):
    """Every complete solver agrees with brute force on boards with places.

    80 turns are 720 boards, of which 500 or more have clue pieces.
    """
    complete = {name: row for name, row in solvers.SOLVERS.items() if row.complete}
    if turns < 80:
        del complete["cpmpy"]  # takes as long as all others together
    rng = np.random.default_rng(17)
    verdicts: Counter[tuple[Verdict, bool]] = Counter()
    clued = 0
    for turn in range(turns):
        for shape in SHAPES:
            base = unframed(*shape, rng) if turn % 3 == 0 else drawn(*shape, rng)
            puzzle = placed(exchanged(base, rng) if turn % 3 == 2 else base, rng)
            assert EdgeMatching.decode(puzzle.encode()) == puzzle
            places = puzzle.fixed, puzzle.forbidden, puzzle.turning
            board = puzzle.rows, puzzle.columns, puzzle.pieces, puzzle.framed
            boards = len(oracle.boards(*board, *places))
            classes = boards if not puzzle.symmetric else len(oracle.classes(*board))
            wanted = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(classes, 2)]
            verdicts[wanted, puzzle.turning] += 1
            clued += bool(puzzle.fixed)
            holds = checker(puzzle)
            for name, solver in complete.items():
                said = f"{name} on {puzzle.encode()}"
                try:
                    full = solve(puzzle, solver, limit=None)
                except NotApplicable as refused:
                    assert name == "frontier" and "its own rotation" in str(refused), said
                    continue
                assert full.stop is Stop.DONE, said
                assert (full.verdict, full.count) == (wanted, classes), said
                assert full.counters["boards"] == boards, said
                assert all(map(holds, full.solutions)), said
                assert solve(puzzle, solver, limit=2).verdict is wanted, said
    decided = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)
    each = [verdicts[verdict, turning] for verdict in decided for turning in (True, False)]
    assert min(each) >= max(1, turns // 8) and clued >= 6 * turns, (verdicts, clued)
    assert turns < 80 or clued >= 500, clued


@pytest.mark.parametrize("name", METHODS)
def test_placement_for_placement(name):
    rng = np.random.default_rng(4)
    for _ in range(6):
        puzzle = placed(drawn(3, 4, rng), rng)
        for limit in (1, None):
            plain = backtracking.solve(puzzle, Request(limit=limit), method=name)
            assert solve(puzzle, SOLVERS[name], limit=limit).counters == plain.counters


def test_what_a_solution_may_not_do():
    puzzle = EdgeMatching.decode("2x2:0,1,2,0@0,0;0,0,3,1;2,4,0,0!0,1;3,0,0,4")
    straight = ((0, 0), (1, 0), (2, 0), (3, 0))
    assert puzzle.violation(straight) == "" and checker(puzzle)(straight)
    for text, fault in (
        ("2x2:0,1,2,0@0,0,1;0,0,3,1;2,4,0,0;3,0,0,4", "row 1, column 1: piece 0 may not lie there"),
        ("2x2:0,1,2,0@0,1;0,0,3,1;2,4,0,0;3,0,0,4", "row 1, column 2: piece 1 may not lie there"),
        ("2x2:0,1,2,0;0,0,3,1;2,4,0,0!1,0,0;3,0,0,4", "row 2, column 1: piece 2 may not lie there"),
    ):
        other = EdgeMatching.decode(text)
        assert other.violation(straight).startswith(fault)
        assert not checker(other)(straight)
    turned = EdgeMatching.decode("2x2n:0,1,2,0;0,0,3,1;2,4,0,0;0,4,3,0")
    assert (
        turned.violation(((0, 0), (1, 0), (2, 0), (3, 1))) == "row 2, column 2: piece 3 is turned"
    )
    assert not checker(turned)(((0, 0), (1, 0), (2, 0), (3, 1)))


def test_a_piece_that_looks_the_same_may_lie_there():
    twins = EdgeMatching.decode("1x3u:1,1,1,1@0,2;1,1,1,1;1,1,1,2!0,0")
    both = [twins.picture(one) for one in solve(twins, SOLVERS["snopf"], limit=None).solutions]
    assert sorted(both) == [
        ((1, 1, 1, 1), (1, 1, 2, 1), (1, 1, 1, 1)),
        ((1, 1, 1, 1), (2, 1, 1, 1), (1, 1, 1, 1)),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1x2u:1,1,1,1@0,2;1,1,1,1", "piece 0: @0,2: no such cell on a board of size 1x2"),
        ("1x2u:1,1,1,1@0;1,1,1,1", "piece 0: '@0': expected @ROW,COLUMN or @ROW,COLUMN,QUARTERS"),
        ("1x2u:1,1,1,1!0,0,4;1,1,1,1", "piece 0: '!0,0,4': expected !ROW,COLUMN or"),
        ("1x2u:1,1,1,1@0,0@0,1;1,1,1,1", "piece 0 is fixed twice"),
        ("1x2u:1,1,1,1@0,0;1,1,1,1@0,0", "row 1, column 1 is fixed twice"),
        (
            "1x2un:1,1,1,1@0,0,1;1,1,1,1",
            "piece 0: turned by 1 quarters, expected 0: pieces are not turned",
        ),
        ("1x2nu:1,1,1,1;1,1,1,1", "size '1x2nu'"),
    ],
)
def test_faults_name_the_piece(text, fault):
    with pytest.raises(InputError) as raised:
        EdgeMatching.decode(text)
    assert str(raised.value).startswith(fault), raised.value


@pytest.mark.parametrize("what", ["fixed", "forbidden"])
def test_places_that_no_text_form_has(what):
    """The last piece, cell and turn are valid in a place; the next ones, and -1, are not."""
    free = EdgeMatching.decode("1x2u:1,1,1,1;1,2,1,1")
    last = Place(1, 1, 3)
    assert getattr(replace(free, **{what: (last,)}), what) == (last,)
    for place, fault in (
        (Place(2, 0), "place of piece 2: there are 2 pieces"),
        (Place(-1, 0), "place of piece -1: there are 2 pieces"),
        (Place(1, 2), "piece 1: no cell 2 on a board of size 1x2"),
        (Place(1, -1), "piece 1: no cell -1 on a board of size 1x2"),
        (Place(1, 1, 4), "piece 1: turned by 4 quarters, expected 0 to 3"),
        (Place(1, 1, -1), "piece 1: turned by -1 quarters, expected 0 to 3"),
    ):
        with pytest.raises(InputError) as raised:
            replace(free, **{what: (place,)})
        assert str(raised.value) == fault


def test_places_have_one_order():
    """Places are sorted by piece, cell and turn, with "any turn" first, so that equal sets of
    places give equal puzzles."""
    free = EdgeMatching.decode("1x2u:1,1,1,1;1,2,1,1")
    places = [Place(p, c, q) for p in (0, 1) for c in (0, 1) for q in (None, 0, 1, 2, 3)]
    for given in (places, places[::-1]):
        assert replace(free, forbidden=tuple(given)).forbidden == tuple(places)


def test_how_many_boards_are_the_same_solution():
    square, strip = (EdgeMatching.decode(f"{size}u:1,1,1,1;" + ";".join(["1,2,1,1"] * more))
                     for size, more in (("2x2", 3), ("1x2", 1)))  # fmt: skip
    assert (square.most_rotations, strip.most_rotations) == (4, 2)
    for still in (replace(square, fixed=(Place(0, 0),)), replace(square, turning=False)):
        assert still.most_rotations == 1


def test_files_say_places_and_turns():
    rng = np.random.default_rng(3)
    for shape in SHAPES * 3:
        for puzzle in (placed(drawn(*shape, rng), rng), placed(unframed(*shape, rng), rng)):
            (item,) = read_pieces(write_pieces(puzzle).splitlines(keepends=True))
            assert item.puzzle == puzzle
            if not puzzle.symmetric:
                with pytest.raises(InputError, match="an address cannot fix"):
                    write_viewer(puzzle)


@pytest.mark.parametrize(
    ("comment", "fault"),
    [
        ("# place: 4@0,0", "place of piece 4: there are 4 pieces"),
        ("# place: 3@0,2", "piece 3: @0,2: no such cell on a board of size 2x2"),
        (
            "# place: 3",
            "place '3': expected PIECE@ROW,COLUMN[,QUARTERS] from 0, 139@I8, or the "
            "address of a board",
        ),
    ],
)
def test_a_place_that_there_is_not(comment, fault):
    text = f"{comment}\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n"
    (item,) = read_pieces(text.splitlines(keepends=True))
    assert str(item.puzzle) == fault


def test_fixed_pieces_are_on_the_board_and_not_cut_out():
    ((puzzle, solution),) = puzzles(4, 4, 3, 3, 1, 1)
    empty, every = cutouts(puzzle, 1)
    board, left = cutouts(with_clues(puzzle, solution, 3), 1)
    assert (len(every), len(left)) == (16, 13)
    assert len(board.shapes) > len(empty.shapes)
    straight = replace(puzzle, pieces=puzzle.picture(solution), turning=False)
    sides = {tuple(shape.fill for shape in each.shapes[:4]) for each in cutouts(straight, 1)[1]}
    assert sides == {
        tuple(shape.fill for shape in each.shapes[:4]) for each in cutouts(straight, 2)[1]
    }


def test_clues_are_those_of_a_solution_and_grow():
    ((puzzle, solution),) = puzzles(4, 4, 3, 3, 1, 1)
    before: set[Place] = set()
    for number in (0, 1, 5, 16):
        clued = with_clues(puzzle, solution, number, seed=2)
        assert len(clued.fixed) == number and before <= set(clued.fixed)
        assert clued.violation(solution) == ""
        before = set(clued.fixed)
    assert with_clues(puzzle, solution, 5, seed=3).fixed != with_clues(puzzle, solution, 5).fixed
    for wish in ("B4/0,2", "b4/A3"):
        assert {place.cell for place in wished(puzzle, solution, wish, 1).fixed} == {2, 7}
    assert wished(puzzle, solution, "5", 2) == with_clues(puzzle, solution, 5, 2)
    for wish, fault in (("E1", "no such cell"), ("A5", "no such cell"), ("x", "expected a number")):
        with pytest.raises(InputError, match=fault):
            wished(puzzle, solution, wish, 1)
    with pytest.raises(InputError, match="17 clue pieces: a board of size 4x4 has 0 to 16"):
        with_clues(puzzle, solution, 17)


def test_pieces_that_look_the_same_turned_are_different_where_none_is_turned():
    """If pieces may not be turned, a piece that equals a turned one is a different piece.

    The third piece is the first one turned; ``snopf`` once skipped it as already tried.
    """
    puzzle = EdgeMatching.decode("3x1un:0,0,1,1;0,0,1,1;1,0,0,1")
    for name in ("snopf", "dfs"):
        assert solve(puzzle, solvers.SOLVERS[name]).verdict is Verdict.UNIQUE, name
