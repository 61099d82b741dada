"""cpstudy: a constraint-programming study suite for puzzles.

Three questions are answered: how many solutions (``solve`` with a limit), how hard, and which
states can be reached. The public way in, from Python::

    from cpstudy import generate, puzzle, rows, solve

    board = puzzle("pipes", "5x5:28b58bdc165751a55193137e2")  # any puzzle is one line of text
    result = solve(board)                        # the default solver of the kind
    print(result.verdict)                        # unique: of Verdict.NONE, UNIQUE, MANY, UNKNOWN
    rows("hardness.sqlite")                      # a stored sweep as a data frame

Names load on first use, so that a command line that only shows its help loads next to nothing.
"""

from typing import TYPE_CHECKING

from cpstudy.core.version import __version__

if TYPE_CHECKING:
    from cpstudy.api import generate, puzzle, solve
    from cpstudy.core.result import Budget, PathResult, Result, Solvable, Stop, Verdict
    from cpstudy.study.frames import rows

__all__ = [
    "Budget",
    "PathResult",
    "Result",
    "Solvable",
    "Stop",
    "Verdict",
    "__version__",
    "generate",
    "puzzle",
    "rows",
    "solve",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'cpstudy' has no attribute {name!r}")
    if name in ("puzzle", "solve", "generate"):
        from cpstudy import api as home
    elif name == "rows":
        from cpstudy.study import frames as home  # type: ignore[no-redef]
    else:
        from cpstudy.core import result as home  # type: ignore[no-redef]
    return getattr(home, name)
