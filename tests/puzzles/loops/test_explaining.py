"""Explanations of both kinds: grades, hints, mistakes, where solutions differ, what conflicts."""

import random
from collections import Counter

import pytest

from cpstudy.core.result import Verdict
from cpstudy.puzzles import kind
from cpstudy.puzzles.loops.deduction.solver import RULES
from cpstudy.puzzles.loops.explaining import EXPLAINER
from tests.puzzles.loops.instances import KINDS, random_board, truth

BY_KIND = pytest.mark.parametrize("name", KINDS)


@BY_KIND
def test_what_is_told_is_true(name):
    rng = random.Random(3)
    met = Counter()
    for _ in range(24):
        puzzle = random_board(rng, name)
        expected = truth(puzzle)
        told = EXPLAINER.explain(puzzle)
        verdict = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(len(expected), 2)]
        assert told.verdict is verdict
        met[str(verdict)] += 1
        assert (
            (told.solution is not None) == (verdict is Verdict.UNIQUE) == (told.grade is not None)
        )
        assert EXPLAINER.grade(puzzle) == told.grade
        for solution in expected:
            for step in told.steps:
                assert all(solution[edge] for edge in step.change["on"])
                assert not any(solution[edge] for edge in step.change["off"])
        for step in told.steps:
            assert step.cells and step.rule in RULES and step.words.count(": ") >= 1
        _check_hint_and_mistake(puzzle, told)
        _check_differences(puzzle, expected, met)
        if not expected:
            _check_conflict(puzzle, met)
    assert min(met[verdict] for verdict in ("none", "unique", "many")) > 1, met
    assert met["regions"] > 2 and met["conflicting"] > 1, met


def _check_hint_and_mistake(puzzle, told):
    hint = EXPLAINER.hint(told)
    if told.verdict is Verdict.NONE or not told.steps:
        assert hint is None
    else:
        assert hint.words == told.steps[0].words and hint.cell == told.steps[0].cells[0]
    if told.solution is not None:
        assert EXPLAINER.mistake(told, told.solution) == ""
        for edge in range(len(told.solution)):
            wrong = bytearray(told.solution)
            wrong[edge] ^= 1
            assert EXPLAINER.mistake(told, bytes(wrong))


def _check_differences(puzzle, expected, met):
    """The union of all regions is where the solutions differ; each alternative is one of them."""
    if not expected:
        with pytest.raises(ValueError, match="no solution"):
            EXPLAINER.ambiguity(puzzle)
        return
    found = EXPLAINER.ambiguity(puzzle)
    differing = {
        divmod(cell, puzzle.columns)
        for edge in range(puzzle.lattice.edges)
        if len({solution[edge] for solution in expected}) > 1
        for cell in puzzle.cells_beside(edge)
    }
    assert {cell for region in found.regions for cell in region.cells} == differing
    assert not found.unknown and found.solution in expected
    for region in found.regions:
        met["regions"] += 1
        assert region.alternative in expected - {found.solution}
        assert set(region.changed) & set(region.cells)


def _check_conflict(puzzle, met):
    """These clues alone have no solution, and without any of them there is one."""
    found = EXPLAINER.conflict(puzzle)
    assert found is not None and found.proved
    cells = [row * puzzle.columns + column for ((row, column),) in found.clues]

    def with_only(kept):
        clues = (c if cell in kept else puzzle.no_clue for cell, c in enumerate(puzzle.clues))
        return truth(puzzle.with_clues(tuple(clues)))

    assert not with_only(cells)
    for cell in cells:
        assert with_only([other for other in cells if other != cell])
    met["conflicting"] += bool(cells)


@BY_KIND
def test_a_solvable_board_has_no_conflict(name):
    with pytest.raises(ValueError, match="there is a solution"):
        EXPLAINER.conflict(KINDS[name].decode(kind(name).example))


@BY_KIND
def test_the_examples_are_told_as_they_were(name):
    told = EXPLAINER.explain(KINDS[name].decode(kind(name).example))
    assert (told.grade, len(told.steps)) == {
        "slitherlink": ("inside and outside", 36),
        "masyu": ("paths round a clue", 25),
    }[name]
    assert (
        told.steps[0].words
        == {
            "slitherlink": "No side of row 3, column 4 is on the loop: "
            "the 0 in row 3, column 4 has no line round it.",
            "masyu": "The loop goes from row 3, column 1 to row 3, column 2: "
            "the loop turns at the black pearl in row 3, column 1.",
        }[name]
    )
