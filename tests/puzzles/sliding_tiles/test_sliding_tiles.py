"""Sliding tiles: parity, tables and deepening agree with state spaces listed independently."""

import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from cpstudy import Budget, api
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.drawing import Label
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Reachability, Stop
from cpstudy.puzzles.sliding_tiles import deepening, generate, patterns
from cpstudy.puzzles.sliding_tiles.drawing import drawing, text_picture
from cpstudy.puzzles.sliding_tiles.formats import read_numbers
from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles

KORF = Path(__file__).parents[3] / "benchmarks" / "korf1985.txt"


def distances(rows, columns, first):
    """The fewest moves from every solvable board: breadth-first from the goal, on strings."""
    numbers = "".join(chr(97 + tile) for tile in range(rows * columns))
    goal = numbers if first else numbers[1:] + numbers[0]
    found, level, moves = {goal: 0}, [goal], 0
    while level:
        moves += 1
        after = []
        for board in level:
            at = board.index("a")
            for step in (1, -1, columns, -columns):
                to = at + step
                if not 0 <= to < len(board) or (abs(step) == 1 and to // columns != at // columns):
                    continue
                one, other = sorted((at, to))
                new = (
                    board[:one]
                    + board[other]
                    + board[one + 1 : other]
                    + board[one]
                    + board[other + 1 :]
                )
                if new not in found:
                    found[new] = moves
                    after.append(new)
        level = after
    return {tuple(ord(letter) - 97 for letter in board): n for board, n in found.items()}


@pytest.mark.parametrize(
    ("rows", "columns", "first"), [(2, 2, False), (2, 2, True), (2, 3, False), (3, 2, True)]
)
def test_every_board_of_small_sizes(rows, columns, first):
    """Parity decides which boards are solvable, and deepening finds the fewest moves."""
    known = distances(rows, columns, first)
    met = Counter()
    for tiles in permutations(range(rows * columns)):
        board = SlidingTiles(rows, columns, tiles, first)
        found = api.explore(board, "ida", bound=("manhattan", "patterns")[sum(tiles[:2]) % 2])
        met[found.verdict.value] += 1
        odd = deepening.odd_by_inversions(board)
        assert (found.path is None) is bool(board.why_unsolvable()) is bool(found.reason) is odd
        assert known.get(tiles) == (None if found.path is None else len(found.path))
    assert met["found"] == met["unreachable"] >= len(known)


def test_strategies_agree():
    rng = random.Random(4)
    known = list(distances(2, 4, False).items())
    for tiles, moves in rng.sample(known, 3):
        board = SlidingTiles(2, 4, tiles)
        for strategy in ("ida", "bfs", "astar", "bidirectional"):
            assert len(api.explore(board, strategy).path) == moves
    unsolvable = SlidingTiles(2, 3, (2, 1, 3, 4, 5, 0))
    for strategy in ("ida", "bfs", "dfs", "astar", "bidirectional"):
        assert api.explore(unsolvable, strategy).verdict is Reachability.UNREACHABLE
    assert api.explore(unsolvable, "ida").counters["nodes"] == 0


# -- tables ---------------------------------------------------------------------------------------


def by_dijkstra(rows, columns, tiles):
    """The fewest moves of these tiles from every placement, by 0-1 breadth-first search.

    Moves of other tiles cost 0.
    """
    start = tuple(tile - 1 for tile in tiles), rows * columns - 1
    cost = {start: 0}
    waiting = [start]
    while waiting:
        later = []
        while waiting:
            state = waiting.pop()
            places, hole = state
            for cell in range(rows * columns):
                apart = abs(cell // columns - hole // columns) + abs(
                    cell % columns - hole % columns
                )
                if apart != 1:
                    continue
                moved = tuple(hole if place == cell else place for place in places)
                paid = cost[state] + (moved != places)
                following = moved, cell
                if cost.get(following, 99) > paid:
                    cost[following] = paid
                    (later if moved != places else waiting).append(following)
        waiting = later
    least = {}
    for (places, _), paid in cost.items():
        least[places] = min(paid, least.get(places, 99))
    return least


@pytest.mark.parametrize(
    ("rows", "columns", "tiles"),
    [(2, 2, (1, 2, 3)), (2, 3, (1, 4)), (3, 2, (5, 2, 3)), (3, 3, (1, 2, 5)), (3, 4, (2, 11))],
)
def test_tables_hold_the_fewest_moves(rows, columns, tiles):
    cells = rows * columns
    table = patterns.fill(rows, columns, tiles, Clock())
    least = by_dijkstra(rows, columns, tiles)
    for places, moves in least.items():
        assert table[sum(cell * cells**t for t, cell in enumerate(places))] == moves
    assert (table < 255).sum() == len(least)


def test_a_pattern_of_one_tile_is_the_manhattan_distance():
    outcome = patterns.manhattan(3, 4)
    for tile in (1, 6, 11):
        part = outcome.table[outcome.first[tile - 1] :][:12]
        assert part.tolist() == patterns.fill(3, 4, (tile,), Clock()).tolist()


@pytest.mark.parametrize("size", [(r, c) for r in range(2, 6) for c in range(2, 6)])
def test_patterns_share_no_tile(size):
    groups = patterns.partition(*size)
    cells = size[0] * size[1]
    assert sorted(tile for group in groups for tile in group) == list(range(1, cells))
    assert patterns.bytes_needed(*size) < 1 << 28


def test_bounds_are_never_too_high():
    tight = 0
    for tiles, moves in random.Random(2).sample(list(distances(2, 4, False).items()), 300):
        for tables in (patterns.manhattan(2, 4), patterns.patterns(2, 4, Clock())):
            search = deepening.search_of(SlidingTiles(2, 4, tiles), tables)
            bound = max(search.bounds[0, 0], search.bounds[1, 0])
            assert bound <= moves
            tight += bound == moves
    assert tight > 20


def test_tables_are_kept_and_a_damaged_one_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setenv("CPSTUDY_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(patterns, "_MOST_PLACEMENTS", 600)
    first = patterns.table_of(3, 3, (1, 2), Clock())
    (file,) = tmp_path.rglob("*.v1")
    monkeypatch.setattr(patterns, "fill", lambda *_: None)
    assert np.array_equal(patterns.table_of(3, 3, (1, 2), Clock()), first)
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:40] + b"x" + whole[41:], b""):
        file.write_bytes(damaged)
        monkeypatch.setattr(patterns, "fill", lambda *_: first)
        assert patterns.table_of(3, 3, (1, 2), Clock()) is first
        assert file.read_bytes() == whole
    monkeypatch.setenv("CPSTUDY_CACHE_DIR", "")
    assert patterns.table_of(3, 3, (1, 2), Clock()) is first


# -- deepening ------------------------------------------------------------------------------------


def test_a_board_is_the_same_turned_round():
    for index in range(6):
        board = generate.random_board(3, 3, 7, index)
        turned = SlidingTiles(3, 3, deepening.turned(SlidingTiles(3, 3, board.tiles, True)))
        assert turned.why_unsolvable() == SlidingTiles(3, 3, board.tiles, True).why_unsolvable()
        across = tuple(board.tiles[c % 3 * 3 + c // 3] for c in range(9))
        image = [0, *(((tile - 1) % 3 * 3 + (tile - 1) // 3) + 1 for tile in range(1, 9))]
        mirrored = SlidingTiles(3, 3, tuple(image[tile] for tile in across))
        one, other = (api.explore(b, "ida", bound="manhattan") for b in (board, mirrored))
        assert len(one.path) == len(other.path)


def test_budgets_end_in_unknown():
    board = api.puzzle("sliding_tiles", "4x4:15,14,8,12,10,11,13,9,2,6,5,1,3,7,4,0")
    for nodes in (1, 2, 500):
        cut = api.explore(board, "ida", budget=Budget(states=nodes), bound="manhattan")
        assert (cut.verdict, cut.stop, cut.states) == (Reachability.UNKNOWN, Stop.STATES, nodes)
    late = api.explore(board, "ida", budget=Budget(seconds=0.0), bound="manhattan")
    assert late.stop is Stop.TIME
    small = api.explore(board, "ida", budget=Budget(memory=1000), bound="patterns")
    assert small.stop is Stop.MEMORY
    with pytest.raises(OutOfTimeError):
        patterns.fill(3, 3, (1, 2), Clock(0.0))


def test_the_board_in_order_needs_no_move():
    for text in ("2x2:1,2,3,0", "3x3f:0,1,2,3,4,5,6,7,8"):
        assert api.explore(api.puzzle("sliding_tiles", text)).path == ()


def test_the_bounds_find_paths_of_equal_length():
    board = SlidingTiles(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1))
    oblong = SlidingTiles(2, 4, (7, 1, 0, 5, 4, 6, 2, 3))
    cases = [(b, bound) for b in (board, oblong) for bound in ("auto", "manhattan", "patterns")]
    cases = [(b, bound) for b, bound in cases if (b, bound) != (board, "manhattan")]
    outcome = [api.explore(b, "ida", bound=bound) for b, bound in cases]
    lengths = [len(found.path) for found in outcome]
    assert lengths[:2] == [31, 31]
    assert len(set(lengths[2:])) == 1
    assert outcome[0].states > outcome[1].states


@pytest.mark.slow
def test_the_boards_of_korf():
    """Deepening finds all hundred published optima (Korf1985), 53.05 moves on average."""
    lines = [line.split("\t") for line in KORF.read_text().splitlines() if line[0] != "#"]
    boards = [item.puzzle for item in read_numbers(text for text, _ in lines)]
    for board, (_, moves) in zip(boards, lines, strict=True):
        assert len(api.explore(board, "ida", bound="patterns").path) == int(moves)
    assert sum(int(moves) for _, moves in lines) == 5305
    assert len(boards) == 100


# -- text and pictures ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"), [("1 2 3", "3 numbers: no square board"), ("1 2 x 0", "expected numbers")]
)
def test_faulty_numbers(line, message):
    (item,) = read_numbers([line])
    assert isinstance(item.puzzle, ValueError)
    assert message in str(item.puzzle)


def test_random_boards_can_be_solved_and_are_far_as_wished():
    drawn = [board for board, _ in api.generate("sliding_tiles", "random", (3, 3), 200, 1)]
    assert not any(board.why_unsolvable() for board in drawn)
    assert len(set(drawn)) == 200
    assert generate.random_board(3, 3, 1, 17) == drawn[17]
    known = distances(2, 4, False)
    for moves in (1, 2, 9, 36):
        far = [
            board
            for board, _ in generate.of_moves(Wanted("random", 2, 4, 5, 3, False, moves=moves))
        ]
        assert {known[board.tiles] for board in far} == {moves}
        assert len(set(far)) == min(5, sum(n == moves for n in known.values()))
    assert not list(generate.of_moves(Wanted("random", 2, 2, 5, 3, False, moves=9)))
    with pytest.raises(ValueError, match="up to 9 cells"):
        list(generate.of_moves(Wanted("random", 4, 4, moves=5)))


def test_pictures():
    board = api.puzzle("sliding_tiles", "2x2:1,0,3,2")
    trace = api.explore(board).trace
    lines = ["".join(span.text for span in line).rstrip() for line in text_picture(board, trace)]
    assert lines[0].split() == ["1", "·", "1", "2"]
    labels = [shape for shape in drawing(board, trace).shapes if isinstance(shape, Label)]
    assert [label.text for label in labels] == ["1", "3", "2", "1", "2", "3"]
