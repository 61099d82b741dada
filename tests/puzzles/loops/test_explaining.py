"""Explanations of both kinds: grades, hints, mistakes, differing solutions, conflicting clues."""

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
        got = EXPLAINER.explain(puzzle)
        verdict = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(len(expected), 2)]
        assert got.verdict is verdict
        met[str(verdict)] += 1
        assert (got.solution is not None) == (verdict is Verdict.UNIQUE) == (got.grade is not None)
        assert EXPLAINER.grade(puzzle) == got.grade
        for solution in expected:
            for step in got.steps:
                assert all(solution[edge] for edge in step.change["on"])
                assert not any(solution[edge] for edge in step.change["off"])
        for step in got.steps:
            assert step.cells and step.rule in RULES and step.words.count(": ") >= 1
        _check_hint_and_mistake(puzzle, got)
        _check_differences(puzzle, expected, met)
        if not expected:
            _check_conflict(puzzle, met)
    assert min(met[verdict] for verdict in ("none", "unique", "many")) > 1, met
    assert met["regions"] > 2 and met["conflicting"] > 1, met


def _check_hint_and_mistake(puzzle, got):
    hint = EXPLAINER.hint(got)
    if got.verdict is Verdict.NONE or not got.steps:
        assert hint is None
    else:
        assert hint.words == got.steps[0].words and hint.cell == got.steps[0].cells[0]
    if got.solution is not None:
        assert EXPLAINER.mistake(got, got.solution) == ""
        for edge in range(len(got.solution)):
            wrong = bytearray(got.solution)
            wrong[edge] ^= 1
            assert EXPLAINER.mistake(got, bytes(wrong))


def _check_differences(puzzle, expected, met):
    """Assert that all regions together are the cells where solutions differ.

    Each region's alternative is another solution.
    """
    if not expected:
        with pytest.raises(ValueError, match="no solution"):
            EXPLAINER.ambiguity(puzzle)
        return
    found = EXPLAINER.ambiguity(puzzle)
    differing = {
        divmod(cell, puzzle.columns)
        for edge in range(puzzle.lattice.edges)
        if len({solution[edge] for solution in expected}) > 1
        for cell in puzzle.adjacent_cells(edge)
    }
    assert {cell for region in found.regions for cell in region.cells} == differing
    assert not found.unknown and found.solution in expected
    for region in found.regions:
        met["regions"] += 1
        assert region.alternative in expected - {found.solution}
        assert set(region.changed) & set(region.cells)


def _check_conflict(puzzle, met):
    """Assert that these clues alone have no solution, and have one without any of them."""
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
    got = EXPLAINER.explain(KINDS[name].decode(kind(name).example))
    assert (got.grade, len(got.steps)) == {
        "slitherlink": ("inside and outside", 36),
        "masyu": ("paths round a clue", 25),
    }[name]
    assert (
        got.steps[0].words
        == {
            "slitherlink": "No side of row 3, column 4 is on the loop: "
            "the 0 in row 3, column 4 has no line around it.",
            "masyu": "The loop goes from row 3, column 1 to row 3, column 2: "
            "the loop turns at the black pearl in row 3, column 1.",
        }[name]
    )
