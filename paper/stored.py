"""Numbers in texts, taken from stored benchmarks and linked to their rows.

``{{sudoku | jigsaw 9x9, minimal | search}}`` is the median in milliseconds of the row of
``benchmarks/results/sudoku.json`` that has these values. ``cpsat over search`` as the last value is
the ratio of two rows that share the other values, linked to the first row. ``# boards`` at the end
selects another number of the row; ``: 1`` sets the number of significant digits (default: two). A
place that does not match exactly one row is an error that quotes the place. Medians are over all
samples, on the machine as it was, so ratios within one run are more reliable than milliseconds.
"""

import json
import re
from pathlib import Path
from typing import Any

from paper.placeholders import PLACE

RESULTS = Path(__file__).parents[1] / "benchmarks" / "results"
_DIGITS = re.compile(r" : (\d)$")
# Keys of the median in a row; and, if a row times several phases, the names of the whole.
_MEDIANS, _WHOLE = ("median_ms", "ms"), ("total", "puzzle", "million placements", "50%")

Row = dict[str, Any]


def filled(text: str, folder: str) -> str:
    """Fill in the numbers. folder: path to the results. Raises ValueError for a wrong place."""
    return PLACE.sub(lambda match: _told(" ".join(match[1].split()), folder), text)


def _told(place: str, folder: str) -> str:
    got, line = number(place)
    digits = _DIGITS.search(place)
    benchmark = place.partition(" ")[0]
    return f"[{rounded(got, int(digits[1]) if digits else 2)}]({folder}/{benchmark}.json#L{line})"


def number(place: str) -> tuple[float, int]:
    """Return the number that a place stands for, and the line of its row in the file."""
    names, _, key = _DIGITS.sub("", place).partition(" # ")
    benchmark, *shared, last = names.split(" | ")
    rows = [_row(place, benchmark, {*shared, one}) for one in last.split(" over ")]
    if key:
        return _number(rows[0][1], key), rows[0][0]
    times = [_median(row) for _, row in rows]
    return times[0] / times[1] if len(times) > 1 else times[0], rows[0][0]


def _row(place: str, benchmark: str, names: set[str]) -> tuple[int, Row]:
    """Return the only row that has all these values, and the line where it begins."""
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
    """Return the first of these numbers that the row or one of its nested objects has."""
    within = values | {key: value for one in values.values() if isinstance(one, dict)
                       for key, value in one.items()}  # fmt: skip
    return float(next(within[name] for name in names if name in within))


def rounded(number: float, digits: int) -> str:
    """Format with this number of significant digits; whole numbers below 1000 stay exact.

    Numbers from ten on have no decimals: further digits are zeros.
    """
    if number.is_integer() and number < 1000:
        return f"{number:.0f}"
    short = float(f"{number:.{digits}g}")
    return f"{short:,.0f}" if short >= 10 else f"{short:g}"
