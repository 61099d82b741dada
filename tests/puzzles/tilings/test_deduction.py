"""Test deduction against brute force: sound steps, right verdicts; broken rules are caught."""

import random
from dataclasses import replace

import pytest

from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.deduction import (
    LOOKAHEAD,
    OPEN,
    RULES,
    Deduction,
    Finding,
    Knowledge,
    dead_end,
    local,
    loop,
)
from tests.puzzles import deducing
from tests.puzzles.tilings.geometries import KINDS
from tests.puzzles.tilings.instances import random_board, truth

ALL = tuple(KINDS.values())
SOUND = (local, loop, dead_end)


def allows(step, solution):
    """Whether a step allows a placement."""
    _, finding, removed = step
    here = solution[finding.cell]
    if finding.side >= 0:
        return here >> finding.side & 1 == (finding.value == OPEN)
    return here not in removed


def check_sound(count, using=SOUND, kinds=ALL):
    """Assert soundness on small boards; return counts by verdict, by end and by rule."""
    rng = random.Random(2)
    boards = (random_board(rng, kinds[index % len(kinds)]) for index in range(count))
    return deducing.check_sound(boards, lambda b: Deduction(b, using), truth, RULES, allows)


def test_deduction_is_sound():
    met = check_sound(240)
    for name in ("contradiction", "settled", "stuck", *RULES):
        assert met[name] > 5, met


def blind(k):
    """A broken rule of dead ends: it removes one way too many."""
    for finding in dead_end(k):
        yield replace(finding, orientations=finding.orientations[1:])


def closing(k):
    """A broken rule of loops: it opens an edge that would close a loop."""
    for finding in loop(k):
        yield replace(finding, value=OPEN)


def generous(k):
    """A broken rule of one tile: it also removes a remaining way."""
    for finding in local(k):
        if finding.side < 0 and len(finding.orientations) > 1:
            yield replace(finding, orientations=finding.orientations[:-1])
        yield finding


@pytest.mark.parametrize(
    "using",
    [
        (generous, loop, dead_end),
        (local, closing, dead_end),
        (local, loop, blind),
    ],
)
def test_broken_rules_are_caught(using):
    with pytest.raises(AssertionError):
        check_sound(300, using, (HexPipes,))


def test_lookahead_that_takes_the_wrong_side_is_caught(monkeypatch):
    deducing.take_the_wrong_side(monkeypatch, Knowledge)
    with pytest.raises(AssertionError):
        check_sound(300, kinds=(HexPipes,))


def test_steps_are_bounded():
    board = random_board(random.Random(3), HexPipes, most=25)
    whole = Deduction(board)
    whole.run(LOOKAHEAD - 1)
    for steps in range(len(whole.knowledge.steps)):
        cut = Deduction(board)
        cut.most = steps
        cut.run(LOOKAHEAD - 1)
        assert cut.knowledge.steps == whole.knowledge.steps[:steps]


def test_findings_that_are_known_are_none():
    deduction = Deduction(HexPipes.decode("2x1:0101"))
    k = deduction.knowledge
    finding = Finding(0, (), "so it is", side=0, value=OPEN)
    assert k.learn(0, finding) and not k.learn(0, finding)
