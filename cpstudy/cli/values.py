"""The types of option values: sizes, numbers, spans, files, kinds."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from cpstudy.cli import completing
from cpstudy.core.errors import meant
from cpstudy.puzzles import kinds

_GIBIBYTE = 1 << 30
# The limits of a figure's side, in millimetres.
_LEAST_LENGTH, _GREATEST_LENGTH = 20.0, 2000.0


class Value(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A value that ``parse`` makes of a text.

    ``parse`` returns None for an invalid text, or raises click's BadParameter. expected: completes
    the message, which begins with the text.
    """

    def __init__(self, name: str, parse: Callable[[str], Any], expected: str = "") -> None:
        self.name, self._parse, self._expected = name, parse, expected

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse, with click's error for an invalid text."""
        if not isinstance(value, str):
            return value
        try:
            found = self._parse(value)
        except click.BadParameter as error:
            self.fail(error.message, param, ctx)
        if found is None:
            self.fail(f"{value[:30]!a} {self._expected}", param, ctx)
        return found


def _size(text: str) -> tuple[int, int] | None:
    match = re.fullmatch(r"([0-9]{1,5})(?:x([0-9]{1,5}))?", text)
    if match is None or int(match[1]) < 1 or int(match[2] or match[1]) < 1:
        return None
    return int(match[2] or match[1]), int(match[1])


def _gibibytes(text: str) -> int | None:
    try:
        found = int(float(text) * _GIBIBYTE)
    except (ValueError, OverflowError):
        return None
    return found if found >= 0 else None


def _seconds(text: str) -> float | None:
    if not re.fullmatch(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?|inf", text, re.ASCII):
        return None
    found = float(text)
    if found < 0:
        raise click.BadParameter(f"{found} is not in the range x>=0.")
    return found


def _millimetres(text: str) -> float | None:
    match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(mm|cm|in)?", text, re.ASCII)
    if match is None:
        return None
    found = float(match[1]) * {"cm": 10.0, "in": 25.4}.get(match[2], 1.0)
    return found if _LEAST_LENGTH <= found <= _GREATEST_LENGTH else None


def _sheet(text: str) -> str | None:
    from cpstudy.plot.style import is_sheet

    return text if is_sheet(text) else None


def at_least(least: int, most: int | None = 1 << 62) -> Value:
    """A whole number in plain digits.

    click's own integers accept underscores, digits of other scripts and numbers of any length. A
    number above ``most``, which no run reaches and 64-bit engines could not hold, becomes ``most``;
    None: no maximum, as for a seed.
    """

    def parse(text: str) -> int | None:
        if not re.fullmatch(r"-?[0-9]{1,4000}", text, re.ASCII):
            return None
        found = int(text)
        if found < least:
            raise click.BadParameter(f"{text[:30]} is not in the range x>={least}.")
        return found if most is None else min(found, most)

    return Value("integer", parse, "is not a valid integer.")


def span(least: int) -> Value:
    """``N`` or ``A..B``, both included."""

    def parse(text: str) -> tuple[int, int] | None:
        match = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", text, re.ASCII)
        if match is None:
            return None
        first, last = int(match[1]), int(match[2] or match[1])
        return (first, last) if least <= first <= last else None

    return Value("N|A..B", parse, f"is not a range: expected N or A..B, from {least}, A at most B")


class FilePath(click.Path):  # type: ignore[type-arg, unused-ignore]
    """A name that the file system can hold; click's own type fails only when a file is opened.

    endings: the allowed endings of the name, if there are any.
    """

    def __init__(self, *endings: str, **given: Any) -> None:
        self._endings = endings
        super().__init__(**given)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse, with click's error if no file can have this name."""
        try:
            fault = b"\0" in os.fsencode(value)
        except UnicodeEncodeError:
            fault = True
        if fault:
            self.fail(f"{str(value)[:30]!a} is not a file name", param, ctx)
        if self._endings and Path(value).suffix.lower() not in self._endings:
            self.fail(f"{value}: expected a name in {' or '.join(self._endings)}", param, ctx)
        return super().convert(value, param, ctx)


class _KindName(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The name of a kind; a hyphen stands for an underscore."""

    name = "kind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it is in the table, with click's error if it is not there."""
        name = str(value).replace("-", "_")
        if name not in kinds():
            known = f"{', '.join(map(repr, kinds()))}{meant(name, kinds())}"
            self.fail(f"{value!r} is not one of {known}", param, ctx)
        return name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The kinds, for the shell."""
        return completing.kinds(ctx, param, incomplete)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The placeholder in the help; 'cpstudy puzzles' lists the kinds."""
        return "KIND"


# ``N`` or ``WxH`` (columns x rows) as (rows, columns); a number of GiB as bytes.
size = Value("N|WxH", _size, "is not a size: expected N or WxH, from 1 to 99999")
gibibytes = Value("GIB", _gibibytes, "is not a number of GiB: expected 0 or more")
sheet = Value("NAME|FILE", _sheet, "is neither a file nor a style of matplotlib")
length = Value(
    "LENGTH", _millimetres, "is not a length: expected 84mm, 8.4cm or 3.3in, 20 to 2000 mm"
)
seconds = Value("seconds", _seconds, "is not a valid number of seconds.")
number = at_least(0)
positive = at_least(1)
kind_name = _KindName()
