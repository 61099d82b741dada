"""cpstudy: a constraint-programming study suite for puzzles.

Three questions are answered: how many solutions (``solve`` with a limit), how hard, and which
states can be reached. The public way in, from Python::

    from cpstudy import generate, puzzle, solve

    board = puzzle("pipes", "3x3:4a8d7b12c")     # the text form: any puzzle is one line
    result = solve(board)                        # the default solver of the kind
    print(result.verdict)                        # Verdict.UNIQUE, MANY, NONE or UNKNOWN

Names load on first use, so that a command line that only shows its help loads next to nothing.
"""

from typing import TYPE_CHECKING

from cpstudy.core.version import __version__

if TYPE_CHECKING:
    from cpstudy.api import generate, puzzle, solve
    from cpstudy.core.result import Budget, PathResult, Result, Solvable, Stop, Verdict

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
    "solve",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'cpstudy' has no attribute {name!r}")
    if name in ("puzzle", "solve", "generate"):
        from cpstudy import api as home
    else:
        from cpstudy.core import result as home  # type: ignore[no-redef]
    return getattr(home, name)
