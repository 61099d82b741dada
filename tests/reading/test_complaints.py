"""A file without puzzles gives one line for every kind: what it looks like, and the first error."""

import random

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.core.puzzle_urls import Address, filled
from cpstudy.puzzles import PUZZLES
from cpstudy.reading.frames import Line, grids_of
from cpstudy.reading.saves import MAGIC, load
from cpstudy.reading.tables import read_table
from cpstudy.reading.text_type import text_type

PROSE = (
    "The quick brown fox jumps over the lazy dog.\nIt was a dark and stormy night, and nobody\n"
    "had any idea of what the next morning would bring.\n"
)
PAGE = (
    "<!DOCTYPE html>\n<html>\n<head><title>x</title></head>\n<body>\n<p>Hello, a page.</p>\n"
    "<table><tr><td>1</td><td>2</td></tr></table>\n</body>\n</html>\n"
)
PROGRAM = '"""A module."""\n\nimport sys\n\n\ndef main():\n    print(sys.argv)\n\n\nmain()\n'


def _garbage(letters, lines=200):
    rng = random.Random(1)
    return "".join(
        "".join(rng.choice(letters) for _ in range(rng.randint(1, 60))) + "\n" for _ in range(lines)
    )


FILES = {
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + random.Random(1).randbytes(500),
    "archive.zip": b"PK\x03\x04" + random.Random(2).randbytes(500),
    "random.bin": random.Random(3).randbytes(3000),
    "prose.txt": PROSE.encode(),
    "page.html": PAGE.encode(),
    "program.py": PROGRAM.encode(),
    "empty.txt": b"",
    "blank.txt": b"\n \n\t\n",
    "garbage.txt": _garbage("abcdefghij 0123456789.,:;#-+*/()[]{}").encode(),
    "letters.txt": _garbage("abcdefghijklmnopqrstuvwxyz").encode(),
    "long.txt": b"x" * 100_000 + b"\n",
    "data.json": b'{\n  "name": "x",\n  "values": [1, 2, {"a": null}]\n}\n',
}
# What the error calls these files.
NAMED = {
    "picture.png": "a PNG picture", "archive.zip": "a ZIP archive", "random.bin": "a binary file",
}  # fmt: skip


@pytest.mark.parametrize("name", PUZZLES)
def test_one_line_a_file(name, tmp_path):
    for file, data in FILES.items():
        (tmp_path / file).write_bytes(data)
        given = ["convert", "--puzzle", name, "--to", "text", "-f", str(tmp_path / file)]
        done = CliRunner().invoke(main, given)
        result = done.stderr.replace(str(tmp_path), "")
        assert (done.exit_code, done.stdout) == (2, ""), (file, done.exception)
        assert len(result.splitlines()) == 1, (file, result)
        assert len(result) < 220, (file, result)
        damaged = name == "picross" and file == "picture.png"  # picross reads pictures
        assert ("damaged" if damaged else NAMED.get(file, "")) in result
    done = CliRunner().invoke(main, [*given[:-1], str(tmp_path)])
    assert (done.exit_code, done.stderr) == (2, f"cpstudy: {tmp_path}: Is a directory\n")


@pytest.mark.parametrize(
    ("text", "look"),
    [
        (PROSE, "prose"), (PAGE, "an HTML page"), (PROGRAM, "a program"),
        ('<?xml version="1.0"?>\n<svg xmlns="x"/>\n', "an SVG picture"),
        ("<svg/>", "an SVG picture"), ("<puzzles>\n</puzzles>\n", "XML"),
        ('{"a": 1}\n', "JSON"), ("[[1], [2]]", "JSON"), ("1 2 3 4\n5 6 7 8\n", ""),
        ("2x1:11\n", ""), ("#include <x>\nint x;\n#include <y>", "a program"), ("", ""),
    ],
)  # fmt: skip
def test_looks(text, look):
    assert text_type(Document.of(text)) == look


def test_the_look_stands_in_the_complaint(tmp_path):
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    done = CliRunner().invoke(main, ["verify", "--puzzle", "edge_matching", "-f", str(file)])
    assert done.stderr == (
        f"cpstudy: {file}:1: an HTML page, no known format (text, pieces, viewer); read as text: "
        f"no ':' after the size, in '<!DOCTYPE html>'\n"
    )


def test_one_thing_is_singular():
    (grid,) = grids_of([Line(1, "123")])
    (item,) = read_table(["name,puzzle\n", "x\n"], ["puzzle"], lambda record: record)
    faults = [str(grid), str(item.puzzle)]
    for fail in (
        lambda: filled([""], Address("slither", 2, 2, ""), ""),
        lambda: load([f"SAVEFILE:{len(MAGIC)}:{MAGIC}\n", "DESC    :1:"], "Net"),
    ):
        with pytest.raises(InputError) as raised:
            fail()
        faults.append(str(raised.value))
    assert faults == [
        "1 row, expected 3",
        "1 column, expected 2",
        "1 cell, expected 4 (2x2)",
        "DESC: 1 byte announced, 0 left",
    ]
