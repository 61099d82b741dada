"""Shares and defects of small mazes, against brute force over all solutions."""

import networkx as nx

from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.reproducing.defects import ALGORITHMS, defects_study, measure_defects
from cpstudy.study.grid import Task
from experiments.large_mazes import Scale, measure_shares, shares_study
from tests.puzzles.pipes.oracle import all_solutions, edge_list

SCALE = Scale((4,), 1, 20, {5: 30})


def mazes(cell, numbers):
    size = cell.params["size"]
    for index in numbers:
        solution, _ = board(cell.params["algorithm"], size, size, cell.params["seed"], index)
        yield Pipes(size, size, solution.tobytes())


def test_shares():
    seen = {}
    for cell in shares_study(SCALE):
        (found,) = measure_shares(Task(cell, (0,)))
        unique = sum(len(list(all_solutions(maze))) == 1 for maze in mazes(cell, range(20)))
        assert found.counters.get("unique", 0) == unique
        assert sum(found.counters.values()) == 20
        seen[cell.params["algorithm"]] = unique
    assert seen["binary-tree"] == 20
    assert 0 < seen["depth-first"] < 20


def region_sizes(maze):
    """Return the sizes of the connected parts of the board on edges in which solutions differ."""
    listed = list(all_solutions(maze))
    graph = nx.Graph()
    for tile, bit, other, _ in edge_list(maze):
        if len({solution[tile] & bit for solution in listed}) == 2:
            graph.add_edge(tile, other)
    return sorted(len(part) for part in nx.connected_components(graph))


def test_defects():
    total = {}
    for cell in defects_study(5, 30):
        outcomes = list(measure_defects(Task(cell, tuple(range(30)))))
        for outcome, maze in zip(outcomes, mazes(cell, range(30)), strict=True):
            wanted = region_sizes(maze)
            found = [size for size, number in outcome.extra.get("sizes", ()) for _ in range(number)]
            assert found == wanted
            assert outcome.counters == {
                "regions": len(wanted),
                "tiles": sum(wanted),
                "undecided": 0,
            }
        total[cell.params["algorithm"]] = sum(o.counters["regions"] for o in outcomes)
    assert list(total) == list(ALGORITHMS)
    assert total["binary-tree"] == 0
    assert total["depth-first"] > 2
