"""From a document to its puzzles: which of a kind's formats it is in, and its readings.

A format recognises a document by what it is. Where none does, there is one complaint: what the
document looks most like, and where that breaks. Where several do, all of them read it: if their
puzzles differ, it is refused with their names. A list has a puzzle a line, each in any of the
kind's formats of one line; a line with two readings that differ is refused.

Cost: recognising looks at 64 KiB; documents that several formats recognise are read as often.
Limits: rivals of longer documents are compared on their first 64 KiB.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError, choose_from, shortened
from cpstudy.core.kind import Format, Kind
from cpstudy.core.text import field, read_hinted_list

# Of the lines of a list's head, one in so many is of a known format.
_KNOWN_LINES = 2


def readable(kind: Kind) -> dict[str, Format]:
    """The kind's formats that can be read."""
    return {name: form for name, form in kind.formats.items() if form.read is not None}


def check_format(kind: Kind, name: str | None) -> None:
    """Raise InputError where a kind cannot read a format of that name; None: it is detected."""
    names = readable(kind)
    if name is not None and name not in names:
        raise InputError(f"format {name!r}: {choose_from(name, names)} for {kind.name}")


def check_hints(kind: Kind, hints: Mapping[str, str]) -> None:
    """Raise InputError where no format of the kind asks for one of these."""
    known = {name for form in readable(kind).values() for name in form.hints}
    for name in hints:
        if name not in known:
            asked = f"only {', '.join(sorted(known))}" if known else "nothing of the kind"
            raise InputError(f"--{name}: a {kind.name} has {asked} to choose")


def items(kind: Kind, document: Document, format_name: str | None = None) -> Iterator[Item]:
    """The puzzles of a document, each fault in its place.

    format_name: one of :func:`readable`; None: it is recognised. A document that no format
    recognises, or several that differ, is one fault; one of blank lines has no puzzle.
    """
    try:
        form = readable(kind)[format_name] if format_name else recognised(kind, document)
        if document.binary and not form.binary:
            raise InputError(f"{document.binary}, not a file of {form.name}")
    except InputError as error:
        if document.binary or document.significant:
            yield Item(getattr(error, "line", 1), document.first, error)
        return
    assert form.read is not None
    yield from form.read(document)


def only(kind: Kind, text: str, hints: Mapping[str, str] | None = None) -> Any:
    """The one puzzle of a text. Raises InputError where it is faulty, none or several."""
    found = list(items(kind, Document.of(text, hints)))
    if len(found) == 1 and not isinstance(found[0].puzzle, InputError):
        return found[0].puzzle
    for item in found:
        if isinstance(item.puzzle, InputError):
            where = f"line {item.line}: " if item.line > 1 else ""
            raise InputError(f"{where}{item.puzzle}")
    raise InputError(f"{len(found)} puzzles, expected one" if found else "no puzzle in it")


def recognised(kind: Kind, document: Document) -> Format:
    """The format that a document is in; a list is called by the formats of its lines.

    Raises InputError, perhaps with a ``line``, where none or several with different puzzles are
    possible.
    """
    forms = readable(kind).values()
    if document.binary:
        found = [form for form in forms if form.binary and _sees(form, document)]
        if not found:
            raise InputError(f"{document.binary}: {kind.name} reads no such files")
    else:
        found = [form for form in forms if not form.binary and _sees(form, document)]
        if (lines := _list_of(kind, document)) is not None:
            found.insert(0, lines)
    if not found:
        raise _unknown(kind, document)
    if len(found) == 1 or not (document.whole or document.binary):
        return found[0]
    return _one_of(found, document)


def _sees(form: Format, document: Document) -> bool:
    return form.recognises is not None and form.recognises(document)


# -- lists ---------------------------------------------------------------------------------------


def _list_of(kind: Kind, document: Document) -> Format | None:
    """The list that a document is, None where it is none."""
    forms = [form for form in readable(kind).values() if form.decode is not None]
    fields = [field(line) for line in document.significant]
    claims = {
        form.name: sum(_claims(form, text, document.hints) for text in fields) for form in forms
    }
    if not fields or _KNOWN_LINES * sum(claims.values()) < len(fields):
        return None
    names = [name for name, lines in claims.items() if lines]
    return Format(
        f"list of {', '.join(names)}" if len(fields) > 1 else names[0],
        "", partial(_read_list, forms),
    )  # fmt: skip


def _claims(form: Format, text: str, hints: Mapping[str, str]) -> bool:
    if form.claims is not None:
        return form.claims(text)
    try:
        _decoded(form, text, hints)
    except InputError:
        return False
    return True


def _decoded(form: Format, text: str, hints: Mapping[str, str]) -> tuple[Any, Mapping[str, str]]:
    """The puzzle of a line, and what is known of it. Raises InputError."""
    assert form.decode is not None
    return form.decode_with(text, hints) if form.decode_with else (form.decode(text), {})


def _read_list(forms: list[Format], document: Document) -> Iterator[Item]:
    return read_hinted_list(document, partial(_line, forms, document.hints))


def _line(
    forms: list[Format], hints: Mapping[str, str], text: str
) -> tuple[Any, Mapping[str, str]]:
    """The puzzle of a line by those formats whose line it may be. Raises InputError."""
    readings: dict[str, Any] = {}
    known: list[Mapping[str, str]] = []
    fault: InputError | None = None
    for form in forms:
        if len(forms) == 1 or form.claims is None or form.claims(text):
            try:
                readings[form.name], about = _decoded(form, text, hints)
                known.append(about)
            except InputError as error:
                # What is said of a line of a known look is more to the point.
                fault = error if fault is None or form.claims is not None else fault
    if not readings:
        raise fault or InputError(f"{shortened(text)} is no puzzle")
    _check_same(readings)
    return next(iter(readings.values())), known[0]


# -- rivals, and what nobody knows ---------------------------------------------------------------


def _one_of(found: list[Format], document: Document) -> Format:
    """The format of several that read the same. Raises InputError where they differ."""
    readings = {form.name: _puzzles(form, document) for form in found}
    good = {name: puzzles for name, puzzles in readings.items() if puzzles is not None}
    if not good:  # the one that comes furthest has the best complaint
        return max(found, key=lambda form: _reach(form, document))
    _check_same(good)
    return next(form for form in found if form.name in good)


def _check_same(readings: Mapping[str, Any]) -> None:
    first, *others = readings
    for name in others:
        if readings[name] != readings[first]:
            raise InputError(
                f"read as {first} and as {name} these are different puzzles: say which by --format"
            )


def _puzzles(form: Format, document: Document) -> list[Any] | None:
    """What a format reads, None where it finds a fault or nothing."""
    assert form.read is not None
    found = [item.puzzle for item in form.read(document)]
    return None if not found or any(isinstance(one, InputError) for one in found) else found


def _reach(form: Format, document: Document) -> int:
    """The line of the first fault."""
    assert form.read is not None
    faults = (item.line for item in form.read(document) if isinstance(item.puzzle, InputError))
    return next(faults, 0)


def _unknown(kind: Kind, document: Document) -> LineError:
    """What a document that no format recognises looks most like, and where that breaks."""
    text = kind.formats["text"]
    head = Document(document.head, hints=document.hints)
    if len(document.significant) > 1:
        forms = [form for form in readable(kind).values() if not form.binary]
        nearest = max(forms, key=lambda form: _reach(form, head))
    else:
        nearest = text
    assert nearest.read is not None
    faults = (item for item in nearest.read(head) if isinstance(item.puzzle, InputError))
    item = next(faults, Item(1, "", InputError("no puzzle in it")))
    if len(document.significant) <= 1:
        return LineError(item.line, str(item.puzzle))
    names = ", ".join(readable(kind))
    return LineError(item.line, f"no known format ({names}); read as {nearest.name}: {item.puzzle}")
