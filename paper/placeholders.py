"""Numbers in texts, taken from the tables of experiments.

``{{table large_mazes_law | wilson | slope}}`` is a cell: the values in the first columns of its
row, then the heading of its column. There are three options. ``~`` in front adds the interval,
which is in the next column. ``: 2`` at the end sets the number of significant digits, also for the
interval. ``in %`` at the end prints a share as a percentage.
So ``{{~ table complete_map | ridge | largest exact median : 2}}`` is 9.2·10⁷ (2.8·10⁷ – ≥ 1.6·10⁸).
``{{# rows}}`` is a number about the whole collection; ``COUNTS`` lists these numbers. A place that
matches nothing is an error that quotes the place, so text and numbers cannot drift apart.

The caller decides how a number is linked to its row (``Link``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Collection = dict[str, Any]
Table = Sequence[Sequence[str]]

# (text, stem of the table's file, line in the file from 1) to the text with a link.
Link = Callable[[str, str, int], str]

_SMALLEST = 1e-12

# Integer parts of five or more digits, which are printed with separators; and powers of ten.
_LONG = re.compile(r"(?<![\w.,])\d{5,}(?=\.\d|[^\w.]|\.?$)")
_POWER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]\d+)\b")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:e[+-]\d+)?")

PLACE = re.compile(r"\{\{(.+?)\}\}", re.S)
_PLACE = re.compile(
    r"(?P<interval>~ *)?table (?P<names>[^{}]+?)(?P<percent> in %)?(?: : (?P<digits>\d))?"
)

# Numbers that are part of a name: tables, figures, sections, keys of references, sizes.
_NAMES = re.compile(
    r"\b\d+×\d+\b"
    r"|^## \w+$"
    r"|\b(?:[Tt]ables?|[Ff]igures?|[Ss]ections?|[Ee]xperiments?|hypothes[ei]s) "
    r"\d[\d.]*(?:(?: to | and |, )\d[\d.]*)*"
    r"|\b[A-Z][a-z]+(?:19|20)\d\d\b"
    r"|`[^`]*`"
    r"|\]\([^)]*\)"
    r"|^\[(?:figure|table) .*?::"
    r"|\b95 %",
    re.M | re.S,
)


def parts_of(found: Collection) -> list[Any]:
    """Return all parts of all items."""
    return [part for item in found["items"] for part in item["parts"]]


def _verdicts(verdict: str) -> Callable[[Collection], int]:
    return lambda found: sum(part["verdict"] == verdict for part in parts_of(found))


COUNTS: dict[str, Callable[[Collection], Any]] = {
    "items": lambda found: len(found["items"]),
    "reproduced": lambda found: sum(bool(item["parts"]) for item in found["items"]),
    "parts": lambda found: len(parts_of(found)),
    "cells": lambda found: sum(len(part["cells"]) for part in parts_of(found)),
    "judged": lambda found: sum(bool(part["verdict"]) for part in parts_of(found)),
    "equal": _verdicts("equal"),
    "differs": _verdicts("differs"),
    "rejected": _verdicts("rejected"),
    "not rejected": _verdicts("not rejected"),
    "tested": lambda found: sum(part["p"] is not None for part in parts_of(found)),
    "rejected alone": lambda found: _below(found, "p"),
    "rejected by Holm": lambda found: _below(found, "holm"),
    "rejected by Benjamini-Hochberg": lambda found: _below(found, "rate"),
    "experiments": lambda found: len(found["experiments"]),
    "rows": lambda found: f"{found['provenance']['rows']:,}",
    "seconds": lambda found: f"{found['provenance']['seconds']:,.0f}",
    "level": lambda found: f"{found['level']:.0%}".replace("%", " %"),
    "scale": lambda found: found["scale"],
}


def _below(found: Collection, name: str) -> int:
    values = (part.get(name) for part in parts_of(found))
    return sum(value is not None and value < found["level"] for value in values)


def filled(text: str, found: Collection, link: Link | None = None) -> str:
    """Return the text with its numbers. Raises ValueError for a place that matches nothing."""
    return PLACE.sub(lambda match: value(match[1], found, link), text)


def tables_of(found: Collection) -> Mapping[str, Table]:
    """Return all tables of the experiments, by the stem of their file."""
    return {name: table for one in found["experiments"] for name, table in one["tables"].items()}


def value(place: str, found: Collection, link: Link | None = None) -> str:
    """Return the text for one place. Raises ValueError if it matches nothing."""
    words = " ".join(place.split())
    if words.startswith("#"):
        name = words[1:].strip()
        if name not in COUNTS:
            raise ValueError(f"{{{{{words}}}}}: no number {name!r}")
        return str(COUNTS[name](found))
    match = _PLACE.fullmatch(words)
    if match is None:
        raise ValueError(f"{{{{{words}}}}}: no place")
    name, *names = (part.strip() for part in match["names"].split("|"))
    stem = f"{name}-{found['scale']}"
    table = tables_of(found).get(stem, [[]])
    line, column = _cell(words, stem, table, names)
    result = table[line][column]
    if match["interval"]:
        beside = _beside(words, table[0], column)
        spread = table[line][beside]
        result += f" ± {spread}" if table[0][beside].startswith("±") else f" ({spread})"
    if match["percent"]:
        result = _in_percent(result)
    if match["digits"]:
        result = rounded(result, int(match["digits"]))
    result = readable(result)
    return link(result, stem, line + 1) if link else result


def _cell(place: str, stem: str, table: Table, names: list[str]) -> tuple[int, int]:
    """Return line and column of a cell, from the first values of its row and its heading."""
    *begin, column = names or [""]
    lines = [place for place, row in enumerate(table) if place and [*row[: len(begin)]] == begin]
    if column not in table[0] or len(lines) != 1:
        raise ValueError(f"{{{{{place}}}}}: {len(lines)} such rows in {stem}, of {table[0]}")
    return lines[0], list(table[0]).index(column)


def _beside(place: str, headings: Sequence[str], column: int) -> int:
    """Return the column with the interval of a column: the next one, if its heading says so."""
    if not re.search("^95 %|^±|, 95 %$", " ".join(headings[column + 1 : column + 2])):
        raise ValueError(f"{{{{{place}}}}}: no interval beside {headings[column]!r}")
    return column + 1


def _in_percent(text: str) -> str:
    return _NUMBER.sub(lambda match: f"{100 * float(match[0]):.6g}", text) + " %"


def rounded(text: str, digits: int) -> str:
    """Round every number in the text to this number of significant digits."""

    def one(match: re.Match[str]) -> str:
        number = float(match[0])
        result = f"{number:.{digits}g}"
        return result if abs(number) >= 1e5 or "e-" in result else f"{float(result):.10g}"

    return _NUMBER.sub(one, text)


def readable(text: str) -> str:
    """Format the numbers of a table for readers: 1,234,567 for 1234567, 1.2·10¹⁵ for 1.2e+15."""
    grouped = _LONG.sub(lambda match: f"{int(match[0]):,}", text)
    return _POWER.sub(
        lambda match: f"{match[1]}·10{str(int(match[2])).translate(_RAISED)}", grouped
    )


def probability(p: float) -> str:
    """Return ``= 0.03``, or ``< 1e-12`` for smaller values: sums of many terms are inexact."""
    return f"= {p:.3g}" if p >= _SMALLEST else f"< {_SMALLEST:g}"


def typed_numbers(text: str) -> list[str]:
    """Return the numbers typed in the text itself: not places, and not part of a name."""
    bare = _NAMES.sub(" ", PLACE.sub(" ", text))
    return re.findall(r"\S*\d\S*", bare)
