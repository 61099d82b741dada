"""What golden rows are made of: groups of columns, and generated puzzles."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from cpstudy import api, puzzles


class Method(NamedTuple):
    """One column group: name, fields, and the values of the fields for a puzzle."""

    name: str
    fields: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]
    tenth: bool = False


def graded(kind: str) -> Method:
    """The hardest rule that a puzzle needs; None where it has not exactly one solution."""

    def values(board: Any) -> tuple[str | None]:
        explaining = puzzles.kind(kind).explaining
        assert explaining is not None
        explainer: Any = explaining.explainer
        return (explainer.grade(board),)

    return Method("explain", ("grade",), values)


def generated(kind: str, algorithm: str, size: Any, rng: random.Random, **options: Any) -> str:
    """The text form of one generated puzzle."""
    ((board, _),) = api.generate(kind, algorithm, size, 1, rng.randrange(2**31), **options)
    return board.encode()
