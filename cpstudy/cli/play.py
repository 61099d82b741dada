"""``cpstudy play``: a page to play, learn, replay and compare; served, or as one file."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from cpstudy.cli import options, values
from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import UNDECIDED, each, exit_code
from cpstudy.cli.terminal import complain, emit, tracked
from cpstudy.core.documents import Located

# The default number of drawn puzzles.
_COUNT = 10


@dataclass(frozen=True)
class Wished:
    """The puzzles to be drawn for the page."""

    algorithm: str | None
    size: tuple[int, int] | None
    grade: str | None
    wrap: bool
    count: int | None
    seed: int

    def __bool__(self) -> bool:
        return bool(self.algorithm or self.size or self.grade or self.wrap or self.count)


@options.verb()
@options.record(
    "inputs",
    options.inputs_of,
    options.texts,
    options.files,
    options.format_name,
    options.hints,
    click.option(
        "--puzzle",
        "kind_name",
        type=values.kind_name,
        help="See 'cpstudy puzzles' (default: all).",
    ),
)
@options.record(
    "wished",
    Wished,
    options.algorithm,
    click.option("--size", type=values.size, help="Size of drawn puzzles."),
    options.grade("Difficulty of drawn puzzles."),
    options.wrap,
    options.number("--count", f"Number of drawn puzzles (default: {_COUNT}).", metavar=None),
    options.seed,
)
@options.flag(
    "--figures",
    "Show the heatmaps of hardness sweeps: of result files, or the bundled ones.",
)
@options.seconds
@options.file("--out", "Write the page to FILE instead of serving it.")
@options.quiet
def play(
    inputs: Inputs, wished: Wished, figures: bool, seconds: float | None, out: Path | None,
    quiet: bool,
) -> int:  # fmt: skip
    """Open a page to play, with hints and their reasons, replays and other solutions.

    Serves the page on 127.0.0.1 until Ctrl-C, backed by the solvers: it takes any puzzle that you
    paste, and makes new ones. --out writes one self-contained HTML file that uses no network.
    Without puzzles, the page has the bundled ones, of every kind or of --puzzle. With puzzles, it
    has these. With --algorithm, --size, --grade, --wrap or --count, it has puzzles drawn as
    'generate --unique' draws them.

    --figures shows the heatmaps of sweeps ('cpstudy hardness --out FILE') in FILE…, or the bundled
    ones, Willems's. Each cell has its median, and puzzles to play or to watch.

    --seconds limits everything that is computed about a puzzle. When they end, the page shows what
    was found so far.

    Prints the address of the page, or the name of the file. Exit code 0: done; 3: --seconds ended
    before a verdict; 2: bad input.
    """
    from cpstudy.web.entries import entry
    from cpstudy.web.films import filmed
    from cpstudy.web.page import page_of
    from cpstudy.web.sets import bundled_page

    if figures:
        from cpstudy.jobs.hardness import maps_page

        return _open(maps_page.figures([Path(text) for text in inputs.texts]), out)
    served = out is None
    kind_name = inputs.kind_name
    records: list[dict[str, Any]] = []
    code = 0
    if inputs.given:

        def keep(item: Located) -> int:
            records.append(entry(item.puzzle, seconds=seconds))
            if seconds is not None and records[-1].get("verdict") == "unknown":
                complain(f"{item.place}: the seconds ended before a verdict")
                return UNDECIDED
            return 0

        code = each(tracked(inputs.puzzles(), "reading", None, quiet), keep)
    elif wished:
        drawn = _drawn(inputs.kind.name, wished, seconds)
        records += tracked(drawn, "drawing", wished.count or _COUNT, quiet)
    else:
        page = bundled_page(None if kind_name is None else [kind_name], served=served)
        return _serve(page) if served else _open(page, out)
    if not records:
        raise click.UsageError("no puzzle for the page")
    page = page_of(records, served=served, films=() if served else filmed(records))
    return exit_code({_serve(page) if served else _open(page, out), code})


def _drawn(kind_name: str, wished: Wished, seconds: float | None) -> Iterator[dict[str, Any]]:
    """The records of puzzles drawn as ``generate --unique`` does, if the kind supports it."""
    from cpstudy import api, puzzles
    from cpstudy.core.kind import Preset
    from cpstudy.web.entries import entry

    kind = puzzles.kind(kind_name)
    if kind.generating is None:
        raise click.UsageError(f"{kind.name} has no generator")
    usual = kind.generating.usual or Preset("", next(iter(kind.generators)), (5, 5))
    name = wished.algorithm or usual.algorithm
    boards = api.generate(
        kind.name, name, wished.size or usual.size, wished.count or _COUNT, wished.seed,
        wrap=wished.wrap, grade=wished.grade,
        unique=name in kind.generators and kind.generators[name].unique is not None,
    )  # fmt: skip
    for board, _ in boards:
        yield entry(board, name, seconds)


def _answer(question: Mapping[str, Any]) -> Mapping[str, Any]:
    from cpstudy.web.questions import answer  # loads the engines, after the page is served

    return answer(question)


def _serve(page: str) -> int:
    """Serve the page until Ctrl-C, which is its normal end: no fault."""
    from cpstudy import puzzles
    from cpstudy.study.pools import pool_of_processes
    from cpstudy.web.page import shown
    from cpstudy.web.server import PageServer
    from cpstudy.web.stock import Stock

    ahead = (
        {"ask": "read", "kind": name, "text": puzzles.kind(name).example}
        for name in ("pipes", "slitherlink", "sudoku", "akari")
    )
    with (
        suppress(KeyboardInterrupt),
        pool_of_processes(1) as pool,
        PageServer(page, Stock(_answer, pool).answer, ahead=ahead) as server,
    ):
        emit(sys.stdout, server.address)
        if not shown(server.address):
            complain(f"no browser could be started: open {server.address}")
        complain("press Ctrl-C to stop")
        server.serve_forever()
    return 0


def _open(page: str, out: Path | None) -> int:
    from cpstudy.web.page import opened, write_page

    file = write_page(page, out)
    click.echo(str(file))
    if out is None and not opened(file):
        complain(f"no browser could be started: open {file}")
    return 0
