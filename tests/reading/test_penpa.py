"""Addresses of penpa-edit are read; the tests pack them as the program does."""

import base64
import json
import zlib

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
from cpstudy.reading.penpa import GENRES

SORTS = ("surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "killercages")
SHORT = {"number": "zN", "symbol": "zY", "lineE": "zE", "surface": "zS", "qa": "z9"}


def address(rows, columns, genres=(), *, grid="square", space=(0, 0, 0, 0), holes=0, **drawn):
    """Return an address. drawn: by sort, the values at cells (row, column)."""
    question = {sort: {} for sort in SORTS} | {"command_undo": {"__a": [1]}}
    for sort, cells in drawn.items():
        question[sort] = {
            str((row + 2) * (columns + 4) + column + 2): value
            for (row, column), value in cells.items()
        }
    lines = [
        f"{grid},{columns},{rows},38,0,1,1,418,418,90,90,0,0,0,0,Title: z,Author: ,,,ON,false",
        json.dumps(list(space)),
        json.dumps({"qa": "pu_a"}),
        json.dumps(question),
        json.dumps({sort: {} for sort in SORTS}),
        json.dumps([1] * (rows * columns - holes)),
        json.dumps(["Surface"]) if genres else "[]",
        json.dumps(list(genres)),
    ]
    text = "\n".join(lines).replace("z", "zZ").replace("null", "zO")
    for name, letters in SHORT.items():
        text = text.replace(f'"{name}"', letters)
    pack = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = base64.b64encode(pack.compress(text.encode()) + pack.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}"


def plain(value):
    return [value, 1, "1"]


def drawn(kind_name):
    """Return an address of a small board of the kind."""
    ones = {(0, 0): plain(1), (2, 3): plain(2)}
    pearls = {(0, 0): [1, "circle_L", 1], (2, 3): [2, "circle_L", 1]}
    sort = {"symbol": pearls} if kind_name == "masyu" else {"number": ones}
    return address(4, 4, [next(g for g, name in GENRES.items() if name == kind_name)], **sort)


@pytest.mark.parametrize("kind_name", ["slitherlink", "masyu", "nurikabe"])
def test_data_that_is_cut_off_is_refused(kind_name):
    whole = drawn(kind_name)
    for length in range(len(whole) - 1, len(whole) - 40, -3):
        if whole[length:].strip("="):
            for given in ((whole[:length],), (kind_name, whole[:length])):
                with pytest.raises(InputError, match=r"data of the address is (?:broken|cut off)"):
                    puzzle(*given)
    one, two = items(kind(kind_name), Document.of(f"{whole[:-9]}\n{whole}\n"))
    assert isinstance(one.puzzle, InputError) and two.puzzle == puzzle(whole)


CLUES = {(0, 1): plain(3), (1, 0): plain("0"), (1, 2): plain(" ")}


def test_kinds_by_genre():
    slither = address(2, 3, ["slitherlink"], number=CLUES)
    assert puzzle(slither) == Slitherlink(2, 3, (-1, 3, -1, 0, -1, -1))
    assert puzzle("slitherlink", slither.partition("#")[2]) == puzzle(slither)
    assert puzzle("slitherlink", address(2, 3, number=CLUES)) == puzzle(slither)
    with pytest.raises(InputError, match="expected sudoku: --puzzle slitherlink reads it"):
        puzzle("sudoku", slither)
    pearls = {(0, 0): [1, "circle_L", 1], (1, 2): [2, "circle_M", 2]}
    assert puzzle(address(2, 3, ["masyu"], symbol=pearls)) == Masyu(2, 3, (1, 0, 0, 0, 0, 2))
    islands = address(2, 3, ["nurikabe"], number={(0, 1): plain("12"), (1, 0): plain("?")})
    assert puzzle(islands) == Nurikabe(2, 3, (0, 12, 0, -1, 0, 0))
    sudoku = address(4, 4, ["classic"], grid="sudoku", number={(3, 3): plain(4)})
    assert puzzle(sudoku).clues == bytes([*[0] * 15, 4])


def test_boxes_of_a_sudoku():
    """The program's lines between boxes on 4x4 are accepted; other lines are refused."""
    text = address(4, 4, ["classic"], number={(0, 0): plain(1)})
    vertices = 64
    right = [(row * 8 + 3, row * 8 + 11) for row in (1, 2, 3, 4)]
    below = [(3 * 8 + column, 3 * 8 + column + 1) for column in (1, 2, 3, 4)]
    ends = {f"{vertices + one},{vertices + two}": 2 for one, two in (*right, *below)}

    def lined(lines):
        packed = text.partition("p=")[2]
        data = zlib.decompress(base64.b64decode(packed), -zlib.MAX_WBITS).decode()
        data = data.replace("zE: {}", f"zE: {json.dumps(lines)}", 1)
        pack = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        return "m=edit&p=" + base64.b64encode(pack.compress(data.encode()) + pack.flush()).decode()

    assert puzzle(lined(ends)) == puzzle(text)
    with pytest.raises(InputError, match="thick lines that are not those of boxes of 2x2"):
        puzzle(lined(dict(list(ends.items())[1:])))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (address(2, 3, ["slitherlink"], surface={(0, 0): 1}), "surface in the drawing is not read"),
        (
            address(2, 3, ["slitherlink"], number={(0, 0): plain("9")}),
            r"row 1, column 1: '9' is not",
        ),
        (address(2, 3, ["slitherlink"], number={(0, 0): [1, 1, "2"]}), "not one plain number"),
        (address(2, 3, ["slitherlink"], number={(2, 0): plain(1)}), "drawn outside the cells"),
        (address(2, 3, ["slitherlink"], grid="hex"), "a grid that is 'hex', expected square"),
        (address(2, 3, ["slitherlink"], space=(1, 0, 0, 0)), "cells outside the grid"),
        (address(2, 3, ["slitherlink"], holes=1), "with missing cells"),
        (
            address(2, 3, ["masyu"], symbol={(0, 0): [3, "circle_L", 1]}),
            "not a white or black circle",
        ),
        (address(2, 3, ["masyu"], number=CLUES), "numbers in the drawing, which this kind"),
        (address(2, 3, ["tapa"], number=CLUES), "no known genre"),
        (address(2, 3, number=CLUES), "name its kind of puzzle"),
    ],
)
def test_what_is_not_read_is_refused_by_name(text, words):
    with pytest.raises(InputError, match=words):
        puzzle(text)


@given(st.text("ABCDefgh0123+/=", max_size=40))
def test_broken_data_is_a_fault(data):
    with pytest.raises(InputError, match="penpa-edit"):
        puzzle("masyu", f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}")
