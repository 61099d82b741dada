"""Test the multigraph: classes against networkx, edge numbers, unknown sides, waiting tiles."""

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.core.native import array, table
from cpstudy.core.union_find import root
from cpstudy.puzzles.pipes.counting.multigraph import (
    edge_number,
    flatten,
    narrow,
    unite,
    unknown,
)
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.counting.bench import masks_of, multigraph
from tests.puzzles.pipes.oracle import edge_list
from tests.puzzles.pipes.strategies import mixed_pipes

N = 9
pairs = st.lists(st.tuples(st.integers(0, N - 1), st.integers(0, N - 1)), max_size=20)


@given(pairs)
def test_a_forest_knows_what_is_connected_and_names_it_by_the_least(joined):
    parent = table(range(N), "i32")
    graph = nx.empty_graph(N)
    for one, other in joined:
        assert unite(parent, one, other) is not nx.has_path(graph, one, other)
        graph.add_edge(one, other)
    for part in nx.connected_components(graph):
        assert {root(parent, tile) for tile in part} == {min(part)}


@settings(deadline=None)
@given(mixed_pipes(4))
def test_an_edge_has_one_number_from_both_ends_and_no_two_have_the_same(puzzle):
    g = multigraph(puzzle, tree=True)
    numbers = []
    for tile, bit, other, other_bit in edge_list(puzzle):
        number = edge_number(g, tile, bit.bit_length() - 1)
        assert edge_number(g, other, other_bit.bit_length() - 1) == number
        numbers.append(number)
    assert len(set(numbers)) == len(numbers)
    assert all(0 <= number < 2 * len(puzzle.tiles) for number in numbers)


@given(st.integers(1, 2**16 - 1), st.integers(0, 3))
def test_a_side_is_unknown_where_orientations_differ_in_it(left, side):
    masks = [mask for mask in range(16) if left >> mask & 1]
    differ = len({mask >> side & 1 for mask in masks}) == 2
    g = multigraph(Pipes(1, 1, b"\0"), tree=True)
    g.possible[0] = left
    assert unknown(g, 0, side) is differ


@settings(deadline=None)
@given(mixed_pipes(3), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 2**16 - 1))))
def test_what_was_narrowed_waits_once(puzzle, changes):
    g = multigraph(puzzle, tree=True)
    g.stacked = 0
    array(g.waiting)[:] = 0
    expected: set[int] = set()
    for place, kept in changes:
        tile = place % len(puzzle.tiles)
        before = masks_of(g, tile)
        left = {mask for mask in before if kept >> mask & 1}
        assert narrow(g, tile, kept) is bool(left)
        assert masks_of(g, tile) == left
        if left != before:
            expected.add(tile)
    assert sorted(array(g.stack)[: g.stacked].tolist()) == sorted(expected)


def test_flat_classes_name_their_roots_at_once():
    g = multigraph(Pipes(2, 3, bytes([5] * 6)), tree=True)
    for tile in range(5, 0, -1):
        unite(g.parent, tile, tile - 1)
    assert array(g.parent).any()
    flatten(g)
    assert not array(g.parent).any()
