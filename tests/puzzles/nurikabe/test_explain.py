"""Explanations of Nurikabe: steps in cells, grades, hints, mistakes."""

import random

from cpstudy.core.result import Verdict
from cpstudy.puzzles.nurikabe.explaining import EXPLAINER
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from tests.puzzles.nurikabe.instances import random_board, truth

EXAMPLE = Nurikabe.decode("nurikabe/5/5/h3q5k1h3g")


def test_an_explanation_settles_what_it_says():
    found = EXPLAINER.explain(EXAMPLE)
    assert found.verdict is Verdict.UNIQUE
    assert found.grade in EXPLAINER.rules
    assert EXPLAINER.grade(EXAMPLE) == found.grade
    known = {}
    for step in found.steps:
        assert step.rule in EXPLAINER.rules
        assert step.cells
        assert step.words.endswith(step.words.split(": ", 1)[1])
        for row, column in (*step.cells, *step.because):
            assert 0 <= row < 5
            assert 0 <= column < 5
        for cell in step.cells:
            assert cell not in known
            known[cell] = step.change["sea"]
    clues = {divmod(cell, 5) for cell in EXAMPLE.clue_cells}
    assert set(known) | clues == {divmod(cell, 5) for cell in range(25)}
    assert all(found.solution[row * 5 + column] == sea for (row, column), sea in known.items())


def test_grades_and_verdicts_are_those_of_brute_force():
    rng = random.Random(7)
    met = set()
    for _ in range(40):
        puzzle = random_board(rng, (3, 4))
        found = EXPLAINER.explain(puzzle)
        expected = truth(puzzle)
        verdict = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(len(expected), 2)]
        assert found.verdict is verdict
        assert (found.grade is not None) is (verdict is Verdict.UNIQUE)
        assert found.solution == (min(expected) if len(expected) == 1 else None)
        hint = EXPLAINER.hint(found)
        if verdict is Verdict.NONE or not found.steps:
            assert hint is None
        else:
            assert hint.cell == found.steps[0].cells[0]
        for solution in expected:
            assert EXPLAINER.mistake(found, solution) == ""
        met.add(verdict)
    assert len(met) == 3


def test_a_mistake_is_told_with_its_reason():
    found = EXPLAINER.explain(EXAMPLE)
    wrong = bytearray(found.solution)
    step = found.steps[0]
    row, column = step.cells[-1]
    wrong[row * 5 + column] ^= 1
    words = EXPLAINER.mistake(found, bytes(wrong))
    assert words.startswith(f"Row {row + 1}, column {column + 1} is ")
    assert step.words in words
    assert EXPLAINER.mistake(found, b"") == "0 cells, expected 25 (5x5)"


def test_a_one_is_complete_at_once():
    first = EXPLAINER.explain(Nurikabe.decode("nurikabe/2/2/1i")).steps[0]
    assert first.rule == "complete"
    assert first.words == (
        "Row 1, column 2 and row 2, column 1 are sea: "
        "the island of 1 in row 1, column 1 has all its cells."
    )
    assert first.because == ((0, 0),)
