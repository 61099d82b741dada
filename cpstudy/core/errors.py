"""Whose fault it is: the three ways in which a call ends without its answer.

:class:`InputError` is the user's: a file, a text form or an option that cannot be taken. Its
message names the place; the command line prints it in one line and exits with 2.
:class:`NotApplicable` is nobody's: a method that does not take this puzzle, which a table shows as
a row of its own. A budget that ends is no error but a result. Whatever else is raised is ours: the
command line prints a traceback with the puzzle's text form and exits with 70.

The suite never catches ``ValueError`` as bad input: a bug in a library or in an engine raises that.
"""

from __future__ import annotations


class InputError(ValueError):
    """What the user gave cannot be taken; the message names the place.

    A ValueError, so that programs that call the suite may catch that.
    """


class NotApplicable(Exception):  # noqa: N818 - an outcome, not a fault
    """This method does not take this puzzle; the message says why."""
