"""The walk's articulation points, and the cells lost without each, agree with networkx."""

import random

import networkx as nx
import numpy as np

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.state import assign
from cpstudy.core.native import array
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.search.board import NOWHERE, Board, walk


def test_what_is_lost_without_a_cell():
    for seed in range(40):
        walked_as_networkx_says(seed)


def walked_as_networkx_says(seed):
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 5), rng.randint(1, 5)
    cells = rows * columns
    board = Board(Nurikabe(rows, columns, (0,) * cells))
    state = Engine(cells).state
    open_cells = {1 + cell for cell in range(cells) if rng.random() < 0.75} | {1}
    true = {variable for variable in open_cells if rng.random() < 0.2}
    for variable in true:
        assign(state, 2 * variable, 0)
    entered, walked = array(board.entered), array(board.walked)
    entered[1 : cells + 1] = NOWHERE
    entered[sorted(open_cells)] = 0
    graph = nx.convert_node_labels_to_integers(
        nx.grid_2d_graph(rows, columns), first_label=1, ordering="sorted"
    ).subgraph(open_cells)
    reached = walk(state, board, 1)
    part = nx.node_connected_component(graph, 1)
    assert set(walked[:reached].tolist()) == part
    assert entered[walked[:reached]].tolist() == list(range(1, reached + 1))
    assert not np.any(entered[sorted(open_cells - part)])
    for variable in part - {1}:
        lost = part - {variable} - nx.node_connected_component(graph.subgraph(part - {variable}), 1)
        result = board.lost[variable]
        assert result % cells == len(lost) % cells
        assert (result >= cells) == bool(lost & true)
