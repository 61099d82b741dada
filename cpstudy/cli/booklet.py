"""``cpstudy booklet``: puzzles as a PDF to be printed, answers at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import completing, options
from cpstudy.cli.inputs import Inputs, Settings
from cpstudy.cli.output import BAD_INPUT, check_out
from cpstudy.cli.terminal import complain, tracked
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget

if TYPE_CHECKING:
    from cpstudy.jobs.printing.booklets import Print, Solved
    from cpstudy.jobs.printing.booklets import Settings as Chosen

# Seconds for one puzzle, where none are given: a booklet is of puzzles that people solve.
_SECONDS = 60.0


def _print(**given: Any) -> Print:
    from cpstudy.jobs.printing.booklets import Print

    return Print(**{**given, "per_page": int(given["per_page"])})


_PRINT = (
    click.option("--title", metavar="TEXT", help="On the title page and at the foot."),
    click.option(
        "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True
    ),
    click.option(
        "--per-page", type=click.Choice(["1", "2", "4", "6"]), default="2", show_default=True,
        help="Puzzles on a page.",
    ),
    click.option("--answers/--no-answers", default=True, help="At the end."),
    options.number(
        "--piece", "Side of pieces to cut out (default: up to 30, as the board fits).", metavar="MM"
    ),
)  # fmt: skip


@options.verb()
@options.puzzles
@options.named(
    "--preset presets", "Generate puzzles of this preset; may be given several times.",
    completing.presets, multiple=True,
)  # fmt: skip
@options.number("--count", "Puzzles of each preset.", default=6, show_default=True, metavar=None)
@options.settings
@options.record("how", _print, *_PRINT)
@options.flag("--allow-ambiguous", "Print puzzles with several solutions, too.")
@options.file("--out", "The PDF.", ".pdf", metavar="FILE.pdf", required=True)
@options.quiet
def booklet(
    inputs: Inputs, presets: tuple[str, ...], count: int, settings: Settings, how: Print,
    allow_ambiguous: bool, out: Path, quiet: bool,
) -> int:  # fmt: skip
    """Print puzzles: a PDF with a title page, puzzles from easy to hard, answers at the end.

    Puzzles come from arguments, files and presets ('cpstudy puzzles'); without any, from the kind's
    first preset. Each must have one solution, found within 60 seconds unless --seconds says
    otherwise; puzzles of moves are answered with as few moves as there can be. Edge matching
    becomes a board and pieces to cut out, shuffled by --seed.

    The same puzzles give the same bytes. Where anything is wrong, nothing is written: exit code 2.
    """
    from cpstudy.api import named_solver
    from cpstudy.core.files import write_whole
    from cpstudy.jobs.printing import booklets as job
    from cpstudy.plot.booklet import sheets
    from cpstudy.plot.paper import pdf

    kind = inputs.kind
    violation = job.not_printed_reason(kind)
    if violation:
        raise click.UsageError(violation)
    check_out(out, inputs.files)
    seconds = _SECONDS if settings.seconds is None else settings.seconds
    chosen = job.Settings(
        Budget(seconds=seconds, iterations=settings.iterations),
        settings.seed,
        named_solver(kind, settings.solver_name).ready() if settings.solver_name else None,
        allow_ambiguous,
    )
    found = []
    faults = 0
    total = None if inputs.given else count * max(1, len(presets))
    checked = _checked(inputs, presets, count, chosen, settings.jobs)
    for item, one in tracked(checked, "solving", total, quiet):
        if isinstance(one, InputError):
            complain(f"{item.place}: {one}")
            faults += 1
        else:
            found.append(one)
    if faults:
        return BAD_INPUT
    laid = job.layout(kind, found, how, settings.seed)
    pages = sheets(laid)
    write_whole(out, pdf(tracked(pages, "printing", len(pages), quiet), laid.title))
    return 0


def _checked(
    inputs: Inputs, presets: tuple[str, ...], count: int, chosen: Chosen, jobs: int | None
) -> Iterator[tuple[Located, Solved | InputError]]:
    """Puzzles given, then generated ones; else those of the first preset."""
    from cpstudy.jobs.printing.booklets import from_presets, solved

    kind = inputs.kind
    if inputs.given:
        yield from solved(kind, inputs.puzzles(), chosen, jobs)
    elif not presets:
        presets = tuple(kind.generating.presets)[:1] if kind.generating else ()
        if not presets:
            inputs.puzzles()  # raises what is missing
    yield from from_presets(kind, presets, count, chosen, jobs)
