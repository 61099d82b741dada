"""Automata accept exactly the lines of their clues, and the formula has exactly the solutions."""

import random
from itertools import product

from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import enumerate_models
from cpstudy.puzzles.picross.encodings.cell_models import Cells
from cpstudy.puzzles.picross.encodings.sat_starts import build
from cpstudy.puzzles.picross.explicit import automaton
from cpstudy.puzzles.picross.puzzle import runs_of
from tests.puzzles.picross.instances import random_picture, random_puzzle
from tests.puzzles.picross.oracle import all_solutions


def test_an_automaton_accepts_the_lines_of_its_clue():
    rng = random.Random(1)
    for _ in range(60):
        colours = rng.choice((1, 2, 3))
        clue = runs_of(random_picture(rng, 1, 5, colours))
        final, transitions = automaton(clue)
        table = {(state, colour): then for state, colour, then in transitions}
        assert len(table) == len(transitions)
        for line in product(range(colours + 1), repeat=5):
            state = 0
            for colour in line:
                state = table.get((state, colour), -1)
            assert (state == final) is (runs_of(bytes(line)) == clue), (clue, line)


def test_models_of_the_formula_are_the_solutions():
    rng = random.Random(2)
    numbers = set()
    for _ in range(120):
        puzzle = random_puzzle(rng)
        cells = Cells(puzzle)
        session = SatSession(build(puzzle), cells.number, solver="cadical195")
        result = enumerate_models(session, None)
        pictures = [cells.picture(values) for values in result.solutions]
        truth = all_solutions(puzzle)
        assert set(pictures) == truth, puzzle.encode()
        assert len(pictures) == len(truth)
        numbers.add(min(len(truth), 2))
    assert numbers == {0, 1, 2}
