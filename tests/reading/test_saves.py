"""Saved games of Simon Tatham's collection are read; all games share one container."""

import random

import pytest

from cpstudy import puzzle
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.reading.door import items
from cpstudy.reading.naming import kind_of
from cpstudy.reading.saves import MAGIC
from tests.samples import sample

# By kind: the game, parameters, description, and the text form or the game ID of the same puzzle.
SAVES = {
    "pipes": ("Net", "2x1", "11", "2x1:11"),
    "sudoku": ("Solo", "2x2", "1c3e2c4a", "2x2:1c3e2c4a"),
    "jigsaw": ("Solo", "4j", "a3c1a4a4f,b__b__bc___c_", "4j:a3c1a4a4f,b__b__bc___c_"),
    "kenken": ("Keen", "3de", "a_3aab_,a3d3s1m6", "3:a_3aab_,a3d3s1m6"),
    "picross": ("Pattern", "2x2", "2/1/1/2", "2x2:2/1/1/2"),
    "slitherlink": ("Loopy", "3x2t0de", "a3b10", "3x2t0:a3b10"),
    "masyu": ("Pearl", "3x2dt", "BaWbW", "3x2:BaWbW"),
    "akari": ("Light Up", "2x2b20s4d0", "aBa0", "akari:2x2:.#/.0"),
    "fillomino": ("Filling", "2x2", "2a00", "fillomino:2x2:2./.."),
    "killer_sudoku": ("Solo", "1x2ka", "d,b__,3c", "killer_sudoku:2x2:;00/11;3./.."),
    "shikaku": ("Rectangles", "2x1e4a", "2a", "shikaku:2x1:2."),
}


def save(game, parameters, description, moves=("M", "N"), **changed):
    records = {"SAVEFILE": MAGIC, "VERSION": "1", "GAME": game, "PARAMS": "9x9",
               "CPARAMS": parameters, "SEED": "12", "DESC": description, "AUXINFO": "00",
               "NSTATES": str(len(moves) + 1), "STATEPOS": "1"}  # fmt: skip
    if game == "Net":
        moves = ["A0,0" for _ in moves]
    lines = [*(records | changed).items(), *(("MOVE", move) for move in moves)]
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in lines)


@pytest.mark.parametrize("name", SAVES)
def test_each_game_is_read_as_its_kind(name):
    *parts, text = SAVES[name]
    expected = puzzle(name, text)
    for written in (save(*parts), save(*parts).replace("\n", "\r\n")):
        assert kind_of(Document.of(written)) == name
        (item,) = items(kind(name), Document.of(written))
        assert item.puzzle == expected
        assert puzzle(written) == expected


@pytest.mark.parametrize("name", SAVES)
def test_saves_behind_one_another(name):
    *parts, text = SAVES[name]
    one = save(*parts)
    found = list(items(kind(name), Document.of(f"# both\n{one}\n{one}{one[:-30]}")))
    assert [item.puzzle for item in found[:2]] == [puzzle(name, text)] * 2
    assert [item.line for item in found[:2]] == [2, one.count("\n") + 3]
    assert isinstance(found[2].puzzle, InputError)


def test_the_parameters_are_those_of_this_game():
    """PARAMS is ignored: it belongs to the next game and here has another size."""
    assert puzzle(save("Loopy", "3x2t0", "a3b10", PARAMS="7x7t0")).columns == 3


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        (
            "sudoku",
            save("Keen", "3", "x"),
            1,
            "a saved game of Keen, expected sudoku: --puzzle ken",
        ),
        ("sudoku", save("Mines", "9x9", "x"), 3, "GAME is 'Mines', expected Solo"),
        ("masyu", save("Pearl", "3x2", "BaW"), 7, "3 cells, expected 6"),
        ("slitherlink", save("Loopy", "3x2t3", "a"), 7, "t3 is not of squares"),
        ("kenken", save("Keen", "3", "a", NSTATES="9"), 12, "NSTATES is 9, expected 3"),
        ("picross", save("Pattern", "2x2", "2/1/1/2").replace("DESC", "DOSC"), 12, "without DESC"),
        ("jigsaw", save("Solo", "4j", "a,b", VERSION="2"), 2, "VERSION is '2', expected 1"),
    ],
)
def test_faults_name_the_line(name, text, line, words):
    (item,) = items(kind(name), Document.of(text))
    assert words in str(item.puzzle) and item.line == line


def test_a_game_that_is_no_kind_here_is_named():
    with pytest.raises(InputError, match="a saved game of Mines: no kind here reads it"):
        puzzle(save("Mines", "9x9", "x"))


@pytest.mark.parametrize("name", SAVES)
@sample(60, 1000)
def test_one_edit(name, number):
    """A saved game with one edit gives exactly one item, a board or an error."""
    *parts, _ = SAVES[name]
    original = save(*parts)
    rng = random.Random(3)
    for _ in range(number):
        place = rng.randrange(len(original))
        new = rng.choice(["", *"0123456789abx:,\n"])
        text = original[:place] + new + original[place + 1 :]
        found = list(items(kind(name), Document.of(text)))
        assert len(found) == 1, text
