"""The solutions that a bound misses, against the formula itself."""

import networkx as nx

from cpstudy.api import solve
from cpstudy.core.result import Verdict
from cpstudy.core.solving import Request
from cpstudy.puzzles.pipes.encodings.hegeman.formula import start_tile
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.reproducing.hegeman_bounds import (
    _missed,
    _study,
    least_eccentricity,
    measure,
)
from cpstudy.study.grid import Task
from cpstudy.study.run import run
from cpstudy.study.store import Store
from tests.puzzles.pipes.oracle import all_solutions, edge_list


def eccentricity(maze, solution):
    graph = nx.Graph([(a, b) for a, bit, b, _ in edge_list(maze) if solution[a] & bit])
    return max(nx.single_source_shortest_path_length(graph, start_tile(maze)).values())


def ambiguous(size, count):
    index = found = 0
    while found < count:
        solution, _ = board("depth-first", size, size, 2022, index)
        maze = Pipes(size, size, solution.tobytes())
        others = [bytes(other) for other in all_solutions(maze) if bytes(other) != maze.tiles]
        if others:
            found += 1
            yield maze, others
        index += 1


def test_the_least_eccentricity_is_where_the_formula_begins_to_see():
    """A bound allows one step less than its number."""
    for maze, others in ambiguous(4, 4):
        least = least_eccentricity(maze, others)
        assert least == min(eccentricity(maze, other) for other in others)
        from cpstudy.puzzles.pipes.encodings.hegeman.solving import solve_bounded

        seen = solve_bounded(maze, Request(), least + 1)
        missed = solve_bounded(maze, Request(), least)
        assert seen.verdict is Verdict.MANY
        assert missed.verdict is not Verdict.MANY
        assert solve(maze).verdict is Verdict.MANY


def test_missed_shares(tmp_path):
    wanted = _study(5, 60)
    cells = [cell for cell in wanted if cell.params["algorithm"] == "depth-first"]
    outcomes = list(measure(Task(cells[0], tuple(range(60)))))
    several = [outcome for outcome in outcomes if outcome.verdict is Verdict.MANY]
    assert 5 < len(several) < 60
    with Store(tmp_path / "rows.sqlite") as store:
        run(wanted, store, measure, jobs=1)
        rows = [row for row in store.rows(wanted) if row.cell.params["algorithm"] == "depth-first"]
    table_3, half = _missed("depth-first", 5, rows)
    wrong = sum(outcome.extra["least"] >= 12 for outcome in several)
    assert half.ours == f"{wrong / len(several):.2%}"
    assert wrong > 0
    assert table_3.ours == "0.00%"
    assert table_3.n == len(several)
