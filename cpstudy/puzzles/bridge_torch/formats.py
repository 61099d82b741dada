"""Files of bridge and torch beside the text form.

*Words*: walking times with commas or spaces, and ``limit 17`` or ``capacity 3`` behind them (also
``within``, ``at most``, ``at a time``). *Cases*: numbers alone, as contests give them (UVa 10037):
how many puzzles, then for each how many people, and their times; or one puzzle without the first
number. Blank lines mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.documents import Document, Item
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
_NUMBERS = re.compile(r"[0-9]{1,9}(?:\s+[0-9]{1,9})*")


def claims_words(line: str) -> bool:
    """Whether a line is of times and words."""
    return _WORDS.fullmatch(line) is not None or (
        ", " in line and re.fullmatch(_TIMES, line) is not None
    )


def decode_words(line: str) -> BridgeTorch:
    """The puzzle of times and words. Raises InputError."""
    match = _WORDS.fullmatch(line)
    if match is None and claims_words(line):
        return BridgeTorch(tuple(map(int, re.split(r"[,\s]+", line.strip()))))
    if match is None:
        raise InputError(f"expected times, then limit N or capacity N, got {shortened(line)}")
    times = tuple(map(int, re.split(r"[,\s]+", match["times"].strip())))
    limits = [found for found in (match["limit"], match["later"]) if found]
    names = ("capacity", "many", "room", "more")
    capacities = [found for found in (match[name] for name in names) if found]
    if max(len(limits), len(capacities)) > 1:
        raise InputError("a limit or a capacity is there twice")
    limit = int(limits[0]) if limits else None
    return BridgeTorch(times, limit, int(capacities[0]) if capacities else USUAL)


def recognises_cases(document: Document) -> bool:
    """Whether a document is lines of numbers, the first of one number."""
    lines = document.significant
    return (
        len(lines) > 1
        and lines[0].isdigit()
        and all(_NUMBERS.fullmatch(line) is not None for line in lines)
    )


def read_cases(lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of a contest's file."""
    numbers = [
        (place, word)
        for place, line in enumerate(lines, 1)
        if not line.lstrip().startswith("#")
        for word in line.split()
    ]
    try:
        cases = _cases(numbers)
    except InputError as error:
        yield Item(getattr(error, "line", 1), "", error)
        return
    for place, times in cases:
        yield Item(place, times, decoded(times, BridgeTorch.decode))


def _cases(numbers: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Where each puzzle begins, and its text form. Raises InputError."""
    for place, word in numbers:
        if re.fullmatch("[0-9]{1,9}", word) is None:
            raise LineError(place, f"{shortened(word)} is not a number")
    if not numbers:
        raise InputError("no numbers")
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
        raise LineError(numbers[at][0], f"numbers behind the {values[0]} puzzles announced")
    return found
