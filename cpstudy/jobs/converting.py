"""Puzzles as files of other formats, and as pictures."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind
from cpstudy.core.text import NoBoardError
from cpstudy.encode.interchange import LANGUAGES, ForeignAnswerError
from cpstudy.jobs.models import Question, languages, model, solution_of
from cpstudy.plot.pictures import rendered
from cpstudy.plot.style import FORMATS

PICTURES = FORMATS


def targets(kind: Kind) -> list[str]:
    """The formats that a kind is written in, pictures last."""
    writable = [name for name, form in kind.formats.items() if form.write is not None]
    writable += [kind.space.notation.name] if kind.space and kind.space.notation else []
    drawn = kind.pictures is not None and kind.pictures.drawing is not None
    return [*writable, *languages(kind), *(PICTURES if drawn else ())]


def writer(
    kind: Kind, target: str, solver: str | None = None, *, second: bool = False
) -> Callable[[Any], bytes]:
    """The function from a puzzle to one of the :func:`targets`; it raises InputError where that
    cannot say what the puzzle is.

    solver: whose model is written; second: the question for a second solution. Raises InputError
    where these do not go with the target.
    """
    if target in LANGUAGES:
        question = Question(target, solver, second)
        return lambda puzzle: model(kind, puzzle, question).text.encode()
    if solver is not None or second:
        raise InputError(f"{target!r} is not a language of models: {', '.join(languages(kind))}")
    if target in kind.formats:
        write = kind.formats[target].write
        assert write is not None

        def formatted(puzzle: Any) -> bytes:
            data: str | bytes = write(puzzle)
            return data if isinstance(data, bytes) else data.encode()

        return formatted
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


def holds_many(kind: Kind, target: str) -> bool:
    """Whether a file of this format holds any number of puzzles: no picture and no formula does."""
    return target in kind.formats and kind.formats[target].read is not None


def solution_in(kind: Kind, puzzle: Any, answer: str, solver: str | None = None) -> tuple[Any, str]:
    """The solution in a program's answer, and why it is not one ("": it is).

    The answer may be to any model that the kind writes, or that ``solver`` states: they look
    different. Raises InputError where it answers none of them, with what those miss that read it.
    """
    missing, signs = list[str](), dict[str, list[str]]()
    for name in languages(kind):
        try:
            solution = solution_of(kind, puzzle, Question(name, solver), answer)
        except NoBoardError:
            raise
        except ForeignAnswerError:
            signs.setdefault(LANGUAGES[name].sign[1], []).append(name)
            continue
        except InputError as error:
            missing.append(f"{error} ({name})")
            continue
        return solution, puzzle.violation(solution)
    none = "; ".join(f"no {words} ({', '.join(names)})" for words, names in signs.items())
    raise InputError("; ".join(missing) or f"answer: {none}")


def solved(puzzle: Any, solution: Any) -> Any:
    """The puzzle with its solution in it, where that is a puzzle too: turned tiles, all values.

    Raises InputError where it is not.
    """
    try:
        return type(puzzle).decode(puzzle.encode_solution(solution))
    except InputError:
        raise InputError(f"{puzzle.kind}: an answer is printed as --to text only") from None


def numbered(path: Path, number: int) -> Path:
    """The name of a picture in a series: ``board.png`` number 2 is ``board-2.png``."""
    return path.with_stem(f"{path.stem}-{number}")
