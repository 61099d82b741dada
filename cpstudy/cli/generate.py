"""``cpstudy generate``: puzzles as text forms."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from cpstudy.cli import completing, options, values
from cpstudy.cli.output import BAD_INPUT, UNDECIDED, Output
from cpstudy.cli.terminal import complain, describe, emit, print_table
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import InputError, choose_from
from cpstudy.core.kind import Kind, Preset
from cpstudy.core.wording import counted

T = TypeVar("T")

# The extra seconds for a board that was begun within the seconds of a puzzle.
_SECONDS_BEYOND = 0.1


def _wishes(**wished: str) -> dict[str, str]:
    """Wishes for the solution, by name."""
    return {name: wish for name, wish in wished.items() if wish}


@options.verb()
@options.kind
@options.algorithm
@click.option("--size", type=values.size, help="Board size (default: what the kind proposes).")
@options.named("--preset", "A size and settings that the kind proposes.", completing.presets)
@options.number(
    "--count", "Number of puzzles.", least=0, default=1, show_default=True, metavar=None
)
@options.wrap
@options.flag("--unique", "Only puzzles with one solution, all different.")
@options.grade("Unique, and of this difficulty (see 'explain').")
@options.number(
    "--moves", "Puzzles of moves whose shortest solution has N moves (rush_hour; try 6x6)."
)
@options.record(
    "wishes",
    _wishes,
    click.option(
        "--tiles", default="", metavar="TYPE=N,…",
        help="Number of tiles of a type: N, A..B, A..B%, or P% (within 2 points).",
    ),
    options.named(
        "--symmetry",
        "Of the solution, or of the clues: half-turn, left-right, top-bottom, quarter-turn.",
        completing.symmetries, default="",
    ),
    click.option(
        "--outline", default="", metavar="NAME",
        help="Outline of the board: a name, or rows of # and . with / between (hexpipes).",
    ),
    click.option(
        "--clues", default="", metavar="N|CELL/…",
        help="Pieces fixed as in the solution: N, or on cells 8,7/2,2 or I8/C3 (edge matching).",
    ),
)  # fmt: skip
@options.time("--seconds", "Give up if one puzzle takes longer.")
@options.flag("--solved", "Print each puzzle in its solved position.")
@options.flag("--table", "Add level, grade, score and measures of each puzzle.")
@options.file(
    "--beside", "Instead of puzzles, print their measures beside those of the puzzles in FILE."
)
@options.jobs
@options.seed
@options.output
def generate(
    kind_name: str, algorithm: str | None, size: tuple[int, int] | None, preset: str | None,
    count: int, wrap: bool, unique: bool, grade: str | None, moves: int | None,
    wishes: dict[str, str], seconds: float | None, solved: bool, table: bool,
    beside: Path | None, jobs: int | None, seed: int, output: Output,
) -> int:  # fmt: skip
    """Generate puzzles, one text form per line.

    Puzzle number i of a seed is the same in every run, on every machine, whatever the count. No
    puzzle is printed twice; for pipes, rotations, reflections and, on wrapping boards, shifts count
    as the same. --unique repairs ambiguous regions until none is left. --preset names a size and
    settings ('cpstudy puzzles'); other options override them.

    --grade takes easy, medium, hard or expert, or the name of the hardest rule that is needed. The
    score distinguishes puzzles of one grade. It is a sum over steps: the weight doubles from each
    rule to the next harder one, and a supposition counts once per step to its contradiction. Boards
    are drawn until one has the grade; a rare grade chooses algorithm and size.

    --tiles takes for Pipes 'dead-end=30%,straight=8..12,corner=0', for example; others are T and
    cross. --symmetry makes the tiles of Pipes symmetric, and so a unique solution; for Sudoku, the
    places of the clues. --outline is for Pipes on hexagons: hexagon, triangle, hourglass, ring, or
    a drawing: '.##/###/.##'.

    --beside compares the measures with those of the puzzles in FILE of the same size and grade:
    means, and the two-sample test of Kolmogorov and Smirnov, corrected by Holm.

    All cores generate puzzles, with the same result for any number. --seconds uses one core, and so
    do puzzles that depend on those before (--moves, Picross). Exit code 0: done; 3: --seconds ended
    before a puzzle was found; 2: bad input, or no such puzzle exists.
    """
    from cpstudy import api, puzzles
    from cpstudy.core.clock import listening
    from cpstudy.jobs import making

    kind = puzzles.kind(kind_name)
    setting = _setting(kind, preset, algorithm, size, api.named_grade(kind, grade), wrap, wishes)
    if table or beside:
        _check_measures(kind, "--table" if table else "--beside")
    patience = _Patience(kind, setting, seconds, wishes)
    if beside is not None:
        text: making.Text = partial(_measures, kind_name)
    elif output.as_json:
        text = partial(_row, kind_name, setting, seed, table)
    else:
        text = partial(_line, kind_name, solved, table)
    wished = ({"outline": setting.outline} if setting.outline else {}) | wishes
    order = making.Order(
        kind_name, setting.algorithm, setting.size, seed, text, wished, setting.wrap,
        unique or setting.unique, setting.grade, moves,
    )  # fmt: skip
    puzzles_made = patience.each(making.puzzles(order, count, jobs, patience.clock))
    with output.stream() as stream, listening(patience.attempt):
        texts = (made.text for made in output.tracked(puzzles_made, patience.what, count))
        others = beside and _of_others(kind, setting, beside)
        written = _compared(stream, texts, others, output) if others else _written(stream, texts)
    if patience.ended or written == count:
        return patience.report()
    by = setting.algorithm
    complain(f"{written} of {count}: {by} makes no other {kind.name} of this size")
    return 0 if written else BAD_INPUT


def _check_measures(kind: Kind, option: str) -> None:
    """Raise click.UsageError for a kind that has neither grades nor measures."""
    measured = kind.generating is not None and kind.generating.measures is not None
    if kind.explaining is None and not measured:
        raise click.UsageError(f"{option}: {kind.name} has no grades")


def _setting(
    kind: Kind, preset: str | None, algorithm: str | None, size: tuple[int, int] | None,
    grade: str | None, wrap: bool, wishes: dict[str, str],
) -> Preset:  # fmt: skip
    """The preset, or the fastest setting for the grade, or the usual one; options override it."""
    from cpstudy.api import named_preset

    if kind.generating is None:
        raise click.UsageError(f"{kind.name} has no generator")
    able = _able(kind, grade, wrap, wishes)
    usual = kind.generating.usual or Preset("", next(iter(kind.generators)), (5, 5))
    if algorithm is not None or size is not None:
        usual = replace(usual, unique=False, grade=None)
    chosen = usual
    if preset is not None:
        chosen = named_preset(kind, preset)
    elif grade is not None:
        proposed = _proposed(kind, grade)
        free = algorithm is None and size is None
        if free and proposed is not None and proposed.algorithm in able:
            chosen = proposed
    return replace(
        chosen,
        algorithm=algorithm or (chosen.algorithm if chosen.algorithm in able else able[0]),
        size=size or chosen.size,
        grade=grade or chosen.grade,
        wrap=wrap or chosen.wrap,
    )


def _proposed(kind: Kind, grade: str | None) -> Preset | None:
    """The fastest setting for a grade or a level, if known."""
    if kind.generating is None or kind.explaining is None or grade is None:
        return None
    return kind.generating.proposed(grade, kind.explaining.explainer.grades_of(grade))


def _able(kind: Kind, grade: str | None, wrap: bool, wishes: dict[str, str]) -> list[str]:
    """The generators that fulfil the wishes. Raises click.UsageError if there is none."""
    able = [name for name, row in kind.generators.items() if row.gives(grade, wrap, wishes)]
    if not able:
        wished = " ".join(f"--{name} {wish}" for name, wish in wishes.items())
        for name, wish in wishes.items():
            known = kind.generating.choices(name) if kind.generating else {}
            if known and wish not in known:
                wished += f": {choose_from(wish, known)}"
        raise click.UsageError(f"no generator of {kind.name} takes {wished}")
    return able


def _row(
    kind_name: str, setting: Preset, seed: int, table: bool, index: int, puzzle: Any, solution: Any
) -> str:
    """A puzzle as a row, with its difficulty if it is graded or a table is requested."""
    from cpstudy.core.labels import label
    from cpstudy.jobs.difficulty import rated
    from cpstudy.jobs.measures import measures
    from cpstudy.puzzles import kind as load_kind

    kind = load_kind(kind_name)
    row: dict[str, Any] = {
        "puzzle": puzzle.encode(),
        "kind": kind.name,
        **label(kind, setting.algorithm, setting.size, seed, index, puzzle),
        # Some generators of puzzles of moves make no solution.
        "solution": None if solution is None else puzzle.encode_solution(solution),
    }
    found = None
    if kind.explaining is not None and (table or setting.grade is not None):
        found = kind.explaining.explainer.explain(puzzle)
        row |= rated(kind.explaining.explainer, found)._asdict()
    if table and kind.generating is not None and kind.generating.measures is not None:
        row["measures"] = measures(kind, puzzle, solution, found)
    return json.dumps(row, ensure_ascii=False)


def _line(kind_name: str, solved: bool, table: bool, _: int, puzzle: Any, solution: Any) -> str:
    from cpstudy.jobs import difficulty
    from cpstudy.jobs.measures import in_words, measures
    from cpstudy.puzzles import kind as load_kind

    if solved and solution is None:
        raise click.UsageError(f"{kind_name} is generated without solutions")
    if not table:
        return str(puzzle.encode_solution(solution) if solved else puzzle.encode())
    kind = load_kind(kind_name)
    columns = [puzzle.encode()]
    found = None
    if kind.explaining is not None:
        found = kind.explaining.explainer.explain(puzzle)
        columns.append(difficulty.in_words(difficulty.rated(kind.explaining.explainer, found)))
    if kind.generating is not None and kind.generating.measures is not None:
        columns.append(in_words(measures(kind, puzzle, solution, found)))
    return "\t".join(columns)


def _measures(kind_name: str, _: int, puzzle: Any, solution: Any) -> dict[str, float]:
    from cpstudy.jobs.measures import measures
    from cpstudy.puzzles import kind as load_kind

    return measures(load_kind(kind_name), puzzle, solution)


def _of_others(kind: Kind, setting: Preset, path: Path) -> list[dict[str, float]]:
    """The measures of a file's puzzles with this setting. Raises InputError if there are none."""
    from cpstudy.jobs.measures import is_of_size, of_others, read

    puzzles = [puzzle for puzzle in read(kind, path) if is_of_size(kind, puzzle, setting.size)]
    found = [result for _, result in of_others(kind, puzzles, setting.grade)]
    if not found:
        grade = f" of grade {setting.grade}" if setting.grade else ""
        raise InputError(f"{path}: no {kind.name} {_size(setting.size)}{grade} with one solution")
    return found


def _written(stream: TextIO, texts: Iterable[str]) -> int:
    """Print the texts; return their number."""
    written = 0
    for text in texts:
        emit(stream, text)
        written += 1
    return written


def _compared(
    stream: TextIO,
    measured: Iterable[dict[str, float]],
    theirs: list[dict[str, float]],
    output: Output,
) -> int:
    """Print a row for each measure of both collections; return the number of our puzzles."""
    from rich.table import Table

    from cpstudy.jobs.measures import compared_measures

    ours = list(measured)
    rows = compared_measures(theirs, ours) if ours else []
    if output.as_json:
        for row in rows:
            emit(stream, row._asdict() | {"puzzles": [len(theirs), len(ours)]})
        return len(ours)
    table = Table(title=f"{len(theirs)} of theirs, {len(ours)} of ours")
    for heading in ("measure", "theirs", "ours", "distance", "p"):
        table.add_column(heading, justify="left" if heading == "measure" else "right")
    for row in rows:
        table.add_row(row.measure, *(f"{value:.3g}" for value in row[1:]))
    print_table(stream, table)
    return len(ours)


def _size(size: tuple[int, int]) -> str:
    return f"{size[1]}x{size[0]}"


class _Patience:
    """Shows on the bar how many boards were drawn, and stops if one puzzle takes too long.

    seconds: for one puzzle; None: no limit. what: the words on the bar. clock: of the current
    puzzle, with a little more time to complete a board; None without a limit. ended: the message if
    the time ended, else "".
    """

    def __init__(
        self, kind: Kind, setting: Preset, seconds: float | None, wishes: dict[str, str]
    ) -> None:
        grade = f", {setting.grade}" if setting.grade else ""
        self.what = f"generating {setting.algorithm} {_size(setting.size)}{grade}"
        self.ended = ""
        self.clock = None if seconds is None else Clock(seconds + _SECONDS_BEYOND)
        self._seconds = seconds
        self._drawn = self._in_vain = 0
        self._advice = ""  # added to the message if no puzzle was found
        better = _proposed(kind, setting.grade)
        if better and (setting.algorithm, setting.size) != (better.algorithm, better.size):
            able = kind.generators[better.algorithm].gives(setting.grade, setting.wrap, wishes)
            without = "" if able else f"without --{' --'.join(wishes)}, "
            self._advice = (
                f"; {without}--algorithm {better.algorithm} --size {_size(better.size)} "
                f"gives {setting.grade}"
            )

    def report(self) -> int:
        """The exit code; if the time ended, print the message."""
        if self.ended:
            complain(self.ended)
        return UNDECIDED if self.ended else 0

    def attempt(self) -> None:
        """Count a board that is drawn. Raises OutOfTimeError if the time is up."""
        if self.clock is not None and self._seconds is not None:
            if self._in_vain and self.clock.passed >= self._seconds:
                raise OutOfTimeError
        self._drawn += 1
        self._in_vain += 1
        describe(f"{self.what}: {self._drawn:,} drawn")

    def each(self, items: Iterator[T]) -> Iterator[T]:
        """Yield the items until the time ends; each has the whole time."""
        while True:
            self._in_vain = 0
            if self.clock is not None:
                self.clock.restart()
            try:
                item = next(items)
            except StopIteration:
                return
            except OutOfTimeError:
                boards = f", of {counted(self._in_vain, 'board')}" if self._in_vain else ""
                self.ended = f"{self.what}: none in {self._seconds:g} s{boards}{self._advice}"
                return
            except InputError as error:
                raise InputError(f"{error}{self._advice}") from None
            yield item
