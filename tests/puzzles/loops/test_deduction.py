"""Deduction excludes no solution and gives no wrong verdict; broken rules are detected."""

import random

import pytest

from cpstudy.core.deducing import ContradictionError
from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.loops.deduction import rules as loop_rules
from cpstudy.puzzles.loops.deduction.knowledge import Finding, Knowledge
from cpstudy.puzzles.loops.deduction.solver import RULES, Deduction
from tests.puzzles import deducing
from tests.puzzles.loops.instances import KINDS, random_board, truth

SOUND = (
    loop_rules.clue,
    loop_rules.path,
    loop_rules.early_loop,
    loop_rules.around,
    loop_rules.sides,
)


def allows(step, solution):
    """Whether a step allows a loop."""
    _, finding = step
    taken = sum(1 << edge for edge, here in enumerate(solution) if here)
    return not finding.on & ~taken and not finding.off & taken


def check_sound(count, rules=SOUND, names=tuple(KINDS)):
    """Assert soundness on small boards of both kinds. Count the verdicts, ends and steps."""
    rng = random.Random(2)
    boards = (random_board(rng, names[index % len(names)]) for index in range(count))
    return deducing.check_sound(boards, lambda b: Deduction(b, rules), truth, RULES, allows)


def test_deduction_is_sound():
    met = check_sound(140)
    for name in ("verdict none", "verdict unique", "verdict many", "contradiction", "settled"):
        assert met[name] > 5, met
    assert met["stuck"] > 5
    for rule in RULES:
        assert met[rule] > 3, met


def hasty(k):
    """A broken rule: every edge that closes a path closes it too early."""
    for path, ends in loop_rules.paths(k):
        if ends:
            incident = k.puzzle.lattice.incident
            for edge in set(incident[ends[0]]) & set(incident[ends[1]]):
                if k.unknown >> edge & 1:
                    yield Finding(0, 1 << edge, (), "broken")
        elif path != k.on:
            raise ContradictionError((), "broken")


def colour_blind(k):
    """A broken rule: inside and outside are exchanged."""
    for finding in loop_rules.sides(k):
        yield finding._replace(on=finding.off, off=finding.on)


def branching(k):
    """A broken rule: a path may not continue at a vertex with two unknown edges."""
    for edges, _ in loop_rules.vertex_ways(k.puzzle.lattice):
        if edges & k.on and (edges & k.unknown).bit_count() == 2:
            yield Finding(0, edges & k.unknown & -(edges & k.unknown), (), "broken")


def generous(k):
    """A broken rule: what one way of a clue sets, all ways set."""
    for relation in loop_rules._clues(k.puzzle):
        ways = [w for w in relation.ways if not w & k.off]
        if len(ways) > 1 and relation.edges & k.unknown:
            yield Finding(ways[0] & ~k.on & ~k.off, 0, (), "broken")


@pytest.mark.parametrize("place", range(4))
def test_broken_rules_are_caught(place):
    broken = (generous, branching, hasty, colour_blind)[place]
    rules = list(SOUND)
    rules[(0, 1, 2, 4)[place]] = broken
    with pytest.raises(AssertionError):
        check_sound(140, tuple(rules))


def test_lookahead_that_takes_the_wrong_side_is_caught(monkeypatch):
    deducing.take_the_wrong_side(monkeypatch, Knowledge)
    with pytest.raises(AssertionError):
        check_sound(140)


@pytest.mark.parametrize("name", KINDS)
def test_it_ends_at_its_budget_and_goes_by_the_rules_order(name):
    record = kind(name)
    puzzle = KINDS[name].decode(record.example)
    row = record.solvers["deduce"]
    whole = solve(puzzle, row)
    assert whole.verdict is Verdict.UNIQUE
    for steps in range(whole.counters["steps"]):
        cut = solve(puzzle, row, budget=Budget(iterations=steps))
        assert (cut.stop, cut.counters["steps"]) == (Stop.ITERATIONS, steps)
    late = solve(puzzle, row, budget=Budget(seconds=0))
    assert late.stop is Stop.TIME
