"""``generate``: algorithm and size by the grade, giving up, and what is said then."""

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
    """A level stands for its grades; what the kind says of the first is what is asked for."""
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


@pytest.mark.parametrize("given", [["--size", "5"], ["--algorithm", "depth-first"]])
def test_what_is_given_wins_and_what_would_do_is_named(given):
    ended = generate("--grade", "lookahead", *given, "--seconds", "0", "-q")
    assert (ended.exit_code, ended.stdout) == (3, "")
    (line,) = ended.stderr.splitlines()
    assert line == (
        "cpstudy: generating depth-first 5x5, lookahead: none in 0 s, of 1 boards; "
        "--algorithm depth-first --size 15x15 gives lookahead"
    )


def test_a_grade_that_comes_at_once_is_within_no_time():
    """The first board has it, so the time is never looked at."""
    ended = generate("--grade", "local", "--seconds", "0", "--algorithm", "binary-tree", "-q")
    assert (ended.exit_code, ended.stderr) == (0, "")


def test_the_bar_tells_what_is_tried_and_how_many_were_drawn(monkeypatch):
    """On a terminal; the words are those that the bar is given."""
    said = []
    monkeypatch.setattr(import_module("cpstudy.cli.generate"), "describe", said.append)
    assert generate("--grade", "loop", "--count", "2").exit_code == 0
    assert said[0] == "generating depth-first 5x5, loop: 1 drawn"
    assert said[-1] == f"generating depth-first 5x5, loop: {len(said)} drawn"
    assert len(said) > 2
