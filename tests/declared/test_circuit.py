"""Numberlink as one circuit in CP-SAT: a second specification, and what SAT leaves open.

The lines, each number's end joined to the next number's beginning, are one circuit through all
cells but those without a line. Of the public boards our rows leave two of 10×10 open; here each
takes some 20 s to have no second answer.
"""

import json
from typing import Any, cast

import pytest
from ortools.sat.python import cp_model

from cpstudy import api
from cpstudy.declared.model import model_of
from cpstudy.declared.puzzle import Declared
from tests.cases import cases_dir
from tests.declared.records import puzzle_of, solution_of
from tests.declared.test_kinds import OPEN, SETS


def another(puzzle: Declared, answer: bytes, *, short: bool) -> bool:
    """Whether there is another answer: one without a detour, or one with detours of this one.

    Where neither is, the answer is the only one.
    """
    b, values = puzzle.board, model_of(puzzle).by_group(answer)
    pairs, m = [*b.groups("numbers").values()], cp_model.CpModel()
    place = {c: n for n, c in enumerate(b.cells)}
    has = {c: [m.new_bool_var("") for _ in range(len(pairs) + 1)] for c in b.cells}
    arcs: list[tuple[int, int, Any]] = []
    line = {pair: m.new_bool_var("") for pair in b.edges}
    for c in b.cells:
        m.add_exactly_one(has[c])
        if c not in b.clues("numbers"):
            arcs.append((place[c], place[c], has[c][0]))
        if not short and values["numbers"][c]:
            m.add(has[c][values["numbers"][c]] == 1)
    for k, ends in enumerate(pairs, 1):
        m.add_bool_and(has[c][k] for c in ends)
        arcs.append((place[ends[1]], place[pairs[k % len(pairs)][0]], m.new_constant(1)))
    for (c, d), drawn in line.items():
        ways = m.new_bool_var(""), m.new_bool_var("")
        arcs += [(place[c], place[d], ways[0]), (place[d], place[c], ways[1])]
        m.add(sum(ways) == drawn)
        for one, other in list(zip(has[c], has[d], strict=True))[1:]:
            m.add_bool_or(~drawn, ~one, other)
            m.add_bool_or(~drawn, one, ~other)
            if short:
                m.add_bool_or(~one, ~other, drawn)
    m.add_circuit(arcs)
    m.add_bool_or(~x if values["lines"][pair] else x for pair, x in line.items())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(m)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return status != cp_model.INFEASIBLE


@pytest.mark.parametrize(
    "text", ["5x5:....1/..233/..1../...2./.....", "4x3:.11./2.../..2.", "2x2:../11"]
)
def test_a_circuit_says_what_our_rows_say(text):
    puzzle = cast(Declared, api.puzzle("numberlink", f"numberlink:{text}"))
    found = cast(list[bytes], api.solve(puzzle, limit=3).solutions)
    others = [another(puzzle, found[0], short=short) for short in (True, False)]
    assert any(others) is (len(found) > 1)


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(OPEN["numberlink"]))
def test_what_our_rows_leave_open_has_one_answer(key):
    folder = cases_dir("declared")
    if folder is None:
        pytest.skip("no public boards here")
    data = json.loads((folder / f"{SETS['numberlink']}_dataset.json").read_text("utf-8"))["data"]
    puzzle = puzzle_of("numberlink", data[key]["problem"])
    answer = solution_of(puzzle, data[key]["solution"].strip().partition("\n")[2])
    assert puzzle.violation(answer) == ""
    assert not another(puzzle, answer, short=True)
    assert not another(puzzle, answer, short=False)
