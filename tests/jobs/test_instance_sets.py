"""Sets of models with an index: the index is true of the files, and answers are checked with it."""

import csv
import hashlib
import json

import pytest
from click.testing import CliRunner

from cpstudy import puzzle, verify
from cpstudy.cli import main
from tests.jobs.outside import dimacs

pytest.importorskip("pysat")

MANY, NONE = "3x3w:654eb6414", "3x2:356153"


def convert(*given):
    return CliRunner().invoke(main, ["convert", *map(str, given)])


def written(folder, *given):
    """Write a set and return the rows of its index."""
    run = convert("--set", folder, "--to", "dimacs", *given)
    assert (run.exit_code, run.stderr) == (0, "")
    return json.loads((folder / "index.json").read_text())


def test_the_index_says_what_the_files_are(tmp_path):
    drawn = ("--algorithm", "kruskal", "--size", "3", "--count", "2", "--seed", "7")
    rows = written(tmp_path, *drawn, "--solver", "sat:planar")
    with (tmp_path / "index.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == ["pipes-0001", "pipes-0002"]
    for number, (row, flat) in enumerate(zip(rows, table, strict=True)):
        data = (tmp_path / row["file"]).read_bytes()
        assert (row["bytes"], row["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
        made = {name: row[name] for name in ("algorithm", "size", "seed", "number", "solver")}
        assert made == {
            "algorithm": "kruskal", "size": "3x3", "seed": 7, "number": number,
            "solver": "sat:planar",
        }  # fmt: skip
        assert f"p cnf {row['variables']} {row['constraints']}" in data.decode()
        assert row["verdict"] == str(verify(puzzle("pipes", row["puzzle"])).verdict)
        assert row["satisfiable"] is True
        assert float(flat["feature tiles"]) == row["features"]["tiles"] == 9
        assert {**row, "features": None}.keys() - {"features"} <= flat.keys()


def test_answers_are_checked(tmp_path):
    rows = written(tmp_path, MANY, NONE, MANY, MANY)
    answers = [dimacs((tmp_path / row["file"]).read_text()) for row in rows]
    answers[2] = "s UNSATISFIABLE\n"
    answers[3] = answers[3].replace(" -", " ")
    for row, answer in zip(rows, answers, strict=True):
        (tmp_path / f"{row['name']}.answer").write_text(answer)
    run = convert("--set", tmp_path, "--answers", tmp_path)
    first, second, third, fourth = (line.split("\t") for line in run.stdout.splitlines())
    assert first[1] == "solution"
    board = puzzle("pipes", MANY)
    assert board.violation(board.decode_solution(first[2])) == ""
    assert second[1:] == ["none"]
    assert third[1] == "WRONG: there is one, by the verdict 'many'"
    assert fourth[1].startswith("WRONG: ")
    assert run.exit_code == 1


def test_the_question_for_a_second_solution(tmp_path):
    (row,) = written(tmp_path, MANY, "--second")
    assert (row["question"], row["satisfiable"]) == ("second", True)
    answer = tmp_path / "pipes-0001.answer"
    answer.write_text(dimacs((tmp_path / row["file"]).read_text()))
    assert "\tsolution\t" in convert("--set", tmp_path, "--answers", tmp_path).stdout
    written(tmp_path, MANY)  # the plain question, to get the solution that is forbidden below
    forbidden = dimacs((tmp_path / row["file"]).read_text())
    index = (tmp_path / "index.json").read_text()
    board = puzzle("pipes", MANY)
    answer.write_text(forbidden)
    said = convert("--set", tmp_path, "--answers", tmp_path).stdout.strip().split("\t")[2]
    assert board.violation(board.decode_solution(said)) == ""
    (tmp_path / "index.json").write_text(
        index.replace('"forbidden": null', f'"forbidden": "{said}"')
    )
    run = convert("--set", tmp_path, "--answers", tmp_path)
    assert "WRONG: it is the forbidden solution" in run.stdout
    assert run.exit_code == 1


def test_what_has_no_model_is_a_line_and_the_others_are_written(tmp_path):
    run = convert("--set", tmp_path, "--to", "dimacs", "--second", MANY, NONE)
    assert run.exit_code == 2
    assert run.stderr == (
        "cpstudy: argument 2: there is no solution, so none that could be a second one\n"
    )
    assert len(json.loads((tmp_path / "index.json").read_text())) == 1
    run = convert("--set", tmp_path / "none", "--answers", tmp_path)
    assert (run.exit_code, run.stderr.count("\n")) == (2, 1)
    run = convert("--set", tmp_path, "--to", "svg", MANY)
    assert "choose from cpsat, dimacs" in run.stderr
