"""``cpstudy check``: proofs written by ``verify --proof``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpstudy.cli import options
from cpstudy.cli.output import complain, emit, exit_code, to_json

if TYPE_CHECKING:
    from cpstudy.cli.output import Output
    from cpstudy.jobs.certificates import Checked


@click.command()
@click.argument(
    "folders",
    metavar="FOLDER...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
)
@options.jobs
@options.output
def check(folders: tuple[Path, ...], jobs: int | None, output: Output) -> int:
    """Check the proofs of uniqueness that 'cpstudy verify --proof FOLDER' wrote.

    From each puzzle's text the formula of a second solution is built anew and compared, each cut
    is shown to follow from the rules, the witness is tried, and the proof is followed step by
    step; drat-trim and cake_lpr are asked too where they are installed. One line each: the text
    form, a TAB, and 'holds' or 'rejected: REASON'.

    Exit code 0: all hold; 1: one is rejected; 2: bad input.
    """
    from cpstudy.jobs import certificates as proofs

    codes = {0}
    with output.stream() as stream:
        for folder in folders:
            try:
                names = list(proofs.names(folder))
            except (ValueError, OSError) as error:
                complain(str(error))
                codes.add(2)
                continue
            found = proofs.check_all(folder, names, jobs)
            for checked in output.tracked(found, "checking", len(names)):
                if isinstance(checked, str):
                    complain(checked)
                    codes.add(2)
                    continue
                codes.add(1 if checked.reason else 0)
                if output.as_json:
                    emit(stream, to_json(_row(checked)))
                else:
                    verdict = f"rejected: {checked.reason}" if checked.reason else "holds"
                    emit(stream, f"{' '.join(checked.puzzle.split())}\t{verdict}")
    return exit_code(codes)


def _row(checked: Checked) -> dict[str, object]:
    return {
        "puzzle": checked.puzzle,
        "name": checked.name,
        "holds": not checked.reason,
        "reason": checked.reason,
        "checkers": list(checked.checkers),
        "seconds": round(checked.seconds, 6),
    }
