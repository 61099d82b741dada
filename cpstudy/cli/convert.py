"""``cpstudy convert``: between a kind's formats, and to pictures."""

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple, TextIO, TypeVar

import click

from cpstudy.cli import completing, options, values
from cpstudy.cli.inputs import Attempt, Drawn, Inputs, read_answers
from cpstudy.cli.output import Output, check_out, each
from cpstudy.cli.terminal import complain
from cpstudy.cli.what import print_contents
from cpstudy.core import labels
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError, meant
from cpstudy.core.kind import Kind

T = TypeVar("T", bound=Located)


@options.verb()
@options.puzzles
@options.named("--to target", "text, svg, png, …", completing.written_formats, metavar="FORMAT")
@options.flag("--what", "Only print what the input is: kind, format, number of puzzles, titles.")
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
    help="All puzzles on one sheet, in millimetres: --to svg, png or pdf.",
)
@options.named(
    "--solver solver_name",
    "The solver whose model is written or answered (default: the first that can).",
    completing.solvers,
)
@options.flag("--second", "Forbid a known solution in the model: is there a second one?")
@options.folder("--set folder", "Write a model of each puzzle into FOLDER, with an index.")
@options.folder("--answers", "Check the answers FOLDER/NAME.answer to a set.")
@options.drawn("write the models of generated ones")
@options.seed
@options.seconds
@options.out
@options.quiet
def convert(
    inputs: Inputs, target: str | None, what: bool, as_json: bool, assignment: IO[str] | None,
    sheet_size: tuple[int, int] | None, solver_name: str | None, second: bool, folder: Path | None,
    answers: Path | None, drawn: Drawn, seed: int, seconds: float | None, out: str | None,
    quiet: bool,
) -> int:  # fmt: skip
    """Write puzzles in another format, or as pictures.

    A board is drawn in its current position. A solution has the same notation, so 'cpstudy solve …
    | cpstudy convert -f - --to svg' draws it solved. Several puzzles make a numbered series of
    pictures: '--out board.png' writes board-1.png, board-2.png and so on, by their place in the
    input. --sheet prints them side by side on one sheet: '--sheet 210x297 --to pdf' is A4.

    --to lurd (Sokoban) and --to keys (Bloxorz) turn the output of 'explore' into one answer per
    line, each replayed by the rules first.

    --to dimacs, opb, smtlib, minizinc, flatzinc, xcsp3 and cpsat write the model of --solver
    (default: the first that states its whole model) for external programs. --second forbids a known
    solution, which asks for a second one. 'cpstudy convert PUZZLE --from-assignment ANSWER --to
    text' reads the program's answer back and checks it against the rules. --set FOLDER writes one
    file per given or generated puzzle; index.csv and index.json describe them. 'cpstudy convert
    --set FOLDER --answers FOLDER' checks the answers to all of them (exit code 1: one is wrong).

    'cpstudy convert FILE --what' prints what was recognised, one line per file or argument and
    kind; without --puzzle it tries all kinds. An argument may be the name of a file.
    """
    if what:
        with _lines(out, inputs) as stream:
            return print_contents(inputs, stream, as_json)
    if folder is not None and answers is not None:
        with _lines(out, inputs) as stream:
            return _print_answers(folder, answers, stream)
    if target is None:
        raise click.UsageError("Missing option '--to' (or --what).")
    model = Model(solver_name, second)
    if folder is not None:
        return _set(inputs, target, model, folder, drawn, seed, seconds)
    return _convert(inputs, target, model, assignment, sheet_size, out)


class Model(NamedTuple):
    """The model to write. solver: a row's name, or None. second: ask for a second solution."""

    solver: str | None
    second: bool


def _set(
    inputs: Inputs, target: str, wanted: Model, folder: Path, drawn: Drawn, seed: int,
    seconds: float | None,
) -> int:  # fmt: skip
    """Write an instance set of the puzzles; of generated ones if none is given."""
    from cpstudy.core.errors import choose_from
    from cpstudy.jobs.instance_sets import InstanceSet
    from cpstudy.jobs.models import Question, languages

    kind = inputs.kind
    if target not in languages(kind):
        raise click.UsageError(f"--set: {target!r}: {choose_from(target, languages(kind))}")
    folder.mkdir(parents=True, exist_ok=True)
    made = InstanceSet(folder, kind, Question(target, *wanted, seed))
    if seconds is not None:
        made.seconds = seconds
    items = inputs.puzzles() if inputs.given else drawn.sample(kind, seed).puzzles()

    def write(item: Located) -> int:
        made.add(item)
        return 0

    code = each(items, write)
    made.write_index()
    return code


def _print_answers(folder: Path, answers: Path, stream: TextIO) -> int:
    """Print each answer to a set on a line: name, outcome, solution. Returns 1 if one is wrong."""
    from cpstudy.jobs.instance_sets import answers_of

    wrong = False
    for read in answers_of(folder, answers):
        stream.write("\t".join(filter(None, (read.name, read.outcome, read.solution))) + "\n")
        wrong |= read.is_wrong
    return int(wrong)


def _lines(out: str | None, inputs: Inputs) -> AbstractContextManager[TextIO]:
    return Output(as_json=False, out=out, quiet=True).stream((*inputs.texts, *inputs.files))


def _convert(
    inputs: Inputs, target: str, model: Model, assignment: IO[str] | None,
    sheet_size: tuple[int, int] | None, out: str | None,
) -> int:  # fmt: skip
    """Write the puzzles in the format ``target``; return the exit code."""
    from cpstudy.jobs import converting
    from cpstudy.jobs.models import languages

    kind = inputs.kind
    items = inputs.puzzles()
    if sheet_size is not None and assignment is None:
        return _sheet(inputs, items, target, sheet_size, out)
    if target not in converting.targets(kind):
        names = converting.targets(kind)
        known = f"choose from {', '.join(names)} for {kind.name}{meant(target, names)}"
        raise click.UsageError(f"format {target!r}: {known}")
    if target == "png" and out is None and sys.stdout.isatty():
        raise click.UsageError("a terminal cannot show a PNG: use --out FILE")
    if assignment is not None and not languages(kind):
        raise click.UsageError(f"{kind.name} reads no assignments")
    check_out(out, inputs.files)
    if converting.is_answer(kind, target) and assignment is None:
        attempts = read_answers(kind, inputs.texts, inputs.files)
        return _stream(attempts, lambda item: _certified(kind, item), out, None)
    named = model if assignment is None else Model(None, False)
    write = converting.writer(kind, target, named.solver, second=named.second)

    def converted(item: Located) -> bytes:
        puzzle: Any = item.puzzle
        if assignment is not None:
            try:
                text = assignment.read()
                solution, reason = converting.solution_in(kind, puzzle, text, model.solver)
            except InputError as error:
                raise InputError(f"{assignment.name}: {error}") from None
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
    """Write all puzzles on one sheet; nothing if one of them is faulty."""
    from cpstudy.jobs.printing import sheets

    if target not in sheets.FORMATS:
        raise click.UsageError(f"--sheet: --to {', '.join(sheets.FORMATS)}, not {target!r}")
    if target != "svg" and out is None and sys.stdout.isatty():
        raise click.UsageError(f"a terminal cannot show {target.upper()}: use --out FILE")
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
    items: Iterator[Located], converted: Callable[[Located], bytes], out: str, inputs: Iterable[str]
) -> int:
    """Write each puzzle to a file: a single one to ``out``, several numbered by their places."""
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
    """Write all puzzles one after another; if ``one`` names a format of one puzzle, the first."""
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
    """Write all puzzles as one file with their titles; a single untitled one as it is."""
    pairs: list[tuple[Mapping[str, str], Any]] = []

    def keep(item: Located) -> int:
        pair = {"title": item.title or "", **labels.described(item.about)}, item.puzzle
        write_all([pair])  # a puzzle that the format cannot express is a fault
        pairs.append(pair)
        return 0

    code = each(items, keep)
    if pairs:
        with _opened(out) as file:
            file.write(write_all(pairs))
    return code


def _certified(kind: Kind, item: Attempt) -> bytes:
    """An answer that ``explore`` printed, replayed, in the players' notation."""
    from cpstudy.jobs.path_answers import certified

    return f"{certified(kind, item.puzzle, item.moves)}\n".encode()


@contextlib.contextmanager
def _opened(out: str | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that appears only when it is completely written."""
    from cpstudy.core.files import replacing

    if out in (None, "-"):
        yield sys.stdout.buffer
    else:
        with replacing(Path(str(out))) as place, place.open("wb") as file:
            yield file
