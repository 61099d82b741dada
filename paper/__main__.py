"""``python -m paper``: both papers, and the data appendix with every table and figure.

The papers ``ambiguity`` and ``ridge`` take their numbers from the committed tables at paper scale
in ``figures/``, which are made from the rows in ``paper/data/`` (tests compare them). The data
appendix, ``data``, is collected at ``--scale``: ``make paper`` does this at small scale in
``build/paper/``, so the machine that builds the papers runs every item and every experiment.
``--from-rows`` measures nothing: it makes the appendix and all of ``figures/`` from the rows in
``paper/data/`` and reports items without rows. ``--papers`` makes only the papers, in seconds.

PDF is written if WeasyPrint is installed. A paper with more than PAGES pages is an error.
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
from paper.rendering import HERE, paper, report, written_pdf

PAPERS = ("ambiguity", "ridge")
PAGES = 15


@click.command()
@click.option("--scale", type=click.Choice(SCALES), default="small", show_default=True)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default="build/paper")
@click.option("--only", multiple=True, metavar="PREFIX", help="Items that begin with this only.")
@click.option("--experiments/--no-experiments", "scripts", default=True)
@click.option("--from-rows", is_flag=True, help="Measure nothing: use paper/data.")
@click.option("--papers", "alone", is_flag=True, help="The papers without the data appendix.")
def main(
    scale: str, folder: Path, only: tuple[str, ...], scripts: bool, from_rows: bool, alone: bool
) -> None:
    """Make the papers and the appendix: FOLDER/NAME.html and, with WeasyPrint, NAME.pdf."""
    console = Console(stderr=True)
    if not alone:
        items = [name for name in ITEMS if name.startswith(only or "")]
        modules = collecting.experiments() if scripts else []
        appendix(scale, folder, items, modules, console, from_rows=from_rows)
    found = collecting.committed()
    for name in PAPERS:
        text = (HERE / f"{name}.md").read_text(encoding="utf-8")
        make = partial(paper, found, collecting.FIGURES, text, _references())
        pages = write(name, folder, make, console)
        if pages > PAGES:
            raise click.ClickException(f"{name}.pdf has {pages} pages, {PAGES} at most")


def appendix(
    scale: str,
    folder: Path,
    items: list[str],
    modules: list[str],
    console: Console,
    *,
    from_rows: bool,
) -> None:
    """Collect what is missing, then write the data appendix."""
    with (
        TemporaryDirectory() as place,
        Progress(console=console, disable=not sys.stderr.isatty()) as bar,
    ):
        # With from_rows, the collection is temporary: all of its rows are stored already.
        into = Path(place) if from_rows else folder
        collect = collecting.collect_stored if from_rows else collecting.collect
        task = bar.add_task("reproducing", total=len(items) + len(modules))
        for name in collect(scale, items, modules, into):
            bar.update(task, advance=1, description=name)
        found = json.loads((into / "collection.json").read_text(encoding="utf-8"))
        for item in found["items"]:
            if item["note"] == collecting.MISSING:
                console.print(f"{item['name']}: {item['note']}")
        text = (HERE / "data.md").read_text(encoding="utf-8")
        # The findings hold at paper scale; small samples cannot support them.
        words = (HERE / "findings.md").read_text(encoding="utf-8") if scale == "paper" else ""
        make = partial(report, found, into / "figures", text, _references(), findings=words)
        write("data", folder, make, console)


def write(name: str, folder: Path, make: partial[str], console: Console) -> int:
    """Write NAME.html and NAME.pdf in ``folder``; return the number of pages, 0 without a PDF.

    Raises ClickException if the text refers to a number, figure or table that does not exist.
    """
    try:
        document, printed = make(), make(printed=True)
    except ValueError as error:
        raise click.ClickException(f"words of {name}: {error}") from None
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{name}.html", document.encode())
    click.echo(folder / f"{name}.html")
    made = written_pdf(printed)
    if made is None:
        console.print("WeasyPrint is missing: no PDF (pip install 'cpstudy[paper]')")
        return 0
    pdf, pages = made
    write_whole(folder / f"{name}.pdf", pdf)
    click.echo(f"{folder / name}.pdf, {pages} pages")
    return pages


def _references() -> str:
    return (collecting.ROOT / "REFERENCES.md").read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
