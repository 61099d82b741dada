"""Hegeman's formula out to a SAT solver, and the answer back as a board."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner

from cpstudy import generate
from cpstudy.cli import main
from cpstudy.puzzles.pipes.encodings.hegeman.dimacs import read_assignment
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions

pytest.importorskip("pysat")

from tests.puzzles.pipes.encodings.hegeman.formulas import clauses_of, model


def test_a_formula_of_millions_of_clauses_is_not_written():
    board, _ = next(generate("pipes", "wilson", 40, 1))
    failed = CliRunner().invoke(main, ["convert", board.encode(), "--to", "dimacs"])
    assert failed.exit_code == 2
    assert "millions of clauses" in failed.stderr


def answer(dimacs: str) -> str:
    found = model(clauses_of(dimacs))
    if found is None:
        return "c comment\ns UNSATISFIABLE\n"
    numbers = [*map(str, found), "0"]
    lines = ["v " + " ".join(numbers[i : i + 9]) for i in range(0, len(numbers), 9)]
    return "\n".join(["c comment", "s SATISFIABLE", *lines]) + "\n"


def test_assignments_come_back_as_boards():
    rng = random.Random(3)
    met: Counter[str] = Counter()
    for _ in range(80):
        board = random_board(rng, largest=3)
        truth = all_solutions(board)
        for lying in [board.tiles, *sorted(truth)[:1]]:
            board = replace(board, tiles=lying)
            run = CliRunner().invoke(main, ["convert", board.encode(), "--to", "dimacs"])
            if board.tree_impossible() and not board.free:
                continue  # connected is no tree there
            said = answer(run.stdout)
            back = CliRunner().invoke(
                main,
                ["convert", board.encode(), "--from-assignment", "-", "--to", "text"],
                input=said,
            )
            others = truth - {lying}
            if others:
                assert board.decode_solution(back.stdout) in others
                assert back.exit_code == 0
                met["found"] += 1
            else:
                assert back.exit_code == 2
                assert "unsatisfiable" in back.stderr
                met["none"] += 1
    assert min(met.values()) > 20


def test_a_safe_state_is_printed_with_a_word_of_warning():
    """The printed formula finds safe states that are no tree; they are shown all the same."""
    for puzzle, _ in generate("pipes", "depth-first", 5, 60, seed=1):
        run = CliRunner().invoke(main, ["convert", puzzle.encode(), "--to", "dimacs-printed"])
        said = answer(run.stdout)
        placement = read_assignment(puzzle, said)
        assert replace(puzzle, free=True).violation(placement) == ""
        if puzzle.violation(placement):
            back = CliRunner().invoke(
                main,
                ["convert", puzzle.encode(), "--from-assignment", "-", "--to", "text"],
                input=said,
            )
            assert puzzle.decode_solution(back.stdout) == placement
            assert "not a solution" in back.stderr
            return
    raise AssertionError("no safe state without a tree was met")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no line"),
        ("s UNSATISFIABLE\n", "unsatisfiable"),
        ("s SATISFIABLE\nv 1 x 0\n", "not a list of literals"),
        ("s SATISFIABLE\nv 1 2 0\n", "no value for variable 21: tile (0, 0), right"),
        (
            "s SATISFIABLE\nv " + " ".join(map(str, range(1, 60))) + " 0\n",
            "15 is not a rotation of 1",
        ),
    ],
)
def test_bad_assignments(text, message):
    with pytest.raises(ValueError, match=r".*") as caught:
        read_assignment(Pipes.decode("2x1:11"), text)
    assert message in str(caught.value)
