"""``python -m paper``: collect what is missing, then write the report.

``make paper`` is the same at small scale, into ``build/paper/``. ``--from-rows`` measures nothing:
the report and all of ``figures/`` are made of the rows in ``paper/data/``. So the committed one, at
paper scale, is made in minutes: ``python -m paper --scale paper --from-rows --folder paper``. What
lacks rows is told.
"""

import json
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console
from rich.progress import Progress

from cpstudy.core.files import write_whole
from cpstudy.reproducing.items import ITEMS, SCALES
from paper import collecting
from paper.rendering import HERE, report, written_pdf


@click.command()
@click.option("--scale", type=click.Choice(SCALES), default="small", show_default=True)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default="build/paper")
@click.option("--only", multiple=True, metavar="PREFIX", help="Items that begin with this only.")
@click.option("--experiments/--no-experiments", "scripts", default=True)
@click.option("--from-rows", is_flag=True, help="Measure nothing: use paper/data.")
def main(scale: str, folder: Path, only: tuple[str, ...], scripts: bool, from_rows: bool) -> None:
    """Make the report: FOLDER/report.html and, where WeasyPrint is installed, report.pdf."""
    items = [name for name in ITEMS if name.startswith(only or "")]
    modules = collecting.experiments() if scripts else []
    console = Console(stderr=True)
    with (
        TemporaryDirectory() as place,
        Progress(console=console, disable=not sys.stderr.isatty()) as bar,
    ):
        # From rows alone, what is collected is not kept: it was there already.
        into = Path(place) if from_rows else folder
        collect = collecting.collect_stored if from_rows else collecting.collect
        task = bar.add_task("reproducing", total=len(items) + len(modules))
        for name in collect(scale, items, modules, into):
            bar.update(task, advance=1, description=name)
        found = json.loads((into / "collection.json").read_text(encoding="utf-8"))
        for item in found["items"]:
            if item["note"] == collecting.MISSING:
                console.print(f"{item['name']}: {item['note']}")
        write(found, into / "figures", folder, console)
    click.echo(folder / "report.html")


def write(found: collecting.Collection, figures: Path, folder: Path, console: Console) -> None:
    """The report of what was collected. Raises a usage error where its words name what is not."""
    text = (HERE / "text.md").read_text(encoding="utf-8")
    references = (collecting.ROOT / "REFERENCES.md").read_text(encoding="utf-8")
    # Small samples say too little to be put into words.
    at_paper_scale = found["scale"] == "paper"
    findings = (HERE / "findings.md").read_text(encoding="utf-8") if at_paper_scale else ""
    make = partial(report, found, figures, text, references, findings=findings)
    try:
        document = make()
    except ValueError as error:
        raise click.ClickException(f"words of the report: {error}") from None
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "report.html", document.encode())
    pdf = written_pdf(make(printed=True))
    if pdf is None:
        console.print("WeasyPrint is missing: no PDF (pip install 'cpstudy[paper]')")
    else:
        write_whole(folder / "report.pdf", pdf)


if __name__ == "__main__":
    main()
