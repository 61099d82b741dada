"""Pictures in characters and in pixels become puzzles, and every conversion is reported."""

import io
import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image

from cpstudy.core.errors import InputError
from cpstudy.puzzles.picross.formats.images import recognises
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.reading.opening import read_bytes
from tests.puzzles.picross.formats.reading import fault, only, read, seen_by
from tests.puzzles.picross.test_puzzle import PICTURES, of_rows
from tests.samples import sample

BOARD = Picross.of_picture(2, 3, bytes([1, 0, 1, 0, 1, 1]))
VALUES = np.array([[255, 255, 255], [0, 0, 0], [200, 30, 30], [20, 20, 220]], np.uint8)


def saved(pixels, kind="PNG", **options) -> bytes:
    """A picture of pixels as the bytes of a file."""
    buffer = io.BytesIO()
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    image.save(buffer, kind, **options)
    return buffer.getvalue()


# -- characters ----------------------------------------------------------------------------------


@given(st.lists(PICTURES, min_size=1, max_size=3))
def test_several_pictures(pictures):
    made = [of_rows(picture) for picture in pictures]
    text = "\n\n".join(p.encode_solution(cells).replace("/", "\n") for p, cells in made)
    found = read(text, "picture")
    assert [item.puzzle for item in found] == [puzzle for puzzle, _ in made]
    assert [item.about["solution"] for item in found] == [p.encode_solution(c) for p, c in made]


@pytest.mark.parametrize("blank", ".-_0·□░")
def test_signs(blank):
    for colour in "#X*@1█■":
        text = "#.#\n.##\n".translate({ord("."): blank, ord("#"): colour})
        item = only(text)
        assert item.puzzle == BOARD, text
        assert ("read as" in item.about) == (blank != "." or colour != "#"), text
        assert seen_by(text) == ["picture"], text


def test_signs_that_may_mean_the_same_are_refused():
    assert fault("#.-\n..#\n")[1] == "'-' and '.': use one sign for blank cells"
    assert fault("#.X\n..#\n")[1] == "'#' and 'X': use one sign for the first colour"


def test_crosses():
    """If x occurs with #, the author must say whether it is a blank cell or a colour."""
    words = "'#' and 'x': crosses in blank cells, or a colour? write . and b"
    assert fault("#x#\nx##\n")[1] == words
    assert fault("#x.\n.##\n")[1] == words
    assert only("#bx\n.##\n").puzzle.colours == 24


def test_numbers_are_no_pictures():
    assert seen_by("2\n2\n1\n1\n\n1\n1\n") == ["cwd"]
    assert seen_by("101\n") == []


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("#.\n#\n", 2, "row 2: 1 cells, expected 2"),
        ("#.\n#?\n", 2, "row 2: '?' is not a colour"),
        ("P1\n2 2\n101\n", 1, "P1: 3 bits, expected 4"),
        ("P1\n2\n", 1, "P1: no width and height"),
        ("P1\n0 2\n", 1, "P1: size 0x2"),
        ("P2\n2 2\n255\n0 0 0\n", 1, "P2: 3 values, expected 4 for 2x2 pixels"),
        ("P2\n2 2\n255\n0 0 0 x\n", 1, "cannot be read"),
        ("P3\n2\n", 1, "cannot be read"),
    ],
)
def test_faults_are_on_their_line(text, line, message):
    found, words = fault(text)
    assert message in words
    assert found == line


@sample(60, 1000)
def test_mutations_of_characters(number):
    rng = random.Random(3)
    text = "#.##b.\n.bb#..\n..##..\n"
    pictures = 0
    for _ in range(number):
        place = rng.choice([at for at, sign in enumerate(text) if sign != "\n"])
        edit = rng.choice(["", *"01.#bcxyz?-\tÄ\0"])
        (item,) = read(text[:place] + edit + text[place + 1 :])
        if not isinstance(item.puzzle, InputError):
            assert (item.puzzle.rows, item.puzzle.columns) == (3, 6)
            pictures += 1
    assert number // 5 < pictures < number, pictures


# -- pixels --------------------------------------------------------------------------------------


def test_bitmaps_of_every_kind():
    black = np.array([[0, 1, 0], [1, 0, 0]], np.uint8) * 255
    assert only("P1\n# a comment\n3 2\n1 0 1\n011\n").puzzle == BOARD
    assert only("P2\n3 2\n# five\n5\n0 5 0\n5 0 0\n").puzzle == BOARD
    assert only("P3 \n3 2\n1\n0 0 0 1 1 1 0 0 0\n1 1 1 0 0 0 0 0 0\n").puzzle == BOARD
    for kind in ("PNG", "GIF", "BMP", "PPM"):
        assert only(saved(black, kind)).puzzle == BOARD
    assert only(saved(Image.fromarray(black).convert("1"), "PPM")).puzzle == BOARD
    assert only(saved(Image.fromarray(black).convert("RGB"), "PPM")).puzzle == BOARD


@given(PICTURES)
def test_pictures_of_colours(picture):
    _, cells = of_rows(picture)
    assume(0 in cells)
    item = only(saved(VALUES[np.array(picture)]))
    order = {0: 0}
    for cell in cells:
        order.setdefault(cell, len(order))
    expected = bytes(order[cell] for cell in cells)
    assert item.puzzle == Picross.of_picture(len(picture), len(picture[0]), expected)
    assert item.about["solution"] == item.puzzle.encode_solution(expected)


def test_what_was_done_is_reported():
    pixels = VALUES[np.array([[0, 1, 1, 0], [2, 0, 3, 0], [0, 0, 0, 1]])]
    item = only(saved(pixels))
    assert item.about["read as"] == "4x3 pixels, 3 colours, background #ffffff"
    assert item.about["colours"] == "a #000000, b #c81e1e, c #1414dc"
    assert item.about["solution"] == ".##./b.c./...#"
    item = only(saved(pixels), colours="1")
    assert item.about["read as"] == "4x3 pixels, 1 colour, reduced from 3, background #ffffff"
    assert item.about["solution"] == ".##./#.#./...#"
    item = only(saved(pixels), background="#000000")
    assert item.about["read as"] == "4x3 pixels, 3 colours, background #000000"
    assert item.about["solution"] == "#..#/b#c#/###."


def test_grey_pictures_have_a_threshold():
    grey = np.array([[0, 100, 200, 255]], np.uint8)
    item = only(saved(grey))
    assert item.about["read as"] == "4x1 pixels, 1 colour, pixels darker than 128 are coloured"
    assert item.about["solution"] == "##.."
    for threshold, expected in ((0, "...."), (50, "#..."), (201, "###.")):
        assert only(saved(grey), threshold=str(threshold)).about["solution"] == expected
    assert only(saved(grey), colours="3").about["solution"] == "#bc."
    wide = Image.fromarray(np.array([[0, 20_000, 40_000, 65_535]], np.uint16))
    assert only(saved(wide)).about["solution"] == "##.."


def test_transparent_pixels_are_blank():
    pixels = np.zeros((1, 4, 4), np.uint8)
    pixels[0, 1:] = [[255, 255, 255, 255], [0, 0, 0, 255], [9, 9, 9, 20]]
    item = only(saved(pixels))
    assert item.about["solution"] == ".#b."
    assert item.about["read as"] == "4x1 pixels, 2 colours, transparent is blank"
    assert only(saved(pixels), background="#ffffff").about["solution"] == "..#."


def test_one_dark_colour_is_coloured():
    assert only(saved(np.zeros((2, 2), np.uint8))).about["solution"] == "##/##"
    assert only(saved(np.full((2, 2), 250, np.uint8))).about["solution"] == "../.."


def test_many_colours_are_reduced():
    rng = np.random.default_rng(4)
    pixels = rng.integers(0, 256, (20, 20, 3), np.uint8)
    item = only(saved(pixels))
    assert item.puzzle.colours <= 26
    assert "reduced from 3" in item.about["read as"]
    assert only(saved(pixels)).puzzle == item.puzzle


@pytest.mark.parametrize(
    ("hints", "message"),
    [
        ({"threshold": "256"}, "threshold '256': expected 0 to 255"),
        ({"colours": "27"}, "colours '27': expected 1 to 26"),
        ({"background": "blue"}, "background 'blue': expected #rrggbb"),
        ({"background": "#010203"}, "the picture has no such colour"),
        ({"threshold": "9", "colours": "2"}, "a threshold makes one colour"),
    ],
)
def test_hints_that_cannot_be(hints, message):
    assert message in fault(saved(np.zeros((2, 2), np.uint8)), **hints)[1]


def test_pictures_that_are_too_large_or_lossy():
    large = saved(np.zeros((501, 500), np.uint8))
    assert fault(large)[1].startswith("500x501 pixels, at most 250000: a pixel becomes a cell")
    assert "a JPEG picture" in fault(saved(np.zeros((5, 5), np.uint8), "JPEG"))[1]


def test_films_are_their_first_image():
    frames = [Image.fromarray(np.full((2, 2), level, np.uint8)) for level in (0, 255)]
    film = saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    item = only(film)
    assert item.about["solution"] == "##/##"
    assert "the first of 2 images" in item.about["read as"]


@pytest.mark.parametrize("kind", ["PNG", "GIF", "PPM"])
@sample(60, 1000)
def test_mutations_of_bytes(kind, number):
    rng = random.Random(5)
    data = saved(VALUES[np.array([[0, 1, 1, 0], [2, 0, 3, 0], [0, 0, 0, 1]])], kind)
    pictures = 0
    # A GIF with an edited size can be a picture of many cells, which takes long to read.
    for _ in range(number // 10 if kind == "GIF" else number):
        edited = bytearray(data)
        place = rng.randrange(len(data))
        if rng.random() < 0.7:
            edited[place] = rng.randrange(256)
        else:
            del edited[place:]
        if not recognises(read_bytes(io.BytesIO(bytes(edited)))):
            continue
        (item,) = read(bytes(edited))
        if not isinstance(item.puzzle, InputError):
            assert kind == "GIF" or (item.puzzle.rows, item.puzzle.columns) == (3, 4)
            pictures += 1
    assert pictures > number // 100, pictures


@pytest.mark.parametrize("between", " ,;\t")
def test_one_separator_between_all_signs(between):
    assert only("\n".join(between.join(row) for row in ("#.#", ".##"))).puzzle == BOARD
    assert only("\n".join(between.join(row) for row in ("101", "011"))).puzzle == BOARD
    assert only("```\n#.#\n.##\n```\n").puzzle == BOARD


def test_spaces_are_no_cells():
    """Spaces are refused as blank cells, because those at the ends of rows would be lost."""
    words = "begins with other spaces than row 1: write a sign for blanks"
    assert fault("  #\n #\n#\n") == (2, f"row 2 {words}")
    assert fault(" ##\n## \n") == (2, f"row 2 {words}")
    assert only("  #.#\n  .##\n").puzzle == BOARD


@pytest.mark.parametrize("head", ["P1 3 2\n", "P1\n3 2\n", "P1 3\n2 ", "P1 # of three\n3 2\n"])
def test_head_of_a_plain_bitmap(head):
    assert only(f"{head}1 0 1\n0 1 1\n").puzzle == BOARD
    assert only(f"{head.replace('P1', 'P2')} 1 0 1 0\n1 0 0\n").puzzle == BOARD
