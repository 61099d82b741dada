"""``cpstudy explain``: steps, hints, mistakes, regions, saved games; one line for each fault."""

import json

import pytest
from click.testing import CliRunner
from PIL import Image

from cpstudy import generate
from cpstudy.cli import main
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.formats.saves import load_save
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.images import turn_tiles


def cpstudy(*arguments, stdin=None):
    return CliRunner().invoke(main, list(arguments), input=stdin)


def board_with_exit_code(code, algorithm):
    boards = (board for board, _ in generate("pipes", algorithm, 8, 20, 1))
    return next(b for b in boards if cpstudy("verify", b.encode()).exit_code == code)


@pytest.fixture(scope="module")
def unique():
    return board_with_exit_code(0, "wilson")


@pytest.fixture(scope="module")
def ambiguous():
    return board_with_exit_code(1, "depth-first")


def test_steps_in_text_and_json(unique):
    text = cpstudy("explain", unique.encode())
    assert text.exit_code == 0
    head, *steps = text.stdout.splitlines()
    puzzle, level, grade = head.split("\t")
    assert puzzle == unique.encode()
    assert level == EXPLAINER.levels[grade]
    rules = [line.split("\t")[0] for line in steps]
    assert max(rules, key=EXPLAINER.grades.index) == grade
    lines = cpstudy("explain", unique.encode(), "--json").stdout.splitlines()
    *found, last = map(json.loads, lines)
    assert [step["step"] for step in found] == list(range(1, len(steps) + 1))
    for step, line in zip(found, steps, strict=True):
        assert f"{step['rule']}\t{step['words']}" == line
        assert step["cells"]
        assert step["because"]
        assert all(0 <= place < 8 for cell in step["cells"] + step["because"] for place in cell)
        assert ("removed" in step) is not ("side" in step)
    assert set(last) == {"puzzle", "kind", "grade", "level", "steps", "verdict", "solution"}
    assert (last["puzzle"], last["kind"]) == (unique.encode(), "pipes")
    assert (last["verdict"], last["grade"], last["level"]) == ("unique", grade, level)
    assert last["steps"] == len(steps)
    assert unique.violation(unique.decode_solution(last["solution"])) == ""
    none = cpstudy("explain", "2x1:55")
    assert none.stdout == "2x1:55\tnone\n"


def test_hints_lead_to_the_solution(unique):
    board = unique
    for _ in range(100):
        row = json.loads(cpstudy("explain", "--hint", "--json", board.encode()).stdout)
        if row["hint"] is None:
            break
        turns = bytearray(len(board.tiles))
        assert row["tile"] == row["cell"]
        turns[row["tile"][0] * board.columns + row["tile"][1]] = row["quarters"]
        board = turn_tiles(board, bytes(turns))
    assert board.violation(board.tiles) == ""
    assert "no hint" in cpstudy("explain", "--hint", board.encode()).stdout
    assert "no solution" in cpstudy("explain", "--hint", "2x1:55").stdout


def test_mistakes(unique):
    solved = cpstudy("solve", unique.encode()).stdout.strip()
    assert cpstudy("explain", "--against", solved, unique.encode()).stdout.endswith("no mistake\n")
    wrong = cpstudy("explain", "--against", unique.encode(), unique.encode())
    assert "which cannot be." in wrong.stdout
    assert cpstudy("explain", "--against", "nonsense", unique.encode()).exit_code == 2


def test_regions_and_their_picture(ambiguous, tmp_path):
    row = json.loads(cpstudy("explain", "--ambiguity", "--json", ambiguous.encode()).stdout)
    assert row["regions"]
    for region in row["regions"]:
        assert region["tiles"] == region["cells"] != []
        assert ambiguous.violation(Pipes.decode(region["alternative"]).tiles) == ""
    picture = tmp_path / "regions.svg"
    drawn = cpstudy(
        "explain", "--ambiguity", "--draw", "--picture", str(picture), ambiguous.encode()
    )
    assert drawn.exit_code == 0
    assert "ambiguous region" in drawn.stdout
    assert picture.read_bytes().startswith(b"<?xml")
    assert cpstudy("explain", "--ambiguity", "2x1:55").exit_code == 2


def test_a_deduction_as_a_saved_game(unique, tmp_path):
    file = tmp_path / "deduction.sav"
    assert cpstudy("explain", "--save", str(file), unique.encode()).exit_code == 0
    save = load_save(file.read_text().splitlines(keepends=True))
    assert save.puzzle == unique
    assert save.at == 0
    assert unique.violation(save.positions[-1].tiles) == ""
    two = cpstudy("explain", "--save", str(file), unique.encode(), unique.encode())
    assert two.exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["explain"], "no puzzle"),
        (["explain", "nonsense"], "argument 1"),
        (["explain", "--puzzle", "edge_matching", "1x1:0,0,0,0"], "has no explanations"),
        (["explain", "--hint", "--ambiguity", "2x1:11"], "exclude each other"),
        (["explain", "--picture", "x.gif", "2x1:11"], ".svg or .png"),
        (["explain", "--gif", "x.png", "2x1:11"], "name in .gif"),
        (["explain", "--step", "1", "2x1:11"], "--step needs --picture"),
    ],
)
def test_bad_input_is_one_line(arguments, found):
    result = cpstudy(*arguments)
    assert result.exit_code == 2
    assert found in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_deduction_as_a_film(tmp_path):
    file = tmp_path / "film.gif"
    film = ["explain", "3x3:654eb6414", "--gif", str(file), "--delay", "0.1"]
    done = cpstudy(*film)
    assert done.exit_code == 0
    with Image.open(file) as found:
        assert found.n_frames == len(done.stdout.splitlines()) + 1 == 23
        assert found.info["duration"] == 100
    before = file.read_bytes()
    for more in (["2x1:11"], ["--hint"], ["--delay", "0"], ["--delay", "x"]):
        wrong = cpstudy(*film, *more)
        assert wrong.exit_code == 2
        assert wrong.stderr.splitlines()[-1].startswith("cpstudy: ")
        assert file.read_bytes() == before


def test_pictures_of_steps(unique, tmp_path):
    one, some = tmp_path / "one.svg", tmp_path / "some.svg"
    for step, file in (("3", one), ("1..3", some)):
        done = cpstudy("explain", unique.encode(), "--picture", str(file), "--step", step)
        assert done.exit_code == 0
    assert "#ffe9a8" in one.read_text()
    assert one.read_text() != some.read_text()
    for wrong in ("0", "4..3", "1..9999", "x", "1...2"):
        done = cpstudy("explain", unique.encode(), "--picture", str(one), "--step", wrong)
        assert done.exit_code == 2
        assert len(done.stderr.splitlines()) == 1


NURIKABE = "nurikabe/5/5/h3q5k1h3g"


@pytest.mark.parametrize("ways", [(), ("--table",), ("--json",)])
def test_a_budget_that_ends_is_reported(ways):
    found = cpstudy("explain", "--puzzle", "nurikabe", "--iterations", "2", *ways, NURIKABE)
    assert found.exit_code == 3
    assert found.stderr == (
        "cpstudy: argument 1: the budget ended it after 2 steps (stopped: iterations): "
        "grade unknown\n"
    )
    lines = found.stdout.splitlines()
    if ways == ("--json",):
        last = json.loads(lines[-1])
        assert (last["stop"], last["grade"], last["verdict"]) == ("iterations", None, "unknown")
        assert len(lines) == 3
    else:
        assert lines[0].startswith(f"{NURIKABE}\tunknown")
        assert len(lines) == (1 if ways else 3)


def test_hints_and_mistakes_within_a_budget():
    hint = ("explain", "--puzzle", "nurikabe", "--hint", NURIKABE)
    whole = cpstudy(*hint)
    assert whole.exit_code == 0
    one = cpstudy(*hint, "--iterations", "1")
    assert (one.exit_code, one.stdout, one.stderr) == (0, whole.stdout, "")
    none = cpstudy(*hint, "--seconds", "0")
    assert (none.exit_code, none.stdout) == (3, f"{NURIKABE}\tno hint within the budget\n")
    without = cpstudy("hint", "--puzzle", "hitori", "hitori:2x2:11/11")
    assert (without.exit_code, without.stderr) == (0, "")  # the search knows it after one step
    attempt = ("explain", "--puzzle", "nurikabe", "--against", "/".join(["#####"] * 5), NURIKABE)
    found = cpstudy(*attempt, "--seconds", "0")
    assert found.exit_code == 0
    assert "no mistake" not in found.stdout


def test_a_single_clue_may_conflict():
    found = cpstudy("conflict", "--puzzle", "nurikabe", "nurikabe/1/1/2")
    assert found.stdout == "nurikabe/1/1/2\t1 clue conflicts\nrow 1, column 1\n"


def test_maps_and_conflicts_within_a_budget():
    found = cpstudy("explain", "--puzzle", "sudoku", "--ambiguity", "--seconds", "0", "." * 81)
    assert found.exit_code == 3
    assert found.stderr.endswith("the budget ended before all cells were settled\n")
    conflict = ("explain", "--puzzle", "nurikabe", "--conflict", "--seconds", "0", NURIKABE)
    found = cpstudy(*conflict)
    assert (found.exit_code, found.stdout) == (3, "")
    assert found.stderr == "cpstudy: argument 1: not known within the budget\n"
