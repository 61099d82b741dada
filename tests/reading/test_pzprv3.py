"""Files of pzpr: boards, drawn answers, author and difficulty, and files with one edit."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import puzzle
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.puzzles.masyu.puzzle import Masyu
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink
from cpstudy.reading.door import items
from tests.samples import sample

NURIKABE = "pzprv3\nnurikabe\n2\n3\n# 2 + \n- . # \n"
SLITHER = "pzprv3.1\nslither\n2\n2\n3 . \n- 0 \n. . \n. 1 \n1 1 0 \n0 0 -1 \n1 0 \n0 0 \n1 0 \n"


def read(name, text):
    return list(items(kind(name), Document.of(text)))


def test_what_is_drawn_is_passed_over():
    assert puzzle(NURIKABE) == Nurikabe(2, 3, (0, 2, 0, -1, 0, 0))
    assert puzzle(SLITHER) == Slitherlink(2, 2, (3, -1, -1, 0))
    assert puzzle("v:\n" + SLITHER.replace("\n", "\r\n")) == puzzle(SLITHER)
    assert puzzle("v:/" + SLITHER.replace("\n", "/")) == puzzle(SLITHER)
    nonogram = "pzprv3\nnonogram\n2\n2\n. 1 1 \n. # + \nc1 . # \n"
    with pytest.raises(InputError, match="expected"):
        puzzle(nonogram.replace("# +", "# 2"))
    assert puzzle(nonogram).encode() == "2x2:1/1//1"
    sudoku = "pzprv3\nsudoku\n4\n1 . . . \n3 . - . \n. . 2 . \n. . 4 . \n. 2 . . \n"
    assert puzzle(sudoku).encode() == puzzle("sudoku", "1...3.....2...4.").encode()


def test_files_behind_one_another():
    two = read("slitherlink", f"# two\n\n{SLITHER}\n{SLITHER.replace('3 .', '. 3')}")
    assert [item.puzzle.clues for item in two] == [(3, -1, -1, 0), (-1, 3, -1, 0)]
    assert [item.line for item in two] == [3, 17]
    good, bad = read("nurikabe", NURIKABE + NURIKABE.replace("2 +", "x +"))
    assert good.puzzle == puzzle(NURIKABE)
    assert bad.line == 11 and "'x' is not a clue" in str(bad.puzzle)


@pytest.mark.parametrize("more", ["http://pzv.jp/p.html?nurikabe/3/2/x\n", '{"history": 1}\n'])
def test_what_old_files_end_with(more):
    assert puzzle(NURIKABE + more) == puzzle(NURIKABE)


@pytest.mark.parametrize(
    "text",
    [
        NURIKABE.replace("\n2\n3\n", "\n1\n3\n"),
        SLITHER.replace("\n2\n2\n", "\n1\n2\n"),
        "pzprv3\nmashu\n2\n2\n. . \n. 2 \n. . \n",
        SLITHER[:-5],
    ],
)
def test_lines_behind_a_board_fit_its_size(text):
    with pytest.raises(InputError, match=r"lines? after the board, expected 0.*: is it complete"):
        puzzle(text)


def test_author_and_difficulty():
    info = 'info:{\n "metadata": {\n  "author": "A/B",\n  "hard": "easy",\n  "comment": ""\n }\n}\n'
    (item,) = read("nurikabe", NURIKABE + info)
    assert item.about == {"author": "A/B", "difficulty": "easy"}
    for more in ("info:{", "info:{}", 'info:{"metadata": 3}', 'history:{"type": "pzpr"}'):
        (item,) = read("nurikabe", NURIKABE + more)
        assert item.about == {} and item.puzzle == puzzle(NURIKABE)


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        ("slitherlink", "pzprv3\n", 1, "no name"),
        ("slitherlink", "pzprv3\nslither\n2\n", 3, "no rows and columns"),
        ("slitherlink", "pzprv3\nslither\n2\nx\n", 4, "'x' is not a number of rows or columns"),
        ("slitherlink", "pzprv3\nslither\n2\n2\n. . \n", 5, "1 row, expected 2"),
        ("slitherlink", "pzprv3\nslither\n2\n2\n. . \n. \n", 6, "row 2: 1 field, expected 2"),
        ("slitherlink", "pzprv3\nslither\n1\n2\n. 5 \n", 5, "row 1, column 2: '5' is not a clue"),
        ("masyu", "pzprv3\nmashu\n1\n2\n. - \n", 5, "row 1, column 2: '-' is not a clue"),
        ("nurikabe", "pzprv3\nnurikabe\n1\n2\n. 0 \n", 5, "row 1, column 2: '0' is not a clue"),
        ("sudoku", "pzprv3\nsudoku\n1\n2 \n", 4, "row 1, column 1: '2' is not a value from 1 to 1"),
        ("sudoku", "pzprv3\nsudoku\n99\n2 \n", 3, "size 99: at most 25"),
        ("picross", "pzprv3\nnonogram\n1\n1\n. x \n. . \n", 5, "column 1: 'x' is not a length"),
        (
            "masyu",
            "pzprv3\nslither\n1\n1\n. \n",
            1,
            "expected masyu: --puzzle slitherlink reads it",
        ),
        ("masyu", "pzprv3\ntapa\n1\n1\n. \n", 1, "a file of 'tapa', expected mashu"),
    ],
)
def test_faults_name_the_line(name, text, line, words):
    (item,) = read(name, text)
    assert words in str(item.puzzle) and item.line == line


def test_a_flag_is_refused_by_name():
    with pytest.raises(InputError, match=r"variant f \(loop through every cell\)"):
        puzzle("pzprv3\nmashu\n1\n2\nf\n. . \n")


@given(st.data())
def test_files_round_trip(data):
    rows, columns = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    cells = st.lists(st.integers(0, 2), min_size=rows * columns, max_size=rows * columns)
    clues = tuple(data.draw(cells))
    boards = (
        Masyu(rows, columns, clues),
        Slitherlink(rows, columns, tuple(clue - 1 for clue in clues)),
        Nurikabe(rows, columns, tuple((-1, 0, 40)[clue] for clue in clues)),
    )
    for board in boards:
        written = kind(board.kind).formats["pzprv3"].write(board)
        assert puzzle(written) == board
        assert puzzle(written.strip().replace("\n", "/")) == board


@pytest.mark.parametrize("name", ["slitherlink", "masyu", "nurikabe", "sudoku", "picross"])
@sample(60, 1000)
def test_one_edit(name, number):
    """A file with one edit gives exactly one item, a board or an error."""
    record = kind(name)
    board = puzzle(name, record.example)
    original = record.formats["pzprv3"].write(board)
    rng = random.Random(9)
    for _ in range(number):
        place = rng.randrange(len(original))
        new = rng.choice(["", *"0123456789ab.-# \n"])
        text = original[:place] + new + original[place + 1 :]
        assert len(read(name, text)) == 1, text


def test_what_is_known_is_in_the_info():
    about = {"title": "masyu 3x3 7-1", "difficulty": "easy", "description": "score 5"}
    board = Masyu(3, 3, (1, 0, 0, 0, 0, 0, 0, 0, 2))
    write_all = kind("masyu").formats["pzprv3"].write_all
    first, second = read("masyu", write_all([(about, board), ({}, board)]))
    assert (first.puzzle, second.puzzle) == (board, board)
    assert first.about == {"difficulty": "easy", "comment": "masyu 3x3 7-1, score 5"}
    assert not second.about
