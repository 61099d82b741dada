"""River crossing, bridge and torch: published values, and the rules against a second statement."""

from collections import Counter
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.api import explore, puzzle, state_space
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.result import Reachability
from cpstudy.core.text_pictures import Span
from cpstudy.puzzles.bridge_torch import puzzle as bridge_torch
from cpstudy.puzzles.bridge_torch.puzzle import START, BridgeTorch, Crossing, text_picture
from cpstudy.puzzles.missionaries.puzzle import Missionaries
from cpstudy.puzzles.river_crossing import puzzle as river
from cpstudy.puzzles.river_crossing import puzzle as river_crossing
from cpstudy.puzzles.river_crossing.puzzle import RiverCrossing

FOX = "fox,goose,beans:fox-goose,goose-beans"
STRATEGIES = ("bfs", "dfs", "astar", "bidirectional")


def test_fox_goose_beans_as_published():
    """Kamies2016, Figure 1: the whole state space, and a shortest path of 7 crossings."""
    board = puzzle("river_crossing", FOX)
    whole = explore(board, "bfs", whole=True, count=True)
    assert (whole.states, whole.transitions, len(whole.path)) == (10, 20, 7)
    assert whole.shortest == 2
    assert whole.deadlocks == 0
    assert whole.depth == 8
    for strategy in STRATEGIES:
        assert len(explore(board, strategy).path) == 7
    space = state_space(board)
    assert [space.describe(state) for state in whole.trace] == [
        "MFGB_", "FB_MG", "MFB_G", "B_MFG", "MGB_F", "G_MFB", "MG_FB", "_MFGB",
    ]  # fmt: skip
    forbidden = {space.describe(after) for _, after, _ in space.invalid(0)}
    assert forbidden == {"GB_MF", "FG_MB", "FGB_M"}


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("1,2,5,8:15", 15),  # published in the pseudo-code: solvable just within the limit
        ("1,2,5,8:14", None),
        ("1,3,5,8:15", None),  # published in the text: it needs 18
        ("1,3,5,8:18", 18),
        ("1,3,5,8:17", None),
        ("1,2,5,8", 15),
        ("1,3,5,8", 18),
        ("1,2,5,10", 17),  # published: Rote2002
        ("7", 7),
        ("7:6", None),
        ("3,3", 3),
        ("3:0", None),
    ],
)
def test_least_minutes(text, cost):
    board = puzzle("bridge_torch", text)
    for strategy in STRATEGIES:
        result = explore(board, strategy)
        expected = Reachability.UNREACHABLE if cost is None else Reachability.FOUND
        assert result.verdict is expected
        if strategy == "astar":
            assert result.cost == cost
        elif cost is not None:
            assert cost <= result.cost
            assert board.limit is None or result.cost <= board.limit


def test_bridges_agree_with_the_formula():
    """The optimum equals the closed form for n people sorted by time (Rote2002)."""

    @settings(max_examples=20)
    @given(st.lists(st.integers(1, 20), min_size=1, max_size=6))
    def run(times):
        free = BridgeTorch(tuple(times))
        best = explore(free, "astar").cost
        assert best == least(sorted(times))
        space = state_space(free)
        assert space.heuristic(next(iter(space.initial()))) <= best
        limited = BridgeTorch(tuple(times), best)
        assert explore(limited, "bfs").verdict is Reachability.FOUND
        late = BridgeTorch(tuple(times), best - 1)
        assert explore(late, "bfs").verdict is Reachability.UNREACHABLE

    run()


def least(times: list[int]) -> int:
    """The optimum (Rote2002): down to three people, the two slowest cross by the cheaper scheme."""
    if len(times) <= 2:
        return times[-1]
    if len(times) == 3:
        return sum(times)
    *rest, slow, slowest = times
    pairs = times[0] + 2 * times[1] + slowest
    escorts = 2 * times[0] + slow + slowest
    return min(pairs, escorts) + least(rest)


def test_rivers_agree_with_sets():
    met = Counter()

    @settings(max_examples=150)
    @given(
        st.integers(1, 5),
        st.sampled_from((1, 1, 2, 3)),
        st.sets(st.sampled_from(list(combinations(range(5), 2))), max_size=10),
    )
    def run(number, places, pairs):
        names = "abcde"[:number]
        conflicts = tuple((names[i], names[j]) for i, j in sorted(pairs) if j < number)
        board = RiverCrossing(tuple(names), conflicts, places)
        assert RiverCrossing.decode(board.encode()) == board
        graph = crossings(names, conflicts, places)
        start = (frozenset(names) | {"man"}, frozenset())
        seen = graph.subgraph(nx.node_connected_component(graph, start))
        goal = (frozenset(), frozenset(names) | {"man"})
        result = explore(board, "bfs", whole=True)
        met[result.verdict.value] += 1
        assert result.states == len(seen)
        assert result.transitions == 2 * seen.number_of_edges()
        if goal in seen:
            assert len(result.path) == nx.shortest_path_length(seen, start, goal)
            for strategy in STRATEGIES:
                assert explore(board, strategy).verdict is Reachability.FOUND
        else:
            assert result.verdict is Reachability.UNREACHABLE

    run()
    assert min(met["found"], met["unreachable"]) > 20


def crossings(names, conflicts, places) -> nx.Graph:
    """The graph of all allowed states, as pairs of banks; edges are crossings."""

    def allowed(bank):
        return "man" in bank or not any(a in bank and b in bank for a, b in conflicts)

    everybody = frozenset(names) | {"man"}
    banks = [frozenset(c) for n in range(len(everybody) + 1) for c in combinations(everybody, n)]
    states = [(left, everybody - left) for left in banks]
    states = [(left, right) for left, right in states if allowed(left) and allowed(right)]
    graph = nx.Graph()
    graph.add_nodes_from(states)
    for one, other in combinations(states, 2):
        moved = one[0] ^ other[0]
        aboard = "man" in moved and (moved <= one[0] or moved <= one[1])
        if aboard and len(moved) <= places + 1:
            graph.add_edge(one, other)
    return graph


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("river_crossing", "fox,goose", "no ':'"),
        ("river_crossing", ":", "item 0: '' is not a name"),
        ("river_crossing", "fox,,goose:", "item 1: '' is not a name"),
        ("river_crossing", "fox,fox:", "item 1: 'fox' is given twice"),
        ("river_crossing", "fox,alone:", "item 1: 'alone' is not a name"),
        ("river_crossing", "fox:fox-hen", "conflict 0: 'hen' is not an item"),
        ("river_crossing", "fox:fox-fox", "conflict 0: 'fox' with itself"),
        ("river_crossing", "fox:fox", "conflict 0: no '-' in 'fox'"),
        ("river_crossing", "fox::0", "the boat's places: '0'"),
        ("river_crossing", "fox::", "the boat's places: ''"),
        ("river_crossing", ",".join(f"i{n}" for n in range(61)) + ":", "61 items"),
        ("bridge_torch", "", "time 1: '' is not a number"),
        ("bridge_torch", "1,x", "time 2: 'x' is not a number"),
        ("bridge_torch", "1,0:5", "person B: 0 minutes"),
        ("bridge_torch", "1,2:", "limit: '' is not a number"),
        ("bridge_torch", ",".join(["1"] * 1001), "1001 people"),
        ("bridge_torch", "1,2/", "capacity: '' is not a number of people"),
        ("bridge_torch", "1,2/0", "0 at a time, expected 1 to 1000"),
        ("bridge_torch", "1,2:17/3", "limit: '17/3'"),
    ],
)
def test_faulty_texts_name_the_place(kind, text, message):
    with pytest.raises(ValueError, match=message):
        puzzle(kind, text)


def test_faulty_values():
    with pytest.raises(ValueError, match="no item"):
        RiverCrossing(("a",), places=0)
    with pytest.raises(ValueError, match="negative"):
        BridgeTorch((1,), -1)


def test_moves_are_checked_by_the_rules():
    board = puzzle("river_crossing", FOX)
    with pytest.raises(ValueError, match="move 1 'fox': goose and beans are left alone"):
        board.replay(["fox"])
    with pytest.raises(ValueError, match="move 2 'fox': not possible in FB_MG"):
        board.replay(["goose", "fox"])
    assert board.replay(["goose"]).verdict is Reachability.UNKNOWN
    bridge = puzzle("bridge_torch", "1,2,5,8:15")
    with pytest.raises(ValueError, match="move 5 'AB': 17 minutes are more than 15"):
        bridge.replay(["AD", "A", "AC", "A", "AB"])
    assert bridge.replay(["AB", "A"]).cost == 3


def test_pictures_in_text():
    board = puzzle("river_crossing", FOX)
    trace = explore(board).trace
    lines = ["".join(span.text for span in line) for line in river.text_picture(board, trace)]
    assert lines[0] == "man fox goose beans ~~~~ "
    assert lines[1] == "          fox beans ~~~~ man goose"
    assert len(lines) == 8
    assert river.text_picture(board, ()) == river.text_picture(board, trace[:1])
    bridge = puzzle("bridge_torch", "1,2")
    (start,) = text_picture(bridge, ())
    assert "".join(span.text for span in start) == "AB *==== "


@pytest.mark.parametrize("text", ["1,2,5", "1,2,5:8", "1,2,5:7", "2,3:3", "1:1", "1,1:0"])
def test_predecessors_are_successors_turned_around(text):
    """Predecessors invert successors on the reached states, and never lie before minute 0."""
    space = state_space(puzzle("bridge_torch", text))
    (start,) = space.initial()
    there, states, left = [], {start}, [start]
    while left:
        state = left.pop()
        for move, after, minutes in space.successors(state):
            there.append((state, move, after, minutes))
            if after not in states:
                states.add(after)
                left.append(after)
    back = [
        (before, move, state, minutes)
        for state in states
        for move, before, minutes in space.predecessors(state)
    ]
    assert all(before.minutes >= 0 for before, *_ in back)
    assert {one for one in back if one[0] in states} == {*there}
    assert len(there) == len({*there})
    assert [goal for goal in space.goals() if goal in states] == sorted(
        state for state in states if space.is_goal(state)
    )


def test_bridges_in_words():
    free, limited = puzzle("bridge_torch", "1,2,5"), puzzle("bridge_torch", "1,2,5:9")
    first, after = Crossing(0, False, 0), Crossing(0b101, True, 5)
    assert [free.describe(state) for state in (first, after)] == ["ABC*_", "B_AC*"]
    assert [limited.describe(state) for state in (first, after)] == ["ABC*_ 0", "B_AC* 5"]
    (line,) = text_picture(free, (after,))
    assert line == (Span("  B"), Span(" ====* ", "yellow"), Span("AC"), Span(""))
    here, there = text_picture(limited, (first, after))
    assert here == (Span("ABC"), Span(" *==== ", "yellow"), Span(""), Span("  0 min"))
    assert there[3] == Span("  5 min")
    assert free.encode() == "1,2,5" and limited.encode() == "1,2,5:9"


def test_who_may_cross():
    board = puzzle("bridge_torch", "2,7,3:9")
    assert [*board.walks()] == [
        ("A", 1, 2), ("B", 2, 7), ("C", 4, 3), ("AB", 3, 7), ("AC", 5, 3), ("BC", 6, 7)
    ]  # fmt: skip
    left, right = Crossing(0b001, False, 2), Crossing(0b011, True, 2)
    assert board.crossed(left, 0b110, 7) == Crossing(0b111, True, 9)
    assert board.crossed(left, 0b011, 7) is None
    assert board.crossed(right, 0b010, 7) == Crossing(0b001, False, 9)
    assert board.crossed(right, 0b110, 7) is None
    assert board.too_late(Crossing(0, False, 9)) == ""
    assert board.too_late(Crossing(0, False, 10)) == "10 minutes are more than 9"
    assert puzzle("bridge_torch", "2,7,3").crossed(left, 0b110, 7) == Crossing(0b111, True, 0)
    assert [board.is_goal(Crossing(across, True, 0)) for across in (3, 7)] == [False, True]


@pytest.mark.parametrize(
    "text",
    ["fox:", "fox,goose:fox-goose", FOX, "a,b,c:a-b,b-c:2", "a,b::12", "a,b,c:c-a"],
)
def test_rivers_come_back(text):
    board = RiverCrossing.decode(text)
    assert board.encode() == text
    places = text.split(":")[2:]
    assert board.places == int(places[0] if places else 1)


def test_cargoes_by_name():
    board = RiverCrossing.decode("a,b,c:a-b:2")
    assert [*board.cargoes()] == [
        ("a", 1), ("b", 2), ("c", 4), ("a+b", 3), ("a+c", 5), ("b+c", 6), ("alone", 0)
    ]  # fmt: skip
    assert [board.cargo(name) for name, _ in board.cargoes()] == [1, 2, 4, 3, 5, 6, 0]
    for name in ("d", "b+a", "a+b+c", "", "a+", "a b"):
        assert board.cargo(name) is None
    with pytest.raises(InputError, match="move 1 '': not possible in MABC_"):
        board.replay([""])  # was once accepted as the man alone
    assert [*RiverCrossing(("a",), places=9).cargoes()] == [("a", 1), ("alone", 0)]
    assert RiverCrossing(("a", "b")).cargo("a+b") is None


def test_rivers_in_words():
    plain, alike = RiverCrossing.decode(FOX), RiverCrossing.decode("fox,fish:")
    assert plain.describe(0b1010) == "FB_MG"
    assert plain.describe(0b0101) == "MG_FB"
    assert [alike.describe(state) for state in (0, 0b101)] == ["man,fox,fish_", "fish_man,fox"]
    assert RiverCrossing.decode("mouse:").describe(0) == "man,mouse_"
    assert RiverCrossing.decode("a,b:").describe(0) == "MAB_"
    assert plain.danger(0b1010) == plain.danger(0) == ""
    assert plain.danger(0b1001) == "goose and beans are left alone"
    assert plain.danger(0b0011) == "fox and goose are left alone"
    assert plain.crossed(0, 0b010) == 0b1010
    assert plain.crossed(0b1010, 0b010) == 0
    assert plain.crossed(0b1010, 0b001) is None
    assert plain.crossed(0b0010, 0b010) is None
    assert [plain.is_goal(state) for state in (0b1111, 0b0111, 0b1110)] == [True, True, False]
    (line,) = river.text_picture(plain, (0b1010,))
    assert line == (
        Span("          fox beans"), Span(" ~~~~ ", "blue"), Span("man goose")
    )  # fmt: skip
    sixty = RiverCrossing(tuple(f"i{number}" for number in range(60)))
    assert sixty.man == 1 << 60
    with pytest.raises(InputError, match="0 items, expected 1 to 60"):
        RiverCrossing(())


def test_crossings_at_the_limits():
    assert len(BridgeTorch((1,) * 26).times) == 26
    board = puzzle("bridge_torch", "1,2,5")
    for moves in (["Z"], ["AB", "C"], ["BA"], [""]):
        with pytest.raises(InputError, match=f"move {len(moves)} '{moves[-1]}': not possible in"):
            board.replay(moves)
    with pytest.raises(InputError, match="conflict 0: 'b-c' is not an item"):
        RiverCrossing.decode("a,b,c:a-b-c")


def test_people_beyond_the_alphabet_have_numbers():
    board = BridgeTorch(tuple(range(1, 28)), capacity=3)
    assert BridgeTorch((1,) * 26).lettered and not board.lettered
    assert board.name_of((26, 0)) == "1+27"
    assert board.after(START, "2+27") == (Crossing(1 << 1 | 1 << 26, True, 0), 27)
    for move in ("0", "28", "1+1", "2+1", "x", "AB", "1+2+3+4", ""):
        with pytest.raises(InputError, match="not possible in"):
            board.after(START, move)
    with pytest.raises(NotApplicable, match="27 people, 3 at a time"):
        next(board.walks())
    assert BridgeTorch((1,) * 26, capacity=4).searchable
    with pytest.raises(NotApplicable, match="26 people, 5 at a time"):
        next(BridgeTorch((1,) * 26, capacity=5).walks())
    with pytest.raises(InputError, match="not possible in"):
        BridgeTorch((1, 2, 5)).after(START, "D")


def test_as_many_people_as_there_may_be():
    for capacity in (1, 3, 1000):
        board = BridgeTorch((1,) * 1000, capacity=capacity)
        assert BridgeTorch.decode(board.encode()) == board
    assert BridgeTorch((1, 2), capacity=3).encode() == "1,2/3"
    largest = Missionaries(999, 999, 99)
    assert Missionaries.decode(largest.encode()) == largest


def test_crossings_as_the_page_reads_them():
    bridge = BridgeTorch((1, 2, 5), 9)
    assert bridge_torch.board(bridge) == {
        "rows": 3, "columns": 2, "size": "3 people, 9 minutes", "times": [1, 2, 5], "limit": 9,
    }  # fmt: skip
    assert bridge_torch.board(BridgeTorch((1,) * 26))["size"] == "26 people"
    for other in (BridgeTorch((1,) * 27), BridgeTorch((1, 2), capacity=3)):
        with pytest.raises(NotApplicable, match="two at a time, and at most 26"):
            bridge_torch.board(other)
    assert bridge_torch.state(bridge, Crossing(0b101, True, 7)) == "1011,7"
    assert bridge_torch.state(BridgeTorch((1, 2, 5)), Crossing(0b001, False, 0)) == "1000"
    river = RiverCrossing.decode("fox,goose,beans:fox-goose,goose-beans")
    assert river_crossing.state(river, 0b1010) == "0101"
    assert river_crossing.board(river) == {
        "rows": 3, "columns": 2, "size": "3 items, boat for 1",
        "items": ["fox", "goose", "beans"], "conflicts": [[0, 1], [1, 2]], "places": 1,
    }  # fmt: skip
    names = tuple(f"i{number}" for number in range(13))
    assert river_crossing.board(RiverCrossing(names[:12], (), 12))["places"] == 12  # 2^12 loads
    with pytest.raises(NotApplicable, match="loaded in 8192 ways"):
        river_crossing.board(RiverCrossing(names, (), 13))
    with pytest.raises(NotApplicable, match="one who rows"):
        river_crossing.board(RiverCrossing(names, (), 1, ("i0",)))
    assert RiverCrossing(("fox", "goose"), (), 1, ("fox",)).describe(0) == "BFG_"
