"""Arguments of the Python interface, checked as they come in: a fault names argument and value."""

import operator

from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget

# Characters of a value in a message.
_SHOWN = 40


def check_whole(least: int, **given: object) -> None:
    """Raise InputError where a value is not a whole number of at least ``least``."""
    for name, value in given.items():
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            number = least - 1
        else:
            number = operator.index(value)
        if number < least:
            raise InputError(f"{_named(name, value)}: expected a whole number of at least {least}")


def check_budget(budget: object) -> None:
    """Raise InputError for what is neither a budget nor None."""
    if budget is not None and not isinstance(budget, Budget):
        raise InputError(f"{_named('budget', budget)}: expected a Budget, as Budget(seconds=5)")


def check_name(**given: object) -> None:
    """Raise InputError for what is neither a name nor None."""
    for name, value in given.items():
        if value is not None and not isinstance(value, str):
            raise InputError(f"{_named(name, value)}: expected a name")


def check_board(board: object) -> None:
    """Raise InputError for what is not a puzzle."""
    if isinstance(board, (str, bytes)) or not hasattr(board, "kind"):
        raise InputError(f"{_named('board', board)}: expected a puzzle, as of puzzle(KIND, TEXT)")


def size_of(size: object) -> tuple[int, int]:
    """(rows, columns) of one number or of that pair. Raises InputError for anything else."""
    pair = (size, size) if hasattr(size, "__index__") else size
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise InputError(f"{_named('size', size)}: expected a number, or (rows, columns)")
    rows, columns = pair
    if not (hasattr(rows, "__index__") and hasattr(columns, "__index__")):
        raise InputError(f"{_named('size', size)}: expected whole numbers")
    return operator.index(rows), operator.index(columns)


def _named(name: str, value: object) -> str:
    shown = repr(value)
    return f"{name}={shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '...'}"
