"""Test the fewest changes that make a board unique, against all single and double changes."""

import json
import random
from collections import Counter
from itertools import combinations, product

import pytest
from click.testing import CliRunner

from cpstudy import Budget, Verdict, generate, puzzle, solve
from cpstudy.cli import main
from cpstudy.puzzles.pipes.generating.repair import repair
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes, tile_type
from tests.puzzles.pipes.instances import random_tree, shuffled, with_barriers
from tests.puzzles.pipes.oracle import all_solutions, rotations, solutions_up_to
from tests.samples import sample


def ambiguous_board(rng: random.Random) -> Pipes:
    """A small board with several solutions, possibly with crosses, empty tiles, walls, wrapping."""
    while True:
        rows, columns = rng.randint(2, 3), rng.randint(2, 4)
        wrap = (rows > 2 and rng.random() < 0.3) or rng.random() < 0.05
        made = random_tree(rng, rows, columns, wrap, rng.choice((0.8, 1.0)))
        if rng.random() < 0.3:
            made = with_barriers(rng, made, 0.3)
        if solutions_up_to(2, made) > 1:
            return shuffled(rng, made)


def unique_by_changing(board: Pipes, number: int) -> bool:
    """Whether some board with ``number`` tiles of another type has exactly one solution."""
    shapes = (1, 5, 3, 7)
    places = [tile for tile, mask in enumerate(board.tiles) if mask]
    for chosen in combinations(places, number):
        for new in product(shapes, repeat=number):
            tiles = bytearray(board.tiles)
            for tile, mask in zip(chosen, new, strict=True):
                if mask in rotations(tiles[tile]):
                    break
                tiles[tile] = mask
            else:
                changed = Pipes(
                    board.rows, board.columns, bytes(tiles), board.wrap, False, board.barriers
                )
                if changed.tree_impossible() == "" and solutions_up_to(2, changed) == 1:
                    return True
    return False


def changed_cells(before: Pipes, after: Pipes) -> tuple[tuple[int, int], ...]:
    pairs = enumerate(zip(before.tiles, after.tiles, strict=True))
    return tuple(
        divmod(tile, before.columns) for tile, (old, new) in pairs if new not in rotations(old)
    )


@sample(50, 200, "boards")
def test_the_number_of_changes_is_the_smallest(boards):
    rng = random.Random(50)
    met = Counter()
    for _ in range(boards):
        board = ambiguous_board(rng)
        try:
            result = repair(board)
        except ValueError as error:
            assert "no change of tiles makes it unique" in str(error)
            assert not any(unique_by_changing(board, number) for number in (1, 2))
            met["none"] += 1
            continue
        assert result.proved
        number = len(result.changes)
        met[number] += 1
        assert result.changes == changed_cells(board, result.puzzle)
        assert all_solutions(result.puzzle) == {result.solution}
        same = (board.wrap, board.barriers, board.free)
        assert (result.puzzle.wrap, result.puzzle.barriers, result.puzzle.free) == same
        for tile, (old, new) in enumerate(zip(board.tiles, result.puzzle.tiles, strict=True)):
            assert new == old or divmod(tile, board.columns) in result.changes
            assert (new == 0) == (old == 0)
            assert new != 15 or old == 15
        # By brute force, up to two changes: no smaller number of changes makes the board unique.
        if number <= 3:
            assert not any(unique_by_changing(board, fewer) for fewer in range(min(number, 3)))
        met["wrap"] += board.wrap
        met["walls"] += bool(board.barriers)
        met["cross"] += 15 in board.tiles
        met["empty"] += 0 in board.tiles
    assert met[0] == 0
    assert min(met[k] for k in (1, 2, "wrap", "walls", "cross", "empty")) > boards // 37, met
    assert met["none"] > 1


def test_unique_boards_stay_as_they_are():
    board, solution = next(generate("pipes", "kruskal", 4, 1, seed=6, unique=True))
    result = repair(board)
    assert (result.puzzle, result.changes, result.proved) == (board, (), True)
    assert result.solution == solution
    for text in ("1x1:0", "2x1:11", "1x2:11"):
        assert repair(puzzle("pipes", text)).changes == ()


def test_what_cannot_be_repaired():
    for text, words in (
        ("2x1g:12", "free graphs"),
        ("2x1:13", "no solution"),
        ("2x1w:11", "no change of tiles makes it unique"),
    ):
        with pytest.raises(ValueError, match=words) as caught:
            repair(puzzle("pipes", text))
        assert caught.value.args


def test_a_budget_makes_it_an_upper_bound():
    met = Counter()
    for board, _ in generate("pipes", "depth-first", 20, 3, seed=5):
        result = repair(board, Budget(iterations=500))
        assert result.counters["boards"] <= 500
        assert solve(result.puzzle, "cpsat").verdict is Verdict.UNIQUE
        assert solve(result.puzzle, "cpsat").solutions == (result.solution,)
        assert result.changes == changed_cells(board, result.puzzle)
        met[result.proved] += 1
        # A larger budget never gives more changes.
        assert len(repair(board, Budget(iterations=3000)).changes) <= len(result.changes)
        assert repair(board, Budget(iterations=0)) is None
        assert repair(board, Budget(seconds=0)) is None
    assert met[False] > 1


def test_changed_tiles_do_not_tell_their_place():
    """Changed tiles have the first orientation of their type, whatever the solution is."""
    result = repair(hard_board(), Budget(iterations=1000))
    assert result.changes
    for row, column in result.changes:
        tile = row * result.puzzle.columns + column
        assert result.puzzle.tiles[tile] == ORIENTATIONS[result.puzzle.tiles[tile]][0]
        assert tile_type(result.puzzle.tiles[tile]) == tile_type(result.solution[tile])


def test_the_command(tmp_path):
    runner = CliRunner()
    board, _ = next(generate("pipes", "prim", 8, 1, seed=3))
    (unique, _), *_ = generate("pipes", "prim", 4, 1, seed=6, unique=True)
    given = [board.encode(), unique.encode()]
    plain = runner.invoke(main, ["repair", *given])
    assert plain.exit_code == 0
    lines = plain.output.splitlines()
    result = repair(board)
    cells = " and ".join(f"row {row + 1}, column {column + 1}" for row, column in result.changes)
    assert lines[0] == f"{result.puzzle.encode()}\t{len(result.changes)} changes: {cells}"
    assert lines[1] == f"{unique.encode()}\talready unique"
    again = tmp_path / "repaired.txt"
    again.write_text(plain.output, encoding="utf-8")
    assert runner.invoke(main, ["verify", "-f", str(again)]).exit_code == 0
    solved = runner.invoke(main, ["repair", "--solved", given[0]]).output
    assert solved.split("\t")[0] == board.encode_solution(result.solution)
    row = json.loads(runner.invoke(main, ["repair", "--json", given[0]]).output)
    assert row["repaired"] == result.puzzle.encode()
    assert row["changes"] == list(map(list, result.changes))
    assert row["proved"] is True
    assert row["solution"] == board.encode_solution(result.solution)
    short = runner.invoke(main, ["repair", "--iterations", "0", *given])
    assert short.exit_code == 3
    assert short.output.splitlines()[0].startswith("#")
    wrong = runner.invoke(main, ["repair", "--iterations", "0", given[0], "2x1:13", "2x1:1"])
    assert wrong.exit_code == 2
    assert len(wrong.stderr.splitlines()) == 2
    bound = runner.invoke(main, ["repair", "--iterations", "300", hard_board().encode()])
    assert bound.exit_code == 0
    assert "\tat most " in bound.output
    none = runner.invoke(main, ["repair", "--json", "--iterations", "0", hard_board().encode()])
    assert json.loads(none.output)["repaired"] is None
    assert runner.invoke(main, ["repair"]).exit_code == 2
    assert runner.invoke(main, ["repair", "--puzzle", "edge_matching", "x"]).exit_code == 2


def hard_board() -> Pipes:
    return next(generate("pipes", "depth-first", 25, 1, seed=5))[0]
