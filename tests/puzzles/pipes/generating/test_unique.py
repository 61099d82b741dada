"""Test unique puzzles made by repair: uniqueness by CP-SAT, reproducible by seed, all different."""

import random
from collections import Counter

import numpy as np
import pytest
from click.testing import CliRunner

from cpstudy import Verdict, generate, puzzle, solve
from cpstudy.cli import main
from cpstudy.core.generating import Wanted
from cpstudy.puzzles.pipes.board.symmetry import canonical_puzzle
from cpstudy.puzzles.pipes.generating import unique as module
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.generating.unique import unique, unique_board, unique_boards
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.images import mirrored, rotated, turn_tiles
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions

TREES = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")


def random_barriers(rng: random.Random, rows: int, columns: int, wrap: bool, share: float) -> bytes:
    """Random walls on edges that a random spanning tree does not use: the board stays connected."""
    tree = Pipes(
        rows, columns, board("kruskal", rows, columns, 1, rng.randrange(10**6))[0].tobytes()
    )
    barriers = bytearray(rows * columns)
    for tile, side, _, _ in Pipes(rows, columns, tree.tiles, wrap).edges():
        if not tree.tiles[tile] >> side & 1 and rng.random() < share:
            barriers[tile] |= 1 if side == 0 else 2
    return bytes(barriers)


def drawn_boards() -> list[tuple[str, Pipes, bytes, bool]]:
    """Boards of every algorithm and variety, as (algorithm, puzzle, solution, repaired or not)."""
    rng = random.Random(8)
    drawn = []
    for number in range(170):
        algorithm = TREES[number % 5]
        rows, columns = rng.randint(1, 11), rng.randint(3, 11)
        wrap = rows > 2 and rng.random() < 0.4
        walls = b""
        if algorithm != "binary-tree" and rng.random() < 0.4:
            walls = random_barriers(rng, rows, columns, wrap, rng.choice((0.1, 0.4)))
        try:
            solution, tiles = unique_board(
                algorithm, rows, columns, 7, number, wrap=wrap, barriers=walls
            )
        except ValueError as error:
            # Between many walls there may be no tree with at most three open sides per tile.
            assert walls, error
            assert "no unique puzzle" in str(error)
            continue
        raw = board(algorithm, rows, columns, 7, number, wrap=wrap)[0]
        repaired = not walls and not np.array_equal(raw, solution)
        made = Pipes(rows, columns, tiles.tobytes(), wrap, barriers=walls)
        drawn.append((algorithm, made, solution.tobytes(), repaired))
    return drawn


def test_every_board_is_unique_by_another_method():
    met = Counter()
    for algorithm, made, solution, repaired in drawn_boards():
        assert made.violation(solution) == ""
        result = solve(made, "cpsat")
        assert result.verdict is Verdict.UNIQUE, made.encode()
        assert result.solutions == (solution,)
        assert max(mask.bit_count() for mask in solution) <= 3
        met[algorithm] += 1
        met[algorithm, "repaired"] += repaired
        met["wrap"] += made.wrap
        met["walls"] += bool(made.barriers)
    assert sum(met[name] for name in TREES) >= 155
    assert all(met[name] > 20 for name in TREES)
    assert all(met[name, "repaired"] > 1 for name in TREES[1:]), met
    assert met["binary-tree", "repaired"] > 0  # rarely, and only on wrapping boards
    assert met["wrap"] > 25
    assert met["walls"] > 25


@pytest.mark.parametrize("algorithm", TREES)
def test_large_boards(algorithm):
    solutions, tiles = unique_boards(algorithm, 50, 40, 2, seed=3)
    for solution, shuffled in zip(solutions, tiles, strict=True):
        result = solve(Pipes(50, 40, shuffled.tobytes()), "search")
        assert result.verdict is Verdict.UNIQUE
        assert result.solutions == (solution.tobytes(),)


def test_a_board_that_is_unique_stays_what_it_was():
    kept = 0
    for index in range(40):
        raw, shuffled = board("kruskal", 6, 6, 2, index)
        solution, tiles = unique_board("kruskal", 6, 6, 2, index)
        single = solve(Pipes(6, 6, shuffled.tobytes()), "search").verdict is Verdict.UNIQUE
        assert np.array_equal(raw, solution) is single
        assert np.array_equal(shuffled, tiles) or not single
        kept += single
    assert 20 < kept < 40


def test_the_same_seed_is_the_same_puzzle():
    assert [made.encode() for made, _ in unique(Wanted("depth-first", 5, 5, 3, seed=1))] == GOLDEN
    assert [
        made.encode() for made, _ in unique(Wanted("wilson", 4, 4, 2, seed=1, wrap=True))
    ] == GOLDEN_WRAP


GOLDEN = [
    "5x5:6a5e6a24855be2ddb287814ac",
    "5x5:14656dee98d18c85856497ed4",
    "5x5:ca591a119da7e451d4968d5b4",
]
GOLDEN_WRAP = ["4x4w:acd246541e18c9eb", "4x4w:41a1aeca79c3e851"]


def test_alone_in_a_batch_and_in_a_stream():
    solutions, tiles = unique_boards("prim", 9, 7, 60, seed=5, jobs=2)
    assert solutions.shape == tiles.shape == (60, 9, 7)
    for index, (made, solution) in enumerate(unique(Wanted("prim", 9, 7, 60, 5))):
        assert made.tiles == tiles[index].tobytes()
        assert solution == solutions[index].tobytes()
        if index % 20 == 0:
            alone, shuffled = unique_board("prim", 9, 7, 5, index)
            assert np.array_equal(alone, solutions[index])
            assert np.array_equal(shuffled, tiles[index])
    assert unique_boards("prim", 9, 7, 0, seed=5)[0].shape == (0, 9, 7)


def test_no_two_are_the_same(monkeypatch):
    """No two puzzles of a stream are images of each other, although its boards repeat.

    If 20 draws (``_DRAWS``) give no new puzzle, the generator raises an error.
    """
    drawn = [made for made, _ in unique(Wanted("wilson", 3, 3, 24, 1))]
    images = [
        {image for other in (made, mirrored(made)) for image in turned_types(other)}
        for made in drawn
    ]
    assert not any(a & b for i, a in enumerate(images) for b in images[:i])
    raw = [unique_board("wilson", 3, 3, 1, index)[1].tobytes() for index in range(24)]
    redrawn = [made.tiles != tiles for made, tiles in zip(drawn, raw, strict=True)]
    assert 3 < sum(redrawn) < 20
    assert [m.encode() for m, _ in unique(Wanted("wilson", 3, 3, 9, 1))] == [
        m.encode() for m in drawn[:9]
    ]
    monkeypatch.setattr(module, "_DRAWS", 20)
    with pytest.raises(ValueError, match="wilson on 2x2: 1 puzzle, then 20 draws without"):
        list(unique(Wanted("wilson", 2, 2, 2, 1)))


def turned_types(made: Pipes) -> set[tuple[int, tuple[int, ...]]]:
    """The four rotations of a board, as (rows, type of each tile)."""
    found = set()
    for _ in range(4):
        kinds = tuple(
            min(int(f"{t:04b}"[k:] + f"{t:04b}"[:k], 2) for k in range(4)) for t in made.tiles
        )
        found.add((made.rows, kinds))
        made = rotated(made)
    return found


def test_the_canonical_form_is_that_of_every_image():
    rng = random.Random(6)
    forms = {}
    met = Counter()
    for _ in range(400):
        made = random_board(rng, largest=4)
        form = canonical_puzzle(made)
        images = [rotated(made), mirrored(made), mirrored(rotated(rotated(made)))]
        images.append(turn_tiles(made, bytes(rng.randrange(4) for _ in made.tiles)))
        if made.wrap:
            down, right = rng.randrange(made.rows), rng.randrange(made.columns)
            images.append(moved(made, down, right))
            met["moved"] += bool(down + right)
        assert {canonical_puzzle(image) for image in images} == {form}, made.encode()
        # Boards with the same form are images of each other: they have equally many solutions.
        forms.setdefault(form, []).append(made)
        met["walls"] += bool(made.barriers)
    met["shared"] = sum(len(made) > 1 for made in forms.values())
    for same in forms.values():
        assert len({(len(all_solutions(made)), made.wrap, made.free) for made in same}) == 1
    assert min(met["moved"], met["walls"], met["shared"]) > 15
    plain = puzzle("pipes", "2x2:9426")
    assert canonical_puzzle(plain) == canonical_puzzle(puzzle("pipes", "2x2:94v2h6vh"))
    assert canonical_puzzle(plain) != canonical_puzzle(puzzle("pipes", "2x2:9v426"))
    assert canonical_puzzle(plain) != canonical_puzzle(puzzle("pipes", "2x2w:9426"))


def moved(made: Pipes, down: int, right: int) -> Pipes:
    def rolled(values: bytes) -> bytes:
        grid = np.frombuffer(values, np.uint8).reshape(made.rows, made.columns)
        return np.roll(grid, (down, right), (0, 1)).tobytes()

    walls = rolled(made.barriers) if made.barriers else b""
    return Pipes(made.rows, made.columns, rolled(made.tiles), made.wrap, made.free, walls)


def test_grades():
    """A wanted grade gives valid puzzles of that grade; a stream without one has several grades."""
    from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER

    for wanted in ("local", "loop", "dead end"):
        for made, solution in generate("pipes", "wilson", 6, 3, seed=4, grade=wanted):
            assert EXPLAINER.grade(made) == wanted
            assert made.violation(solution) == ""
    assert len({EXPLAINER.grade(made) for made, _ in unique(Wanted("wilson", 12, 12, 20, 4))}) > 2


def test_a_grade_that_does_not_occur_ends(monkeypatch):
    monkeypatch.setattr(module, "_GRADED_DRAWS", 5)
    with pytest.raises(ValueError, match="then 5 draws without a new unique one of grade search"):
        list(unique(Wanted("kruskal", 3, 3, 1, 1, grade="search")))
    with pytest.raises(ValueError, match="grade 'nothing': choose from local"):
        list(unique(Wanted("kruskal", 3, 3, 1, 1, grade="nothing")))


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (2, 3)])
@pytest.mark.parametrize("algorithm", TREES)
def test_degenerate_sizes(algorithm, size):
    solution, tiles = unique_board(algorithm, *size, seed=1)
    assert all_solutions(Pipes(*size, tiles.tobytes())) == {solution.tobytes()}
    if 2 in size:
        with pytest.raises(ValueError, match="wrapping: no puzzle is unique"):
            unique_board(algorithm, *size, seed=1, wrap=True)
    else:
        solution, tiles = unique_board(algorithm, *size, seed=1, wrap=True)
        assert all_solutions(Pipes(*size, tiles.tobytes(), wrap=True)) == {solution.tobytes()}


@pytest.mark.parametrize(
    ("arguments", "walls", "result"),
    [
        (("random-joints", 3, 3, 1), b"", "algorithm 'random-joints': choose from binary-tree"),
        (("wilson", 0, 3, 1), b"", "at least one row"),
        (("wilson", 3, 3, -1), b"", "seed must not be negative"),
        (("wilson", 1, 3, 1), b"\1\0\0", r"barriers cut row 1, column 2 off from row 1, column 1"),
        (("wilson", 1, 3, 1), b"\1\0", "2 barriers, expected 3"),
        (("binary-tree", 2, 2, 1), b"\1\0\0\0", "no barriers"),
        # A pinwheel of corridors: its middle needs four open sides.
        (("wilson", 3, 3, 1), b"\2\1\0\0\0\2\1\0\0", "3x3 with barriers: no unique puzzle in"),
        (("prim", 3, 3, 1), b"\2\1\0\0\0\2\1\0\0", "3x3 with barriers: no unique puzzle in"),
    ],
)
def test_what_cannot_be_is_refused(arguments, walls, result):
    with pytest.raises(ValueError, match=result):
        unique_board(*arguments, barriers=walls)


def test_the_command():
    runner = CliRunner()
    arguments = ["generate", "--unique", "--algorithm", "wilson", "--size", "8", "--count", "3"]
    plain = runner.invoke(main, arguments)
    solved = runner.invoke(main, [*arguments, "--solved"])
    assert plain.exit_code == solved.exit_code == 0
    for line, position in zip(plain.output.split(), solved.output.split(), strict=True):
        assert solve(puzzle("pipes", line), "search").verdict is Verdict.UNIQUE
        assert puzzle("pipes", line).violation(puzzle("pipes", position).tiles) == ""
    for wrong, words in (
        (["--wrap", "--size", "2"], "no puzzle is unique"),
        (["--algorithm", "random-joints"], "cannot make puzzles unique"),
        (["--grade", "severe"], "grade 'severe'"),
    ):
        result = runner.invoke(main, [*arguments, *wrong])
        assert result.exit_code == 2
        assert words in result.stderr
