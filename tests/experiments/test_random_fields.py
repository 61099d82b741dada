"""Spanning trees against their known numbers; shares against all fields of a small board."""

from importlib import import_module
from itertools import product

import numpy as np
import pytest

from cpstudy.puzzles.pipes.search.batch import decide_boards

fields = import_module("experiments.23_random_fields")


@pytest.mark.parametrize(("size", "trees"), [(1, 1), (2, 4), (3, 192)])
def test_all_trees_are_listed_and_counted(size, trees):
    assert len({*fields.listed(size)}) == trees
    assert fields.spanning_trees(size) == pytest.approx(trees)


def test_drawn_trees_are_among_those_listed():
    rng = np.random.default_rng(1)
    assert {fields.drawn(2, rng) for _ in range(60)} == {*fields.listed(2)}


def test_fields_of_2_by_2_by_brute_force():
    every = np.array([*product(fields.TYPES.tolist(), repeat=4)], np.uint8)
    ends, ts = ((every == kind).sum(axis=1) for kind in (1, 7))
    assert fields.two_more(4) == (ends == ts + 2).sum()
    (outcome,) = fields.measure(fields.Task(next(iter(fields.study(fields.LISTED, 2, 1))), (0,)))
    assert outcome.counters["unique"] == fields.unique(every, 2)
    assert len(decide_boards(every, 2, 2).verdicts) == 256
