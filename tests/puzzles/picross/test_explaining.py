"""Explanations: steps are true, reasons suffice and are needed; hints, mistakes, conflicts."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from cpstudy import Budget, Verdict
from cpstudy.core.errors import InputError
from cpstudy.core.wording import place
from cpstudy.puzzles.picross import drawing
from cpstudy.puzzles.picross.explaining import EXPLAINER, clue_names
from cpstudy.puzzles.picross.puzzle import Picross, runs_of
from tests.puzzles.picross.instances import domino, random_picture, random_puzzle
from tests.puzzles.picross.oracle import all_solutions, fillings

EASY = Picross.decode("5x5:2/4/4/4/2/1.1/5/5/3/1")


def puzzles(seed, count, rows, columns):
    rng = random.Random(seed)
    for _ in range(count):
        picture = random_picture(rng, rows, columns, rng.choice((1, 1, 2)))
        yield Picross.of_picture(rows, columns, picture), picture


def test_every_step_of_a_line_follows_from_its_reason():
    """Every filling of a line that agrees with the reason agrees with the step.

    Reasons of the rule "line" have no cell that could be left out.
    """
    met = Counter()
    for puzzle, picture in puzzles(3, 20, 8, 8):
        result = EXPLAINER.explain(puzzle)
        possible = [set(range(puzzle.colours + 1)) for _ in picture]
        for step in result.steps:
            met[step.rule] += 1
            gone = {(r * 8 + c, colour) for r, c, colour in step.change["removed"]}
            because = {r * 8 + c for r, c in step.because}
            if step.rule != "lookahead":
                (line,) = [
                    x
                    for x in range(puzzle.rows + puzzle.columns)
                    if {cell for cell, _ in gone} | because <= set(puzzle.cells_of(x))
                    and re.search(rf"{puzzle.line_name(x)} (\(|has no runs)", step.words, re.I)
                ]
                assert _follows(puzzle, line, possible, because, gone), step
                for spared in because:
                    if step.rule == "line":
                        assert not _follows(puzzle, line, possible, because - {spared}, gone)
            for cell, colour in gone:
                possible[cell].discard(colour)
                assert picture[cell] != colour or result.verdict is not Verdict.UNIQUE
            placed = {r * 8 + c: colour for r, c, colour in step.change["placed"]}
            assert all(possible[cell] == {colour} for cell, colour in placed.items())
    assert met["overlap"] > 100 and met["line"] > 5, met


def _follows(puzzle, line, possible, because, gone) -> bool:
    cells = list(puzzle.cells_of(line))
    lines = [
        filling
        for filling in fillings(puzzle.clues[line], len(cells), puzzle.colours)
        if all(
            c in possible[cell] for cell, c in zip(cells, filling, strict=True) if cell in because
        )
    ]
    return not any((cell, c) in gone for f in lines for cell, c in zip(cells, f, strict=True))


def test_grades_and_verdicts():
    met = Counter()
    for puzzle, _ in puzzles(2, 60, 6, 6):
        result = EXPLAINER.explain(puzzle)
        assert result.grade == EXPLAINER.grade(puzzle)
        assert (result.grade is not None) is (result.verdict is Verdict.UNIQUE)
        if result.solution is not None:
            assert puzzle.violation(result.solution) == ""
        met[result.verdict] += 1
    assert met[Verdict.UNIQUE] > 5
    assert met[Verdict.MANY] > 5
    assert EXPLAINER.explain(Picross.decode("2x2:1/1/1/2")).verdict is Verdict.NONE
    assert EXPLAINER.grades == ("overlap", "line", "lookahead", "search")


@pytest.mark.slow
def test_what_no_rule_settles_is_graded_so():
    assert EXPLAINER.grade(domino(4)) == "lookahead"
    assert EXPLAINER.grade(domino(5)) == "search"


def test_a_look_ahead_tells_the_line_that_breaks():
    rng = random.Random(5)
    found = []
    while not found:
        puzzle = Picross.of_picture(9, 9, random_picture(rng, 9, 9, 1))
        found = [s for s in EXPLAINER.explain(puzzle).steps if s.rule == "lookahead"]
    assert "if it were" in found[0].words
    assert "would not fit" in found[0].words
    (cell,) = found[0].cells
    assert cell not in found[0].because


def test_hints_go_on_from_what_is_given():
    result = EXPLAINER.explain(EASY)
    assert result.verdict is Verdict.UNIQUE
    given = bytearray(25)
    for _ in range(100):
        hint = EXPLAINER.hint(EXPLAINER.explain(replace(EASY, given=bytes(given))))
        if hint is None:
            break
        assert hint.step is not None
        for row, column, colour in hint.change["placed"]:
            given[row * 5 + column] = colour + 1
    assert bytes(value - 1 for value in given) == result.solution
    assert EXPLAINER.hint(EXPLAINER.explain(Picross.decode("1x1:1/"))) is None


def test_mistakes():
    result = EXPLAINER.explain(EASY)
    assert EXPLAINER.mistake(result, result.solution) == ""
    assert "expected 25" in EXPLAINER.mistake(result, b"")
    for cell in range(25):
        wrong = bytearray(result.solution)
        wrong[cell] ^= 1
        words = EXPLAINER.mistake(result, bytes(wrong))
        assert words.lower().startswith(f"{place(divmod(cell, 5))} is ")
    many = EXPLAINER.explain(Picross.decode("2x2:1/1/1/1"))
    assert EXPLAINER.mistake(many, bytes([1, 1, 0, 0])) == "row 1: its runs are 2, not 1"


def test_unfinished_attempts():
    """Attempts are read with any signs, rows on lines or between slashes, and ``?`` if unknown."""
    result = EXPLAINER.explain(EASY)
    spaced = "0 1 0 1 0\n1 1 1 1 1" + "\n? ? ? ? ?" * 3
    dense = ".#.#./#####/?????/.###./..?.."
    with pytest.raises(InputError, match="write \\? for an unknown"):
        EXPLAINER.decode_attempt(EASY, dense.replace(".", "x", 2))
    for text in (
        dense,
        dense.replace(".", "x"),
        dense.replace("/", "\n"),
        "_X_X_/XXXXX/?????/_XXX_/__?__",
        spaced,
    ):
        assert EXPLAINER.mistake(result, EXPLAINER.decode_attempt(EASY, text)) == ""
    wrong = EXPLAINER.decode_attempt(EASY, "?????/?????/?????/?????/#????")
    assert EXPLAINER.mistake(result, wrong).startswith("Row 5, column 1 is filled, which cannot be")
    with pytest.raises(InputError, match="1 row of 25 cells, expected 5x5"):
        EXPLAINER.decode_attempt(EASY, "?" * 25)
    many = Picross.decode("2x2:1/1/1/1")
    result = EXPLAINER.explain(many)
    assert EXPLAINER.mistake(result, EXPLAINER.decode_attempt(many, "#?/??")) == ""
    stuck = EXPLAINER.decode_attempt(many, "#?/#?")
    assert EXPLAINER.mistake(result, stuck) == "the attempt cannot be completed"
    assert "no colour" in EXPLAINER.mistake(result, EXPLAINER.decode_attempt(many, "c?/??"))


def test_unfinished_attempts_of_random_puzzles():
    """An attempt has a mistake exactly if no solution by brute force agrees with it."""
    rng = random.Random(8)
    met = Counter()
    for _ in range(40):
        puzzle = random_puzzle(rng)
        truth = all_solutions(puzzle)
        result = EXPLAINER.explain(puzzle)
        size = puzzle.rows * puzzle.columns
        kept = [rng.random() < 0.4 for _ in range(size)]
        attempt = bytes(rng.randrange(puzzle.colours + 1) if keep else 255 for keep in kept)
        if 255 in attempt:
            fits = any(
                all(a in (255, s) for a, s in zip(attempt, one, strict=True)) for one in truth
            )
            assert (EXPLAINER.mistake(result, attempt) == "") == fits
            met[fits, bool(truth)] += 1
    assert min(met[True, True], met[False, True], met[False, False]) > 3, met


def test_the_map_is_exact():
    rng = random.Random(6)
    met = Counter()
    for _ in range(60):
        puzzle = random_puzzle(rng)
        truth = all_solutions(puzzle)
        if not truth:
            with pytest.raises(ValueError, match="no solution"):
                EXPLAINER.ambiguity(puzzle)
            continue
        found = EXPLAINER.ambiguity(puzzle)
        same = [len({s[i] for s in truth}) == 1 for i in range(puzzle.rows * puzzle.columns)]
        differing = {r * puzzle.columns + c for region in found.regions for r, c in region.cells}
        assert differing == {cell for cell, is_same in enumerate(same) if not is_same}
        assert not found.unknown
        for region in found.regions:
            assert region.alternative in truth - {found.solution}
            assert set(region.changed) & set(region.cells)
        met[len(found.regions)] += 1
        assert drawing.ambiguity_picture(found)
        assert drawing.ambiguity_drawing(found).shapes
    assert met[0] > 10
    assert met[1] > 3


def test_a_conflict_is_minimal():
    rng = random.Random(7)
    met = Counter()
    for _ in range(60):
        puzzle = random_puzzle(rng, largest=3, most_cells=9)
        if all_solutions(puzzle):
            with pytest.raises(ValueError, match="there is a solution"):
                EXPLAINER.conflict(puzzle)
            continue
        found = EXPLAINER.conflict(puzzle)
        assert found.proved
        names = clue_names(found)
        if 1 in (puzzle.rows, puzzle.columns):  # a line of one cell has the name of that cell
            continue
        assert len(set(names)) == len(names)
        lines = [x for x in range(len(puzzle.clues)) if puzzle.line_name(x) in names]
        given = [
            cell for name, (cell, *_) in zip(names, found.clues, strict=True) if "given" in name
        ]
        assert len(lines) + len(given) == len(names)
        assert not _with_lines(puzzle, lines, given)
        for spared in lines:
            assert _with_lines(puzzle, [x for x in lines if x != spared], given), names
        for spared in given:
            assert _with_lines(puzzle, lines, [x for x in given if x != spared]), names
        met["given" if given else "lines"] += 1
    assert met["given"] > 0
    assert met["lines"] > 3
    assert clue_names(EXPLAINER.conflict(Picross.decode("2x1:1/1/1"))) == (
        "row 1",
        "column 1",
        "column 2",
    )
    assert EXPLAINER.conflict(Picross.decode("2x2:1/1/1/"), Budget(seconds=0)) is None


def _with_lines(puzzle, lines, given) -> bool:
    """Whether some picture has these lines and given cells, by trying all pictures."""
    from itertools import product

    size = puzzle.rows * puzzle.columns
    cells = {r * puzzle.columns + c for r, c in given}
    domains = [
        (puzzle.given[x] - 1,) if x in cells else range(puzzle.colours + 1) for x in range(size)
    ]
    return any(
        all(
            runs_of(bytes(picture[x] for x in puzzle.cells_of(line))) == puzzle.clues[line]
            for line in lines
        )
        for picture in product(*domains)
    )
