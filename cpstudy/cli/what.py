"""``cpstudy convert --what``: descriptions of documents, one line each."""

import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, TextIO

import click

from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import BAD_INPUT
from cpstudy.cli.terminal import complain, emit
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.core.wording import counted
from cpstudy.reading.door import check_format, check_hints
from cpstudy.reading.opening import opened, read_bytes
from cpstudy.reading.what import Content, Opening, contents

# The maximum length of a fact about a puzzle on a line.
_LONGEST = 40
# The maximum number of titles on a line.
_TITLES = 3


def print_contents(inputs: Inputs, stream: TextIO, as_json: bool) -> int:
    """Print a line, or a row, for each document and each kind that finds puzzles in it.

    Returns the exit code. All kinds are tried if the command line names none.
    """
    if not inputs.given:
        raise click.UsageError("no document: give files or puzzles")
    from cpstudy.puzzles import kind, kinds

    named = click.get_current_context().get_parameter_source("kind_name")
    given = named is not None and named is not click.core.ParameterSource.DEFAULT
    candidates = [inputs.kind] if given else [kind(name) for name in kinds()]
    if given:
        try:
            check_format(candidates[0], inputs.format_name)
            check_hints(candidates[0], inputs.hints)
        except InputError as error:
            raise click.UsageError(str(error)) from None
    elif inputs.format_name is not None:
        candidates = [one for one in candidates if inputs.format_name in one.formats]
    code = 0
    for place, opening in _documents(inputs):
        try:
            for content in contents(candidates, opening, inputs.format_name):
                emit(stream, _row(place, content) if as_json else _line(place, content))
                code = BAD_INPUT if content.faults else code
        except InputError as error:
            line = getattr(error, "line", None)
            complain(f"{place}{'' if line is None else f':{line}'}: {error}")
            code = BAD_INPUT
        except OSError as error:
            complain(f"{place}: {error.strerror or 'cannot be read'}")
            code = BAD_INPUT
    return code


def _documents(inputs: Inputs) -> Iterator[tuple[str, Opening]]:
    """Arguments, then files, each with a function that opens it again."""
    for number, text in enumerate(inputs.texts, 1):
        yield f"argument {number}", partial(_argument, text, inputs.hints)
    for name in inputs.files:
        if name == "-":
            data = sys.stdin.buffer.read()
            yield "stdin", partial(_bytes, data, inputs.hints)
        else:
            yield name, partial(opened, name, inputs.hints)


def _argument(text: str, hints: Mapping[str, str]) -> AbstractContextManager[Document]:
    return nullcontext(Document.of(text, hints))


def _bytes(data: bytes, hints: Mapping[str, str]) -> AbstractContextManager[Document]:
    return nullcontext(read_bytes(io.BytesIO(data), hints))


def _row(place: str, content: Content) -> dict[str, Any]:
    return {
        "place": place,
        "kind": content.kind,
        "format": content.format,
        "encoding": content.encoding,
        "puzzles": content.puzzles,
        "faults": content.faults,
        "titles": content.titles,
        "about": dict(content.about),
        **({"read_as": "; ".join(content.read_as)} if content.read_as else {}),
    }


def _line(place: str, content: Content) -> str:
    words = [content.kind, content.format]
    if content.encoding not in ("utf-8", "utf-8-sig", "binary"):
        words.append(content.encoding)
    words.append(counted(content.puzzles, "puzzle"))
    if content.faults:
        words.append(counted(content.faults, "fault"))
    words += _titles(content.titles)
    words += [f"{key} {_brief(value)}" for key, value in content.about.items()]
    line = f"{place}: {', '.join(words)}"
    return f"{line}; read as: {'; '.join(content.read_as)}" if content.read_as else line


def _brief(value: str) -> str:
    """A value on one line, cut if it is long."""
    text = " ".join(value.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2]} …"


def _titles(titles: Iterable[str]) -> Iterator[str]:
    (*shown,) = titles
    yield from (f'"{title}"' for title in shown[:_TITLES])
    if len(shown) > _TITLES:
        yield "…"
