"""Estimated medians: against sweeps where searches end, and their command."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from cpstudy.api import solve
from cpstudy.cli import main
from cpstudy.jobs.hardness.estimates import estimates, exchanged, first_corners
from cpstudy.jobs.hardness.summaries import summarise
from cpstudy.jobs.hardness.sweep import compute, puzzles_of, sweep
from cpstudy.puzzles.edge_matching import SOLVERS
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, least_turn, rotations
from cpstudy.study.store import Store


@pytest.mark.slow
def test_medians_lie_in_their_intervals(tmp_path):
    """Beyond the ridge, where one solution is all there is."""
    study = sweep(4, SOLVERS["dfs"], inner=range(4, 8), outer=range(3, 5), puzzles=12, limit=10**6)
    with Store(tmp_path / "rows") as store:
        compute([study], store, jobs=1)
        measured = {(c.inner, c.outer): c.median for c in summarise(store, study).cells}
    found = list(
        estimates(4, "dfs", inner=range(4, 8), outer=range(3, 5), puzzles=12, probes=40, jobs=1)
    )
    assert {(e.inner, e.outer) for e in found} == set(measured)
    held = [e.interval[0] <= measured[e.inner, e.outer] <= e.interval[1] for e in found]
    assert sum(held) >= 7
    for one in found:
        assert one.interval[0] < one.median < one.interval[1] < one.tree_interval[1]
        assert one.tree_interval[0] <= one.tree <= one.tree_interval[1]


def test_ways_to_exchange_pieces():
    pieces = np.array([[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 1, 1], [2, 3, 2, 3], [1, 2, 3, 4]])
    assert exchanged(pieces) == 2 * 4 * 2  # two corners alike, four turns, two turns


@pytest.mark.parametrize("outer", [1, 2, 3])
def test_turns_of_a_board_that_lie_in_the_first_tree(outer):
    """As many boards begin with a piece that looks like the first corner, turn by turn."""
    kinds = set()
    params = {"size": 3, "inner": 4, "outer": outer, "seed": 7}
    for pieces in puzzles_of(params, 0, 12):
        listed = [tuple(piece) for piece in pieces.tolist()]
        board = EdgeMatching(3, 3, tuple(listed))
        first = least_turn(next(piece for piece in listed if piece.count(0) == 2))
        (solution,) = solve(board, "dfs", limit=1).solutions
        boards = rotations(board.picture(solution), 3, 3)
        begun = sum(least_turn(picture[0]) == first for picture in boards)
        assert begun == first_corners(pieces)
        kinds.add(begun)
    assert (outer == 1) == (kinds == {4})


def test_the_command(tmp_path, monkeypatch):
    arguments = ["hardness", "--size", "3", "--inner", "2..3", "--outer", "2", "--estimate"]
    arguments += ["--solver", "dfs,snopf", "--puzzles", "3", "--probes", "5", "--jobs", "1"]
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, [*arguments, "--json"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    told = [(row["solver"], row["inner"], row["outer"]) for row in rows]
    assert told == [("dfs", 2, 2), ("dfs", 3, 2), ("snopf", 2, 2), ("snopf", 3, 2)]
    assert all(row["interval"][0] <= row["median"] <= row["interval"][1] for row in rows)
    words = CliRunner().invoke(main, arguments).stdout.splitlines()
    assert len(words) == 4 and words[0].startswith("dfs 3x3 (2, 2): median ")
    assert not list(tmp_path.iterdir())  # nothing is stored or drawn


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--solver", "pla"], "solver 'pla' cannot be probed"),
        (["--limit", "5"], "--estimate searches nothing"),
        (["--inner", "9"], "inner colours 9..9: size 3 has 1..4"),
    ],
)
def test_what_cannot_be_estimated(more, message):
    result = CliRunner().invoke(main, ["hardness", "--size", "3", "--estimate", *more])
    assert result.exit_code == 2
    assert message in result.stderr
