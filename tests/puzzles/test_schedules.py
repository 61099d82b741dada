"""Bridge and torch with many people and any number at a time, its files, and rivers with rowers."""

import random
from collections import Counter
from heapq import heappop, heappush
from itertools import combinations

import networkx as nx
import pytest

from cpstudy.api import explore
from cpstudy.core.clock import Clock
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.result import Budget, Reachability, Stop
from cpstudy.puzzles import kind
from cpstudy.puzzles.bridge_torch.puzzle import BridgeTorch, board, text_picture
from cpstudy.puzzles.bridge_torch.schedule import least
from cpstudy.puzzles.river_crossing import puzzle as river
from cpstudy.puzzles.river_crossing.puzzle import RiverCrossing
from cpstudy.reading.door import items
from tests.cases import cases_dir
from tests.edits import edits

KIND = kind("bridge_torch")
FOUND = cases_dir("found")


def brute(times, capacity):
    """The least minutes by Dijkstra's algorithm on sets of people."""
    everybody = frozenset(range(len(times)))
    queue, best = [(0, 0, everybody, True)], {}
    number = 0
    while queue:
        minutes, _, left, torch_left = heappop(queue)
        if best.setdefault((left, torch_left), minutes) < minutes:
            continue
        if not left:
            return minutes
        here = sorted(left if torch_left else everybody - left)
        for size in range(1, capacity + 1):
            for group in combinations(here, size):
                after = left - set(group) if torch_left else left | set(group)
                if (after, not torch_left) not in best:
                    number += 1
                    cost = minutes + max(times[i] for i in group)
                    heappush(queue, (cost, number, after, not torch_left))
    return None


def test_the_schedule_against_brute_force():
    rng = random.Random(1)
    for _ in range(120):
        size, capacity, slowest = rng.randint(1, 7), rng.randint(2, 5), rng.choice((3, 9, 50))
        times = [rng.randint(1, slowest) for _ in range(size)]
        expected = brute(times, capacity)
        puzzle = BridgeTorch(tuple(times), None, capacity)
        assert least(sorted(times), capacity, Clock())[0] == expected, (times, capacity)
        assert explore(puzzle, "schedule").cost == explore(puzzle, "astar").cost == expected
        for limit, verdict in (
            (expected, Reachability.FOUND),
            (expected - 1, Reachability.UNREACHABLE),
        ):
            limited = BridgeTorch(tuple(times), limit, capacity)
            assert explore(limited, "schedule").verdict is verdict


def test_alone_nobody_brings_the_others():
    assert explore(BridgeTorch((3, 4), None, 1), "schedule").verdict is Reachability.UNREACHABLE
    assert explore(BridgeTorch((3, 4), None, 1), "bfs").verdict is Reachability.UNREACHABLE
    assert explore(BridgeTorch((3,), None, 1), "schedule").cost == 3


def closed_form(times):
    """The optimum for two at a time (Rote2002): the two slowest cross by the cheaper scheme."""
    rest, total = sorted(times), 0
    while len(rest) > 3:
        pairs = rest[0] + 2 * rest[1] + rest[-1]
        escorts = 2 * rest[0] + rest[-2] + rest[-1]
        total, rest = total + min(pairs, escorts), rest[:-2]
    return total + (sum(rest) if len(rest) == 3 else rest[-1])


def test_a_thousand_people():
    rng = random.Random(2)
    for size in (27, 200, 1000):
        puzzle = BridgeTorch(tuple(rng.randint(1, 10**6) for _ in range(size)))
        assert BridgeTorch.decode(puzzle.encode()) == puzzle
        for strategy in ("schedule", "bfs", "astar"):
            result = explore(puzzle, strategy)
            assert result.cost == closed_form(puzzle.times)
            assert len(result.path) == 2 * size - 3
            assert result.engine == ("" if strategy == "schedule" else "schedule")
    crowd = BridgeTorch(tuple(range(1, 301)), None, 3)
    assert explore(crowd, "schedule").verdict is Reachability.FOUND
    for strategy in ("bfs", "dfs", "bidirectional"):
        with pytest.raises(NotApplicable, match="--strategy schedule"):
            explore(crowd, strategy)
    with pytest.raises(NotApplicable, match="too many ways"):
        explore(BridgeTorch((1,) * 26, None, 13), "bfs")
    with pytest.raises(NotApplicable, match="two at a time"):
        board(crowd)
    assert explore(crowd, "schedule", budget=Budget(states=1)).stop is Stop.STATES


def test_names_of_many_people():
    puzzle = BridgeTorch((1,) * 27, None, 3)
    state, minutes = puzzle.after(puzzle.start, "1+27")
    assert minutes == 1 and puzzle.describe(state).endswith("_1+27*")
    assert text_picture(puzzle, [state])[0][2].text == "1+27"
    for move in ("AB", "27+1", "1+1", "0", "28", "1+2+3+4", ""):
        with pytest.raises(InputError, match="not possible"):
            puzzle.after(puzzle.start, move)


def read(text):
    return [item.puzzle for item in items(KIND, Document.of(text))]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("1,2,5,10 capacity 3", ["1,2,5,10/3"]),
        ("1, 2, 5, 10", ["1,2,5,10"]),
        ("1, 2, 5, 10; limit 17", ["1,2,5,10:17"]),
        ("1 2 5 10 within 13 min, 3 at a time", ["1,2,5,10/3:13"]),
        ("1,2,5,10/3:13\n1,2 capacity 3\n", ["1,2,5,10/3:13", "1,2/3"]),
        ("2\n\n4\n1 2 5 10\n\n3\n4 5 6\n", ["1,2,5,10", "4,5,6"]),
        ("4\n1 2 5 10\n", ["1,2,5,10"]),
    ],
)
def test_files(text, forms):
    assert [puzzle.encode() for puzzle in read(text)] == forms


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1,2 capacity 3 capacity 4", "given twice"),
        ("1,2 capacity 0", "0 at a time"),
        ("2\n2\n1 2\n3\n4 5\n", "puzzle 2 of 2 is not complete"),
        ("1\n2\n1 2\n7 7 7\n8 8\n", "numbers after the 1 announced puzzles"),
        ("1\n4\n1\n2\n5\n10\n", "--reading numbers=times or numbers=cases"),
    ],
)
def test_faulty_files(text, outcome):
    assert any(isinstance(found, InputError) and outcome in str(found) for found in read(text))


@pytest.mark.parametrize("text", ["1,2,5,10 capacity 3\n", "1,2,5,10/3:13\n", "1\n4\n1 2 5 10\n"])
def test_one_edit_gives_other_puzzles_or_faults(text):
    met = Counter()
    for edited in edits(text, 1000):
        found = read(edited)
        assert found, edited
        for one in found:
            assert isinstance(one, BridgeTorch | InputError), edited
            met[type(one) is BridgeTorch] += 1
    assert min(met[True], met[False]) > 200


@pytest.mark.skipif(FOUND is None, reason="no public instances here")
def test_what_was_found():
    for name, cost in (("17-torch-capacity", 13), ("18-torch-many", closed_form(range(1, 31)))):
        (puzzle,) = read((FOUND / "moves" / f"{name}.txt").read_text(encoding="utf-8"))
        assert explore(puzzle, "astar").cost == explore(puzzle, "schedule").cost == cost
        assert len(puzzle.times) > 8 or brute(puzzle.times, puzzle.capacity) == cost


# -- items that row ------------------------------------------------------------------------------


def test_rowers_agree_with_sets():
    rng = random.Random(4)
    met = {True: 0, False: 0}
    for _ in range(150):
        names = "abcde"[: rng.randint(2, 5)]
        rowers = rng.sample(names, rng.choice((1, 1, 2)))
        pairs = [pair for pair in combinations(names, 2) if not set(pair) & set(rowers)]
        conflicts = tuple(pair for pair in pairs if rng.random() < 0.8)
        places = rng.randint(1, 2)
        puzzle = RiverCrossing(tuple(names), conflicts, places, tuple(rowers))
        assert RiverCrossing.decode(puzzle.encode()) == puzzle
        graph, start, goal = crossings(set(names), set(rowers), conflicts, places)
        result = explore(puzzle, "bfs", whole=True)
        reached = nx.node_connected_component(graph, start) if start in graph else {start}
        met[goal in reached] += 1
        assert (result.verdict is Reachability.FOUND) is (goal in reached)
        if goal in reached:
            assert len(result.path) == nx.shortest_path_length(graph, start, goal)
            for strategy in ("dfs", "astar", "bidirectional"):
                assert explore(puzzle, strategy).verdict is Reachability.FOUND
    assert min(met.values()) > 5


def crossings(names, rowers, conflicts, places):
    """The graph of allowed states (left bank, whether the boat is left), the start and the goal."""

    def allowed(left):
        return all(
            bank & rowers or not any({a, b} <= bank for a, b in conflicts)
            for bank in (set(left), names - left)
        )

    banks = [frozenset(c) for n in range(len(names) + 1) for c in combinations(sorted(names), n)]
    banks = [left for left in banks if allowed(left)]
    graph = nx.Graph()
    for left in banks:
        for after in banks:
            aboard = left - after
            if after < left and aboard & rowers and len(aboard) <= places + 1:
                graph.add_edge((left, True), (after, False))
    return graph, (frozenset(names), True), (frozenset(), False)


def test_texts_of_rowers():
    puzzle = RiverCrossing.decode("man*,dog,cat,woman*:dog-cat:2")
    assert puzzle.rowers == ("man", "woman") and puzzle.most == 3
    assert puzzle.describe(0) == "BMDCW_"
    assert river.text_picture(puzzle, [])[0][0].text == "boat man dog cat woman"
    assert [name for name, _ in puzzle.cargoes()][:3] == ["man", "woman", "man+dog"]
    for move in ("alone", "dog", "dog+cat", "man+dog+cat+woman", "dog+man"):
        assert puzzle.cargo(move) is None
    with pytest.raises(NotApplicable, match="one who rows"):
        river.board(puzzle)
    for text, outcome in (
        ("man*,dog:man-dog", "'man' rows, so nobody is in danger"),
        ("man**,dog:", "is not a name"),
    ):
        with pytest.raises(InputError, match=outcome):
            RiverCrossing.decode(text)
    with pytest.raises(InputError, match="'cat' rows, but is not an item"):
        RiverCrossing(("dog",), (), 1, ("cat",))
