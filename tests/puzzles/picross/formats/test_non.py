"""The format .non: data next to the clues is kept, checked and written again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.puzzles.picross.formats.non import write_all
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.formats.reading import check_mutations, fault, only, read, seen_by
from tests.puzzles.picross.test_puzzle import PICTURES, of_rows

NON = """catalogue "one"
width 2
height 3
color a #ff0000

rows
1a

2
columns
1,1
1
goal "100011"
"""
BOARD = Picross.of_picture(3, 2, bytes([1, 0, 0, 0, 1, 1]))

WHOLE = """catalogue "by hand #1"
title "Caf&eacute; &quot;one&quot;"
by "N. N."
copyright "© 2026 N. N."
license CC-BY-3.0
difficulty "2"
width 3
height 2
color a #000000
color b #ff0000

rows
1,1b
1

columns
2
1b
0

goal "ab0a00"
"""


def test_files_as_others_write_them():
    item = only(NON)
    assert item.line == 1
    assert item.puzzle == BOARD
    zeros = NON.replace("1a\n\n2", "1a\n0\n2")
    assert only(zeros).puzzle == item.puzzle
    assert seen_by(NON) == ["non"]


def test_what_is_known_is_kept_and_written_again():
    item = only(WHOLE)
    assert item.title == 'Café "one"'
    assert item.about == {
        "catalogue": "by hand #1",
        "author": "N. N.",
        "copyright": "© 2026 N. N.",
        "license": "CC-BY-3.0",
        "difficulty": "2",
        "colours": "a #000000, b #ff0000",
        "solution": "#b./#..",
    }
    about = {"title": item.title, **item.about}
    written = write_all([(about, item.puzzle)])
    assert written == WHOLE.replace("&eacute;", "é")
    again = only(written)
    assert (again.title, again.about, again.puzzle) == (item.title, item.about, item.puzzle)


@given(PICTURES, st.text(st.characters(codec="utf-8", exclude_categories=["C"])))
def test_clues_titles_and_solutions_come_back(picture, title):
    puzzle, cells = of_rows(picture)
    title = " ".join(title.split())
    about = {"title": title, "author": title, "solution": puzzle.encode_solution(cells)}
    item = only(write_all([(about, puzzle)]))
    assert item.puzzle == puzzle
    assert (item.title or "", item.about.get("author", "")) == (title, title)
    assert item.about["solution"] == about["solution"]
    assert only(write_all([({}, puzzle)])).puzzle == puzzle


@given(st.lists(PICTURES, min_size=2, max_size=3))
def test_bundles(pictures):
    made = [of_rows(picture)[0] for picture in pictures]
    named = [({"title": f"number {number}"}, puzzle) for number, puzzle in enumerate(made)]
    found = read(write_all(named))
    assert [item.puzzle for item in found] == made
    assert [item.title for item in found] == [about["title"] for about, _ in named]
    assert [item.title for item in read(write_all([({}, puzzle) for puzzle in made]))] == [
        "" for _ in made
    ]


def test_sizes_and_clues_in_other_words():
    expected = only(WHOLE).puzzle
    sized = WHOLE.replace("width 3\nheight 2", "columns 3\nrows 2")
    assert only(sized).puzzle == expected
    both = "rows 2\n1 1b\n1\ncols 3\n2\n1b\n0\n"
    assert only(both).puzzle == expected
    gaps = WHOLE.replace("rows\n1,1b\n1\n", "rows\n\n1, 1b\n\n1\n")
    assert only(gaps).puzzle == expected
    capitals = WHOLE.replace("rows", "Rows:").replace("width", "Width:")
    assert only(capitals).puzzle == expected


def test_a_goal_in_lines():
    lines = WHOLE.replace('goal "ab0a00"', "goal\n  ab0\n  a00")
    assert only(lines).about["solution"] == "#b./#.."
    early = WHOLE.replace('goal "ab0a00"\n', "").replace("\nrows", '\ngoal "ab0a00"\nrows', 1)
    assert only(early).about["solution"] == "#b./#.."
    one_colour = NON.replace("1a", "1c").replace("\n2\n", "\n2c\n").replace("1,1\n1", "1c,1c\n1c")
    assert only(one_colour).about["solution"] == "c./../cc"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("indentation", ["", "  ", "\t"])
def test_encodings_line_ends_and_indentation(encoding, end, indentation):
    text = end.join(indentation + line for line in WHOLE.splitlines())
    item = only(text.encode(encoding))
    assert item.puzzle == only(WHOLE).puzzle
    assert item.about == only(WHOLE).about


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (NON.replace("width 2", "width x"), 2, "width: 'x' is not a size"),
        (NON.replace("height 3", "height 3\nheight 3"), 4, "height is given twice"),
        (NON.replace("height 3\n", ""), 5, "rows: height and width must come before"),
        (NON.replace("1a", "1?"), 7, "row 1, run 1: '1?' is not a length"),
        (NON.replace("1,1\n1\n", "1,1\n1\n7\n"), 13, "'7': a clue where none"),
        (NON.replace("1,1", "3,1"), 11, "column 1: its runs need 5 cells"),
        ("width 1\nheight 1\nrows\n1\n", 4, "no columns"),
        (NON.replace("100011", "100111"), 13, "goal: row 2: its runs are 1, not none"),
        (NON.replace("100011", "10001"), 13, "goal: 5 cells, expected 6 (2x3)"),
        (NON.replace("100011", "10?011"), 13, "goal: 5 cells"),
        (NON + "goal 100011\n", 14, "goal is given twice"),
    ],
)
def test_faults_are_on_their_line(text, line, message):
    text = text.replace("10?011", "10011")
    found, words = fault(text, "non")
    assert message in words
    assert found == line


def test_unknown_cells_in_a_goal():
    assert fault(NON.replace("100011", "10?011")) == (13, "goal: cell 3: '?' is not a colour")


def test_given_cells_are_not_written():
    with pytest.raises(ValueError, match="given cells cannot be written"):
        write_all([({}, Picross.decode("1x1:1/1,A"))])


def test_mutations():
    assert check_mutations(WHOLE, (2, 3)) > 5
    assert check_mutations(NON, (3, 2)) > 5


def test_a_clue_that_is_missing_before_an_empty_line():
    """An empty line is a clue without runs only if rows and columns then agree."""
    text = "width 2\nheight 2\nrows\n{}\n\ncolumns\n1\n1\n"
    assert only(text.format("2")).puzzle.encode() == "2x2:1/1/2/"
    line, words = fault(text.format("1"))
    assert (line, words[:31]) == (5, "an empty line as a clue, but th")
