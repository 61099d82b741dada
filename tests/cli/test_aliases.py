"""Options that have become verbs do what the verbs do, and a terminal names the verb."""

import pytest
from click.testing import CliRunner

from cpstudy.cli import aliases, main

BOARD, MANY = "5x5:28b58bdc165751a55193137e2", "2x1w:11"
CLASH = ("--puzzle", "sudoku", "11..............")


def cpstudy(*arguments):
    done = CliRunner().invoke(main, list(arguments))
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("more", [(), ("--json",)])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("explain", "--hint", BOARD), ("hint", BOARD)),
        (("explain", BOARD, "--hint", "--draw"), ("hint", BOARD, "--draw")),
        (("explain", "--against", BOARD, BOARD), ("mistake", "--against", BOARD, BOARD)),
        (("explain", f"--against={BOARD}", BOARD), ("mistake", "--against", BOARD, BOARD)),
        (("explain", "--ambiguity", MANY), ("ambiguity", MANY)),
        (("explain", *CLASH, "--conflict"), ("conflict", *CLASH)),
    ],
)
def test_the_old_options_of_explain(old, new, more):
    assert cpstudy(*old, *more) == cpstudy(*new, *more)
    assert cpstudy(*new, *more)[0] == 0


@pytest.mark.parametrize("solvers", [("--solver", "search,frontier"), ("--solver=all",)])
def test_several_solvers_of_verify(solvers):
    old, new = (cpstudy(verb, MANY, *solvers, "--seconds", "9") for verb in ("verify", "compare"))
    assert old[0] == new[0] == 1
    assert old[1].splitlines()[0] == new[1].splitlines()[0] == f"{MANY}\tmany"
    assert "virtual best" in old[1]


def test_one_solver_is_verified():
    assert cpstudy("verify", BOARD, "--solver", "search,deduce", "--solver", "search") == (
        0, f"{BOARD}\tunique\n", "",
    )  # fmt: skip


def test_what_stands_behind_two_hyphens_is_no_option():
    assert aliases.resolve(["explain", "--", "--hint"], quiet=True) == ["explain", "--", "--hint"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("explain", "--hint", "--ambiguity", MANY), "--hint, --ambiguity exclude each other"),
        (("explain", "--conflict", "--draw", MANY), "No such option '--draw'"),
        (("explain", "--hint", "--gif", "x.gif", MANY), "No such option '--gif'"),
        (("mistake", MANY), "Missing option '--against'"),
    ],
)
def test_what_does_not_go_together(given, said):
    code, out, err = cpstudy(*given)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert said in line


def test_a_terminal_is_told_of_the_verb(monkeypatch, capsys):
    for is_terminal in (False, True):
        monkeypatch.setattr("sys.stderr.isatty", lambda is_terminal=is_terminal: is_terminal)
        assert aliases.resolve(["explain", "--hint", "x"], quiet=False) == ["hint", "x"]
        result = "cpstudy: explain --hint is now 'cpstudy hint'\n"
        assert capsys.readouterr().err == (result if is_terminal else "")
    aliases.resolve(["explain", "--hint", "-q", "x"], quiet=False)
    aliases.resolve(["explain", "--hint", "x"], quiet=True)
    assert capsys.readouterr().err == ""
