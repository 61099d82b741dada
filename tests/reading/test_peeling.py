"""Boards in JSON, arrays, CSV or Markdown, or next to names, are read as alone, or refused."""

import json
from collections import Counter

import pytest

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.reading.door import items
from cpstudy.reading.what import contents
from tests.edits import edits

CARS = ["AA...O", "B..C.O", "BXXC.O", "B..C..", "D...EE", "D.FFF."]
LEVEL = ["######", "#@ $.#", "#  $.#", "######"]
TILES = ["1 2 3", "4 5 6", "7 0 8"]
BLOCK = ["Sooo-", "oooo-", "-oooo", "--ooT"]
ALONE = {"rush_hour": CARS, "sokoban": LEVEL, "sliding_tiles": TILES, "bloxorz": BLOCK}


def puzzles(kind_name, text):
    found = [item.puzzle for item in items(kind(kind_name), Document.of(text))]
    assert not any(isinstance(one, InputError) for one in found), str(found[0])
    return [one.encode() for one in found]


def fault(kind_name, text):
    (item,) = items(kind(kind_name), Document.of(text))
    assert isinstance(item.puzzle, InputError)
    return str(item.puzzle)


def cells(rows):
    return [row.split() if " " in row and row[0] != "#" else list(row) for row in rows]


WRAPPED = {
    "json": json.dumps,
    "json, indented": lambda rows: json.dumps(rows, indent=1),
    "json cells": lambda rows: json.dumps(cells(rows)),
    "json object": lambda rows: json.dumps({"name": "one", "board": rows}),
    "json text": lambda rows: json.dumps({"levels": [{"level": "\n".join(rows)}]}),
    "array": lambda rows: "rows = [\n" + "".join(f'    "{row}",\n' for row in rows) + "]\n",
    "texts": lambda rows: "".join(f"'{row}'\n" for row in rows),
    "fence": lambda rows: "# A board\n\nSome words.\n\n```text\n" + "\n".join(rows) + "\n```\n",
    "name": lambda rows: "Level 1\n" + "\n".join(rows) + "\n",
    "name:": lambda rows: "The first one:\n" + "\n".join(rows) + "\n",
    "comment": lambda rows: "// a board of ours\n" + "\n".join(rows) + "\n",
}


@pytest.mark.parametrize("wrapper", WRAPPED)
def test_the_same_as_alone(wrapper):
    for kind_name, drawn in ALONE.items():
        dashed = kind_name == "sokoban" and wrapper == "json cells"
        rows = [row.replace(" ", "-") for row in drawn] if dashed else drawn
        alone = puzzles(kind_name, "\n".join(rows) + "\n")
        assert puzzles(kind_name, WRAPPED[wrapper](rows)) == alone, kind_name


def test_several_with_names():
    one = "\n".join(CARS)
    for text in (
        f"Puzzle 1\n{one}\nPuzzle 2\n{one}\n",
        f"; 1\n{one}\n; 2\n{one}\n",
        f"{one}\n---\n{one}\n",
        f"```\n{one}\n```\n\n```\n{one}\n```\n",
        json.dumps([CARS, CARS]),
        json.dumps({"easy": 1, "boards": [CARS, CARS]}).replace('"easy"', '"version"'),
    ):
        assert puzzles("rush_hour", text) == puzzles("rush_hour", one) * 2, text


@pytest.mark.parametrize("between", [",", ";", "|", ", ", "\t"])
def test_cells_with_separators(between):
    text = "".join(f"{between.join(row)}\n" for row in CARS)
    assert puzzles("rush_hour", text) == puzzles("rush_hour", "\n".join(CARS))
    empty = text.replace(".", "") if between in ",;|" else text
    assert puzzles("rush_hour", empty) == puzzles("rush_hour", "\n".join(CARS))


def test_what_is_said_beside_a_board_is_not_lost():
    """An object with more facts than the board, such as a goal or an exit, is refused."""
    rows = [[1, 2, 3], [4, 5, 6], [7, 0, 8]]
    assert "JSON" in fault("sliding_tiles", json.dumps({"initial": rows, "goal": rows}))
    assert "JSON" in fault("rush_hour", json.dumps({"board": CARS, "exit": "left"}))


def test_a_row_is_not_a_comment():
    broken = "\n".join([*CARS[:3], "; ABCD"[: len(CARS[0])], *CARS[3:]])
    fault("rush_hour", broken)
    fault("rush_hour", "\n".join(["AAAAA:", *CARS[1:]]))


def test_what_it_is():
    """The kind of a document is found from its inner board if no kind reads the document itself."""
    kinds = [kind(name) for name in ALONE]
    for text, names in ((json.dumps(CARS), ["rush_hour"]), ("\n".join(LEVEL), ["sokoban"])):
        assert [one.kind for one in contents(kinds, _opening(text))] == names


def _opening(text):
    class Opened:
        def __enter__(self):
            return Document.of(text)

        def __exit__(self, *_):
            return None

    return Opened


@pytest.mark.parametrize("wrapper", WRAPPED)
def test_one_edit(wrapper):
    text, met = WRAPPED[wrapper](CARS), Counter()
    for edited in edits(text, 60):
        for item in items(kind("rush_hour"), Document.of(edited)):
            met[isinstance(item.puzzle, InputError)] += 1
            if not isinstance(item.puzzle, InputError):
                assert (item.puzzle.rows, item.puzzle.columns) == (6, 6), edited
    assert min(met[True], met[False]) > 1, met
