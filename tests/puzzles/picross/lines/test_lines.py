"""The line solver, on one word and on several, agrees with all fillings of the line."""

import random
from collections import Counter
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
from cpstudy.puzzles.picross.lines.long_lines import SCRATCH, long_line
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.instances import random_picture
from tests.puzzles.picross.oracle import runs


def random_line(rng):
    """A board of one row, and the colours each cell may have; sometimes no filling exists."""
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
    for _ in range(600):
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
        b.sets = zeros((SCRATCH + 2 * len(clue) + 1, 1), "i64")
        result = long_line(b, 0, puzzle.columns)
        assert result is bool(fitting)
        if fitting:
            assert left_in(found, puzzle.columns) == truth, (puzzle.encode(), domains)
    assert min(met.values()) > 50


def test_overlap_is_sound_and_sees_less():
    rng = random.Random(2)
    same, weaker = 0, 0
    for _ in range(800):
        puzzle, domains = random_line(rng)
        (clue,) = puzzle.row_clues
        fitting = [f for f in product(*domains) if runs(f) == list(clue)]
        found = overlap(clue, words_of(array(restricted(puzzle, domains).may)[0]), puzzle.columns)
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


def fillings(clue, domains):
    """The colours that each cell can have, as sets; None if there is no filling."""
    cells, runs = len(domains), len(clue)
    ahead = {(0, 0)}  # (runs, cells) of the prefixes that can be filled

    def steps(j, p):
        if p < cells and 0 in domains[p]:
            yield j, p + 1, p, p + 1, 0
        if j < runs:
            length, colour = clue[j]
            end = p + length
            gap = j + 1 < runs and clue[j + 1][1] == colour
            if end + gap <= cells and all(colour in domains[i] for i in range(p, end)):
                if not gap or 0 in domains[end]:
                    yield j + 1, end + gap, p, end, colour

    order = [(j, p) for p in range(cells + 1) for j in range(runs + 1)]
    taken = [(here, step) for here in order for step in steps(*here)]
    for here, step in taken:
        if here in ahead:
            ahead.add(step[:2])
    back = {(runs, cells)}
    found = [set() for _ in range(cells)]
    for here, step in reversed(taken):
        if step[:2] in back:
            back.add(here)
            if here in ahead:
                for cell in range(step[2], step[3]):
                    found[cell].add(step[4])
                for cell in range(step[3], step[1]):
                    found[cell].add(0)
    return found if (runs, cells) in ahead else None


def test_long_lines_are_exact_wherever_words_end():
    """The solver is exact on long lines, with runs across word ends and longer than a word."""
    rng = random.Random(4)
    met = {True: 0, False: 0}
    for _ in range(150):
        cells, colours = rng.choice((63, 64, 100, 123, 124, 125, 187, 200)), rng.choice((1, 1, 2))
        picture = b""
        while len(picture) < cells:
            length = rng.choice((1, 2, 3, 9, 61, 62, 63, 70))
            picture += bytes((rng.randint(0, colours),)) * length
        puzzle = Picross.of_picture(1, cells, picture[:cells])
        every = range(puzzle.colours + 1)
        chance = rng.choice((0.02, 0.2, 0.9))
        domains = [{colour} if rng.random() < chance else {*every} for colour in picture[:cells]]
        if rng.random() < 0.3:
            domains[rng.randrange(cells)] = {rng.choice(every)}
        truth = fillings(puzzle.row_clues[0], domains)
        b = restricted(puzzle, domains)
        assert solve_line(b, 0) is (truth is not None), puzzle.encode()
        met[truth is not None] += 1
        if truth is not None:
            word = [sum(int(w) << 62 * i for i, w in enumerate(ws)) for ws in array(b.found)]
            assert left_in(word, cells) == truth, puzzle.encode()
    assert min(met.values()) > 5


def test_lines_longer_than_a_word():
    """A short line among known blanks gives the same result as alone, wherever it begins."""
    rng, met = random.Random(3), Counter()
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
            result = solve_line(alone, 0)
            assert solve_line(amid, 0) == result
            met[bool(result)] += 1
            if result:
                word = [sum(int(w) << 62 * i for i, w in enumerate(ws)) for ws in array(amid.found)]
                inside = left_in([w >> start for w in word], small.columns)
                assert inside == left_in(array(alone.found)[:, 0], small.columns)
    assert min(met[True], met[False]) > 3, met


def test_what_is_taken_back_leaves_no_trace():
    rng, kept = random.Random(4), 0
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
                    kept += 1
    assert kept > 100
