"""``cpstudy verify``: is the solution unique? Of given puzzles, or of generated mazes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import options
from cpstudy.cli.comparing import compare_solvers
from cpstudy.cli.inputs import Located, read_puzzles
from cpstudy.cli.output import (
    console,
    emit,
    exit_code,
    print_picture,
    result_object,
    results_to,
    to_json,
    tracked,
)

if TYPE_CHECKING:
    from cpstudy.core.kind import Kind
    from cpstudy.core.result import Budget
    from cpstudy.core.solving import Solver


@click.command()
@options.inputs
@options.budget
@click.option(
    "--limit",
    type=click.IntRange(min=2),
    default=2,
    show_default=True,
    metavar="N",
    help="Stop at N different solutions.",
)
@click.option("--draw", is_flag=True, help="Draw the solutions, differing tiles marked.")
@click.option(
    "--proof",
    "proofs",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write a proof for each unique puzzle; see 'cpstudy check'.",
)
@click.option(
    "--algorithm",
    "algorithms",
    multiple=True,
    metavar="NAME",
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
    "--count",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Without puzzles: how many of each.",
)
@click.option("--wrap", is_flag=True, help="Without puzzles: on wrapping boards.")
@options.seed
@options.as_json
@options.out
@options.quiet
def verify(
    texts: tuple[str, ...],
    files: tuple[str, ...],
    format_name: str | None,
    kind_name: str,
    solver_name: str | None,
    seconds: float | None,
    iterations: int | None,
    jobs: int | None,
    limit: int,
    draw: bool,
    proofs: Path | None,
    algorithms: tuple[str, ...],
    sizes: tuple[tuple[int, int], ...],
    count: int,
    wrap: bool,
    seed: int,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Decide whether puzzles have none, one or many solutions.

    With PUZZLE or -f, verifies those: one line each, the text form, a TAB and the verdict. Exit
    code 0: every puzzle is unique; 1: some is not; 3: some is undecided; 2: bad input.

    Without, generates mazes with each algorithm and prints the shares of unique ones with 95 %
    confidence intervals.

    With --solver all, or several names with commas, each solver verifies each puzzle; where two
    settle one differently, that is a crash. Ends with a table of their times.
    """
    from cpstudy import puzzles
    from cpstudy.api import named_solver
    from cpstudy.core.result import Budget

    kind = puzzles.kind(kind_name)
    if proofs is not None and not (texts or files):
        raise click.UsageError("--proof is for given puzzles: PUZZLE, or -f FILE")
    if proofs is not None and kind.proofs is None:
        raise click.UsageError(f"{kind.name} has no proofs")
    if solver_name is not None and (solver_name == "all" or "," in solver_name):
        if proofs is not None:
            raise click.UsageError("--proof is for one solver")
        if texts or files:
            items = read_puzzles(kind, texts, files, format_name)
        else:
            names = _algorithms(kind, algorithms)
            items = _generated(kind, names, sizes or ((5, 5),), count, seed, wrap)
        budget = Budget(seconds=seconds, iterations=iterations)
        with results_to(out, files) as stream:
            return compare_solvers(
                kind, items, solver_name, budget, seed, limit, jobs, as_json, stream, quiet
            )
    solver = named_solver(kind, solver_name)
    budget = Budget(seconds=seconds, iterations=iterations)
    with results_to(out, files) as stream:
        if texts or files:
            return _verify_given(
                kind, texts, files, format_name, solver, budget, seed, limit, jobs, draw, proofs,
                as_json, stream, quiet,
            )  # fmt: skip
        names = _algorithms(kind, algorithms)
        table = _shares(
            kind, names, sizes or ((5, 5),), count, seed, wrap, solver, budget, jobs, quiet
        )
        _print_shares(table, as_json, stream, f"{kind.name}, solver {solver.name}, seed {seed}")
        return 0


def _verify_given(
    kind: Kind,
    texts: tuple[str, ...],
    files: tuple[str, ...],
    format_name: str | None,
    solver: Solver,
    budget: Budget,
    seed: int,
    limit: int,
    jobs: int | None,
    draw: bool,
    proofs: Path | None,
    as_json: bool,
    stream: TextIO,
    quiet: bool,
) -> int:
    from contextlib import nullcontext

    from cpstudy.cli import complain
    from cpstudy.core.result import Verdict
    from cpstudy.core.solving import load
    from cpstudy.jobs.answering import answers
    from cpstudy.jobs.certificates import ProofFolder

    codes = {0}
    items = read_puzzles(kind, texts, files, format_name)
    with nullcontext() if proofs is None else ProofFolder(proofs) as folder:
        for answer in tracked(
            answers(items, solver, budget, seed, limit, jobs, proofs=proofs),
            "verifying",
            None,
            quiet,
        ):
            if isinstance(answer.result, ValueError):
                complain(f"{answer.located.place}: {answer.result}")
                codes.add(2)
                continue
            puzzle, result = cast(Any, answer.located.puzzle), answer.result
            codes.add({Verdict.UNIQUE: 0, Verdict.UNKNOWN: 3}.get(result.verdict, 1))
            if folder is not None and answer.proof is not None:
                folder.add(answer.proof, puzzle.encode())
            if as_json:
                emit(stream, to_json(result_object(puzzle, result)))
            else:
                note = f" (stopped: {result.stop})" if result.verdict is Verdict.UNKNOWN else ""
                emit(stream, f"{puzzle.encode()}\t{result.verdict}{note}")
                if draw and kind.pictures is not None:
                    print_picture(stream, load(kind.pictures.text)(puzzle, result.solutions))
    return exit_code(codes)


def _algorithms(kind: Kind, names: tuple[str, ...]) -> list[str]:
    if not kind.generators:
        raise click.UsageError(f"{kind.name} has no generator: give puzzles, or -f FILE")
    chosen: list[str] = []
    for name in names or ("all",):
        if name == "all":
            chosen += [g.name for g in kind.generators.values() if g.study]
        elif name in kind.generators:
            chosen.append(name)
        else:
            raise click.UsageError(
                f"algorithm {name!r}: choose from all, {', '.join(kind.generators)}"
            )
    return list(dict.fromkeys(chosen))


def _generated(
    kind: Kind,
    algorithms: list[str],
    sizes: tuple[tuple[int, int], ...],
    count: int,
    seed: int,
    wrap: bool,
) -> Iterator[Located]:
    """Generated puzzles, ``count`` of each size and algorithm, in that order."""
    from cpstudy.api import generate

    for size in sizes:
        for algorithm in algorithms:
            for puzzle, _ in generate(kind.name, algorithm, size, count, seed, wrap=wrap):
                yield Located(f"{algorithm} {size[1]}x{size[0]}", puzzle)


def _shares(
    kind: Kind,
    algorithms: list[str],
    sizes: tuple[tuple[int, int], ...],
    count: int,
    seed: int,
    wrap: bool,
    solver: Solver,
    budget: Budget,
    jobs: int | None,
    quiet: bool,
) -> list[dict[str, Any]]:
    from statistics import median

    from cpstudy.core.result import Verdict
    from cpstudy.jobs.answering import answers
    from cpstudy.study.intervals import share_interval

    cells = [(algorithm, size) for size in sizes for algorithm in algorithms]
    items = _generated(kind, algorithms, sizes, count, seed, wrap)
    stream = tracked(
        answers(items, solver, budget, seed, 2, jobs), "verifying", count * len(cells), quiet
    )
    rows = []
    for algorithm, (height, width) in cells:
        verdicts = dict.fromkeys(Verdict, 0)
        seconds = []
        for _ in range(count):
            result = next(stream).result
            if isinstance(result, ValueError):
                raise result
            verdicts[result.verdict] += 1
            seconds.append(result.seconds)
        # Undecided puzzles widen the interval on both sides: each may be either.
        unique, unknown = verdicts[Verdict.UNIQUE], verdicts[Verdict.UNKNOWN]
        low = share_interval(unique, count)[0]
        high = share_interval(unique + unknown, count)[1]
        rows.append(
            {
                "algorithm": algorithm,
                "size": f"{width}x{height}",
                "puzzles": count,
                **{str(verdict): number for verdict, number in verdicts.items()},
                "share": unique / count,
                "interval": [round(low, 4), round(high, 4)],
                "median_seconds": round(median(seconds), 6),
                "solver": solver.name,
                "seed": seed,
            }
        )
    for _ in stream:  # let the progress bar finish
        raise AssertionError("more answers than puzzles")
    return rows


def _print_shares(rows: list[dict[str, Any]], as_json: bool, stream: TextIO, told: str) -> None:
    if as_json:
        for row in rows:
            emit(stream, to_json(row))
        return
    from rich.table import Table

    table = Table(title=f"Unique solutions among generated puzzles ({told})")
    for heading in ("algorithm", "size", "puzzles", "unique", "many", "unknown"):
        table.add_column(heading, justify="left" if heading == "algorithm" else "right")
    table.add_column("share unique", justify="right")
    table.add_column("95 % interval", justify="right")
    table.add_column("median ms", justify="right")
    for row in rows:
        low, high = cast(list[float], row["interval"])
        table.add_row(
            row["algorithm"],
            row["size"],
            str(row["puzzles"]),
            str(row["unique"]),
            str(row["many"]),
            str(row["unknown"]),
            f"{row['share']:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{1000 * row['median_seconds']:.1f}",
        )
    console(stream).print(table)
