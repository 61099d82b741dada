"""Declared kinds are drawn by the marks of their variables, as text and as shapes."""

import pytest

from cpstudy import api, puzzles
from cpstudy.core.drawing import Label, Line
from cpstudy.declared.drawing import drawing, text_picture

HITORI = """\
#3# 5  3 #3# 4
 4  2 #2# 5  1
#1# 3  2  4 #1#
 2  4  5 #4# 3
 1 #2# 4  2  5"""


def shown(name, text):
    puzzle = puzzles.kind(name).puzzle.decode(text)
    solutions = api.solve(puzzle).solutions
    return puzzle, solutions, text_picture(puzzle, solutions)


def text_of(lines):
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def test_shaded_cells_keep_their_numbers():
    _, _, lines = shown("hitori", "hitori:5x5:35334/42251/13241/24543/12425")
    rows = [row.split() for row in text_of(lines).splitlines()]
    assert [" ".join(row) for row in rows] == [" ".join(r.split()) for r in HITORI.splitlines()]


def test_two_bridges_are_two_lines():
    puzzle, (solution,), lines = shown("hashi", puzzles.kind("hashi").puzzle.unique[0])
    text = text_of(lines)
    assert "═══" in text and "║" in text and "───" in text
    drawn = [s for s in drawing(puzzle, [solution]).shapes if isinstance(s, Line)]
    assert len(drawn) == sum(solution)


@pytest.mark.parametrize("name", puzzles.DECLARED)
def test_all_kinds_are_drawn(name):
    kind = puzzles.kind(name).puzzle
    puzzle, solutions, lines = shown(name, kind.many)
    assert "*" in text_of(lines)
    picture = drawing(puzzle, solutions)
    assert picture.width > 2 * puzzle.columns and picture.height >= puzzle.rows


def labels(name, text):
    puzzle = puzzles.kind(name).puzzle.decode(text)
    return [(s.text, s.x % 1 > 0.5) for s in drawing(puzzle).shapes if isinstance(s, Label)]


def test_sums_stand_on_their_sides_of_a_stroke_and_arrows_point():
    text = "kakuro:3x3:#,4-,6-/-3,.,./-7,.,."
    assert labels("kakuro", text) == [("4", False), ("6", False), ("3", True), ("7", True)]
    assert "4-" in text_of(text_picture(puzzles.kind("kakuro").puzzle.decode(text)))
    assert labels("yajilin", "yajilin:4x3:#,2e,.,./0n,.,.,./.,.,.,1w") == [
        ("2→", False), ("0↑", False), ("1←", False),
    ]  # fmt: skip
