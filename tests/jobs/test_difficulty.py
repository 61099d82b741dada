"""Levels, grades and scores: of every kind that explains, in tables, and as values of --grade."""

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from cpstudy import explain, generate, puzzle
from cpstudy.api import named_grade
from cpstudy.cli import main
from cpstudy.core.explaining import LEVELS, Explainer, levels_of
from cpstudy.jobs.difficulty import Difficulty, in_words, rated
from cpstudy.puzzles import PUZZLES, kind

EXPLAINING = [name for name in PUZZLES if kind(name).explaining]


def cpstudy(*arguments):
    return CliRunner().invoke(main, [*arguments])


@pytest.mark.parametrize("name", EXPLAINING)
def test_every_grade_has_a_level_and_presets_agree(name):
    explainer = kind(name).explaining.explainer
    assert tuple(explainer.levels) == explainer.grades
    result = [LEVELS.index(level) for level in explainer.levels.values()]
    assert result == sorted(result)  # a harder rule is not at an easier level
    assert {"easy", "hard", "expert"} <= {*explainer.levels.values()}
    for preset in kind(name).generating.presets.values():
        if preset.name in LEVELS and preset.grade:
            result = {explainer.levels[grade] for grade in explainer.grades_of(preset.grade)}
            assert result == {preset.name}


def test_a_single_step_is_singular():
    assert in_words(Difficulty("easy", "single", 3, 1, "unique")).endswith("\t1 step")
    assert in_words(Difficulty(None, None, 3, 2, "many")).endswith("\t2 steps")


@pytest.mark.parametrize("name", EXPLAINING)
def test_a_level_stands_for_all_its_grades(name):
    record = kind(name)
    explainer = record.explaining.explainer
    levels = explainer.levels
    for level in LEVELS:
        if level in levels.values():
            assert named_grade(record, level) == level
            assert explainer.grades_of(level) == tuple(g for g in levels if levels[g] == level)
        else:
            with pytest.raises(ValueError, match=f"no grade of {name} is {level}"):
                named_grade(record, level)
    assert named_grade(record, None) is None
    assert named_grade(record, "search") == "search"


def test_levels_by_their_hardest_grades():
    assert levels_of("abcd", easy="b", medium="c") == dict(
        zip("abcd", ("easy", "easy", "medium", "expert"), strict=True)
    )


class Pretended(Explainer):
    """An explainer with three rules; the tests give it the steps."""

    rules = ("first", "second", "third")
    grades = (*rules, "search")

    def explain(self, puzzle):
        raise NotImplementedError

    hint = mistake = explain


def test_scores_count_number_and_kind_of_steps():
    def score(grade, *rules, supposed=None):
        steps = tuple(SimpleNamespace(rule=rule, supposed=supposed) for rule in rules)
        return Pretended().score(SimpleNamespace(steps=steps, grade=grade))

    assert score("first", "first") == 1
    assert score("first", *["first"] * 5) == 5
    assert score("third", "first", "second", "third") == 1 + 2 + 4
    assert score(None, "third") == 4
    assert score("third", "third", supposed=0) == 4 * 5
    assert score("third", "third", supposed=7) == 4 * (5 + 7)
    assert score("search", "third") == 4 + 4 * 1024


def test_of_puzzles():
    explainer = kind("pipes").explaining.explainer
    unique, many = (puzzle("pipes", text) for text in ("3x3:654eb6414", "2x1w:11"))
    assert rated(explainer, explain(unique)) == ("easy", "local", 21, 21, "unique")
    assert rated(explainer, explain(many)) == (None, None, 2, 2, "many")


def test_generating_by_level():
    levels = kind("pipes").explaining.explainer.levels
    for board, _ in generate("pipes", "wilson", 5, 1, grade="easy"):
        assert levels[explain(board).grade] == "easy"


def test_the_table():
    """Every line of the table can be read again; JSON and ``explain --table`` give the same."""
    given = ("generate", "--unique", "--size", "5", "--count", "3", "--table")
    lines = cpstudy(*given).stdout.splitlines()
    rows = [json.loads(line) for line in cpstudy(*given, "--json").stdout.splitlines()]
    assert len(lines) == len(rows) == 3
    for line, row in zip(lines, rows, strict=True):
        text, level, grade, score, steps = line.split("\t")
        assert (text, level, grade) == (row["puzzle"], row["level"], row["grade"])
        assert (score, steps) == (f"score {row['score']}", f"{row['steps']} steps")
    boards = [row["puzzle"] for row in rows]
    assert cpstudy("explain", "--table", *boards).stdout.splitlines() == lines
    assert cpstudy("explain", "--table", "2x1w:11").stdout == "2x1w:11\tmany\t–\tscore 2\t2 steps\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["generate", "--puzzle", "bloxorz", "--table"], "--table: bloxorz has no grades"),
        (["generate", "--table", "--solved"], "--table does not go with --solved"),
        (["explain", "2x1:11", "--table", "--draw"], "--table does not go with --draw"),
        (["generate", "--grade", "magic"], "grade 'magic'"),
    ],
)
def test_refused(arguments, message):
    done = cpstudy(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
