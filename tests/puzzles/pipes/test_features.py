"""Test the features of Pipes: independent of orientations, monotone in rules, known values."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import puzzle
from cpstudy.puzzles.pipes.features import features
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes


@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_turning_tiles_changes_nothing(index, random):
    tiles = board("kruskal", 4, 4, seed=1, index=index)[1].ravel().tolist()
    turned = [random.choice(ORIENTATIONS[tile]) for tile in tiles]
    assert features(Pipes(4, 4, bytes(tiles))) == features(Pipes(4, 4, bytes(turned)))


def test_rules_settle_more_and_more():
    for index in range(20):
        _, tiles = board("depth-first", 6, 6, seed=2, index=index)
        found = features(Pipes(6, 6, np.asarray(tiles, np.uint8).tobytes()))
        left = [
            found[f"undecided after {rule}"] for rule in ("local", "loop", "dead end", "parity")
        ]
        assert left == sorted(left, reverse=True)
        assert math.isclose(sum(v for k, v in found.items() if k.startswith("share")), 1)


def test_small_and_large_boards():
    assert features(puzzle("pipes", "1x1:0"))["tiles"] == 1
    assert features(puzzle("pipes", "2x1:35"))["log10 safe states"] == -1
    assert math.isclose(features(puzzle("pipes", "2x1w:11"))["log10 safe states"], math.log10(2))
    assert "log10 safe states" not in features(Pipes(30, 30, bytes(900)))
