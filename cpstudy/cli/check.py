"""``cpstudy check``: proofs written by ``verify --proof``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpstudy.cli import options
from cpstudy.cli.output import emit, exit_code, results_to, to_json, tracked

if TYPE_CHECKING:
    from cpstudy.jobs.certificates import Checked


@click.command()
@click.argument(
    "folders",
    metavar="FOLDER...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
)
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes (default: all cores)."
)
@options.as_json
@options.out
@options.quiet
def check(
    folders: tuple[Path, ...], jobs: int | None, as_json: bool, out: str | None, quiet: bool
) -> int:
    """Check the proofs of uniqueness that 'cpstudy verify --proof FOLDER' wrote.

    From each puzzle's text the formula of a second solution is built anew and compared, each cut
    is shown to follow from the rules, the witness is tried, and the proof is followed step by
    step; drat-trim and cake_lpr are asked too where they are installed. One line each: the text
    form, a TAB, and 'holds' or 'rejected: REASON'.

    Exit code 0: all hold; 1: one is rejected; 2: bad input.
    """
    from functools import partial

    from cpstudy.cli.output import complain
    from cpstudy.jobs import certificates as proofs
    from cpstudy.study.executors import ordered_map

    codes = {0}
    with results_to(out) as stream:
        for folder in folders:
            try:
                names = list(proofs.names(folder))
            except (ValueError, OSError) as error:
                complain(str(error))
                codes.add(2)
                continue
            found = ordered_map(partial(_checked, folder), names, jobs)
            for checked in tracked(found, "checking", len(names), quiet):
                if isinstance(checked, str):
                    complain(checked)
                    codes.add(2)
                    continue
                codes.add(1 if checked.reason else 0)
                if as_json:
                    emit(stream, to_json(_row(checked)))
                else:
                    verdict = f"rejected: {checked.reason}" if checked.reason else "holds"
                    emit(stream, f"{' '.join(checked.puzzle.split())}\t{verdict}")
    return exit_code(codes)


def _checked(folder: Path, name: str) -> Checked | str:
    """The check of one certificate, or what makes it unreadable."""
    from cpstudy.jobs import certificates as proofs

    try:
        return proofs.check(folder, name)
    except ValueError as error:
        return str(error)
    except OSError as error:
        return f"{error.filename}: {error.strerror}"


def _row(checked: Checked) -> dict[str, object]:
    return {
        "puzzle": checked.puzzle,
        "name": checked.name,
        "holds": not checked.reason,
        "reason": checked.reason,
        "checkers": list(checked.checkers),
        "seconds": round(checked.seconds, 6),
    }
