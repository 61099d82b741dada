"""Test the pictures of edge matching."""

from cpstudy.puzzles.edge_matching.drawing import drawing, text_picture
from tests.puzzles.edge_matching.instances import SMALL, SOLVED


def test_pictures_show_every_colour_and_mark_what_differs():
    other = ((1, 3), (3, 3), (0, 3), (2, 3))  # the same board, turned
    assert SMALL.violation(other) == ""
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
    assert len(two.shapes) == 2 * len(one.shapes) + 4  # a disc for each cell that differs
