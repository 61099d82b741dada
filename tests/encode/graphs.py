"""Small graphs, all their spanning trees by a plain predicate, and the models of formulas.

An encoding is tested by enumeration: for every assignment of the edges, a predicate states whether
the encoding should allow it, and a solver whether the encoding does. A failure lists assignments
that are wrongly allowed as *extra* and those that are wrongly forbidden as *missing*.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product

import networkx as nx
import numpy as np

from cpstudy.core.result import Stop
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.sessions import Session, enumerate_models

Assignment = tuple[bool, ...]


def graph_of(vertices: int, pairs: Iterable[tuple[int, int]], without: Iterable[int] = ()) -> Graph:
    """Return a graph of edges between vertices 0, 1 …, leaving out the vertices ``without``."""
    ends = np.array(list(pairs), np.int64).reshape(-1, 2)
    members = np.ones(vertices, np.bool_)
    members[list(without)] = False
    return Graph(ends, members[ends].all(axis=1), members)


def grid(rows: int, columns: int, wrap: bool = False) -> Graph:
    """Return a grid graph; short sides that wrap give double edges, but no self-loops."""
    pairs = []
    for row, column in product(range(rows), range(columns)):
        for other_row, other_column in ((row, column + 1), (row + 1, column)):
            inside = other_row < rows and other_column < columns
            other = other_row % rows * columns + other_column % columns
            if (inside or wrap) and other != row * columns + column:
                pairs.append((row * columns + column, other))
    return graph_of(rows * columns, pairs)


def atlas(most: int) -> Iterator[nx.Graph]:
    """Yield every graph of 1 … ``most`` vertices up to isomorphism, connected or not."""
    for graph in nx.graph_atlas_g():
        if 1 <= len(graph) <= most:
            yield graph


def random_graph(rng: random.Random) -> Graph:
    """Return a random graph of 2 to 6 vertices, perhaps one left out, and up to 8 edges."""
    n = rng.randint(2, 6)
    without = [rng.randrange(n)] if n > 2 and rng.random() < 0.3 else []
    return graph_of(n, [tuple(rng.sample(range(n), 2)) for _ in range(rng.randint(0, 8))], without)


@cache
def small_graphs() -> tuple[Graph, ...]:
    """Return every graph of up to five vertices, grids, tori, and graphs with double edges.

    Some of them leave out vertices.
    """
    rng = random.Random(1)
    return (
        *(graph_of(len(graph), graph.edges) for graph in atlas(5)),
        *(grid(*sides) for sides in ((1, 2), (2, 2), (2, 3), (1, 3, True), (2, 2, True))),
        grid(2, 3, True),
        graph_of(4, [(0, 1), (0, 1), (1, 3), (3, 0), (2, 3)], without=[2]),
        graph_of(3, [(0, 1), (1, 2)], without=[0, 1]),
        *(random_graph(rng) for _ in range(12)),
    )


def is_spanning_tree(graph: Graph, opened: Iterable[bool]) -> bool:
    """Return whether all open edges are usable and join all vertices without a cycle."""
    chosen = np.flatnonzero(np.array(list(opened), np.bool_))
    if len(chosen) != len(graph.members) - 1 or not graph.usable[chosen].all():
        return False  # most assignments; networkx takes longer to say so
    tree = nx.MultiGraph()
    tree.add_nodes_from(graph.members.tolist())
    tree.add_edges_from(graph.ends[chosen].tolist())
    return nx.is_tree(tree)


def expected(predicate: Callable[[Assignment], bool], watched: int) -> set[Assignment]:
    """Return the assignments of ``watched`` Booleans that a predicate allows."""
    return {values for values in product((False, True), repeat=watched) if predicate(values)}


@cache
def spanning_trees(graph: Graph) -> frozenset[Assignment]:
    """Return all spanning trees, as assignments of the edges."""
    return frozenset(expected(lambda values: is_spanning_tree(graph, values), len(graph.ends)))


def on_edges(graph: Graph) -> Cnf:
    """Return a formula in which variable i + 1 opens edge i; unusable edges stay closed."""
    cnf = Cnf(variables=len(graph.ends))
    cnf.clauses += [[-edge - 1] for edge in np.flatnonzero(~graph.usable).tolist()]
    return cnf


def projected_models(cnf: Cnf, watched: int) -> set[Assignment]:
    """Return the assignments of variables 1 … ``watched`` that can be extended to a model."""
    from pysat.solvers import Solver

    found = set()
    with Solver(name="minicard", bootstrap_with=cnf.clauses) as solver:
        for values in product((False, True), repeat=watched):
            assumed = [i if value else -i for i, value in enumerate(values, 1)]
            if solver.solve(assumptions=assumed):
                found.add(values)
    return found


def solutions_of(session: Session, **options) -> set[Assignment]:
    """Return all solutions of a session; assert that each is found once."""
    found = enumerate_models(session, None, **options)
    assert found.stop is Stop.DONE
    values = [tuple(solution.tolist()) for solution in found.solutions]
    assert len(set(values)) == len(values)
    return set(values)


def assert_same(found: Iterable[Assignment], truth: Iterable[Assignment], what: object) -> None:
    """Assert that two sets are equal; a failure lists both differences, by their true variables."""
    extra, missing = set(found) - set(truth), set(truth) - set(found)

    def summary(assignments: set[Assignment]) -> str:
        return ", ".join(str(np.flatnonzero(values).tolist()) for values in sorted(assignments))

    assert not (extra or missing), f"{what}\nextra: {summary(extra)}\nmissing: {summary(missing)}"


def shown(graph: Graph, *more: object) -> str:
    """Return the text of a graph for a message."""
    return f"edges {graph.ends.tolist()}, vertices {graph.members.tolist()} {more}"
