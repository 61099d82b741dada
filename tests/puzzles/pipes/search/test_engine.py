"""Test the compiled search: batches, the checker, budgets, hard boards, all solutions, restarts.

The oracle for small boards is brute force.
"""

import random
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from cpstudy import Budget, Stop, Verdict, generate, solve
from cpstudy.core.errors import InputError
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.pipes.board.neighbours import checker
from cpstudy.puzzles.pipes.puzzle import Pipes, turned
from cpstudy.puzzles.pipes.search import batch
from cpstudy.puzzles.pipes.search.batch import VERDICTS, decide_boards
from cpstudy.puzzles.tilings.search import engine
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions, is_tree, safe_states
from tests.samples import sample


def checked(puzzle: Pipes, sides: bytes) -> bool:
    return checker(puzzle)(sides)


def test_the_compiled_checker_is_why_not():
    rng = random.Random(5)
    met = Counter()
    for _ in range(1500):
        puzzle = random_board(rng, largest=3)
        candidates = [puzzle.tiles, bytes(turned(t, rng.randrange(4)) for t in puzzle.tiles)]
        candidates += [bytes(state) for state in islice(safe_states(puzzle), 3)]
        spoiled = bytearray(candidates[-1])
        spoiled[rng.randrange(len(spoiled))] = rng.randrange(16)
        for sides in (*candidates, bytes(spoiled)):
            reason = puzzle.violation(sides)
            assert checked(puzzle, sides) is (reason == ""), (puzzle.encode(), sides, reason)
            met["valid" if not reason else reason.split(": ", 1)[1].split(" ")[0]] += 1
    # valid, "open … towards", "lies on a cycle", "not connected", "… is not a rotation of …"
    assert met["valid"] > 300
    assert met["open"] > 300
    assert met["lies"] > 20
    assert met["not"] > 5
    assert len(met) > 10


@sample(1000, 3000)
def test_batches_say_what_single_calls_say(number):
    rng = random.Random(11)
    by_shape = defaultdict(list)
    for _ in range(number):
        puzzle = random_board(rng, largest=3)
        by_shape[puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.free].append(puzzle)
    met = Counter()
    for (rows, columns, wrap, free), puzzles in by_shape.items():
        n = rows * columns
        tiles = np.array([list(p.tiles) for p in puzzles], np.uint8)
        barriers = np.array([list(p.barriers or bytes(n)) for p in puzzles], np.uint8)
        outcome = decide_boards(
            tiles, rows, columns, wrap=wrap, free=free, barriers=barriers, jobs=rng.choice((1, 2))
        )
        for board, puzzle in enumerate(puzzles):
            verdict = VERDICTS[int(outcome.verdicts[board])]
            truth = all_solutions(puzzle)
            assert verdict is solve(puzzle, "search").verdict
            assert verdict.value == ("none", "unique", "many")[min(len(truth), 2)]
            shown = [w.tobytes() for w in outcome.witnesses[board]][: min(len(truth), 2)]
            assert len(set(shown)) == len(shown)
            assert set(shown) <= truth
            met[verdict] += 1
    assert min(met[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > number // 15


def test_a_batch_is_the_same_whatever_the_number_of_threads():
    tiles = np.array(
        [list(p.tiles) for p, _ in generate("pipes", "depth-first", 8, 700, seed=3)], np.uint8
    )
    one, two = (decide_boards(tiles.reshape(-1, 8, 8), 8, 8, jobs=jobs) for jobs in (1, 2))
    assert np.array_equal(one.verdicts, two.verdicts)
    assert np.array_equal(one.witnesses, two.witnesses)
    assert np.array_equal(one.nodes, two.nodes)
    assert len(set(one.verdicts.tolist())) == 2
    assert decide_boards(tiles[:0], 8, 8).verdicts.shape == (0,)


def test_a_batch_tells_unknown_within_its_nodes():
    tiles = np.array(
        [list(p.tiles) for p, _ in generate("pipes", "depth-first", 20, 40, seed=3)], np.uint8
    )
    whole, cut = (decide_boards(tiles, 20, 20, nodes=nodes) for nodes in (10**6, 2))
    outcome = [VERDICTS[int(v)] for v in cut.verdicts]
    assert outcome.count(Verdict.UNKNOWN) > 5
    for told_whole, told_cut in zip(whole.verdicts, cut.verdicts, strict=True):
        assert VERDICTS[int(told_cut)] in (Verdict.UNKNOWN, VERDICTS[int(told_whole)])
    assert not cut.witnesses[cut.verdicts == 3].any()


@pytest.mark.parametrize(
    ("tiles", "rows", "columns", "outcome"),
    [
        ([[1, 1]], 1, 3, "shape"),
        ([[1, 16]], 1, 2, "board 0, row 1, column 2: 16"),
        ([[1, 1], [-1, 1]], 1, 2, "board 1, row 1, column 1: -1"),
        ([[]], 0, 0, "shape"),
    ],
)
def test_batches_refuse_bad_arrays(tiles, rows, columns, outcome):
    with pytest.raises(InputError, match="tiles") as caught:
        decide_boards(tiles, rows, columns)
    assert outcome in str(caught.value)


def test_a_wrong_witness_stops_a_batch(monkeypatch):
    original = batch.decide_each

    def forged(*arguments):
        original(*arguments)
        return 0

    monkeypatch.setattr(batch, "decide_each", forged)
    with pytest.raises(WrongAnswerError, match=r"2x1:11"):
        decide_boards([[1, 1]], 1, 2, jobs=1)


def test_hard_boards_are_settled():
    """The search finds two solutions of ambiguous 60×60 mazes, whose first one is hard to find."""
    tiles = np.array(
        [list(p.tiles) for p, _ in generate("pipes", "depth-first", 60, 12, seed=9)], np.uint8
    )
    outcome = decide_boards(tiles, 60, 60)
    assert [VERDICTS[int(v)] for v in outcome.verdicts] == [Verdict.MANY] * 12
    assert outcome.nodes.max() > 1000


def test_time_is_a_budget():
    puzzle, _ = next(generate("pipes", "depth-first", 60, 1, seed=9))
    result = solve(puzzle, "search", budget=Budget(seconds=0), limit=None)
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.TIME)


def test_all_solutions_of_small_boards():
    rng = random.Random(1)
    for _ in range(400):
        puzzle = random_board(rng, 3)
        found = solve(puzzle, "search", limit=None)
        assert set(found.solutions) == all_solutions(puzzle), puzzle.encode()


@pytest.mark.pure
def test_a_search_that_begins_again_and_jumps_back_is_complete(monkeypatch):
    """A search that restarts and jumps back finds the right number of solutions, up to two.

    The first refutation already restarts it, and jumps undo one decision, then two, then four …,
    so that small boards have them too. On small boards the oracle is brute force. On wrapping
    mazes of 15×15, where jumps are frequent, it is the search with the usual constants; half of
    these mazes have two tiles exchanged.
    """
    rng = random.Random(23)
    boards = [random_board(rng, 4) for _ in range(60)]
    expected = []
    for puzzle in boards:
        trees = (s for s in safe_states(puzzle) if puzzle.free or is_tree(puzzle, s))
        expected.append(len(list(islice(trees, 2))))
    jumps = Counter()
    jump_back, begin_turn = engine._backjump, engine._begin_turn

    def counted(w, depth):
        left = jump_back(w, depth)
        jumps["to the beginning" if left == 0 else "in part"] += 1
        return left

    def turned(w):
        jumps["to another turn"] += 1
        begin_turn(w)

    monkeypatch.setattr(engine, "_backjump", counted)
    monkeypatch.setattr(engine, "_begin_turn", turned)
    for puzzle, _ in generate("pipes", "depth-first", 15, 30, seed=4, wrap=True):
        tiles = bytearray(puzzle.tiles)
        if len(boards) % 2:
            one, other = rng.sample(range(225), 2)
            tiles[one], tiles[other] = tiles[other], tiles[one]
        boards.append(replace(puzzle, tiles=bytes(tiles)))
        expected.append(len(solve(boards[-1], "search", limit=2).solutions))
    assert not jumps
    monkeypatch.setattr(engine, "_FIRST_PERIOD", 1)
    monkeypatch.setattr(engine, "_PERIOD", 5)  # the smallest value that grows by a fifth
    monkeypatch.setattr(engine, "_JUMP", 1)
    for calm in (5_000, 1):  # without turns, and with them
        monkeypatch.setattr(engine, "_CALM", calm)
        met = Counter()
        for puzzle, number in zip(boards, expected, strict=True):
            found = solve(puzzle, "search", limit=2)
            met[found.verdict] += 1
            assert len(found.solutions) == number, puzzle.encode()
            assert found.verdict is (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[number]
        assert min(met[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 12
        assert min(jumps["to the beginning"], jumps["in part"]) > 5
        assert (jumps["to another turn"] > 5) == (calm == 1)
