"""Estimated medians: compared with sweeps in which searches end; the command."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from cpstudy.api import solve
from cpstudy.cli import main
from cpstudy.jobs.hardness.estimates import Estimate, estimate, estimates, exchanged, first_corners
from cpstudy.jobs.hardness.summaries import summarise
from cpstudy.jobs.hardness.sweep import colour_cells, compute, puzzles_of, sweep
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, least_turn, rotations
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study.store import Store


@pytest.mark.slow
def test_medians_lie_in_their_intervals(tmp_path):
    """Beyond the ridge, where puzzles have one solution, most medians lie in the intervals."""
    study = sweep(4, SOLVERS["dfs"], inner=range(4, 8), outer=range(3, 5), puzzles=12, limit=10**6)
    with Store(tmp_path / "rows") as store:
        compute([study], store, jobs=1)
        measured = {(c.inner, c.outer): c.median for c in summarise(store, study).cells}
    found = list(estimates(study.cells, "dfs", puzzles=12, probes=40, jobs=1))
    assert {(e.inner, e.outer) for e in found} == set(measured)
    held = [e.interval[0] <= measured[e.inner, e.outer] <= e.interval[1] for e in found]
    assert sum(held) >= 7
    for one in found:
        assert one.interval[0] < one.median < one.interval[1] < one.tree_interval[1]
        assert one.tree_interval[0] <= one.tree <= one.tree_interval[1]


@pytest.mark.parametrize(
    ("solver", "inner", "outer", "tree", "trees", "median", "interval"),
    [
        ("dfs", 3, 2, 410.5, (221.04125, 635.8025), 82.310878, (16.4000192, 316.329720)),
        ("snopf", 3, 2, 361.45, (240.23875, 1200.08), 47.545412, (16.0, 320.901376)),
        # This search distinguishes identical pieces, so each solution has many copies.
        ("snopf", 2, 1, 2829781.6, (1831804.96, 3493468.3), 24973.863803, (16.0, 824361.815923)),
    ],
)
def test_known_estimates(solver, inner, outer, tree, trees, median, interval):
    params = {"size": 4, "inner": inner, "outer": outer, "seed": 1}
    found = estimate(solver, 6, 10, params)
    assert found == Estimate(
        solver, 4, inner, outer, 6, 10,
        pytest.approx(tree), pytest.approx(trees), pytest.approx(median), pytest.approx(interval),
    )  # fmt: skip
    cells = colour_cells(4, inner=range(inner, inner + 1), outer=range(outer, outer + 1))
    assert [*estimates(cells, solver, puzzles=6, probes=10, jobs=1)] == [found]


def test_cells_are_those_of_a_sweep(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "cpstudy.jobs.hardness.estimates.ordered_map",
        lambda function, cells, jobs: asked.append((function.args, [*cells], jobs)) or (),
    )
    colours = {"inner": range(2, 3), "outer": range(1, 3)}
    for settings in ({}, {"seed": 5, "distinct": True}, {"asymmetric": True}):
        cells = colour_cells(3, **colours, **settings)
        assert [*cells] == [*sweep(3, SOLVERS["dfs"], **colours, **settings).cells]
        assert [*estimates(cells, "dfs", jobs=2)] == []
    assert [*estimates(colour_cells(3, inner=range(2, 4), one_set=True), "dfs")] == []
    first = {"size": 3, "inner": 2, "outer": 1, "seed": 1}
    assert asked[0] == (("dfs", 20, 1000), [first, {**first, "outer": 2}], 2)
    assert asked[1][1][0] == {**first, "seed": 5, "distinct": True}
    assert asked[2][1][0] == {**first, "asymmetric": True}
    assert asked[3] == (
        ("dfs", 20, 1000), [{**first, "outer": 0}, {**first, "inner": 3, "outer": 0}], None
    )  # fmt: skip


def test_ways_to_exchange_pieces():
    pieces = np.array([[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 1, 1], [2, 3, 2, 3], [1, 2, 3, 4]])
    assert exchanged(pieces) == 2 * 4 * 2  # two equal corners, four turns, two turns


@pytest.mark.parametrize("outer", [1, 2, 3])
def test_turns_of_a_board_that_lie_in_the_first_tree(outer):
    """first_corners counts the rotations of the solution that begin with a piece like the first
    corner.
    """
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
    outcome = [(row["solver"], row["inner"], row["outer"]) for row in rows]
    assert outcome == [("dfs", 2, 2), ("dfs", 3, 2), ("snopf", 2, 2), ("snopf", 3, 2)]
    assert all(row["interval"][0] <= row["median"] <= row["interval"][1] for row in rows)
    words = CliRunner().invoke(main, arguments).stdout.splitlines()
    assert len(words) == 4 and words[0].startswith("dfs 3x3 (2, 2): median ")
    assert not list(tmp_path.iterdir())  # nothing is stored or drawn


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--solver", "pla"], "solver 'pla' cannot be probed"),
        (["--limit", "5"], "--estimate does not go with --limit"),
        (["--inner", "9"], "inner colours 9..9: size 3 has 1..4"),
    ],
)
def test_what_cannot_be_estimated(more, message):
    result = CliRunner().invoke(main, ["hardness", "--size", "3", "--estimate", *more])
    assert result.exit_code == 2
    assert message in result.stderr
