"""Samples by algorithm and size, and the shares of unique puzzles."""

from dataclasses import replace

import pytest

from cpstudy.api import generate
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.core.result import Result, Stop, Verdict
from cpstudy.jobs.answering import Answer
from cpstudy.jobs.samples import Sample, Share, algorithms, shares
from cpstudy.puzzles import kind
from cpstudy.study.contest import Median
from cpstudy.study.intervals import share_interval


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
    with pytest.raises(ValueError, match=r"algorithm 'al': .*\ball\b"):
        algorithms(pipes, ["al"])
    with pytest.raises(ValueError, match="missionaries has no generator"):
        algorithms(kind("missionaries"), ["all"])


def test_a_sample_is_its_cells_in_order():
    sample = Sample(kind("pipes"), ["prim", "wilson"], [(2, 3), (3, 4)], 2, 7, wrap=True)
    assert sample.cells == [
        ("prim", (2, 3)), ("wilson", (2, 3)), ("prim", (3, 4)), ("wilson", (3, 4))
    ]  # fmt: skip
    wanted = [
        (f"{name} {size[1]}x{size[0]}", puzzle, number)
        for name, size in sample.cells
        for number, (puzzle, _) in enumerate(generate("pipes", name, size, 2, 7, wrap=True))
    ]
    found = [(item.place, item.puzzle, item.origin.number) for item in sample.puzzles()]
    assert found == wanted


def result(verdict, seconds):
    """Return a result with this verdict."""
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
    # The undecided puzzle may be unique or not.
    assert first.interval == (share_interval(2, 4)[0], share_interval(3, 4)[1])
    refused = Answer(Located("", None), replace(result(Verdict.UNKNOWN, 1.0), stop=Stop.CRASHED))
    one = Sample(kind("pipes"), ["prim"], [(2, 3)], 1, 7)
    assert next(shares(one, iter([refused]), limit=5.0)).median == Median(5.0, True)
    assert next(shares(one, iter([refused]))).median is None
    with pytest.raises(AssertionError, match="more answers than puzzles"):
        list(shares(sample, iter([*answered, answered[0]])))
    with pytest.raises(InputError, match="no such cell"):
        list(shares(sample, iter([Answer(Located("", None), InputError("no such cell"))])))
