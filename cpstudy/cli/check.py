"""``cpstudy check``: proofs written by ``verify --proof``, and answers of puzzles of moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import options
from cpstudy.cli.output import complain, emit, exit_code, to_json
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from cpstudy.cli.output import Output
    from cpstudy.core.kind import Kind
    from cpstudy.jobs.certificates import Checked


@click.command()
@click.argument(
    "folders",
    metavar="FOLDER|FILE...",
    nargs=-1,
    required=True,
    type=options.FilePath(path_type=Path, allow_dash=True),
)
@click.option(
    "--puzzle", "kind_name", type=options.kind_name, help="Kind of puzzle of answers to replay."
)
@click.option("--moves", metavar="MOVES", help="With --puzzle: the moves to replay on each puzzle.")
@options.jobs
@options.output
def check(
    folders: tuple[Path, ...],
    kind_name: str | None,
    moves: str | None,
    jobs: int | None,
    output: Output,
) -> int:
    """Check the proofs of uniqueness that 'cpstudy verify --proof FOLDER' wrote.

    From each puzzle's text the formula of a second solution is built anew and compared, each cut
    is shown to follow from the rules, the witness is tried, and the proof is followed step by
    step; drat-trim and cake_lpr are asked too where they are installed. One line each: the text
    form, a TAB, and 'holds' or 'rejected: REASON'.

    With --puzzle answers of puzzles of moves are replayed, move by move by the rules: FILE holds
    what 'cpstudy explore' printed, text or JSON, or the text form, a TAB and the moves (Sokoban:
    LURD; Bloxorz: keys to press); - is standard input. With --moves FILE is a level.

    Exit code 0: all hold; 1: one is rejected; 2: bad input.
    """
    if kind_name is not None:
        return _replay(kind_name, tuple(map(str, folders)), moves, output)
    if moves is not None:
        raise click.UsageError("--moves: of which kind? --puzzle KIND")
    from cpstudy.jobs import certificates as proofs

    codes = {0}
    with output.stream() as stream:
        for folder in folders:
            try:
                names = list(proofs.names(folder))
            except (InputError, OSError) as error:
                complain(str(error))
                codes.add(2)
                continue
            found = proofs.check_all(folder, names, jobs)
            for checked in output.tracked(found, "checking", len(names)):
                if isinstance(checked, str):
                    complain(checked)
                    codes.add(2)
                    continue
                codes.add(1 if checked.reason else 0)
                if output.as_json:
                    emit(stream, to_json(_row(checked)))
                else:
                    verdict = f"rejected: {checked.reason}" if checked.reason else "holds"
                    emit(stream, f"{' '.join(checked.puzzle.split())}\t{verdict}")
    return exit_code(codes)


def _replay(kind_name: str, names: tuple[str, ...], moves: str | None, output: Output) -> int:
    """Replay answers; the exit code."""
    from cpstudy.jobs.path_answers import certified, tally
    from cpstudy.puzzles import kind as kind_of

    kind = kind_of(kind_name)
    if kind.space is None:
        raise click.UsageError(f"{kind.name} has no moves to replay")
    codes = {0}
    with output.stream([name for name in names if name != "-"]) as stream:
        for place, puzzle, text in _answers(kind, names, moves):
            if isinstance(puzzle, InputError):
                complain(f"{place}: {puzzle}")
                codes.add(2)
                continue
            reason, answer = "", ""
            try:
                answer = certified(kind, puzzle, text)
            except InputError as error:
                reason = str(error)
            codes.add(1 if reason else 0)
            if output.as_json:
                row = {"puzzle": puzzle.encode(), "kind": kind.name, "holds": not reason}
                told = {"answer": answer or None, "tally": tally(kind, answer)}
                emit(stream, to_json({**row, "reason": reason, **told}))
                continue
            counted = ", ".join(f"{n} {what}" for what, n in tally(kind, answer).items())
            held = f"holds: {counted}" if counted else "holds"
            emit(stream, f"{puzzle.encode()}\t{f'rejected: {reason}' if reason else held}")
    return exit_code(codes)


def _answers(
    kind: Kind, names: tuple[str, ...], moves: str | None
) -> Iterator[tuple[str, Any, str]]:
    """By place, a puzzle or a fault and its moves: of rows, or ``moves`` for every level."""
    from cpstudy.cli.inputs import read_answers, read_puzzles

    if moves is None:
        for place, answer in read_answers(kind, (), names):
            yield place, answer.puzzle, answer.moves
        return
    for name in names:
        given: tuple[tuple[str, ...], tuple[str, ...]] = ((), (name,))
        if name != "-" and not Path(name).exists():
            given = ((name,), ())
        for item in read_puzzles(kind, *given, None):
            yield item.place, item.puzzle, moves


def _row(checked: Checked) -> dict[str, object]:
    return {
        "puzzle": checked.puzzle,
        "name": checked.name,
        "holds": not checked.reason,
        "reason": checked.reason,
        "checkers": list(checked.checkers),
        "seconds": round(checked.seconds, 6),
    }
