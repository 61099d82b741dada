"""Breadth-first search on two threads agrees with one thread in every counter, with any block."""

import threading
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from cpstudy.api import explore
from cpstudy.core.result import Budget, PathResult, Reachability, Stop
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from cpstudy.puzzles.sokoban.space import state_space
from cpstudy.state_spaces.packed import breadth_first as packed_breadth_first
from cpstudy.state_spaces.packed import expanding, two_threads
from cpstudy.state_spaces.packed.breadth_first import compiled_breadth_first
from cpstudy.state_spaces.packed.two_threads import TwoThreads
from tests.state_spaces.room import Room
from tests.state_spaces.systems import systems

FREE = Budget()
SOLVABLE = "6x6:######|#@---#|#-$--#|#-$-.#|#---.#|######"
STUCK = "6x6:######|#@--$#|#-$--#|#----#|#.--.#|######"


@pytest.fixture
def steps(monkeypatch) -> Counter:
    """Use small blocks from the first state on; return a count of how the steps ended."""
    ended = Counter()
    step = TwoThreads.step

    def counted(self, *arguments):
        status = step(self, *arguments)
        ended[status] += 1
        return status

    monkeypatch.setattr(TwoThreads, "step", counted)
    monkeypatch.setattr(packed_breadth_first, "MANY", 0)
    monkeypatch.setattr(two_threads, "_SUCCESSORS", 8)
    return ended


def facts(result: PathResult) -> tuple:
    return replace(result, seconds=0.0, cpu_seconds=0.0, provenance=None).__reduce__()


def both(space, budget, **how) -> PathResult:
    """Return the result on one thread, after comparing it with the result on two threads."""
    space = replace(space, heavy=True)
    one = compiled_breadth_first(space, budget, **how)
    assert facts(compiled_breadth_first(space, budget, threads=2, **how)) == facts(one)
    return one


def test_random_systems(steps, monkeypatch):
    monkeypatch.setattr(two_threads, "_SUCCESSORS", 1)
    met = Counter()

    @settings(max_examples=60)
    @given(systems())
    def run(system) -> None:
        for states in (None, 3, 6):
            for whole in (False, True):
                result = both(system.compiled(), Budget(states=states), whole=whole)
                met[result.verdict] += 1
                met[result.deadlocks > 0] += 1

    run()
    assert min(met[verdict] for verdict in Reachability) > 20
    assert min(met[True], met[False]) > 20
    assert steps[expanding.PAUSED] > 50


@pytest.mark.parametrize("form", ["bitmap", "table", "wide"])
def test_rooms_in_all_forms(steps, form):
    for goal in (8, 29, 0):
        room = Room(5, 6, goal, form).compiled()
        for whole in (False, True):
            assert both(room, FREE, whole=whole).verdict is Reachability.FOUND
    assert {expanding.PAUSED, expanding.GOAL} <= set(steps)


def test_every_budget_of_states(steps):
    """One and two threads agree for every budget, which may end within a level or a block."""
    room = Room(3, 4).compiled()
    stops = Counter(both(room, Budget(states=n), whole=True).stop for n in range(140))
    assert stops[Stop.STATES] > 100
    assert stops[Stop.DONE] > 5
    assert steps[expanding.STATES] > 50


def test_memory_ends_a_search(steps):
    space = replace(Room(5, 6, form="table").compiled(), heavy=True)
    result = compiled_breadth_first(space, Budget(memory=1), whole=True, threads=2)
    assert (result.stop, result.verdict) == (Stop.MEMORY, Reachability.UNKNOWN)


def test_pushes_of_sokoban(steps):
    """Paths are replayed by the rules, and twenty runs on two threads have one result."""
    verdicts = set()
    for text in (SOLVABLE, STUCK):
        puzzle = Sokoban.decode(text)
        for budget in (FREE, Budget(states=40)):
            found = [
                explore(puzzle, "areas", engine="compiled", threads=threads, budget=budget)
                for threads in (1, *[2] * 5)
            ]
            assert len({str(facts(result)) for result in found}) == 1
            verdicts.add(found[0].verdict)
        space = state_space(puzzle, "areas").compiled()
        assert space.heavy
        runs = {
            str(facts(compiled_breadth_first(space, FREE, threads=2, whole=True)))
            for _ in range(20)
        }
        assert runs == {str(facts(both(space, FREE, whole=True)))}
    assert verdicts == set(Reachability)
    assert sum(steps.values()) > 100


def test_small_and_light_searches_stay_on_one_thread(monkeypatch):
    monkeypatch.setattr(TwoThreads, "__init__", lambda *_: pytest.fail("two threads"))
    space = Room(4, 4).compiled()
    compiled_breadth_first(replace(space, heavy=True), FREE, whole=True, threads=2)
    monkeypatch.setattr(packed_breadth_first, "MANY", 0)
    compiled_breadth_first(space, FREE, whole=True, threads=2)


def test_what_fails_on_the_second_thread_is_raised(steps, monkeypatch):
    def failing(*arguments):
        if threading.current_thread() is not threading.main_thread():
            raise ZeroDivisionError("on the second thread")
        return expanding.expand(*arguments)

    monkeypatch.setattr(two_threads, "expand", failing)
    space = replace(Room(15, 15, 0).compiled(), heavy=True)
    with pytest.raises(ZeroDivisionError, match="second thread"):
        compiled_breadth_first(space, FREE, whole=True, threads=2)


@pytest.mark.parametrize("threads", [0, 3])
def test_other_numbers_of_threads(threads):
    with pytest.raises(ValueError, match=f"threads: {threads}: expected 1 or 2"):
        explore(Sokoban.decode(SOLVABLE), "areas", threads=threads)
