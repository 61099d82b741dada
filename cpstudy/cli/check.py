"""``cpstudy check``: proofs written by ``verify --proof``, and answers to puzzles of moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import options, values
from cpstudy.cli.inputs import Attempt, read_answers, read_puzzles
from cpstudy.cli.output import BAD_INPUT, NO, Output, exit_code
from cpstudy.cli.terminal import complain, emit
from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind

if TYPE_CHECKING:
    from cpstudy.jobs.certificates import Checked


@options.verb()
@click.argument(
    "folders",
    metavar="FOLDER|FILE...",
    nargs=-1,
    required=True,
    type=values.FilePath(path_type=Path, allow_dash=True),
)
@click.option(
    "--puzzle", "kind_name", type=values.kind_name, help="Replay answers to puzzles of this kind."
)
@click.option("--moves", metavar="MOVES", help="With --puzzle: the moves to replay on each puzzle.")
@options.jobs
@options.output
def check(
    folders: tuple[Path, ...], kind_name: str | None, moves: str | None, jobs: int | None,
    output: Output,
) -> int:  # fmt: skip
    """Check the proofs that 'cpstudy verify --proof FOLDER' and 'cpstudy count --proof' wrote.

    For a proof of uniqueness, each clause of the formula must follow from the puzzle's rules, the
    solution must satisfy them, and each step of the proof must hold; drat-trim and cake_lpr check
    it too if they are installed. For a proof of a count, each layer must hold all that follows by
    the rules from the states of the layer before it, and the ways must add up. One line each: the
    text form, a TAB, and 'holds' or 'rejected: REASON'.

    With --puzzle, answers of puzzles of moves are replayed by the rules. FILE holds the output of
    'cpstudy explore', text or JSON, or the text form, a TAB and the moves (Sokoban: LURD; Bloxorz:
    keys to press); - is standard input. With --moves, FILE is a level.

    Exit code 0: all hold; 1: one is rejected; 2: bad input.
    """
    if kind_name is not None:
        return _replay(kind_name, tuple(map(str, folders)), moves, output)
    from cpstudy.jobs import certificates as proofs

    codes = {0}
    with output.stream() as stream:
        for folder in folders:
            try:
                names = list(proofs.names(folder))
            except (InputError, OSError) as error:
                complain(str(error))
                codes.add(BAD_INPUT)
                continue
            found = proofs.check_all(folder, names, jobs)
            for checked in output.tracked(found, "checking", len(names)):
                if isinstance(checked, str):
                    complain(checked)
                    codes.add(BAD_INPUT)
                    continue
                codes.add(NO if checked.reason else 0)
                verdict = f"rejected: {checked.reason}" if checked.reason else "holds"
                line = f"{' '.join(checked.puzzle.split())}\t{verdict}"
                emit(stream, _row(checked) if output.as_json else line)
    return exit_code(codes)


def _row(checked: Checked) -> dict[str, object]:
    return {
        "puzzle": checked.puzzle,
        "name": checked.name,
        "holds": not checked.reason,
        "reason": checked.reason,
        "checkers": list(checked.checkers),
        "seconds": round(checked.seconds, 6),
    }


def _replay(kind_name: str, names: tuple[str, ...], moves: str | None, output: Output) -> int:
    """Replay answers; return the exit code."""
    from cpstudy.jobs.path_answers import certified, tally
    from cpstudy.puzzles import kind as kind_of

    kind = kind_of(kind_name)
    if kind.space is None:
        raise click.UsageError(f"{kind.name} has no moves to replay")

    def show(stream: TextIO, item: Attempt) -> int:
        reason, answer = "", ""
        try:
            answer = certified(kind, item.puzzle, item.moves)
        except InputError as error:
            reason = str(error)
        counts = tally(kind, answer)
        text = cast(Any, item.puzzle).encode()
        if output.as_json:
            row = {"puzzle": text, "kind": kind.name, "holds": not reason, "reason": reason}
            emit(stream, {**row, "answer": answer or None, "tally": counts})
        else:
            counted = ", ".join(f"{n} {what}" for what, n in counts.items())
            holds = f"holds: {counted}" if counted else "holds"
            emit(stream, f"{text}\t{f'rejected: {reason}' if reason else holds}")
        return NO if reason else 0

    files = [name for name in names if name != "-"]
    return output.each(_attempts(kind, names, moves), "replaying", show, files)


def _attempts(kind: Kind, names: tuple[str, ...], moves: str | None) -> Iterator[Attempt]:
    """The answers in files, or ``moves`` for every level."""
    if moves is None:
        yield from read_answers(kind, (), names)
        return
    for name in names:
        is_file = name == "-" or Path(name).exists()
        texts, files = ((), (name,)) if is_file else ((name,), ())
        for item in read_puzzles(kind, texts, files, None):
            yield Attempt(item.place, item.puzzle, moves=moves)
