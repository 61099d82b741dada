"""Breadth-first solvers that fill a board count solutions and list them if all are requested."""

import pytest
from click.testing import CliRunner

from cpstudy import Budget, Stop, api
from cpstudy.cli import main

SEVERAL = {
    "kenken": ("3:fa3,m6e12", 12),
    "sudoku": ("1...3.....2...4.", 4),
    "nurikabe": ("nurikabe/3/3/2m2", 2),
}


@pytest.mark.parametrize("name", SEVERAL)
def test_breadth_first_lists_all_that_it_counts(name):
    text, number = SEVERAL[name]
    board = api.puzzle(name, text)
    listed = api.solve(board, "explore:dfs", limit=None)
    counted = api.solve(board, "explore:bfs", limit=None)
    assert len(listed.solutions) == number
    assert counted.count == len(listed.solutions)
    assert set(counted.solutions) == set(listed.solutions)
    assert counted.exhausted
    one = api.solve(board, "explore:bfs", limit=2)
    assert (len(one.solutions), one.count) == (1, counted.count)
    assert one.counters["states"] < counted.counters["states"]


def test_a_budget_ends_the_listing_too():
    board = api.puzzle("kenken", SEVERAL["kenken"][0])
    whole = api.solve(board, "explore:bfs", limit=None)
    fewer = Budget(states=whole.counters["states"] // 2)
    cut = api.solve(board, "explore:bfs", limit=None, budget=fewer)
    assert (cut.stop, cut.exhausted, cut.count) == (Stop.STATES, False, 12)
    assert 0 < len(cut.solutions) < 12


def test_the_command_prints_them():
    run = CliRunner().invoke(main, ["solve", "--all", "--puzzle", "kenken", "--solver",
                                    "explore:bfs", SEVERAL["kenken"][0]])  # fmt: skip
    assert (run.exit_code, len(run.stdout.splitlines())) == (0, 12)
