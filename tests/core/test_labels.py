"""The label of a generated puzzle: in its JSON row, in the fields of records and on the page."""

import json

from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.core.labels import in_words, label
from cpstudy.puzzles import kind
from cpstudy.reading.records import ABOUT
from cpstudy.web.questions import answer

ORDER = ("generate", "--puzzle", "slitherlink", "--size", "6", "--grade", "easy", "--seed", "3")


def test_a_file_of_generated_puzzles_is_read_with_what_it_says():
    line = CliRunner().invoke(main, [*ORDER, "--json"]).stdout
    row = json.loads(line)
    result = label(
        kind("slitherlink"),
        "placed",
        (6, 6),
        3,
        0,
        kind("slitherlink").puzzle.decode(row["puzzle"]),
    )
    assert result == {name: row[name] for name in result}
    assert (result["title"], result["symmetry"]) == ("slitherlink 6x6 3-1", "half-turn")
    assert {ABOUT[name] for name in ("algorithm", "version", "seed", "symmetry", "score")} == {
        "generator", "version", "seed", "symmetry", "rating",
    }  # fmt: skip


def test_the_page_says_how_a_new_one_came_about():
    asked = {"ask": "new", "kind": "sudoku", "rows": 4, "columns": 4, "level": "easy", "seed": 5}
    (entry,) = answer(asked)["entries"]
    made = kind("sudoku").generating.generators["symmetric"]
    words = f"score {entry['score']}, half-turn, made by symmetric {made.version}"
    assert entry["source"] == f"new: sudoku 4x4 5-1, {words}"


def test_words():
    assert in_words({}) == ""
    assert (
        in_words({"generator": "placed", "version": "1", "rating": "7"})
        == "score 7, made by placed 1"
    )
