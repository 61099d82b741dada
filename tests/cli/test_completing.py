"""Completion in a shell: the values of options, from the tables, for the kind that was typed."""

import os
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from cpstudy.cli import main, verbs
from cpstudy.puzzles import kind, kinds

SHELL = ShellComplete(main, {}, "cpstudy", "_CPSTUDY_COMPLETE")


def offered(line):
    """Return the values offered for the last word of a command line; files appear as ``(file)``."""
    *before, typed = line.split(" ")
    found = SHELL.get_completions(before, typed)
    return [f"({item.type})" if item.type != "plain" else item.value for item in found]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("veri", ["verify"]),
        ("verify --puzzle ", list(kinds())),
        ("verify --puzzle edge-", ["edge_matching"]),
        ("verify --solver ", [*kind("pipes").solvers, "all"]),
        ("compare --solver search,ded", ["search,deduce"]),
        ("verify --solver search,deduce --fig", ["--figures", "--figure-format"]),
        ("explain --hi", []),
        ("hint --pi", ["--picture"]),
        ("mistake --puzzle su", ["sudoku"]),
        ("verify --puzzle sudoku --solver ", [*kind("sudoku").solvers, "all"]),
        ("solve --puzzle rush-hour --solver ", []),
        ("verify --solver search,ded", ["search,deduce"]),
        ("solve --solver smt:le", ["smt:levels"]),
        ("solve --solver sat:lazy:minic", ["sat:lazy:minicard"]),
        ("solve --solver sat:lazy:deduced:glucose4:d", []),
        ("hardness --solver sn", ["snopf", "snopf-filtered"]),
        ("hardness --solver cps", ["cpsat"]),
        ("explore ", list(kinds())),
        ("explore sokoban --strategy ", list(kind("sokoban").strategies)),
        ("explore sokoban --strategy push", ["push-optimal"]),
        ("explore sokoban lev", ["(file)"]),
        ("verify -f boa", ["(file)"]),
        ("solve --puzzle nurikabe --file boa", ["(file)"]),
        ("verify --out x", ["(file)"]),
        ("check pro", ["(file)"]),
        ("generate --algorithm w", ["wilson"]),
        ("generate --puzzle kenken --algorithm ", list(kind("kenken").generators)),
        ("verify --algorithm k", ["kruskal"]),
        ("generate --preset ", list(kind("pipes").generating.presets)),
        ("booklet --puzzle sudoku --preset ", list(kind("sudoku").generating.presets)),
        ("generate --puzzle edge_matching --grade ", []),
        ("convert --puzzle picross --format ", [
            name for name, form in kind("picross").formats.items() if form.read
        ]),
        ("convert --to dim", ["dimacs"]),
        ("convert --to p", ["png"]),
        ("schema published-", ["published-item", "published-cell", "published-verdict"]),
        ("reproduce --scale ", ["small", "paper"]),
    ],
)  # fmt: skip
def test_values(line, expected):
    assert offered(line) == expected


@pytest.mark.parametrize("verb", ["generate", "play"])
def test_grades_are_those_of_the_kind(verb):
    for name in ("pipes", "sudoku"):
        explainer = kind(name).explaining.explainer
        levels, grades = dict.fromkeys(explainer.levels.values()), explainer.grades
        assert offered(f"{verb} --puzzle {name} --grade ") == [*levels, *grades]
        assert offered(f"{verb} --puzzle {name} --grade l") == [g for g in grades if g[0] == "l"]


def test_published_tables():
    assert "hegeman/table5" in offered("reproduce hegeman/")


def test_every_value_with_a_table_is_offered():
    """Every option with one of these names offers values, in every verb that has it."""
    named = {"--solver", "--strategy", "--algorithm", "--grade", "--preset", "--format", "--to",
             "--puzzle", "--file"}  # fmt: skip
    met = set()
    for verb, command in verbs().items():
        for option in command.params:
            for name in named & set(option.opts):
                before = "explore sokoban" if verb == "explore" else verb
                assert offered(f"{before} {name} "), (verb, name)
                met.add(name)
    assert met == named


def test_the_shell_asks_the_real_command():
    """The real command completes as bash calls it: the words, and the number of the typed one."""
    environment = {
        "_CPSTUDY_COMPLETE": "bash_complete", "COMP_WORDS": "cpstudy explore sokoban --strategy p",
        "COMP_CWORD": "4",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", "from cpstudy.cli import main; main(prog_name='cpstudy')"],
        env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.split() == ["plain,portfolio", "plain,push-optimal"]
    assert (done.returncode, done.stderr) == (0, "")
