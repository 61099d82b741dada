"""The programs for clingo against searches, on boards with every verdict."""

from itertools import product

import pytest

from cpstudy import api
from cpstudy.core.result import Verdict
from cpstudy.jobs.hardness.sweep import puzzle_of

pytest.importorskip("clingo")

PROGRAMS = "experiments.answer_sets"


@pytest.mark.parametrize("name", ["ACYCLIC", "REACHING"])
def test_trees(name):
    met = set()
    boards = [board for board, _ in api.generate("pipes", "depth-first", (5, 5), 6, seed=3)]
    for board in (*boards, api.puzzle("pipes", "2x2:1111"), api.puzzle("pipes", "2x2:1331")):
        found = api.solve(board, f"{PROGRAMS}:{name}")
        assert found.verdict is api.solve(board, "search").verdict
        met.add(found.verdict)
    assert met == {Verdict.NONE, Verdict.UNIQUE, Verdict.MANY}


def test_edges():
    met = set()
    for (size, inner, outer), number in product(((3, 1, 1), (3, 2, 4), (4, 3, 3)), range(3)):
        params = {"size": size, "inner": inner, "outer": outer, "seed": 3}
        board = puzzle_of(params, number)
        found = api.solve(board, f"{PROGRAMS}:COLOURS", limit=None)
        expected = api.solve(board, "dfs", limit=None)
        classes = [{*map(board.canonical, one.solutions)} for one in (found, expected)]
        assert found.exhausted and classes[0] == classes[1]
        met.add(found.verdict)
    assert met == {Verdict.UNIQUE, Verdict.MANY}
