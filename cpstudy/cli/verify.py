"""``cpstudy verify``: is the solution unique? Of given puzzles, or of generated mazes."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import options
from cpstudy.cli.inputs import Drawn, Inputs, Settings
from cpstudy.cli.output import (
    Output,
    best_in_words,
    featured,
    read_as,
    result_row,
    show_trace,
    verdict_code,
)
from cpstudy.cli.streams import unread_input
from cpstudy.cli.terminal import emit, print_table
from cpstudy.core.kind import Kind
from cpstudy.core.result import Result, Verdict

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Answer, Run
    from cpstudy.jobs.printing_answers import Printout
    from cpstudy.jobs.samples import Sample, Share

_SHOWN = (Verdict.UNIQUE, Verdict.MANY, Verdict.UNKNOWN)


@options.verb()
@options.puzzles
@options.settings
@options.output
@options.at_most_solutions
@options.draw
@options.trace
@options.folder("--proof proofs", "Write a proof for each unique puzzle; see 'cpstudy check'.")
@options.isolated
@options.cpu_seconds
@options.memory
@options.features
@options.drawn("verify generated ones")
def verify(
    inputs: Inputs, settings: Settings, output: Output, limit: int, draw: bool, trace: bool,
    proofs: Path | None, isolated: bool, cpu_seconds: float | None, memory: int | None,
    features: bool, drawn: Drawn,
) -> int:  # fmt: skip
    """Decide whether puzzles have none, one or many solutions.

    With PUZZLE (a text form, or a file's name) or -f, verifies these puzzles. One line each: the
    text form, a TAB and the verdict. Exit code 0: every puzzle is unique; 1: some is not; 3: some
    is undecided; 2: bad input.

    Without puzzles, generates mazes with each algorithm and prints the shares of unique ones with
    95 % confidence intervals.

    To run several solvers on the same puzzles, use 'cpstudy compare' (--solver all, or names with
    commas, does the same).
    """
    from cpstudy.api import named_solver
    from cpstudy.jobs.certificates import ProofFolder, certify_unique
    from cpstudy.jobs.printing_answers import printouts
    from cpstudy.study.pace import Pace

    kind = inputs.kind
    _check(kind, proofs, features)
    run = settings.run(named_solver(kind, settings.solver_name).ready(), limit, memory=memory)
    run = replace(run, isolated=isolated, budget=replace(run.budget, cpu_seconds=cpu_seconds))
    if not inputs.given:
        print_shares(drawn.sample(kind, settings.seed), run, output)
        if unread_input():
            click.echo("standard input was not read: 'cpstudy verify -' verifies it", err=True)
        return 0

    show = partial(_show, as_json=output.as_json, draw=draw, trace=trace,
                   features=kind if features else None)  # fmt: skip
    pace = Pace()
    with nullcontext() if proofs is None else ProofFolder(proofs) as folder:
        prove = None if proofs is None else partial(certify_unique, proofs)
        found = printouts(inputs.tasks(pace), run, show, pace, kind_name=kind.name, prove=prove)
        add = None if folder is None else folder.add
        return output.printed(found, kind, "verifying", inputs.files, add)


def _show(
    printout: Printout, answer: Answer, *, as_json: bool, draw: bool, trace: bool,
    features: Kind | None,
) -> int:  # fmt: skip
    puzzle, result = cast(Any, answer.located.puzzle), cast(Result, answer.result)
    if trace:
        show_trace(printout, answer.place, puzzle, result, as_json)
    verdict = result.verdict
    if as_json:
        known = featured(features, puzzle) if features is not None else {}
        printout.line(result_row(puzzle, result) | known | read_as(answer.located))
    else:
        unknown = verdict is Verdict.UNKNOWN
        note = f" (stopped: {result.stop}{best_in_words(result)})" if unknown else ""
        printout.line(f"{puzzle.encode()}\t{verdict}{note}")
        if draw:
            printout.draw(puzzle, result.solutions)
    return verdict_code(verdict)


def _check(kind: Kind, proofs: Path | None, features: bool) -> None:
    """Raise click.UsageError for features that this kind lacks."""
    if proofs is not None and kind.proofs is None:
        raise click.UsageError(f"{kind.name} has no proofs")
    if features and kind.features is None:
        raise click.UsageError(f"{kind.name} has no features")


def print_shares(sample: Sample, run: Run, output: Output) -> None:
    """Generate a sample, verify it, and print its shares with 95 % intervals."""
    from cpstudy.jobs.answering import answers
    from cpstudy.jobs.samples import shares

    total = sample.count * len(sample.cells)
    with output.stream() as stream:
        answered = output.tracked(answers(sample.puzzles(), run), "verifying", total)
        rows = list(shares(sample, answered, run.budget.seconds))
        if output.as_json:
            for row in rows:
                emit(stream, _share_row(row, run))
        else:
            of = f"{sample.kind.name}, solver {run.solver.name}, seed {sample.seed}"
            print_share_table(rows, stream, of)


def _share_row(row: Share, run: Run) -> dict[str, Any]:
    return {
        "algorithm": row.algorithm,
        "size": f"{row.size[1]}x{row.size[0]}",
        "puzzles": row.puzzles,
        **{str(verdict): number for verdict, number in row.verdicts.items()},
        "share": row.share,
        "interval": [round(end, 4) for end in row.interval],
        "median_seconds": None if row.median is None else round(row.median.seconds, 6),
        "median_censored": row.median is None or row.median.censored,
        "solver": run.solver.name,
        "seed": run.seed,
    }


def print_share_table(rows: list[Share], stream: TextIO, of: str) -> None:
    """Print shares as a table. of: the puzzles and the solver, for the title."""
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
            f"{'> ' * row.median.censored}{1000 * row.median.seconds:.1f}" if row.median else "–",
        )
    print_table(stream, table)
