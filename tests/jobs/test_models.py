"""Models for programs outside: of every kind that has one, solved by these, read back, checked."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner

from cpstudy import Verdict, generate, puzzle, verify
from cpstudy.cli import main
from cpstudy.core.text import NoBoardError
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.interchange import LANGUAGES
from cpstudy.encode.sessions import stand_in, standing_in
from cpstudy.jobs.converting import models, solution_in, targets, writer
from cpstudy.puzzles import PUZZLES, kind

KINDS = [
    name
    for name in PUZZLES
    if any(row.split(":")[0] in ("cpsat", "sat") for row in kind(name).solvers)
]
SMALL = {
    "pipes": ("3x3:654eb6414", "2x1:12"),
    "hexpipes": (kind("hexpipes").example, "2x1:0102", "2x2:01030203"),
    "edge_matching": (kind("edge_matching").example, "2x2:0,1,2,0;0,0,1,1;2,3,0,0;1,0,0,3"),
    "sudoku": ("1...3.....2...4.", "11.............."),
    "jigsaw": (kind("jigsaw").example,),
    "kenken": (kind("kenken").example,),
    "picross": ("2x2:1/1/1/1", "2x2:2/2/1/1"),
    "nurikabe": (kind("nurikabe").example,),
    "slitherlink": (kind("slitherlink").example,),
    "masyu": ("mashu/3/2/33",),
}


def boards(name):
    found = [puzzle(name, text) for text in SMALL[name]]
    if name == "sudoku":
        found += [board for board, _ in generate(name, "minimal", 4, 3, 1)]
    return found


def cpsat(text):
    """What CP-SAT says to a model that it reads from text."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    model.proto.parse_text_format(text)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return str(solver.response_proto)


def dimacs(text):
    """Glucose's answer to the clauses in a DIMACS text, in the words of the competitions."""
    solvers = pytest.importorskip("pysat.solvers")
    lines = [line for line in text.splitlines() if line[0] not in "cp"]
    header = re.search(r"^p cnf (\d+) (\d+)$", text, re.MULTILINE)
    assert int(header[2]) == len(lines)
    with solvers.Solver(name="glucose4") as solver:
        for line in lines:
            *clause, end = map(int, line.split())
            assert end == 0
            assert max(map(abs, clause), default=0) <= int(header[1])
            solver.add_clause(clause)
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


def smtlib(text):
    z3 = pytest.importorskip("z3")
    solver = z3.Solver()
    script = text.replace("(check-sat)", "").replace("(exit)", "")
    solver.from_string(re.sub(r"\(get-value .*\)", "", script))
    if solver.check() != z3.sat:
        return "unsat\n"
    model = solver.model()
    names = re.findall(r"\(declare-const (\w+) Bool\)", text)
    values = ((name, model.eval(z3.Bool(name), model_completion=True)) for name in names)
    return "sat\n(" + "\n ".join(f"({name} {str(value).lower()})" for name, value in values) + ")"


def minizinc(text):
    """Its clauses are put to the same program as DIMACS: no MiniZinc is needed."""
    count = int(re.search(r"array\[1\.\.(\d+)\]", text)[1])
    clauses = []
    for line in re.findall(r"^constraint (.*);$", text, re.MULTILINE):
        words = [] if line == "false" else line.split(r" \/ ")
        clauses.append([int(w[2:-1]) if w[0] == "x" else -int(w[6:-1]) for w in words])
    body = "\n".join(" ".join(map(str, [*clause, 0])) for clause in clauses)
    told = dimacs(f"p cnf {count} {len(clauses)}\n{body}\n")
    if "UNSAT" in told:
        return "=====UNSATISFIABLE=====\n"
    true = set(re.findall(r" (\d+)", told))
    values = ", ".join(str(str(v) in true).lower() for v in range(1, count + 1))
    return f"x = [{values}]\n----------\n"


OUTSIDE = {"cpsat": cpsat, "dimacs": dimacs, "smtlib": smtlib, "minizinc": minizinc}


@pytest.mark.parametrize("name", KINDS)
def test_answers_of_programs_outside_are_solutions(name):
    """Where they find one it keeps the rules, and there is none where they find none."""
    met = Counter()
    record = kind(name)
    for board in boards(name):
        verdict = verify(board).verdict
        for language in set(models(record)) | (set(LANGUAGES) & set(record.formats)):
            if name == "pipes":  # its formats are its own, and tested with them
                continue
            said = OUTSIDE[language](writer(record, language)(board).decode())
            if verdict is Verdict.NONE:
                with pytest.raises(NoBoardError):
                    solution_in(record, board, said)
            else:
                _, reason = solution_in(record, board, said)
                assert reason == "", (language, board.encode())
            met[language, verdict is Verdict.NONE] += 1
    assert set(LANGUAGES) <= set(targets(record))
    if name != "pipes":
        assert {language for language, none in met if not none} == set(LANGUAGES)


def test_an_answer_to_a_model_that_grows_may_break_a_rule():
    """Loops are cut off as the search finds them: the first answer may be several."""
    board = puzzle("masyu", kind("masyu").example)
    said = minizinc(writer(kind("masyu"), "minizinc")(board).decode())
    with pytest.raises(ValueError, match="or one that breaks a rule for which that solver adds"):
        solution_in(kind("masyu"), board, said)


def test_nones_were_among_them():
    assert verify(puzzle("sudoku", SMALL["sudoku"][1])).verdict is Verdict.NONE
    assert verify(puzzle("picross", SMALL["picross"][1])).verdict is Verdict.NONE


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("nonsense", "no line 's SATISFIABLE'"),
        ("s SATISFIABLE\nv 1 x 0", "not a list of literals"),
        ("s SATISFIABLE\nv 100000 0", "a variable above"),
        ("s UNSATISFIABLE", "no board in it"),
        ("status: OPTIMAL\nsolution: 1", "1 values, expected 16"),
        ("status: INFEASIBLE", "INFEASIBLE, there is no board"),
        ("sat\n((x1 true))", "no value of x2"),
        ("unsat", "no board in it"),
        ("x = [true, false]", "2 values, expected 64"),
        ("=====UNSATISFIABLE=====", "no board in it"),
    ],
)
def test_what_is_no_answer_is_told(said, words):
    board = puzzle("sudoku", "1...3.....2...4.")
    with pytest.raises(ValueError, match=re.escape(words)):
        solution_in(kind("sudoku"), board, said)


def test_an_answer_that_breaks_a_rule_is_told():
    board = puzzle("sudoku", "1...3.....2...4.")
    values = "\n".join(f"solution: {1 + place % 4}" for place in range(16))
    _, reason = solution_in(kind("sudoku"), board, f"status: OPTIMAL\n{values}")
    assert reason != ""


def test_a_puzzle_without_a_model_has_none():
    """Pipes settles some boards before there is a model; who asks is told."""
    record = kind("pipes")
    record = replace(record, formats={})  # as if it had no formats of its own
    with pytest.raises(ValueError, match="there is no model: cpsat"):
        writer(record, "cpsat")(puzzle("pipes", "2x1:55"))


def test_nobody_stands_in_afterwards():
    with standing_in([1]) as outside:
        assert stand_in() is outside
        assert outside.take(Cnf(1)) == [1]
        assert outside.take(Cnf(1)) is None
    assert stand_in() is None


def test_the_command_line_writes_and_reads(tmp_path):
    board = kind("nurikabe").example
    formula, answer = tmp_path / "board.cnf", tmp_path / "answer"
    given = ["convert", "--puzzle", "nurikabe", board]
    assert (
        CliRunner().invoke(main, [*given, "--to", "dimacs", "--out", str(formula)]).exit_code == 0
    )
    answer.write_text(dimacs(formula.read_text()))
    told = CliRunner().invoke(main, [*given, "--to", "text", "--from-assignment", str(answer)])
    assert (told.exit_code, told.stderr) == (0, "")
    solution = told.stdout.strip()
    record = puzzle("nurikabe", board)
    assert record.violation(record.decode_solution(solution)) == ""
    refused = CliRunner().invoke(main, [*given, "--to", "svg", "--from-assignment", str(answer)])
    assert refused.exit_code == 2
    assert "--to text only" in refused.stderr
