"""Test that probes of the tree are unbiased, against exhausted plain searches.

Every search that can be probed is tested, and several numbers of strata.
"""

from collections import Counter

import numpy as np
import pytest

from cpstudy import Budget, solve
from cpstudy.core.errors import InputError
from cpstudy.puzzles.edge_matching.generating.colours import batch, puzzle_of
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.probes import PLACEMENTS, PROBED, SOLUTIONS, probe
from tests.puzzles.edge_matching.reference.backtracking import Backtracking


def exhausted(name, pieces, size):
    """The placements of the exhausted plain search, and the number of them that fill the board."""
    depths = Counter()
    search = Backtracking(
        puzzle_of(pieces, size, size),
        METHODS[name],
        Budget(),
        None,
        placed=lambda depth, cell, oriented: depths.update([depth]),
    )
    search.run()
    return search.placements, depths[size * size - 1]


def off(probes, exact):
    """The distance of the mean of probes from the exact number, in standard errors."""
    deviation = probes.std(ddof=1)
    if deviation == 0:
        return 0.0 if probes.mean() == pytest.approx(exact) else np.inf
    return (probes.mean() - exact) / deviation * len(probes) ** 0.5


@pytest.mark.parametrize(
    ("name", "strata"), [*((name, 24) for name in PROBED), ("dfs", 1), ("dfs", 2), ("snopf", 2)]
)
def test_the_mean_is_the_size_of_the_tree(name, strata):
    sizes = []
    for at, (inner, outer) in enumerate([(2, 2), (3, 3), (1, 3)]):
        pieces = batch(3, 3, inner, outer, 1, at)[0][0]
        placements, boards = exhausted(name, pieces, 3)
        found = probe(name, pieces, 3, 3, 60, 7, first=False, strata=strata)
        assert abs(off(found[:, PLACEMENTS], placements)) < 4
        assert abs(off(found[:, SOLUTIONS], boards)) < 4
        sizes.append(placements)
    assert max(sizes) > 1.5 * min(sizes)


def test_the_first_candidate_has_a_solution_in_its_tree():
    """By default the tree of the first candidate is probed: it is smaller than the whole tree, and
    the first solution comes before it is exhausted."""
    for index in range(3):
        pieces = batch(4, 4, 4, 2, 1, 3, first=index)[0][0]
        puzzle = puzzle_of(pieces, 4, 4)
        first = solve(puzzle, "dfs", limit=1).counters["placements"]
        found = probe("dfs", pieces, 4, 4, 25, 1)[:, PLACEMENTS]
        whole = probe("dfs", pieces, 4, 4, 25, 1, first=False)[:, PLACEMENTS]
        assert found.mean() < whole.mean()
        assert first < found.mean() + 4 * found.std() / 5


def test_strata_make_probes_agree():
    pieces = batch(4, 4, 3, 3, 1, 5)[0][0]
    spread = [
        probe("dfs", pieces, 4, 4, 60, 3, strata=strata)[:, PLACEMENTS].std() for strata in (1, 24)
    ]
    assert spread[1] < spread[0]


def test_a_seed_gives_the_same_probes_and_boards_may_be_large():
    pieces = batch(9, 9, 10, 3, 1, 5)[0][0]  # more cells than fit a word
    one = probe("dfs", pieces, 9, 9, 2, 11)
    assert (one == probe("dfs", pieces, 9, 9, 2, 11)).all()
    assert (one != probe("dfs", pieces, 9, 9, 2, 12)).any()
    assert probe("snopf", batch(2, 2, 0, 8 // 2, 1, 5)[0][0], 2, 2, 3, 0).shape == (3, 2)


def test_what_cannot_be_probed_is_said():
    pieces = batch(3, 3, 2, 2, 1, 0)[0][0]
    for name in ("pla", "matching", "sat"):
        with pytest.raises(ValueError, match=f"solver '{name}' cannot be probed"):
            probe(name, pieces, 3, 3, 1, 0)
    with pytest.raises(InputError, match="at least one probe"):
        probe("dfs", pieces, 3, 3, 0, 0)
