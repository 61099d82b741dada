"""External programs: their input, what is missing, and Gecode's answers if it is installed."""

from itertools import product

import numpy as np
import pytest

from cpstudy import api
from cpstudy.core.result import Verdict
from cpstudy.core.union_find import root
from cpstudy.puzzles.tilings.edges import edge_table
from experiments import monotonic, programs


def holds(clauses: list[list[int]], values: list[int]) -> bool:
    return all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)


def is_forest(edges: list[tuple[int, int]]) -> bool:
    parents = np.arange(9, dtype=np.int32)
    for a, b in edges:
        ends = root(parents, a), root(parents, b)
        if ends[0] == ends[1]:
            return False
        parents[ends[0]] = ends[1]
    return True


def test_formula_for_monosat():
    board = next(api.generate("pipes", "depth-first", (3, 3), 1, seed=4))[0]
    lines = [line.split() for line in "".join(monotonic.stated(board).lines()).splitlines()]
    number = int(lines[0][2]) - 1
    clauses = [[*map(int, line[:-1])] for line in lines if line[-1] == "0" and line[0] != "digraph"]
    ends = [(int(a), int(b)) for _, _, a, b, _ in (line for line in lines if line[0] == "edge")]
    assert [f"digraph int 9 {number} 0".split(), f"forest 0 {number + 1}".split()] == [
        line for line in lines if line[0] in ("digraph", "forest")
    ]
    found = [
        edge_table(board).placement(np.array(values))
        for values in map(list, product((False, True), repeat=number))
        if holds(clauses, [*values, True])
        and is_forest([one for one, is_open in zip(ends, values, strict=True) if is_open])
    ]
    assert set(found) == set(api.solve(board, "search", limit=None).solutions)


def test_what_is_lacking(monkeypatch):
    monkeypatch.setattr(programs.shutil, "which", lambda name: None)
    assert programs.GECODE.lacking == "the program fzn-gecode"
    assert programs._version.__wrapped__(*programs.GECODE.asks) == "not installed"
    monkeypatch.setattr(programs.shutil, "which", lambda name: name)
    monkeypatch.setattr(programs, "_version", lambda name, *command: programs._UNNAMED)
    assert programs.CHUFFED_TABLES.lacking == "Chuffed beside the program minizinc"


@pytest.mark.skipif(bool(programs.GECODE.lacking), reason="Gecode is missing")
def test_gecode():
    for text, verdict in (("2x2:1111", Verdict.NONE), ("3x3:654eb6414", Verdict.UNIQUE)):
        found = api.solve(api.puzzle("pipes", text), "experiments.programs:GECODE")
        assert found.verdict is verdict
