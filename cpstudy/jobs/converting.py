"""Puzzles as files of other formats, and as pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget
from cpstudy.core.solving import Request, Solver
from cpstudy.core.text import NoBoardError
from cpstudy.plot.pictures import rendered
from cpstudy.plot.style import FORMATS

PICTURES = FORMATS

# Languages of models (encode/interchange.py, which is loaded on use), by the solver that has it.
_LANGUAGES = {"cpsat": "cpsat", "dimacs": "sat", "smtlib": "sat", "minizinc": "sat"}


def targets(kind: Kind) -> list[str]:
    """The formats that a kind is written in, pictures last."""
    writable = [name for name, form in kind.formats.items() if form.write is not None]
    writable += [kind.space.notation.name] if kind.space and kind.space.notation else []
    drawn = kind.pictures is not None and kind.pictures.drawing is not None
    return [*writable, *models(kind), *(PICTURES if drawn else ())]


def models(kind: Kind) -> list[str]:
    """The languages of :mod:`cpstudy.encode.interchange` beside the formats of the kind itself.

    What is written is the model of the kind's first solver of that name.
    """
    return [
        name
        for name in _LANGUAGES
        if _row(kind, name) is not None
        and (name not in kind.formats or kind.formats[name].write is None)
    ]


def _row(kind: Kind, language: str) -> Solver | None:
    """The solver whose model a language takes, None where the kind has none."""
    wanted = _LANGUAGES[language]
    return next((row for name, row in kind.solvers.items() if name.split(":")[0] == wanted), None)


def _handed_over(puzzle: Any, solver: Solver, answer: list[int] | None = None) -> tuple[Any, Any]:
    """The model that a solver's row makes of a puzzle; what it makes of the model's answer.

    Raises NotApplicable where the row settles the puzzle before there is a model.
    """

    from cpstudy.encode.sessions import standing_in

    with standing_in(answer) as outside:
        found = solver.function(puzzle, Request(Budget(), 1), **solver.arguments)
    if outside.model is None:
        raise NotApplicable(f"there is no model: {solver.name} settles this without one")
    return outside.model, found


def writer(kind: Kind, target: str) -> Callable[[Any], bytes]:
    """The function from a puzzle to one of the :func:`targets`; it raises InputError where that
    cannot say what the puzzle is.
    """
    if target in kind.formats:
        write = kind.formats[target].write
        assert write is not None

        def formatted(puzzle: Any) -> bytes:
            data: str | bytes = write(puzzle)
            return data if isinstance(data, bytes) else data.encode()

        return formatted
    if target in models(kind):
        return lambda puzzle: _model_text(kind, puzzle, target).encode()
    assert kind.pictures is not None
    draw = kind.pictures.drawing
    assert draw is not None
    return lambda puzzle: rendered(draw(puzzle, ()), target)


def is_answer(kind: Kind, target: str) -> bool:
    """Whether this is how players write the moves of an answer, not a format of puzzles."""
    return (
        kind.space is not None
        and kind.space.notation is not None
        and (kind.space.notation.name == target)
    )


def writer_of_all(
    kind: Kind, target: str
) -> Callable[[list[tuple[Mapping[str, str], Any]]], bytes] | None:
    """The function from pairs (what is known of it, puzzle) to a file of them all; None where such
    a file is no more than the files of each puzzle one after another.
    """
    form = kind.formats.get(target)
    if form is None or form.write_all is None:
        return None
    write = form.write_all
    return lambda pairs: write(pairs).encode()


def _model_text(kind: Kind, puzzle: Any, language: str) -> str:
    from cpstudy.encode.interchange import LANGUAGES

    solver = _row(kind, language)
    assert solver is not None
    model, _ = _handed_over(puzzle, solver)
    comment = f"{kind.name} {puzzle.encode()}: the model of solver {solver.name}"
    return LANGUAGES[language].write(model, comment)


def _model_reader(kind: Kind, language: str) -> Callable[[Any, str], Any]:
    """From a puzzle and the answer to its model, the solution by the solver's own code."""
    from cpstudy.encode.interchange import LANGUAGES

    solver = _row(kind, language)
    assert solver is not None

    def read(puzzle: Any, text: str) -> Any:
        model, _ = _handed_over(puzzle, solver)
        _, found = _handed_over(puzzle, solver, LANGUAGES[language].read(model, text))
        if not found.solutions:
            raise InputError(
                f"answer: none to the model of solver {solver.name}, or one that breaks a rule for "
                "which that solver adds to its model during the search"
            )
        return found.solutions[0]

    return read


def holds_many(kind: Kind, target: str) -> bool:
    """Whether a file of this format holds any number of puzzles: no picture and no formula does."""
    return target in kind.formats and kind.formats[target].read is not None


def reads_answers(kind: Kind) -> bool:
    """Whether a program's answer to one of the kind's models gives a puzzle back."""
    return bool(_answer_readers(kind))


def answered(kind: Kind, puzzle: Any, answer: str) -> tuple[Any, str]:
    """The puzzle :func:`solved` as a program's answer says, and why it is not ("": it is).

    Raises InputError as :func:`solution_in`.
    """
    solution, reason = solution_in(kind, puzzle, answer)
    return solved(puzzle, solution), reason


def solution_in(kind: Kind, puzzle: Any, answer: str) -> tuple[Any, str]:
    """The solution that a program's answer says, and why that is none ("": it is one).

    The answer may be to any model that the kind writes: they look different. Raises InputError
    where it is to none, with what each misses.
    """
    missing = []
    for name, reader in _answer_readers(kind).items():
        try:
            solution = reader(puzzle, answer)
        except NoBoardError:
            raise
        except InputError as error:
            missing.append(f"{error} ({name})")
            continue
        return solution, puzzle.violation(solution)
    raise InputError("; ".join(missing))


def solved(puzzle: Any, solution: Any) -> Any:
    """The puzzle with its solution in it, where that is a puzzle too: turned tiles, all values.

    Raises InputError where it is not.
    """
    try:
        return type(puzzle).decode(puzzle.encode_solution(solution))
    except InputError:
        raise InputError(f"{puzzle.kind}: an answer is printed as --to text only") from None


def _answer_readers(kind: Kind) -> dict[str, Callable[[Any, str], Any]]:
    """By format: those of the kind's own, and of every language that its solvers' models have."""
    own = {form.name: form.read_assignment for form in kind.formats.values()}
    found = {name: reader for name, reader in own.items() if reader}
    others = [name for name in _LANGUAGES if name not in found and _row(kind, name) is not None]
    return found | {name: _model_reader(kind, name) for name in others}


def numbered(path: Path, number: int) -> Path:
    """The name of a picture in a series: ``board.png`` number 2 is ``board-2.png``."""
    return path.with_stem(f"{path.stem}-{number}")
