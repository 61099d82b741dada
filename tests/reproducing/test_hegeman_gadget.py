"""The gadget of figure 2: all fillings by brute force, and paths against permutations."""

from itertools import combinations, pairwise, permutations

import pytest

from cpstudy.api import solve
from cpstudy.reproducing.hegeman_gadget import BLOCK, alone, board, paths, port_sets
from tests.puzzles.pipes.oracle import all_solutions, rotations

RIGHT, UP, LEFT, DOWN = 1, 2, 4, 8


def fillings():
    """All ways to turn the block's tiles so that its sides meet: open ports, pieces, cycles."""
    found = []

    def place(tiles):
        cell = len(tiles)
        if cell == 9:
            found.append(tuple(tiles))
            return
        row, column = divmod(cell, 3)
        for here in rotations(BLOCK[cell]):
            left = bool(tiles[cell - 1] & RIGHT) if column else None
            above = bool(tiles[cell - 3] & DOWN) if row else None
            ports = {"left": cell == 3, "right": cell == 5, "below": cell == 7}
            fits = (
                (left is None or bool(here & LEFT) == left)
                and (above is None or bool(here & UP) == above)
                and (column > 0 or not here & LEFT or ports["left"])
                and (column < 2 or not here & RIGHT or ports["right"])
                and (row < 2 or not here & DOWN or ports["below"])
                and (row > 0 or not here & UP)
            )
            if fits:
                place([*tiles, here])

    place([])
    return found


def pieces(tiles):
    """The connected pieces as sets of cells."""
    parts = [{cell} for cell in range(9)]
    for cell, here in enumerate(tiles):
        for bit, other in ((RIGHT, cell + 1), (DOWN, cell + 3)):
            if here & bit and other < 9 and (bit == DOWN or cell % 3 < 2):
                one, two = (next(p for p in parts if c in p) for c in (cell, other))
                if one is not two:
                    one |= two
                    parts.remove(two)
    return parts


def test_a_block_is_passed_by_two_ports_in_one_way():
    """Whatever a filling does that is neither, a cycle or a piece cut off gives it away."""
    by_ports = {}
    for tiles in fillings():
        ports = (bool(tiles[3] & LEFT), bool(tiles[5] & RIGHT), bool(tiles[7] & DOWN))
        parts = pieces(tiles)
        inner = sum(bin(here).count("1") for here in tiles) - sum(ports)
        is_forest = inner // 2 == 9 - len(parts)
        doors = [cell for cell, opened in zip((3, 5, 7), ports, strict=True) if opened]
        way_out = all(part & set(doors) for part in parts)
        if is_forest and way_out:
            assert len(parts) == 1
            by_ports[ports] = by_ports.get(ports, 0) + 1
    assert by_ports == {
        (True, True, False): 1,
        (True, False, True): 1,
        (False, True, True): 1,
    }


def test_alone_with_dead_ends_outside():
    for ports in port_sets():
        assert len(list(all_solutions(alone(ports)))) == (len(ports) == 2), ports


def joined(graph, one, other):
    (row, column), (below, beside) = sorted((one, other))
    if row == below:
        return abs(column - beside) == 1
    return column == beside and graph[row][column] + graph[below][beside] == "v^"


def test_solutions_are_paths_and_paths_are_permutations():
    met = set()
    for graph in (["vv", "^^"], ["vvv", "^^^"], ["v^v", "^v^", ".^."], ["vv.v", "^^v^"]):
        vertices = [
            (row, column)
            for row, line in enumerate(graph)
            for column, vertex in enumerate(line)
            if vertex != "."
        ]
        borders = [vertex for vertex in vertices if vertex[1] in (0, len(graph[0]) - 1)]
        for ends in combinations(borders, 2):
            listed = {
                order
                for order in permutations(vertices)
                if (order[0], order[-1]) == ends
                and all(joined(graph, *pair) for pair in pairwise(order))
            }
            assert set(paths(graph, ends)) == listed
            found = solve(board(graph, ends), "search", limit=None)
            assert found.exhausted
            assert len(found.solutions) == len(listed)
            met.add(len(listed))
    assert met >= {0, 1}


def test_malformed_graphs():
    with pytest.raises(RuntimeError, match="equally long"):
        board(["vv", "^"], ((0, 0), (0, 1)))
    with pytest.raises(RuntimeError, match="two ends"):
        board(["vv", "^^"], ((0, 0), (0, 0)))
    with pytest.raises(RuntimeError, match="no vertex at the left or right border"):
        board(["vvv", "^^^"], ((0, 0), (0, 1)))
