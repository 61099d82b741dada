"""Which form of a space is searched: a rule that counts work, and cannot be seen in the results."""

from dataclasses import replace

import pytest

from cpstudy import api
from cpstudy.core import kernels
from cpstudy.core.result import Budget, Reachability, Stop
from cpstudy.state_spaces.packed import breadth_first as packed_breadth_first
from cpstudy.state_spaces.packed import depth_first as packed_depth_first
from cpstudy.state_spaces.strategies import STRATEGIES, bfs, dfs
from tests.compiling import ALLOWANCE
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


@pytest.fixture
def compiled_searches(monkeypatch):
    """The rule as on a fresh process; the list names the compiled searches that ran."""
    monkeypatch.setattr(kernels, "_mode", "auto")
    monkeypatch.setattr(kernels, "_left", {})
    monkeypatch.setattr(kernels, "ALLOWANCE", ALLOWANCE)
    ran = []
    for module in (packed_breadth_first, packed_depth_first):
        (name,) = (n for n in vars(module) if n.startswith("compiled_") and n.endswith("_first"))
        search = getattr(module, name)

        def noted(*arguments, name=name, search=search, **options):
            ran.append(name)
            return search(*arguments, **options)

        monkeypatch.setattr(module, name, noted)
    return ran


def told(result):
    """A result without its times."""
    return replace(result, seconds=0.0, cpu_seconds=0.0).__reduce__()


def test_small_spaces_are_searched_plainly_and_large_ones_begin_anew(
    compiled_searches, monkeypatch
):
    """To the last counter the same: below the allowance, above it, and with every budget."""
    for kind, text, options in BOARDS:
        board = api.puzzle(kind, text)
        for strategy in ("bfs", "dfs"):
            for whole in (False, True):
                for states in (None, 1, 40):
                    budget = Budget(states=states)
                    results = []
                    for units in (0, 7, 10**9):
                        monkeypatch.setattr(kernels, "ALLOWANCE", units)
                        monkeypatch.setattr(kernels, "_left", {})
                        compiled_searches.clear()
                        given = {"whole": whole, "budget": budget, **options}
                        results.append(told(api.explore(board, strategy, **given)))
                        if units == 10**9:
                            assert not compiled_searches
                        elif units == 0 or (states is None and whole):
                            assert len(compiled_searches) == 1
                    assert results[0] == results[1] == results[2]


def test_the_allowance_is_spent_once_a_process(compiled_searches, monkeypatch):
    room = Room(3, 3)
    transitions = bfs(room, Budget(), whole=True).transitions
    each = kernels.ALLOWANCE - min(kernels._left.values())
    assert 1 <= each / (transitions * room.microseconds / 10) < 1.1
    monkeypatch.setattr(kernels, "_left", {})
    monkeypatch.setattr(kernels, "ALLOWANCE", 2 * each + 5)
    bfs(room, Budget(), whole=True)
    assert not compiled_searches
    bfs(room, Budget(), whole=True)
    assert not compiled_searches
    for _ in range(2):  # the third is more than is left; the fourth does not try
        assert bfs(room, Budget(), whole=True).transitions == transitions
    assert compiled_searches == ["compiled_breadth_first"] * 2
    dfs(room, Budget(), whole=True)  # another search, another allowance
    assert compiled_searches == ["compiled_breadth_first"] * 2


def test_memory_of_plain_states_is_no_reason_to_stop(compiled_searches):
    result = bfs(Room(6, 6, form="table"), Budget(memory=800_000), whole=True)
    assert result.stop is Stop.DONE
    assert not compiled_searches
    result = bfs(Room(9, 9), Budget(memory=1_000_000), whole=True)
    assert (result.stop, result.states) == (Stop.DONE, 81 * 80)
    assert compiled_searches == ["compiled_breadth_first"]


def test_a_space_without_a_compiled_form_is_searched_to_its_end(compiled_searches, monkeypatch):
    monkeypatch.setattr(kernels, "ALLOWANCE", 1)
    board = api.puzzle("bridge_torch", "1,2,5,8:15")
    asked = []
    space = api.state_space(board)

    def compiled(space):
        asked.append(space)

    monkeypatch.setattr(type(space), "compiled", compiled)
    for search in (bfs, dfs):
        assert search(space, Budget(), whole=True).states == 167
    assert not compiled_searches
    assert len(asked) == 2  # once each: the search was not begun again


def test_the_mode_settles_it(compiled_searches, monkeypatch):
    kernels.compile_when("always")
    expected = told(bfs(Room(3, 3), Budget()))
    assert compiled_searches == ["compiled_breadth_first"]
    kernels.compile_when("never")
    monkeypatch.setattr(kernels, "ALLOWANCE", 0)
    assert told(bfs(Room(3, 3), Budget())) == expected
    assert compiled_searches == ["compiled_breadth_first"]


@pytest.mark.parametrize("search", [bfs, dfs])
def test_nothing_is_expanded_plainly_without_an_allowance(search, compiled_searches, monkeypatch):
    kernels.compile_when("always")
    room = Room(3, 3)
    monkeypatch.setattr(room, "successors", None)
    assert search(room, Budget()).verdict is Reachability.FOUND
    assert len(compiled_searches) == 1


def test_engines_by_name(compiled_searches):
    room = Room(3, 3)
    results = {engine: told(bfs(room, Budget(), engine=engine)) for engine in ("python", "auto")}
    assert not compiled_searches
    assert results["python"] == results["auto"] == told(bfs(room, Budget(), engine="compiled"))
    assert compiled_searches == ["compiled_breadth_first"]
    with pytest.raises(ValueError, match="engine 'fast': choose from auto, python, compiled"):
        bfs(room, Budget(), engine="fast")
    with pytest.raises(ValueError, match="does not count shortest paths"):
        bfs(room, Budget(), engine="compiled", count=True)
    assert bfs(room, Budget(), count=True).shortest == 2
    no_form = api.state_space(api.puzzle("bridge_torch", "1"))
    with pytest.raises(ValueError, match="no compiled state space"):
        dfs(no_form, Budget(), engine="compiled")


def test_time_is_counted_over_both(compiled_searches, monkeypatch):
    """What the plain search took is taken from what the compiled one may take."""
    given = []

    def remember(compiled, budget, **options):
        given.append(budget.seconds)
        return bfs(Room(2, 2), Budget(), engine="python")

    monkeypatch.setattr(packed_breadth_first, "compiled_breadth_first", remember)
    monkeypatch.setattr(kernels, "ALLOWANCE", 30)
    bfs(Room(20, 20), Budget(seconds=1000.0))
    assert 990 < given[0] < 1000
    assert bfs(Room(20, 20), Budget(seconds=0)).stop is Stop.TIME
    assert len(given) == 1


def test_the_table():
    assert list(STRATEGIES) == ["bfs", "dfs", "astar", "bidirectional"]
    for name, row in STRATEGIES.items():
        board = api.puzzle("river_crossing", "fox,goose,beans:fox-goose,goose-beans")
        assert api.explore(board, name).verdict is Reachability.FOUND
        for option in row.options:
            assert api.explore(board, name, **{option.name: option.default}).path
