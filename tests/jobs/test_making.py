"""Batches of puzzles: no repeats, numbers kept, an end if no more exist; the same on workers."""

import pytest
from click.testing import CliRunner

from cpstudy.api import generate
from cpstudy.cli import main
from cpstudy.core.errors import InputError
from cpstudy.jobs import making
from cpstudy.jobs.making import Made, Order, distinct
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.pipes.board.symmetry import canonical_puzzle, symmetry_class
from tests.puzzles.pipes.images import mirrored, rotated, turn_tiles

GENERATED = [name for name in PUZZLES if kind(name).generators]


@pytest.mark.parametrize("name", GENERATED)
def test_no_board_twice(name):
    """No batch repeats a board; of empty rooms and open boards only one exists."""
    size = {"picross": "3", "kenken": "3", "sudoku": "4", "jigsaw": "4", "sokoban": "4"}
    size["masyu"] = "4x3"  # only one is 3×2
    first = next(iter(kind(name).generators))
    asked = ["--puzzle", name, "--algorithm", first, "--size", size.get(name, "3x2")]
    done = CliRunner().invoke(main, ["generate", *asked, "--count", "9", "-q"])
    lines = done.stdout.splitlines()
    assert done.exit_code == 0, done.stderr
    assert lines and len(set(lines)) == len(lines)
    assert done.stderr.startswith(f"cpstudy: {len(lines)} of 9: " if len(lines) < 9 else "")
    assert done.stderr.endswith(f" makes no other {name} of this size\n" if done.stderr else "")
    assert bool(done.stderr) == (len(lines) < 9)
    assert (len(lines) == 1) == (name in ("sokoban", "bloxorz"))


def text(number, puzzle, solution):
    return number, puzzle, solution


def test_pipes_differ_up_to_symmetry_and_keep_their_numbers():
    drawn = [*making.puzzles(Order("pipes", "wilson", (2, 4), 1, text), 12, 1)]
    stream = [*generate("pipes", "wilson", (2, 4), drawn[-1].number + 1, 1)]
    assert [(one.number, *stream[one.number]) for one in drawn] == [one.text for one in drawn]
    seen = []
    for index, (puzzle, _) in enumerate(stream):  # by the other canonical form
        form = canonical_puzzle(puzzle)
        assert (form not in seen) == (index in [one.number for one in drawn])
        seen.append(form)
    assert len({*seen}) == len(drawn) == 12
    assert len(seen) > 12  # some were repeated


def test_classes_are_those_of_the_canonical_form():
    boards = [puzzle for puzzle, _ in generate("pipes", "prim", (2, 3), 60, 2)]
    boards += [puzzle for puzzle, _ in generate("pipes", "prim", (3, 3), 40, 2, wrap=True)]
    for board in boards[::7]:
        turned = turn_tiles(rotated(mirrored(board)), bytes(range(len(board.tiles))))
        assert symmetry_class(turned) == symmetry_class(board)
    by_class = {symmetry_class(board): canonical_puzzle(board) for board in boards}
    assert len(by_class) == len({*by_class.values()}) == len({*map(canonical_puzzle, boards)})
    assert len(by_class) < len(boards)


@pytest.mark.parametrize(
    ("stream", "count", "numbers", "asked"),
    [
        ("aabacdefg", 3, [0, 2, 4], [(0, 3), (3, 6)]),
        ("abc", 3, [0, 1, 2], [(0, 3)]),
        ("ababababababab", 5, [0, 1], [(0, 5), (5, 10)]),
        ("aabbccdd" * 9, 4, [0, 2, 4, 6], [(0, 4), (4, 8)]),
        ("abc", 0, [], []),
    ],
)
def test_how_often_a_batch_draws(stream, count, numbers, asked):
    """Draws double the numbers until there are enough or nothing is new; repeats are skipped."""
    calls = []

    def draw(begin, end):
        calls.append((begin, end))
        return (Made(at, stream[at], None, "") for at in range(begin, min(end, len(stream))))

    drawn = [*distinct(draw, count)]
    assert drawn == [Made(number, stream[number], None, "") for number in numbers]
    assert calls == asked


# -- stretches -------------------------------------------------------------------------------------

APART = [
    (name, row.name) for name in GENERATED for row in kind(name).generators.values() if row.apart
]
SIZES = {"sudoku": (4, 4), "jigsaw": (4, 4), "sliding_tiles": (3, 3)}


def test_which_generators_need_what_came_before():
    others = {name for name in GENERATED for r in kind(name).generators.values() if not r.apart}
    assert others == {
        "pipes", "picross", "sokoban", "bloxorz", "slitherlink", "masyu", "nurikabe", "rush_hour",
    }  # fmt: skip
    assert not kind("pipes").generators["exchanges"].apart  # each tree starts from the previous one


@pytest.mark.parametrize(("name", "algorithm"), APART)
def test_puzzles_are_made_from_any_number_on(name, algorithm):
    for unique in {False, kind(name).generators[algorithm].unique is not None}:
        order = Order(name, algorithm, SIZES.get(name, (4, 4)), 3, text, unique=unique)
        every, some = (
            [puzzle for puzzle, _ in make(wanted)]
            for make, wanted in (order.making(0, 5), order.making(3, 5))
        )
        assert len(every) == 5
        if unique:  # a worker does not see the earlier puzzles
            fresh = [puzzle for index in (3, 4) for puzzle in first_of(order, index)]
            assert some[0] == fresh[0]
            assert some[1] == fresh[1] or len({*fresh}) == 1
        else:
            assert some == every[3:]


def first_of(order, index):
    make, wanted = order.making(index, index + 1)
    return [puzzle for puzzle, _ in make(wanted)]


def mapped(function, tasks, *_, **__):
    return map(function, tasks)


@pytest.mark.parametrize(
    ("name", "algorithm", "size", "count"),
    [
        ("pipes", "wilson", (3, 3), 20),
        ("nurikabe", "islands", (3, 4), 30),
        ("sudoku", "minimal", (4, 4), 40),
        ("slitherlink", "regions", (3, 3), 12),
        ("hexpipes", "wilson", (2, 3), 12),
    ],
)
def test_stretches_make_what_one_process_makes(monkeypatch, name, algorithm, size, count):
    """Stretches give the same batch even if they repeat puzzles; some are made again."""
    order = Order(name, algorithm, size, 5, text, unique=True)
    alone = [*making.puzzles(order, count, 1)]
    again = []
    made = making._made

    def noted(order, first, end, **known):
        again.extend([first] * bool(known["seen"]))
        return made(order, first, end, **known)

    monkeypatch.setattr(making, "_made", noted)
    monkeypatch.setattr(
        making, "ordered_map", lambda function, tasks, *_, **__: map(function, tasks)
    )
    monkeypatch.setattr(making, "_LARGEST_STRETCH", 4)
    assert [*making.puzzles(order, count, 2)] == alone
    assert len(alone) == count
    assert again


def test_a_fault_comes_after_what_was_made_before_it(monkeypatch):
    """Few unique 2×2 puzzles exist; one process and two report this after the same puzzles."""
    order = Order("pipes", "wilson", (2, 2), 1, text, unique=True)
    monkeypatch.setattr(
        making, "ordered_map", lambda function, tasks, *_, **__: map(function, tasks)
    )
    result = []
    for jobs in (1, 2):
        found = []
        with pytest.raises(InputError) as caught:
            for one in making.puzzles(order, 9, jobs):
                found.append(one)
        result.append((found, str(caught.value)))
    assert result[0] == result[1]
    assert result[0][0]


@pytest.mark.slow
def test_lines_are_the_same_on_two_processes():
    asked = ["generate", "--puzzle", "kenken", "--size", "4", "--unique", "--table", "-q"]
    lines = [
        CliRunner().invoke(main, [*asked, "--count", "600", "--jobs", str(jobs)]).stdout
        for jobs in (1, 2)
    ]
    assert lines[0] == lines[1]
    assert lines[0].count("\n") == 600


def test_repeats_end_the_search(monkeypatch):
    """A request for 10⁹ puzzles of a stream with only three ends after a number of repeats."""
    monkeypatch.setattr(making, "_REPEATS", 50)
    drawn = []

    def draw(begin, end):
        for number in range(begin, end):
            drawn.append(number)
            identity = 2 if number == 60 else number % 2
            yield Made(number, identity, None, "")

    assert [made.number for made in distinct(draw, 10**9)] == [0, 1]
    assert len(drawn) < 60
    monkeypatch.setattr(making, "_REPEATS", 60)
    assert [made.number for made in distinct(draw, 10**9)] == [0, 1, 60]
    assert drawn[-1] == 2 * 60 + 60 + 1
