"""Generated puzzles as text, all different, made on all cores.

A generator makes puzzle i of a seed, whatever the count, so small boards recur. Of the puzzles that
are the same up to symmetry, as the kind defines it, a batch keeps the first, and replaces the
others by further puzzles as long as new ones come. Each keeps its number in the stream.

Workers make stretches of a stream, and their text, independently. A generator of unique puzzles
draws again when it meets an earlier puzzle, but a worker knows only its own stretch. So a puzzle
that another stretch contains too is made again here, with all earlier puzzles known. The result is
that of one process: a draw that a worker passed over was made by an earlier puzzle too.

Cost: about 30 µs for each puzzle to compare it with the others. If puzzles cannot be made
independently (``Generator.apart``), or a clock limits each, one process makes them.
"""

import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from operator import methodcaller
from typing import Any, NamedTuple

from cpstudy import api
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Generate, Wanted
from cpstudy.puzzles import kind
from cpstudy.study.executors import ordered_map
from cpstudy.study.pace import Pace

# Prints a puzzle, given its number, itself and the solution it was made from.
Text = Callable[[int, Any, Hashable], Any]

_LARGEST_STRETCH = 2000
# This number of known puzzles, and as many as before them, end the search for a new one.
_REPEATS = 10_000


@dataclass(frozen=True)
class Order:
    """The puzzles to make, with the arguments of ``api.generate``. text: prints a puzzle."""

    kind: str
    algorithm: str
    size: tuple[int, int]
    seed: int
    text: Text
    wishes: Mapping[str, str] = field(default_factory=dict)
    wrap: bool = False
    unique: bool = False
    grade: str | None = None
    moves: int | None = None

    def making(self, first: int, end: int, clock: Clock = UNLIMITED) -> tuple[Generate, Wanted]:
        """The generator of the puzzles with these numbers, and its request."""
        make, wanted, _ = self._row(end, clock)
        return make, replace(wanted, first=first)

    def _row(self, count: int, clock: Clock) -> Any:
        return api.making(
            self.kind, self.algorithm, self.size, count, self.seed, wrap=self.wrap,
            unique=self.unique, grade=self.grade, moves=self.moves, wishes=self.wishes, clock=clock,
        )  # fmt: skip

    @property
    def apart(self) -> bool:
        """Whether puzzles can be made independently. Raises InputError as ``api.generate``."""
        _, _, row = self._row(0, UNLIMITED)
        return self.moves is None and row.apart


class Made(NamedTuple):
    """A puzzle: its number, its identity, its key and its text.

    key: the identity by which its generator draws again; None: it does not.
    """

    number: int
    identity: Hashable
    key: Hashable | None
    text: Any


class Batch(NamedTuple):
    """Puzzles made in one task, the fault that ended them, and the seconds that they took."""

    made: list[Made]
    fault: InputError | None
    seconds: float


Draw = Callable[[int, int], Iterator[Made]]


def puzzles(
    order: Order, count: int, jobs: int | None = None, clock: Clock | None = None
) -> Iterator[Made]:
    """The first ``count`` puzzles that differ, on up to ``jobs`` processes (None: all cores).

    clock: limits each puzzle; its reader restarts it. Raises InputError as ``api.generate``.
    """
    alone = jobs == 1 or clock is not None or not order.apart
    if alone:
        return distinct(partial(_made, order, clock=clock or UNLIMITED, seen={}), count)
    return distinct(partial(_made_apart, order, jobs, {}), count)


def distinct(draw: Draw, count: int) -> Iterator[Made]:
    """The first ``count`` puzzles of a stream that differ; fewer if no new ones come.

    draw: gives the puzzles of the numbers from one to below another. It is called for twice as many
    until there are enough, or until none of them is new; or until _REPEATS puzzles, and as many as
    before them, brought nothing new.
    """
    seen: set[Hashable] = set()
    begin, end, newest = 0, count, 0
    while len(seen) < count:
        before = len(seen)
        for made in draw(begin, end):
            if made.identity not in seen:
                seen.add(made.identity)
                yield made
                if len(seen) == count:
                    return
                newest = made.number
            elif made.number > 2 * newest + _REPEATS:
                return
        if len(seen) == before:
            return
        begin, end = end, 2 * end


def _made(
    order: Order, first: int, end: int, *, clock: Clock, seen: dict[Hashable, None]
) -> Iterator[Made]:
    """Make the puzzles of these numbers, one at a time. seen: see :class:`Wanted`."""
    make, wanted = order.making(first, end, clock)
    named = kind(order.kind).generating
    identity = (named and named.identity) or methodcaller("encode")
    wanted = replace(wanted, seen=seen)
    known = len(seen)
    for number, (puzzle, solution) in enumerate(make(wanted), first):
        key = next(reversed(seen)) if len(seen) > known else None
        known = len(seen)
        yield Made(number, identity(puzzle), key, order.text(number, puzzle, solution))


def _made_apart(
    order: Order, jobs: int | None, seen: dict[Hashable, None], begin: int, end: int
) -> Iterator[Made]:
    """As :func:`_made`, on several processes."""
    pace = Pace(_LARGEST_STRETCH)
    for stretch in ordered_map(partial(_stretch, order), _ranges(begin, end, pace), jobs, chunk=1):
        pace.took(stretch.seconds, len(stretch.made))
        for made in stretch.made:
            if made.key is not None and made.key in seen:
                number = made.number
                yield from _made(order, number, number + 1, clock=UNLIMITED, seen=seen)
                continue
            if made.key is not None:
                seen[made.key] = None
            yield made
        if stretch.fault is not None:
            raise stretch.fault


def _ranges(begin: int, end: int, pace: Pace) -> Iterator[range]:
    while begin < end:
        size = pace.size
        yield range(begin, min(begin + size, end))
        begin += size


def _stretch(order: Order, numbers: range) -> Batch:
    begun = time.perf_counter()
    made: list[Made] = []
    fault = None
    try:
        made.extend(_made(order, numbers.start, numbers.stop, clock=UNLIMITED, seen={}))
    except InputError as error:
        fault = error
    return Batch(made, fault, time.perf_counter() - begun)
