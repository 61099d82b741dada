"""Test explanations against all solutions: sound steps, grades, hints, mistakes, moves."""

import random
from collections import Counter
from dataclasses import replace

from cpstudy import Verdict, generate
from cpstudy.core.wording import place
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER, moves
from cpstudy.puzzles.pipes.puzzle import Pipes, turned
from cpstudy.puzzles.tilings.explaining import refutes
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions


def test_no_step_excludes_a_solution_and_every_step_has_a_reason():
    rng = random.Random(12)
    met = Counter()
    for _ in range(400):
        puzzle = random_board(rng)
        truth = all_solutions(puzzle)
        result = EXPLAINER.explain(puzzle)
        assert result.verdict.value == ("none", "unique", "many")[min(len(truth), 2)]
        for step in result.steps:
            assert not any(refutes(puzzle, step, solution) for solution in truth), (puzzle, step)
            assert step.because
            assert all(
                0 <= row < puzzle.rows and 0 <= column < puzzle.columns
                for row, column in (*step.because, *step.cells)
            )
            assert "\n" not in step.words
            assert all(place(cell) in step.words.lower() for cell in step.cells)
            met[step.rule, "side" in step.change] += 1
        assert result.grade == EXPLAINER.grade(puzzle)
        assert (result.grade is None) is (len(truth) != 1)
        if len(truth) == 1:
            assert {result.solution} == truth
    assert len(met) >= 8, met


def test_the_steps_lead_to_the_solution():
    """After all explained steps, one orientation of each tile is left: that of the solution."""
    settled = 0
    for puzzle, _ in generate("pipes", "kruskal", 7, 15, seed=2):
        result = EXPLAINER.explain(puzzle)
        if result.grade in (None, "search"):
            continue
        settled += 1
        left = [{turned(t, q) for q in range(4)} for t in puzzle.tiles]
        for step in result.steps:
            row, column = step.cells[0]
            left[row * puzzle.columns + column] -= set(step.change.get("removed", ()))
        assert bytes(min(s) for s in left) == result.solution
        assert all(len(s) == 1 for s in left)
    assert settled > 10


def test_grades_of_mazes():
    """Wilson's mazes need several rules; the local rule settles all binary trees."""
    met = Counter(EXPLAINER.grade(p) for p, _ in generate("pipes", "wilson", 12, 120, seed=5))
    assert {"local", "loop", "dead end", None} <= set(met) <= {*EXPLAINER.grades, None}
    assert all(
        EXPLAINER.grade(p) == "local" for p, _ in generate("pipes", "binary-tree", 9, 5, seed=1)
    )


def test_hints_lead_from_any_position_to_the_solution():
    puzzle, _ = next(generate("pipes", "prim", 6, 1, seed=8))
    result = EXPLAINER.explain(puzzle)
    assert result.verdict is Verdict.UNIQUE
    turns = 0
    position = puzzle
    while (next_hint := EXPLAINER.hint(replace(result, puzzle=position))) is not None:
        tiles = bytearray(position.tiles)
        row, column = next_hint.cell
        tile = row * puzzle.columns + column
        tiles[tile] = turned(tiles[tile], next_hint.change["quarters"])
        position = replace(position, tiles=bytes(tiles))
        turns += 1
        assert next_hint.words
    assert position.tiles == result.solution
    assert 0 < turns <= len(puzzle.tiles)


def test_moves_turn_every_settled_tile_into_place_and_lock_it():
    puzzle, _ = next(generate("pipes", "prim", 6, 1, seed=8))
    result = EXPLAINER.explain(puzzle)
    tiles, locked = bytearray(puzzle.tiles), set()
    for letter, tile in moves(result):
        if letter == "L":
            locked.add(tile)
        else:
            assert tile not in locked
            tiles[tile] = turned(tiles[tile], {"A": 1, "F": 2, "C": 3}[letter])
    assert bytes(tiles) == result.solution
    assert locked == set(range(len(tiles)))


def test_a_mistake_is_found_and_a_solution_has_none():
    puzzle, solution = next(generate("pipes", "prim", 6, 1, seed=8))
    result = EXPLAINER.explain(puzzle)
    assert EXPLAINER.mistake(result, solution) == ""
    for tile, mask in enumerate(solution):
        wrong = solution[:tile] + bytes([turned(mask)]) + solution[tile + 1 :]
        assert wrong != solution
        row, column = divmod(tile, 6)
        assert f"Row {row + 1}, column {column + 1} lies " in EXPLAINER.mistake(result, wrong)


def test_degenerate_boards_are_explained():
    for text, verdict in (("1x1:0", Verdict.UNIQUE), ("1x1:1", Verdict.NONE),
                          ("2x1:11", Verdict.UNIQUE), ("2x1w:11", Verdict.MANY),
                          ("2x2:1111", Verdict.NONE), ("1x1wg:5", Verdict.MANY)):  # fmt: skip
        result = EXPLAINER.explain(Pipes.decode(text))
        assert result.verdict is verdict, text
