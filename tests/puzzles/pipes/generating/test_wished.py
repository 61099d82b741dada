"""Test requested tile mixes and symmetries, by coordinates of open edges and by counting tiles."""

import random
from collections import Counter

import pytest
from click.testing import CliRunner

from cpstudy import Verdict, generate, solve
from cpstudy.cli import main
from cpstudy.puzzles.pipes.board.symmetry import canonical_puzzle
from cpstudy.puzzles.pipes.generating.wishes import TILES, mix_of

# The steps across the sides in their order (right, up, left, down), as (row, column).
STEPS = ((0, 1), (-1, 0), (0, -1), (1, 0))
# Requests for 25 tiles, and what they mean; a share is met within one tile.
MIXES = {
    "dead-end=35%": lambda n: abs(n["dead-end"] - 8.75) <= 1,
    "corner=0..6": lambda n: n["corner"] <= 6,
    "T=4": lambda n: n["T"] == 4,
    "straight=20..45%": lambda n: 5 <= n["straight"] <= 11.25,
    "corner=2,cross=1..2": lambda n: n["corner"] == 2 and 1 <= n["cross"] <= 2,
}


def opened(board, solution):
    """The open edges of a board that does not wrap, as pairs of cells."""
    edges = set()
    for tile, mask in enumerate(solution):
        row, column = divmod(tile, board.columns)
        for side, (down, right) in enumerate(STEPS):
            if mask >> side & 1:
                edges.add(frozenset({(row, column), (row + down, column + right)}))
    return edges


def image(edges, place):
    return {frozenset(place(*cell) for cell in edge) for edge in edges}


def places(name, rows, columns):
    return {
        "half-turn": lambda r, c: (rows - 1 - r, columns - 1 - c),
        "left-right": lambda r, c: (r, columns - 1 - c),
        "top-bottom": lambda r, c: (rows - 1 - r, c),
        "quarter-turn": lambda r, c: (c, rows - 1 - r),
    }[name]


def tile_numbers(solution):
    """The number of tiles of each type, computed only from their open sides."""
    found = Counter()
    for mask in solution:
        sides = [side for side in range(4) if mask >> side & 1]
        names = {1: "dead-end", 3: "T", 4: "cross"}
        straight = len(sides) == 2 and sides[1] - sides[0] == 2
        found[names.get(len(sides), "straight" if straight else "corner")] += 1
    return found


@pytest.mark.parametrize("name", ["half-turn", "left-right", "top-bottom", "quarter-turn"])
def test_solutions_have_the_symmetry(name):
    met = Counter()
    for rows, columns in ((3, 3), (5, 5), (4, 5), (5, 4), (2, 7), (6, 3), (1, 5)):
        if name == "quarter-turn" and rows != columns:
            continue
        for board, solution in generate("pipes", "exchanges", (rows, columns), 4, 3, symmetry=name):
            assert board.violation(solution) == ""
            edges = opened(board, solution)
            assert image(edges, places(name, rows, columns)) == edges
            met["boards"] += 1
            met["other"] += any(
                image(edges, places(other, rows, columns)) != edges
                for other in ("half-turn", "left-right", "top-bottom")
            )
    assert met["boards"] >= 8
    assert met["other"] > 2  # not every board has every symmetry


def test_unique_puzzles_have_one_solution_and_their_wish():
    """Puzzles are unique by CP-SAT and have the requested tiles and symmetry; no two of a request
    are images of each other."""
    seen = set()
    wishes = [(mix, symmetry) for mix in ("", *MIXES) for symmetry in ("", "half-turn")]
    for mix, symmetry in [*wishes, ("", "left-right")]:
        rows, columns = (5, 5) if mix else (4, 5)
        for board, solution in generate(
            "pipes", "exchanges", (rows, columns), 2, 1,
            unique=True, tiles=mix, symmetry=symmetry,
        ):  # fmt: skip
            result = solve(board, "cpsat")
            assert (result.verdict, result.solutions) == (Verdict.UNIQUE, (solution,))
            if mix:
                assert MIXES[mix](tile_numbers(solution)), (mix, tile_numbers(solution))
            if symmetry:
                edges = opened(board, solution)
                assert image(edges, places(symmetry, rows, columns)) == edges
            seen.add((canonical_puzzle(board), mix, symmetry))
    assert len(seen) == 26


@pytest.mark.parametrize(
    ("mix", "holds"),
    [
        ("dead-end=30%", lambda n: 14 <= n["dead-end"] <= 16),
        ("straight=30..40%,corner=6", lambda n: 30 <= 100 * n["straight"] / 49 <= 40),
        ("corner=4", lambda n: n["corner"] == 4),
        ("T=8..9,corner=0..10", lambda n: 8 <= n["T"] <= 9 and n["corner"] <= 10),
        ("cross=3", lambda n: n["cross"] == 3),
        ("dead-END=15, t=13", lambda n: n["dead-end"] == 15 and n["T"] == 13),
        ("", lambda n: n["cross"] == 0),
    ],
)
def test_boards_have_the_mix(mix, holds):
    boards = list(generate("pipes", "exchanges", 7, 3, 1, tiles=mix))
    assert len(boards) == 3
    for board, solution in boards:
        assert board.violation(solution) == ""
        assert holds(tile_numbers(solution)), tile_numbers(solution)


def test_wrapping_boards_have_it_too():
    for board, solution in generate(
        "pipes", "exchanges", (5, 4), 3, 1, wrap=True, symmetry="half-turn", tiles="corner=4..8"
    ):
        assert board.wrap
        assert board.violation(solution) == ""
        assert 4 <= tile_numbers(solution)["corner"] <= 8
        masks = {(4 - r, 3 - c): solution[4 * r + c] for r in range(5) for c in range(4)}
        turned = bytes(
            (masks[r, c] << 2 | masks[r, c] >> 2) & 15 for r in range(5) for c in range(4)
        )
        assert turned == solution


def existing(tiles, wish):
    """Whether the numbers of tile types of some tree of ``tiles`` tiles satisfy the wish."""
    mix = mix_of(wish, tiles)
    for tees in range(tiles + 1):
        for crosses in range(tiles + 1 if mix.crosses else 1):
            ends = tees + 2 * crosses + 2
            for straights in range(tiles + 1):
                corners = tiles - ends - tees - crosses - straights
                numbers = (0, ends, straights, corners, tees, crosses)
                if corners >= 0 and all(
                    low <= n <= high
                    for n, low, high in zip(numbers, mix.least, mix.most, strict=True)
                ):
                    return True
    return False


def test_what_no_tree_has_is_told_at_once():
    rng = random.Random(4)
    met = Counter()
    for _ in range(40):
        names = rng.sample([*TILES], rng.randint(1, 3))
        wish = ",".join(f"{name}={rng.randint(0, 9)}" for name in names)
        possible = existing(16, wish)
        try:
            next(generate("pipes", "exchanges", 4, 1, 1, tiles=wish))
        except ValueError as error:
            met["impossible"] += not possible
            met["given up"] += possible
            assert ("no tree of 16 tiles has these" in str(error)) is not possible, wish
        else:
            met["found"] += 1
            assert possible
    assert met["impossible"] > 5
    assert met["found"] > 8


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--tiles", "corner"], "tiles corner=: expected N, A..B, P% or A..B%"),
        (["--tiles", "bend=3"], "'bend=3': TYPE=NUMBER, of dead-end, straight, corner, T, cross"),
        (["--tiles", "corner=3..2"], "3 is more than 2"),
        (["--tiles", "T=1,t=2"], "t twice"),
        (["--tiles", "T=9,dead-end=2"], "no tree of 25 tiles has these"),
        (["--symmetry", "half-turn", "--size", "4"], "unless a side is odd"),
        (["--symmetry", "quarter-turn", "--size", "5x4"], "squares of an odd side"),
        (["--symmetry", "half-turn", "--tiles", "T=3"], "25 tiles with that symmetry has these"),
        (["--symmetry", "diagonal"], "no generator of pipes takes --symmetry diagonal"),
        (["--tiles", "T=1", "--algorithm", "prim"], "what does: exchanges"),
        (["--puzzle", "picross", "--tiles", "T=1"], "no generator of picross takes --tiles T=1"),
        # A tree with these tiles exists, but not on this board.
        (["--tiles", "straight=7,dead-end=2", "--size", "3"], "dead-end=2: no board in 20 trees"),
        (["--size", "1", "--algorithm", "exchanges"], "the only tile of a board is empty"),
    ],
)
def test_what_cannot_be_is_one_line(arguments, said):
    ended = CliRunner().invoke(main, ["generate", "-q", *arguments])
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert said in ended.stderr.splitlines()[-1]


def test_the_command_line_chooses_who_can():
    ended = CliRunner().invoke(
        main, ["generate", "--symmetry", "half-turn", "--unique", "--preset", "torus", "--json"]
    )
    assert ended.exit_code == 0
    assert '"algorithm": "exchanges"' in ended.stdout
    sudoku = ["generate", "--puzzle", "sudoku", "--size", "4", "--symmetry", "half-turn"]
    (clues,) = CliRunner().invoke(main, sudoku).stdout.split()
    given = [clue != "." for clue in clues]
    assert given == given[::-1]


def test_a_seed_never_changes_its_meaning():
    wish = {"tiles": "corner=6..9", "symmetry": "half-turn"}
    unique = [*generate("pipes", "exchanges", 5, 2, 5, **wish, unique=True)]
    assert [board.encode() for board, _ in unique] == [
        "5x5:426ec5aa8a5cf3aa15aace348",
        "5x5:9615357d5918a82ca7baca236",
    ]
