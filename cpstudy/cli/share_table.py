"""The table of ``cpstudy verify`` without puzzles: which share of generated ones is unique."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

from cpstudy.cli.output import Output
from cpstudy.cli.terminal import emit, print_table
from cpstudy.core.result import Verdict

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Run
    from cpstudy.jobs.samples import Sample, Share

_SHOWN = (Verdict.UNIQUE, Verdict.MANY, Verdict.UNKNOWN)


def print_shares(sample: Sample, run: Run, output: Output) -> None:
    """Generate a sample, verify it, and print its shares with 95 % intervals."""
    from cpstudy.jobs.answering import answers
    from cpstudy.jobs.samples import shares

    total = sample.count * len(sample.cells)
    with output.stream() as stream:
        answered = output.tracked(answers(sample.puzzles(), run), "verifying", total)
        rows = list(shares(sample, answered))
        if output.as_json:
            for row in rows:
                emit(stream, _row(row, run))
        else:
            of = f"{sample.kind.name}, solver {run.solver.name}, seed {sample.seed}"
            print_share_table(rows, stream, of)


def _row(row: Share, run: Run) -> dict[str, Any]:
    return {
        "algorithm": row.algorithm,
        "size": f"{row.size[1]}x{row.size[0]}",
        "puzzles": row.puzzles,
        **{str(verdict): number for verdict, number in row.verdicts.items()},
        "share": row.share,
        "interval": [round(end, 4) for end in row.interval],
        "median_seconds": round(row.median_seconds, 6),
        "solver": run.solver.name,
        "seed": run.seed,
    }


def print_share_table(rows: list[Share], stream: TextIO, of: str) -> None:
    """Shares as a table. of: what was verified how, for the title."""
    from rich.table import Table

    table = Table(title=f"Unique solutions among generated puzzles ({of})")
    table.add_column("algorithm", no_wrap=True)
    for heading in ("size", "puzzles", "unique", "many", "unknown"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("share unique", justify="right")
    table.add_column("95 % interval", justify="right", no_wrap=True)
    table.add_column("median ms", justify="right")
    for row in rows:
        low, high = row.interval
        table.add_row(
            row.algorithm,
            f"{row.size[1]}x{row.size[0]}",
            str(row.puzzles),
            *(str(row.verdicts[verdict]) for verdict in _SHOWN),
            f"{row.share:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{1000 * row.median_seconds:.1f}",
        )
    print_table(stream, table)
