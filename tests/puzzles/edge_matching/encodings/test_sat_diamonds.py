"""The SAT encoding of edge matching."""

import pytest

from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching import SOLVERS
from tests.puzzles.edge_matching.instances import SMALL


def test_a_missing_extra_is_said(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pysat.solvers", None)
    with pytest.raises(ValueError, match=r"install cpstudy\[sat\]"):
        solve(SMALL, SOLVERS["sat"])
