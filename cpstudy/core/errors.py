"""Whose fault it is: the ways in which a call ends without an answer.

:class:`InputError` is the user's fault: an invalid file, text form or option. Its message names the
place; the command line prints it in one line and exits with 2. :class:`NotApplicable` is an
outcome: a method does not take this puzzle. Tables of several methods count it; if the user chose
the method, it is an InputError like any other. A spent budget is a result. Everything else is our
fault: the command line prints a traceback with the puzzle's text form and exits with 70.

The suite never catches ``ValueError`` as bad input: a bug in a library or in an engine raises it
too. Errors that the standard library raises for the user's text are caught at the conversion.
"""

import operator
from collections.abc import Iterable
from functools import lru_cache

# The prefix of an exception's note that names another project's solver as the cause.
FAULT_OF = "fault of "

# Characters of the input, and of an argument, that a message repeats.
_SHORT, _LONGER = 30, 40


# Row and column, from 0.
Cell = tuple[int, int]


@lru_cache(maxsize=4096)
def place(cell: Cell) -> str:
    """A cell as players count, from 1.

    >>> place((0, 2))
    'row 1, column 3'
    """
    row, column = cell
    return f"row {row + 1}, column {column + 1}"


class InputError(ValueError):
    """Invalid input; the message names the place.

    It is a ValueError, so that programs that call the suite may catch that.
    """


class LineError(InputError):
    """A fault at a line of a document, from 1."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line


class UnknownFormat(LineError):  # noqa: N818 - an outcome, not a fault
    """No format of a kind recognises a document. first: its first significant line."""

    def __init__(self, line: int, words: str, first: str) -> None:
        super().__init__(line, words)
        self.first = first


class NotApplicable(InputError):  # noqa: N818 - an outcome, not a fault
    """This method does not take this puzzle; the message says why."""


def fault_of(error: BaseException) -> str:
    """The solver of another project that caused an exception; "" if there is none."""
    notes: list[str] = getattr(error, "__notes__", [])
    return next((n.removeprefix(FAULT_OF) for n in notes if n.startswith(FAULT_OF)), "")


class ProgramError(RuntimeError):
    """An external program crashed, or its output was not an answer.

    Neither the user's fault nor ours: an outcome in campaigns, and one line, not a traceback.
    """


def choose_from(name: str, names: Iterable[str]) -> str:
    """The end of a message about the invalid ``name``: the valid ones, and the nearest.

    >>> choose_from("wilsn", ["prim", "wilson"])
    "choose from prim, wilson; did you mean 'wilson'?"
    """
    known = list(names)
    return f"choose from {', '.join(known)}{meant(name, known)}"


def meant(name: str, names: Iterable[str]) -> str:
    """``; did you mean 'NAME'?`` if one of the names is near; else "".

    A name is near if it begins with the given one, or else if it is similar by Ratcliff and
    Obershelp's measure of common parts. The case of letters does not matter.
    """
    from difflib import get_close_matches

    known = {one.lower(): one for one in names}
    given = name.lower()
    begun = [one for one in known if given and one.startswith(given)]
    near = begun or get_close_matches(given, known, n=1)
    return f"; did you mean {known[near[0]]!r}?" if near else ""


def shortened(text: object) -> str:
    """``text`` quoted on one line, cut if it is long: for messages."""
    written = str(text)
    return ascii(written if len(written) <= _SHORT else written[:_SHORT] + "...")


def argument(name: str, value: object) -> str:
    """``name=value`` of a call, the value cut if it is long: for messages."""
    shown = repr(value)
    return f"{name}={shown if len(shown) <= _LONGER else shown[:_LONGER] + '...'}"


def check_whole(least: int, **given: object) -> None:
    """Raise InputError naming an argument that is not a whole number of at least ``least``."""
    for name, value in given.items():
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            number = least - 1
        else:
            number = operator.index(value)
        if number < least:
            raise InputError(
                f"{argument(name, value)}: expected a whole number of at least {least}"
            )
