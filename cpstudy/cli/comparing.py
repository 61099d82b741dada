"""``cpstudy verify --solver all``: every solver on the same puzzles, and a table of their times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO, cast

from cpstudy.cli.output import complain, console, emit, exit_code, result_object, to_json

if TYPE_CHECKING:
    from cpstudy.cli.output import Output
    from cpstudy.core.kind import Kind
    from cpstudy.core.result import Result
    from cpstudy.core.text import Located
    from cpstudy.jobs.answering import Run


def compare_solvers(
    kind: Kind, items: Iterable[Located], solvers: str, run: Run, output: Output, stream: TextIO
) -> int:
    """Print a verdict a puzzle and the table, as JSON every result and a summary a solver.

    Exit code as for verify; a puzzle is settled where any solver settles it. One process unless
    the run says otherwise, since times are compared. Raises WrongAnswerError on disagreement.
    """
    from cpstudy.api import compared_solvers
    from cpstudy.core.result import Result, Verdict
    from cpstudy.jobs.answering import comparisons

    answered: dict[str, list[Result]] = {row.name: [] for row in compared_solvers(kind, solvers)}
    refused = dict.fromkeys(answered, 0)
    codes = {0}
    found = comparisons(items, solvers, replace(run, jobs=run.jobs or 1))
    for comparison in output.tracked(found, "comparing"):
        if isinstance(comparison.results, ValueError):
            complain(f"{comparison.located.place}: {comparison.results}")
            codes.add(2)
            continue
        puzzle = cast(Any, comparison.located.puzzle)
        for name, result in comparison.results.items():
            if not isinstance(result, Result):
                refused[name] += 1
                continue
            answered[name].append(result)
            if output.as_json:
                emit(stream, to_json(result_object(puzzle, result)))
        settled = comparison.settled
        codes.add({Verdict.UNIQUE: 0, Verdict.UNKNOWN: 3}.get(settled, 1))
        if not output.as_json:
            emit(stream, f"{puzzle.encode()}\t{settled}")
    if not any(answered.values()) and not any(refused.values()):
        return exit_code(codes)  # there was no puzzle to agree on
    rows = [_summary(name, results, refused[name]) for name, results in answered.items()]
    _print(rows, output.as_json, stream, f"{kind.name}, seed {run.seed}")
    return exit_code(codes)


def _summary(solver: str, results: list[Result], refused: int) -> dict[str, Any]:
    from statistics import median

    def middle(values: list[float]) -> float | None:
        return round(median(values), 6) if values else None

    return {
        "solver": solver,
        "puzzles": len(results),
        "refused": refused,
        "unknown": sum(result.verdict.value == "unknown" for result in results),
        "median_seconds": middle([result.seconds for result in results]),
        "median_build": middle([r.phases["build"] for r in results if "build" in r.phases]),
        "median_search": middle([r.phases["search"] for r in results if "search" in r.phases]),
        "total_seconds": round(sum(result.seconds for result in results), 6),
    }


def _print(rows: list[dict[str, Any]], as_json: bool, stream: TextIO, told: str) -> None:
    if as_json:
        for row in rows:
            emit(stream, to_json(row))
        return
    from rich.table import Table

    table = Table(title=f"Solvers on the same puzzles ({told}): all agree")
    headings = (
        "solver",
        "puzzles",
        "refused",
        "unknown",
        "median ms",
        "build",
        "search",
        "total s",
    )
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "solver" else "right")
    for row in rows:
        cells = [str(row[key]) for key in ("solver", "puzzles", "refused", "unknown")]
        for key in ("median_seconds", "median_build", "median_search"):
            cells.append("–" if row[key] is None else f"{1000 * row[key]:.2f}")
        table.add_row(*cells, f"{row['total_seconds']:.3f}")
    console(stream).print(table)
