"""Numbers in the words of the report, drawn from what was collected.

``{{kamies/growth | Sokoban by steps | exponent of n at the largest | ours}}`` is a field of a
cell: the item, the part, the cell (``what``) and one of ``published``, ``ours``, ``interval``,
``n``, ``p``; of a part its ``verdict`` or ``p`` follows the part's name at once.
``{{table large_mazes_law | wilson | slope}}`` is a cell of an experiment's table: what its first
columns hold, then the column. ``{{# rows}}`` is a number about the whole; ``COUNTS`` has them. What
names nothing is an error with its text, so words and numbers cannot drift apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Collection = dict[str, Any]

_SMALLEST = 1e-12

# Whole parts of five digits and more, which nobody reads without marks; and powers of ten.
_LONG = re.compile(r"(?<![\w.,])\d{5,}(?=\.\d|[^\w.]|\.?$)")
_POWER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]\d+)\b")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

PLACE = re.compile(r"\{\{(.+?)\}\}", re.S)

# Numbers that are names: tables and figures of sources, keys of references, sections, sizes.
_NAMES = re.compile(
    r"\b\d+×\d+\b"
    r"|\b(?:tables?|figures?|sections?|experiments?) \d[\d.]*(?:(?: to | and |, )\d[\d.]*)*"
    r"|\b[A-Z][a-z]+(?:19|20)\d\d\b"
    r"|`[^`]*`"
)


def parts_of(found: Collection) -> list[Any]:
    """All parts of all items."""
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
    "experiments": lambda found: len(found["experiments"]),
    "rows": lambda found: f"{found['provenance']['rows']:,}",
    "seconds": lambda found: f"{found['provenance']['seconds']:,.0f}",
    "level": lambda found: f"{found['level']:.0%}".replace("%", " %"),
    "scale": lambda found: found["scale"],
}


def filled(text: str, found: Collection) -> str:
    """The text with its numbers. Raises ValueError for a place that names nothing."""
    return PLACE.sub(lambda match: value(match[1], found), text)


def value(place: str, found: Collection) -> str:
    """What one place stands for. Raises ValueError."""
    if place.startswith("#"):
        name = place[1:].strip()
        if name not in COUNTS:
            raise ValueError(f"{{{{{place}}}}}: no number {name!r}")
        return str(COUNTS[name](found))
    names = [" ".join(name.split()) for name in place.split("|")]
    if names[0].startswith("table "):
        return _of_table(place, found, names[0].removeprefix("table "), names[1:])
    here: Any = _one(place, found["items"], "name", names.pop(0))
    here = _one(place, here["parts"], "part", names.pop(0)) if names else here
    if len(names) > 1:
        here = _one(place, here["cells"], "what", names.pop(0))
    if len(names) != 1 or here.get(names[0]) in (None, ""):
        raise ValueError(f"{{{{{place}}}}}: nothing there")
    told = here[names[0]]
    return probability(told) if isinstance(told, float) else str(told)


def _of_table(place: str, found: Collection, name: str, names: list[str]) -> str:
    """A cell of a table that an experiment wrote, by the beginning of its row and its column."""
    stem = f"{name}-{found['scale']}"
    tables = (one["tables"] for one in found["experiments"])
    table = next((one[stem] for one in tables if stem in one), [[]])
    *begin, column = names or [""]
    rows = [row for row in table[1:] if row[: len(begin)] == begin]
    if column not in table[0] or len(rows) != 1:
        raise ValueError(f"{{{{{place}}}}}: {len(rows)} such rows in {stem}, of {table[0]}")
    return readable(rows[0][table[0].index(column)])


def readable(text: str) -> str:
    """Numbers of a table as people write them: 1234567 is 1,234,567 and 1.2e+15 is 1.2·10¹⁵."""
    grouped = _LONG.sub(lambda match: f"{int(match[0]):,}", text)
    return _POWER.sub(
        lambda match: f"{match[1]}·10{str(int(match[2])).translate(_RAISED)}", grouped
    )


def probability(p: float) -> str:
    """``= 0.03``; where the sum of so many terms means nothing, only that it is small."""
    return f"= {p:.3g}" if p >= _SMALLEST else f"< {_SMALLEST:g}"


def _one(place: str, among: list[Any], key: str, name: str) -> Any:
    for one in among:
        if one[key] == name:
            return one
    raise ValueError(f"{{{{{place}}}}}: no {key} {name!r}")


def typed_numbers(text: str) -> list[str]:
    """Numbers that stand in the text itself, neither drawn from rows nor part of a name."""
    bare = _NAMES.sub(" ", PLACE.sub(" ", text))
    return re.findall(r"\S*\d\S*", bare)
