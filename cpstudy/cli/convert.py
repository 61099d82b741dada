"""``cpstudy convert``: between a kind's formats, and to pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import IO, TYPE_CHECKING, Any, cast

import click

from cpstudy.cli import options
from cpstudy.cli.output import check_out

if TYPE_CHECKING:
    from cpstudy.core.drawing import Drawing

_PICTURES = ("svg", "png")


@click.command()
@options.inputs
@click.option("--to", "target", required=True, metavar="FORMAT", help="text, svg, png, …")
@click.option(
    "--from-assignment",
    "assignment",
    type=click.File("r", errors="backslashreplace", lazy=True),
    metavar="FILE",
    help="Turn the tiles as a SAT solver's answer to --to dimacs says; - is stdin.",
)
@options.out
def convert(
    texts: tuple[str, ...],
    files: tuple[str, ...],
    format_name: str | None,
    kind_name: str,
    target: str,
    assignment: IO[str] | None,
    out: str | None,
) -> int:
    """Write puzzles in another format, or one puzzle as a picture.

    A board is drawn as it lies; a solution has the same notation, so 'cpstudy solve … | cpstudy
    convert -f - --to svg' draws it solved.

    'cpstudy convert PUZZLE --to dimacs' writes a formula that says, where the board lies solved,
    that there is a second solution, else that there is one. Any SAT solver's answer with "v" lines
    gives the board back: 'cpstudy convert PUZZLE --from-assignment ANSWER --to text'.
    """
    from cpstudy import puzzles
    from cpstudy.cli.inputs import need_puzzles, read_puzzles
    from cpstudy.cli.output import complain
    from cpstudy.core.solving import load

    kind = puzzles.kind(kind_name)
    need_puzzles(texts, files)
    writable = [name for name, form in kind.formats.items() if form.write is not None]
    drawing = kind.pictures and kind.pictures.drawing
    pictures = _PICTURES if drawing else ()
    if target not in (*writable, *pictures):
        raise click.UsageError(
            f"format {target!r}: choose from {', '.join((*writable, *pictures))} for {kind.name}"
        )

    if target == "png" and out is None and sys.stdout.isatty():
        raise click.UsageError("a PNG does not belong on a terminal: use --out FILE")
    write: Callable[[Any], str | bytes]
    if target in pictures:
        write = partial(_picture, load(str(drawing)), target)
    else:
        write = load(str(kind.formats[target].write))

    reading = (form.read_assignment for form in kind.formats.values())
    read_assignment = next(filter(None, reading), None)
    if assignment is not None and read_assignment is None:
        raise click.UsageError(f"{kind.name} reads no assignments")
    check_out(out, files)
    code = 0
    written = 0
    # A picture holds one puzzle, and so does a formula.
    one_only = target in pictures or kind.formats[target].read is None or assignment is not None
    with click.open_file(out or "-", "wb", lazy=True) as file:
        for item in read_puzzles(kind, texts, files, format_name):
            try:
                if isinstance(item.puzzle, ValueError):
                    raise item.puzzle
                if written and one_only:
                    raise ValueError(f"a second puzzle: one {target} output holds one")
                puzzle: Any = item.puzzle
                if assignment is not None:
                    solution = load(str(read_assignment))(puzzle, assignment.read())
                    reason = puzzle.why_not(solution)
                    if reason:
                        complain(f"{item.place}: not a solution: {reason}")
                    puzzle = type(puzzle).decode(puzzle.encode_solution(solution))
                data = write(puzzle)
            except ValueError as error:
                complain(f"{item.place}: {error}")
                code = 2
            else:
                cast(IO[bytes], file).write(data if isinstance(data, bytes) else data.encode())
                written += 1
    return code


def _picture(draw: Callable[[Any], Drawing], file_format: str, puzzle: Any) -> bytes:
    from cpstudy.plot.boards import figure
    from cpstudy.plot.saving import rendered

    return rendered(figure(draw(puzzle)), file_format)
