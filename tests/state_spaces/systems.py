"""Random small transition systems: plain, compiled, and as graphs of networkx."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import accumulate

import networkx as nx
from hypothesis import strategies as st

from cpstudy.state_spaces.packed.examples import Graph
from cpstudy.state_spaces.packed.space import CompiledSpace
from cpstudy.state_spaces.space import StateSpace


@dataclass(frozen=True)
class System(StateSpace):
    """``edges[s]``: (target, cost) of each transition from s, which is named by its index."""

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
        offsets = [0, *accumulate(sizes)]
        targets, prices = [target for target, _ in flat], [cost for _, cost in flat]
        wanted = [state in self.targets for state in range(len(self.edges))]
        return CompiledSpace(
            initial=[(state,) for state in self.starts],
            model=partial(Graph, offsets, targets, prices, wanted),
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
