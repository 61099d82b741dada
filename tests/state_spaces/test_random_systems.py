"""All searches on random small systems are compared with networkx, and compiled with plain."""

from collections import Counter
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, settings

from cpstudy.core.result import Budget, Reachability, Stop, Truth
from cpstudy.state_spaces.packed.breadth_first import compiled_breadth_first
from cpstudy.state_spaces.packed.depth_first import compiled_depth_first
from cpstudy.state_spaces.plain.astar import astar
from cpstudy.state_spaces.plain.bidirectional import bidirectional
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.plain.depth_first import depth_first
from cpstudy.state_spaces.properties import always_possible, inevitable, invariant, possible
from tests.state_spaces.systems import System, systems

FREE = Budget()


def reachable(system: System) -> set[int]:
    graph = system.networkx()
    return {t for s in system.starts for t in (s, *nx.descendants(graph, s))}


def distances(system: System, weight=None) -> dict[int, int]:
    graph = system.networkx()
    return nx.multi_source_dijkstra_path_length(
        graph, set(system.starts), weight=weight or (lambda *_: 1)
    )


def check_path(system: System, result) -> None:
    """Assert that the moves lead along the trace from a start to a goal, at the reported cost."""
    assert result.trace[0] in system.starts
    assert system.is_goal(result.trace[-1])
    cost = 0
    for move, state, after in zip(result.path, result.trace, result.trace[1:], strict=False):
        target, price = system.edges[state][int(move)]
        assert target == after
        cost += price
    assert result.cost == cost
    assert len(result.trace) == len(result.path) + 1 == result.depth


def same(one, other) -> None:
    """Assert that two results are equal, except for their times."""
    assert replace(one, seconds=0.0).__reduce__() == replace(other, seconds=0.0).__reduce__()


def test_searches_agree_with_networkx():
    met = Counter()

    @settings(max_examples=80)
    @given(systems())
    def run(system: System) -> None:
        graph, seen = system.networkx(), reachable(system)
        inside = graph.subgraph(seen)
        steps = distances(system)
        goals = [steps[t] for t in system.targets if t in steps]
        prices = distances(system, "cost")
        verdict = Reachability.FOUND if goals else Reachability.UNREACHABLE
        met[verdict.value] += 1

        whole = breadth_first(system, FREE, whole=True, count=True)
        assert whole.stop is Stop.DONE
        assert whole.verdict is verdict
        assert whole.states == len(seen)
        assert whole.transitions == inside.number_of_edges()
        assert whole.deadlocks == sum(inside.out_degree(s) == 0 for s in seen)
        counts = Counter(steps.values())
        assert whole.levels == tuple(counts[k] for k in range(len(counts)))
        first = breadth_first(system, FREE)
        deep = depth_first(system, FREE)
        deep_whole = depth_first(system, FREE, whole=True)
        cheap = astar(system, FREE)
        both = bidirectional(system, FREE)
        assert (deep_whole.states, deep_whole.transitions, deep_whole.deadlocks) == (
            whole.states, whole.transitions, whole.deadlocks
        )  # fmt: skip
        for result in (first, deep, deep_whole, cheap, both):
            assert result.verdict is verdict
            if goals:
                check_path(system, result)
        if goals:
            assert len(first.path) == len(whole.path) == len(both.path) == min(goals)
            assert cheap.cost == min(prices[t] for t in system.targets if t in prices)
            assert whole.shortest == shortest_paths(system, min(goals))
        else:
            assert first.states == deep.states == cheap.states == len(seen)
            assert whole.shortest is None

    run()
    assert min(met["found"], met["unreachable"]) > 15


def shortest_paths(system: System, length: int) -> int:
    """Return the number of paths of ``length`` steps from a start to a goal."""
    paths = Counter(dict.fromkeys(system.starts, 1))
    for _ in range(length):
        after = Counter()
        for state, number in paths.items():
            for target, _ in system.edges[state]:
                after[target] += number
        paths = after
    return sum(number for state, number in paths.items() if state in system.targets)


def test_compiled_searches_do_the_same():
    met = Counter()

    @settings(max_examples=60)
    @given(systems())
    def run(system: System) -> None:
        compiled = system.compiled()
        for states in (None, 0, 1, 3, 6):
            for whole in (False, True):
                budget = Budget(states=states)
                plain = breadth_first(system, budget, whole=whole)
                same(compiled_breadth_first(compiled, budget, whole=whole), plain)
                deep = depth_first(system, budget, whole=whole)
                same(compiled_depth_first(compiled, budget, whole=whole), deep)
                met.update(result.verdict.value for result in (plain, deep))
                met[system.bitmap] += 1

    run()
    assert min(met[v.value] for v in Reachability) > 25
    assert min(met[True], met[False]) > 25


def test_budgets_of_states_are_kept():
    met = Counter()

    @settings(max_examples=100)
    @given(systems())
    def run(system: System) -> None:
        for search in (breadth_first, depth_first, astar, bidirectional):
            free = search(system, FREE)
            for states in range(free.states + 2):
                cut = search(system, Budget(states=states))
                met[cut.verdict.value] += 1
                assert cut.states <= states
                if cut.stop is Stop.STATES:
                    assert states < free.states + 1 + (search is bidirectional)
                    assert cut.path is None
                else:
                    assert (cut.verdict, cut.path) == (free.verdict, free.path)

    run()
    assert min(met[v.value] for v in Reachability) > 25


def test_properties_agree_with_networkx():
    met = Counter()

    @settings(max_examples=80)
    @given(systems())
    def run(system: System) -> None:
        graph, seen = system.networkx(), reachable(system)
        wanted = system.is_goal
        goals = seen & system.targets

        answer = possible(system, wanted)
        assert answer.truth is (Truth.HOLDS if goals else Truth.FAILS)
        met["EF", answer.truth.value] += 1
        never = invariant(system, lambda state: not wanted(state))
        assert never.truth is (Truth.FAILS if goals else Truth.HOLDS)
        assert never.path == answer.path
        met["AG", never.truth.value] += 1
        if goals:
            assert len(answer.path) == min(distances(system)[t] for t in goals)
            assert answer.trace == never.trace
            assert wanted(answer.trace[-1])

        # A path that avoids all goals is infinite or ends in a deadlock.
        outside = graph.subgraph(set(graph) - system.targets)
        starts = [s for s in system.starts if s in outside]
        roam = {t for s in starts for t in (s, *nx.descendants(outside, s))}
        cycles = not nx.is_directed_acyclic_graph(nx.DiGraph(outside.subgraph(roam)))
        loops = any(outside.has_edge(s, s) for s in roam)
        ends = any(graph.out_degree(s) == 0 for s in roam)
        answer = inevitable(system, wanted)
        assert answer.truth is (Truth.FAILS if cycles or loops or ends else Truth.HOLDS)
        met["AF", answer.truth.value] += 1
        if answer.truth is Truth.FAILS:
            for move, state, after in zip(
                answer.path, answer.trace, answer.trace[1:], strict=False
            ):
                assert system.edges[state][int(move)][0] == after
            assert not any(map(wanted, answer.trace))
            if answer.loop is None:
                assert graph.out_degree(answer.trace[-1]) == 0
                met["end"] += 1
            else:
                assert answer.trace[answer.loop] == answer.trace[-1]
                assert answer.loop < len(answer.trace) - 1
                met["lasso"] += 1

        lost = [s for s in seen if not ({s, *nx.descendants(graph, s)} & system.targets)]
        answer = always_possible(system, wanted)
        assert answer.truth is (Truth.FAILS if lost else Truth.HOLDS)
        met["AG EF", answer.truth.value] += 1
        if lost:
            assert answer.trace[-1] in lost
            assert len(answer.path) == min(distances(system)[s] for s in lost)

    run()
    for name in ("EF", "AG", "AF", "AG EF"):
        assert min(met[name, "holds"], met[name, "fails"]) > 3, (name, met)
    assert min(met["end"], met["lasso"]) > 4


@pytest.mark.parametrize("ask", [possible, invariant, inevitable, always_possible])
def test_properties_within_a_budget(ask):
    edges = tuple((((i + 1) % 50, 1),) for i in range(50))
    ring = System(edges, (0,), frozenset([49]))
    wanted = (lambda s: s != 49) if ask is invariant else ring.is_goal
    assert ask(ring, wanted).truth is (Truth.FAILS if ask is invariant else Truth.HOLDS)
    for budget, stop in (
        (Budget(states=20), Stop.STATES),
        (Budget(seconds=0), Stop.TIME),
        (Budget(memory=0), Stop.MEMORY),
    ):
        answer = ask(ring, wanted, budget)
        assert (answer.truth, answer.stop, answer.path) == (Truth.UNKNOWN, stop, None)
