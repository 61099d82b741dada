"""``cpstudy generate``: puzzles as text forms."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, TypeVar

import click

from cpstudy.cli import completing, options, values
from cpstudy.cli.output import UNDECIDED, Output, complain, describe, emit
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import InputError, choose_from
from cpstudy.core.kind import Kind, Preset

T = TypeVar("T")

# Beyond the seconds of a puzzle, for a board that was begun within them.
_SECONDS_BEYOND = 0.1


def _wishes(**wished: str) -> dict[str, str]:
    """What is wished of the solution, by name."""
    return {name: wish for name, wish in wished.items() if wish}


@options.verb()
@options.kind
@options.algorithm
@click.option("--size", type=values.size, help="Board size (default: 5).")
@options.named("--preset", "A size and settings that the kind proposes.", completing.presets)
@options.number("--count", "How many.", least=0, default=1, show_default=True, metavar=None)
@options.wrap
@options.flag("--unique", "Only one solution each, and no two the same.")
@options.grade("Unique, and of this difficulty (see 'explain').")
@options.number(
    "--moves", "Puzzles of moves whose shortest solution has N moves (rush_hour; try 6x6)."
)
@options.record(
    "wishes",
    _wishes,
    click.option(
        "--tiles", default="", metavar="TYPE=N,…",
        help="So many tiles of a type: N, A..B, A..B%, or P% (2 points more or less).",
    ),
    options.named(
        "--symmetry",
        "Of the solution, or of the clues: half-turn, left-right, top-bottom, quarter-turn.",
        completing.symmetries, default="",
    ),
    click.option(
        "--outline", default="", metavar="NAME",
        help="Of boards with holes: a name, or rows of # and . with / between (hexpipes).",
    ),
)  # fmt: skip
@options.time("--seconds", "Give up where one puzzle takes longer.")
@options.flag("--solved", "Print each in its solved position.")
@options.flag("--table", "Add level, grade and score of each.")
@options.seed
@options.output
def generate(
    kind_name: str, algorithm: str | None, size: tuple[int, int] | None, preset: str | None,
    count: int, wrap: bool, unique: bool, grade: str | None, moves: int | None,
    wishes: dict[str, str], seconds: float | None, solved: bool, table: bool, seed: int,
    output: Output,
) -> int:  # fmt: skip
    """Generate puzzles, one text form a line.

    Puzzle number i of a seed is the same in every run, on every machine, whatever the count.
    No puzzle is printed twice, pipes not even turned, reflected or, on wrapping boards, moved
    along. With --unique the regions that leave a choice are repaired until none is left. --preset
    names a size and settings that the kind proposes ('cpstudy puzzles'); options beside it win.

    --grade takes easy, medium, hard or expert, or the name of the hardest rule that is needed. The
    score distinguishes puzzles of one grade: the sum over all steps of the deduction, each counted
    twice as much as one by the rule before it. Boards are drawn until one has the grade; where that
    is rare, algorithm and size are chosen by it unless they are given.

    --tiles and --symmetry are wishes. 'dead-end=30%,straight=8..12,corner=0' is one for Pipes, of
    dead-end, straight, corner, T and cross. The solution of a unique puzzle of Pipes is symmetric
    where its tiles are; of Sudoku the places of the clues are. Where no puzzle is found, one line
    says so. --outline is one for Pipes on hexagons: hexagon, triangle, hourglass, ring, or any that
    is drawn: '.##/###/.##'.

    Exit code 0 when done, 3 where --seconds ended before a puzzle was found, 2 for bad input.
    """
    from cpstudy import api, puzzles
    from cpstudy.core.clock import listening
    from cpstudy.jobs.difficulty import difficulty, in_words
    from cpstudy.jobs.samples import distinct

    kind = puzzles.kind(kind_name)
    if kind.generating is None:
        raise click.UsageError(f"{kind.name} has no generator")
    if table and kind.explaining is None:
        raise click.UsageError(f"--table: {kind.name} has no grades")
    grade = api.named_grade(kind, grade)
    able = _able(kind, grade, wrap, wishes)
    graded = kind.generating.graded.get(grade or "")
    chosen = Preset("", able[0], (5, 5))
    if graded is not None and algorithm is None and size is None and graded[0] in able:
        chosen = Preset("", *graded)
    if preset is not None:
        chosen = api.named_preset(kind, preset)
    fitting = chosen.algorithm if chosen.algorithm in able else able[0]
    algorithm, size = algorithm or fitting, size or chosen.size
    made: dict[str, Any] = {
        "wrap": wrap or chosen.wrap,
        "unique": unique or chosen.unique,
        "grade": grade or chosen.grade,
        "moves": moves,
        "outline": chosen.outline,
        **wishes,
    }

    def draw(number: int) -> Iterator[tuple[Any, Hashable]]:
        return api.generate(kind.name, algorithm, size, number, seed, clock=patience.clock, **made)

    named = f"{algorithm} {_size(size)}" + (f", {made['grade']}" if made["grade"] else "")
    patience = _Patience(f"generating {named}", seconds)
    if graded is not None and (algorithm, size) != graded:
        patience.advice = f"; {grade} comes of --algorithm {graded[0]} --size {_size(graded[1])}"
    written = 0
    with output.stream() as stream, listening(patience.attempt):
        drawn = output.tracked(patience.each(distinct(kind, draw, count)), patience.what, count)
        for index, puzzle, solution in drawn:
            written += 1
            if output.as_json:
                made_by = {"algorithm": algorithm, "size": _size(size), "seed": seed}
                # Generators of puzzles of moves make no solution.
                text = None if solution is None else puzzle.encode_solution(solution)
                row = {"puzzle": puzzle.encode(), "kind": kind.name, **made_by}
                more = difficulty(kind, puzzle)._asdict() if table else {}
                emit(stream, {**row, "index": index, "solution": text, **more})
            elif solved and solution is None:
                raise click.UsageError(f"{kind.name} is generated without solutions")
            elif table:
                emit(stream, f"{puzzle.encode()}\t{in_words(difficulty(kind, puzzle))}")
            else:
                emit(stream, puzzle.encode_solution(solution) if solved else puzzle.encode())
    if patience.ended:
        complain(patience.ended)
        return UNDECIDED
    if written < count:
        complain(f"{written} of {count}: no other {kind.name} of this size comes of {algorithm}")
    return 0


def _able(kind: Kind, grade: str | None, wrap: bool, wishes: dict[str, str]) -> list[str]:
    """The generators that can. Raises click.UsageError where there is none."""
    able = [name for name, row in kind.generators.items() if row.gives(grade, wrap, wishes)]
    if not able:
        wished = " ".join(f"--{name} {wish}" for name, wish in wishes.items())
        for name, wish in wishes.items():
            known = kind.generating.choices(name) if kind.generating else {}
            if known and wish not in known:
                wished += f": {choose_from(wish, known)}"
        raise click.UsageError(f"no generator of {kind.name} takes {wished}")
    return able


def _size(size: tuple[int, int]) -> str:
    return f"{size[1]}x{size[0]}"


class _Patience:
    """Shows on the bar how many boards were drawn, and ends drawing where one takes too long.

    what: is being generated. seconds: for one puzzle, None for ever. advice: added to the message
    where none was found. clock: of the puzzle that is being made, with a little more time, in which
    a board that was begun in time may be completed; None without a limit. ended: the message where
    the time ended, else "".
    """

    def __init__(self, what: str, seconds: float | None) -> None:
        self.what = what
        self.advice = self.ended = ""
        self.clock = None if seconds is None else Clock(seconds + _SECONDS_BEYOND)
        self._seconds = seconds
        self._drawn = 0
        self._in_vain = 0

    def attempt(self) -> None:
        """A board is about to be drawn. Raises OutOfTimeError where the time is up."""
        if self.clock is not None and self._seconds is not None:
            if self._in_vain and self.clock.passed >= self._seconds:
                raise OutOfTimeError
        self._drawn += 1
        self._in_vain += 1
        describe(f"{self.what}: {self._drawn:,} drawn")

    def each(self, items: Iterator[T]) -> Iterator[T]:
        """The items until the time ends; that of the next begins with the request."""
        while True:
            self._in_vain = 0
            if self.clock is not None:
                self.clock.restart()
            try:
                item = next(items)
            except StopIteration:
                return
            except OutOfTimeError:
                boards = f", of {self._in_vain:,} boards" if self._in_vain else ""
                self.ended = f"{self.what}: none in {self._seconds:g} s{boards}{self.advice}"
                return
            except InputError as error:
                raise InputError(f"{error}{self.advice}") from None
            yield item
