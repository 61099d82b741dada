"""``--puzzle`` may be omitted if the input states its kind, and must not contradict it."""

import pytest
from click.testing import CliRunner

from cpstudy.cli import main

SLITHER = "https://puzz.link/p?slither/5/5/cbcbcddad"
FILE = "pzprv3\nmashu\n2\n2\n2 . \n. . \n"


def run(*arguments, text=None):
    result = CliRunner().invoke(main, [*arguments], input=text)
    return result.exit_code, result.stdout, result.stderr


def test_arguments_files_and_standard_input(tmp_path):
    (tmp_path / "x.txt").write_text(FILE)
    for arguments, text in (
        ((SLITHER,), None),
        (("-f", "-"), f"# a list\n{SLITHER}\n5x5t0de:2b1b2b1b2b3b3b0b3\n"),
    ):
        code, out, err = run("verify", *arguments, text=text)
        assert (code, err) == (0, "") and set(out.splitlines()) == {"slither/5/5/cbcbcdda3\tunique"}
    for arguments, text in ((("-f", str(tmp_path / "x.txt")), None), (("-f", "-"), FILE)):
        assert run("convert", *arguments, "--to", "pearl", text=text) == (0, "2x2:Bc\n", "")


def test_pipes_is_the_default():
    assert run("verify", "2x1:11")[:2] == (0, "2x1:11\tunique\n")
    assert run("verify", "-f", "-", text="2x1:11\n")[:2] == (0, "2x1:11\tunique\n")


def test_a_kind_that_was_assumed_is_in_the_complaint():
    assumed = "; read as pipes, as no --puzzle is given"
    for text, others in (
        ("2..1\n.2..\n", "; --puzzle nurikabe or slitherlink or masyu reads it"),
        ("6x6dt:BbBfWcWbWBaBeWgWa\n", "; --puzzle masyu reads it"),
        (f"12{'.' * 79}\n", "; --puzzle sudoku reads it"),
        ("https://example.org/puzzles\n", ""),
    ):
        words = f"{assumed}{others}\n"
        for arguments in ((text,), ("-",), ("-f", "-")):
            code, out, err = run("verify", *arguments, text=text)
            assert (code, out) == (2, "") and err.endswith(words) and err.count("\n") == 1
    for arguments in (("--puzzle", "pipes", "2..1"), ("3x3:12",)):
        assert "read as pipes" not in run("verify", *arguments)[2]


@pytest.mark.parametrize(
    ("arguments", "text", "words"),
    [
        (("--puzzle", "sudoku", SLITHER), None, "an address of slither, expected sudoku: --puzzle"),
        (
            ("--puzzle", "pipes", "-f", "-"),
            FILE,
            "a file of pzpr's mashu, expected pipes: --puzzle",
        ),
        ((SLITHER, "masyu/2/2/00"), None, "argument 2 is of masyu, argument 1 of slitherlink: one"),
        (("https://puzz.link/p?tapa/3/3/i",), None, "argument 1: an address of tapa: no kind here"),
        (("-f", "-"), "mines:3x3:1\n", "stdin: an address of mines: no kind here reads it"),
    ],
)
def test_what_contradicts_is_refused_in_one_line(arguments, text, words):
    code, out, err = run("verify", *arguments, text=text)
    assert (code, out) == (2, "") and words in err and err.count("\n") == 1
