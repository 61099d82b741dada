"""An error about an argument of the Python interface names the argument and its value."""

import numpy as np
import pytest

import cpstudy
import cpstudy.core.errors
from cpstudy import Budget, api

BOARD = cpstudy.puzzle("pipes", "2x1:11")
JUGS = cpstudy.puzzle("bridge_torch", "1,2")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: cpstudy.solve(BOARD, budget=5), "budget=5: expected a Budget"),
        (lambda: cpstudy.verify(BOARD, seed=-1), "seed=-1: expected a whole number of at least 0"),
        (lambda: cpstudy.solve(BOARD, limit=0), "limit=0: expected a whole number of at least 1"),
        (lambda: cpstudy.solve(BOARD, limit=True), "limit=True: expected a whole number"),
        (lambda: cpstudy.solve(BOARD, 5), "solver=5: expected a name"),
        (lambda: cpstudy.solve("2x1:11"), "board='2x1:11': expected a puzzle"),
        (lambda: cpstudy.count(BOARD, seed=1.5), "seed=1.5: expected a whole number"),
        (lambda: cpstudy.count(BOARD, budget=5), "budget=5: expected a Budget"),
        (lambda: cpstudy.explain(BOARD, 5), "budget=5: expected a Budget"),
        (lambda: cpstudy.ambiguity(BOARD, 5), "budget=5: expected a Budget"),
        (lambda: cpstudy.conflict(BOARD, 5), "budget=5: expected a Budget"),
        (lambda: cpstudy.explore(JUGS, budget=5), "budget=5: expected a Budget"),
        (lambda: api.hardest(JUGS, 5), "budget=5: expected a Budget"),
        (lambda: api.compare(BOARD, budget=5), "budget=5: expected a Budget"),
        (lambda: cpstudy.generate("pipes", "wilson", 3, -1), "count=-1: expected a whole number"),
        (lambda: cpstudy.generate("pipes", "wilson", 3, seed=-1), "seed=-1: expected a whole"),
        (lambda: cpstudy.generate("pipes", "wilson", (3,)), r"size=\(3,\): expected a number, or"),
        (lambda: cpstudy.generate("pipes", "wilson", "5x5"), "size='5x5': expected a number, or"),
        (lambda: cpstudy.generate("pipes", "wilson", (3, "4")), r"size=\(3, '4'\): expected whole"),
        (lambda: cpstudy.generate("pipes", 3, 3), "algorithm=3: expected a name"),
        (lambda: cpstudy.hardness(4, puzzles=0), "puzzles=0: expected a whole number of at least"),
        (lambda: cpstudy.hardness(4, seed=-1), "seed=-1: expected a whole number of at least 0"),
    ],
)
def test_a_fault_names_argument_and_value(call, words):
    with pytest.raises(cpstudy.core.errors.InputError, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)


def test_what_is_right_passes():
    assert cpstudy.solve(BOARD, budget=Budget(seconds=5), seed=np.int64(1), limit=np.int8(1))
    assert [*cpstudy.generate("pipes", "wilson", np.int64(3), 0)] == []
    assert [*cpstudy.generate("pipes", "wilson", [2, 3], np.int64(1))]
