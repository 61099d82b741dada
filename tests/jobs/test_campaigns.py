"""Campaigns with faulty solvers: all rows are there, exit code 1, every fault is named."""

import json
import sys

import pytest
from click.testing import CliRunner

from cpstudy import puzzles
from cpstudy.cli import main
from cpstudy.schemas import schema
from tests.jobs import campaign

COMPARED = ("result", "comparison")
SOLVERS = ("honest", "fragile", "liar", "hungry")


@pytest.fixture(autouse=True)
def _coins(monkeypatch):
    monkeypatch.setitem(puzzles.PUZZLES, "coins", "tests.jobs.campaign")


def run(*arguments):
    return CliRunner().invoke(main, [str(one) for one in arguments])


def rows_of(ended, names=("study-cell", "study-comparison", "study-fault", "study-summary")):
    """Return the rows; each of them fits exactly one of the schemas."""
    jsonschema = pytest.importorskip("jsonschema")
    schemas = [jsonschema.Draft202012Validator(schema(name)) for name in names]
    rows = [json.loads(line) for line in ended.stdout.splitlines()]
    assert all(sum(one.is_valid(row) for one in schemas) == 1 for row in rows)
    return rows


def expected_stop(solver, text):
    if solver == "fragile" and campaign.crashes(text):
        return "crashed"
    if solver == "liar" and text == campaign.LIE:
        return "wrong"
    return "memory" if solver == "hungry" and campaign.starves(text) else "done"


def check_list(stderr, number):
    """Crashes and the lie are listed with their puzzles, the first ten of each solver."""
    crashed = sum(map(campaign.crashes, campaign.puzzles(number)))
    lines = stderr.splitlines()
    first = next(text for text in campaign.puzzles(number) if campaign.crashes(text))
    assert f"cpstudy: fragile: crashed: ZeroDivisionError: at random in {first}" in lines
    assert f"cpstudy: fragile: {crashed - 10} more: see --json" in lines
    assert (
        f"cpstudy: liar: wrong: none, but there is a solution, 001: {campaign.LIE}" in lines
        or f"cpstudy: liar: wrong: none, but there is a solution, 110: {campaign.LIE}" in lines
    )


@pytest.mark.parametrize("number", [100, pytest.param(500, marks=pytest.mark.slow)])
def test_a_comparison(tmp_path, number):
    file = tmp_path / "coins.txt"
    file.write_text("\n".join(texts := campaign.puzzles(number)) + "\n")
    ended = run("compare", "--puzzle", "coins", "-f", file, "--solver", ",".join(SOLVERS), "--json")
    assert ended.exit_code == 1, ended.output
    rows = rows_of(ended, COMPARED)
    runs, (honest, fragile, liar, hungry) = rows[:-4], rows[-4:]
    assert [(row["puzzle"], row["solver"]) for row in runs] == [
        (text, solver) for text in texts for solver in SOLVERS
    ]
    for row in runs:
        assert row["stop"] == expected_stop(row["solver"], row["puzzle"]), row
        assert row["verdict"] == ("unique" if row["stop"] == "done" else "unknown")
    check_list(ended.stderr, number)
    crashed = sum(map(campaign.crashes, texts))
    assert (honest["settled"], fragile["crashed"], liar["wrong"]) == (number, crashed, 1)
    assert (hungry["unknown"], hungry["settled"]) == (number // 10, number - number // 10)
    assert "in fragile" in next(row["traceback"] for row in runs if row["stop"] == "crashed")


STUDY = """
[[study]]
kind = "coins"
files = "coins.txt"
solvers = {}
"""


@pytest.mark.parametrize("number", [50, pytest.param(500, marks=pytest.mark.slow)])
def test_a_study(tmp_path, number):
    file, texts = tmp_path / "study.toml", campaign.puzzles(number)
    (tmp_path / "coins.txt").write_text("\n".join(texts) + "\n")
    file.write_text(STUDY.format(json.dumps(SOLVERS)))
    for stored in (0, 4 * number):
        ended = run("study", file, "--json", "--compare", "--jobs", 1)
        assert ended.exit_code == 1, ended.output
        rows = rows_of(ended)
        assert rows[-1] == {"row": "study-summary", "runs": 4 * number, "stored_before": stored}
    listed = [row for row in rows if row["row"] == "study-cell"]
    cells = {(row["params"]["puzzle"], row["solver"]): row for row in listed}
    for text in texts:
        for solver in SOLVERS:
            (answer,) = cells[text, solver]["answers"]
            stop = expected_stop(solver, text)
            # A lie is a row like any other, until other answers contradict it.
            lied = "none" if stop == "wrong" else stop
            assert answer == {"done": "unique", "memory": "unknown"}.get(stop, lied)
    faults = [row for row in rows if row["row"] == "study-fault"]
    assert {row["puzzle"] for row in faults if row["outcome"] == "crashed"} == {
        text for text in texts if campaign.crashes(text)
    }
    (lie,) = (row for row in faults if row["outcome"] == "wrong")
    assert (lie["solver"], lie["puzzle"]) == ("liar", campaign.LIE)
    settled = {row["solver"]: row["settled"] for row in rows if row["row"] == "study-comparison"}
    assert settled["honest"] == number
    assert settled["liar"] == number - 1
    assert "liar: wrong: none, but" in ended.stderr


def test_who_is_wrong_may_be_open(tmp_path):
    """One solution is known, so "none" is wrong; 3 and 4 solutions contradict each other."""
    solvers = "sure,unsure,liar"
    text = "5,5,9=14"
    ended = run("compare", "--puzzle", "coins", "--solver", "sure,unsure", text, "--json")
    assert ended.exit_code == 1
    rows = rows_of(ended, COMPARED)
    assert [row.get("disputed") for row in rows] == [None, None, 1, 1]
    said = f"answers disagree (sure: 3 solutions, unsure: 4 solutions): {text}"
    assert [row["fault"] for row in rows[:2]] == [said, said]
    assert [row["count"] for row in rows[:2]] == [3, 4]
    found = run("compare", "--puzzle", "coins", "--solver", solvers, campaign.LIE)
    assert found.exit_code == 1
    assert "1 wrong answer, 2 disputed" in " ".join(found.stdout.split())
    disputed, wrong = found.stderr.splitlines()
    assert wrong.startswith("cpstudy: liar: wrong: none, but there is a solution")
    assert disputed.startswith("cpstudy: disputed: answers disagree (sure: 3 solutions, unsure:")


def test_a_title_does_not_say_that_all_agree_where_one_did_not_answer():
    found = run("compare", "--puzzle", "coins", "--solver", "honest,narrow", campaign.LIE)
    assert found.exit_code == 0
    said = " ".join(found.stdout.split())
    assert "1 of 2 runs without an answer" in said
    assert "all agree" not in said


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of a process are Linux's")
def test_a_run_that_dies_alone_costs_itself(tmp_path):
    given = ("--puzzle", "coins", "--solver", "honest,dying", "--isolated", "--json")
    ended = run("compare", *given, *campaign.puzzles(2))
    rows = rows_of(ended, COMPARED)
    assert [row["stop"] for row in rows[:-2]] == ["done", "crashed"] * 2
    assert ended.exit_code == 1
    file = tmp_path / "study.toml"
    (tmp_path / "coins.txt").write_text("\n".join(campaign.puzzles(2)) + "\n")
    file.write_text(STUDY.format('["honest", "dying"]\nisolated = true'))
    ended = run("study", file, "--json", "--jobs", 1)
    answers = [[*row["answers"]] for row in rows_of(ended) if row["row"] == "study-cell"]
    assert answers == [["unique"], ["unique"], ["crashed"], ["crashed"]]
