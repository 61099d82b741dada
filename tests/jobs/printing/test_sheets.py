"""Sheets of puzzles have the requested size, and nothing overlaps or leaves the sheet."""

import io
import re

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cpstudy import generate, puzzle
from cpstudy.cli import main
from cpstudy.core.drawing import Drawing
from cpstudy.jobs.printing.sheets import _laid, sheet
from cpstudy.puzzles import PUZZLES, kind

BOARDS = [board.encode() for board, _ in generate("pipes", "wilson", 4, 5)]


@given(
    st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)), min_size=1, max_size=12),
    st.integers(300, 900),
    st.integers(300, 900),
)
def test_nothing_overlaps_or_sticks_out(sizes, width, height):
    drawings = [Drawing(columns, rows, ()) for columns, rows in sizes]
    laid = _laid(drawings, ["x"] * len(drawings), width, height)
    (side,) = {one.cell for one in laid.placed}
    assert side >= 1
    for number, one in enumerate(laid.placed):
        assert 0 < one.x < one.right < width and 0 < one.y < one.bottom < height
        for other in laid.placed[:number]:
            apart = one.x >= other.right or other.x >= one.right
            assert apart or one.y >= other.bottom or other.y >= one.bottom


def convert(*arguments):
    return CliRunner().invoke(main, ["convert", *BOARDS, "--sheet", "100x50", *arguments])


def test_sizes_in_millimetres():
    drawn = convert("--to", "svg").stdout
    assert 'width="100mm" height="50mm" viewBox="0 0 100 50"' in drawn
    image = Image.open(io.BytesIO(convert("--to", "png").stdout_bytes))
    assert image.size == (1181, 591)  # at 300 dots an inch
    assert convert("--to", "png").stdout_bytes == convert("--to", "png").stdout_bytes
    pages = re.findall(rb"/MediaBox \[([0-9. ]+)\]", convert("--to", "pdf").stdout_bytes)
    assert [[round(float(x) / 72 * 25.4, 2) for x in page.split()] for page in pages] == [
        [0, 0, 100, 50]
    ]


@pytest.mark.parametrize("name", PUZZLES)
def test_every_kind_with_a_drawing(name):
    board = puzzle(name, kind(name).example)
    if kind(name).pictures is None or kind(name).pictures.drawing is None:
        with pytest.raises(ValueError, match=f"{name} has no drawing"):
            sheet(kind(name), [board], 200, 200)
    else:
        assert [one.name for one in sheet(kind(name), [board] * 3, 200, 200).placed] == [
            board.encode()
        ] * 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "text"], "--sheet: --to svg, png, pdf, not 'text'"),
        (["--to", "svg", "2x1:1z"], "argument 6: row 1, column 2"),
        (["--to", "svg", "--sheet", "9x9"], "5 puzzles on 9x9 mm would have cells of less than 1"),
        (["--to", "svg", "--sheet", "9x99999"], "a sheet of 9x99999 mm: at most 5000"),
    ],
)
def test_refused(arguments, message):
    done = convert(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not done.stdout
