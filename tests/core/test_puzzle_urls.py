"""Addresses of other sites stand wherever a text form does."""

import json
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import generate, puzzle, read, solve
from cpstudy.cli import main
from cpstudy.core.puzzle_urls import BLANK, QUESTION, game_id, numbers, puzz_link
from cpstudy.puzzles import kind

PAGES = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js"
GAMES = {"pipes": "net", "sudoku": "solo", "jigsaw": "solo", "kenken": "keen", "picross": "pattern"}
SUDOKU = "2x2:1c3e2c4a"


@pytest.mark.parametrize("name", GAMES)
def test_pages_of_the_collection(name):
    """As the browser shows the address, escaped, without the scheme, and as NAME:ID."""
    game = GAMES[name]
    board = puzzle(name, SUDOKU if name == "sudoku" else kind(name).example)
    text = board.encode()
    for address in (
        f"{PAGES}/{game}.html#{text}",
        f"{PAGES}/{game}.html#{quote(text)}",
        f"{PAGES}/{game}.html?lang=de#{quote(text, safe='')}",
        f" {game}.html#{text}\n",
        f"{game}:{text}",
        f"{game.title()}: {text}",
    ):
        assert puzzle(name, address) == board
    with pytest.raises(ValueError, match=f"an address of mines, expected {game}.html"):
        puzzle(name, f"{PAGES}/mines.html#9x9:1")
    with pytest.raises(ValueError, match=f"without a game ID: expected …/{game}.html#ID"):
        puzzle(name, f"{PAGES}/{game}.html")


def test_a_random_seed_is_no_board():
    with pytest.raises(ValueError, match="a random-seed ID"):
        puzzle("pipes", f"{PAGES}/net.html#5x5%23123456789")


def test_hexapipes_numbers_its_puzzles():
    with pytest.raises(ValueError, match="hexapipes numbers its puzzles: download one"):
        puzzle("pipes", "https://hexapipes.vercel.app/square/5/1")


def test_addresses_are_taken_by_verbs_and_in_files(tmp_path):
    address = f"{PAGES}/net.html#2x1:11"
    (tmp_path / "list.txt").write_text(f"# from the web\n{address}\n2x1:12\n")
    assert [board.encode() for board in read("pipes", tmp_path / "list.txt")] == [
        "2x1:11",
        "2x1:12",
    ]
    assert CliRunner().invoke(main, ["verify", address]).stdout == "2x1:11\tunique\n"


def test_puzz_link_sudoku():
    """g is one empty cell, 6×6 has boxes of 2 rows and 3 columns, 10 is written a."""
    board = puzzle("sudoku", "https://puzz.link/p?sudoku/4/4/1i3k2i4g")
    assert board == puzzle("sudoku", "1...3.....2...4.")
    assert puzzle("sudoku", "sudoku/4/4/1i3k2i4g/") == board
    six = puzzle("sudoku", "http://pzv.jp/p?sudoku/6/6/z1u")
    assert (six.box_rows, six.box_columns, six.clues[20]) == (2, 3, 1)
    with pytest.raises(ValueError, match="an address of slither, expected sudoku"):
        puzzle("sudoku", "https://puzz.link/p?slither/4/4/z")
    for body, message in (
        ("1i3k2i4", "15 cells, expected 16"),
        ("1i3k2i5g", r"cell \(3, 2\): 5 is above 4"),
        ("1!", r"cell \(0, 1\): '!' is neither a clue nor a gap"),
    ):
        with pytest.raises(ValueError, match=message):
            puzzle("sudoku", f"sudoku/4/4/{body}")
    with pytest.raises(ValueError, match="size 4x5: expected a square"):
        puzzle("sudoku", "sudoku/4/5/z")


def test_bodies_of_puzz_link():
    assert numbers("0f-10+100.gz", 3) == [0, 15, 16, 256, QUESTION, BLANK, *[BLANK] * 20]
    assert puzz_link("https://puzz.link/p?nurikabe/3/2/1k") == ("nurikabe", 3, 2, "1k")
    assert puzz_link("5x5:28b5") is None
    assert game_id("5x5:28b5", "net") == "5x5:28b5"


# -- downloads of hexapipes --------------------------------------------------------------------


def test_downloads_round_trip(tmp_path):
    path = tmp_path / "puzzle.json"
    for wrap in (False, True):
        for board, _ in generate("pipes", "prim", (3, 4), 2, wrap=wrap):
            for fold in (None, 2):  # on one line, and on many
                written = CliRunner().invoke(main, ["convert", board.encode(), "--to", "hexapipes"])
                path.write_text(json.dumps(json.loads(written.stdout), indent=fold))
                assert read("pipes", path) == [board]
    refused = CliRunner().invoke(main, ["convert", "2x1g:11", "--to", "hexapipes"])
    assert refused.exit_code == 2 and "neither free graphs nor barriers" in refused.stderr


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"grid": "hexagonal"}, '"grid": "square"'),
        ({"width": "2"}, "whole numbers"),
        ({"height": 0}, "whole numbers"),
        ({"wrap": 1}, "wrap"),
        ({"tiles": 3}, "tiles"),
        ({"tiles": [1]}, "1 tiles, expected 2"),
        ({"tiles": [1, 16]}, r"tile \(0, 1\): '16' is none of 0 to 15"),
        ({"tiles": [True, 1]}, r"tile \(0, 0\): 'True' is none of 0 to 15"),
    ],
)
def test_faults_of_downloads(tmp_path, change, message):
    row = {"grid": "square", "width": 2, "height": 1, "wrap": False, "tiles": [1, 1]} | change
    (tmp_path / "x.json").write_text(json.dumps(row))
    with pytest.raises(ValueError, match=message):
        read("pipes", tmp_path / "x.json")
    (tmp_path / "x.json").write_text(json.dumps(row)[:-1])
    with pytest.raises(ValueError, match="no JSON"):
        read("pipes", tmp_path / "x.json")


# The example of puzz.link's own tests, and its answer.
NONOGRAM = "nonogram/6/6/12g1111h11112j12g11g21j11g3h"
ANSWER = ("##.#..", "#...#.", ".#.##.", "......", "#...#.", ".###..")


def nonogram_address(rows):
    """The address of a picture: written here from its rows, each line's last run first."""
    high, wide = len(rows), len(rows[0])
    lines = [*map("".join, zip(*rows, strict=True)), *rows]
    body, gap = "", 0
    for place, line in enumerate(lines):
        runs = [len(run) for run in line.split(".") if run][::-1]
        room = ((high if place < wide else wide) + 1) // 2
        for run in [*runs, *[0] * (room - len(runs))]:
            gap += run == 0
            if run or gap == 20:
                body += (chr(ord("f") + gap) if gap else "") + (f"{run:x}" if run else "")
                gap = 0
    return f"nonogram/{wide}/{high}/{body}{chr(ord('f') + gap) if gap else ''}"


def test_puzz_link_nonogram():
    board = puzzle("picross", f"https://puzz.link/p?{NONOGRAM}")
    assert board.encode() == "6x6:2.1/1.1.1/1/1.1.1/2.1//2.1/1.1/1.2//1.1/3"
    (picture,) = solve(board).solutions
    told = ["".join(".#"[cell] for cell in picture[6 * row : 6 * row + 6]) for row in range(6)]
    assert told == [*ANSWER]
    assert nonogram_address(ANSWER) == NONOGRAM
    assert puzzle("picross", NONOGRAM) == board


@given(st.data())
def test_puzz_link_nonograms_of_any_size(data):
    columns, rows = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    lines = data.draw(st.lists(st.text(".#", min_size=columns, max_size=columns),
                               min_size=rows, max_size=rows))  # fmt: skip
    picture = bytes(cell == "#" for line in lines for cell in line)
    board = puzzle("picross", nonogram_address(lines))
    assert board.violation(picture) == ""


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("picross", "https://puzz.link/p?tapa/3/3/11", "an address of tapa, expected nonogram"),
        ("picross", "nonogram/3/3/1", "1 places, expected 12"),
        ("picross", "nonogram/2/2/....", "is unknown"),
        ("picross", "nonogram/2/2/3111", "column 0: its runs need 3 cells"),
        ("picross", "nonogram/9999/9999/1", "10000 cells in an address"),
        ("picross", "nonogram/2/2/1!11", "neither a clue nor a gap"),
        ("pipes", "https://puzz.link/p?net/2/2/1111", "of puzz.link only Sudoku, Nurikabe and"),
        ("kenken", "https://puzz.link/p?kenken/2/2/1", "of puzz.link only Sudoku, Nurikabe and"),
        ("jigsaw", "https://puzz.link/p?sudoku/9/9/1", "of puzz.link only Sudoku, Nurikabe and"),
    ],
)
def test_addresses_that_are_none_are_told(name, text, words):
    with pytest.raises(ValueError, match=words):
        puzzle(name, text)
