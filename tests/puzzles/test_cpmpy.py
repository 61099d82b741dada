"""The CPMpy models find the solutions of brute force: none, one and many, by kind and solver."""

import random
import sys
from collections import Counter
from functools import partial

import pytest

from cpstudy import Budget, Stop, Verdict, puzzle
from cpstudy.api import cpmpy_model, named_solver
from cpstudy.core.errors import InputError
from cpstudy.core.solving import solve
from cpstudy.encode.solver_rows import CPMPY_SOLVERS
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from tests.puzzles.edge_matching import instances as edge_matching
from tests.puzzles.latin import instances as latin
from tests.puzzles.loops import instances as loops
from tests.puzzles.nurikabe import instances as nurikabe
from tests.puzzles.picross import instances as picross
from tests.puzzles.picross.oracle import all_solutions as pictures
from tests.puzzles.pipes import instances as pipes
from tests.puzzles.pipes.oracle import all_solutions as placements
from tests.puzzles.tilings import instances as tilings

cp = pytest.importorskip("cpmpy")

VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)
LIMIT = 4


def by_row(name):
    """All solutions by a row of cpstudy, which other tests compare with brute force."""
    return lambda board: solve(board, kind(board.kind).solvers[name], limit=None).solutions


# By kind: a function that draws a small random board, and one that lists its solutions.
STREAMS = {
    "pipes": (partial(pipes.random_board, largest=3), placements),
    "hexpipes": (lambda rng: tilings.random_board(rng, HexPipes, 6), tilings.truth),
    "edge_matching": (partial(edge_matching.random_puzzle, largest=3), by_row("dfs")),
    **{
        name: (partial(latin.random_puzzle, kind=name), by_row("brute-force"))
        for name in ("sudoku", "jigsaw", "kenken")
    },
    "picross": (picross.random_puzzle, pictures),
    "nurikabe": (partial(nurikabe.random_board, shape=(3, 3)), nurikabe.truth),
    **{name: (partial(loops.random_board, name=name), loops.truth) for name in loops.KINDS},
}
ALL_KINDS = pytest.mark.parametrize("name", STREAMS)


def test_every_kind_with_solvers_has_a_model():
    assert set(STREAMS) == {name for name in PUZZLES if kind(name).solvers}


def boards_of_each_verdict(name, number, seed):
    """Yield this number of boards of each verdict, with the canonical forms of their solutions."""
    rng, left = random.Random(seed), Counter(dict.fromkeys(VERDICTS, number))
    draw, truth = STREAMS[name]
    for _ in range(2000):
        board = draw(rng)
        expected = {board.canonical(solution) for solution in truth(board)}
        verdict = VERDICTS[min(len(expected), 2)]
        if left[verdict]:
            left[verdict] -= 1
            yield board, expected
        if not left.total():
            return
    pytest.fail(f"the stream has too few boards: {left} are missing")


def check(board, expected, solver):
    """Assert that a solver of CPMpy finds all solutions up to the limit, and nothing else."""
    found = solve(board, named_solver(kind(board.kind), f"cpmpy:{solver}"), limit=LIMIT)
    shown = {board.canonical(solution) for solution in found.solutions}
    assert shown <= expected, board.encode()
    if len(expected) < LIMIT:
        assert shown == expected and found.stop is Stop.DONE, (solver, board.encode())
    else:
        assert len(shown) >= LIMIT, (solver, board.encode())


@ALL_KINDS
def test_what_cp_sat_finds_is_what_brute_force_finds(name):
    for board, expected in boards_of_each_verdict(name, 1, seed=1):
        check(board, expected, "ortools")


@pytest.mark.slow
@ALL_KINDS
@pytest.mark.parametrize("solver", CPMPY_SOLVERS)
def test_every_solver_finds_it(name, solver):
    pytest.importorskip(CPMPY_SOLVERS[solver].module)
    if solver == "pysat":
        pytest.importorskip("pypblib")  # CPMpy needs it for sums with coefficients
    if solver != "ortools" and not dict(cp.SolverLookup.base_solvers())[solver].supported():
        pytest.skip("CPMpy does not take this version")
    for board, expected in boards_of_each_verdict(name, 20 if solver == "ortools" else 6, seed=2):
        check(board, expected, solver)


def test_the_answer_is_the_solution():
    board = puzzle("sudoku", kind("sudoku").example)
    declared = cpmpy_model(board)
    assert declared.model.solve("ortools", num_workers=1)
    assert not board.violation(bytes(int(cell.value()) for cell in declared.answer))


def test_a_board_without_a_choice_has_one_variable():
    """Boards of one cell are solved, although CPMpy's ``boolvar(shape=1)`` is not an array."""
    for name, text in (("nurikabe", "nurikabe/1/1/1"), ("nurikabe", "nurikabe/1/1/g")):
        found = solve(puzzle(name, text), kind(name).solvers["cpmpy"])
        assert found.verdict is Verdict.UNIQUE


def test_searches_are_the_iterations():
    board = puzzle("picross", "2x2:1/1/1/1")
    row = kind("picross").solvers["cpmpy"]
    one = solve(board, row, budget=Budget(iterations=1))
    assert (one.verdict, one.stop) == (Verdict.UNKNOWN, Stop.ITERATIONS)
    assert one.counters["searches"] == 1 and len(one.solutions) == 1
    assert solve(board, row).counters["searches"] == 2
    assert solve(board, row, limit=None).counters["searches"] == 3


def test_comparisons_name_it():
    rows = kind("nurikabe").solvers
    assert rows["cpmpy"].installed and not rows["cpmpy"].in_all
    assert rows["sat"].in_all is rows["sat"].installed


def test_solvers_get_no_limit_of_their_own(monkeypatch):
    """Solvers get no time limit: CPMpy takes a stop of Choco just before the limit for a proof."""
    plain = cp.solvers.CPM_ortools.solve

    def solve_without_limit(self, **arguments):
        assert "time_limit" not in arguments
        return plain(self, **arguments)

    monkeypatch.setattr(cp.solvers.CPM_ortools, "solve", solve_without_limit)
    board, row = puzzle("picross", "1x1:1/1"), kind("picross").solvers["cpmpy"]
    assert solve(board, row, budget=Budget(seconds=60)).verdict is Verdict.UNIQUE


def test_a_status_that_settles_nothing_is_no_answer(monkeypatch):
    monkeypatch.setattr(cp.solvers.CPM_ortools, "solve", lambda self, **_: False)
    with pytest.raises(RuntimeError, match="cpmpy:ortools ended with NOT_RUN"):
        solve(puzzle("picross", "1x1:1/1"), kind("picross").solvers["cpmpy"])


def test_names_of_solvers(monkeypatch):
    record = kind("picross")
    assert named_solver(record, "cpmpy").packages == ("cpmpy", "ortools")
    sat = named_solver(record, "cpmpy:pysat:cadical195")
    assert sat.name == "cpmpy:pysat:cadical195" and sat.packages == ("cpmpy", "python-sat")
    for name, message in (
        ("cpmpy:choco:gecode", "gecode is an engine of minizinc"),
        ("cpmpy:gecode", "gecode is an engine of minizinc"),
        ("cpmpy:z3:choco", "one solver of CPMpy, not 2"),
    ):
        with pytest.raises(InputError, match=message):
            named_solver(record, name)
    monkeypatch.setitem(CPMPY_SOLVERS, "gcs", CPMPY_SOLVERS["gcs"]._replace(module="missing"))
    row = named_solver(record, "cpmpy:gcs")
    assert not row.installed
    with pytest.raises(InputError, match=r"cpmpy:gcs needs gcspy: install cpmpy\[gcs\]"):
        solve(puzzle("picross", "1x1:1/1"), row)


@ALL_KINDS
def test_without_cpmpy_it_is_one_line(name, monkeypatch):
    for module in list(sys.modules):
        if module.startswith("cpstudy.") and module.rpartition(".")[2].startswith("cpmpy_"):
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.delattr("cpstudy.encode.cpmpy_sessions", raising=False)
    monkeypatch.setitem(sys.modules, "cpmpy", None)
    board = kind(name).puzzle.decode(kind(name).example)
    with pytest.raises(InputError, match=r"install cpstudy\[cpmpy\]"):
        solve(board, kind(name).solvers["cpmpy"])
