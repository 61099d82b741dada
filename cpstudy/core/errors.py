"""Whose fault it is: the ways in which a call ends without its answer.

:class:`InputError` is the user's: a file, a text form or an option that cannot be taken. Its
message names the place; the command line prints it in one line and exits with 2.
:class:`NotApplicable` is an outcome: a method that does not take this puzzle. Tables of several
methods count it; where the user chose the method, it is an InputError like any other. A budget that
ends is a result. Everything else is a fault of ours: the command line prints a traceback with the
puzzle's text form and exits with 70.

The suite never catches ``ValueError`` as bad input: a bug in a library or in an engine raises it.
What the standard library raises of the user's text is caught where the text is converted.
"""

import operator
from collections.abc import Iterable
from functools import lru_cache

# Begins the note of an exception of a solver that is not ours.
FAULT_OF = "fault of "

# Characters of the input, and of an argument, that a message repeats.
_SHORT, _LONGER = 30, 40


# Row and column, from 0.
Cell = tuple[int, int]


@lru_cache(maxsize=4096)
def place(cell: Cell) -> str:
    """A cell as players count.

    >>> place((0, 2))
    'row 1, column 3'
    """
    row, column = cell
    return f"row {row + 1}, column {column + 1}"


class InputError(ValueError):
    """What the user gave cannot be taken; the message names the place.

    A ValueError, so that programs that call the suite may catch that.
    """


class LineError(InputError):
    """A fault at a line of a document, from 1."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line


class UnknownFormat(LineError):  # noqa: N818 - an outcome, not a fault
    """No format of a kind recognises a document. first: its first line that says something."""

    def __init__(self, line: int, words: str, first: str) -> None:
        super().__init__(line, words)
        self.first = first


class NotApplicable(InputError):  # noqa: N818 - an outcome, not a fault
    """This method does not take this puzzle; the message says why."""


def fault_of(error: BaseException) -> str:
    """The solver whose fault an exception is, where it is not one of ours; else ""."""
    notes: list[str] = getattr(error, "__notes__", [])
    return next((n.removeprefix(FAULT_OF) for n in notes if n.startswith(FAULT_OF)), "")


class ProgramError(RuntimeError):
    """A program from outside crashed, or printed something else than an answer.

    Neither the user's fault nor ours: an outcome of campaigns, and one line, not a traceback.
    """


def choose_from(name: str, names: Iterable[str]) -> str:
    """The end of a message that begins with what ``name`` should have been.

    >>> choose_from("wilsn", ["prim", "wilson"])
    "choose from prim, wilson; did you mean 'wilson'?"
    """
    known = list(names)
    return f"choose from {', '.join(known)}{meant(name, known)}"


def meant(name: str, names: Iterable[str]) -> str:
    """``; did you mean 'NAME'?`` where one of the names is near; else nothing.

    Near is a name that begins with it, else one that Ratcliff and Obershelp's measure of common
    parts calls alike, whatever the case of letters.
    """
    from difflib import get_close_matches

    known = {one.lower(): one for one in names}
    given = name.lower()
    begun = [one for one in known if given and one.startswith(given)]
    near = begun or get_close_matches(given, known, n=1)
    return f"; did you mean {known[near[0]]!r}?" if near else ""


def shortened(text: object) -> str:
    """``text`` quoted on one line, cut where it is long: for messages."""
    written = str(text)
    return ascii(written if len(written) <= _SHORT else written[:_SHORT] + "...")


def argument(name: str, value: object) -> str:
    """``name=value`` of a call, the value cut where it is long: for messages."""
    shown = repr(value)
    return f"{name}={shown if len(shown) <= _LONGER else shown[:_LONGER] + '...'}"


def check_whole(least: int, **given: object) -> None:
    """Raise InputError that names an argument which is not a whole number of ``least`` or more."""
    for name, value in given.items():
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            number = least - 1
        else:
            number = operator.index(value)
        if number < least:
            raise InputError(
                f"{argument(name, value)}: expected a whole number of at least {least}"
            )
