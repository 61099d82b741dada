"""``python -m paper``: collect what is missing, then write the report.

``make paper`` is the same at small scale, into ``build/paper/``; the committed collection in
``paper/data/`` is redrawn from its rows by ``python -m paper --folder paper/data``.
"""

import json
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from cpstudy.core.files import write_whole
from cpstudy.jobs.reproducing import ITEMS, SCALES
from paper import collecting
from paper.rendering import HERE, report, written_pdf


@click.command()
@click.option("--scale", type=click.Choice(SCALES), default="small", show_default=True)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default="build/paper")
@click.option("--only", multiple=True, metavar="PREFIX", help="Items that begin with this only.")
@click.option("--experiments/--no-experiments", "scripts", default=True)
def main(scale: str, folder: Path, only: tuple[str, ...], scripts: bool) -> None:
    """Make the report: FOLDER/report.html and, where WeasyPrint is installed, report.pdf."""
    items = [name for name in ITEMS if name.startswith(only or "")]
    modules = collecting.experiments() if scripts else []
    console = Console(stderr=True)
    with Progress(console=console, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("reproducing", total=len(items) + len(modules))
        for name in collecting.collect(scale, items, modules, folder):
            bar.update(task, advance=1, description=name)
    found = json.loads((folder / "collection.json").read_text(encoding="utf-8"))
    text = (HERE / "text.md").read_text(encoding="utf-8")
    references = (collecting.ROOT / "REFERENCES.md").read_text(encoding="utf-8")
    document = report(found, folder / "figures", text, references)
    write_whole(folder / "report.html", document.encode())
    pdf = written_pdf(report(found, folder / "figures", text, references, ".png"))
    if pdf is None:
        console.print("WeasyPrint is missing: no PDF (pip install 'cpstudy[paper]')")
    else:
        write_whole(folder / "report.pdf", pdf)
    click.echo(folder / "report.html")


if __name__ == "__main__":
    main()
