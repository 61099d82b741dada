"""Files of state graphs: written, refused at once, or given up within the budget."""

from dataclasses import replace

import pytest

from cpstudy import api
from cpstudy.core.result import Budget, PathResult
from cpstudy.jobs.explorations import write_graphs
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from tests.state_spaces.room import Room

FORMS = ("dot", "graphml", "svg")


def faults(space, result, files, budget=None):
    return list(map(str, write_graphs(space, result, files, budget or Budget())))


def test_every_format_is_written(tmp_path):
    board = api.puzzle("river_crossing", "fox,goose,beans:fox-goose,goose-beans")
    files = {form: str(tmp_path / form) for form in FORMS}
    assert faults(api.state_space(board), api.explore(board), files) == []
    starts = {form: (tmp_path / form).read_bytes()[:8] for form in FORMS}
    assert starts == {"dot": b"digraph ", "graphml": b"<graphml", "svg": b"<?xml ve"}
    assert b"color=red" in (tmp_path / "dot").read_bytes()


class Untouched(Room):
    """A space whose states must not be visited."""

    def initial(self):
        raise AssertionError


def test_what_the_search_has_seen_is_refused_at_once(tmp_path):
    seen = PathResult(exhausted=True, states=100_001)
    (fault,) = faults(Untouched(3, 3), seen, {"dot": str(tmp_path / "x")})
    assert fault == "100001 states and more: a graph of more than 100000 is refused"
    # A drawing has a lower limit; the other file is still written.
    some = PathResult(exhausted=True, states=1_260)
    (fault,) = faults(Untouched(6, 6), some, {"svg": str(tmp_path / "x")})
    assert "a graph of more than 1000 is refused" in fault
    both = {"dot": str(tmp_path / "dot"), "svg": str(tmp_path / "svg")}
    (fault,) = faults(Room(6, 6), some, both)
    assert fault == "1260 states: a drawing of more than 1000 shows nothing"
    assert (tmp_path / "dot").exists()
    assert not (tmp_path / "svg").exists()


def test_states_seen_backwards_need_not_be_reachable(tmp_path):
    board = api.puzzle("river_crossing", "fox,goose,beans:fox-goose,goose-beans")
    result = replace(api.explore(board, "bidirectional"), states=10**6)
    assert faults(api.state_space(board), result, {"dot": str(tmp_path / "x")}) == []


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        (Budget(seconds=5.0), "stopped: time"),  # the search has used all of it
        (Budget(states=100), "more than 100 states"),
        (Budget(memory=10_000), "stopped: memory"),
    ],
)
def test_the_budget_is_for_both(tmp_path, budget, message):
    room = Room(5, 5)
    result = replace(breadth_first(room, Budget()), seconds=5.0)
    (fault,) = faults(room, result, {"dot": str(tmp_path / "x")}, budget)
    assert message in fault
    assert not (tmp_path / "x").exists()


def test_each_file_is_a_fault_of_its_own(tmp_path):
    room = Room(3, 3)
    files = {"dot": str(tmp_path / "none" / "x"), "graphml": str(tmp_path / "x")}
    (fault,) = faults(room, breadth_first(room, Budget()), files)
    assert "none" in fault
    assert (tmp_path / "x").exists()
