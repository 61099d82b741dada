"""Random small transition systems, plain and compiled, and as graphs of networkx."""

from __future__ import annotations

from dataclasses import dataclass

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from cpstudy.core.kernels import kernel
from cpstudy.state_spaces.packed.space import CompiledSpace
from cpstudy.state_spaces.space import StateSpace


@kernel
def listed_successors(state, tables, following, labels, costs):
    """States are numbers; offsets, targets and costs stand in tables."""
    offsets, targets, prices = tables[0], tables[1], tables[2]
    source = np.int64(state[0])
    number = 0
    for i in range(offsets[source], offsets[source + 1]):
        following[number, 0] = np.uint64(targets[i])
        labels[number] = number
        costs[number] = prices[i]
        number += 1
    return number


@kernel
def listed_is_goal(state, tables):
    return tables[3][np.int64(state[0])] != 0


@dataclass(frozen=True)
class System(StateSpace):
    """``edges[s]``: (target, cost) of each transition out of s, named by its place there."""

    edges: tuple[tuple[tuple[int, int], ...], ...]
    starts: tuple[int, ...]
    targets: frozenset[int]
    bitmap: bool = True

    def initial(self):
        return self.starts

    def successors(self, state):
        return [(str(i), target, cost) for i, (target, cost) in enumerate(self.edges[state])]

    def is_goal(self, state):
        return state in self.targets

    def predecessors(self, state):
        for source, edges in enumerate(self.edges):
            for i, (target, cost) in enumerate(edges):
                if target == state:
                    yield str(i), source, cost

    def goals(self):
        return sorted(self.targets)

    def compiled(self):
        sizes = [len(edges) for edges in self.edges]
        flat = [edge for edges in self.edges for edge in edges]
        tables = (
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            np.array([target for target, _ in flat] or [0], np.int64),
            np.array([cost for _, cost in flat] or [0], np.int64),
            np.array([s in self.targets for s in range(len(self.edges))], np.uint8),
        )
        return CompiledSpace(
            initial=[(state,) for state in self.starts],
            successors=listed_successors,
            is_goal=listed_is_goal,
            tables=tables,
            fanout=max([1, *sizes]),
            label=str,
            pack=lambda state: (state,),
            unpack=lambda words: words[0],
            bound=len(self.edges) if self.bitmap else None,
        )

    def networkx(self):
        graph = nx.MultiDiGraph()
        graph.add_nodes_from(range(len(self.edges)))
        for source, edges in enumerate(self.edges):
            for target, cost in edges:
                graph.add_edge(source, target, cost=cost)
        return graph


@st.composite
def systems(draw: st.DrawFn, largest: int = 12) -> System:
    size = draw(st.integers(1, largest))
    state = st.integers(0, size - 1)
    edge = st.tuples(state, st.integers(0, 4))
    edges = draw(st.lists(st.lists(edge, max_size=4), min_size=size, max_size=size))
    starts = draw(st.lists(state, min_size=1, max_size=3))
    targets = draw(st.frozensets(state, max_size=3))
    return System(tuple(map(tuple, edges)), tuple(starts), targets, draw(st.booleans()))
