"""Edge matching: rules, text form, formats, pictures, agreement of all solvers with brute force."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import check_agreement, load, solve
from cpstudy.puzzles.edge_matching import FORMATS, GENERATORS, KIND, SOLVERS
from cpstudy.puzzles.edge_matching.board.symmetry import anchor
from cpstudy.puzzles.edge_matching.drawing import drawing, text_picture
from cpstudy.puzzles.edge_matching.formats import (
    puzzle_of_address,
    read_pieces,
    recognises_pieces,
    recognises_viewer,
    viewer_address,
    write_pieces,
    write_viewer,
)
from cpstudy.puzzles.edge_matching.generating.colours import (
    batch,
    inner_edges,
    outer_edges,
    puzzle_of,
    puzzles,
)
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, least_turn, rotations, turned
from tests.cases import cases_dir
from tests.puzzles.edge_matching import oracle

CASES = cases_dir("edge_matching")
needs_cases = pytest.mark.skipif(CASES is None, reason="the public instances are not here")

# 2x2 with one solution: top row (0,0 turned) … checked by hand.
SMALL = EdgeMatching(2, 2, ((0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)))
SOLVED = ((0, 0), (1, 0), (2, 0), (3, 0))

SHAPES = ((1, 1), (1, 2), (1, 3), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3))
PLACING = [name for name, solver in SOLVERS.items() if solver.counter == "placements"]


def drawn(rows: int, columns: int, rng: np.random.Generator) -> EdgeMatching:
    """A framed puzzle with a solution and a random number of colours."""
    outer, inner = (
        int(rng.integers(1, edges + 1)) if edges else 0
        for edges in (outer_edges(rows, columns), inner_edges(rows, columns))
    )
    pieces, _ = batch(rows, columns, inner, outer, 1, int(rng.integers(2**31)))
    return puzzle_of(pieces[0], rows, columns)


def exchanged(puzzle: EdgeMatching, rng: np.random.Generator) -> EdgeMatching:
    """The puzzle with one piece recoloured at random where it is no frame."""
    pieces = list(puzzle.pieces)
    place = int(rng.integers(len(pieces)))
    highest = max(max(piece) for piece in pieces)
    pieces[place] = tuple(  # type: ignore[assignment]
        colour if colour == 0 else int(rng.integers(1, highest + 1)) for colour in pieces[place]
    )
    return EdgeMatching(puzzle.rows, puzzle.columns, tuple(pieces), puzzle.framed)


def unframed(rows: int, columns: int, rng: np.random.Generator) -> EdgeMatching:
    """Random pieces with few colours, fewer on small boards: solvable or not."""
    cells = rows * columns
    colours = int(rng.integers(1, 4)) if cells <= 4 else 6 if cells == 9 else 4
    pieces = rng.integers(0, colours, (cells, 4)).tolist()
    return EdgeMatching(rows, columns, tuple(map(tuple, pieces)), framed=False)


# -- rules ---------------------------------------------------------------------------------------


def test_a_valid_board_and_each_broken_rule():
    assert SMALL.why_not(SOLVED) == ""
    assert "3 cells, expected 4 (2x2)" in SMALL.why_not(SOLVED[:3])
    assert "piece 0 is used at (0, 0) and (0, 1)" in SMALL.why_not(((0, 0), (0, 1), (2, 0), (3, 0)))
    assert "cell (1, 0): no piece 4" in SMALL.why_not(((0, 0), (1, 0), (4, 0), (3, 0)))
    assert "turned by 4" in SMALL.why_not(((0, 4), (1, 0), (2, 0), (3, 0)))
    assert "cell (0, 0): colour 2 on its top" in SMALL.why_not(((0, 2), (1, 0), (2, 0), (3, 0)))
    # Corners exchanged: the frame holds, the edge in the top row does not.
    fault = SMALL.why_not(((0, 0), (3, 3), (2, 0), (1, 1)))
    assert fault == "cells (0, 0) and (0, 1): colours 1 and 3 on their common edge"


def test_frame_inside_is_a_fault():
    row = EdgeMatching(1, 3, ((0, 1, 0, 0), (0, 0, 0, 1), (0, 0, 0, 1)), framed=True)
    assert "(0, 0): colour 1 on its top" in row.why_not(((0, 3), (1, 0), (2, 0)))
    assert row.why_not(((0, 0), (1, 0), (2, 0))) == "cell (0, 1): frame on its right, inside"


def test_unframed_borders_are_free():
    assert EdgeMatching(1, 1, ((1, 2, 3, 4),), framed=False).why_not(((0, 3),)) == ""
    assert EdgeMatching(1, 1, ((1, 2, 3, 4),)).why_not(((0, 3),)) != ""


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
        ("1x1u:1,1,x,1", "piece 0: 'x' is no colour"),
        ("1x2u:1,1,1,1;1,1,-1,1", "piece 1: colour -1 on its bottom is negative"),
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
        assert solve(puzzle, solver).verdict is Verdict.NONE


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
                assert puzzle.why_not(again) == ""


def test_solutions_of_other_puzzles_are_refused():
    with pytest.raises(ValueError, match="size 1x1 for a board of size 2x2"):
        SMALL.decode_solution("1x1:0,0,0,0")
    with pytest.raises(ValueError, match=r"cell \(0, 1\): no piece 0,0,9,1 is left"):
        SMALL.decode_solution("2x2:0,1,2,0;0,0,9,1;2,4,0,0;3,0,0,4")


# -- formats -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_comes_back(name):
    rng = np.random.default_rng(3)
    write, read = load(FORMATS[name].write), load(FORMATS[name].read)
    for puzzle in [drawn(*shape, rng) for shape in SHAPES]:
        lines = write(puzzle).splitlines(keepends=True)
        items = list(read(lines))
        assert [item.puzzle for item in items] == [puzzle]
        if FORMATS[name].recognises is not None:
            assert load(FORMATS[name].recognises)(lines[0])


def test_formats_are_told_apart():
    assert recognises_pieces("0 0 1 2\n") and recognises_pieces(" 3,4\n")
    assert not recognises_pieces(SMALL.encode()) and not recognises_viewer(SMALL.encode())
    assert not recognises_pieces(write_viewer(SMALL))


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("0 0 1 1\n0 0 1\n0 0 1 1\n0 0 1 1\n", 2, "piece 1: 3 colours, expected 4"),
        ("0 0 1 1\n\n# corner\n0 0 1 1 1\n", 4, "piece 1: 5 colours, expected 4"),
        ("0 0 1 1\n0 0 1 1\n0 0 1 1\n", 3, "3 pieces make no square"),
        ("2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n", 4, "3 pieces, expected 4 (2x2)"),
        ("0 0 1 1\n0 0 -1 1\n0 0 1 1\n0 0 1 1\n", 2, "piece 1: colour -1 on its bottom"),
        ("0 0 1 1\n0 0 1 1\n0 0 1 1\n0 1 0 1\n", 4, "piece 3: frame on its top and bottom"),
        ("0 0 1 1\n0 0 -1 1\n", 2, "piece 1: colour -1 on its bottom"),
        ("0 0 1 1\n0 0 x 1\n", 2, "piece 1: 'x' is no colour"),
        ("0 3\n1 1 1 1\n", 1, "size 0 3"),
        ("# nothing\n", 1, "no pieces"),
    ],
)
def test_malformed_pieces_files_name_the_line(text, line, fault):
    items = list(read_pieces(text.splitlines(keepends=True)))
    assert len(items) == 1
    assert isinstance(items[0].puzzle, ValueError)
    assert (items[0].line, fault in str(items[0].puzzle)) == (line, True)
    assert "\n" not in str(items[0].puzzle)


def test_pieces_files_of_other_shapes_begin_with_their_size():
    puzzle = EdgeMatching(1, 2, ((0, 1, 0, 0), (0, 0, 0, 1)))
    assert write_pieces(puzzle) == "1 2\n0 1 0 0\n0 0 0 1\n"
    tabbed = ["1, 2\r\n", "0,1,0,0\r\n", "0\t0 0 1 # last\r\n"]
    assert next(iter(read_pieces(tabbed))).puzzle == puzzle


def test_what_would_come_back_otherwise_is_not_written():
    odd = EdgeMatching(1, 1, ((0, 0, 0, 0),), framed=False)
    bare = EdgeMatching(1, 1, ((1, 1, 1, 1),), framed=True)
    for puzzle in (odd, bare):
        with pytest.raises(ValueError, match="cannot be written"):
            write_pieces(puzzle)
        with pytest.raises(ValueError, match="cannot be written"):
            write_viewer(puzzle)
    with pytest.raises(ValueError, match="colour 26 has no letter"):
        write_viewer(EdgeMatching(1, 1, ((26, 1, 1, 1),), framed=False))


def test_the_viewers_addresses():
    address = viewer_address(SMALL, SOLVED)
    assert address == ("https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbceaadaae")
    assert puzzle_of_address(address + "&motifs_order=jblackwood") == SMALL
    assert puzzle_of_address("x#board_edges=bbbb&board_h=1&board_w=1").framed is False


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("https://e2.bucas.name/#board_w=1&board_edges=aaaa", "no board_h"),
        ("https://e2.bucas.name/#board_w=x&board_h=1&board_edges=aaaa", "board_w: 'x'"),
        ("https://e2.bucas.name/#board_w=1&board_h=2&board_edges=aaaa", "4 letters, expected 8"),
        ("https://e2.bucas.name/#board_w=1&board_h=1&board_edges=a?aa", "cell (0, 0): '?'"),
        (
            "https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbaaaadaae",
            "cell (1, 0): no piece lies there",
        ),
    ],
)
def test_malformed_addresses_name_the_cell(address, fault):
    with pytest.raises(ValueError) as error:
        puzzle_of_address(address)
    assert fault in str(error.value)


# -- pictures ------------------------------------------------------------------------------------


def test_pictures_show_every_colour_and_mark_what_differs():
    other = ((1, 3), (3, 3), (0, 3), (2, 3))  # the same board, turned
    assert SMALL.why_not(other) == ""
    lines = ["".join(span.text for span in line) for line in text_picture(SMALL, [SOLVED])]
    assert lines == [
        "┌───┬───┐",
        "│ 0 │ 0 │",
        "│0 1│1 0│",
        "│ 2 │ 3 │",
        "├───┼───┤",
        "│ 2 │ 3 │",
        "│0 4│4 0│",
        "│ 0 │ 0 │",
        "└───┴───┘",
    ]
    both = ["".join(span.text for span in line) for line in text_picture(SMALL, [SOLVED, other])]
    assert sum(line.count("*") for line in both) == 4
    assert text_picture(SMALL)[0]
    one, two = drawing(SMALL, [SOLVED]), drawing(SMALL, [SOLVED, other])
    assert (one.width, one.height, two.width) == (2, 2, 5)
    assert len(two.shapes) == 2 * len(one.shapes) + 4  # a disc a cell that differs


# -- solvers -------------------------------------------------------------------------------------


def test_all_solvers_agree_with_brute_force():
    rng = np.random.default_rng(11)
    verdicts: Counter[Verdict] = Counter()
    for turn in range(8):
        for rows, columns in SHAPES:
            if turn % 4 == 0:
                puzzle = unframed(rows, columns, rng)
            else:
                puzzle = drawn(rows, columns, rng)
                if turn % 4 > 1:
                    puzzle = exchanged(puzzle, rng)
            asked = (rows, columns, puzzle.pieces, puzzle.framed)
            boards, classes = len(oracle.boards(*asked)), len(oracle.classes(*asked))
            wanted = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(classes, 2)]
            verdicts[wanted] += 1
            for name, solver in SOLVERS.items():
                full = solve(puzzle, solver, limit=None)
                said = f"{name} on {puzzle.encode()}"
                assert full.stop is Stop.DONE, said
                assert (full.verdict, full.count) == (wanted, classes), said
                assert (full.counters["boards"], len(full.solutions)) == (boards, classes), said
                assert solve(puzzle, solver, limit=2).verdict is wanted, said
                assert len(solve(puzzle, solver, limit=1).solutions) == min(classes, 1), said
    assert min(verdicts[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) >= 5, verdicts


def test_all_solvers_agree_at_the_ridge():
    # Big enough that look-ahead and restarts matter; brute force is out of reach.
    rng = np.random.default_rng(7)
    verdicts: Counter[Verdict] = Counter()
    for puzzle, _ in puzzles(4, 4, 3, 3, 8, 1):
        for asked in (puzzle, exchanged(puzzle, rng)):
            results = {name: solve(asked, solver) for name, solver in SOLVERS.items()}
            check_agreement(asked, results)
            verdicts[results["dfs"].verdict] += 1
    assert {Verdict.NONE, Verdict.UNIQUE} <= set(verdicts)


@pytest.mark.parametrize("name", PLACING)
def test_an_iteration_budget_stops_before_the_placement_that_exceeds_it(name):
    verdicts: Counter[Verdict] = Counter()
    for puzzle, _ in puzzles(4, 4, 4, 3, 3, 2):
        full = solve(puzzle, SOLVERS[name])
        spent = full.counters["placements"]
        enough = solve(puzzle, SOLVERS[name], budget=Budget(iterations=spent))
        assert (enough.stop, enough.solutions) == (full.stop, full.solutions)
        short = solve(puzzle, SOLVERS[name], budget=Budget(iterations=spent - 1))
        assert (short.stop, short.counters["placements"]) == (Stop.ITERATIONS, spent - 1)
        verdicts[short.verdict] += 1
    assert verdicts[Verdict.UNKNOWN]


@pytest.mark.parametrize("name", SOLVERS)
def test_budgets_are_kept(name):
    puzzle = next(puzzles(7, 7, 7, 3, 1, 4))[0]
    iterations = solve(puzzle, SOLVERS[name], budget=Budget(iterations=10))
    assert (iterations.stop, iterations.verdict) == (Stop.ITERATIONS, Verdict.UNKNOWN)
    assert iterations.counters[SOLVERS[name].counter] >= 10
    seconds = solve(puzzle, SOLVERS[name], budget=Budget(seconds=0.0))
    assert (seconds.stop, seconds.verdict) == (Stop.TIME, Verdict.UNKNOWN)


def test_a_time_limit_strikes_between_solutions_too():
    """Millions of boards of equal pieces, all the same one, found faster than slices end."""
    puzzle = EdgeMatching.decode("3x2u:" + ";".join(6 * ["1,1,1,1"]))
    result = solve(puzzle, SOLVERS["snopf"], budget=Budget(seconds=0.01))
    assert (result.stop, result.verdict) == (Stop.TIME, Verdict.UNKNOWN)


@pytest.mark.parametrize("name", SOLVERS)
def test_runs_repeat(name):
    puzzle = next(
        puzzle
        for puzzle, _ in puzzles(5, 5, 5, 2, 50, 9)
        if solve(puzzle, SOLVERS["matching"]).counters["placements"] > 500
    )
    first, second = (solve(puzzle, SOLVERS[name], seed=3, limit=1) for _ in range(2))
    assert first.solutions == second.solutions
    assert dict(first.counters) == dict(second.counters)


def test_restarts_take_a_new_order_and_end():
    # A class is met in some run and the last run is complete, whatever the order.
    puzzle = next(
        puzzle
        for puzzle, _ in puzzles(5, 5, 5, 2, 50, 9)
        if solve(puzzle, SOLVERS["matching"]).counters["placements"] > 500
    )
    spent = {solve(puzzle, SOLVERS["matching"], seed=s).counters["placements"] for s in range(4)}
    verdicts = {solve(puzzle, SOLVERS["matching"], seed=s).verdict for s in range(4)}
    assert len(spent) > 1 and min(spent) > 100
    assert verdicts == {solve(puzzle, SOLVERS["sat"]).verdict}


def test_a_missing_extra_is_said(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pysat.solvers", None)
    with pytest.raises(ValueError, match=r"install cpstudy\[sat\]"):
        solve(SMALL, SOLVERS["sat"])


def test_the_anchor_meets_every_class():
    rng = np.random.default_rng(17)
    met = 0
    for rows, columns in SHAPES:
        for _ in range(4):
            puzzle = drawn(rows, columns, rng)
            kept = anchor(puzzle)
            if kept is None:
                continue
            for solution in solve(puzzle, SOLVERS["dfs"], limit=None).solutions:
                turns = rotations(puzzle.picture(solution), rows, columns)
                places = {
                    cell
                    for turn in turns
                    for cell, piece in enumerate(turn)
                    if least_turn(piece) == kept.piece
                }
                assert places & kept.cells
                met += 1
    assert met


# -- symmetries ----------------------------------------------------------------------------------


def outcome(puzzle: EdgeMatching, name: str) -> tuple[object, ...]:
    result = solve(puzzle, SOLVERS[name], limit=None)
    return result.verdict, result.count, result.counters["boards"]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(SHAPES), st.sampled_from(list(SOLVERS)))
def test_symmetries_keep_the_number_of_solutions(seed, shape, name):
    rng = np.random.default_rng(seed)
    puzzle = exchanged(drawn(*shape, rng), rng) if seed % 2 else unframed(*shape, rng)
    rows, columns, pieces, framed = puzzle.rows, puzzle.columns, puzzle.pieces, puzzle.framed
    wanted = outcome(puzzle, "dfs")
    order = rng.permutation(len(pieces))
    shuffled = tuple(turned(pieces[i], int(rng.integers(4))) for i in order)
    assert outcome(EdgeMatching(rows, columns, shuffled, framed), name) == wanted
    names = [0, *(rng.permutation(30) + 1)] if framed else rng.permutation(31)
    recoloured = tuple(tuple(int(names[colour]) for colour in piece) for piece in pieces)
    assert outcome(EdgeMatching(rows, columns, recoloured, framed), name) == wanted
    on_its_side = EdgeMatching(columns, rows, tuple(map(turned, pieces)), framed)
    assert outcome(on_its_side, name) == wanted
    mirrored = tuple((top, left, bottom, right) for top, right, bottom, left in pieces)
    assert outcome(EdgeMatching(rows, columns, mirrored, framed), name) == wanted


# -- known numbers -------------------------------------------------------------------------------


def instance(name: str) -> EdgeMatching:
    assert CASES is not None
    with (CASES / f"{name}.txt").open() as lines:
        (item,) = read_pieces(lines)
    assert isinstance(item.puzzle, EdgeMatching)
    return item.puzzle


@needs_cases
def test_all_instances_are_read():
    assert CASES is not None
    read = {path.stem: instance(path.stem) for path in CASES.glob("*.txt")}
    assert {"clue1", "tomy_4x4", "brendan_06x06"} <= set(read)
    assert read["clue1"].size == "6x6" and all(puzzle.framed for puzzle in read.values())


@needs_cases
def test_tomy_has_1280_boards_in_42052_placements():
    result = solve(instance("tomy_4x4"), SOLVERS["dfs"], limit=None)
    assert dict(result.counters) == {"placements": 42_052, "boards": 1_280}
    assert result.count == 320


@needs_cases
@pytest.mark.parametrize("name", [name for name in SOLVERS if name != "dfs"])
def test_tomy_has_1280_boards_for_everyone(name):
    result = solve(instance("tomy_4x4"), SOLVERS[name], limit=None)
    assert (result.count, result.counters["boards"]) == (320, 1_280)


def test_the_record_of_the_kind_is_complete():
    assert EdgeMatching.decode(KIND.example)
    assert list(GENERATORS) == ["two-set", "one-set"]
    for solver in SOLVERS.values():
        assert callable(load(solver.function))
