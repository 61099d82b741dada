"""Models for external programs, of every kind and row: solved by them, read back, checked."""

import re
import shutil
from collections import Counter

import pytest
from click.testing import CliRunner

from cpstudy import Verdict, generate, puzzle, solve, verify
from cpstudy.cli import main
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.text import NoBoardError
from cpstudy.encode.interchange import LANGUAGES
from cpstudy.encode.sessions import StandIn, stand_in, standing_in
from cpstudy.encode.solver_rows import formalism
from cpstudy.jobs.converting import solution_in, targets
from cpstudy.jobs.models import Question, languages, model, solution_of
from cpstudy.puzzles import PUZZLES, kind
from tests.jobs.outside import OUTSIDE, dimacs, flatzinc

pytest.importorskip("pysat")

KINDS = [name for name in PUZZLES if languages(kind(name))]
TWO_OF_TWO = "2x2:1/1/1/1"
SMALL = {
    # A tree, many solutions, none by counting, none by the rules, a torus.
    "pipes": ("3x3:654eb6414", "2x2w:1531", "2x1:35", "3x2:356153", "2x1w:11"),
    "hexpipes": (kind("hexpipes").example, "2x1:0102", "2x2:01030203"),
    "edge_matching": (kind("edge_matching").example, "2x2:0,1,2,0;0,0,1,1;2,3,0,0;1,0,0,3"),
    "sudoku": ("1...3.....2...4.", "11.............."),
    "jigsaw": (kind("jigsaw").example,),
    "kenken": (kind("kenken").example,),
    "picross": (TWO_OF_TWO, "2x2:2/2/1/1"),
    "nurikabe": (kind("nurikabe").example,),
    "slitherlink": (kind("slitherlink").example,),
    "masyu": ("mashu/3/2/33",),
}
# Each run of these programs takes half a second.
SLOW = ("minizinc",)


def boards(name):
    found = [puzzle(name, text) for text in SMALL[name]]
    if name == "sudoku":
        found += [board for board, _ in generate(name, "minimal", 4, 2, 1)]
    return found


def asked(record, board, question):
    """Return the answer of a program of the question's language: a solution, or None for none."""
    made = model(record, board, question)
    said = OUTSIDE[question.language](made.text)
    try:
        found = solution_of(record, board, question, said)
    except NoBoardError:
        return None
    assert board.violation(found) == "", (question, board.encode())
    if question.second:
        assert board.canonical(found) != board.canonical(made.solution), question
    return found


@pytest.mark.parametrize("name", KINDS)
def test_programs_outside_find_what_we_find(name):
    """Each language gives a solution if one exists, and a second one if there are many."""
    record, met = kind(name), Counter()
    for board in boards(name):
        verdict = verify(board).verdict
        for language in set(languages(record)) - set(SLOW):
            found = asked(record, board, Question(language))
            assert (found is None) is (verdict is Verdict.NONE), (language, board.encode())
            try:
                second = asked(record, board, Question(language, second=True))
            except NotApplicable as error:
                met[str(error)[:20]] += 1
                continue
            assert (second is not None) is (verdict is Verdict.MANY), (language, board.encode())
            met[verdict] += 1
    assert set(LANGUAGES) - {"smtlib"} <= set(targets(record))
    assert met[Verdict.UNIQUE] + met[Verdict.MANY] > 0


@pytest.mark.parametrize(
    "name", [name for name, row in kind("pipes").solvers.items() if formalism(row)]
)
def test_every_row_of_pipes_is_written(name):
    """A row that adds cuts may give a solution that breaks a rule, but its "none" is true."""
    record, met = kind("pipes"), Counter()
    row = record.solvers[name]
    for board in boards("pipes"):
        truth = solve(board, limit=None).solutions
        for language in ("dimacs", "cpsat", "smtlib"):
            if formalism(row) not in LANGUAGES[language].writers:
                with pytest.raises(InputError, match=f"{row.name} is not written as {language}"):
                    model(record, board, Question(language, row.name))
                continue
            try:
                made = model(record, board, Question(language, row.name))
            except NotApplicable as error:
                met[str(error)[:12]] += 1
                continue
            try:
                found = solution_of(
                    record, board, Question(language, row.name), OUTSIDE[language](made.text)
                )
            except NoBoardError:
                assert not truth
                met["none"] += 1
            except InputError:
                assert made.lazily
                met["some"] += 1
            else:
                assert found in truth or made.lazily
                met["some"] += 1
    if row.complete:
        assert met["none"] >= 2
        assert met["some"] >= 2
    else:
        assert met == {"solver sat:h": 2 * len(SMALL["pipes"])}


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="Debian's minizinc is missing")
@pytest.mark.parametrize(
    ("name", "text", "solver"),
    [
        ("pipes", "3x3:654eb6414", "cpsat"),
        ("pipes", "2x1w:11", "cpsat:contour"),
        ("kenken", kind("kenken").example, "cpsat"),
        ("picross", TWO_OF_TWO, "cpsat"),
        ("picross", TWO_OF_TWO, "sat"),
        ("slitherlink", "slither/2/2/2d", "cpsat"),
    ],
)
def test_minizinc_reads_models_of_cpsat(name, text, solver):
    """MiniZinc reads elements, flow, circuits, tables, automata and all-different constraints."""
    record, board = kind(name), puzzle(name, text)
    assert asked(record, board, Question("minizinc", solver)) is not None
    second = asked(record, board, Question("minizinc", solver, second=True))
    assert (second is not None) is (verify(board).verdict is Verdict.MANY)


def test_a_part_of_a_model_says_so():
    """The solver cuts loops off as the search finds them, so the first answer may have several."""
    record = kind("masyu")
    board = puzzle("masyu", record.example)
    made = model(record, board, Question("flatzinc"))
    assert made.lazily
    assert "% only part of the model" in made.text
    with pytest.raises(ValueError, match="or one that breaks a rule for which that solver adds"):
        solution_of(record, board, Question("flatzinc"), flatzinc(made.text))
    with pytest.raises(NotApplicable, match="no question for a second solution"):
        model(record, board, Question("dimacs", second=True))


def test_solutions_that_are_classes_have_a_second_question_by_the_row_that_forbids_them():
    record = kind("edge_matching")
    board = puzzle("edge_matching", record.example)
    with pytest.raises(NotApplicable, match="a solution turned for a second one"):
        model(record, board, Question("cpsat", second=True))
    assert asked(record, board, Question("dimacs", second=True)) is None


@pytest.mark.parametrize(
    ("solver", "language", "words"),
    [
        ("search", "dimacs", "search is not written as dimacs: it searches itself"),
        ("cpsat", "opb", "a model for cpsat: --to cpsat, minizinc"),
        ("sat:printed", "dimacs", "choose from"),
        ("sat:hegeman-printed", "dimacs", "asks for a second solution only: --second"),
    ],
)
def test_what_has_no_model_is_refused(solver, language, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        model(kind("pipes"), puzzle("pipes", "3x3:654eb6414"), Question(language, solver))


def test_the_formula_as_printed_is_written_and_wrong():
    """The second solutions of the printed formula may not be trees."""
    record = kind("pipes")
    question = Question("dimacs", "sat:hegeman-printed", second=True)
    for board, _ in generate("pipes", "depth-first", 5, 60, seed=1):
        said = dimacs(model(record, board, question).text)
        if "UNSAT" in said:
            continue
        found = solution_of(record, board, Question("dimacs", "sat:hegeman"), said)
        if board.violation(found):
            return
    raise AssertionError("no safe state without a tree was met")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("nonsense", "no line 's SATISFIABLE' (dimacs, opb, xcsp3); no line 'sat' (smtlib)"),
        ("s SATISFIABLE\nv 1 x 0", "not a list of literals"),
        ("s SATISFIABLE\nv 100000 0", "a variable above"),
        ("s UNSATISFIABLE", "no board in it"),
        ("s UNKNOWN", "it decides nothing"),
        ("s SATISFIABLE\nv x1 -x2", "no value of x3"),
        ("s SATISFIABLE\nv <list> x[] </list> <values> 1x3 0 </values>", "4 values, expected 64"),
        ("s SATISFIABLE\nv <list> x[0] </list> <values> one </values>", "not a value: 'one'"),
        ("status: OPTIMAL\nsolution: 1", "1 values, expected 16"),
        ("status: INFEASIBLE", "no board in it"),
        ("sat\n((x1 true))", "answer: no value of x2 (smtlib)"),
        ("unsat", "no board in it"),
        ("x = [true, false]", "2 values, expected 64"),
        ("=====UNSATISFIABLE=====", "no board in it"),
    ],
)
def test_what_is_no_answer_is_reported(said, words):
    board = puzzle("sudoku", "1...3.....2...4.")
    with pytest.raises(ValueError, match=re.escape(words)) as result:
        solution_in(kind("sudoku"), board, said)
    assert "\n" not in str(result.value)


def test_an_answer_that_breaks_a_rule_is_reported():
    board = puzzle("sudoku", "1...3.....2...4.")
    values = "\n".join(f"solution: {1 + place % 4}" for place in range(16))
    _, reason = solution_in(kind("sudoku"), board, f"status: OPTIMAL\n{values}")
    assert reason != ""


def test_a_formula_of_millions_of_clauses_is_not_written():
    board, _ = next(generate("pipes", "wilson", 40, 1))
    with pytest.raises(NotApplicable, match="there is no model: sat:hegeman settles this without"):
        model(kind("pipes"), board, Question("dimacs", "sat:hegeman"))


def test_nobody_stands_in_afterwards():
    placed = StandIn()
    with standing_in(placed):
        assert stand_in() is placed
    assert stand_in() is None


def test_the_command_line_writes_and_reads(tmp_path):
    board = kind("nurikabe").example
    formula, answer = tmp_path / "board.cnf", tmp_path / "answer"
    given = ["convert", "--puzzle", "nurikabe", board]
    for more in ([], ["--solver", "sat", "--second"]):
        done = CliRunner().invoke(main, [*given, *more, "--to", "dimacs", "--out", str(formula)])
        assert (done.exit_code, done.stderr) == (0, "")
    assert "UNSAT" in dimacs(formula.read_text())
    CliRunner().invoke(main, [*given, "--to", "dimacs", "--out", str(formula)])
    answer.write_text(dimacs(formula.read_text()))
    result = CliRunner().invoke(main, [*given, "--to", "text", "--from-assignment", str(answer)])
    assert (result.exit_code, result.stderr) == (0, "")
    solution = result.stdout.strip()
    record = puzzle("nurikabe", board)
    assert record.violation(record.decode_solution(solution)) == ""
    refused = CliRunner().invoke(main, [*given, "--to", "svg", "--from-assignment", str(answer)])
    assert refused.exit_code == 2
    assert "--to text only" in refused.stderr
    answer.write_text("no answer\n")
    short = CliRunner().invoke(main, [*given, "--to", "text", "--from-assignment", str(answer)])
    assert short.exit_code == 2
    assert short.stderr.startswith(f"cpstudy: argument 1: {answer}: answer: ")
