"""A ValueError in an engine, a model, a reader or a writer is our fault: never exit code 2."""

import json
from importlib import import_module

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.core.deferred_imports import Deferred, resolve
from cpstudy.core.errors import NotApplicable
from cpstudy.puzzles import kind

TOLD = "this is a fault of cpstudy"


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def broken(*args, **kwargs):
    raise ValueError("injected")


def break_it(monkeypatch, reference, by=broken):
    """Replace a function by one that raises.

    reference: the entry of a table, or ``"module:Class.name"``.
    """
    if isinstance(reference, Deferred):
        reference = repr(reference)
    elif not isinstance(reference, str):
        reference = f"{reference.__module__}:{reference.__qualname__}"
    module, _, name = reference.partition(":")
    *holders, last = name.split(".")
    place = import_module(module)
    for holder in holders:
        place = getattr(place, holder)
    monkeypatch.setattr(place, last, by)


def assert_our_fault(ended, text):
    assert ended.exit_code == 70, ended.output
    assert "Traceback" in ended.stderr
    assert "ValueError: injected" in ended.stderr
    assert TOLD in ended.stderr
    assert text in ended.stderr


ENGINES = [
    (name, solver)
    for name in ("pipes", "hexpipes", "edge_matching", "sudoku", "kenken", "picross", "nurikabe",
                 "slitherlink", "masyu")
    for solver in list(kind(name).solvers)[:4]
    if kind(name).solvers[solver].installed
]  # fmt: skip


@pytest.mark.parametrize(("name", "solver"), ENGINES)
def test_an_engine(monkeypatch, name, solver):
    record = kind(name)
    break_it(monkeypatch, record.solvers[solver].function)
    for verb in ("verify", "solve"):
        ended = run(
            verb, "--puzzle", name, "--solver", solver, "--iterations", 10**6, record.example
        )
        assert_our_fault(ended, f"--puzzle {name} '{record.example}'")


@pytest.mark.parametrize("name", ["sokoban", "rush_hour", "bloxorz", "river_crossing"])
def test_a_state_space(monkeypatch, name):
    record = kind(name)
    break_it(monkeypatch, record.space.states)
    ended = run("explore", name, record.example, "--strategy", next(iter(record.strategies)))
    assert_our_fault(ended, f"--puzzle {name} '{record.example}'")


MODELS = [
    ("kenken", "cpsat", "cpstudy.encode.cpsat:CpsatSession.next_solution"),
    ("sudoku", "sat", "cpstudy.encode.sat:SatSession.next_solution"),
    ("picross", "cpsat", "cpstudy.encode.sessions:Enumeration.result"),
    ("nurikabe", "sat", "cpstudy.puzzles.nurikabe.encodings.sat_forest:build"),
    ("slitherlink", "cpsat", "cpstudy.puzzles.loops.encodings.cpsat_circuit:build"),
]


@pytest.mark.parametrize(("name", "solver", "place"), MODELS)
def test_a_model(monkeypatch, name, solver, place):
    break_it(monkeypatch, place)
    ended = run("verify", "--puzzle", name, "--solver", solver, kind(name).example)
    assert_our_fault(ended, f"--puzzle {name} ")


@pytest.mark.parametrize("name", ["pipes", "kenken", "sokoban", "edge_matching", "slitherlink"])
def test_a_reader(monkeypatch, name):
    monkeypatch.setattr(resolve(kind(name).puzzle), "decode", classmethod(broken))
    assert_our_fault(run("convert", "--puzzle", name, "--to", "text", kind(name).example), "")


@pytest.mark.parametrize("name", ["pipes", "sudoku", "picross", "sokoban", "rush_hour"])
def test_a_writer(monkeypatch, name):
    record = kind(name)
    form = next(form for form in record.formats.values() if form.write)
    break_it(monkeypatch, form.write)
    ended = run("convert", "--puzzle", name, "--to", form.name, record.example)
    assert_our_fault(ended, f"--puzzle {name} '{record.example}'")


@pytest.mark.parametrize("name", ["pipes", "sudoku", "nurikabe", "masyu"])
def test_an_explanation(monkeypatch, name):
    record = kind(name)
    monkeypatch.setattr(type(resolve(record.explaining.explainer)), "explain", broken)
    ended = run("explain", "--puzzle", name, record.example)
    assert_our_fault(ended, f"--puzzle {name} '{record.example}'")


def test_a_comparison_loses_no_voice(monkeypatch):
    break_it(monkeypatch, kind("kenken").solvers["cpsat"].function)
    example = kind("kenken").example
    ended = run("verify", "--puzzle", "kenken", "--solver", "search,cpsat", "--json", example)
    assert ended.exit_code == 1
    assert ended.stderr == f"cpstudy: cpsat: crashed: ValueError: injected in {example}\n"
    found, crashed, *_ = map(json.loads, ended.stdout.splitlines())
    assert (found["verdict"], found["stop"]) == ("unique", "done")
    assert (crashed["verdict"], crashed["stop"]) == ("unknown", "crashed")
    assert 'raise ValueError("injected")' in crashed["traceback"]


def not_applicable(*args, **kwargs):
    raise NotApplicable("this board is too wide")


def test_a_comparison_counts_who_does_not_take_a_puzzle(monkeypatch):
    break_it(monkeypatch, kind("kenken").solvers["cpsat"].function, not_applicable)
    example = kind("kenken").example
    ended = run("verify", "--puzzle", "kenken", "--solver", "search,cpsat", "--json", example)
    *runs, first, last = map(json.loads, ended.stdout.splitlines())
    assert [run["stop"] for run in runs] == ["done", "not applicable"]
    rows = {row["solver"]: row for row in (first, last)}
    assert ended.exit_code == 0
    assert (rows["search"]["refused"], rows["cpsat"]["refused"]) == (0, 1)
    alone = run("verify", "--puzzle", "kenken", "--solver", "cpsat", example)
    assert (alone.exit_code, alone.stderr) == (2, "cpstudy: argument 1: this board is too wide\n")


STUDY = """
[[study]]
kind = "kenken"
puzzles = ["{}"]
solvers = ["search", "cpsat", "sat"]
"""


def test_a_campaign_goes_on(monkeypatch, tmp_path):
    break_it(monkeypatch, kind("kenken").solvers["cpsat"].function)
    break_it(monkeypatch, kind("kenken").solvers["sat"].function, not_applicable)
    file = tmp_path / "one.toml"
    file.write_text(STUDY.format(kind("kenken").example))
    for _ in range(2):  # the second run reads the stored rows
        ended = run("study", file, "--json", "--compare", "--jobs", 1)
        assert ended.exit_code == 1
        rows = [json.loads(line) for line in ended.stdout.splitlines()]
        answers = {row["solver"]: row["answers"] for row in rows if row["row"] == "study-cell"}
        assert answers == {
            "search": {"unique": 1}, "cpsat": {"crashed": 1}, "sat": {"not applicable": 1}
        }  # fmt: skip
        unknown = {row["solver"]: row["unknown"] for row in rows if "contest" in row}
        assert unknown == {"search": 0, "cpsat": 0, "sat": 0}
        (line,) = (line for line in ended.stderr.splitlines() if "crashed" in line)
        assert line.startswith("cpstudy: cpsat: crashed: ValueError: injected in ")
