"""Puzzles as files of other formats, and as pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cpstudy.core.kind import Kind
from cpstudy.core.solving import load
from cpstudy.core.text import NoBoardError
from cpstudy.plot.pictures import FORMATS, rendered

PICTURES = FORMATS


def targets(kind: Kind) -> list[str]:
    """The formats that a kind is written in, pictures last."""
    writable = [name for name, form in kind.formats.items() if form.write is not None]
    writable += [kind.space.notation.name] if kind.space and kind.space.notation else []
    drawn = kind.pictures is not None and kind.pictures.drawing is not None
    return [*writable, *(PICTURES if drawn else ())]


def writer(kind: Kind, target: str) -> Callable[[Any], bytes]:
    """The function from a puzzle to one of the :func:`targets`; it raises ValueError where that
    cannot say what the puzzle is.
    """
    if target in kind.formats:
        write = load(str(kind.formats[target].write))

        def formatted(puzzle: Any) -> bytes:
            data: str | bytes = write(puzzle)
            return data if isinstance(data, bytes) else data.encode()

        return formatted
    assert kind.pictures is not None
    draw = load(str(kind.pictures.drawing))
    return lambda puzzle: rendered(draw(puzzle), target)


def is_answer(kind: Kind, target: str) -> bool:
    """Whether this is no format of puzzles but how players write the moves of an answer."""
    return (
        kind.space is not None
        and kind.space.notation is not None
        and (kind.space.notation.name == target)
    )


def writer_of_all(kind: Kind, target: str) -> Callable[[list[tuple[str, Any]]], bytes] | None:
    """The function from pairs of title and puzzle to a file of them all; None where such a file is
    no more than the files of each puzzle one after another.
    """
    form = kind.formats.get(target)
    if form is None or form.write_all is None:
        return None
    write: Callable[[list[tuple[str, Any]]], str] = load(form.write_all)
    return lambda pairs: write(pairs).encode()


def holds_many(kind: Kind, target: str) -> bool:
    """Whether a file of this format holds any number of puzzles: no picture and no formula does."""
    return target in kind.formats and kind.formats[target].read is not None


def reads_answers(kind: Kind) -> bool:
    """Whether a program's answer to one of the kind's models gives a puzzle back."""
    return bool(_answer_readers(kind))


def answered(kind: Kind, puzzle: Any, answer: str) -> tuple[Any, str]:
    """The puzzle turned as a program's answer says, and why that is no solution ("": it is one).

    The answer may be to any model that the kind writes: they look different. Raises ValueError
    where it is to none, with what each misses.
    """
    missing = []
    for name, reader in _answer_readers(kind).items():
        try:
            solution = load(reader)(puzzle, answer)
        except NoBoardError:
            raise
        except ValueError as error:
            missing.append(f"{error} ({name})")
            continue
        return type(puzzle).decode(puzzle.encode_solution(solution)), puzzle.why_not(solution)
    raise ValueError("; ".join(missing))


def _answer_readers(kind: Kind) -> dict[str, str]:
    formats = kind.formats.values()
    return {form.name: form.read_assignment for form in formats if form.read_assignment}


def numbered(path: Path, number: int) -> Path:
    """The name of a picture in a series: ``board.png`` number 2 is ``board-2.png``."""
    return path.with_stem(f"{path.stem}-{number}")
