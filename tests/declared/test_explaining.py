"""Explanations of declared kinds: oracles against all assignments, steps against OR-Tools."""

from itertools import product
from random import Random
from typing import Any

import cpmpy as cp
import pytest

from cpstudy import api
from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import Request
from cpstudy.declared.clauses import encoded
from cpstudy.declared.deducing import Deduction, Finding
from cpstudy.declared.explaining import EXPLAINER, _Words, known
from cpstudy.declared.model import Model, model_of
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.reasoning import Cutting, Facts, Oracle
from cpstudy.declared.solving import solve_sat
from cpstudy.puzzles import DECLARED, kind
from tests.puzzles.test_clock_looks import SECONDS, no_longer_than_the_budget

# The largest number of assignments of a rule that is enumerated.
MOST = 200
HITORI = "hitori:5x5:35334/42251/13241/24543/12425"
AKARI = "akari:5x5:..21./...../..2../.#0#./1#..."


def read(name: str, text: str) -> Declared:
    puzzle = kind(name).puzzle.decode(text)
    assert isinstance(puzzle, Declared)
    return puzzle


def examples(name: str) -> list[Declared]:
    first = read(name, kind(name).example)
    return [first, *(read(name, text) for text in (*first.unique[1:], first.many))]


def allowed(model: Model, rule: int, facts: Facts) -> list[set[int]] | None:
    """Return the facts of each assignment that a rule allows; None if there are too many to try."""
    oracle = facts.rules[rule]
    places = facts.places[rule]
    ranges = [range(model.answer[p].lb, model.answer[p].ub + 1) for p in places]
    size = 1
    for values in ranges:
        size *= len(values)
    if size > MOST:
        return None
    found = []
    constraint = model.rules[rule].constraint
    for values in product(*ranges):
        full = [v.lb for v in model.answer]
        for place, value in zip(places, values, strict=True):
            full[place] = value
        with model.assigned(full):
            if bool(constraint.value() if hasattr(constraint, "value") else constraint):
                at = dict(zip(places, values, strict=True))
                found.append(
                    {x if at[facts.value[x][0]] == facts.value[x][1] else -x for x in oracle.scope}
                )
    return found


def assert_exact(oracle: Oracle, solutions: list[set[int]], given: list[int]) -> None:
    """The oracle derives exactly the facts that all agreeing assignments share.

    The reasons of each fact imply it, and no proper subset of them does.
    """
    agreeing = [solution for solution in solutions if solution.issuperset(given)]
    following = oracle.following(given)
    assert following == (set.intersection(*agreeing) if agreeing else None)
    for fact in ({0} if following is None else following) - set(given):
        against = [s for s in solutions if not fact or -fact in s]
        because = oracle.because(fact, given)
        assert set(because) <= set(given)
        assert not any(s.issuperset(because) for s in against)
        for needed in because:
            assert any(s.issuperset(set(because) - {needed}) for s in against)


@pytest.mark.parametrize("name", DECLARED)
def test_all_that_follows_from_a_rule_is_found_with_the_least_reasons(name):
    rng, met = Random(1), 0
    for puzzle in examples(name):
        facts = Facts(encoded(puzzle))
        model = facts.encoded.model
        chosen = range(len(model.rules))
        for rule in rng.sample(chosen, min(12, len(chosen))):
            solutions = allowed(model, rule, facts)
            for share in (0.0, 0.3, 0.6) if solutions is not None else ():
                near = rng.choice(solutions) if solutions and rng.random() < 0.8 else None
                scope = sorted(facts.rules[rule].scope)
                pool = near or {rng.choice((x, -x)) for x in scope}
                given = [x for x in sorted(pool) if rng.random() < share]
                assert_exact(facts.rules[rule], solutions or [], given)
                met += 1
    assert met > 5


def test_a_line_that_closes_a_circle_is_false_for_the_others_of_it():
    facts, rng = Facts(encoded(read("numberlink", "numberlink:3x2:1../..1"))), Random(3)
    rule = next(n for n, oracle in enumerate(facts.rules) if isinstance(oracle, Cutting))
    solutions = allowed(facts.encoded.model, rule, facts)
    assert solutions is not None and len(solutions) == 112  # of 128; 16 contain a circle
    for share in (0.3, 0.5, 0.9):
        for _ in range(20):
            drawn = [rng.choice((x, x, -x)) for x in facts.rules[rule].scope]
            given = [x for x in drawn if rng.random() < share]
            assert_exact(facts.rules[rule], solutions, given)


def implied(deduction: Deduction, link: Finding, supposed: int = 0) -> bool:
    """Return whether the rules and facts of a link imply the facts that it shows, by OR-Tools."""
    model, facts = deduction.facts.encoded.model, deduction.facts

    def holds(fact: int) -> Any:
        place, value = facts.value[abs(fact)]
        variable = model.answer[place]
        equal = variable if variable.is_bool() else variable == value
        return equal if fact > 0 else ~equal

    rules = [model.rules[rule].constraint for rule in link.rules if rule < len(model.rules)]
    given = [holds(fact) for fact in link.because] + ([holds(supposed)] if supposed else [])
    shown = [cp.any([~holds(fact) for fact in link.shown])] if link.shown else []
    return not cp.Model([*rules, *given, *shown]).solve()


@pytest.mark.parametrize("name", DECLARED)
def test_each_step_follows_from_its_rules_and_facts_alone(name):
    puzzle = min(examples(name)[:-1], key=lambda puzzle: puzzle.rows * puzzle.columns)
    deduction = Deduction(puzzle)
    deduction.run()
    assert deduction.settled
    assert deduction.result().solutions == solve_sat(puzzle, Request(limit=2)).solutions
    steps = deduction.findings
    for finding in Random(2).sample(steps, min(4, len(steps))):
        assert all(implied(deduction, link) for link in (finding, *finding.links))


def test_a_puzzle_with_several_solutions_shows_only_what_all_have():
    puzzle = read("akari", "akari:4x3:..../.#.1/....")
    deduction = Deduction(puzzle)
    deduction.run()
    assert not deduction.settled
    solutions = solve_sat(puzzle, Request(limit=None)).solutions
    assert len(solutions) > 1
    shared = set.intersection(*(deduction.facts.of_solution(s) for s in solutions))
    assert set(deduction.known.from_) == shared


def test_the_verdict_and_the_levels():
    assert EXPLAINER.explain(read("akari", AKARI)).grade == "one rule"
    explained = EXPLAINER.explain(read("hitori", HITORI))
    assert explained.grade == "short supposition"
    assert EXPLAINER.levels[explained.grade] == "medium"
    assert explained.verdict is Verdict.UNIQUE
    assert EXPLAINER.explain(read("hitori", "hitori:2x2:12/21")).verdict is Verdict.MANY
    assert EXPLAINER.explain(read("akari", "akari:3x1:.4.")).verdict is Verdict.NONE


def test_words_state_rules_suppositions_and_cuts():
    words = [step.words for step in EXPLAINER.explain(read("hitori", HITORI)).steps]
    assert words[0].startswith(
        "row 1, column 1 is black: suppose row 1, column 1 is white, then row 1, column 3 is black"
    )
    tents = read("tents", "tents:4x4:;11..;T..T/..T./..../....")
    assert "; likewise row " in EXPLAINER.first_step(tents).steps[0].words
    cut = "row 2, column 5 is white, else row 2, column 1 and row 1, column 5 would be cut off"
    assert f"{cut}, as row 1, column 4 is black" in words
    assert (
        "row 1, column 2 is white: row 1, column 1 and row 1, column 2 touch: not both are black, "
        "as row 1, column 1 is black" in words
    )


def test_values_that_are_excluded_stand_together():
    puzzle = read("killer_sudoku", kind("killer_sudoku").example)
    first = EXPLAINER.first_step(puzzle).steps[0]
    assert first.words.startswith(
        "row 1, column 3 is not 1, 2, 3 or 4, row 2, column 3 is not 1, 2, 3 or 4: the cage"
    )


def test_a_hint_is_the_first_step():
    puzzle = read("hitori", HITORI)
    first = EXPLAINER.first_step(puzzle)
    assert len(first.steps) == 1
    assert EXPLAINER.hint(first).words == EXPLAINER.explain(puzzle).steps[0].words


def test_the_smallest_reason_is_implied_and_not_larger_than_the_step():
    puzzle = read("hitori", HITORI)
    deduction = Deduction(puzzle)
    EXPLAINER.settled(puzzle, deduction)
    for number, finding in enumerate(deduction.findings):
        if finding.links:
            step = EXPLAINER.smallest(puzzle, number)
            whole = EXPLAINER.explain(puzzle).steps[number]
            assert step.change["values"] == whole.change["values"][:1]
            assert len(step.words) <= len(_Words(deduction.facts).finding(finding))
    count = len(deduction.findings)
    with pytest.raises(InputError, match=f"step {count + 1}: the deduction has {count} steps"):
        EXPLAINER.smallest(puzzle, count)


def test_a_smallest_reason_may_need_facts_alone():
    """All other values of an integer are excluded; the domain of the integer is not a rule."""
    puzzle = read("hashi", "hashi:5x4:3..2./...../.?.3./?.2..")
    assert "no other value is left, as " in EXPLAINER.smallest(puzzle, 3).words


def test_parts_say_why_they_end_and_where_they_go():
    rows = ["3.......", "12222222", *["." * 8] * 6]  # not a valid board: only one rule is queried
    puzzle = read("fillomino", "fillomino:8x8:" + "/".join(rows))
    facts = Facts(encoded(puzzle))
    oracle = facts.rules[len(facts.encoded.model.rules) - 1]
    assert isinstance(oracle, Cutting)
    x = {(r, c): facts.bits[8 * r + c] for r in range(8) for c in range(8)}
    three, one = x[0, 0][2], x[1, 0][0]
    found = oracle.following([three, one])
    assert x[0, 1][2] in found and x[0, 2][2] in found  # no other way
    assert oracle.because(x[0, 1][2], [three, one]) == [three]  # the 1 is a clue
    whole = [three, x[0, 1][2], x[0, 2][2]]
    assert -x[0, 3][2] in oracle.following(whole)
    assert sorted(oracle.because(-x[0, 3][2], whole)) == sorted(whole)


@pytest.mark.parametrize("most", [0, 1, 3, 14])
def test_a_budget_ends_it_with_the_steps_so_far(most):
    puzzle = read("hitori", HITORI)
    explained = EXPLAINER.explain(puzzle, Budget(iterations=most))
    assert (explained.steps, explained.grade) == (EXPLAINER.explain(puzzle).steps[:most], None)


def test_without_time_nothing_is_known():
    puzzle, nothing = read("hitori", HITORI), Budget(seconds=0)
    explained = EXPLAINER.explain(puzzle, nothing)
    assert (explained.stop, explained.verdict, explained.grade) == (
        Stop.TIME,
        Verdict.UNKNOWN,
        None,
    )
    assert EXPLAINER.conflict(puzzle, nothing) is None
    assert EXPLAINER.ambiguity(puzzle, nothing).regions == ()


def test_it_ends_by_its_clock_on_a_board_that_no_one_solves_soon(monkeypatch):
    puzzle = read("fillomino", "fillomino:12x12:" + "/".join(["." * 12] * 12))
    with no_longer_than_the_budget(monkeypatch, "explain"):
        explained = EXPLAINER.explain(puzzle, Budget(seconds=SECONDS))
    assert explained.stop is Stop.TIME


def test_mistakes_of_finished_and_unfinished_attempts():
    puzzle = read("akari", AKARI)
    explained = EXPLAINER.explain(puzzle)
    right = puzzle.encode_solution(explained.solution)
    part = right.replace("1", "?", 1)
    wrong = right.replace("1", "0", 1)
    assert EXPLAINER.mistake(explained, EXPLAINER.decode_attempt(puzzle, right)) == ""
    assert EXPLAINER.mistake(explained, EXPLAINER.decode_attempt(puzzle, part)) == ""
    found = EXPLAINER.mistake(explained, EXPLAINER.decode_attempt(puzzle, wrong))
    assert found.startswith("row 1, column 2 has no lamp, but row 1, column 2 has a lamp")


def test_clues_that_conflict():
    found = EXPLAINER.conflict(read("akari", "akari:3x3:.4./.../.1."))
    assert (found.clues, found.proved) == ((((0, 1),),), True)
    with pytest.raises(InputError, match="no clues conflict"):
        EXPLAINER.conflict(read("akari", AKARI))


@pytest.mark.parametrize(
    ("text", "clues"),
    [("fillomino:2x2:2./4.", [(0, 0)]), ("shikaku:3x1:1.1", [(0, 0), (0, 2)])],
)
def test_clues_conflict_by_what_they_say_where_other_rules_depend_on_them(text, clues):
    found = EXPLAINER.conflict(read(text.partition(":")[0], text))
    assert (found.clues, found.proved) == (tuple((cell,) for cell in clues), True)


@pytest.mark.parametrize("text", ["akari:1x3:./1/.", "tents:5x3:;;.T.T./TTT.T/....."])
def test_a_rule_that_the_last_values_break_is_seen(text):
    puzzle = read(text.partition(":")[0], text)
    assert EXPLAINER.explain(puzzle).verdict is Verdict.NONE
    assert EXPLAINER.grade(puzzle) is None


def test_where_solutions_differ():
    puzzle = read("akari", "akari:4x3:..../.#.1/....")
    found = EXPLAINER.ambiguity(puzzle)
    solutions = solve_sat(puzzle, Request(limit=None)).solutions
    model = model_of(puzzle)
    places = [
        place for place, values in enumerate(zip(*solutions, strict=True)) if len({*values}) > 1
    ]
    cells = {cell for region in found.regions for cell in region.cells}
    assert cells == set(model.cells_of(places))
    assert EXPLAINER.ambiguity(read("akari", AKARI)).regions == ()


def test_what_is_known_is_drawn():
    puzzle = read("akari", AKARI)
    steps = EXPLAINER.explain(puzzle).steps
    assert len(known(puzzle, steps[:3], 1).shapes) > len(known(puzzle, (), 0).shapes)


@pytest.mark.parametrize(
    ("name", "text", "verdict"),
    [
        ("hashi", "hashi:1x1:2", "none"),
        ("hashi", "hashi:3x1:...", "unique"),
        ("numberlink", "numberlink:1x1:.", "unique"),
    ],
)
def test_boards_on_which_nothing_is_to_be_decided(name, text, verdict):
    """Rules without variables are true or false, and graphs without variables have no edges."""
    assert api.explain(api.puzzle(name, text)).verdict.value == verdict


@pytest.mark.parametrize("text", ["akari:3x1:0.0", "fillomino:2x1:11", "hitori:2x2:11/11"])
def test_a_board_that_is_full_before_a_rule_is_examined_has_no_solution(text):
    puzzle = api.puzzle(text.partition(":")[0], text)
    assert api.explain(puzzle).verdict is Verdict.NONE
    assert EXPLAINER.hint(EXPLAINER.first_step(puzzle)) is None
