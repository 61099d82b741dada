"""The parts of golden rows: groups of columns, and generated puzzles."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from cpstudy import api, puzzles


class Method(NamedTuple):
    """A group of columns: its name, its fields, and a function of a puzzle for their values.

    tenth: whether only every tenth puzzle has these columns.
    """

    name: str
    fields: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]
    tenth: bool = False


def graded(kind: str) -> Method:
    """Return the method of the hardest rule that a puzzle needs; None if it is not unique."""

    def values(board: Any) -> tuple[str | None]:
        explaining = puzzles.kind(kind).explaining
        assert explaining is not None
        explainer: Any = explaining.explainer
        return (explainer.grade(board),)

    return Method("explain", ("grade",), values)


def generated(kind: str, algorithm: str, size: Any, rng: random.Random, **options: Any) -> str:
    """Return the text form of one generated puzzle."""
    ((board, _),) = api.generate(kind, algorithm, size, 1, rng.randrange(2**31), **options)
    return board.encode()
