"""``cpstudy convert``: between a kind's formats, and to pictures."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, BinaryIO, TextIO, TypeVar

import click

from cpstudy.cli import completing, options, values
from cpstudy.cli.inputs import Attempt, Inputs, read_answers
from cpstudy.cli.output import Output, check_out, each
from cpstudy.cli.terminal import complain
from cpstudy.cli.what import print_contents
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError, meant
from cpstudy.core.kind import Kind

T = TypeVar("T", bound=Located)


@options.verb()
@options.puzzles
@options.named("--to target", "text, svg, png, …", completing.written_formats, metavar="FORMAT")
@options.flag(
    "--what", "Print what files or puzzles are: kind, format, how many, titles; nothing is written."
)
@options.as_json
@click.option(
    "--from-assignment",
    "assignment",
    type=click.File("r", errors="backslashreplace", lazy=True),
    metavar="FILE",
    help="Read the solution from a program's answer to the model; - is stdin.",
)
@click.option(
    "--sheet",
    "sheet_size",
    type=values.size,
    metavar="WxH",
    help="All puzzles on one sheet of so many millimetres: --to svg, png or pdf.",
)
@options.out
@options.quiet
def convert(
    inputs: Inputs, target: str | None, what: bool, as_json: bool, assignment: IO[str] | None,
    sheet_size: tuple[int, int] | None, out: str | None, quiet: bool,
) -> int:  # fmt: skip
    """Write puzzles in another format, or as pictures.

    A board is drawn as it lies; a solution has the same notation, so 'cpstudy solve … | cpstudy
    convert -f - --to svg' draws it solved. Several puzzles make a numbered series of pictures:
    '--out board.png' writes board-1.png, board-2.png and so on, by their place in the input. With
    --sheet they lie side by side on one, as they are printed: '--sheet 210x297 --to pdf' is A4.

    What 'explore' prints becomes one answer a line by --to lurd (Sokoban) or --to keys (Bloxorz),
    each replayed by the rules first.

    --to dimacs, smtlib, minizinc and cpsat write models for programs outside, of every kind that is
    solved by SAT or CP-SAT. What such a program answers gives the solution back, checked by the
    rules: 'cpstudy convert PUZZLE --from-assignment ANSWER --to text'. The formula for Pipes says,
    where the board lies solved, that there is a second solution.

    'cpstudy convert FILE --what' says what was recognised, of all kinds where --puzzle names none:
    a line for each file or argument, and each kind. An argument may be the name of a file.
    """
    if what:
        with _lines(out, inputs) as stream:
            return print_contents(inputs, stream, as_json)
    if target is None:
        raise click.UsageError("Missing option '--to' (or --what).")
    return _convert(inputs, target, assignment, sheet_size, out)


def _lines(out: str | None, inputs: Inputs) -> AbstractContextManager[TextIO]:
    return Output(as_json=False, out=out, quiet=True).stream((*inputs.texts, *inputs.files))


def _convert(
    inputs: Inputs, target: str, assignment: IO[str] | None, sheet_size: tuple[int, int] | None,
    out: str | None,
) -> int:  # fmt: skip
    """Write the puzzles in the format ``target``; the exit code."""
    from cpstudy.jobs import converting

    kind = inputs.kind
    items = inputs.puzzles()
    if sheet_size is not None and assignment is None:
        return _sheet(inputs, items, target, sheet_size, out)
    if target not in converting.targets(kind):
        names = converting.targets(kind)
        known = f"choose from {', '.join(names)} for {kind.name}{meant(target, names)}"
        raise click.UsageError(f"format {target!r}: {known}")
    if target == "png" and out is None and sys.stdout.isatty():
        raise click.UsageError("a PNG does not belong on a terminal: use --out FILE")
    if assignment is not None and not converting.reads_answers(kind):
        raise click.UsageError(f"{kind.name} reads no assignments")
    check_out(out, inputs.files)
    if converting.is_answer(kind, target) and assignment is None:
        attempts = read_answers(kind, inputs.texts, inputs.files)
        return _stream(attempts, lambda item: _certified(kind, item), out, None)
    write = converting.writer(kind, target)

    def converted(item: Located) -> bytes:
        puzzle: Any = item.puzzle
        if assignment is not None:
            solution, reason = converting.solution_in(kind, puzzle, assignment.read())
            if reason:
                complain(f"{item.place}: not a solution: {reason}")
            if target == "text":
                return f"{puzzle.encode_solution(solution)}\n".encode()
            puzzle = converting.solved(puzzle, solution)
        return write(puzzle)

    if target in converting.PICTURES and out is not None and assignment is None:
        return _pictures(items, converted, out, inputs.files)
    write_all = converting.writer_of_all(kind, target)
    if write_all is not None and assignment is None:
        return _collection(items, write_all, out)
    one_only = assignment is not None or not converting.holds_many(kind, target)
    return _stream(items, converted, out, target if one_only else None)


def _sheet(
    inputs: Inputs, items: Iterator[Located], target: str, size: tuple[int, int], out: str | None
) -> int:
    """All puzzles on one sheet; nothing is written where one is none."""
    from cpstudy.jobs.printing import sheets

    if target not in sheets.FORMATS:
        raise click.UsageError(f"--sheet: --to {', '.join(sheets.FORMATS)}, not {target!r}")
    if target != "svg" and out is None and sys.stdout.isatty():
        raise click.UsageError(f"a {target.upper()} does not belong on a terminal: use --out FILE")
    check_out(out, inputs.files)
    located = list(items)
    code = each(located, lambda item: 0)
    if code == 0:
        laid = sheets.sheet(inputs.kind, [item.puzzle for item in located], size[1], size[0])
        data = sheets.written(laid, target)
        with _opened(out) as file:
            file.write(data)
    return code


def _pictures(
    items: Iterator[Located],
    converted: Callable[[Located], bytes],
    out: str,
    inputs: Iterable[str],
) -> int:
    """Each puzzle a file: the only one ``out``, several numbered by their places."""
    from cpstudy.core.files import write_whole
    from cpstudy.jobs.converting import numbered

    first = list(itertools.islice(items, 2))

    def write(item: Located) -> int:
        path = numbered(Path(out), item.number or 1) if len(first) > 1 else Path(out)
        check_out(path, inputs)
        write_whole(path, converted(item))
        return 0

    counted = enumerate(itertools.chain(first, items), 1)
    return each((replace(item, number=number) for number, item in counted), write)


def _stream(
    items: Iterable[T], converted: Callable[[T], bytes], out: str | None, one: str | None
) -> int:
    """All puzzles one after another; where ``one`` names a format that holds one, the first."""
    opened: list[BinaryIO] = []
    with contextlib.ExitStack() as stack:

        def write(item: T) -> int:
            if opened and one is not None:
                raise InputError(f"a second puzzle: one {one} output holds one")
            data = converted(item)
            if not opened:
                opened.append(stack.enter_context(_opened(out)))
            opened[0].write(data)
            return 0

        return each(items, write)


def _collection(
    items: Iterable[Located],
    write_all: Callable[[list[tuple[Mapping[str, str], Any]]], bytes],
    out: str | None,
) -> int:
    """All puzzles as one file with their titles; a single one without a title is just itself."""
    pairs: list[tuple[Mapping[str, str], Any]] = []

    def keep(item: Located) -> int:
        pair = {"title": item.title or "", **item.about}, item.puzzle
        write_all([pair])  # what this format cannot say is a fault of the puzzle
        pairs.append(pair)
        return 0

    code = each(items, keep)
    if pairs:
        with _opened(out) as file:
            file.write(write_all(pairs))
    return code


def _certified(kind: Kind, item: Attempt) -> bytes:
    """What ``explore`` printed, as players write it, replayed."""
    from cpstudy.jobs.path_answers import certified

    return f"{certified(kind, item.puzzle, item.moves)}\n".encode()


@contextlib.contextmanager
def _opened(out: str | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that is there when all of it is written."""
    from cpstudy.core.files import replacing

    if out in (None, "-"):
        yield sys.stdout.buffer
    else:
        with replacing(Path(str(out))) as place, place.open("wb") as file:
            yield file
