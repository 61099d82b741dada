"""Test explanations against brute force: steps, grades, hints, mistakes, ambiguous regions."""

import random
from collections import Counter

import pytest

from cpstudy.core.result import Verdict
from cpstudy.puzzles.hexpipes.explainer import EXPLAINER
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.deduction import RULES
from cpstudy.puzzles.tilings.explaining import refutes
from cpstudy.puzzles.tilings.rules import turned
from tests.puzzles.tilings.instances import random_board, truth

VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)


def test_what_is_told_is_true():
    rng = random.Random(3)
    met = Counter()
    for _ in range(60):
        board = random_board(rng, HexPipes)
        expected = truth(board)
        found = EXPLAINER.explain(board)
        assert found.verdict is VERDICTS[min(len(expected), 2)]
        met[str(found.verdict)] += 1
        assert (found.grade is not None) == (found.verdict is Verdict.UNIQUE)
        assert {found.solution} == (expected if found.verdict is Verdict.UNIQUE else {None})
        assert EXPLAINER.grade(board) == found.grade
        for step in found.steps:
            assert step.cells and step.rule in RULES and ": " in step.words
            assert not any(refutes(board, step, solution) for solution in expected)
        check_hints(board, found)
        check_mistakes(board, found, rng)
        check_differences(board, expected, met)
    assert min(met[str(verdict)] for verdict in VERDICTS) > 5, met
    assert met["regions"] > 5, met


def check_hints(board, found):
    """Assert that each hint turns a tile and that the hints end, at the solution if deduced."""
    if found.verdict is Verdict.NONE:
        assert EXPLAINER.hint(found) is None
        return
    for _ in range(len(board.tiles) + 1):
        hint = EXPLAINER.hint(found)
        if hint is None:
            break
        cell = hint.cell[0] * board.columns + hint.cell[1]
        tiles = bytearray(board.tiles)
        tiles[cell] = turned(tiles[cell], hint.change["turns"], 6)
        assert tiles[cell] != board.tiles[cell]
        board = board.with_tiles(bytes(tiles))
        found = EXPLAINER.explain(board)
    assert hint is None
    if found.grade in RULES:
        assert board.tiles == found.solution


def check_mistakes(board, found, rng):
    if found.solution is not None:
        assert EXPLAINER.mistake(found, found.solution) == ""
    wrong = bytearray(found.solution or board.tiles)
    wrong[rng.randrange(len(wrong))] ^= 1
    assert (EXPLAINER.mistake(found, bytes(wrong)) == "") is (board.violation(bytes(wrong)) == "")


def check_differences(board, expected, met):
    if not expected:
        with pytest.raises(ValueError, match="no solution"):
            EXPLAINER.ambiguity(board)
        return
    found = EXPLAINER.ambiguity(board)
    assert found.solution in expected and not found.unknown
    differing = {
        divmod(cell, board.columns)
        for solution in expected
        for cell, (one, other) in enumerate(zip(solution, found.solution, strict=True))
        if one != other
    }
    assert differing == {cell for region in found.regions for cell in region.cells}
    for region in found.regions:
        assert region.alternative in expected and set(region.changed) & set(region.cells)
        assert set(region.changed) <= differing
    met["regions"] += len(found.regions)


def test_reasons_are_reported():
    found = EXPLAINER.explain(HexPipes.decode("3x3:045410712220012402"))
    assert (found.grade, found.verdict) == ("local", Verdict.UNIQUE)
    assert found.steps[0].words == (
        "The dead end in row 1, column 1 has only 2 ways left: the border is at the upper right, "
        "at the upper left, on the left and at the lower left."
    )
    hint = EXPLAINER.hint(found)
    assert hint.words.startswith("Turn row 1, column 2 a sixth anticlockwise, to open ")
