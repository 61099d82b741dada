"""Explanations, hints, mistakes, cells where solutions differ, and clues that conflict."""

import json
import random
import re
from collections import Counter

import pytest
from click.testing import CliRunner

from cpstudy import Budget, Verdict, puzzle, solve
from cpstudy.cli import main
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.latin import explaining
from cpstudy.puzzles.latin.deduction.solver import RULES
from cpstudy.puzzles.latin.explaining import EXPLAINER
from cpstudy.puzzles.sudoku.puzzle import Sudoku
from tests.puzzles.latin.instances import random_puzzle
from tests.puzzles.latin.test_agreement import all_solutions

EASY = "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....835.7"
HARD = ".431...9.9....65......5.........9..24......5..5.26..8..1....7..8.......9.2..8.4.."
KINDS = ("sudoku", "jigsaw", "kenken")


def test_words_name_the_row_of_the_value():
    seen = CliRunner().invoke(main, ["explain", "--puzzle", "sudoku", EASY, HARD]).output
    places = re.findall(r"Row (\d), column (\d) is .*? only place for an? \d in (\w+) (\d)", seen)
    assert {unit for _, _, unit, _ in places} >= {"row", "column"}
    for row, column, unit, number in places:
        box = (int(row) - 1) // 3 * 3 + (int(column) - 1) // 3 + 1
        assert int(number) == {"row": int(row), "column": int(column), "box": box}[unit]


@pytest.mark.parametrize("name", KINDS)
def test_explanations_say_what_is_true(name):
    rng = random.Random(2)
    met: Counter[str] = Counter()
    for _ in range(60):
        board = random_puzzle(rng, name)
        truth = all_solutions(board)
        seen = EXPLAINER.explain(board)
        assert seen.verdict is (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(len(truth), 2)]
        assert (seen.grade is not None) is (len(truth) == 1)
        assert seen.grade == EXPLAINER.grade(board)
        assert seen.solution == (min(truth) if len(truth) == 1 else None)
        met[str(seen.verdict)] += 1
        hint = EXPLAINER.hint(seen)
        for solution in truth:
            assert EXPLAINER.mistake(seen, solution) == ""
            if hint is not None:
                row, column = hint.cell
                assert solution[row * board.order + column] == hint.change["value"]
        assert hint is None or truth
        met["hints"] += hint is not None
    assert min(met["none"], met["unique"], met["many"], met["hints"]) > 5


def test_mistakes_name_the_first_step_that_is_against_them():
    seen = EXPLAINER.explain(Sudoku.decode(HARD))
    assert seen.grade == RULES[-1] == "one step ahead"
    assert {step.rule for step in seen.steps} <= set(RULES)
    wrong = bytearray(seen.solution)
    cell = HARD.index(".")
    wrong[cell] = wrong[cell] % 9 + 1
    words = EXPLAINER.mistake(seen, bytes(wrong))
    assert words.startswith(f"Row 1, column {cell + 1} is {wrong[cell]}, which cannot be. ")
    assert EXPLAINER.mistake(seen, b"\1").startswith("1 cells")
    ahead = [step for step in seen.steps if step.rule == RULES[-1]]
    assert ahead and all("if it were" in step.words for step in ahead)


def test_steps_speak_of_cells():
    seen = EXPLAINER.explain(Sudoku.decode(HARD))
    left = [[set(range(1, 10)) for _ in range(9)] for _ in range(9)]
    for step in seen.steps:
        for row, column in (*step.cells, *step.because):
            assert 0 <= row < 9
            assert 0 <= column < 9
        for row, column, values in step.change.get("removed", ()):
            assert set(values) <= left[row][column]
            left[row][column] -= set(values)
    json.dumps([dict(step.change) for step in seen.steps])


def test_a_wrong_solution_does_not_get_out(monkeypatch):
    board = Sudoku.decode(EASY)
    right = explaining.Deduction.result

    def wrong(self, *arguments):
        found = right(self, *arguments)
        spoilt = tuple(bytes([s[0] % 9 + 1]) + s[1:] for s in found.solutions)
        return type(found)(spoilt, exhausted=found.exhausted, stop=found.stop)

    monkeypatch.setattr(explaining.Deduction, "result", wrong)
    with pytest.raises(WrongAnswerError, match="explain"):
        EXPLAINER.explain(board)


def test_wrong_alternatives_do_not_get_out(monkeypatch):
    right = explaining.Search.solution
    monkeypatch.setattr(explaining.Search, "solution", lambda self: right(self)[::-1])
    with pytest.raises(WrongAnswerError, match="ambiguity"):
        EXPLAINER.ambiguity(Sudoku.decode(EASY))


@pytest.mark.parametrize("name", KINDS)
def test_cells_that_differ_are_those_of_all_solutions(name):
    rng = random.Random(3)
    met: Counter[str] = Counter()
    for _ in range(60):
        board = random_puzzle(rng, name)
        truth = all_solutions(board)
        if not truth:
            with pytest.raises(ValueError, match="no solution"):
                EXPLAINER.ambiguity(board)
            continue
        seen = EXPLAINER.ambiguity(board)
        assert seen.solution in truth
        cells = {c for region in seen.regions for c in region.cells}
        differing_cells = {
            divmod(cell, board.order)
            for cell in range(board.order**2)
            if len({solution[cell] for solution in truth}) > 1
        }
        assert (cells, seen.unknown) == (differing_cells, ())
        for region in seen.regions:
            assert region.alternative in truth
            assert set(region.changed) & set(region.cells)
        met[f"{min(len(seen.regions), 2)} regions"] += 1
    assert met["0 regions"] > 5
    assert met["1 regions"] > 5


def test_a_budget_leaves_unknown_cells():
    board = Sudoku.decode(EASY.replace("3", ".").replace("5", "."))
    whole = EXPLAINER.ambiguity(board)
    assert whole.regions
    cut = EXPLAINER.ambiguity(board, Budget(iterations=0))
    assert (cut.solution, cut.regions, len(cut.unknown)) == (None, (), board.clues.count(0))
    some = EXPLAINER.ambiguity(board, Budget(iterations=whole.counters["nodes"] // 2))
    known = {c for region in some.regions for c in region.cells}
    assert known | set(some.unknown) >= {c for region in whole.regions for c in region.cells}


@pytest.mark.parametrize("name", KINDS)
def test_unfinished_attempts(name):
    """An attempt has a mistake exactly if no solution by brute force continues it."""
    rng = random.Random(6)
    met: Counter[str] = Counter()
    for _ in range(150):
        board = random_puzzle(rng, name)
        truth = all_solutions(board)
        found = EXPLAINER.explain(board)
        for solution in list(truth)[:2] or [bytes([1] * board.order**2)]:
            attempt = bytearray(value if rng.random() < 0.5 else 0 for value in solution)
            changed = rng.randrange(len(attempt))
            if rng.random() < 0.7:
                attempt[changed] = rng.randint(1, board.order)
            attempt[changed - 1] = 0
            mistake = EXPLAINER.mistake(found, bytes(attempt))
            continued = any(
                all(a in (0, b) for a, b in zip(attempt, one, strict=True)) for one in truth
            )
            assert (mistake == "") is continued, mistake
            met[str(continued)] += 1
    assert min(met.values()) > 20


def test_attempts_are_read_with_any_sign_of_empty_cells():
    board = puzzle("sudoku", ".1.....23.....3.")
    expected = bytes([2, 1, 0, 0, 4, 3, 0, 0, 3, 4, 2, 1, 1, 0, 3, 4])
    for sign in ".0-_*?x":
        text = "21..43..34211.34".replace(".", sign)
        for given in (text, " ".join(text), ",".join(text)):
            assert EXPLAINER.decode_attempt(board, given) == expected
    framed = "+--+--+\n|21|..|\n|43|..|\n+--+--+\n|34|21|\n|1.|34|\n+--+--+"
    assert EXPLAINER.decode_attempt(board, framed) == expected
    array = "[[2,1,0,0],\n [4,3,0,0],\n [3,4,2,1],\n [1,0,3,4]]"
    assert EXPLAINER.decode_attempt(board, array) == expected
    for text, words in (
        ("21", "attempt: 2 cells, expected 16"),
        ("21..43..34211.3q", "attempt: row 4, column 4: 'q' is not a value"),
        ("21..43..34211x34", "both may be empty cells"),
    ):
        with pytest.raises(ValueError, match=re.escape(words)):
            EXPLAINER.decode_attempt(board, text)
    seen = CliRunner().invoke(
        main, ["mistake", "--puzzle", "sudoku", board.encode(), "--against", "21..43..34211.34"]
    )
    assert (seen.exit_code, seen.output) == (0, f"{board.encode()}\tno mistake\n")


@pytest.mark.parametrize("name", KINDS)
def test_conflicts_are_minimal(name):
    rng = random.Random(4)
    met: Counter[str] = Counter()
    while met["none"] < 12:
        board = random_puzzle(rng, name)
        if all_solutions(board):
            with pytest.raises(ValueError, match="there is a solution"):
                EXPLAINER.conflict(board)
            met["solvable"] += 1
            continue
        seen = EXPLAINER.conflict(board)
        assert seen.proved
        met["none"] += 1
        if name == "kenken" or not all_solutions(board.with_clues(bytes(16))):
            continue
        kept = [row * 4 + column for ((row, column),) in seen.clues]
        for without in (None, *kept):
            part = bytes(v if c in kept and c != without else 0 for c, v in enumerate(board.clues))
            assert bool(all_solutions(board.with_clues(part))) is (without is not None)
            met["trials"] += 1
    assert met["solvable"] > 2
    assert met["trials"] > 10 or name == "kenken"


def test_cages_conflict():
    seen = EXPLAINER.conflict(puzzle("kenken", "3:a_3aab_,a3d3s1m4"))
    assert seen.clues == (((1, 0), (2, 0)), ((1, 1), (2, 1), (2, 2)))
    assert EXPLAINER.conflict(puzzle("kenken", "3:a_3aab_,a3d3s1m4"), Budget(seconds=0)) is None


def test_the_command_tells_conflicts_hints_and_regions():
    runner = CliRunner()

    def seen(*arguments):
        return runner.invoke(main, ["explain", "--puzzle", "sudoku", *arguments])

    wrong = "5" + EASY[1:]
    assert seen("--conflict", wrong).output.splitlines() == [
        f"{wrong}\t2 clues conflict", "row 1, column 1", "row 2, column 3",
    ]  # fmt: skip
    row = json.loads(seen("--conflict", "--json", wrong).output)
    assert (row["conflict"], row["proved"]) == ([[[0, 0]], [[1, 2]]], True)
    assert seen("--conflict", EASY).exit_code == 2
    assert seen("--conflict", "--hint", EASY).exit_code == 2
    assert seen("--conflict", "--draw", wrong).exit_code == 2
    assert "Row 2, column 6 is 1: " in seen("--hint", EASY).output
    assert seen("--ambiguity", "--draw", "2x2:p").exit_code == 0
    assert seen(EASY).output.startswith(f"{EASY}\teasy\thidden single\n")
    (solution,) = solve(Sudoku.decode(EASY)).solutions
    attempt = Sudoku.decode(EASY).encode_solution(solution)
    assert seen("--against", attempt, EASY).output == f"{EASY}\tno mistake\n"
    pipes = runner.invoke(main, ["explain", "--conflict", "2x1:13"])
    assert "cannot say which clues conflict" in pipes.stderr
