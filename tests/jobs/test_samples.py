"""No puzzle twice in a batch, numbers kept, and an end where there are no more."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from cpstudy.api import generate
from cpstudy.cli import main
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.core.result import Result, Stop, Verdict
from cpstudy.jobs.answering import Answer
from cpstudy.jobs.samples import Sample, Share, algorithms, distinct, shares
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.pipes.board.symmetry import (
    canonical_puzzle,
    mirrored,
    rotated,
    symmetry_class,
    turn_tiles,
)
from cpstudy.study.contest import Median
from cpstudy.study.intervals import share_interval

GENERATED = [name for name in PUZZLES if kind(name).generators]


@pytest.mark.parametrize("name", GENERATED)
def test_no_board_twice(name):
    """Of every kind: rooms and open boards, of which there is one, too."""
    size = {"picross": "3", "kenken": "3", "sudoku": "4", "jigsaw": "4", "sokoban": "4"}
    size["masyu"] = "4x3"  # of 3×2 there is one
    done = CliRunner().invoke(
        main, ["generate", "--puzzle", name, "--size", size.get(name, "3x2"), "--count", "9", "-q"]
    )
    lines = done.stdout.splitlines()
    assert done.exit_code == 0, done.stderr
    assert lines and len(set(lines)) == len(lines)
    assert done.stderr.startswith(f"cpstudy: {len(lines)} of 9: " if len(lines) < 9 else "")
    assert done.stderr.endswith(f" makes no other {name} of this size\n" if done.stderr else "")
    assert bool(done.stderr) == (len(lines) < 9)
    assert (len(lines) == 1) == (name in ("sokoban", "bloxorz"))


def test_pipes_differ_up_to_symmetry_and_keep_their_numbers():
    pipes = kind("pipes")

    def draw(number):
        return generate("pipes", "wilson", (2, 4), number, 1)

    drawn = [*distinct(pipes, draw, 12)]
    stream = [puzzle for puzzle, _ in draw(drawn[-1].number + 1)]
    assert [stream[one.number] for one in drawn] == [one.puzzle for one in drawn]
    seen = []
    for index, puzzle in enumerate(stream):  # by the other canonical form
        form = canonical_puzzle(puzzle)
        assert (form not in seen) == (index in [one.number for one in drawn])
        seen.append(form)
    assert len({*seen}) == len(drawn) == 12
    assert len(seen) > 12  # some came again


def test_classes_are_those_of_the_canonical_form():
    boards = [puzzle for puzzle, _ in generate("pipes", "prim", (2, 3), 60, 2)]
    boards += [puzzle for puzzle, _ in generate("pipes", "prim", (3, 3), 40, 2, wrap=True)]
    for board in boards[::7]:
        turned = turn_tiles(rotated(mirrored(board)), bytes(range(len(board.tiles))))
        assert symmetry_class(turned) == symmetry_class(board)
    by_class = {symmetry_class(board): canonical_puzzle(board) for board in boards}
    assert len(by_class) == len({*by_class.values()}) == len({*map(canonical_puzzle, boards)})
    assert len(by_class) < len(boards)


def test_algorithms_by_name():
    pipes = kind("pipes")
    studied = [name for name, row in pipes.generators.items() if row.study]
    assert studied and len(studied) < len(pipes.generators)
    assert algorithms(pipes, ()) == algorithms(pipes, ["all"]) == studied
    assert algorithms(pipes, ["wilson", "prim", "wilson"]) == ["wilson", "prim"]
    assert algorithms(pipes, ["wilson", "all"])[0] == "wilson"
    assert sorted(algorithms(pipes, ["wilson", "all"])) == sorted(studied)
    with pytest.raises(ValueError, match=r"algorithm 'wilso': .*wilson"):
        algorithms(pipes, ["wilso"])
    with pytest.raises(ValueError, match=r"algorithm 'al': .*all"):
        algorithms(pipes, ["al"])
    with pytest.raises(ValueError, match="missionaries has no generator"):
        algorithms(kind("missionaries"), ["all"])


def test_a_sample_is_its_cells_in_order():
    sample = Sample(kind("pipes"), ["prim", "wilson"], [(2, 3), (3, 4)], 2, 7, wrap=True)
    assert sample.cells == [
        ("prim", (2, 3)), ("wilson", (2, 3)), ("prim", (3, 4)), ("wilson", (3, 4))
    ]  # fmt: skip
    wanted = [
        Located(f"{name} {size[1]}x{size[0]}", puzzle)
        for name, size in sample.cells
        for puzzle, _ in generate("pipes", name, size, 2, 7, wrap=True)
    ]
    assert [*sample.puzzles()] == wanted


def result(verdict, seconds):
    """A result of this verdict."""
    count = {Verdict.UNIQUE: 1, Verdict.MANY: 2, Verdict.NONE: 0, Verdict.UNKNOWN: 0}[verdict]
    exhausted = verdict in (Verdict.UNIQUE, Verdict.NONE)
    stop = Stop.DONE if exhausted else Stop.LIMIT
    made = Result(list(range(count)), exhausted=exhausted, stop=stop, seconds=seconds)
    assert made.verdict == verdict
    return made


def test_shares_of_a_sample():
    sample = Sample(kind("pipes"), ["prim"], [(2, 3), (3, 4)], 4, 7)
    verdicts = [Verdict.UNIQUE, Verdict.UNKNOWN, Verdict.UNIQUE, Verdict.MANY]
    verdicts += [Verdict.NONE] * 4
    seconds = [1.0, 2.0, 4.0, 9.0, 5.0, 5.0, 5.0, 5.0]
    answered = [
        Answer(Located("", None), result(verdict, took))
        for verdict, took in zip(verdicts, seconds, strict=True)
    ]
    first, second = shares(sample, iter(answered))
    none = dict.fromkeys(Verdict, 0)
    counts = {Verdict.UNIQUE: 2, Verdict.MANY: 1, Verdict.UNKNOWN: 1}
    assert first == Share("prim", (2, 3), {**none, **counts}, Median(3.0, True))
    assert second == Share("prim", (3, 4), {**none, Verdict.NONE: 4}, Median(5.0, False))
    assert (first.puzzles, first.share, second.share) == (4, 0.5, 0.0)
    # The undecided one may be unique or not.
    assert first.interval == (share_interval(2, 4)[0], share_interval(3, 4)[1])
    with pytest.raises(AssertionError, match="more answers than puzzles"):
        list(shares(sample, iter([*answered, answered[0]])))
    with pytest.raises(InputError, match="no such cell"):
        list(shares(sample, iter([Answer(Located("", None), InputError("no such cell"))])))


@dataclass(frozen=True)
class Word:
    """A puzzle for batches: its text."""

    text: str

    def encode(self):
        return self.text


@pytest.mark.parametrize(
    ("stream", "count", "numbers", "asked"),
    [
        ("aabacdefg", 3, [0, 2, 4], [3, 6]),
        ("abc", 3, [0, 1, 2], [3]),
        ("ababababababab", 5, [0, 1], [5, 10]),
        ("aabbccdd" * 9, 4, [0, 2, 4, 6], [4, 8]),
        ("abc", 0, [], []),
    ],
)
def test_how_often_a_batch_draws(stream, count, numbers, asked):
    """Twice as many until there are enough, or until none is new; those seen are passed over."""
    calls = []

    def draw(number):
        calls.append(number)
        return ((Word(text), at) for at, text in enumerate(stream[:number]))

    for generating in (None, SimpleNamespace(identity=None), SimpleNamespace(identity=hash)):
        calls.clear()
        drawn = [*distinct(SimpleNamespace(generating=generating), draw, count)]
        assert drawn == [(number, Word(stream[number]), number) for number in numbers]
        assert calls == asked
