"""cpstudy: a constraint-programming study suite for puzzles.

Three questions are answered: how many solutions (``solve`` with a limit), how hard, and which
states can be reached. The public way in, from Python::

    from cpstudy import generate, puzzle, solve

    board = puzzle("pipes", "3x3:4a8d7b12c")     # the text form: any puzzle is one line
    result = solve(board)                        # the default solver of the kind
    print(result.verdict)                        # Verdict.UNIQUE, MANY, NONE or UNKNOWN

Nothing heavy is imported here: NumPy, OR-Tools, numba and matplotlib load where they are used.
"""

from cpstudy.core.result import Budget, PathResult, Result, Solvable, Stop, Verdict

__version__ = "0.1.0"

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
    # The three verbs live in cpstudy.api; loading them here would load every table at start-up.
    if name in ("puzzle", "solve", "generate"):
        from cpstudy import api

        return getattr(api, name)
    raise AttributeError(f"module 'cpstudy' has no attribute {name!r}")
