"""Both forms of a space give the same results; strategies choose engines by name."""

from dataclasses import replace

import pytest

from cpstudy import api
from cpstudy.core.result import Budget, Reachability
from cpstudy.state_spaces.strategies import ENGINE, STRATEGIES, bfs, dfs
from tests.state_spaces.room import Room

KLOTSKI = "4x5:BAACBAACDEEFDGHFIooJ"
BOARDS = (
    ("sokoban", "9x6:--####---|###--####|#-----$-#|#-#--#$-#|#-.-.#@-#|#########", {}),
    ("sokoban", "9x6:--####---|###--####|#-----$-#|#-#--#$-#|#-.-.#@-#|#########",
     {"space": "areas"}),
    ("bloxorz", "s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1", {}),
    ("rush_hour", "oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo", {}),
    ("rush_hour", "oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo", {"moves": "steps"}),
    ("rush_hour", KLOTSKI, {}),
)  # fmt: skip


def summary(result):
    """Return the fields of a result, without its times."""
    return replace(result, seconds=0.0, cpu_seconds=0.0).__reduce__()


def test_both_forms_of_a_space_are_searched_alike():
    """All engines agree in every counter, with and without budgets.

    Klotski has many states, so it always has a budget.
    """
    for kind, text, options in BOARDS:
        board = api.puzzle(kind, text)
        for strategy in ("bfs", "dfs"):
            for whole in (False, True):
                for states in (2000 if text == KLOTSKI else None, 1, 40):
                    budget = Budget(states=states)
                    given = {"whole": whole, "budget": budget, **options}
                    results = [
                        summary(api.explore(board, strategy, engine=engine, **given))
                        for engine in ENGINE.choices
                    ]
                    assert results == results[:1] * 3


@pytest.mark.parametrize("search", [bfs, dfs])
def test_engines_by_name(search, monkeypatch):
    room = Room(3, 3)
    results = [summary(search(room, Budget(), engine=engine)) for engine in ENGINE.choices]
    assert results == results[:1] * 3
    with pytest.raises(ValueError, match="engine 'fast': choose from auto, python, compiled"):
        search(room, Budget(), engine="fast")
    no_form = api.state_space(api.puzzle("bridge_torch", "1,2,5,8:15"))
    with pytest.raises(ValueError, match="no compiled state space"):
        search(no_form, Budget(), engine="compiled")
    assert search(no_form, Budget(), whole=True).states == 167
    monkeypatch.setattr(room, "successors", None)
    assert search(room, Budget()).verdict is Reachability.FOUND


def test_shortest_paths_are_counted_by_the_plain_search():
    room = Room(3, 3)
    with pytest.raises(ValueError, match="does not count shortest paths"):
        bfs(room, Budget(), engine="compiled", count=True)
    assert bfs(room, Budget(), count=True).shortest == 2


def test_the_table():
    assert list(STRATEGIES) == ["bfs", "dfs", "astar", "bidirectional"]
    for name, row in STRATEGIES.items():
        board = api.puzzle("river_crossing", "fox,goose,beans:fox-goose,goose-beans")
        assert api.explore(board, name).verdict is Reachability.FOUND
        for option in row.options:
            assert api.explore(board, name, **{option.name: option.default}).path
