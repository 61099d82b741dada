"""The reduction of section 1.1: blocks by counting, boards against cycles, those against orders."""

from itertools import combinations, pairwise, permutations, product

import pytest

from cpstudy.api import solve
from cpstudy.puzzles.pipes.counting.frontier import count
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES
from cpstudy.reproducing.hegeman_gadget import (
    BLOCKS,
    BOTTOM,
    RIGHT,
    SIDE,
    alone,
    block,
    board,
    cycles,
    port_sets,
    vertices,
)

DEAD_END, CORNER, T = 1, 3, 7


@pytest.mark.parametrize("ports", BLOCKS)
def test_a_block_is_passed_by_two_ports_in_one_way(ports):
    """A filler has no ports and is one tree by itself."""
    found = {opened: count(alone(ports, opened)) for opened in port_sets(ports)}
    passes = 2 if ports else 0
    assert found == {opened: int(len(opened) == passes) for opened in found}


def test_the_cut_block_is_two_pieces():
    """Joined outside, it is one tree; by itself, with both ports open, its degrees give two."""
    assert count(alone((RIGHT, BOTTOM), (RIGHT, BOTTOM), cut=True)) == 1
    degrees = [
        sum(OPEN_SIDES[x] for row in block((RIGHT, BOTTOM), cut=c) for x in row) for c in (0, 1)
    ]
    assert degrees == [2 * SIDE**2, 2 * SIDE**2 - 2]


@pytest.mark.parametrize("ports", BLOCKS)
def test_the_rim_is_as_the_proof_reads_it(ports):
    placed = block(ports)
    for side in range(4):
        middle = T if side in ports else DEAD_END
        rim = [DEAD_END, CORNER, DEAD_END, middle, DEAD_END, DEAD_END, DEAD_END]
        assert [int(x) for x in placed[0]] == rim
        placed = [list(row) for row in zip(*placed, strict=True)][::-1]


def grid_graphs(rows, columns):
    """Yield all graphs whose degrees are two and three, connected or not."""
    cells = [*product(range(rows), range(columns))]
    for size in range(4, len(cells) + 1):
        for chosen in combinations(cells, size):
            there = {*chosen}
            degrees = {
                sum((r + a, c + b) in there for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)))
                for r, c in there
            }
            if degrees <= {2, 3}:
                yield ["".join(".#"[(r, c) in there] for c in range(columns)) for r in range(rows)]


def test_cycles_are_permutations():
    for graph in (["##", "##"], ["###", "###"], ["###", "#.#", "###"], ["##...", "##.##", "...##"]):
        first, *others = vertices(graph)
        listed = sum(
            all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise((first, *order, first)))
            for order in permutations(others)
        )
        assert cycles(graph) == listed // 2


def check(graph):
    found = solve(board(graph), "search", limit=None)
    assert found.exhausted
    assert len(found.solutions) == cycles(graph), graph
    return len(found.solutions)


def test_solutions_are_cycles():
    graphs = [*grid_graphs(2, 5), ["######", "#.##.#", "####.#", "...###"]]
    assert {check(graph) for graph in graphs} == {0, 1, 2}


@pytest.mark.slow
def test_solutions_are_cycles_on_all_graphs_of_4_by_4():
    assert {check(graph) for graph in grid_graphs(4, 4)} == {0, 1}


def test_malformed_graphs():
    with pytest.raises(RuntimeError, match="equally long"):
        board(["##", "#"])
    with pytest.raises(RuntimeError, match="4 neighbours"):
        board(["###", "###", "###"])
    with pytest.raises(RuntimeError, match="1 neighbours"):
        board(["###", "##."])
