"""JSON records: where they are found, their lines, their other fields, and invalid records."""

import json
import random

import pytest

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.reading.door import items
from cpstudy.reading.records import Record, loads, read_records, recognises, text_of
from tests.samples import sample


def read(text):
    found = read_records(text.splitlines(keepends=True), lambda record: record.text)
    return [(item.line, item.puzzle if isinstance(item.puzzle, str) else None) for item in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"puzzle": "ab"}', [(1, "ab")]),
        ('{\n"a": {"problem": "ab"},\n"b":\n{"problem": "c"}}', [(2, "ab"), (3, "c")]),
        ('[{"clues": ["ab", "cd"]},\n\n{"board": [["x", null], [1, ""]]}]',
         [(1, "ab\ncd"), (3, "x .\n1 .")]),
        ('["ab",\n"abc"]', [(1, "ab"), (2, "abc")]),
        ('["ab",\n"cd"]', [(1, "ab\ncd")]),
        ('[[1, 2],\n[3, 4]]', [(1, "1 2\n3 4")]),
        ('{"x": {"y": [{"value": [[1]], "z": 1}], "results": 1}, "message": "ok"}', [(1, "1")]),
        ('{"puzzle": "a"}\n\n{"puzzle": "b"}\n{"puz\n', [(1, "a"), (3, "b"), (4, None)]),
        ('# from a site\n{"puzzles": ["a", "b"],\n"solutions": ["c", "d"]}', [(2, "a"), (2, "b")]),
        ('{"title": "all", "easy": ["a"], "hard": ["b"]}', [(1, "a"), (1, "b")]),
        ('{"a": {"puzzle": "x"},\n"b": 7,\n"c": {}}', [(1, "x"), (2, None), (3, None)]),
        ('{"problem": "first", "puzzle": "second"}', [(1, "first")]),
        ('{"Puzzle": "any case"}', [(1, "any case")]),
    ],
)  # fmt: skip
def test_where_records_stand(text, found):
    assert read(text) == found


def test_what_stands_beside():
    text = '{"p": {"puzzle": "x", "Level": 3, "solution": ["a", "b"], "name": "N", "other": 1}}'
    (item,) = read_records([text], lambda record: record.text)
    assert (item.title, item.about) == ("N", {"difficulty": "3", "solution": "a\nb"})
    (item,) = read_records(['{"p": {"puzzle": "x", "author": "A"}}'], lambda record: record.text)
    assert (item.title, item.text, item.about) == ("p", "p", {"author": "A"})
    assert Record(1, "", "x").title == ""


@pytest.mark.parametrize(
    "text", ["{", '{"a": ', "[1]", "{" * 5000, "[" * 5000, "[]", "{}", '{"puzzle": ""}', "[null]",
             '{"a": {"b": {}}}', '{"puzzle": {"a": 1}}', "[1e999999]", "[" + "1" * 5000 + "]"],
)  # fmt: skip
def test_what_is_no_record_is_one_fault(text):
    ((line, found),) = read(text)
    assert (line, found) == (1, None)


def test_faults_of_cells():
    for value in (True, {}, [[1.5]], [["a", []]], [True]):
        with pytest.raises(InputError, match=r"is not a cell|neither a text nor rows"):
            text_of(value)
    assert text_of(7) == "7"
    with pytest.raises(LineError, match=r"no JSON: .*column") as caught:
        loads("[1,\n2,,]")
    assert caught.value.line == 2


def test_recognised_by_what_it_is():
    for text in ('{"a"', "  [\n[1", '["x"]', "[1]", "[-1]", "[null", "# x\n{"):
        assert recognises(Document.of(text)), text
    for text in ("[", "[Puzzle]", "[state]\n", "a{", ""):
        assert not recognises(Document.of(text))


@sample(60, 1000)
def test_one_edit_is_never_a_traceback(number):
    rng = random.Random(1)
    text = json.dumps({"a": {"problem": "1 2\n. .", "solution": "x"}, "b": [{"grid": [[1, 2]]}]})
    for _ in range(number):
        place = rng.randrange(len(text))
        sign = rng.choice('{}[]",:\\ \n0ax')
        edited = text[:place] + sign + text[place + rng.randrange(2) :]
        assert 1 <= len(read(edited)) <= 3


@pytest.mark.parametrize("name", PUZZLES)
def test_rows_of_generate_are_read_for_every_kind(name):
    record = kind(name)
    row = {"puzzle": record.example, "kind": name, "title": "7-1", "algorithm": "by"}
    row |= {"seed": 7, "version": 2, "symmetry": "half-turn", "level": "easy", "grade": "rule"}
    [item] = items(record, Document.of(json.dumps(row) + "\n"))
    assert item.puzzle == record.puzzle.decode(record.example) and item.title == "7-1"
    known = {"generator": "by", "seed": "7", "version": "2", "symmetry": "half-turn"}
    assert item.about.items() >= {**known, "difficulty": "easy"}.items()
    other = "sudoku" if name != "sudoku" else "masyu"
    [item] = items(record, Document.of(json.dumps(row | {"kind": other})))
    assert str(item.puzzle) == f"a row of {other}, expected {name}"
