"""Inputs that were once refused or misread, and every public board, are read as meant."""

import json

import pytest

from cpstudy import solve
from cpstudy.core.errors import InputError
from cpstudy.puzzles.picross.puzzle import Picross
from tests.cases import cases_dir
from tests.puzzles.picross.formats.reading import fault, only, read
from tests.puzzles.picross.instances import CASES, janko

FOUND = cases_dir("found")

pytestmark = pytest.mark.skipif(
    FOUND is None or CASES is None, reason="the public instances are not here"
)


def test_found():
    assert FOUND is not None
    logic = FOUND / "logic"
    counted = only((logic / "03b-count-226.non").read_bytes())
    assert (counted.title, counted.puzzle.size) == ("case", "15x15")
    wide = (logic / "04-jwilk-width-first.nin").read_bytes()
    assert fault(wide)[1].startswith("read as hints and as nin these are different puzzles")
    assert only(wide, "nin").puzzle.size == only(wide, order="rows").puzzle.size == "20x25"
    encoded = only((logic / "16-utf16.non").read_bytes())
    assert encoded.about["copyright"] == "© 2004 Jan Wolter"
    assert solve(encoded.puzzle).verdict.value == "unique"


def test_records_of_janko():
    assert CASES is not None
    boards = janko()
    found = read((CASES / "janko.json").read_bytes())
    assert [item.puzzle for item in found] == [puzzle for puzzle, _ in boards.values()]
    assert [item.title for item in found] == list(boards)
    for item, (puzzle, cells) in zip(found, boards.values(), strict=True):
        assert item.about["solution"] == puzzle.encode_solution(cells)
    (name, record), *_ = json.loads((CASES / "janko.json").read_text(encoding="utf-8")).items()
    found = read(record["problem"])
    assert len(found) == 1
    assert isinstance(found[0].puzzle, InputError) or found[0].puzzle == boards[name][0]


def test_every_goal_of_a_public_file_fits_its_clues():
    assert CASES is not None
    goals = 0
    for path in sorted(CASES.rglob("*.non")):
        item = only(path.read_bytes())
        assert isinstance(item.puzzle, Picross)
        goals += "solution" in item.about
    assert goals > 15
