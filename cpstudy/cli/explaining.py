"""The output that ``explain``, ``hint``, ``mistake``, ``ambiguity`` and ``conflict`` share."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from cpstudy.cli import options
from cpstudy.cli.inputs import Inputs, only_first
from cpstudy.cli.output import UNDECIDED, Output, check_out
from cpstudy.cli.terminal import complain, print_picture
from cpstudy.core.documents import Located
from cpstudy.core.drawing import Drawing
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Explanation
from cpstudy.core.kind import Kind
from cpstudy.core.result import Stop
from cpstudy.core.text_pictures import TextPicture
from cpstudy.core.wording import counted


def line(puzzle: Any, words: str) -> str:
    """A puzzle's text form, a TAB, and words on it."""
    return f"{puzzle.encode()}\t{words}"


def row(puzzle: Any, **fields: Any) -> dict[str, Any]:
    """A row for ``--json``: a puzzle's text form, its kind, and fields."""
    return {"puzzle": puzzle.encode(), "kind": puzzle.kind, **fields}


def open_code(place: str, explained: Explanation) -> int:
    """The exit code: 0, or 3 with a line on standard error if a budget ended the deduction."""
    if explained.stop is Stop.DONE:
        return 0
    steps = counted(len(explained.steps), "step")
    complain(
        f"{place}: the budget ended it after {steps} (stopped: {explained.stop}): grade unknown"
    )
    return UNDECIDED


@dataclass(frozen=True)
class Pictures:
    """The destinations of a puzzle's pictures: the terminal, and a file."""

    draw: bool
    picture: Path | None

    def show(
        self,
        stream: TextIO,
        output: Output,
        text: Callable[[], TextPicture | None],
        drawing: Callable[[], Drawing | None],
    ) -> None:
        """Print and write the pictures. Raises InputError if the kind has no such picture."""
        if self.draw and not output.as_json:
            print_picture(stream, _there(text()))
        if self.picture is not None:
            from cpstudy.core.files import write_whole
            from cpstudy.plot.pictures import rendered

            image = rendered(_there(drawing()), self.picture.suffix.lstrip("."))
            write_whole(self.picture, image)

    def show_solution(
        self,
        stream: TextIO,
        output: Output,
        kind: Kind,
        explanation: Explanation,
        step: tuple[int, int] | None = None,
    ) -> None:
        """Show the solution of a deduction; step: the file shows the knowledge after it."""
        solutions = () if explanation.solution is None else (explanation.solution,)
        ways = kind.pictures

        def drawing() -> Drawing | None:
            if step is not None:
                from cpstudy.jobs.printing.films import known_after

                return known_after(kind, explanation, *step)
            return ways.drawing(explanation.puzzle, solutions) if ways and ways.drawing else None

        def text() -> TextPicture | None:
            return ways.text(explanation.puzzle, solutions) if ways else None

        self.show(stream, output, text, drawing)


def _there(picture: Any) -> Any:
    if picture is None:
        raise InputError("the kind has no such picture")
    return picture


def only_one(inputs: Inputs, *files: Path | None) -> Iterator[Located]:
    """The puzzles; if a file is written, all after the first are faults."""
    written = [file for file in files if file is not None]
    items = inputs.puzzles()
    for file in written:
        check_out(file, inputs.files)
    return only_first(items, "a second puzzle: a file holds one") if written else items


def pictures(what: str) -> Callable[[options.F], options.F]:
    """The options for pictures. what: their content."""
    same = f"Draw {what} of one puzzle as FILE.svg or FILE.png."
    return options.record(
        "pictures",
        Pictures,
        options.flag("--draw", f"Draw {what}."),
        options.file("--picture", same, ".svg", ".png"),
    )
