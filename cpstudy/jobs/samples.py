"""Samples of generated puzzles by size and algorithm, and the shares of unique ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpstudy.api import generate
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError, choose_from
from cpstudy.core.kind import Kind
from cpstudy.core.result import Verdict
from cpstudy.study.contest import Median, median_of, time_of
from cpstudy.study.intervals import share_interval

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Answer


@dataclass(frozen=True)
class Origin:
    """How a generated puzzle was made; its number in the stream of the seed, from 0."""

    algorithm: str
    size: str
    seed: int
    number: int
    wrap: bool


@dataclass(frozen=True)
class Generated(Located):
    """A generated puzzle with its origin."""

    origin: Origin | None = None


@dataclass(frozen=True)
class Sample:
    """Puzzles to generate: ``count`` of each size (rows, columns) and algorithm, in that order."""

    kind: Kind
    algorithms: Sequence[str]
    sizes: Sequence[tuple[int, int]]
    count: int
    seed: int
    wrap: bool = False

    @property
    def cells(self) -> list[tuple[str, tuple[int, int]]]:
        """The pairs of algorithm and size."""
        return [(algorithm, size) for size in self.sizes for algorithm in self.algorithms]

    def puzzles(self) -> Iterator[Generated]:
        """Yield all puzzles, one at a time."""
        for algorithm, size in self.cells:
            shown = f"{size[1]}x{size[0]}"
            drawn = generate(self.kind.name, algorithm, size, self.count, self.seed, wrap=self.wrap)
            for number, (puzzle, _) in enumerate(drawn):
                origin = Origin(algorithm, shown, self.seed, number, self.wrap)
                yield Generated(f"{algorithm} {shown}", puzzle, origin=origin)


def algorithms(kind: Kind, names: Sequence[str]) -> list[str]:
    """The generators of these names; ``all`` means those of the study. Raises InputError."""
    if not kind.generators:
        raise InputError(f"{kind.name} has no generator: give puzzles, or -f FILE")
    chosen: list[str] = []
    for name in names or ("all",):
        if name == "all":
            chosen += [g.name for g in kind.generators.values() if g.study]
        elif name in kind.generators:
            chosen.append(name)
        else:
            known = ("all", *kind.generators)
            raise InputError(f"algorithm {name!r}: {choose_from(name, known)}")
    return list(dict.fromkeys(chosen))


@dataclass(frozen=True)
class Share:
    """The verdicts on the puzzles of one algorithm and size.

    interval: of the share of unique ones, 95 % (Wilson); undecided puzzles widen it on both sides,
    since each may be either. median: seconds; undecided puzzles took at least theirs.
    """

    algorithm: str
    size: tuple[int, int]
    verdicts: dict[Verdict, int]
    median: Median | None

    @property
    def puzzles(self) -> int:
        """The number of puzzles."""
        return sum(self.verdicts.values())

    @property
    def share(self) -> float:
        """The share of unique puzzles."""
        return self.verdicts[Verdict.UNIQUE] / self.puzzles

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the share of unique puzzles."""
        unique, unknown = self.verdicts[Verdict.UNIQUE], self.verdicts[Verdict.UNKNOWN]
        low = share_interval(unique, self.puzzles)[0]
        return low, share_interval(unique + unknown, self.puzzles)[1]


def shares(
    sample: Sample, answered: Iterator[Answer], limit: float | None = None
) -> Iterator[Share]:
    """The share of each cell of the sample, from its answers in order. limit: seconds of a run.

    Raises a puzzle's InputError.
    """
    for algorithm, size in sample.cells:
        verdicts = dict.fromkeys(Verdict, 0)
        times = []
        for _ in range(sample.count):
            result = next(answered).result
            if isinstance(result, InputError):
                raise result
            verdicts[result.verdict] += 1
            known = result.verdict is not Verdict.UNKNOWN
            times.append(time_of(result.seconds, result.stop, known, limit))
        yield Share(algorithm, size, verdicts, median_of(times))
    for _ in answered:  # let a progress bar finish
        raise AssertionError("more answers than puzzles")
