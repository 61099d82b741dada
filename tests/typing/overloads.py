"""Write ``cpstudy/typed.py`` from the table of kinds: ``python -m tests.typing.overloads``."""

import inspect
import textwrap
from pathlib import Path

import cpstudy
from cpstudy.core.deferred_imports import resolve
from cpstudy.core.kind import Kind
from cpstudy.puzzles import PUZZLES, kind

WIDTH = 100
FILE = Path(cpstudy.__file__).parent / "typed.py"

HEAD = '''
"""The classes that ``puzzle``, ``read`` and ``generate`` return for each kind, for type checkers.

Written by ``python -m tests.typing.overloads`` from ``PUZZLES``; a test compares it. At run time
the functions are those of :mod:`cpstudy.api`. A kind outside the suite, or a name that is not a
literal, gives a :class:`~cpstudy.core.puzzle.Puzzle`; ``isinstance(board, Determination)`` narrows
it to a puzzle that solvers take.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypedDict, Unpack, overload

if TYPE_CHECKING:
    from cpstudy.core.clock import Clock
    from cpstudy.core.puzzle import Puzzle
{imports}

class Wishes(TypedDict, total=False):
    """Keyword arguments of ``generate``."""

    wrap: bool
    unique: bool
    grade: str | None
    moves: int | None
    tiles: str
    symmetry: str
    outline: str
    clues: str
    clock: Clock | None


Size = int | tuple[int, int]

# fmt: off
'''

PUZZLE, READ, GENERATE = (
    (
        "PuzzleOf",
        "``puzzle``: see :func:`cpstudy.api.puzzle`.",
        "text: str",
        "kind: str, text: str | None = None",
        "Puzzle",
    ),
    (
        "ReadOf",
        "``read``: see :func:`cpstudy.api.read`.",
        "path: str | Path, format: str | None = None, **hints: str",
        "kind: str | Path, path: str | Path | None = None, format: str | None = None, **hints: str",
        "list[Puzzle]",
    ),
    (
        "GenerateOf",
        "``generate``: see :func:`cpstudy.api.generate`.",
        "algorithm: str, size: Size, count: int = 1, seed: int = 1, **wishes: Unpack[Wishes]",
        "kind: str, algorithm: str, size: Size, count: int = 1, seed: int = 1, "
        "**wishes: Unpack[Wishes]",
        "Iterator[tuple[Puzzle, Hashable]]",
    ),
)


def solution(record: Kind) -> str:
    """Return the type of a kind's solutions, as text."""
    if not record.solvers:
        return "tuple[str, ...] | None"
    returned = resolve(record.puzzle).decode_solution.__annotations__["return"]
    return returned if isinstance(returned, str) else inspect.formatannotation(returned)


def written() -> str:
    """Return the text of the file."""
    records = {name: kind(name) for name in PUZZLES}
    puzzles = {name: resolve(record.puzzle) for name, record in records.items()}
    imports = [f"    from {one.__module__} import {one.__name__}" for one in puzzles.values()]
    text = HEAD.lstrip().replace("{imports}", "\n".join([*sorted(imports), ""]))
    for form, words, arguments, general, general_result in (PUZZLE, READ, GENERATE):
        text += f'\n\nclass {form}(Protocol):\n    """{words}"""\n\n'
        for name, one in puzzles.items():
            result = {
                "PuzzleOf": one.__name__,
                "ReadOf": f"list[{one.__name__}]",
                "GenerateOf": f"Iterator[tuple[{one.__name__}, {solution(records[name])}]]",
            }[form]
            if form == "GenerateOf" and not records[name].generators:
                continue
            names = ", ".join(f'"{n}"' for n in dict.fromkeys((name, name.replace("_", "-"))))
            text += method(f"self, kind: Literal[{names}], {arguments}", result)
        text += method(f"self, {general}", general_result)
    return text


def method(arguments: str, result: str) -> str:
    """Return an overload in lines of at most WIDTH characters."""
    head, tail = "    def __call__(", f") -> {result}: ..."
    if len(head + arguments + tail) > WIDTH:
        parts = textwrap.wrap(arguments, WIDTH - 8, break_on_hyphens=False)
        head, arguments = f"{head}\n", "\n".join(f"        {part}" for part in parts)
        tail = f"\n    {tail}"
    return f"    @overload\n{head}{arguments}{tail}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
