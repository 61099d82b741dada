"""Test the default solver: the search, then CP-SAT if it thrashes; the result names the engine."""

from cpstudy import Budget, Stop, Verdict, generate, solve
from cpstudy.core.solving import solve_batch
from cpstudy.puzzles.pipes import portfolio
from cpstudy.puzzles.pipes.solvers import SOLVERS
from cpstudy.puzzles.tilings.search import engine


def test_it_is_the_default():
    assert next(iter(SOLVERS)) == "portfolio"


def test_the_result_says_which_engine_settled_it(monkeypatch):
    monkeypatch.setattr(portfolio, "PATIENCE", 20)
    monkeypatch.setattr(portfolio, "PATIENCE_A_TILE", 0)
    monkeypatch.setattr(engine, "_PACE", 10)
    by = {"search": 0, "cpsat:contour": 0}
    for puzzle, _ in generate("pipes", "depth-first", 30, 6, seed=2):
        result = solve(puzzle)
        by[result.engine] += 1
        assert ("conflicts" in result.counters) is (result.engine == "cpsat:contour")
        assert result.verdict is Verdict.MANY
        assert result.counters["nodes"] > 0
    assert by["cpsat:contour"] > 2
    for puzzle, _ in generate("pipes", "wilson", 5, 6, seed=2):
        by[solve(puzzle).engine] += 1
    assert by["search"] > 3


def test_search_is_the_search_alone(monkeypatch):
    """The solver ``search`` never calls another engine, whatever number of nodes it takes."""
    monkeypatch.setattr(portfolio, "PATIENCE", 20)
    monkeypatch.setattr(portfolio, "PATIENCE_A_TILE", 0)
    monkeypatch.setattr(engine, "_PACE", 10)
    effort = 0
    for puzzle, _ in generate("pipes", "depth-first", 30, 6, seed=2):
        result = solve(puzzle, "search")
        assert set(result.counters) == {"nodes"}
        assert result.engine == ""
        effort = max(effort, result.counters["nodes"])
    assert effort > 2 * portfolio.PATIENCE


def test_a_budget_of_nodes_is_for_the_search():
    puzzle, _ = next(generate("pipes", "depth-first", 40, 1, seed=2))
    result = solve(puzzle, budget=Budget(iterations=3))
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.ITERATIONS)
    assert (result.counters, result.engine) == ({"nodes": 3}, "search")


def test_batches_name_the_engine_too():
    puzzles = [puzzle for puzzle, _ in generate("pipes", "prim", 6, 20, seed=4)]
    for puzzle, result in zip(puzzles, solve_batch(puzzles, SOLVERS["portfolio"]), strict=True):
        assert result.engine == "search"
        assert result.verdict is solve(puzzle, "search").verdict


def test_solutions_come_at_once_and_checked():
    """``found`` receives exactly the listed solutions, in their order, and each keeps the rules."""
    most = 0
    for puzzle, _ in generate("pipes", "depth-first", 10, 20, seed=3):
        came = []
        result = solve(puzzle, limit=20, found=came.append)
        assert tuple(came) == result.solutions
        assert all(puzzle.violation(solution) == "" for solution in came)
        most = max(most, len(came))
    assert most > 2
