"""A tree and its dual tree allow exactly the spanning trees of small plane graphs."""

import networkx as nx
import numpy as np
import pytest

from cpstudy.encode.sat_trees import planar_tree
from tests.encode.graphs import (
    assert_same,
    atlas,
    graph_of,
    on_edges,
    projected_models,
    shown,
    spanning_trees,
)

pytest.importorskip("pysat.solvers")


def faces_of(graph: nx.Graph) -> tuple[np.ndarray, list[list[int]]]:
    """Return the faces on both sides of each edge of a plane drawing, and each face's vertices."""
    planar, drawing = nx.check_planarity(graph)
    assert planar
    beside: dict[tuple[int, int], int] = {}
    around: list[list[int]] = []
    for arc in drawing.edges:
        if arc not in beside:
            marked: set[tuple[int, int]] = set()
            around.append(drawing.traverse_face(*arc, mark_half_edges=marked))
            beside.update(dict.fromkeys(marked, len(around) - 1))
    faces = [(beside[a, b], beside[b, a]) for a, b in graph.edges]
    return np.array(faces, np.int64).reshape(-1, 2), around


def test_spanning_trees_of_plane_graphs_and_nothing_else():
    """Each face of each connected graph of up to 6 vertices and 9 edges is once the outer one."""
    trees = bridges = 0
    for drawn in atlas(6):
        edges = drawn.number_of_edges()
        if not nx.is_connected(drawn) or not 0 < edges <= 9 or not nx.is_planar(drawn):
            continue
        faces, around = faces_of(drawn)
        assert len(drawn) - edges + len(around) == 2
        graph = graph_of(len(drawn), drawn.edges)
        for outer, vertices in enumerate(around):
            cnf = on_edges(graph)
            planar_tree(cnf, graph, vertices[0], faces, outer)
            found = projected_models(cnf, edges)
            assert_same(found, spanning_trees(graph), shown(graph, outer))
            trees += len(found)
        bridges += int((faces[:, 0] == faces[:, 1]).sum())
    assert trees > 1000
    assert bridges > 50


def test_a_root_away_from_the_outer_face_is_not_enough():
    """Williams requires a root on the outer face: otherwise a cycle between them may pass."""
    wheel = nx.wheel_graph(5)
    faces, around = faces_of(wheel)
    outer = next(face for face, vertices in enumerate(around) if 0 not in vertices)
    graph = graph_of(5, wheel.edges)
    cnf = on_edges(graph)
    planar_tree(cnf, graph, 0, faces, outer)
    assert projected_models(cnf, 8) > spanning_trees(graph)
