"""Test probing against all solutions: none is lost, and then no single assumption is refuted."""

import random
from collections import Counter

from cpstudy.puzzles.tilings.search.probing import NO_PROBING, begin_probing, probe
from cpstudy.puzzles.tilings.search.rules import assume
from cpstudy.puzzles.tilings.search.state import undo
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.solved import arbitrary, begun, solved_boards, unknown_edges


def probed(w):
    begin_probing(w)
    while w.probing != NO_PROBING:
        if not probe(w):
            return False
    return True


def test_what_is_refuted_holds_in_no_solution():
    rng = random.Random(5)
    met = Counter()
    for solved, _ in solved_boards(9, 400):
        for puzzle in (solved, arbitrary(solved, rng)):
            solutions = all_solutions(puzzle)
            w, consistent = begun(puzzle)
            before = len(list(unknown_edges(w)))
            if not consistent:
                continue
            if not probed(w):
                met["none"] += 1
                assert not solutions
                continue
            for sides in solutions:
                for known, here in zip(w.state, sides, strict=True):
                    assert known & 15 & ~here == 0 and known >> 4 & here == 0
            met["refuted"] += len(list(unknown_edges(w))) < before
            mark = w.trailed
            for edge in list(unknown_edges(w)):
                for value in (0, 1):
                    assert assume(w, edge, value), puzzle.encode()
                    undo(w, mark)
                    met["left"] += 1
    assert met["none"] and min(met["refuted"], met["left"]) > 20
