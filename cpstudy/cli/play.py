"""``cpstudy play``: a page to play, be taught, replay and compare, as one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import completing, options
from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import complain, exit_code, tracked
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

# Puzzles that are drawn where nothing says how many.
_COUNT = 10


@click.command()
@click.argument("texts", metavar="[PUZZLE]...", nargs=-1)
@options.files
@options.format_name
@click.option("--puzzle", "kind_name", type=options.kind_name, help="Kind (default: all).")
@click.option(
    "--algorithm",
    metavar="NAME",
    shell_complete=completing.algorithms,
    help="Draw puzzles by this generator.",
)
@click.option("--size", type=options.size, help="Size of puzzles that are drawn.")
@click.option(
    "--grade",
    metavar="G",
    shell_complete=completing.grades,
    help="Difficulty of puzzles that are drawn.",
)
@click.option("--wrap", is_flag=True, help="Draw boards whose opposite borders are joined.")
@click.option("--count", type=options.positive, help=f"How many are drawn (default: {_COUNT}).")
@click.option(
    "--figures",
    is_flag=True,
    help="The maps of hardness sweeps: of result files, or of those that come along.",
)
@options.seconds
@options.seed
@click.option(
    "--out",
    type=options.FilePath(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Only write the page to FILE.",
)
@options.quiet
def play(
    texts: tuple[str, ...],
    files: tuple[str, ...],
    format_name: str | None,
    kind_name: str | None,
    algorithm: str | None,
    size: tuple[int, int] | None,
    grade: str | None,
    wrap: bool,
    count: int | None,
    figures: bool,
    seconds: float | None,
    seed: int,
    out: Path | None,
    quiet: bool,
) -> int:
    """Open a page to play, with hints and their reasons, replays and other solutions.

    One self-contained HTML file that asks nothing of the network. Without puzzles it holds those
    that come along, of every kind or of --puzzle; with puzzles these; with --algorithm, --size,
    --grade, --wrap or --count puzzles that are drawn as 'generate --unique' draws them.

    With --figures it has the heatmaps of sweeps ('cpstudy hardness --out FILE'), of FILE… or of
    Willems's that come along: each cell with its median, and puzzles of it to play or to watch.

    --seconds is for all that is told of a puzzle: where they end, the page has what was found out
    until then.

    Prints the name of the page. Exit code 0 when done, 3 where seconds ended before a verdict, 2
    for bad input.
    """
    from cpstudy.jobs.hardness import maps_page
    from cpstudy.web.page import page_of
    from cpstudy.web.sets import bundled_page

    inputs = Inputs(kind_name or "pipes", texts, files, format_name)
    drawing = bool(algorithm or size or grade or wrap or count)
    if figures:
        if drawing or files or kind_name or format_name:
            raise click.UsageError("--figures takes result files only")
        return _shown(maps_page.figures([Path(text) for text in texts]), out)
    if inputs.given and drawing:
        raise click.UsageError("puzzles are given: nothing is drawn beside them")
    if format_name is not None and not files:
        raise click.UsageError("--format is of files: give -f FILE")
    codes = {0}
    if inputs.given:
        records = list(tracked(_given(inputs, codes, seconds), "telling", None, quiet))
    elif drawing:
        number = count or _COUNT
        drawn = _drawn(inputs.kind_name, algorithm, size, number, seed, wrap, grade, seconds)
        records = list(tracked(drawn, "telling", number, quiet))
    else:
        page = bundled_page(None if kind_name is None else [kind_name])
        return _shown(page, out)
    if not records:
        raise click.UsageError("no puzzle for the page")
    return exit_code({_shown(page_of(records), out), *codes})


def _given(inputs: Inputs, codes: set[int], seconds: float | None) -> Iterator[dict[str, Any]]:
    """The records of given puzzles; faults are told, each in its place."""
    from cpstudy.web.entries import entry

    for item in inputs.puzzles():
        try:
            if isinstance(item.puzzle, InputError):
                raise item.puzzle
            record = entry(item.puzzle, seconds=seconds)
            if seconds is not None and record.get("verdict") == "unknown":
                complain(f"{item.place}: the seconds ended before a verdict")
                codes.add(3)
            yield record
        except InputError as error:
            complain(f"{item.place}: {error}")
            codes.add(2)


def _drawn(
    kind_name: str,
    algorithm: str | None,
    size: tuple[int, int] | None,
    count: int,
    seed: int,
    wrap: bool,
    grade: str | None,
    seconds: float | None,
) -> Iterator[dict[str, Any]]:
    """The records of puzzles as ``generate --unique`` draws them, where the kind can."""
    from cpstudy import api, puzzles
    from cpstudy.web.entries import entry

    kind = puzzles.kind(kind_name)
    if kind.generating is None:
        raise click.UsageError(f"{kind.name} has no generator")
    name = algorithm or next(iter(kind.generators))
    unique = name in kind.generators and kind.generators[name].unique is not None
    boards = api.generate(
        kind.name, name, size or (5, 5), count, seed, wrap=wrap, unique=unique, grade=grade
    )
    for board, _ in boards:
        yield entry(board, name, seconds)


def _shown(page: str, out: Path | None) -> int:
    from cpstudy.web.page import opened, write_page

    file = write_page(page, out)
    click.echo(str(file))
    if out is None and not opened(file):
        complain(f"no browser could be started: open {file}")
    return 0
