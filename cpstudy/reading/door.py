"""From a document to its puzzles: detect its format and read it.

Each format recognises its documents. If none does, there is one complaint: the format that the
document resembles most, and its first fault. If several do, all of them read it; if their puzzles
differ, it is refused with their names. A list has one puzzle a line, each in any of the kind's line
formats; a line with two different readings is refused.

Cost: recognition examines 64 KiB; a document that several formats recognise is read by each.
Limits: readings of longer documents are compared on their first 64 KiB.
"""

import io
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from cpstudy.core.deferred_imports import resolve
from cpstudy.core.documents import Document, Item, Located, Section, spelled
from cpstudy.core.errors import InputError, UnknownFormat, choose_from, shortened
from cpstudy.core.kind import Format, Kind
from cpstudy.core.text import COMMENTS, field, read_list
from cpstudy.reading import records
from cpstudy.reading.naming import check
from cpstudy.reading.peeling import peeled
from cpstudy.reading.text_type import text_type

# In a list's head, at least one line in this number has a known format.
_KNOWN_LINES = 2
# A file whose first puzzles, this many, are all faulty is reported as one fault.
_MOST_FAULTS = 10
# Part of the complaint about a document of an unknown format.
_NO_FORMAT = "no known format"
# The maximum length of a complaint, and the maximum number of format names in it.
_LONGEST, _MOST_NAMES = 160, 8


def readable(kind: Kind) -> dict[str, Format]:
    """The kind's formats that can be read."""
    return {name: form for name, form in kind.formats.items() if form.read is not None}


def check_format(kind: Kind, name: str | None) -> None:
    """Raise InputError if a kind cannot read a format of that name; None: it is detected."""
    names = readable(kind)
    if name is not None and name not in names:
        raise InputError(f"format {name!r}: {choose_from(name, names)} for {kind.name}")


def check_hints(kind: Kind, hints: Mapping[str, str]) -> None:
    """Raise InputError if no format of the kind uses one of these hints."""
    known = {name for form in readable(kind).values() for name in form.hints}
    for name in hints:
        if name not in known:
            choices = f"only {', '.join(sorted(known))}" if known else "nothing of the kind"
            raise InputError(f"{spelled(name)}: {kind.name} has {choices} to choose")


def items(kind: Kind, document: Document, format_name: str | None = None) -> Iterator[Item]:
    """The puzzles of a document, each fault in its place.

    format_name: one of :func:`readable`; None: it is detected. A document that no format
    recognises, or several with different puzzles, is one fault; one of blank lines has no puzzle.
    """
    yield from as_it_stands(kind, opened_up(kind, document, format_name), format_name)


def opened_up(kind: Kind, document: Document, format_name: str | None = None) -> Document:
    """The document, or its content (:mod:`.peeling`) if it has no puzzle as it stands.

    Faults of lists and of formats with a syntax remain, and so do faults that ask for an option.
    """
    if format_name or document.binary or not document.whole:
        return document
    try:
        form = recognised(kind, document)
    except UnknownFormat:
        pass
    except InputError:  # several formats with different puzzles
        return document
    else:
        if form.decode is not None or form.has_syntax:
            return document
        if any(_is_settled(item.puzzle) for item in as_it_stands(kind, document, None)):
            return document
    for inner in peeled(document):
        found = list(as_it_stands(kind, inner, None))
        if found and not any(isinstance(item.puzzle, InputError) for item in found):
            return inner
    return document


def _is_settled(puzzle: Any) -> bool:
    """Whether this is a puzzle, or a fault that asks a question or for an option."""
    return not isinstance(puzzle, InputError) or re.search(r" --|\?( |$)", str(puzzle)) is not None


def as_it_stands(kind: Kind, document: Document, format_name: str | None) -> Iterator[Item]:
    """The puzzles of a document as it stands."""
    try:
        check(document, kind.name)
        form = readable(kind)[format_name] if format_name else recognised(kind, document)
        if document.binary and not form.binary:
            raise InputError(f"{document.binary}, not a file of {form.name}")
        _check_obeyed(document, form)
    except InputError as error:
        if document.binary or document.significant:
            yield Item(getattr(error, "line", 1), document.first, error)
        return
    assert form.read is not None
    listed = form.decode is not None or form.recognises is None
    yield from form.read(document) if listed else _first_fault_only(form.read(document))


def _check_obeyed(document: Document, form: Format) -> None:
    """Raise InputError for hints of the user that the document's format does not use."""
    for name in document.hints.keys() - form.hints.keys():
        raise InputError(
            f"{spelled(name)}: there is nothing to choose in a document of format {form.name}"
        )


def _first_fault_only(items: Iterator[Item]) -> Iterator[Item]:
    """The puzzles of a file; one complaint if all, or the first ones, are faulty."""
    faults: list[Item] = []
    for item in items:
        if isinstance(item.puzzle, InputError) and len(faults) < _MOST_FAULTS:
            faults.append(item)
            if len(faults) == _MOST_FAULTS:
                yield _one_for_all(faults, f"none of the first {_MOST_FAULTS} is a puzzle")
                return
            continue
        yield from faults
        yield item
        break
    else:
        if len(faults) > 1:
            faults = [_one_for_all(faults, f"none of its {len(faults)} puzzles can be read")]
        yield from faults
    yield from items


def _one_for_all(faults: list[Item], words: str) -> Item:
    """One fault that represents several."""
    first = faults[0]
    return replace(first, puzzle=InputError(f"{_shorter(str(first.puzzle), _LONGEST)}; {words}"))


def stretches(
    kind: Kind, document: Document, shown: str, format_name: str | None, size: Callable[[], int]
) -> Iterator[Section] | None:
    """Cut a list into stretches, to be read elsewhere; None if the document is not a list.

    size: returns the number of lines of the next one.
    """
    try:
        form = readable(kind)[format_name] if format_name else recognised(kind, document)
    except InputError:
        return None
    if form.decode is None or document.hints:
        return None
    return _cut(document, shown, (format_name,) if format_name else line_formats(kind), size)


def _cut(
    document: Document, shown: str, formats: tuple[str, ...], size: Callable[[], int]
) -> Iterator[Section]:
    lines = iter(document)
    first = 1
    while stretch := [*itertools.islice(lines, size())]:
        yield Section(shown, first, "".join(stretch), formats)
        first += len(stretch)


def read_stretch(kind: Kind, stretch: Section) -> Iterator[Located]:
    """The puzzles of some lines of a list."""
    lines = io.StringIO(stretch.text)
    for item in read_list(lines, decoder(kind, stretch.formats)):
        place = f"{stretch.shown}:{stretch.first + item.line - 1}"
        yield Located(place, item.puzzle, title=item.title, about=item.about)


def only(kind: Kind, text: str, hints: Mapping[str, str] | None = None) -> Any:
    """The only puzzle of a text. Raises InputError if it is faulty, or not exactly one."""
    found = list(items(kind, Document.of(text, hints)))
    if len(found) == 1 and not isinstance(found[0].puzzle, InputError):
        return found[0].puzzle
    for item in found:
        if isinstance(item.puzzle, InputError):
            where = f"line {item.line}: " if item.line > 1 else ""
            raise InputError(f"{where}{item.puzzle}")
    raise InputError(f"{len(found)} puzzles, expected one" if found else "no puzzle in it")


def recognised(kind: Kind, document: Document) -> Format:
    """The format of a document; a list is named by the formats of its lines.

    Raises InputError, perhaps with a ``line``, if no format is possible, or several are that read
    different puzzles.
    """
    forms = readable(kind).values()
    if not document.binary and not document.hints and records.are_rows(document):
        read = partial(records.read_rows, kind.name, resolve(kind.puzzle).decode)
        return Format("records", "", read, has_syntax=True)
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
    if len(found) == 1:
        return found[0]
    if document.whole or document.binary:
        return _one_of(found, document)
    return _one_of_head(found, document)


def _sees(form: Format, document: Document) -> bool:
    return form.recognises is not None and form.recognises(document)


# -- lists ---------------------------------------------------------------------------------------


def _list_of(kind: Kind, document: Document) -> Format | None:
    """The document as a list; None if it is not one."""
    hints = document.hints
    forms = _obeying([kind.formats[name] for name in line_formats(kind)], hints)
    lines = (line for line in document.significant if not line.startswith(COMMENTS))
    # A single character before a TAB is a cell of a row.
    fields = ["" if line[1:2] == "\t" else field(line) for line in lines]
    claims = {form.name: sum(_claims(form, hints, text) for text in fields) for form in forms}
    if not fields or _KNOWN_LINES * sum(claims.values()) < len(fields):
        return None
    names = [name for name, lines in claims.items() if lines]
    decode = decoder(kind, line_formats(kind), hints)
    return Format(
        f"list of {', '.join(names)}" if len(fields) > 1 else names[0],
        "", partial(_read_lines, decode), decode=decode,
        hints={name: help for form in forms for name, help in form.hints.items()},
    )  # fmt: skip


def _read_lines(decode: Callable[[str], Any], document: Iterable[str]) -> Iterator[Item]:
    return read_list(document, decode)


def line_formats(kind: Kind) -> tuple[str, ...]:
    """The kind's formats with one puzzle a line."""
    return tuple(name for name, form in readable(kind).items() if form.decode is not None)


def decoder(
    kind: Kind, names: Iterable[str], hints: Mapping[str, str] | None = None
) -> Callable[[str], Any]:
    """A function from a line to its puzzle, or an Item, using the formats that claim the line.

    It raises InputError.
    """
    forms = _obeying([kind.formats[name] for name in names], hints or {})
    alone = forms[0] if len(forms) == 1 else None
    if alone is not None and alone.name == "text" and not alone.hints:
        # For most lists, avoid a look-up in the record for each line.
        decode: Callable[[str], Any] = resolve(kind.puzzle).decode
        return decode
    return partial(_line, forms, hints or {})


def _obeying(forms: list[Format], hints: Mapping[str, str]) -> list[Format]:
    """The formats that accept the user's hints, if any do; else all."""
    return [form for form in forms if hints and hints.keys() <= form.hints.keys()] or forms


def _claims(form: Format, hints: Mapping[str, str], text: str) -> bool:
    assert form.decode is not None
    hinted = bool(hints) and bool(form.hints)
    if form.claims is not None and (form.claims(text) or not hinted):
        return form.claims(text)
    try:
        _decoded(form, hints, text)
    except InputError:
        return False
    return True


def _decoded(form: Format, hints: Mapping[str, str], text: str) -> Any:
    """The puzzle of a line, or an Item. Raises InputError."""
    assert form.decode is not None
    return form.decode(text, hints) if form.hints else form.decode(text)


def _line(forms: list[Format], hints: Mapping[str, str], text: str) -> Any:
    """The puzzle of a line, by the formats that accept it. Raises InputError."""
    readings: dict[str, Any] = {}
    fault: InputError | None = None
    for form in forms:
        if len(forms) == 1 or form.claims is None or form.claims(text):
            try:
                readings[form.name] = _decoded(form, hints, text)
            except InputError as error:
                # The complaint of a format that claims the line is more precise.
                fault = error if fault is None or form.claims is not None else fault
    if not readings and fault is None and forms[0].name == "text":
        return _decoded(forms[0], hints, text)  # raises its complaint
    if not readings:
        raise fault or InputError(f"{shortened(text)} is not a puzzle")
    puzzles = {name: one.puzzle if isinstance(one, Item) else one for name, one in readings.items()}
    _check_same(puzzles)
    return next(iter(readings.values()))


# -- several formats, and unknown ones -----------------------------------------------------------


def _one_of(formats: list[Format], document: Document) -> Format:
    """One of several formats that read the same puzzles. Raises InputError if these differ."""
    readings = {form.name: _puzzles(form, document) for form in formats}
    good = {name: puzzles for name, puzzles in readings.items() if puzzles is not None}
    if not good:  # the format with the latest first fault has the best complaint
        return max(formats, key=lambda form: _reach(form, document))
    _check_same(good)
    return next(form for form in formats if form.name in good)


def _one_of_head(formats: list[Format], document: Document) -> Format:
    """As :func:`_one_of` for a long document, comparing its head without the last puzzle.

    That puzzle may be cut off. Raises InputError if there are none to compare.
    """
    head = Document(document.head, encoding=document.encoding, hints=document.hints)
    readings = {}
    for form in formats:
        assert form.read is not None
        puzzles = [item.puzzle for item in form.read(head)][:-1]
        if puzzles and not isinstance(puzzles[0], InputError):
            readings[form.name] = puzzles
    if not readings:
        names = " and as ".join(form.name for form in formats)
        raise InputError(f"it can be read as {names}: say which by --format")
    size = min(map(len, readings.values()))
    _check_same({name: puzzles[:size] for name, puzzles in readings.items()})
    return next(form for form in formats if form.name in readings)


def _check_same(readings: Mapping[str, Any]) -> None:
    first, *others = readings
    for name in others:
        if readings[name] != readings[first]:
            raise InputError(
                f"read as {first} and as {name} these are different puzzles: say which by --format"
            )


def _puzzles(form: Format, document: Document) -> list[Any] | None:
    """The puzzles that a format reads; None if there is a fault, or no puzzle."""
    assert form.read is not None
    found = [item.puzzle for item in form.read(document)]
    return None if not found or any(isinstance(one, InputError) for one in found) else found


def _reach(form: Format, document: Document) -> int:
    """The line of the first fault; 0 without a fault."""
    assert form.read is not None
    faults = (item.line for item in form.read(document) if isinstance(item.puzzle, InputError))
    return next(faults, 0)


def _unknown(kind: Kind, document: Document) -> UnknownFormat:
    """The complaint about an unknown format: the most similar one, and its first fault."""
    lined = [kind.formats[name] for name in ("text", *line_formats(kind))]
    text = _obeying(lined, document.hints)[0]
    head, guess = Document(document.head, hints=document.hints), text_type(document)
    if len(document.significant) > 1:
        forms = [form for form in readable(kind).values() if not form.binary]
        forms = [form for form in forms if form.name != "records" or "JSON" in guess]
        # Among formats with equally late faults, the rows of a board give the best complaint.
        nearest = max(forms, key=lambda form: (_reach(form, head), form.name == "grid"))
    else:
        nearest = text
    assert nearest.read is not None
    faults = (item for item in nearest.read(head) if isinstance(item.puzzle, InputError))
    item = next(faults, Item(1, "", InputError("no puzzle in it")))
    if len(document.significant) <= 1 and not guess:
        words = _shorter(str(item.puzzle), _LONGEST)
        return UnknownFormat(item.line, words, document.first)
    names = list(readable(kind))
    shown = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
    words = f"{f'{guess}, ' if guess else ''}{_NO_FORMAT} ({shown}); read as {nearest.name}: "
    words += _shorter(str(item.puzzle), max(_LONGEST - len(words), 60))
    return UnknownFormat(item.line, words, document.first)


def _shorter(words: str, most: int) -> str:
    """A message, cut to a maximum length."""
    return words if len(words) <= most else words[: most - 2] + " …"
