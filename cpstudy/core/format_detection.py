"""Files of puzzles: which format of a kind a file is in, and the puzzles in it, one at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from cpstudy.core.errors import InputError, meant
from cpstudy.core.kind import Format, Kind
from cpstudy.core.text import Item


def readable(kind: Kind) -> dict[str, Format]:
    """The kind's formats that can be read."""
    return {name: form for name, form in kind.formats.items() if form.read is not None}


def check_format(kind: Kind, name: str | None) -> None:
    """Raise InputError where a kind reads no format of that name; None is for whichever it is."""
    if name is not None and name not in readable(kind):
        names = readable(kind)
        told = f"choose from {', '.join(names)} for {kind.name}{meant(name, names)}"
        raise InputError(f"format {name!r}: {told}")


def items(kind: Kind, lines: Iterable[str], format_name: str | None = None) -> Iterator[Item]:
    """The puzzles of a file's lines, faults in their places.

    format_name: one of :func:`readable`; None: the one that the first significant line looks like.
    """
    head: list[str] = []
    source = iter(lines)
    for line in source:
        head.append(line)
        if line.strip() and not line.lstrip().startswith("#"):
            break
    if format_name is None:
        format_name = recognised(kind, head[-1] if head else "")
    read = kind.formats[format_name].read
    assert read is not None
    return read(itertools.chain(head, source))


def recognised(kind: Kind, line: str) -> str:
    """The format whose reader recognises a file by its first significant line, else ``text``."""
    for name, form in readable(kind).items():
        if form.recognises is not None and form.recognises(line):
            return name
    return "text"
