"""Solvers of declared kinds: verdicts, budgets, and the cuts that later queries reuse."""

import pytest

from cpstudy import Budget, Stop, Verdict, api, puzzles
from cpstudy.core.errors import InputError
from cpstudy.core.result import Result
from cpstudy.core.solving import solve
from cpstudy.declared.clauses import Encoded, encoded
from cpstudy.declared.model import Model, model_of
from cpstudy.declared.solving import _both
from cpstudy.encode.sat import takes_counts
from cpstudy.encode.sessions import StandIn, standing_in

ROWS = ("sat", "cdcl", "cpsat", "cpmpy", "sat:glucose4")
BOARDS = {
    "akari:3x3:.../.4./...": Verdict.UNIQUE,
    "akari:3x3:.../.#./...": Verdict.MANY,
    "akari:2x2:3./..": Verdict.NONE,
    "hitori:2x2:11/12": Verdict.UNIQUE,
    "hitori:2x2:12/21": Verdict.MANY,
    "hitori:3x3:121/322/131": Verdict.NONE,
    "tents:4x1:;;T..T": Verdict.NONE,  # tents touch, and there is no 2×2
    "tents:5x1:;;T...T": Verdict.UNIQUE,
    "yajilin:3x1:": Verdict.NONE,  # no way for a loop
    "yajilin:4x1:.,1w,.,0e": Verdict.NONE,  # not even a line
}
FLOOD = f"akari:12x12:{'/'.join(['.' * 12] * 12)}"
_ROWS = [[str(1 + (7 * r + 3 * c) % 19) for c in range(30)] for r in range(30)]
LARGE = f"hitori:30x30:{'/'.join(map(','.join, _ROWS))}"


@pytest.mark.parametrize("row", ROWS)
def test_every_row_meets_every_verdict(row):
    for text, verdict in BOARDS.items():
        result = api.solve(api.puzzle(text.partition(":")[0], text), row)
        assert result.verdict is verdict, text


@pytest.mark.parametrize("row", ROWS[:4])
# Enumerating the first takes minutes; the model of the second alone takes more than its budget.
@pytest.mark.parametrize(
    ("text", "seconds"), [(FLOOD, 0.1), (LARGE, 0.005)], ids=["flood", "large"]
)
def test_a_budget_of_seconds_is_kept(row, text, seconds):
    puzzle = api.puzzle(text.partition(":")[0], text)
    assert api.solve(puzzle, row, limit=None, budget=Budget(seconds=seconds)).stop is Stop.TIME


def test_a_budget_of_conflicts_is_kept():
    row = puzzles.kind("akari").solvers["cdcl"]
    result = solve(api.puzzle("akari", FLOOD), row, budget=Budget(iterations=1), limit=None)
    assert (result.stop, result.counters["conflicts"]) == (Stop.ITERATIONS, 1)


@pytest.mark.parametrize("row", ["sat", "cdcl", "cpsat"])
def test_what_may_be_assumed_loses_no_answer(row):
    # The line between the ends 1 may be short or pass the free cells: there are two answers.
    puzzle = api.puzzle("numberlink", "numberlink:2x2:../11")
    short, long = api.solve(puzzle, row, limit=None).solutions
    assert sum(short) < sum(long)
    assert api.solve(puzzle, row, limit=1).solutions == (short,)
    assert api.solve(puzzle, row, limit=2).verdict is Verdict.MANY


def test_cuts_stay_for_the_next_question():
    # Rotated, so that no other test has solved it before.
    puzzle = api.puzzle("hitori", "hitori:5x5:43353/15224/14231/34542/52421")
    first = api.solve(puzzle, "sat")
    assert first.counters["cuts"] > 0
    again = api.solve(puzzle, "sat", limit=None)
    assert again.counters["cuts"] == 0
    assert again.solutions == first.solutions
    assert len(encoded(puzzle).cuts) == first.counters["cuts"]
    assert model_of(puzzle) is model_of(api.puzzle("hitori", puzzle.encode()))


def test_each_rule_has_a_literal_under_which_it_holds():
    puzzle = api.puzzle("akari", "akari:2x2:3./..")
    model = encoded(puzzle)
    formula, guards = model.guarded()
    assert len(guards) == len(model_of(puzzle).rules)
    assert all(any(-guard in clause for clause in formula.clauses) for guard in guards)


def test_counts_are_clauses_for_whoever_takes_no_others():
    puzzle = api.puzzle("star_battle", "star_battle:5x5:2;11444/10334/10034/10004/22004")
    model = Encoded(Model(puzzle))
    least = [len(model.formula(counted=counted).clauses) for counted in (True, False, True)]
    assert least[0] == 0 < least[1] == least[2]
    assert model.at_most == []
    assert takes_counts("minicard")
    assert not takes_counts("cadical195")
    with standing_in(StandIn()):  # the model is written, not solved
        assert not takes_counts("minicard")


def test_what_is_not_an_answer_is_said_in_the_words_of_a_rule():
    puzzle = api.puzzle("akari", "akari:3x3:.../.4./...")
    assert puzzle.violation(bytes([0, 1, 0, 1, 1, 0, 1, 0])) == ""
    assert puzzle.violation(bytes(8)) == "the 4 at row 2, column 2 has 4 lamps around it"
    assert (
        puzzle.violation(bytes([1, 1, 0, 1, 1, 0, 1, 0])) == "no lamp sees one at row 1, column 1"
    )
    assert puzzle.violation(bytes(3)) == "3 values, expected 8"
    assert (
        puzzle.violation(bytes([2, 1, 0, 1, 1, 0, 1, 0]))
        == "lamps row 1, column 1: 2 is not a value"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("akari:3x3:.../.9./...", r"walls, row 2, column 2: '9' is not a clue"),
        ("akari:3x3:.../../...", "walls, row 2: 2 tokens, expected 3"),
        ("hitori:2x2:12/2.", "is not a clue"),
        ("sudoku:3x3:...", "expected akari:COLUMNSxROWS"),
        ("akari:0x3:", "size 0x3"),
    ],
)
def test_faults_of_texts_are_named(text, words):
    kind = puzzles.kind("hitori" if text.startswith("hitori") else "akari").puzzle
    with pytest.raises(InputError, match=words):
        kind.decode(text)


def test_a_second_search_whose_time_ended_at_once_has_no_cuts():
    late = Result(stop=Stop.TIME, counters={"searches": 0})
    both = _both(Result((b"1",), exhausted=True, counters={"searches": 2, "cuts": 3}), late)
    assert (both.counters, both.stop) == ({"searches": 2, "cuts": 3}, Stop.TIME)
