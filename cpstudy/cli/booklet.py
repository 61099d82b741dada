"""``cpstudy booklet``: puzzles as a PDF to be printed, answers at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
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

# The default seconds for one puzzle: people can solve the puzzles of a booklet.
_SECONDS = 60.0


def _print(**given: Any) -> Print:
    from cpstudy.jobs.printing.booklets import Print

    return Print(**{**given, "per_page": int(given["per_page"])})


_PRINT = (
    click.option("--title", metavar="TEXT", help="Printed on the title page and in the footer."),
    click.option(
        "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True
    ),
    click.option(
        "--per-page", type=click.Choice(["1", "2", "4", "6"]), default="2", show_default=True,
        help="Puzzles per page.",
    ),
    click.option("--answers/--no-answers", default=True, help="Print answers at the end."),
    options.number(
        "--piece", "Side of pieces to cut out (default: up to 30, if the board fits).", metavar="MM"
    ),
)  # fmt: skip


@options.verb()
@options.puzzles
@options.named(
    "--preset presets", "Generate puzzles of this preset, or KIND:PRESET; may be repeated.",
    completing.presets, multiple=True,
)  # fmt: skip
@options.number("--count", "Puzzles per preset.", default=6, show_default=True, metavar=None)
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

    Puzzles come from arguments, files and presets ('cpstudy puzzles'); the default is the kind's
    first preset. Each puzzle must have one solution, found within 60 seconds or --seconds. The
    answer to a puzzle of moves is a shortest plan. Edge matching becomes a board and pieces to cut
    out, shuffled by --seed.

    With several kinds, each gets a chapter: use inputs that say their kind (addresses, saved games)
    and presets as KIND:PRESET. Titles and authors from files are printed next to the numbers.

    The same puzzles give the same bytes. If anything is wrong, nothing is written and the exit code
    is 2.
    """
    from cpstudy.core.files import write_whole
    from cpstudy.jobs.printing import booklets as job
    from cpstudy.plot.booklet import sheets
    from cpstudy.plot.paper import pdf

    check_out(out, inputs.files)
    parts = _parts(inputs, presets)
    total = None if inputs.given else count * sum(max(1, len(wanted)) for _, wanted in parts)
    checked = _checked(parts, count, settings, allow_ambiguous)
    found: dict[str, list[Solved]] = {part.kind.name: [] for part, _ in parts}
    faults = 0
    for name, item, one in tracked(checked, "solving", total, quiet):
        if isinstance(one, InputError):
            complain(f"{item.place}: {one}")
            faults += 1
        else:
            found[name].append(one)
    if faults:
        return BAD_INPUT
    chapters = [(part.kind, found[part.kind.name]) for part, _ in parts]
    laid = job.layout(chapters, how, settings.seed)
    pages = sheets(laid)
    write_whole(out, pdf(tracked(pages, "printing", len(pages), quiet), laid.title))
    return 0


def _parts(inputs: Inputs, presets: tuple[str, ...]) -> list[tuple[Inputs, list[str]]]:
    """The inputs of each kind and its requested presets. Raises InputError, UsageError."""
    from cpstudy.jobs.printing.booklets import not_printed_reason
    from cpstudy.puzzles import PUZZLES

    wanted: dict[str, list[str]] = {}
    for preset in presets:
        name, _, own = preset.rpartition(":")
        if name and name not in PUZZLES:
            raise InputError(f"--preset {preset}: no kind {name!r}; 'cpstudy puzzles' lists them")
        wanted.setdefault(name or inputs.kind.name, []).append(own)
    parts = {part.kind.name: part for part in inputs.by_kind()} if inputs.given else {}
    if not parts and not wanted:
        parts = {inputs.kind.name: inputs}
    for name in wanted:
        parts.setdefault(name, replace(inputs, kind_name=name, texts=(), files=()))
    for part in parts.values():
        if violation := not_printed_reason(part.kind):
            raise click.UsageError(violation)
    return [(part, wanted.get(name, [])) for name, part in parts.items()]


def _checked(
    parts: list[tuple[Inputs, list[str]]], count: int, settings: Settings, ambiguous: bool
) -> Iterator[tuple[str, Located, Solved | InputError]]:
    """By kind: given puzzles, then generated ones; without any, the kind's first preset."""
    from cpstudy.api import named_solver
    from cpstudy.jobs.printing import booklets as job

    seconds = _SECONDS if settings.seconds is None else settings.seconds
    budget = Budget(seconds=seconds, iterations=settings.iterations)
    name = settings.solver_name
    solvers = [named_solver(part.kind, name).ready() if name else None for part, _ in parts]
    for (part, presets), solver in zip(parts, solvers, strict=True):
        kind = part.kind
        chosen = job.Settings(budget, settings.seed, solver, ambiguous)
        if part.given:
            for item, one in job.solved(kind, part.puzzles(), chosen, settings.jobs):
                yield kind.name, item, one
        wanted = presets or ([] if part.given else _first_preset(part))
        for item, one in job.from_presets(kind, wanted, count, chosen, settings.jobs):
            yield kind.name, item, one


def _first_preset(part: Inputs) -> list[str]:
    """The kind's first preset, in a list. Raises UsageError if it has none: no puzzle is given."""
    generating = part.kind.generating
    if generating is None or not generating.presets:
        part.puzzles()  # raises UsageError with the missing input
        return []
    return list(generating.presets)[:1]
