"""An address of another site is accepted wherever a text form is."""

import json
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy import generate, puzzle, read, solve
from cpstudy.cli import main
from cpstudy.core.puzzle_urls import (
    game_id,
    puzz_link,
)
from cpstudy.puzzles import kind
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.sudoku.puzzle import Sudoku

PAGES = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js"
GAMES = {"pipes": "net", "sudoku": "solo", "jigsaw": "solo", "kenken": "keen", "picross": "pattern"}
SUDOKU = "2x2:1c3e2c4a"


@pytest.mark.parametrize("name", GAMES)
def test_pages_of_the_collection(name):
    """An address is read as the browser shows it, escaped, without the scheme, and as NAME:ID."""
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


def test_parameters_of_net_that_change_no_rule():
    expected = puzzle("pipes", "2x1w:1v1")
    for text in ("2x1wb0.5:1v1", "2x1wb1e-05a:1v1", "net:2x1wa:1v1"):
        assert puzzle("pipes", text) == expected


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
    """In Sudoku addresses of puzz.link, g is one empty cell and 10 is written a.

    6×6 has boxes of 2 rows and 3 columns.
    """
    board = puzzle("sudoku", "https://puzz.link/p?sudoku/4/4/1i3k2i4g")
    assert board == puzzle("sudoku", "1...3.....2...4.")
    assert puzzle("sudoku", "sudoku/4/4/1i3k2i4g/") == board
    six = puzzle("sudoku", "http://pzv.jp/p?sudoku/6/6/z1u")
    assert (six.box_rows, six.box_columns, six.clues[20]) == (2, 3, 1)
    with pytest.raises(ValueError, match="an address of slither, expected sudoku"):
        puzzle("sudoku", "https://puzz.link/p?slither/4/4/z")
    for body, message in (
        ("1i3k2i4", "15 cells, expected 16"),
        ("1i3k2i4h", "17 cells, expected 16"),
        ("1i3k2i5g", r"row 4, column 3: 5 is above 4"),
        ("1!", r"row 1, column 2: '!' is neither a clue nor a gap"),
    ):
        with pytest.raises(ValueError, match=message):
            puzzle("sudoku", f"sudoku/4/4/{body}")
    with pytest.raises(ValueError, match="size 4x5: expected a square"):
        puzzle("sudoku", "sudoku/4/5/z")


def test_bodies_of_puzz_link():
    assert puzz_link("https://puzz.link/p?nurikabe/3/2/1k") == ("nurikabe", 3, 2, "1k", True)
    assert puzz_link("5x5:28b5") is None
    assert game_id("5x5:28b5", "net") == "5x5:28b5"


# -- pzpr --------------------------------------------------------------------------------------

SLITHER = "5/5/cbcbcddad"


@pytest.mark.parametrize(
    "address",
    [
        f"https://puzz.link/p?slither/{SLITHER}",
        f"https://puzz.link/p?slither/{SLITHER}/",
        f"https://puzz.link/p?slither_edit/{SLITHER}",
        f"https://puzz.link/p?slither_play/{SLITHER}",
        f"https://puzz.link/p?type=editor&slither/{SLITHER}",
        f"https://puzz.link/p?type=player&lang=en&slither/{SLITHER}",
        f"https://puzz.link/p?slither/v:/{SLITHER}",
        f"https://puzz.link/p?slither%2F{SLITHER.replace('/', '%2F')}",
        f"puzz.link/p?slither/{SLITHER}",
        f"www.puzz.link/p.html?slither/{SLITHER}",
        f"p.html?slither/{SLITHER}",
        f"HTTPS://PUZZ.LINK/p?slither/{SLITHER}",
        f"http://indi.s58.xrea.com/slither/sa/q.html?/{SLITHER}",
        f"http://pzv.jp/p.html?slither/{SLITHER}",
        f"https://pzprxs.vercel.app/p?slither/{SLITHER}",
        f"http://localhost:8000/p?slither/{SLITHER}",
        f"http://www.kanpen.net/slitherlink.html?pzpr={SLITHER}",
        f"https://puzzle.kanpen.net/slitherlink.html?pzpr=/{SLITHER}",
        "http://www.kanpen.net/slitherlink.html?problem=5/5/2_._._1_./._2_._._1_/._._2_._._/"
        "3_._._3_._/._0_._._3_/",
        "pzprv3/slither/5/5/2 . . 1 . /. 2 . . 1 /. . 2 . . /3 . . 3 . /. 0 . . 3 /",
        "https://puzz.link/p?pzprv3/slither/5/5/2%20.%20.%201%20./.%202%20.%20.%201%20/"
        ". . 2 . ./3 . . 3 ./. 0 . . 3".replace(" ", "%20"),
        f"https://puzz.link/p?slither/{SLITHER}#board",
        f"https://puzz.link/p?slither/{SLITHER}&fbclid=Iw-1&lang=en",
        f"http://www.kanpen.net/slitherlink.html?pzpr={SLITHER}&x=1",
        f"https://puzz.link/p?SLITHER/{SLITHER}",
        f"?slither/{SLITHER}",
        f"<https://puzz.link/p?slither/{SLITHER}>",
        f'"https://puzz.link/p?slither/{SLITHER}",',
        f"- [easy, 5x5](https://puzz.link/p?slither/{SLITHER})  # the first",
        f"12. https://puzz.link/p?slither/{SLITHER};",
        f"slitherlink/{SLITHER}",
        "5x5t0de:2b1b2b1b2b3b3b0b3",
        "loopy:5x5:2b1b2b1b2b3b3b0b3",
    ],
)
def test_addresses_as_the_sites_write_them(address):
    """Each address is read with the name of the kind and also without it."""
    expected = puzzle("slitherlink", f"slither/{SLITHER}")
    assert puzzle("slitherlink", address) == puzzle(address) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "https://pzprxs.vercel.app/p?slither/f/3/3/gdk",
            r"variant f \(loop through every dot\) is",
        ),
        (
            "https://pzprxs.vercel.app/p?masyu/f/4/4/0003i0",
            r"variant f \(loop through every cell\)",
        ),
        ("https://puzz.link/p?nurikabe/q/4/4/v", "variant q is not supported"),
        ("https://puzz.link/p?slither/v:Odd+loops/3/3/o", r"variant Odd\+loops is not supported"),
        ("pzprv3.1/slither/2/3/f/. . . /. . . /", r"variant f \(loop through every dot\)"),
        ("https://puzz.link/p?slither/5/x/c", "expected slither/COLUMNS/ROWS/BODY"),
        ("https://puzz.link/p?slither/5/5/c/d", "expected slither/COLUMNS/ROWS/BODY"),
        ("https://puzz.link/p?tapa/3/3/i", "an address of tapa: no kind here reads it"),
        ("https://puzz.link/p?country/3/3/i8/123", "an address of country: no kind here reads it"),
        (
            "https://pzplus.tck.mn/p.html?nuribou",
            "an address of nuribou: no kind here reads it; known are sl",
        ),
        ("mines:3x3:1", "an address of mines: no kind here reads it; known are net"),
        ("5x5:28b5", "does not state its kind"),
    ],
)
def test_what_changes_the_rules_is_refused_by_name(text, words):
    with pytest.raises(ValueError, match=words):
        puzzle(text)


def test_addresses_with_digits():
    digits = kind("sudoku").example.replace(".", "0")
    for address in (
        f"https://www.sudokuwiki.org/sudoku.htm?bd={digits}",
        f"sudokuwiki.org/Sudoku.htm?n=1&bd={digits.replace('0', '.')}",
        f"https://sudokuexchange.com/play/?s={digits}&d=2",
    ):
        assert puzzle(address) == puzzle("sudoku", address) == puzzle("sudoku", digits)
    with pytest.raises(ValueError, match="does not state"):
        puzzle("https://sudokuexchange.com/play/?s=123")


WRITTEN = ("slitherlink", "masyu", "nurikabe", "sudoku", "picross")


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("form", ["address", "pzprv3"])
def test_every_kind_that_is_read_is_written(name, form):
    record = kind(name)
    board = puzzle(name, record.example)
    assert puzzle(record.formats[form].write(board)) == board
    one_line = record.formats[form].write(board).strip().replace("\n", "/")
    assert puzzle(one_line) == board


@settings(max_examples=30)
@given(st.data())
def test_pictures_and_sudokus_round_trip(data):
    picture = data.draw(st.binary(min_size=35, max_size=35).map(lambda b: bytes(x % 2 for x in b)))
    nonogram = Picross.of_picture(5, 7, picture)
    order, shape = data.draw(st.sampled_from([(4, (2, 2)), (6, (2, 3)), (9, (3, 3)), (16, (4, 4))]))
    values = data.draw(st.lists(st.integers(0, order), min_size=order**2, max_size=order**2))
    for board in (nonogram, Sudoku(*shape, bytes(values))):
        for form in ("address", "pzprv3"):
            assert puzzle(kind(board.kind).formats[form].write(board)) == board


def test_what_the_sites_do_not_have_is_not_written():
    for board in ("3x2:zj", "2x2x:1c3e2c4a", "2x4:zzl"):
        with pytest.raises(ValueError, match="has square boxes"):
            kind("sudoku").formats["address"].write(puzzle("sudoku", board))
    with pytest.raises(ValueError, match="one colour"):
        kind("picross").formats["pzprv3"].write(puzzle("picross", "3x1:1/1b/1/1.1b.1"))


# -- downloads of hexapipes --------------------------------------------------------------------


def test_downloads_round_trip(tmp_path):
    path = tmp_path / "puzzle.json"
    for wrap in (False, True):
        for board, _ in generate("pipes", "prim", (3, 4), 2, wrap=wrap):
            for fold in (None, 2):  # on one line, then on many lines
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
        ({"tiles": [1, 16]}, r"row 1, column 2: '16' is none of 0 to 15"),
        ({"tiles": [True, 1]}, r"row 1, column 1: 'True' is none of 0 to 15"),
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


# The example in puzz.link's own tests, and its answer.
NONOGRAM = "nonogram/6/6/12g1111h11112j12g11g21j11g3h"
ANSWER = ("##.#..", "#...#.", ".#.##.", "......", "#...#.", ".###..")


def nonogram_address(rows):
    """Return the address of a picture, built from its rows with the last run of each line first."""
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
    result = ["".join(".#"[cell] for cell in picture[6 * row : 6 * row + 6]) for row in range(6)]
    assert result == [*ANSWER]
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
        ("picross", "nonogram/3/3/1", "1 place, expected 12"),
        ("picross", "nonogram/3/3/z", "20 places, expected 12"),
        ("picross", "nonogram/2/2/....", "is unknown"),
        ("picross", "nonogram/2/2/3111", "column 1: its runs need 3 cells"),
        ("picross", "nonogram/9999/9999/1", "10000 cells in an address"),
        ("picross", "nonogram/2/2/1!11", "neither a clue nor a gap"),
        ("pipes", "https://puzz.link/p?net/2/2/1111", "this is one of net; no kind here reads it"),
        ("kenken", "https://puzz.link/p?kenken/2/2/1", "one of kenken; no kind here reads it"),
        ("jigsaw", "https://puzz.link/p?sudoku/9/9/1", "--puzzle sudoku reads it"),
        ("pipes", "https://puzz.link/p?slither/5/5/g", "--puzzle slitherlink reads it"),
        ("sudoku", "keen:3:a,b", "an address of keen, expected sudoku: --puzzle kenken reads it"),
    ],
)
def test_addresses_that_are_none_are_reported(name, text, words):
    with pytest.raises(ValueError, match=words):
        puzzle(name, text)
