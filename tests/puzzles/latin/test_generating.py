"""Generated puzzles have one solution, no superfluous clue and the wished symmetry; repairs."""

import random
from collections import Counter
from itertools import islice

import pytest

from cpstudy import Budget, Verdict, generate, solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.latin.repairing import repair
from cpstudy.puzzles.sudoku.puzzle import Sudoku
from tests.puzzles.latin.instances import random_jigsaw, random_sudoku
from tests.puzzles.latin.test_agreement import all_solutions

GENERATORS = [(name, g) for name in ("sudoku", "jigsaw", "kenken") for g in kind(name).generators]


@pytest.mark.parametrize(("name", "algorithm"), GENERATORS)
def test_puzzles_have_one_solution_and_nothing_to_spare(name, algorithm):
    for size in (1, 4, 6):
        for puzzle, solution in generate(name, algorithm, size, 4, seed=3):
            assert type(puzzle).decode(puzzle.encode()) == puzzle
            found = solve(puzzle, "sat")
            assert (found.verdict, found.solutions) == (Verdict.UNIQUE, (solution,))
            given = [cell for cell, clue in enumerate(puzzle.clues) if clue]
            turned = {size * size - 1 - cell for cell in given}
            if algorithm == "symmetric":
                assert turned == set(given)
            if algorithm == "once":
                assert sorted(puzzle.clues[cell] for cell in given) == [*range(1, size + 1)]
                continue
            for cell in given:
                clues = bytearray(puzzle.clues)
                clues[cell] = 0
                if algorithm == "symmetric":
                    clues[size * size - 1 - cell] = 0
                fewer = puzzle.with_clues(bytes(clues))
                assert solve(fewer, "search").verdict is Verdict.MANY


@pytest.mark.parametrize(("name", "algorithm"), GENERATORS)
def test_a_puzzle_is_the_same_whatever_the_count(name, algorithm):
    few = [puzzle for puzzle, _ in generate(name, algorithm, 4, 2, seed=5)]
    many = [puzzle for puzzle, _ in generate(name, algorithm, 4, 5, seed=5)]
    assert many[:2] == few
    assert len({puzzle.encode() for puzzle in many}) > 1
    assert few != [puzzle for puzzle, _ in generate(name, algorithm, 4, 2, seed=6)]


def test_seeds_mean_the_same_for_ever():
    """A seed's puzzle changes only with a new version of the generators (golden)."""
    result = {
        (name, algorithm): next(iter(generate(name, algorithm, 4, 1, seed=1)))[0].encode()
        for name, algorithm in GENERATORS
    }
    assert result == GOLDEN


GOLDEN = {
    ("sudoku", "minimal"): "2x2:d4a1f3a4",
    ("sudoku", "symmetric"): "2x2:b2_3h2_1b",
    ("sudoku", "diagonal"): "2x2x:b1c2b3f",
    ("jigsaw", "minimal"): "4j:c1e3_4e,cc__bb___a__a",
    ("jigsaw", "symmetric"): "4j:b1b1d3b4b,h_b_a_______a",
    ("jigsaw", "once"): "4j:c3b1c2b4b,b_aa_ba__a__d",
    ("kenken", "cages"): "4:__a3_a_9ab,a1a4s1a2s1m12m6d2d4",
    ("kenken", "shaped"): "4:_a_4a_aab__a3,a3a11s1a6s1a5a3",
    ("kenken", "products"): "4:a3_3a__a__a_ab,m3m8m8m3m6m8m12",
    ("kenken", "hidden"): "4:__a_3a_aab__a_b,e2e5e5e6e9e12e3",
}


def test_no_two_are_the_same():
    texts = [p.encode() for p, _ in generate("sudoku", "minimal", 4, 20, seed=1, unique=True)]
    assert len(set(texts)) == 20
    with pytest.raises(ValueError, match="1 puzzle, then 200 draws without a new"):
        list(generate("sudoku", "minimal", 1, 2, seed=1, unique=True))


@pytest.mark.parametrize(
    ("name", "algorithm", "grade"),
    [
        ("sudoku", "symmetric", "hidden single"),
        ("sudoku", "minimal", "locked candidates"),
        ("jigsaw", "minimal", "naked single"),
        ("kenken", "cages", "cage"),
    ],
)
def test_grades(name, algorithm, grade):
    explainer = kind(name).explaining.explainer
    drawn = list(generate(name, algorithm, 6, 1, seed=1, grade=grade))
    assert [explainer.grade(puzzle) for puzzle, _ in drawn] == [grade]


def test_what_is_asked_wrongly():
    for given, words in (
        ({"size": (4, 5)}, "a square"),
        ({"size": 26}, "at most 25"),
        ({"size": 4, "wrap": True}, "do not wrap"),
        ({"size": 4, "grade": "nonsense"}, "choose from naked single"),
    ):
        with pytest.raises(ValueError, match=words):
            list(generate("sudoku", "minimal", seed=1, **given))
    with pytest.raises(ValueError, match="no solved board"):
        list(generate("sudoku", "diagonal", 2, seed=1))


# -- repair --------------------------------------------------------------------------------------


def fewest_changes(puzzle, most: int) -> int | None:
    """The fewest changes of clues that leave a 4 × 4 board one solution, if at most ``most``."""
    boards = [puzzle.clues]
    for number in range(most + 1):
        for clues in boards:
            if len(all_solutions(puzzle.with_clues(clues))) == 1:
                return number
        boards = [
            clues[:cell] + bytes([value]) + clues[cell + 1 :]
            for clues in boards
            for cell in range(16)
            if clues[cell] == puzzle.clues[cell]
            for value in range(5)
            if value != clues[cell]
        ]
    return None


def test_repairs_against_all_changes():
    rng = random.Random(4)
    met: Counter[str] = Counter()
    for index in range(40):
        puzzle = random_jigsaw(rng) if index % 2 else random_sudoku(rng)
        result = repair(puzzle)
        if not all_solutions(puzzle.with_clues(bytes(16))):
            assert result is None
            continue
        assert all_solutions(result.puzzle) == {result.solution}
        changed = [c for c in range(16) if result.puzzle.clues[c] != puzzle.clues[c]]
        assert result.changes == tuple(divmod(cell, 4) for cell in changed)
        fewest = fewest_changes(puzzle, 1)
        if fewest is not None:
            assert (len(changed), result.proved) == (fewest, True)
        assert result.proved is (len(changed) <= 2)
        met[f"{len(changed)} changes"] += 1
    assert min(met["0 changes"], met["1 changes"], met["2 changes"]) > 2, met


def test_a_repair_keeps_its_budget():
    empty = Sudoku(3, 3, bytes(81))
    assert repair(empty, Budget(iterations=0)) is None
    assert repair(empty, Budget(seconds=1e-9)) is None
    result = repair(Sudoku(2, 2, bytes(16)))
    assert not result.proved
    assert len(result.changes) >= 4


def test_regions_are_drawn_by_the_stream():
    shapes = {puzzle.regions for puzzle, _ in islice(generate("jigsaw", "minimal", 6, 6, 1), 6)}
    assert len(shapes) == 6
    assert all(isinstance(Jigsaw(6, bytes(36), shape), Jigsaw) for shape in shapes)
