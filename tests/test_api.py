"""The Python interface finds solvers by name with options, and compares several of them."""

import pytest

from cpstudy import api, solve
from cpstudy.api import compare, compared_solvers, named_solver
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.encodings import sat_trees

pytest.importorskip("pysat.solvers")

UNIQUE, MANY = "2x1:11", "2x1w:11"


def test_solvers_are_named_with_their_options():
    pipes = kind("pipes")
    row = named_solver(pipes, "sat:lazy:glucose4")
    assert (row.name, row.function) == ("sat:lazy:glucose4", pipes.solvers["sat:lazy"].function)
    assert row.arguments == {"encoding": "lazy", "solver": "glucose4"}
    row = named_solver(pipes, "cpsat:contour:presolve:deduced")
    assert row.name == "cpsat:contour:presolve:deduced"
    assert row.arguments == {"connectivity": "contour", "presolve": True, "deduced": True}
    result = solve(Pipes.decode(UNIQUE), "sat:lazy:glucose4")
    assert result.provenance is not None
    assert result.provenance.solver == "sat:lazy:glucose4"
    assert named_solver(pipes, "smt").name == "smt"
    assert named_solver(pipes, "smt:levels").name == "smt:levels"
    for name, message in (
        ("sat", "solver 'sat' of pipes: choose from portfolio, search, cpsat"),
        ("sat:lazyness", "choose from"),
        ("sat:lazy:magic", "option 'magic': deduced, cadical103"),
        ("sat:lazy:", "option ''"),
        ("smt:lazy:z3", "it has none"),
        ("cpsat:glucose4", "option 'glucose4': presolve"),
    ):
        with pytest.raises(ValueError, match=message):
            named_solver(pipes, name)
    with pytest.raises(ValueError, match="one SAT solver, not 2"):
        solve(Pipes.decode(UNIQUE), "sat:lazy:glucose4:minicard")


def test_comparisons():
    results = compare(Pipes.decode(MANY))
    assert set(results) == {row.name for row in compared_solvers(kind("pipes"), "all")}
    refusing = {name for name, found in results.items() if isinstance(found, ValueError)}
    assert refusing == {"sat:planar"}
    assert set(compare(Pipes.decode(UNIQUE), "cpsat,sat:lazy:glucose4,cpsat")) == {
        "cpsat", "sat:lazy:glucose4",
    }  # fmt: skip


def test_a_disagreement_is_a_crash_with_the_text_form(monkeypatch):
    from cpstudy.core.result import Result
    from cpstudy.core.solving import WrongAnswerError

    def wrong(*arguments, encoding, **options):
        if encoding == "planar":
            return Result(exhausted=True, counters={"conflicts": 0})
        return right(*arguments, encoding=encoding, **options)

    right = sat_trees.solve
    monkeypatch.setattr(sat_trees, "solve", wrong)
    with pytest.raises(WrongAnswerError, match=f"disagree on {UNIQUE}: .*sat:planar: none"):
        compare(Pipes.decode(UNIQUE))


def test_what_is_no_text_form_is_a_value_error():
    with pytest.raises(ValueError, match="by its text form, not by 5"):
        api.puzzle("pipes", 5)


def test_the_seed_is_the_command_lines():
    from click.testing import CliRunner

    from cpstudy.cli import main

    drawn = CliRunner().invoke(main, ["generate", "--algorithm", "wilson"]).stdout.strip()
    assert [board.encode() for board, _ in api.generate("pipes", "wilson", 5)] == [drawn]
