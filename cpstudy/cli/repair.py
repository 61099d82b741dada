"""``cpstudy repair``: puzzles with several solutions, made unique by the fewest changes."""

from __future__ import annotations

from typing import Any

import click

from cpstudy.cli import options
from cpstudy.cli.output import emit, results_to, to_json, tracked


@click.command()
@options.inputs
@click.option("--seconds", type=click.FloatRange(min=0), metavar="S", help="Budget for one puzzle.")
@click.option(
    "--iterations",
    type=click.IntRange(min=0),
    metavar="N",
    help="Budget for one puzzle, in boards decided (default: some seconds' worth).",
)
@click.option("--solved", is_flag=True, help="Print each in its solved position.")
@options.as_json
@options.out
@options.quiet
def repair(
    texts: tuple[str, ...],
    files: tuple[str, ...],
    format_name: str | None,
    kind_name: str,
    seconds: float | None,
    iterations: int | None,
    solved: bool,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Make puzzles unique by changing as few tiles as can be.

    Prints for each puzzle the repaired one, a TAB and the changed tiles (row, column), with "at
    most" in front where a smaller number is not ruled out within the budget. A puzzle that is
    unique stays as it is. Exit code 0: every puzzle is unique now; 3: some budget did not suffice;
    2: bad input.
    """
    from cpstudy import puzzles
    from cpstudy.cli.inputs import need_puzzles, read_puzzles
    from cpstudy.cli.output import complain
    from cpstudy.core.result import Budget
    from cpstudy.core.solving import load

    kind = puzzles.kind(kind_name)
    if kind.explaining is None or kind.explaining.repair is None:
        raise click.UsageError(f"{kind.name} has no repair")
    need_puzzles(texts, files)
    make_unique: Any = load(kind.explaining.repair)
    given = seconds is not None or iterations is not None
    budget = (Budget(seconds=seconds, iterations=iterations),) if given else ()
    code = 0
    with results_to(out, files) as stream:
        for item in tracked(
            read_puzzles(kind, texts, files, format_name), "repairing", None, quiet
        ):
            try:
                if isinstance(item.puzzle, ValueError):
                    raise item.puzzle
                told = make_unique(item.puzzle, *budget)
            except ValueError as error:
                complain(f"{item.place}: {error}")
                code = 2
                continue
            if told is None and code == 0:
                code = 3
            emit(stream, _object(item.puzzle, told) if as_json else _line(told, solved))
    return code


def _object(puzzle: Any, told: Any) -> str:
    row = {"puzzle": puzzle.encode(), "kind": puzzle.kind, "repaired": None}
    if told is not None:
        row |= {
            "repaired": told.puzzle.encode(),
            "solution": puzzle.encode_solution(told.solution),
            "changes": [list(divmod(tile, puzzle.columns)) for tile in told.changes],
            "proved": told.proved,
            "boards": told.boards,
        }
    return to_json(row)


def _line(told: Any, solved: bool) -> str:
    if told is None:
        return "# no repair within the budget"
    puzzle = told.puzzle
    number = len(told.changes)
    words = f"{number} change{'s' * (number != 1)}" if number else "unique as it is"
    shown = " ".join(map(puzzle.cell, told.changes))
    text = puzzle.encode_solution(told.solution) if solved else puzzle.encode()
    return f"{text}\t{'' if told.proved else 'at most '}{words}{': ' + shown if shown else ''}"
