"""Grids and records of jigsaw and KenKen, signs of cells, and the settings of game IDs are read."""

import json
import random
import re
from collections import Counter

import pytest

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.signs import CellError, Hints, values_of
from cpstudy.reading.door import items
from tests.puzzles.latin.instances import random_jigsaw, random_kenken
from tests.samples import sample

VALUES = ["...1", "2...", ".34.", "...."]
REGIONS = ["aabb", "aabb", "ccdd", "ccdd"]
JIGSAW = Jigsaw(4, bytes([0, 0, 0, 1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0]),
                bytes([0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]))  # fmt: skip
KENKEN = KenKen.decode("3:a_3aab_,a3d3s1m6")


def read(name, text, **hints):
    return [item.puzzle for item in items(kind(name), Document.of(text, hints))]


def spaced(rows):
    return "\n".join(" ".join(row) for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        f"4 4\n{spaced(VALUES)}\n{spaced(REGIONS)}",
        f"{spaced(VALUES)}\n\n{spaced(REGIONS)}\n",
        "\n".join(VALUES + REGIONS),
        "\n".join([*REGIONS, "", *VALUES]),
        "4 4\n" + "\n".join(VALUES + REGIONS),
        "".join(VALUES) + " " + "".join(REGIONS),
        "".join(VALUES) + "," + "".join(REGIONS),
        json.dumps({"puzzle": "".join(VALUES), "regions": "".join(REGIONS)}),
        json.dumps({"a": {"problem": f"4 4\n{spaced(VALUES)}\n{spaced(REGIONS)}"}}),
        json.dumps([{"values": [[int(c) if c != "." else 0 for c in row] for row in VALUES],
                     "areas": [["abcd".index(c) for c in row] for row in REGIONS]}]),
    ],
)  # fmt: skip
def test_jigsaw_in_every_dress(text):
    assert read("jigsaw", text) == [JIGSAW]
    assert read("jigsaw", text.replace("\n", "\r\n")) == [JIGSAW]
    if "{" not in text:
        assert read("jigsaw", text.replace(".", "x")) == [JIGSAW]
        assert read("jigsaw", text.replace(".", "x"), blank="x") == [JIGSAW]


def test_several_grids_of_a_file():
    rng = random.Random(3)
    for name, make in (("jigsaw", random_jigsaw), ("kenken", random_kenken)):
        write = kind(name).formats["grid"].write
        for _ in range(30):
            puzzles = []
            while len(puzzles) < 3:
                puzzle = make(rng)
                if not getattr(puzzle, "diagonals", False):
                    puzzles.append(puzzle)
            assert read(name, "\n".join(map(write, puzzles))) == puzzles
    text = "\n".join(VALUES + REGIONS)
    assert read("jigsaw", f"{text}\n\n{text}") == [JIGSAW, JIGSAW]


def test_kenken_of_cages():
    def cages(base, **names):
        return [
            {
                "cells": [[cell // 3 + base, cell % 3 + base] for cell in cage.cells],
                names.get("op", "op"): "" if len(cage.cells) == 1 else cage.operation,
                names.get("target", "target"): cage.target,
            }
            for cage in KENKEN.cages
        ]

    for base in (0, 1):
        assert read("kenken", json.dumps({"size": 3, "cages": cages(base)})) == [KENKEN]
        text = json.dumps([{"cages": cages(base, op="operator", target="value")}])
        assert read("kenken", text) == [KENKEN]
    as_one = [
        {"cells": [{"row": c // 3, "col": c % 3} for c in cage.cells], "clue": cage.words}
        for cage in KENKEN.cages
    ]
    assert read("kenken", json.dumps({"cages": as_one})) == [KENKEN]
    for change, words in (
        ({"cells": []}, "cage 0: no cells"),
        ({"cells": [[0, "1"]]}, "is not a cell"),
        ({"op": "%"}, "is not a target"),
        ({"target": None}, "is not a target"),
        ({"cells": [[5, 5]]}, "cages: expected every cell"),
    ):
        broken = cages(0)
        broken[0] |= change
        (found,) = read("kenken", json.dumps({"cages": broken}))
        assert isinstance(found, InputError)
        assert words in str(found)


def test_solutions_beside_are_compared():
    good = json.dumps(
        {"puzzle": "".join(VALUES), "regions": "".join(REGIONS), "solution": "3" * 16}
    )
    (found,) = read("jigsaw", good)
    assert "the solution given contradicts the puzzle" in str(found)
    for solution in ("3421 2134 1342 4213", "4 4\n3 4 2 1\n2 1 3 4\n1 3 4 2\n4 2 1 3", "none"):
        text = json.dumps({"puzzle": "".join(VALUES), "regions": "".join(REGIONS),
                           "solution": solution})  # fmt: skip
        assert read("jigsaw", text) == [JIGSAW]


@pytest.mark.parametrize("name", ["jigsaw", "kenken"])
@sample(60, 1000)
def test_one_edit(name, number):
    rng = random.Random(name)
    puzzle = JIGSAW if name == "jigsaw" else KENKEN
    written = kind(name).formats["grid"].write(puzzle)
    met = Counter()
    for text in (written, json.dumps({"a": {"problem": written}}), written.partition("\n")[2]):
        for _ in range(number):
            place = rng.randrange(len(text))
            sign = rng.choice('0123456789.-x* \n\t+/#a,;:{["')
            found = read(name, text[:place] + sign + text[place + rng.randrange(2) :])
            assert len(found) <= 1, text
            for one in found:
                assert isinstance(one, InputError | type(puzzle))
                met[type(one)] += 1
                if isinstance(one, Jigsaw):
                    assert sum(a != b for a, b in zip(one.clues, puzzle.clues, strict=True)) <= 1
    assert number // 5 < met[type(puzzle)] < 3 * number, met


def test_other_kinds_are_named():
    for name, text, words in (
        ("jigsaw", "2x2:p", "--puzzle sudoku reads it"),
        ("sudoku", "4j:p,b__b__bc___c_", "--puzzle jigsaw reads it"),
        ("sudoku", "2x2j:p,b__b__bc___c_", "--puzzle jigsaw reads it"),
        ("jigsaw", "4jk:p,b__b__bc___c_", "killer cages are not supported"),
    ):
        (found,) = read(name, text)
        assert words in str(found)
    plain = Jigsaw.decode("4j:a3c1a4a4f,b__b__bc___c_")
    for head in ("2x2j", "4ja", "4jm8dt", "4jr4de", "1x4jdu"):
        assert Jigsaw.decode(f"{head}:a3c1a4a4f,b__b__bc___c_") == plain
    assert Jigsaw.decode("4jxm8:a3c1a4a4f,b__b__bc___c_").diagonals
    for settings in ("de", "dxm", "m", "du"):
        assert KenKen.decode(f"3{settings}:a_3aab_,a3d3s1m6") == KENKEN


# -- signs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signs", "values"),
    [
        ("12..", [1, 2, 0, 0]),
        ("110-", "'0' may be an empty cell or the value 2"),
        ("1200", [1, 2, 0, 0]),
        ("2x0x", [2, 0, 0, 0]),
        ("1x-x", "'-' and 'x'"),
        (["01", "2", "..", "__"], "'..' and '__'"),
        (["01", "2", "..", ".."], [1, 2, 0, 0]),
        ("1 2 ", [1, 0, 2, 0]),
        ("123.", "'3' is not a value from 1 to 2"),
    ],
)
def test_signs(signs, values):
    if isinstance(values, str):
        with pytest.raises(InputError, match=re.escape(values)):
            values_of(list(signs), 2)
    else:
        assert list(values_of(list(signs), 2)) == values


def test_what_the_user_says_is_obeyed():
    assert list(values_of("1200", 2, Hints(".0"))) == [1, 2, 0, 0]
    assert list(values_of("1.0.", 2, Hints("."))) == [1, 0, 2, 0]
    assert list(values_of("AB..", 2, Hints(None, "A"))) == [1, 2, 0, 0]
    with pytest.raises(CellError, match="'A' is not a value"):
        values_of("AB..", 2, Hints(None, "1"))
    with pytest.raises(CellError, match="'0' is not a value"):
        values_of("120.", 2, Hints("."))
    assert list(values_of("1q2q", 2, Hints("q"))) == [1, 0, 2, 0]


@pytest.mark.parametrize(
    "text",
    [
        "4\n" + "\n".join(VALUES + REGIONS),
        f"4\n{spaced(VALUES)}\n\n{spaced(REGIONS)}",
        f"[Puzzle]\n{spaced(VALUES)}\n[Regions]\n{spaced(REGIONS)}",
        "Values:\n" + "\n".join(VALUES) + "\n\nThe regions:\n" + "\n".join(REGIONS),
        "\n".join(",".join(row) for row in VALUES + REGIONS),
        "\n".join(",".join(row) + "," for row in VALUES + REGIONS),
        "+----+\n" + "\n".join(f"|{row}|" for row in VALUES) + "\n+----+\n" + "\n".join(REGIONS),
    ],
)
def test_jigsaw_in_more_dresses(text):
    assert read("jigsaw", text) == [JIGSAW]


def test_a_size_beside_cages():
    """A size next to cages must be the size of their cells; x names columns and y rows."""
    cages = [{"cells": [{"x": 0, "y": 0}, {"x": 1, "y": 0}], "op": "+", "target": 3},
             {"cells": [{"x": 0, "y": 1}, {"x": 1, "y": 1}], "op": "+", "target": 3}]  # fmt: skip
    (puzzle,) = read("kenken", json.dumps({"size": 2, "cages": cages}))
    assert list(puzzle.labels) == [0, 0, 1, 1]
    (wrong,) = read("kenken", json.dumps({"size": 3, "cages": cages}))
    assert str(wrong) == "size 3, but the cages are of 2x2"
