"""Files of bridge and torch other than the text form.

*Words*: walking times separated by commas or spaces, followed by ``limit 17`` or ``capacity 3``
(also ``within``, ``at most``, ``at a time``); brackets, and ``min`` after each time, are accepted.
*Cases*: only numbers, as in contests (UVa 10037): the number of puzzles, then for each the number
of people and their times; or one puzzle without the first number. Blank lines are ignored. Lines of
several times are one puzzle each if they cannot be such cases. Ambiguous files are refused, and so
are times whose first number may be the number of times that follow; ``--reading numbers=times`` or
``cases`` decides.
"""

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.documents import Document, Item, hint_of, with_fault
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.core.text import decoded
from cpstudy.puzzles.bridge_torch.puzzle import USUAL, BridgeTorch

_TIMES = r"[0-9]{1,9}(?:(?:\s*,\s*|\s+)[0-9]{1,9})*"
_LIMIT = r"(?:limit|within|time)\s*[:=]?\s*(?P<limit>[0-9]{1,9})(?:\s*min\w*)?"
_CAPACITY = r"(?:capacity\s*[:=]?\s*(?P<capacity>[0-9]{1,4})|(?P<many>[0-9]{1,4}) at a time)"
_WORDS = re.compile(
    rf"(?P<times>{_TIMES})(?:\s*[,;]?\s*(?:{_LIMIT}|{_CAPACITY}))"
    rf"(?:\s*[,;]?\s*(?:{_LIMIT.replace('limit>', 'later>')}|"
    rf"{_CAPACITY.replace('capacity>', 'room>').replace('many>', 'more>')}))?",
    re.IGNORECASE,
)
_TEXT = re.compile(r"[0-9]{1,9}(?:\s*,\s*[0-9]{1,9})*(?:/\s*[0-9]*)?(?:\s*:.*)?")
_AROUND = re.compile(
    r"[\[\](){}]|(?<=[0-9])\s*m(?:in(?:ute)?s?\.?)?\b|^\s*times?\s*[:=]", re.IGNORECASE
)
_NUMBERS = re.compile(r"[0-9]{1,9}(?:\s+[0-9]{1,9})*")


def claims_text(line: str) -> bool:
    """Whether a line looks like a text form; a number alone belongs to cases."""
    return not line.isdigit() and _TEXT.fullmatch(line) is not None


def claims_words(line: str) -> bool:
    """Whether a line contains times and words, or times separated by commas."""
    plain = _plain(line)
    return _WORDS.fullmatch(plain) is not None or (
        "," in line and re.fullmatch(_TIMES, plain) is not None
    )


def _plain(line: str) -> str:
    """A line without brackets and units."""
    return _AROUND.sub("", line).strip()


def decode_words(line: str) -> BridgeTorch:
    """The puzzle of times and words. Raises InputError."""
    plain = _plain(line)
    match = _WORDS.fullmatch(plain)
    if match is None and claims_words(line):
        return BridgeTorch(tuple(map(int, re.split(r"[,\s]+", plain))))
    if match is None:
        raise InputError(f"expected times, then limit N or capacity N, got {shortened(line)}")
    times = tuple(map(int, re.split(r"[,\s]+", match["times"].strip())))
    limits = [found for found in (match["limit"], match["later"]) if found]
    names = ("capacity", "many", "room", "more")
    capacities = [found for found in (match[name] for name in names) if found]
    if max(len(limits), len(capacities)) > 1:
        raise InputError("a limit or a capacity is given twice")
    limit = int(limits[0]) if limits else None
    return BridgeTorch(times, limit, int(capacities[0]) if capacities else USUAL)


def recognises_cases(document: Document) -> bool:
    """Whether a document consists of lines of numbers separated by spaces."""
    lines = document.significant
    return bool(lines) and all(_NUMBERS.fullmatch(line) is not None for line in lines)


@with_fault
def read_cases(lines: Iterable[str]) -> Iterator[Item]:
    """Read the puzzles of a contest's file, or of lines of times."""
    texts = [(place, line.strip()) for place, line in enumerate(lines, 1)]
    texts = [(place, text) for place, text in texts if not text.startswith("#")]
    for place, times in _puzzles(texts, hint_of(lines, "numbers", ("cases", "times"))):
        yield Item(place, times, decoded(times, BridgeTorch.decode))


def _puzzles(texts: list[tuple[int, str]], chosen: str | None) -> list[tuple[int, str]]:
    """The first line of each puzzle, and its text form. Raises InputError."""
    rows = [(place, text.split()) for place, text in texts if text]
    numbers = [(place, word) for place, words in rows for word in words]
    for place, word in numbers:
        if re.fullmatch("[0-9]{1,9}", word) is None:
            raise LineError(place, f"{shortened(word)} is not a number")
    if not numbers:
        raise InputError("no numbers")
    several = [len(words) > 1 for _, words in rows]
    as_times = [(place, ",".join(words)) for place, words in rows]
    if not any(several):
        as_times = [(rows[0][0], ",".join(word for _, word in numbers))]
    if chosen == "times" or len(numbers) == 1:
        return as_times
    if chosen == "cases" or any(several) > all(several):
        return _cases(numbers)
    alone = not any(several)
    parted = any(not text for _, text in texts[:-1])
    if alone and parted:
        return _cases(numbers)
    if alone or len(rows) > 1 or _may_be_counted(rows):
        _refuse_rivals(rows, numbers, alone)
    return as_times


def _may_be_counted(rows: list[tuple[int, list[str]]]) -> bool:
    """Whether the first number of a line may count the rest of the line, or the next line."""
    lengths = [len(words) for _, words in rows]
    first = [int(words[0]) for _, words in rows]
    return any(
        number in (length - 1, following)
        for number, length, following in zip(first, lengths, [*lengths[1:], 0], strict=True)
    )


def _refuse_rivals(
    rows: list[tuple[int, list[str]]], numbers: list[tuple[int, str]], alone: bool
) -> None:
    """Raise InputError if the numbers may be cases or times."""
    if not _may_be_counted(rows) and not alone:
        try:
            _cases(numbers)
        except InputError:
            return
    raise InputError(
        "the first numbers may be times, or the numbers of puzzles and people: choose --reading "
        "numbers=times or numbers=cases"
    )


def _cases(numbers: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The first line of each puzzle of *cases*, and its text form. Raises InputError."""
    values = [int(word) for _, word in numbers]
    if values[0] == len(values) - 1:
        return [(numbers[0][0], ",".join(map(str, values[1:])))]
    found, at = [], 1
    for number in range(1, values[0] + 1):
        end = at + 1 + values[at] if at < len(values) else len(values) + 1
        if end > len(values):
            raise LineError(numbers[-1][0], f"puzzle {number} of {values[0]} is not complete")
        found.append((numbers[at][0], ",".join(map(str, values[at + 1 : end]))))
        at = end
    if at < len(values):
        raise LineError(numbers[at][0], f"numbers after the {values[0]} announced puzzles")
    return found
