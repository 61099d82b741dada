"""Test downloads of hexapipes with hexagonal grids: round trips, and errors that name the place."""

import json

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import api
from cpstudy.cli import main
from cpstudy.core.text import read_text, write_text
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.downloads import read_download, write_download

ROW = {"grid": "hexagonal", "width": 2, "height": 1, "wrap": False, "tiles": [1, 8]}


@st.composite
def boards(draw):
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    tiles = draw(st.binary(min_size=rows * columns, max_size=rows * columns))
    return HexPipes(rows, columns, bytes(tile & 63 for tile in tiles), draw(st.booleans()))


@given(boards(), st.sampled_from([None, 2]))
def test_downloads_round_trip(board, fold):
    """Downloads round trip on one line and on many; other members are ignored."""
    row = json.loads(write_download(board)) | {"comment": "x"}
    lines = json.dumps(row, indent=fold).splitlines(keepends=True)
    (item,) = read_download(HexPipes, lines)
    assert item.puzzle == board
    (item,) = read_text(HexPipes, [write_text(board)])
    assert item.puzzle == board


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"grid": "square"}, '"grid": "hexagonal"; "square" is read with --puzzle pipes'),
        ({"grid": "octagonal"}, 'expected a record with "grid": "hexagonal"$'),
        ({"grid": ["square"]}, 'expected a record with "grid": "hexagonal"$'),
        ({"width": 2.0}, "whole numbers"),
        ({"height": True}, "whole numbers"),
        ({"wrap": None}, "wrap"),
        ({"tiles": {}}, "tiles"),
        ({"tiles": [1]}, "1 tiles, expected 2"),
        ({"tiles": [1, 64]}, r"row 1, column 2: '64' is none of 0 to 63"),
        ({"tiles": ["1", 8]}, r"row 1, column 1: '1' is none of 0 to 63"),
    ],
)
def test_faults_of_downloads(tmp_path, change, message):
    (tmp_path / "x.json").write_text(json.dumps(ROW | change))
    with pytest.raises(ValueError, match=message):
        api.read("hexpipes", tmp_path / "x.json")


def test_the_command_line_says_which_kind_reads_a_grid():
    run = CliRunner().invoke
    done = run(main, ["convert", "-f", "-", "--to", "text"], input=json.dumps(ROW))
    assert done.stdout == "2x1:0110\n"  # the download states its kind
    done = run(
        main, ["convert", "--puzzle", "pipes", "-f", "-", "--to", "text"], input=json.dumps(ROW)
    )
    assert done.exit_code == 2
    assert done.stderr.endswith('"grid": "square"; "hexagonal" is read with --puzzle hexpipes\n')
    done = run(
        main, ["convert", "--puzzle", "hexpipes", "-f", "-", "--to", "text"], input=json.dumps(ROW)
    )
    assert done.stdout == "2x1:0110\n"
    done = run(main, ["convert", "--puzzle", "hexpipes", "2x1g:0110", "--to", "hexapipes"])
    assert done.exit_code == 2 and "neither free graphs" in done.stderr
