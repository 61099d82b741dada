"""A constraint-programming study suite for puzzles.

It decides how many solutions a puzzle has, how hard it is, and which states can be reached. Every
puzzle is one line of text, every solution is checked, and an undecided question is "unknown":

>>> from cpstudy import generate, puzzle, verify
>>> board = puzzle("pipes", "5x5:28b58bdc165751a55193137e2")
>>> result = verify(board)
>>> print(result.verdict, board.encode_solution(result.solutions[0]))
unique 5x5:81d54bd61cab54aaa89623774
>>> [maze.encode() for maze, solution in generate("pipes", "wilson", 3, count=2)]
['3x3:4939ea294', '3x3:243eca43c']

Notebooks draw boards, results and explanations. ``kinds()`` lists the kinds of puzzles and
``solvers(kind)`` their solvers; ``cpstudy puzzles`` and ``cpstudy solvers`` do so in a shell.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from cpstudy.core.building import __version__, prepare_imports

prepare_imports()

if TYPE_CHECKING:
    from cpstudy.api import (
        ambiguity,
        conflict,
        count,
        explain,
        explore,
        freedom,
        generate,
        kinds,
        puzzle,
        read,
        solve,
        solvers,
        verify,
    )
    from cpstudy.core.result import Budget, PathResult, Result, Solvable, Stop, Verdict
    from cpstudy.external.named import register_solver
    from cpstudy.jobs.hardness.summaries import hardness
    from cpstudy.study.exporting import rows

__all__ = [
    "Budget",
    "PathResult",
    "Result",
    "Solvable",
    "Stop",
    "Verdict",
    "__version__",
    "ambiguity",
    "conflict",
    "count",
    "explain",
    "explore",
    "freedom",
    "generate",
    "hardness",
    "kinds",
    "puzzle",
    "read",
    "register_solver",
    "rows",
    "solve",
    "solvers",
    "verify",
]

_HOMES = {
    **dict.fromkeys(
        ("Budget", "PathResult", "Result", "Solvable", "Stop", "Verdict"), "core.result"
    ),
    "hardness": "jobs.hardness.summaries",
    "register_solver": "external.named",
    "rows": "study.exporting",
}


class _Lazy(ModuleType):
    """The package loads names on first use, so ``cpstudy --help`` imports nothing heavy."""

    def __getattr__(self, name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'cpstudy' has no attribute {name!r}")
        return getattr(import_module(f"cpstudy.{_HOMES.get(name, 'api')}"), name)

    def __dir__(self) -> list[str]:
        return [*__all__, "__doc__", "__file__", "__name__", "__path__", "__version__"]


sys.modules[__name__].__class__ = _Lazy
