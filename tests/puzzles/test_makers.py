"""Puzzles made with the usual settings are unique, symmetric, of the wished level and worth
solving.
"""

import json

import pytest
from click.testing import CliRunner

from cpstudy import Budget, Verdict, generate, solve
from cpstudy.cli import main
from cpstudy.core.labels import symmetry
from cpstudy.core.orbits import NAMES, image, orbits, symmetry_of
from cpstudy.core.random import stream
from cpstudy.declared.kinds.killer_sudoku import KillerSudoku
from cpstudy.declared.measures import measures as of_board
from cpstudy.jobs.measures import measures
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.nurikabe.growing import grown
from cpstudy.puzzles.picross.glyphs import glyph

SMALL = {
    "slitherlink": ("placed", 6), "masyu": ("placed", 6), "nurikabe": ("grown", 6),
    "sudoku": ("symmetric", 6), "kenken": ("shaped", 5), "picross": ("shapes", 8),
}  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
def test_unique_of_its_level_and_the_same_whatever_the_count(name):
    algorithm, size = SMALL[name]
    made = list(generate(name, algorithm, size, 2, seed=4, grade="easy"))
    assert list(generate(name, algorithm, size, 1, seed=4, grade="easy")) == made[:1]
    explainer = kind(name).explaining.explainer
    for board, solution in made:
        found = solve(board, "sat")
        assert (found.verdict, found.solutions) == (Verdict.UNIQUE, (solution,))
        assert explainer.levels[explainer.grade(board)] == "easy"
        result = measures(kind(name), board, solution)
        assert 0 < result["chain"] <= result["steps"]


@pytest.mark.parametrize("wished", NAMES)
@pytest.mark.parametrize("name", ["slitherlink", "masyu"])
def test_clues_of_loops_have_the_wished_symmetry(name, wished):
    ((board, _),) = generate(name, "placed", 6, 1, seed=2, grade="easy", symmetry=wished)
    given = set(board.clue_cells)
    assert {image(wished, 6, 6, cell) for cell in given} == given
    assert symmetry(kind(name), board, 6, 6)


def test_islands_are_few_and_large():
    """Few islands of the generator "grown" have one cell; most of the generator "islands" do."""
    ((board, _),) = generate("nurikabe", "grown", 7, 1, seed=1, grade="hard")
    result = measures(kind("nurikabe"), board, b"")
    assert result["share of ones"] <= 0.25 and result["mean island"] > 2.5


def test_islands_lie_at_the_border():
    """Grown boards have more than 38 % land at the border.

    Published 10×10 boards have a half, and boards grown without a preference for the border a
    quarter.
    """
    drawn = [grown(stream(1, index), 10, 10) for index in range(40)]
    outer = [cell for cell in range(100) if cell // 10 in (0, 9) or cell % 10 in (0, 9)]
    cells = [board[cell] for board in drawn if board for cell in outer]
    assert cells.count(0) > 0.38 * len(cells)


def test_cages_have_names_and_no_mean():
    """Cages named by digits have the same measures as the same cages named by letters."""
    sums = "6,.,1,6/.,.,.,./6,10,.,4/.,.,.,."
    texts = (f"killer_sudoku:4x4:;{cages};{sums}" for cages in (
        "4421/4661/3550/355.", "eecb/eggb/dffa/dff.",
    ))  # fmt: skip
    found = [of_board(KillerSudoku.decode(text), b"") for text in texts]
    assert found[0] == found[1]
    assert found[0]["cells a cage"] == 15 / 7


def test_glyphs_are_pictures_of_their_signs():
    """A heart is its own mirror image, full at the top, and blank at both lower corners."""
    picture = glyph("♥", 20, 20)
    assert (picture == picture[:, ::-1]).mean() > 0.95
    assert picture.any(1).mean() > 0.8 and picture.any(0).all()
    assert picture[:4, 3:7].any() and not picture[-5:, :4].any()


def test_pulled_levels_leave_no_box_idle():
    for level, moves in generate("sokoban", "pulled", 7, 3, seed=1):
        assert level.solved(level.play(moves))
        assert not level.start.boxes & level.goals
        result = measures(kind("sokoban"), level, moves)
        assert result["pushes"] == sum(map(str.isupper, moves)) >= 10
        assert 2 <= result["boxes"] <= 6


def test_pulled_levels_have_the_fewest_pushes():
    from cpstudy import explore

    ((level, moves),) = generate("sokoban", "pulled", 6, 1, seed=2, moves=9)
    assert explore(level, "push-optimal").cost == sum(map(str.isupper, moves)) == 9


def test_rush_hour_is_the_hardest_of_its_cluster():
    from cpstudy import explore
    from cpstudy.puzzles.rush_hour.clusters import hardest

    ((board, _),) = generate("rush_hour", "hardest", 5, 1, seed=3)
    assert explore(board).cost == explore(hardest(board, Budget())).cost >= 10


def test_what_is_usual_can_be_made():
    for name in PUZZLES:
        generating = kind(name).generating
        if generating is not None and generating.usual is not None:
            row = generating.generators[generating.usual.algorithm]
            assert row.gives(generating.usual.grade, False)
            assert row.unique is not None or not generating.usual.unique


def test_orbits_and_symmetries():
    assert orbits("half-turn", 2, 3, range(6)) == [(0, 5), (1, 4), (2, 3)]
    assert orbits("quarter-turn", 3, 3, [1, 4]) == [(1, 3, 5, 7), (4,)]
    assert orbits("", 2, 2, [3, 0]) == [(3,), (0,)]
    assert symmetry_of(2, 3, {0, 5}) == "half-turn"
    assert symmetry_of(2, 3, {0, 2}) == "left-right"
    assert symmetry_of(2, 3, {0, 3}) == "top-bottom"
    assert symmetry_of(2, 3, {0, 1}) == ""


def test_sudoku_is_what_people_expect():
    """Without options, a 9×9 Sudoku is medium with half-turn symmetry; presets keep to a level."""
    ran = CliRunner().invoke(main, ["generate", "--puzzle", "sudoku", "--json", "--jobs", "1"])
    row = json.loads(ran.stdout)
    assert (row["size"], row["symmetry"], row["level"]) == ("9x9", "half-turn", "medium")
    board = kind("sudoku").puzzle.decode(row["puzzle"])
    given = [clue > 0 for clue in board.clues]
    assert given == given[::-1]
    explainer = kind("sudoku").explaining.explainer
    assert explainer.levels[explainer.grade(board)] == "medium"
    presets = kind("sudoku").generating.presets
    for level in ("easy", "medium", "hard"):
        preset = presets[level]
        assert (preset.algorithm, preset.grade, preset.unique) == ("symmetric", level, True)


def test_expert_and_symmetric_says_what_else_there_is():
    asked = ["generate", "--puzzle", "sudoku", "--symmetry", "half-turn", "--grade", "expert"]
    ran = CliRunner().invoke(main, [*asked, "--size", "4", "--seconds", "0.2"])
    assert ran.exit_code in (2, 3) and "--algorithm diagonal" in ran.stderr


def test_hard_slitherlink_has_clues_in_a_pattern_and_not_too_many():
    ((board, solution),) = generate("slitherlink", "placed", 8, 1, seed=1, grade="hard")
    assert symmetry(kind("slitherlink"), board, 8, 8) == "half-turn"
    assert measures(kind("slitherlink"), board, solution)["share of clues"] < 0.53


def test_a_picture_neither_full_nor_empty():
    ((board, picture),) = generate("picross", "shapes", 10, 1, seed=4, unique=True)
    assert 0.25 <= sum(map(bool, picture)) / len(picture) <= 0.67
    assert measures(kind("picross"), board, picture)["share of trivial lines"] <= 0.25


def test_mirrored_boards_of_moves_are_twins():
    """A Rush Hour board upside down is the same puzzle; mirrored left to right its exit differs."""
    same = kind("rush_hour").generating.identity
    read = kind("rush_hour").puzzle.decode
    board, turned, renamed, other = map(read, (
        "4x3:AABoooBoCCoo", "4x3:CCooooBoAABo", "4x3:AAXoooXoYYoo", "4x3:AABoooBooCCo",
    ))  # fmt: skip
    assert same(board) == same(turned) == same(renamed) != same(other)
    same = kind("sokoban").generating.identity
    read = kind("sokoban").puzzle.decode
    assert same(read("5x3:#####|#@$.#|#####")) == same(read("3x5:###|#.#|#$#|#@#|###"))
