"""Levels of Bloxorz as rows of letters."""

import random

import pytest

from cpstudy.api import explore
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.puzzles.bloxorz.puzzle import Bloxorz
from cpstudy.reading.door import items
from tests.edits import edits

KIND = kind("bloxorz")
FIRST = "ooo-------\noSoooo----\nooooooooo-\n-ooooooooo\n-----ooToo\n------ooo-\n"


def read(text):
    return [item.puzzle for item in items(KIND, Document.of(text))]


def test_letters():
    (level,) = read(FIRST)
    assert (level.rows, level.columns) == (6, 10)
    assert len(explore(level, "bfs").path) == 7
    for other in (
        "\n".join(" ".join(row) for row in FIRST.split()),
        FIRST.replace("-", "."),
        FIRST.replace("-", " "),
        "".join(f"\t{row}\r\n" for row in FIRST.split()),
        f"# a level\n\n{FIRST}",
        FIRST.replace("\n", "\n\n"),
    ):
        assert read(other) == [level], other
    assert read(f"{FIRST}\n{FIRST}") == [level, level]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (FIRST.replace("T", "o"), "no end tile"),
        (FIRST.replace("T", "S"), "a second start"),
        (FIRST.replace("ooo-------", "ooo------"), "row 1 has 9 tiles"),
        (FIRST.replace("-oooo", "-oqoo"), "'q' is none of"),
    ],
)
def test_faulty_letters(text, result):
    form = KIND.formats["letters"]
    (item,) = form.read(Document.of(text))
    assert result in str(item.puzzle)


def test_one_edit():
    (level,) = read(FIRST)
    levels = 0
    for edited in edits(FIRST, 1000):
        found = read(edited)
        assert len(found) == 1, edited
        (other,) = found
        if isinstance(other, Bloxorz):
            levels += 1
            assert (other.rows, other.columns) == (6, 10), edited
            assert sum(a != b for a, b in zip(other.tiles, level.tiles, strict=True)) <= 2, edited
        else:
            assert isinstance(other, InputError)
    assert 50 < levels < 900, levels


def test_letters_and_codes_are_no_rivals():
    rng = random.Random(6)
    for _ in range(200):
        rows, columns = rng.randint(1, 5), rng.randint(2, 6)
        cells = [rng.choice("oo-") for _ in range(rows * columns)]
        cells[0], cells[-1] = "S", "T"
        text = "\n".join("".join(cells[at : at + columns]) for at in range(0, len(cells), columns))
        (level,) = read(text)
        assert isinstance(level, Bloxorz), text
        written = KIND.formats["level"].write(level)
        assert read(written) == [level]


def test_two_signs_for_no_tile():
    text = "Sooo-\noo.o-\n-oooo\n--ooT\n"
    (item,) = items(kind("bloxorz"), Document.of(text))
    assert isinstance(item.puzzle, InputError) and "one sign for no tile" in str(item.puzzle)
