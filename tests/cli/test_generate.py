"""``generate``: algorithm and size chosen by the grade, giving up, and the messages."""

import json
from importlib import import_module

import pytest
from click.testing import CliRunner

from cpstudy import puzzle, solve
from cpstudy.cli import main
from cpstudy.jobs.making import Made
from cpstudy.puzzles import PUZZLES, kind

GRADED = [(name, grade) for name in PUZZLES if kind(name).generating
          for grade in kind(name).generating.graded]  # fmt: skip


def generate(*arguments):
    return CliRunner().invoke(main, ["generate", *arguments])


@pytest.mark.parametrize(("name", "grade"), GRADED)
def test_who_gives_a_grade_can(name, grade):
    record = kind(name)
    algorithm, size = record.generating.graded[grade]
    assert grade in record.explaining.explainer.grades
    assert record.generators[algorithm].unique is not None
    assert record.generators[algorithm].gives(grade, False)
    assert size[0] == size[1]


def test_a_rare_grade_chooses_algorithm_and_size(monkeypatch):
    """A level uses the algorithm and size that the kind gives for the first of its grades."""
    asked = []

    def drawn(order, count, jobs, clock):
        asked.append((order.algorithm, order.size, order.grade))
        board = puzzle(order.kind, kind(order.kind).example)
        yield Made(0, 0, None, order.text(0, board, solve(board).solutions[0]))

    monkeypatch.setattr("cpstudy.jobs.making.puzzles", drawn)
    ended = generate("--grade", "medium", "--json")
    assert ended.exit_code == 0
    assert asked == [("prim", (10, 10), "medium")]
    assert '"algorithm": "prim", "size": "10x10"' in ended.stdout


def test_no_puzzle_of_a_size_is_no_success(monkeypatch):
    monkeypatch.setattr("cpstudy.jobs.making.puzzles", lambda *given: iter(()))
    ended = generate("--puzzle", "rush_hour", "--size", "2")
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr == "cpstudy: 0 of 1: hardest makes no other rush_hour of this size\n"


@pytest.mark.parametrize("given", [["--size", "5"], ["--algorithm", "depth-first"]])
def test_what_is_given_wins_and_what_would_do_is_named(given):
    ended = generate("--grade", "lookahead", *given, "--seconds", "0", "-q")
    assert (ended.exit_code, ended.stdout) == (3, "")
    (line,) = ended.stderr.splitlines()
    assert line == (
        "cpstudy: generating depth-first 5x5, lookahead: none in 0 s, of 1 board; "
        "--algorithm depth-first --size 15x15 gives lookahead"
    )


def test_a_grade_that_comes_at_once_is_within_no_time():
    """The first board has the grade, so the time limit is never checked."""
    ended = generate("--grade", "local", "--seconds", "0", "--algorithm", "binary-tree", "-q")
    assert (ended.exit_code, ended.stderr) == (0, "")


def test_the_bar_tells_what_is_tried_and_how_many_were_drawn(monkeypatch):
    """The words of the bar on a terminal: what is generated, and the number of boards drawn."""
    said = []
    monkeypatch.setattr(import_module("cpstudy.cli.generate"), "describe", said.append)
    assert generate("--grade", "loop", "--count", "2").exit_code == 0
    assert said[0] == "generating depth-first 5x5, loop: 1 drawn"
    assert said[-1] == f"generating depth-first 5x5, loop: {len(said)} drawn"
    assert len(said) > 2


def test_files_of_others_say_how_a_puzzle_came_about(tmp_path):
    """Generator, seed and score of ``--json`` are written to formats that have fields for them."""
    rows = tmp_path / "rows.jsonl"
    asked = ["--puzzle", "picross", "--size", "5", "--unique", "--seed", "3", "--table", "--json"]
    rows.write_text(generate(*asked).stdout)
    row = json.loads(rows.read_text())

    def written(target):
        ended = CliRunner().invoke(
            main, ["convert", "--puzzle", "picross", "-f", str(rows), "--to", target]
        )
        return ended.stdout

    words = f"{row['level']}, score {row['score']}, made by {row['algorithm']} {row['version']}"
    assert f"<description>{words}</description>" in written("webpbn")
    non = written("non").splitlines()
    assert {f'title "{row["title"]}"', f'generator "{row["algorithm"]}"', 'seed "3"'} <= set(non)


def test_measures_beside_those_of_a_file(tmp_path):
    """Puzzles do not differ from themselves in any measure; a file of other sizes is refused."""
    asked = [
        "--puzzle",
        "jigsaw",
        "--algorithm",
        "once",
        "--size",
        "4",
        "--count",
        "6",
        "--jobs",
        "1",
    ]
    path = tmp_path / "theirs.txt"
    path.write_text(generate(*asked).stdout)
    rows = [json.loads(line) for line in
            generate(*asked, "--beside", str(path), "--json").stdout.splitlines()]  # fmt: skip
    by = {row["measure"]: row for row in rows}
    assert by["share of clues"] == {
        "measure": "share of clues", "theirs": 0.25, "ours": 0.25, "distance": 0.0, "p": 1.0,
        "puzzles": [6, 6],
    }  # fmt: skip
    assert all(row["distance"] == 0 for row in rows)
    asked[5] = "5"
    ended = generate(*asked, "--beside", str(path))
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "no jigsaw 5x5 with one solution" in ended.stderr
