"""``cpstudy plot``: the sweeps in a result file, drawn again."""

from pathlib import Path

import click

from cpstudy.cli import options, values
from cpstudy.cli.output import check_out
from cpstudy.cli.peaks import report
from cpstudy.plot.style import Style


@options.verb()
@click.argument("file", type=values.FilePath(dir_okay=False, path_type=Path))
@options.folder("--figures", "Folder of the figures (default: the folder of the rows).")
@options.file("--csv csv_file", "Also export all rows as CSV.")
@options.file("--parquet parquet_file", "Also export all rows as Parquet.")
@options.flag(
    "--whole",
    "Maps of all numbers of colours, even of an unfinished sweep: missing cells are hatched.",
)
@options.published
@options.figure_style()
@options.as_json
def plot(
    file: Path, figures: Path | None, csv_file: Path | None, parquet_file: Path | None, whole: bool,
    published: bool, look: Style, as_json: bool,
) -> int:  # fmt: skip
    """Redraw the sweeps in a result FILE, without solving anything."""
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
            write_csv(store, csv_file)
        if parquet_file is not None:
            write_parquet(store, parquet_file)
        folder = figures or file.parent
        report(
            store, studies, folder, file.stem, as_json, complete=False, look=look, whole=whole,
            published=published,
        )  # fmt: skip
    return 0
