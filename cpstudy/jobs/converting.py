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
    """The formats in which a kind can be written, pictures last."""
    writable = [name for name, form in kind.formats.items() if form.write is not None]
    writable += [kind.space.notation.name] if kind.space and kind.space.notation else []
    drawn = kind.pictures is not None and kind.pictures.drawing is not None
    return [*writable, *languages(kind), *(PICTURES if drawn else ())]


def writer(
    kind: Kind, target: str, solver: str | None = None, *, second: bool = False
) -> Callable[[Any], bytes]:
    """The function from a puzzle to one of the :func:`targets`.

    The function raises InputError if the target cannot express the puzzle. solver: whose model is
    written; second: the question for a second solution. Raises InputError if these do not fit the
    target.
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
    """Whether the target is the players' notation of an answer's moves, not a puzzle format."""
    return (
        kind.space is not None
        and kind.space.notation is not None
        and (kind.space.notation.name == target)
    )


def writer_of_all(
    kind: Kind, target: str
) -> Callable[[list[tuple[Mapping[str, str], Any]]], bytes] | None:
    """The function from pairs (facts, puzzle) to one file of all puzzles.

    None if such a file is only the files of the puzzles joined.
    """
    form = kind.formats.get(target)
    if form is None or form.write_all is None:
        return None
    write = form.write_all
    return lambda pairs: write(pairs).encode()


def holds_many(kind: Kind, target: str) -> bool:
    """Whether a file of this format holds any number of puzzles; pictures and formulas do not."""
    return target in kind.formats and kind.formats[target].read is not None


def solution_in(kind: Kind, puzzle: Any, answer: str, solver: str | None = None) -> tuple[Any, str]:
    """The solution in a program's answer, and "" or the reason why it is not a solution.

    The answer may be to any model that the kind writes, or to that of ``solver``: each has its own
    form. Raises InputError if it answers none of them; the message says what each reader misses.
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
    """The puzzle with its solution in it, if that is a puzzle too: turned tiles, all values.

    Raises InputError if it is not.
    """
    try:
        return type(puzzle).decode(puzzle.encode_solution(solution))
    except InputError:
        raise InputError(f"{puzzle.kind}: an answer is printed as --to text only") from None


def numbered(path: Path, number: int) -> Path:
    """The name of a picture in a series: ``board.png`` number 2 is ``board-2.png``."""
    return path.with_stem(f"{path.stem}-{number}")
