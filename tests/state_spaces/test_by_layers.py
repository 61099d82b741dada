"""Layer by layer the same is found as state by state, to the last counter."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from cpstudy.core import kernels
from cpstudy.core.result import Budget, Reachability, Stop
from cpstudy.state_spaces.packed import breadth_first as packed_breadth_first
from cpstudy.state_spaces.packed import by_layers
from cpstudy.state_spaces.packed.by_layers import breadth_first_by_layers
from cpstudy.state_spaces.packed.space import ManyStates
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.strategies import bfs
from tests.state_spaces.systems import System, systems

PLENTY = 10**9


class Layered(System):
    """A system whose packed form has ``many``."""

    nanoseconds_by_layers = 250

    def compiled(self):
        def expand(states):
            pairs = [
                (target, place)
                for place, state in enumerate(states.tolist())
                for target, _ in self.edges[state]
            ]
            flat = np.array(pairs, np.int64).reshape(-1, 2)
            return flat[:, 0].astype(np.uint64), flat[:, 1]

        def are_goals(states):
            return np.array([state in self.targets for state in states.tolist()], np.bool_)

        return replace(super().compiled(), many=ManyStates(expand, are_goals))


def layered(system: System) -> Layered:
    return Layered(system.edges, system.starts, system.targets, system.bitmap)


def told(result):
    """A result without its times."""
    return replace(result, seconds=0.0, cpu_seconds=0.0).__reduce__()


@pytest.mark.parametrize("size", [1, 3, 4096])
def test_the_same_is_found_in_slices_of_any_size(size, monkeypatch):
    monkeypatch.setattr(by_layers, "_SLICE", size)
    met = Counter()

    @settings(max_examples=60, deadline=None)
    @given(systems())
    def run(system: System) -> None:
        space = layered(system)
        for states in (None, 1, 3, 6):
            for whole in (False, True):
                budget = Budget(states=states)
                plain = breadth_first(space, budget, whole=whole)
                found = breadth_first_by_layers(
                    space, space.compiled(), budget, PLENTY, whole=whole
                )
                assert told(found) == told(plain)
                met.update([plain.verdict, plain.stop])

    run()
    for expected in (*Reachability, Stop.DONE, Stop.LIMIT, Stop.STATES):
        assert met[expected] > 10, met


def tree(depth: int) -> Layered:
    """A binary tree with many layers, states named so that runs are merged in all orders."""
    states = 2**depth - 1
    name = np.random.default_rng(1).permutation(states).tolist()
    edges = [()] * states
    for k in range(states // 2):
        edges[name[k]] = ((name[2 * k + 1], 1), (name[2 * k + 2], 1), (name[k // 2], 1))
    return Layered(tuple(edges), (name[0],), frozenset([name[-1]]))


@pytest.fixture
def fresh(monkeypatch):
    """The rule as on a fresh process; the list has the compiled searches that were asked for."""
    monkeypatch.setattr(kernels, "_mode", "auto")
    monkeypatch.setattr(kernels, "_left", {})
    asked = []

    def compiled(packed, budget, **_):
        asked.append(budget)
        return breadth_first(System(((),), (0,), frozenset()), budget)

    monkeypatch.setattr(packed_breadth_first, "compiled_breadth_first", compiled)
    return asked


def test_a_search_goes_by_layers_as_far_as_its_allowance(fresh, monkeypatch):
    space = tree(10)
    plain = breadth_first(space, Budget(), whole=True)
    assert (plain.states, len(plain.levels)) == (1023, 10)
    assert told(bfs(space, Budget(), whole=True)) == told(plain)
    assert not fresh
    monkeypatch.setattr(kernels, "ALLOWANCE", 5)  # 50 µs: 200 transitions
    monkeypatch.setattr(kernels, "_left", {})
    bfs(space, Budget(), whole=True)
    assert len(fresh) == 1
    bfs(tree(2), Budget())  # nothing is left
    assert len(fresh) == 2


def test_the_mode_settles_it(fresh, monkeypatch):
    monkeypatch.setattr(kernels, "_mode", "always")
    bfs(tree(4), Budget())
    assert len(fresh) == 1
    monkeypatch.setattr(kernels, "_mode", "never")
    monkeypatch.setattr(kernels, "ALLOWANCE", 0)
    assert bfs(tree(4), Budget()).verdict is Reachability.FOUND
    assert len(fresh) == 1


def test_limits_of_time_and_memory_strike(fresh):
    space = tree(8)
    late = breadth_first_by_layers(space, space.compiled(), Budget(seconds=1e-9), PLENTY)
    assert (late.stop, late.verdict) == (Stop.TIME, Reachability.UNKNOWN)
    tight = Budget(memory=1000)
    full = breadth_first_by_layers(space, space.compiled(), tight, PLENTY, whole=True)
    assert full.stop is Stop.MEMORY
    assert full.states < 255
    bfs(space, tight, whole=True)  # the compiled search may do with less
    assert fresh == [tight]


def test_progress_is_reported():
    space, seen = tree(8), []
    breadth_first_by_layers(space, space.compiled(), Budget(), PLENTY, report=seen.append)
    assert seen
    assert seen[0].states >= 1
