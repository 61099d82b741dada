"""Deduction is sound on all solutions, each rule is needed, and each broken rule is detected."""

import pytest

from cpstudy import Budget, Stop, Verdict, solve
from cpstudy.core.generating import Wanted
from cpstudy.puzzles.picross.deduction import (
    LINE,
    LOOKAHEAD,
    OVERLAP,
    RULES,
    SETTLED,
    Deduction,
)
from cpstudy.puzzles.picross.puzzle import Picross
from tests.mutating import mutated
from tests.puzzles.picross.instances import domino
from tests.puzzles.picross.soundness import check_sound


def test_deduction_is_sound_on_every_variety():
    met = check_sound(seed=3, count=300, largest=6, most_cells=16)
    assert min(met[f"verdict {v}"] for v in ("none", "unique", "many")) > 15
    for what in ("settled", "contradiction", "stuck", "overlap", "lookahead"):
        assert met[what] > 1, met


@pytest.mark.parametrize(
    ("size", "seed"), [pytest.param((12, 12), 2, id="12x12"), pytest.param((9, 15), 5, id="9x15")]
)
def test_each_rule_knows_more_than_those_before(size, seed):
    from cpstudy.puzzles.picross.generating import generate

    known, settled = [0, 0, 0], 0
    for puzzle, _ in generate(Wanted("noise", *size, 12, seed, wrap=False)):
        removed = []
        for rule in (OVERLAP, LINE, LOOKAHEAD):
            deduction = Deduction(puzzle)
            deduction.run(rule)
            removed.append({pair for step in deduction.log for pair in step.removed})
            assert {step.rule for step in deduction.log} <= set(range(rule + 1))
            if deduction.end == SETTLED:
                settled += 1
                assert puzzle.violation(deduction.result().solutions[0]) == ""
        assert removed[0] <= removed[1] <= removed[2]
        known = [total + len(pairs) for total, pairs in zip(known, removed, strict=True)]
    assert known[0] < known[1] < known[2]
    assert settled > 3


def test_it_stops_where_it_is_reported():
    found = solve(domino(4), "deduce", budget=Budget(iterations=2))
    assert (found.verdict, found.stop) == (Verdict.UNKNOWN, Stop.ITERATIONS)
    assert found.counters["steps"] == 2
    assert solve(domino(4), "deduce", budget=Budget(seconds=1e-9)).stop is Stop.TIME
    assert solve(domino(5), "deduce").stop is Stop.STUCK
    assert solve(Picross.decode("1x1:1/"), "deduce").verdict is Verdict.NONE


# Broken rules, one at a time: the module, the text in it, and its replacement.
MUTATIONS = {
    "overlap: a cell too far": (
        "deduction", "(1 << end) - (1 << start)", "(1 << end - 1) - (1 << start)"),
    "overlap: begins a cell late": (
        "deduction", "(1 << end) - (1 << start)", "(1 << end) - (2 << start)"),
    "overlap: the core is too long": (
        "deduction", "(1 << start + length) - (1 << end - length)",
        "(2 << start + length) - (1 << end - length)"),
    "overlap: no gap is asked for anywhere": (
        "deduction", "start = boundary + (colour == before)",
        "start = boundary + 1"),
    "overlap: one side only": (
        "deduction", "may[BLANK] >> start & 1:\n                    break",
        "may[BLANK] >> start & 1 or start:\n                    break"),
    "line: blanks are never crossed": (
        "lines.words", "return (((boundaries & blank) + blank) ^ blank) | boundaries",
        "return boundaries"),
    "line: different colours have a gap too": (
        "lines.words", "if colour == before else reached", "if before > 0 else reached"),
    "line: runs of one colour have a gap of two": (
        "lines.words", "starts = (reached & blank) << 1", "starts = (reached & blank) << 2"),
    "line: of a colour only the first run is covered": (
        "lines.words", "0] |= _covered", "0] = _covered"),
    "line: runs are covered too short": (
        "lines.words", "starts |= starts << (steps & 63)", "starts |= 0"),
    "line: blanks are forgotten between runs": (
        "lines.words", "        blanks |= b.", "        blanks &= b."),
    "lookahead: what is not refuted is lost": (
        "lines.board", "if not holds:\n                return value",
        "if holds:\n                return value"),
}  # fmt: skip


def _check_sound() -> None:
    check_sound(seed=8, count=150, largest=7, most_cells=14)


@pytest.mark.pure
def test_the_unchanged_rules_pass():
    _check_sound()


@pytest.mark.pure
@pytest.mark.parametrize("name", MUTATIONS)
def test_a_broken_rule_is_caught(name):
    module, says, instead = MUTATIONS[name]
    with mutated(f"cpstudy.puzzles.picross.{module}", says, instead), pytest.raises(AssertionError):
        _check_sound()


def test_rules_are_named_in_their_order():
    assert RULES == ("overlap", "line", "lookahead")
