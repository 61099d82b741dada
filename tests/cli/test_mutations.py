"""One-edit mutations of valid texts: each is a valid puzzle, or exit code 2 with a line for each
fault.

Dozens for each format, thousands under -m slow: a character is dropped, doubled or exchanged, a
number is changed, or the text is cut off.
"""

import io
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

from cpstudy.cli import CpstudyGroup, main
from cpstudy.cli.convert import convert
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from tests.cli.forked import command
from tests.puzzles.bloxorz.oracle import random_level
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.rush_hour.oracle import random_puzzle
from tests.puzzles.tilings.instances import random_board as random_tiling
from tests.reading.test_penpa import drawn
from tests.reading.test_saves import SAVES, save
from tests.samples import sample

FORMATS = [
    (name, form.name)
    for name in PUZZLES
    for form in kind(name).formats.values()
    if form.read and not form.binary
]


# Nonograms in formats that are only read.
CLUES = {
    "cwd": "2\n3\n2\n1 1\n\n2\n1\n1\n",
    "headings": "ROWS\n[ 2 ]\n[ 1 1 ]\nCOLUMNS\n[ 2 ]\n[ 1 ]\n[ 1 ]\n",
    "json": '{"title": "x", "rows": [[2], [1, 1]], "columns": [2, [1], "1"]}\n',
    "toml": 'rows = [[2], [1, 1]]\ncolumns = """\n2\n1  # one\n1\n"""\n',
}


def originals(kind_name: str, format_name: str) -> list[str]:
    """Return valid files of a format: the example, and for some kinds small random boards."""
    record = kind(kind_name)
    if not record.formats[format_name].write:
        return only_read(kind_name, format_name)
    write = record.formats[format_name].write
    puzzles = [record.puzzle.decode(record.example)]
    if kind_name == "pipes":
        rng = random.Random(5)
        puzzles += [random_board(rng) for _ in range(200)]
    if kind_name == "hexpipes":
        rng = random.Random(5)
        puzzles += [random_tiling(rng, HexPipes) for _ in range(100)]
    if kind_name == "bloxorz":
        puzzles += [random_level(random.Random(seed)) for seed in range(100)]
    if kind_name == "rush_hour":
        puzzles += [random_puzzle(random.Random(seed), 4, seed % 2 == 0) for seed in range(100)]
    texts = []
    for puzzle in puzzles:
        try:
            texts.append(write(puzzle))
        except ValueError:  # the format cannot express this board
            continue
    assert texts
    return texts


_DIGITS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OF_VALUES = {
    ("sudoku", "line"): [
        f"{_DIGITS.replace('.', '0')};easy;1.2\n", f"{_DIGITS.replace('.', '*')} # a comment\n",
    ],
    ("sudoku", "table"): [f"puzzle,rating\n{_DIGITS},1.2\n{_DIGITS[::-1]},3\n"],
    ("sudoku", "opensudoku"): [
        f'<opensudoku><name>a</name><game data="{_DIGITS.replace(".", "0")}"/></opensudoku>\n'
    ],
    ("sudoku", "ksudoku"): [
        '<ksudoku><game><puzzle><graph order="4" type="sudoku"/>'
        "<values>b_______c_______</values></puzzle><history>saved after two moves, and a third"
        " one that was taken back</history></game></ksudoku>\n"
    ],
    ("jigsaw", "line"): ["1......2......2. 1122112233443344\n"],
}  # fmt: skip
OF_MOVES = {
    ("sliding_tiles", "rows"): ["# two\n3\n1 2 3\n4 5 6\n7 0 8\n\n1 2\n_ 3\n"],
    ("rush_hour", "cells"): ["# a car and the red one on four rows\n..B...B.XX......\n"],
    ("rush_hour", "vehicles"): [
        "vehicle,orientation,col,row,length\nA,H,2,1,2\nX,H,3,3,2\nC,V,6,3,2\n"
    ],
    ("bloxorz", "letters"): ["Sooo-\noooo-\n-oooo\n--ooT\n"],
    ("bridge_torch", "words"): ["1,2,5,10 capacity 3\n1 2 5 limit 8\n"],
    ("missionaries", "words"): ["# two\n3 missionaries, 3 cannibals, boat 2\n5 3 2\n"],
    ("river_crossing", "words"): ["fox, goose, beans: fox eats goose, goose > beans\n"],
    ("bridge_torch", "cases"): ["2\n\n4\n1 2 5 10\n\n2\n3 4\n"],
}


def only_read(kind_name: str, format_name: str) -> list[str]:
    """Return valid files of a format that cannot be written."""
    if format_name == "records":
        grids = originals(kind_name, "grid")
        records = {f"{number}_x": {"problem": grid.strip()} for number, grid in enumerate(grids)}
        return [json.dumps(records, indent=0) + "\n", json.dumps(records) + "\n"]
    if format_name == "sav":
        *parts, _ = SAVES[kind_name]
        return [save(*parts, moves=("P0,0",) * number) for number in (0, 2, 40)]
    if format_name == "penpa":
        return [drawn(kind_name) + "\n"]
    if (kind_name, format_name) == ("picross", "picture"):
        return [".##.\n#..#\n\nbb.\n.#c\n", "P1\n# from a program\n3 2\n1 0 1\n011\n"]
    if kind_name == "picross" and format_name in CLUES:
        return [CLUES[format_name]]
    if (kind_name, format_name) == ("sliding_tiles", "numbers"):
        return ["1 2 0 3\n", "# two\n7 1 0 2 3 4 5 6 7 8\n0 1 2 3 4 5 6 7 8\n"]
    if (kind_name, format_name) == ("rush_hour", "known"):
        board = kind(kind_name).example
        return [f"5 {board} 100\n", f"5 {board}\n# more\n{board} 100\n"]
    if found := (OF_MOVES | OF_VALUES).get((kind_name, format_name)):
        return found
    raise AssertionError(f"no originals of {kind_name} {format_name}")


def mutated(rng: random.Random, text: str) -> str:
    place = rng.randrange(len(text))
    character = rng.choice("0123456789abcdefghvwxyz:;,-#.[]\"' \n\tÄ\0")
    digits = [i for i, c in enumerate(text) if c.isdigit()]
    edit = rng.randrange(5)
    if edit == 0:
        return text[:place] + text[place + 1 :]
    if edit == 1:
        return text[:place] + text[place] + text[place:]
    if edit == 2:
        return text[:place] + character + text[place + 1 :]
    if edit == 3 and digits:
        place = digits[0]
        return text[:place] + str(rng.randrange(100)) + text[place + 1 :]
    return text[:place]


class Repeated(CpstudyGroup):
    """The command line with its arguments parsed only once, since parsing takes longer."""

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__()
        self.parsed = convert.make_context("convert", [*arguments])

    def make_context(self, *_: Any, **__: Any) -> click.Context:
        return self.parsed

    def invoke(self, ctx: click.Context) -> Any:
        return convert.invoke(ctx)


class Ended(NamedTuple):
    exit_code: int
    stdout: str
    stderr: str


def run(command: Repeated, text: str) -> Ended:
    """Run the command with this text on standard input; its exceptions pass through.

    click's own runner takes longer; it runs now and then and must give the same result.
    """
    out, err = io.BytesIO(), io.BytesIO()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8")
    sys.stdout = io.TextIOWrapper(out, "utf-8")
    sys.stderr = io.TextIOWrapper(err, "utf-8", "backslashreplace")
    try:
        command.main([])
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        return Ended(end.code, out.getvalue().decode(), err.getvalue().decode())
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    raise AssertionError("a command exits")


@sample(60, 4000)
@pytest.mark.parametrize(("kind_name", "format_name"), FORMATS)
def test_mutations_end_well(kind_name, format_name, number):
    rng = random.Random(11)
    texts = originals(kind_name, format_name)
    runner = CliRunner()
    codes: Counter[int] = Counter()
    arguments = ["--puzzle", kind_name, "-f", "-", "--to", "text"]
    ways = [
        (arguments + explicit, Repeated(arguments + explicit))
        for explicit in ([], ["--format", format_name])
    ]
    written = kind(kind_name).formats[format_name].write
    for turn in range(number):
        text = mutated(rng, rng.choice(texts))
        # Formats that are only read hold collections, which take longer: one way each, alternately.
        for given, repeated in ways if written else ways[turn % 2 :][:1]:
            result = run(repeated, text)
            if turn % 51 == 1:
                parsed = runner.invoke(main, ["convert", *given], input=text)
                assert (parsed.exit_code, parsed.stdout, parsed.stderr) == result
            codes[result.exit_code] += 1
            if result.exit_code == 0:
                decode = kind(kind_name).puzzle.decode
                assert all(decode(line).encode() == line for line in result.stdout.splitlines())
            else:
                assert result.exit_code == 2
                faults = result.stderr.splitlines()
                assert faults
                assert all(line.startswith("cpstudy: stdin") for line in faults), (text, faults)
                assert len(faults) <= text.count("\n") + 1
    assert codes[0] > number // 80
    assert codes[2] > number // 50


@pytest.mark.parametrize(("kind_name", "format_name"), FORMATS[::9])
def test_one_through_the_real_command(kind_name, format_name, tmp_path):
    rng = random.Random(13)
    file = tmp_path / "mutated.txt"
    file.write_text(mutated(rng, rng.choice(originals(kind_name, format_name))), encoding="utf-8")
    explicit = ["--format", format_name, "--to", "text", "-q"]
    done = command(["convert", "--puzzle", kind_name, "-f", str(file), *explicit])
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr
    assert bool(done.stderr) == (done.returncode == 2)
