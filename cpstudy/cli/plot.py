"""``cpstudy plot``: the sweeps in a result file, drawn again."""

from __future__ import annotations

from pathlib import Path

import click

from cpstudy.cli import options
from cpstudy.cli.output import check_out
from cpstudy.cli.peaks import report


@click.command()
@click.argument("file", type=options.FilePath(dir_okay=False, path_type=Path))
@click.option(
    "--figures",
    type=options.FilePath(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where figures go (default: beside the rows).",
)
@click.option(
    "--csv", "csv_file", type=options.FilePath(dir_okay=False), help="Also export all rows."
)
@click.option("--parquet", "parquet_file", type=options.FilePath(dir_okay=False), help="The same.")
@click.option(
    "--whole",
    is_flag=True,
    help="Maps of all numbers of colours, of a sweep under way: missing cells are hatched.",
)
@options.as_json
def plot(
    file: Path,
    figures: Path | None,
    csv_file: str | None,
    parquet_file: str | None,
    whole: bool,
    as_json: bool,
) -> int:
    """Draw the sweeps in a result FILE again, without solving anything."""
    from cpstudy.jobs.hardness.summaries import stored_sweeps
    from cpstudy.study.exporting import write_csv, write_parquet
    from cpstudy.study.store import Store

    if not file.exists():
        raise click.UsageError(f"{file}: No such file")
    for exported in (csv_file, parquet_file):
        check_out(exported, (str(file),))
    with Store(file, read_only=True) as store:
        studies = stored_sweeps(store)
        if csv_file is not None:
            write_csv(store, Path(csv_file))
        if parquet_file is not None:
            write_parquet(store, Path(parquet_file))
        folder = figures or file.parent
        report(store, studies, folder, file.stem, as_json, complete=False, whole=whole)
    return 0
