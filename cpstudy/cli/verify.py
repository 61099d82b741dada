"""``cpstudy verify``: is the solution unique? Of given puzzles, or of generated mazes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import completing, options
from cpstudy.cli.output import (
    complain,
    emit,
    exit_code,
    featured,
    print_picture,
    print_table,
    result_object,
    to_json,
)
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from cpstudy.cli.inputs import Inputs, Settings
    from cpstudy.cli.output import Output
    from cpstudy.core.text import Located
    from cpstudy.jobs.answering import Run
    from cpstudy.jobs.samples import Sample, Share

# Puzzles of each algorithm and size, where none is given and nothing says how many.
_COUNT = 100


@click.command()
@options.puzzles
@options.settings
@options.output
@click.option(
    "--limit",
    type=options.Number(least=2),
    default=2,
    show_default=True,
    metavar="N",
    help="Stop at N different solutions.",
)
@click.option("--draw", is_flag=True, help="Draw the solutions, differing tiles marked.")
@click.option(
    "--proof",
    "proofs",
    type=options.FilePath(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write a proof for each unique puzzle; see 'cpstudy check'.",
)
@click.option(
    "--figures",
    type=options.FilePath(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="With several solvers: draw who settles how many within which time, and the two best.",
)
@click.option(
    "--isolated",
    is_flag=True,
    help="Each run in a process of its own, ended where it passes --seconds or --memory.",
)
@click.option(
    "--memory",
    type=options.gibibytes,
    metavar="GIB",
    help="Memory for one run (what a method keeps itself, and with --isolated all of it).",
)
@click.option(
    "--features",
    is_flag=True,
    help="With --json: what can be told of each puzzle before solving it.",
)
@click.option(
    "--algorithm",
    "algorithms",
    multiple=True,
    metavar="NAME",
    shell_complete=completing.algorithms,
    help="Without puzzles: verify generated ones (default: all).",
)
@click.option(
    "--size",
    "sizes",
    type=options.size,
    multiple=True,
    help="Without puzzles: their size (default: 5); may be repeated.",
)
@click.option(
    "--count", type=options.positive, help="Without puzzles: how many of each (default: 100)."
)
@click.option("--wrap", is_flag=True, help="Without puzzles: on wrapping boards.")
def verify(
    inputs: Inputs,
    settings: Settings,
    output: Output,
    limit: int,
    draw: bool,
    proofs: Path | None,
    figures: Path | None,
    isolated: bool,
    memory: int | None,
    features: bool,
    algorithms: tuple[str, ...],
    sizes: tuple[tuple[int, int], ...],
    count: int | None,
    wrap: bool,
) -> int:
    """Decide whether puzzles have none, one or many solutions.

    With PUZZLE or -f, verifies those: one line each, the text form, a TAB and the verdict. Exit
    code 0: every puzzle is unique; 1: some is not; 3: some is undecided; 2: bad input.

    Without, generates mazes with each algorithm and prints the shares of unique ones with 95 %
    confidence intervals.

    With --solver all, or several names with commas, each solver verifies each puzzle; where two
    settle one differently, that is a crash. Ends with a table of their times: PAR-2 is the mean
    where an unsettled run counts twice the --seconds, the virtual best the fastest of each puzzle.
    """
    from cpstudy.api import named_solver
    from cpstudy.cli.comparing import compare_solvers
    from cpstudy.jobs import samples
    from cpstudy.jobs.answering import Run

    kind, name = inputs.kind, settings.solver_name
    several = name is not None and (name == "all" or "," in name)
    drawing = {"--algorithm": algorithms, "--size": sizes, "--count": count, "--wrap": wrap}
    asked = [option for option, value in drawing.items() if value]
    if inputs.given and asked:
        raise click.UsageError(f"{', '.join(asked)}: puzzles are given, none is generated")
    if proofs is not None and not inputs.given:
        raise click.UsageError("--proof is for given puzzles: PUZZLE, or -f FILE")
    if proofs is not None and kind.proofs is None:
        raise click.UsageError(f"{kind.name} has no proofs")
    if proofs is not None and kind.proofs is not None and not kind.proofs.installed:
        raise click.UsageError("proofs need python-sat: install cpstudy[sat]")
    if proofs is not None and several:
        raise click.UsageError("--proof is for one solver")
    if figures is not None and not several:
        raise click.UsageError("--figures compares solvers: --solver all, or names with commas")
    if features and not (output.as_json and (inputs.given or several)):
        raise click.UsageError("--features is for the JSON rows of given puzzles")
    if features and kind.features is None:
        raise click.UsageError(f"{kind.name} has no features")
    solver = named_solver(kind, None if several else name)
    budget = replace(settings.budget, memory=memory)
    run = Run(solver, budget, settings.seed, limit, settings.jobs, isolated)
    sample = None
    if not inputs.given:
        chosen = samples.algorithms(kind, algorithms)
        sample = samples.Sample(
            kind, chosen, sizes or ((5, 5),), count or _COUNT, settings.seed, wrap
        )
    items = inputs.puzzles() if sample is None else sample.puzzles()
    with output.stream(inputs.files) as stream:
        if several:
            return compare_solvers(kind, items, str(name), run, output, stream, figures, features)
        if sample is None:
            return _verify_given(items, run, output, stream, inputs, proofs, draw, features)
        _verify_sample(sample, run, output, stream)
        return 0


def _verify_given(
    items: Iterable[Located],
    run: Run,
    output: Output,
    stream: TextIO,
    inputs: Inputs,
    proofs: Path | None,
    draw: bool,
    features: bool,
) -> int:
    from cpstudy.core.result import Verdict
    from cpstudy.jobs.answering import answers
    from cpstudy.jobs.certificates import ProofFolder

    codes = {0}
    pictures = inputs.kind.pictures if draw else None
    with nullcontext() if proofs is None else ProofFolder(proofs) as folder:
        for answer in output.tracked(answers(items, run, proofs=proofs), "verifying"):
            if isinstance(answer.result, InputError):
                complain(f"{answer.located.place}: {answer.result}")
                codes.add(2)
                continue
            puzzle, result = cast(Any, answer.located.puzzle), answer.result
            codes.add({Verdict.UNIQUE: 0, Verdict.UNKNOWN: 3}.get(result.verdict, 1))
            if folder is not None and answer.proof is not None:
                folder.add(answer.proof, puzzle.encode())
            if output.as_json:
                known = featured(inputs.kind, puzzle) if features else {}
                emit(stream, to_json(result_object(puzzle, result) | known))
                continue
            note = f" (stopped: {result.stop})" if result.verdict is Verdict.UNKNOWN else ""
            emit(stream, f"{puzzle.encode()}\t{result.verdict}{note}")
            if pictures is not None:
                print_picture(stream, pictures.text(puzzle, result.solutions))
    return exit_code(codes)


def _verify_sample(sample: Sample, run: Run, output: Output, stream: TextIO) -> None:
    from cpstudy.jobs.answering import answers
    from cpstudy.jobs.samples import shares

    answered = output.tracked(
        answers(sample.puzzles(), run), "verifying", sample.count * len(sample.cells)
    )
    rows = list(shares(sample, answered))
    if output.as_json:
        for row in _share_objects(rows, run):
            emit(stream, to_json(row))
        return
    told = f"{sample.kind.name}, solver {run.solver.name}, seed {sample.seed}"
    _print_shares(rows, stream, told)


def _share_objects(rows: Iterable[Share], run: Run) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield {
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


def _print_shares(rows: Iterable[Share], stream: TextIO, told: str) -> None:
    from rich.table import Table

    from cpstudy.core.result import Verdict

    table = Table(title=f"Unique solutions among generated puzzles ({told})")
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
            *(str(row.verdicts[v]) for v in (Verdict.UNIQUE, Verdict.MANY, Verdict.UNKNOWN)),
            f"{row.share:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{1000 * row.median_seconds:.1f}",
        )
    print_table(stream, table)
