"""Test each SMT model against brute force on small boards."""

import random
from collections import Counter

import numpy as np
import pytest

from cpstudy import generate
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.encode.cuts import lacking
from cpstudy.encode.smt import SmtSession
from cpstudy.puzzles.pipes.encodings import smt_models
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from cpstudy.puzzles.tilings.encodings.edge_models import requires_tree
from tests.encode.graphs import assert_same, solutions_of
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions

z3 = pytest.importorskip("z3")

BUILD = {
    "yurichev": smt_models.build_yurichev,
    "lazy": smt_models.build_lazy,
    "levels": smt_models.build_levels,
}


@pytest.mark.parametrize("encoding", BUILD)
def test_solutions_and_nothing_else(encoding):
    rng = random.Random(3)
    met: Counter[int] = Counter()
    for _ in range(90):
        puzzle = random_board(rng, largest=3)
        table = edge_table(puzzle)
        if len(table.ends) == 0 or (not puzzle.free and puzzle.tree_impossible()):
            continue
        lazily = encoding != "levels" and requires_tree(puzzle)
        found = solutions_of(
            SmtSession(BUILD[encoding](puzzle), np.random.default_rng(0)),
            lacking=lacking(tree_graph(puzzle)) if lazily else None,
        )
        truth = {tuple(table.opened(s).tolist()) for s in all_solutions(puzzle)}
        assert_same(found, truth, puzzle.encode())
        met[min(len(truth), 2)] += 1
    assert min(met.values()) > 5, met


@pytest.mark.parametrize("encoding", BUILD)
def test_a_clock_strikes_while_a_script_is_written(encoding):
    puzzle, _ = next(generate("pipes", "wilson", 9, 1, seed=1))
    with pytest.raises(OutOfTimeError):
        BUILD[encoding](puzzle, clock=Clock(0))
