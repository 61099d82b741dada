"""JSON, TOML and INI, with the names that programs give to rows and columns."""

import json

import pytest
from hypothesis import given

from cpstudy.puzzles.picross.formats.hints import write_hints, write_nin
from cpstudy.puzzles.picross.puzzle import Picross, clue_text
from tests.puzzles.picross.formats.reading import check_mutations, fault, only, read, seen_by
from tests.puzzles.picross.test_puzzle import PICTURES, of_rows

BOARD = Picross.of_picture(2, 3, bytes([1, 1, 0, 1, 0, 1]))
ROWS, COLUMNS = [[2], [1, 1]], [[2], [1], [1]]

TOML = '''title = "Two rows"

[clues]
rows = """
  2       # above
  1 1     ; below
"""
columns = "2, 1, 1"
'''


@pytest.mark.parametrize("rows", ["rows", "row_clues", "rowHints", "Row-Constraints", "left"])
@pytest.mark.parametrize("columns", ["columns", "cols", "columnClues", "col_hints", "top"])
def test_names(rows, columns):
    assert only(json.dumps({rows: ROWS, columns: COLUMNS})).puzzle == BOARD
    text = f"{rows} = {json.dumps(ROWS)}\n{columns} = {json.dumps(COLUMNS)}\n"
    assert only(text).puzzle == BOARD


@pytest.mark.parametrize(
    "rows",
    [
        [2, [1, 1]],
        ["2", "1 1"],
        ["2", "1,1"],
        ["2a", "1.1"],
        [["2"], ["1", 1]],
        [[{"count": 2}], [{"length": 1, "color": "a"}, {"count": 1}]],
        "2\n1 1\n",
    ],
)
def test_clues(rows):
    assert only(json.dumps({"rows": rows, "columns": COLUMNS})).puzzle == BOARD


def test_empty_clues_and_colours():
    for nothing in ([], [0], 0, "", "0"):
        record = {"rows": [["2b"], nothing], "columns": [["1b"], ["1b"], nothing]}
        assert only(json.dumps(record)).puzzle == Picross.decode("3x2:1b/1b//2b/")


def test_what_is_known():
    record = {
        "name": "Two  rows",
        "author": "N. N.",
        "difficulty": 3,
        "width": 3,
        "height": 2,
        "row_clues": ROWS,
        "column_clues": COLUMNS,
        "solution": [[1, 1, 0], [True, False, True]],
    }
    item = only(json.dumps(record))
    assert item.title == "Two rows"
    assert item.about == {"author": "N. N.", "difficulty": "3", "solution": "##./#.#"}
    for solution in ("110101", "xx-\nx-x", "##./#.#", "2 3\n x x -\n x - x"):
        assert only(json.dumps(record | {"solution": solution})).about == item.about
    assert "width 4, but 3 clues" in fault(json.dumps(record | {"width": 4}))[1]
    assert "solution: row 2" in fault(json.dumps(record | {"solution": "110100"}))[1]


def test_records_anywhere():
    record = {"rows": ROWS, "columns": COLUMNS}
    nested = {"level": 1, "puzzles": {"a": record, "b": record | {"title": "second"}}}
    found = read(json.dumps(nested))
    assert [item.puzzle for item in found] == [BOARD, BOARD]
    assert [item.title for item in found] == ["a", "second"]
    assert [item.puzzle for item in read(json.dumps([record, record]))] == [BOARD, BOARD]
    lines = read(f"{json.dumps(record)}\n\n{json.dumps({'rows': ROWS, 'columns': ['x']})}\n")
    assert lines[0].puzzle == BOARD
    assert (lines[1].line, str(lines[1].puzzle)) == (
        3, "columns 1, run 1: 'x' is not a length with a colour's name",
    )  # fmt: skip


def test_toml():
    item = only(TOML)
    assert item.puzzle == BOARD
    assert seen_by(TOML) == ["toml"]


def test_colours_by_names():
    text = """
[colors]
defs = ['b = (blue) *', 'pink = (255, 0, 200) %', 'q = (0F0) &']
[clues]
rows = "1b 1 1pink\\n1"
columns = "1b 1\\n1\\n1pink"
"""
    text = text.replace('"1b 1 1pink\\n1"', '"""\n1b 1 1pink\n1\n"""')
    text = text.replace('"1b 1\\n1\\n1pink"', '"""\n1b 1\n1\n1pink\n"""')
    item = only(text)
    assert item.puzzle == Picross.decode("3x2:1b.1/1/1c/1b.1.1c/1")
    assert item.about["colours"] == "b blue, c #ff00c8"
    record = {"rows": [["1x", 1], [1]], "columns": [["1x", 1], [1]], "colors": {"x": "#f00"}}
    assert only(json.dumps(record)).puzzle == Picross.decode("2x2:1b.1/1/1b.1/1")
    record["colors"] = {"y": "#f00"}
    assert fault(json.dumps(record))[1] == "colour 'x' is not declared"
    record = {"rows": [["1red"]], "columns": [["1red"]]}
    assert "neither declared nor a letter" in fault(json.dumps(record))[1]


def test_json_lines_have_their_faults_in_place():
    good = json.dumps({"rows": ROWS, "columns": COLUMNS})
    found = read(f"{good}\n{good[:-3]}\n{good}\n")
    assert [item.line for item in found] == [1, 2, 3]
    assert [isinstance(item.puzzle, Picross) for item in found] == [True, False, True]


def test_commas_that_part_runs_or_clues_are_refused():
    text = 'rows = """\n2\n1,1\n"""\ncolumns = """\n2\n1\n1\n"""\n'
    _, words = fault(text)
    assert words == (
        "rows: commas between runs or between clues? say --reading commas=runs or commas=clues"
    )
    assert only(text, commas="runs").puzzle == BOARD
    assert only(text, commas="clues").puzzle == Picross.decode("3x3:2/1/1/2/1/1")
    assert "choose from runs, clues" in fault(text, commas="x")[1]


def test_problems_in_words():
    text = write_hints(BOARD).split("\n", 1)[1]
    assert (
        only(json.dumps({"x": {"problem": text, "solution": "2 3\nx x -\nx - x"}})).puzzle == BOARD
    )
    other = {"problem": write_nin(BOARD), "solution": "110101"}
    assert "solution" in only(json.dumps(other | {"solution": "##.\n#.#"})).about
    alone = json.dumps({"problem": text})
    assert fault(alone)[1] == (
        "the columns may come first or the rows: say --reading order=columns or order=rows"
    )
    assert only(alone, order="columns").puzzle == BOARD
    assert only(alone, order="rows").puzzle == Picross(BOARD.column_clues, BOARD.row_clues)
    assert only(json.dumps({"puzzle": BOARD.encode()})).puzzle == BOARD


@given(PICTURES)
def test_clues_come_back(picture):
    puzzle, cells = of_rows(picture)
    rows, columns = (
        [[clue_text((run,)) for run in clue] for clue in clues]
        for clues in (puzzle.row_clues, puzzle.column_clues)
    )
    solution = puzzle.encode_solution(cells)
    item = only(json.dumps({"rows": rows, "columns": columns, "solution": solution}))
    assert item.puzzle == puzzle
    assert item.about["solution"] == solution


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"rows": [[1], "columns": [[1]]}', "no JSON: "),
        ('{"rows": [[1]], "columns": []}', "columns: an array of clues expected"),
        ('{"rows": [[1]], "columns": {"a": 1}}', "columns: an array of clues expected"),
        ('{"rows": [[1.5]], "columns": [[1]]}', "rows 1, run 1: '1.5' is not a length"),
        ('{"rows": [[-1]], "columns": [[1]]}', "rows 1, run 1: '-1' is not a length"),
        ('{"rows": [[true]], "columns": [[1]]}', "rows 1, run 1: 'True' is not a length"),
        ('{"rows": [[1]], "row_clues": [[1]], "columns": [[1]]}', "clues under both"),
        ('{"rows": [[2]], "columns": [[1]]}', "row 1: its runs need 2 cells"),
        ('{"rows": [[1]], "columns": [[' + "1" * 5000 + "]]}", "too deep, or a number too long"),
        ('{"rows": [[1]], "columns": ' + "[" * 100_000, "too deep, or a number too long"),
        ('{"rows": 3, "problem": 4, "columns": 2, "problem": ""}', "no ':' after the size"),
        ("rows = [[1]]\ncolumns = [[1]\n", "no TOML: "),
    ],
)
def test_faults(text, message):
    assert message in fault(text)[1]


def test_deep_values():
    deep = '{"rows": [[1]], "columns": [[1]], "x": ' + "[" * 400 + "]" * 400 + "}"
    assert only(deep).puzzle == Picross.decode("1x1:1/1")
    inside = "[" * 400 + '{"rows": [[1]], "columns": [[1]]}' + "]" * 400
    assert only(inside, "json").puzzle == Picross.decode("1x1:1/1")


def test_mutations():
    text = json.dumps({"title": "x", "rows": ROWS, "columns": COLUMNS, "solution": "110101"})
    assert check_mutations(text, (2, 3)) > 5
    assert check_mutations(TOML, (2, 3)) > 5


def test_arrays_filled_up_with_zeros():
    text = '{"across": [[0, 2], [1, 0]], "down": [[0, 0, 2], [0, 1, 0]]}'
    assert only(text).puzzle.encode() == "2x2:2/1/2/1"
    assert "run 2" in fault('{"rows": [[1, 0, 1]], "columns": [[1], [0], [1]]}')[1]


INI = """# a comment
[clues]
columns =
    1 1

    0, 1b
rows =
    1 1b  ; of two colours
    0
    1

[colors]
    b = (blue) *
    B = (navy) +
"""


def test_ini():
    """In INI files, lines of clues follow their key, and commas separate clues."""
    item = only(INI)
    assert item.puzzle.encode() == only(INI.replace("0, 1b", "0\n    1b")).puzzle.encode()
    assert (item.puzzle.rows, item.puzzle.columns) == (3, 3)
    assert item.about["colours"] == "b blue"
    line, words = fault(INI.replace("[colors]", "[clues]"))
    assert (line, words[:6]) == (12, "no INI")
