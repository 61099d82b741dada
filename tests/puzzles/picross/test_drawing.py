"""Pictures in characters and as shapes show the puzzle and its solutions."""

from cpstudy.core.drawing import Polygon
from cpstudy.puzzles.picross.drawing import colour_of, drawing, text_picture
from cpstudy.puzzles.picross.puzzle import Picross

PUZZLE = Picross.decode("3x2:1/1b/1/1.1b.1/")
SOLUTION = bytes([1, 2, 1, 0, 0, 0])


def lines(picture):
    return ["".join(span.text for span in line) for line in picture]


def test_characters():
    assert lines(text_picture(PUZZLE, [SOLUTION])) == [
        "        11b 1",
        "1 1b 1 ██BB██",
        "             ",
    ]
    assert lines(text_picture(PUZZLE))[1:] == ["1 1b 1  · · ·", "        · · ·"]
    other = bytes([1, 0, 1, 0, 2, 0])
    first, second = lines(text_picture(PUZZLE, [SOLUTION, other]))[1:]
    assert first.endswith("    ██..██")
    assert second.endswith("      bb  ")
    given = Picross.decode("2x1:1/1/2,Ab")
    assert lines(text_picture(given))[-1] == "2 ██ ·"


def test_shapes():
    shown = drawing(PUZZLE, [SOLUTION])
    fills = [shape.fill for shape in shown.shapes if isinstance(shape, Polygon)]
    assert fills.count(colour_of(1)) == 2
    assert fills.count(colour_of(2)) == 1
    assert len({colour_of(colour) for colour in range(1, 9)}) == 8
    both = drawing(PUZZLE, [SOLUTION, bytes([1, 0, 1, 0, 2, 0])])
    assert both.width > 2 * PUZZLE.columns
