"""``cpstudy booklet``: the same file from the same puzzles, or one line and no file."""

import re

import pytest
from click.testing import CliRunner

from cpstudy.cli import main

UNIQUE, MANY, NONE = "3x3:654eb6414", "2x1w:11", "2x1:55"


def booklet(*arguments, stdin=None):
    return CliRunner().invoke(main, ["booklet", *arguments], input=stdin)


def pages(file):
    data = file.read_bytes()
    assert data.startswith(b"%PDF-1.")
    return len(re.findall(rb"/Type /Page\b", data))


def test_given_puzzles(tmp_path):
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    for file in (one, two):
        done = booklet(UNIQUE, "-f", "-", "--out", str(file), stdin=f"2x1:11\n{UNIQUE}\n")
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert pages(one) == 1 + 2 + 1
    assert one.read_bytes() == two.read_bytes()
    assert len(one.read_bytes()) < 4 * 200_000


@pytest.mark.parametrize(
    ("more", "number"),
    [
        (["--per-page", "1"], 1 + 3 + 1),
        (["--per-page", "6", "--paper", "letter"], 1 + 1 + 1),
        (["--no-answers"], 1 + 2),
        (["--title", "Ein Titel – ünicode $x$"], 1 + 2 + 1),
    ],
)
def test_layouts(tmp_path, more, number):
    file = tmp_path / "x.pdf"
    assert booklet(UNIQUE, "2x1:11", "1x1:0", "--out", str(file), *more).exit_code == 0
    assert pages(file) == number


def test_presets(tmp_path):
    file = tmp_path / "x.pdf"
    sudoku = ["--puzzle", "sudoku", "--out", str(file), "-q"]
    two = ["--preset", "mini", "--count", "2", "--per-page", "1"]
    assert booklet(*sudoku, *two, "2x2:1").exit_code == 2
    assert not file.exists()
    assert booklet(*sudoku, *two).exit_code == 0
    assert pages(file) == 1 + 2 + 1
    first = file.read_bytes()
    assert booklet(*sudoku, *two[:-2], "--seed", "2").exit_code == 0
    assert file.read_bytes() != first
    assert pages(file) == 1 + 1 + 1
    assert booklet("--count", "1", "--out", str(file)).exit_code == 0
    assert pages(file) == 3, "the first preset of Pipes"


def test_pieces(tmp_path):
    file = tmp_path / "x.pdf"
    example = "2x2:0,0,1,2;0,0,2,1;0,0,2,2;0,0,1,1"
    cut = ["--puzzle", "edge_matching", example, "--allow-ambiguous", "--out", str(file)]
    assert booklet(*cut, "--piece", "40").exit_code == 0
    assert pages(file) == 1 + 2 + 1
    shuffled = file.read_bytes()
    assert booklet(*cut, "--piece", "40", "--seed", "2").exit_code == 0
    assert file.read_bytes() != shuffled
    done = booklet(*cut, "--piece", "95")
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
    assert "the board fits up to" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ([UNIQUE, MANY], ["argument 2: several solutions: --allow-ambiguous prints it"]),
        ([NONE, "nonsense", UNIQUE], ["argument 1: no solution", "argument 2: no ':'"]),
        ([UNIQUE, "--iterations", "0"], ["argument 1: not decided within the budget"]),
        ([UNIQUE, "-f", "nowhere.txt"], ["nowhere.txt: No such file"]),
        ([UNIQUE, "--solver", "nobody"], ["solver 'nobody' of pipes"]),
        ([UNIQUE, "--per-page", "3"], ["'3' is not one of"]),
        ([UNIQUE, "--paper", "a0"], ["'a0' is not one of"]),
        ([UNIQUE, "--piece", "nan"], ["--piece"]),
        (["--preset", "nothing"], ["preset 'nothing' of pipes: easy"]),
        (["--count", "0"], ["is not in the range"]),
        ([UNIQUE, "--piece", "0"], ["is not in the range"]),
        (["--puzzle", "river_crossing", "fox:"], ["river_crossing has no drawings to print"]),
        (["60x1:" + "1" * 60, "--allow-ambiguous"], ["argument 1: no solution"]),
        (["--title", "word " * 500, UNIQUE], ["too small for the title"]),
    ],
)
def test_what_is_wrong_is_one_line_each_and_nothing_is_written(tmp_path, arguments, result):
    file = tmp_path / "x.pdf"
    file.write_bytes(b"what was there")
    done = booklet(*arguments, "--out", str(file))
    assert done.exit_code == 2, done.exception
    lines = done.stderr.splitlines()
    assert len(lines) == len(result)
    for line, words in zip(lines, result, strict=True):
        assert line.startswith("cpstudy: ")
        assert words in line
    assert file.read_bytes() == b"what was there"
    assert [*tmp_path.iterdir()] == [file]


def test_names_of_the_file(tmp_path):
    assert booklet(UNIQUE).exit_code == 2
    for name in ("x.png", "x", "-"):
        done = booklet(UNIQUE, "--out", str(tmp_path / name))
        assert (done.exit_code, "expected a name in .pdf" in done.stderr) == (2, True)
    missing = booklet(UNIQUE, "--out", str(tmp_path / "no" / "x.pdf"))
    assert (missing.exit_code, len(missing.stderr.splitlines())) == (2, 1)
    source = tmp_path / "list.pdf"
    source.write_text(f"{UNIQUE}\n")
    done = booklet("-f", str(source), "--out", str(source))
    assert "is an input too" in done.stderr
    assert source.read_text() == f"{UNIQUE}\n"


def test_several_kinds_in_one(tmp_path):
    """Inputs that state their kind, and presets that name one, give a chapter for each kind."""
    file = tmp_path / "x.pdf"
    out = ("--out", str(file), "-q")
    loop = "https://puzz.link/p?slither/5/5/g2dgbdg510bh27"
    assert booklet(UNIQUE, loop, *out).exit_code == 0
    assert pages(file) == 1 + 2 * 2 + 1
    mixed = booklet("-f", "-", "--preset", "sudoku:mini", "--count", "1", *out, stdin=f"{loop}\n")
    assert mixed.exit_code == 0
    assert pages(file) == 1 + 2 * 2 + 1
    wrong = booklet("--preset", "chess:easy", *out)
    assert wrong.exit_code == 2 and wrong.stderr.count("\n") == 1 and "'chess'" in wrong.stderr


def test_title_and_author_of_a_file_are_printed(monkeypatch, tmp_path):
    from cpstudy.plot import booklet as plan

    laid = []
    monkeypatch.setattr(plan, "sheets", lambda made: laid.append(made) or [])
    (tmp_path / "swan.non").write_text(
        'title "The swan"\nby "N. N."\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'
    )
    done = booklet("--puzzle", "picross", "-f", str(tmp_path / "swan.non"), "--out",
                   str(tmp_path / "x.pdf"))  # fmt: skip
    assert done.exit_code == 0
    assert [(one.name, one.level) for one in laid[0].entries] == [("The swan, by N. N.", "easy")]
