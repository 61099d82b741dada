"""A line, by words and by tables, against all its fillings; boards of lines longer than a word."""

import random
from itertools import product

from cpstudy.core.native import array, zeros
from cpstudy.puzzles.picross.deduction import overlap, words_of
from cpstudy.puzzles.picross.lines.board import (
    board,
    can_be,
    keep,
    propagate,
    remove,
    solve_line,
    undo,
)
from cpstudy.puzzles.picross.lines.tables import line_by_tables
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.instances import random_picture
from tests.puzzles.picross.oracle import runs


def random_line(rng):
    """A board of one row, and what each of its cells may be; sometimes nothing fits."""
    cells, colours = rng.randint(1, 8), rng.choice((1, 1, 2, 3))
    picture = random_picture(rng, 1, cells, colours)
    puzzle = Picross.of_picture(1, cells, picture)
    every = range(puzzle.colours + 1)
    domains = [set(rng.sample(every, rng.randint(1, len(every)))) for _ in range(cells)]
    if rng.random() < 0.8:
        domains = [domain | {colour} for domain, colour in zip(domains, picture, strict=True)]
    return puzzle, domains


def restricted(puzzle, domains):
    b = board(puzzle)
    for cell, domain in enumerate(domains):
        for colour in range(puzzle.colours + 1):
            if colour not in domain:
                remove(b, cell, colour)
    return b


def left_in(found, cells):
    return [{c for c, word in enumerate(found) if int(word) >> i & 1} for i in range(cells)]


def test_a_line_is_exact_in_both_ways():
    rng = random.Random(1)
    met = {True: 0, False: 0}
    for _ in range(1200):
        puzzle, domains = random_line(rng)
        (clue,) = puzzle.row_clues
        fitting = [f for f in product(*domains) if runs(f) == list(clue)]
        truth = [{f[i] for f in fitting} for i in range(puzzle.columns)]
        b = restricted(puzzle, domains)
        found = array(b.found)[:, 0]
        assert solve_line(b, 0) is bool(fitting), puzzle.encode()
        met[bool(fitting)] += 1
        if fitting:
            assert left_in(found, puzzle.columns) == truth, (puzzle.encode(), domains)
        sides = len(clue) + 1, puzzle.columns + 1
        b.reached_at, b.behind_at = zeros(sides, "u8"), zeros(sides, "u8")
        told = line_by_tables(b, 0, puzzle.columns)
        assert told is bool(fitting)
        if fitting:
            assert left_in(found, puzzle.columns) == truth, (puzzle.encode(), domains)
    assert min(met.values()) > 100


def test_overlap_is_sound_and_sees_less():
    rng = random.Random(2)
    same, weaker = 0, 0
    for _ in range(800):
        puzzle, domains = random_line(rng)
        (clue,) = puzzle.row_clues
        fitting = [f for f in product(*domains) if runs(f) == list(clue)]
        found = overlap(clue, words_of(restricted(puzzle, domains), 0), puzzle.columns)
        if not fitting:
            continue
        assert found is not None
        truth = [{f[i] for f in fitting} for i in range(puzzle.columns)]
        seen = left_in(found, puzzle.columns)
        assert all(here <= there for here, there in zip(truth, seen, strict=True))
        same += truth == seen
        weaker += truth != seen
    assert same > 100
    assert weaker > 4


def test_lines_longer_than_a_word():
    """A short line amid known blanks is what it is alone, wherever it begins."""
    rng = random.Random(3)
    for cells in (62, 63, 64, 100, 124, 125, 190):
        for _ in range(8):
            small, domains = random_line(rng)
            start = rng.randint(0, cells - small.columns)
            blank = [{0}] * (cells - small.columns)
            columns = [()] * cells
            columns[start : start + small.columns] = small.column_clues
            large = Picross(small.row_clues, tuple(columns))
            alone = restricted(small, domains)
            amid = restricted(large, blank[:start] + domains + blank[start:])
            told = solve_line(alone, 0)
            assert solve_line(amid, 0) == told
            if told:
                word = [sum(int(w) << 62 * i for i, w in enumerate(ws)) for ws in array(amid.found)]
                inside = left_in([w >> start for w in word], small.columns)
                assert inside == left_in(array(alone.found)[:, 0], small.columns)


def test_what_is_taken_back_leaves_no_trace():
    rng = random.Random(4)
    for _ in range(50):
        puzzle = Picross.of_picture(5, 6, random_picture(rng, 5, 6, 2))
        b = board(puzzle)
        assert propagate(b)
        before = array(b.may).copy(), array(b.left).copy(), b.unsettled, b.trailed
        for cell in range(30):
            for colour in range(puzzle.colours + 1):
                if b.left[cell] > 1 and can_be(b, cell, colour):
                    keep(b, cell, colour)
                    propagate(b)
                    undo(b, before[3])
                    assert (array(b.may) == before[0]).all()
                    assert (array(b.left) == before[1]).all()
                    assert (b.unsettled, b.trailed) == before[2:]
                    assert not array(b.queue.is_in).any()
