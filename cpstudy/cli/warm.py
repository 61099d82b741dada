"""``cpstudy warm``: every engine compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cpstudy.cli import options
from cpstudy.cli.output import complain, emit, to_json

if TYPE_CHECKING:
    from cpstudy.cli.output import Output


@click.command()
@options.jobs
@click.option("--clear", is_flag=True, help="Delete the machine code of all versions instead.")
@options.output
def warm(jobs: int | None, clear: bool, output: Output) -> int:
    """Compile every engine ahead, on all cores.

    Small puzzles need no compiler; larger work compiles what it needs, once for each version, and
    keeps it in a cache folder. This does all of it now. Prints what was run with its seconds.

    Exit code 0: done; 2: there is no folder to keep machine code in.
    """
    from cpstudy.core.machine_code import cache_folder, clear_cache
    from cpstudy.jobs import warming

    with output.stream() as stream:
        if clear:
            emit(stream, f"deleted {clear_cache()} entries")
            return 0
        folder = cache_folder()
        if folder is None:
            complain("no folder to keep machine code in: set CPSTUDY_CACHE_DIR")
            return 2
        done = output.tracked(warming.warm(jobs), "compiling", warming.number_of_jobs())
        for job, seconds in done:
            if output.as_json:
                row = {"kind": job.kind, "what": job.what, "name": job.row}
                emit(stream, to_json({**row, "seconds": round(seconds, 3)}))
            else:
                emit(stream, f"{job.kind}\t{job.what} {job.row}\t{seconds:.1f} s")
        if not output.as_json:
            entries = sum(1 for _ in folder.glob("*.kernel"))
            emit(stream, f"{entries} entries in {folder}")
    return 0
