"""Batches of generated puzzles in which none occurs twice.

A generator draws puzzle i of a seed, whatever the count, so small boards come again. Somebody who
makes puzzles wants each once: what is the same up to symmetry (the kind says what that is) is left
out, and further puzzles are drawn in its place, as long as new ones come. Each keeps its number.

Cost: what tells puzzles apart, about 30 µs each, and the puzzles drawn again where some were left
out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from operator import methodcaller
from typing import Any, NamedTuple

from cpstudy.core.kind import Kind
from cpstudy.core.solving import load


class Drawn(NamedTuple):
    """A generated puzzle: its number in the stream, the puzzle, the solution it was made from."""

    number: int
    puzzle: Any
    solution: Hashable


Draw = Callable[[int], Iterator[tuple[Any, Hashable]]]


def distinct(kind: Kind, draw: Draw, count: int) -> Iterator[Drawn]:
    """The first ``count`` puzzles of a stream that differ; fewer where no new ones come.

    draw: gives the puzzles 0 … n - 1 for n. It is asked for twice as many until there are enough,
    or until none of them is new.
    """
    named = kind.generating.identity if kind.generating else ""
    identity: Callable[[Any], Hashable] = load(named) if named else methodcaller("encode")
    seen: set[Hashable] = set()
    asked, begin = count, 0
    while len(seen) < count:
        before = len(seen)
        for index, (puzzle, solution) in islice(enumerate(draw(asked)), begin, None):
            key = identity(puzzle)
            if key not in seen:
                seen.add(key)
                yield Drawn(index, puzzle, solution)
                if len(seen) == count:
                    return
        if len(seen) == before:
            return
        begin, asked = asked, 2 * asked
