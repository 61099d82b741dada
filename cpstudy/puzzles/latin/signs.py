"""The values of a board from the signs in its cells: which sign is empty, and which is which value.

Values of a board of order N are written from ``1``: digits, then letters (``1`` … ``9``, ``A`` …),
or numbers; from ``0``, which then represents the value N so that all other signs keep their
meaning; or from ``A``: letters only. A board has one sign for empty cells, of :data:`BLANKS`.

All readings that the board allows are tried. If two of them differ, the board is rejected; the
message names the option that decides: ``blank`` (the sign of empty cells) or ``first`` (the sign of
the first value: 0, 1 or A). Boards up to 9 × 9 begin with 1 unless the user decides otherwise;
there ``0`` and another empty sign may both be empty if ``0`` cannot be a value, since all N values
occur.

Cost: a few passes over the cells.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from cpstudy.core.errors import InputError, shortened
from cpstudy.puzzles.latin.rules import DIGITS

# Signs of empty cells; " " is a field without any sign.
BLANKS = (".", "0", "_", "-", "*", "?", "X", "·", "□", " ")
FIRSTS = {"0": "values are 0, 1, …", "1": "values are 1, 2, …", "A": "values are A, B, …"}
_SINGLE = 9
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class CellError(InputError):
    """A fault in a cell, by its number; sign: the sign there, "" if that is not the fault."""

    def __init__(self, cell: int, words: str, sign: str = "") -> None:
        super().__init__(words)
        self.cell, self.sign = cell, sign


class Hints(NamedTuple):
    """The user's settings for signs; None: not given. blank: one sign or several, ``.0``."""

    blank: str | None = None
    first: str | None = None


class _Reading(NamedTuple):
    """values: by signs, 0 for those of empty cells. first: of FIRSTS."""

    values: Mapping[str, int]
    first: str
    blanks: tuple[str, ...]


NO_HINTS = Hints()


def values_of(
    signs: Sequence[str], order: int, hints: Hints = NO_HINTS, blanks: Collection[str] = BLANKS
) -> bytes:
    """The values of all cells, 0 for empty ones. blanks: the signs that may be empty.

    Raises CellError if no reading fits, InputError if two differ.
    """
    cells = [_normal(sign) for sign in signs]
    counts = Counter(cells)
    found: dict[bytes, _Reading] = {}
    for reading in _readings(counts, order, hints, blanks):
        found.setdefault(bytes(reading.values[cell] for cell in cells), reading)
    if len(found) == 1:
        return next(iter(found))
    if found:
        raise _rivals(list(found.values()), order)
    raise _fault(signs, cells, counts, order, hints, blanks)


@cache
def _normal(sign: str) -> str:
    """A sign in normal form: without case, zeros in front and doubled empty signs."""
    if sign.isascii() and sign.isdigit():
        return sign.lstrip("0") or "0"
    if len(sign) > 1 and len(set(sign)) == 1 and sign[0] in BLANKS:
        return sign[0]
    return sign.upper()


@cache
def _alphabet(order: int, first: str, numbers: bool) -> dict[str, int]:
    """Sign -> value."""
    if first == "A":
        names = list(_LETTERS[:order])
    elif numbers:
        names = [str(value) for value in range(1, order + 1)]
    else:
        names = list(DIGITS[:order].upper())
    if first == "0":
        names[-1] = "0"
    return {name: value for value, name in enumerate(names, 1)}


def _readings(
    counts: Mapping[str, int], order: int, hints: Hints, blanks: Collection[str]
) -> Iterator[_Reading]:
    """The possible readings of all signs of a board; the reading with two empty signs last."""
    empty = [sign for sign in blanks if sign in counts]
    choices: list[tuple[str, ...]] = [(sign,) for sign in empty]
    if not _has_empty(counts, order):
        choices.append(())
    if hints.blank is not None:
        choices = [_named(hints.blank)]
    found = False
    for first in FIRSTS:
        if not _may_begin(first, counts, order, hints, empty):
            continue
        alphabet = _alphabet(order, first, _has_numbers(counts))
        for chosen in choices:
            if hints.blank is None and any(sign in alphabet for sign in chosen):
                continue
            values = alphabet | dict.fromkeys(chosen, 0)
            if values.keys() >= counts.keys():
                found = True
                yield _Reading(values, first, chosen)
    zero = len(empty) == 2 and "0" in empty and hints == NO_HINTS
    if zero and (order <= _SINGLE or not found):
        values = _alphabet(order, "1", _has_numbers(counts)) | dict.fromkeys(empty, 0)
        if values.keys() >= counts.keys():
            yield _Reading(values, "1", tuple(empty))


def _named(blank: str) -> tuple[str, ...]:
    """The empty signs that the user names, one character each."""
    return tuple(_normal(sign) for sign in blank.strip() or " ")


def _may_begin(
    first: str, counts: Mapping[str, int], order: int, hints: Hints, empty: Collection[str]
) -> bool:
    """Whether the values of a board may begin with a sign."""
    if hints.first is not None:
        return first == hints.first
    if first == "0":
        return "0" in counts and (order > _SINGLE or any(sign != "0" for sign in empty))
    if first == "A":
        letters = sum(sign in _LETTERS[:order] for sign in counts)
        return order <= len(_LETTERS) and (order > _SINGLE or letters >= order - 1)
    return True


def _has_numbers(counts: Mapping[str, int]) -> bool:
    return any(len(sign) > 1 and sign.isdigit() for sign in counts)


def _has_empty(counts: Mapping[str, int], order: int) -> bool:
    """Whether a sign occurs too often to be a value, so it must be that of empty cells.

    ``0`` must occur twice as often: a nearly full board is rejected if ``0`` may be both.
    """
    return any(counts.get(sign, 0) > (1 + (sign == "0")) * order for sign in BLANKS)


def _rivals(readings: Sequence[_Reading], order: int) -> InputError:
    one, other = readings[:2]
    if "A" in (one.first, other.first) and one.first != other.first:
        return InputError(
            "only letters: 'A' may be the first value or the tenth; say which by --reading first=A "
            "or first=1"
        )
    signs = sorted({*one.blanks, *other.blanks})
    if "0" in signs:
        keep = next((sign for sign in signs if sign != "0"), "")
        both = keep + "0"
        return InputError(
            f"'0' may be an empty cell or the value {order}: say which by --blank {both} (empty) "
            f"or --blank {keep or '.'} (a value)"
        )
    return InputError(f"{' and '.join(map(ascii, signs))} may be empty cells: say which by --blank")


def _fault(
    signs: Sequence[str], cells: Sequence[str], counts: Mapping[str, int], order: int,
    hints: Hints, blanks: Collection[str],
) -> CellError:  # fmt: skip
    """Why no reading fits: a sign without a value, or two signs of empty cells."""
    alphabet = _alphabet(order, hints.first or "1", _has_numbers(counts))
    empty = blanks if hints.blank is None else _named(hints.blank)
    strange = next((c for c, sign in enumerate(cells) if sign not in (*alphabet, *empty)), None)
    if strange is not None:
        words = f"{shortened(signs[strange])} is not a value from 1 to {order}"
        return CellError(strange, words, signs[strange])
    several = sorted((sign for sign in empty if sign in counts), key=lambda sign: counts[sign])
    if len(several) < 2:
        return CellError(0, "no reading of its signs fits: say the empty one by --blank")
    cell = cells.index(several[0])
    other = signs[cells.index(several[-1])]
    return CellError(
        cell,
        f"{signs[cell]!a} and {other!a}: both may be empty cells; say which by --blank",
        signs[cell],
    )
