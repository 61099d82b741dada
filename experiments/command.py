"""The common options of all experiments: the scale, the file of rows, the folder of figures.

Rows are kept in ``results/NAME-SCALE.sqlite``, or in the file of ``--rows``, and the same command
resumes. Without such a file, the paper scale begins with the rows that are committed in
``paper/data/``, so a clone prints every table and draws every figure without solving anything.
``--stored`` ensures this: it does not compute, and reports missing rows.

Cost: 20 µs a committed row, once; half a minute for experiments 01, 02 and 11.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path

import click
from rich.console import Console

from cpstudy.reproducing.items import SCALES
from cpstudy.study.archive import restored
from cpstudy.study.store import Store
from experiments import outputs

ROOT = Path(__file__).parents[1]
DATA = ROOT / "paper" / "data"


def experiment(name: str, *data: str) -> Callable[[Callable[..., None]], click.Command]:
    """Make ``main(scale, store, …)`` a command; its further options are passed on.

    name: of the result file. data: names of the archives in ``paper/data/`` whose rows it needs.
    """

    def decorated(main: Callable[..., None]) -> click.Command:
        @click.option("--scale", type=click.Choice(SCALES), default="small", show_default=True)
        @click.option("--rows", type=click.Path(dir_okay=False, path_type=Path), default=None)
        @click.option("--stored", is_flag=True, help="Use stored rows only; compute nothing.")
        @click.option("--figures", type=click.Path(path_type=Path), default=outputs.FIGURES)
        @wraps(main)
        def command(
            scale: str, rows: Path | None, stored: bool, figures: Path, **options: object
        ) -> None:
            path = rows or ROOT / "results" / f"{name}-{scale}.sqlite"
            figures.mkdir(parents=True, exist_ok=True)
            try:
                if scale == "paper" and not path.exists():
                    begin(path, data)
                with outputs.into(figures), opened(path, stored) as store:
                    main(scale, store, **options)
            except ValueError as error:
                raise click.ClickException(str(error)) from error

        return click.command()(command)

    return decorated


@contextmanager
def opened(path: Path, stored: bool) -> Iterator[Store]:
    """Open the rows; ``stored``: read-only, so that computing rows fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Store(path, read_only=stored) as store:
        yield store


def begin(path: Path, data: Sequence[str]) -> None:
    """Make a result file of the committed rows, atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".restoring")
    unfinished.unlink(missing_ok=True)
    with Store(unfinished) as store, Console(stderr=True).status("reading committed rows"):
        for committed in (DATA / f"{archive}.parquet" for archive in data):
            if committed.exists():
                restored(committed, store)
    unfinished.replace(path)
