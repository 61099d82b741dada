"""Generated puzzles as text, in which none occurs twice, made on all cores.

A generator makes puzzle i of a seed, whatever the count, so small boards come again. A batch keeps
the first of those that are the same up to symmetry, as the kind defines it, and takes further
puzzles in place of the others as long as new ones come. Each keeps its number in the stream.

Workers make stretches of a stream, and their text, apart from one another. A generator of unique
puzzles draws again what was there before; a worker knows its own stretch only, so a puzzle that
another stretch has as well is made again here, with all that came before it. That gives what one
process gives: a draw that a worker passed over had come before, too.

Cost: about 30 µs a puzzle to compare it with the others. Where puzzles cannot be made apart
(``Generator.apart``), or a clock limits each, one process makes them.
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

# What is printed of a puzzle: of its number, itself and the solution it was made from.
Text = Callable[[int, Any, Hashable], Any]

_LARGEST_STRETCH = 2000
# So many puzzles that are known, and as many as before them, end a search for one more.
_REPEATS = 10_000


@dataclass(frozen=True)
class Order:
    """What to make, with the arguments of ``api.generate``. text: prints a puzzle."""

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
        """What makes the puzzles of these numbers, and what it is to make."""
        make, wanted, _ = self._row(end, clock)
        return make, replace(wanted, first=first)

    def _row(self, count: int, clock: Clock) -> Any:
        return api.making(
            self.kind, self.algorithm, self.size, count, self.seed, wrap=self.wrap,
            unique=self.unique, grade=self.grade, moves=self.moves, wishes=self.wishes, clock=clock,
        )  # fmt: skip

    @property
    def apart(self) -> bool:
        """Whether its puzzles can be made apart. Raises InputError as ``api.generate``."""
        _, _, row = self._row(0, UNLIMITED)
        return self.moves is None and row.apart


class Made(NamedTuple):
    """A puzzle: its number; its identity, and the one by which its generator draws again (None: it
    does not); its text.
    """

    number: int
    identity: Hashable
    key: Hashable | None
    text: Any


class Stretch(NamedTuple):
    """Puzzles made at once, the fault that ended them, and the seconds that they took."""

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
    """The first ``count`` puzzles of a stream that differ; fewer where no new ones come.

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
    """The puzzles of these numbers, one at a time. seen: see :class:`Wanted`."""
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
    """The same on several processes."""
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


def _stretch(order: Order, numbers: range) -> Stretch:
    begun = time.perf_counter()
    made: list[Made] = []
    fault = None
    try:
        made.extend(_made(order, numbers.start, numbers.stop, clock=UNLIMITED, seen={}))
    except InputError as error:
        fault = error
    return Stretch(made, fault, time.perf_counter() - begun)
