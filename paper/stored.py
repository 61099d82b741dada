"""Numbers in words, drawn from stored benchmarks and linked to their rows.

``{{sudoku | jigsaw 9x9, minimal | search}}`` is the median in milliseconds of the row of
``benchmarks/results/sudoku.json`` that has these values. ``cpsat over search`` in the last place is
the ratio of two rows that share the others, linked to the first. ``# boards`` behind it is another
number of the row, ``: 1`` so many digits (two where no number is given). A place that does not name
one row is an error with its text. Medians are of all samples, on the machine as it was: ratios of
one run say more than milliseconds do.
"""

import json
import re
from pathlib import Path
from typing import Any

from paper.placeholders import PLACE

RESULTS = Path(__file__).parents[1] / "benchmarks" / "results"
_DIGITS = re.compile(r" : (\d)$")
# What a benchmark calls the median of a row, and which of several phases is the whole.
_MEDIANS, _WHOLE = ("median_ms", "ms"), ("total", "puzzle", "million placements", "50%")

Row = dict[str, Any]


def filled(text: str, folder: str) -> str:
    """The text with its numbers. folder: the way to the results. Raises ValueError for a place."""
    return PLACE.sub(lambda match: _told(" ".join(match[1].split()), folder), text)


def _told(place: str, folder: str) -> str:
    got, line = number(place)
    digits = _DIGITS.search(place)
    benchmark = place.partition(" ")[0]
    return f"[{rounded(got, int(digits[1]) if digits else 2)}]({folder}/{benchmark}.json#L{line})"


def number(place: str) -> tuple[float, int]:
    """What a place names, and the line of its row."""
    names, _, key = _DIGITS.sub("", place).partition(" # ")
    benchmark, *shared, last = names.split(" | ")
    rows = [_row(place, benchmark, {*shared, one}) for one in last.split(" over ")]
    if key:
        return _number(rows[0][1], key), rows[0][0]
    times = [_median(row) for _, row in rows]
    return times[0] / times[1] if len(times) > 1 else times[0], rows[0][0]


def _row(place: str, benchmark: str, names: set[str]) -> tuple[int, Row]:
    """The line where a row begins, and the row: the only one that has all these values."""
    text = (RESULTS / f"{benchmark}.json").read_text(encoding="utf-8")
    begins = [number for number, line in enumerate(text.splitlines(), 1) if line == "  {"]
    rows = zip(begins, json.loads(text)["rows"], strict=True)
    found = [(line, row) for line, row in rows if names <= {str(value) for value in row.values()}]
    if len(found) != 1:
        raise ValueError(f"{{{{{place}}}}}: {len(found)} such rows in {benchmark}.json")
    return found[0]


def _median(row: Row) -> float:
    median = next(row[key] for key in _MEDIANS if key in row)
    return _number(median, *_WHOLE) if isinstance(median, dict) else float(median)


def _number(values: Row, *names: str) -> float:
    """The first of these numbers, of a row or of its quantiles."""
    within = values | {key: value for one in values.values() if isinstance(one, dict)
                       for key, value in one.items()}  # fmt: skip
    return float(next(within[name] for name in names if name in within))


def rounded(number: float, digits: int) -> str:
    """So many digits; of whole numbers from ten on noughts for the others."""
    if number.is_integer() and number < 1000:
        return f"{number:.0f}"
    short = float(f"{number:.{digits}g}")
    return f"{short:,.0f}" if short >= 10 else f"{short:g}"
