"""Record a clause-learning search: decisions, implications, conflicts, learnt clauses.

    with recording() as recorder:
        solve(puzzle, "cdcl")
    counters(recorder.events)     # equal to the counters of the search

With a recorder, an engine runs the two halves of each turn of its search separately (``propagated``
and ``turn`` of search.py), and the recorder compares the trail before and after. The search runs
the same kernels, so its course is the same; without a recorder there is no overhead. Explanations
of propagators are recorded too, so each learnt clause follows by unit propagation from the formula,
the explanations, the literals that propagators imply at the root, and earlier learnt clauses.

Probing (probing.py) is one event: what it fixed, and how much it propagated. Cost: some
microseconds a literal. Limits: only the first engine of a search is recorded; after a number of
events, the search continues unrecorded.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.search import FULL, MODEL, PAUSED, REFUTATION, propagated, turn
from cpstudy.cdcl.state import EXPLANATION, LENGTH, LITERALS, MARK, State, record
from cpstudy.core.native import array

Clause = tuple[int, ...]

What = Literal["decide", "imply", "conflict", "learn", "back", "model", "forbid", "probe", "refute"]

# The default limit of recorded events.
MOST = 20_000


@dataclass(frozen=True)
class Event:
    """One event of a search.

    literals: the decided or implied literal; the clause that is a conflict, is learnt or forbids a
    model; the literals that probing fixed. because: the clause that implied a literal, None if a
    propagator did. level: the decision level afterwards. seen: for a conflict, the number of trail
    literals that the watches had propagated; for probing, the number of its propagations.
    explained: the clauses that propagators wrote for a conflict or its analysis.
    """

    what: What
    literals: Clause = ()
    level: int = 0
    because: Clause | None = None
    seen: int = 0
    explained: tuple[Clause, ...] = ()


@dataclass
class Recorder:
    """Records the events of one engine. formula: the clauses added before it ran."""

    most: int = MOST
    events: list[Event] = field(default_factory=list)
    formula: list[Clause] = field(default_factory=list)
    _state: State | None = None
    _forbidden: list[Clause] = field(default_factory=list)
    _trail: list[tuple[int, int]] = field(default_factory=list)
    _used: int = 0  # the arena is read up to here

    def of(self, s: State) -> bool:
        """Return whether it records this search; it records the first that calls."""
        if self._state is None:
            self._state = s
        return self._state is s and len(self.events) < self.most

    def adding(self, literals: npt.NDArray[np.int32]) -> None:
        """Note clauses before they are added, each terminated by 0: the formula, or a blocking
        clause.
        """
        clauses = split(literals.tolist())
        if self.events:
            self._forbidden += clauses
        else:
            self.formula += clauses

    def advance(self, s: State, p: Propagator, conflicts: int) -> int:
        """Run one turn of the search, like ``search``; return its status."""
        self._note_forbidden(s)
        if s.refuted:
            return self._refuted()
        if s.conflict == 0:
            if s.conflicts >= conflicts:
                return PAUSED
            if not propagated(s, p):
                return FULL
            self._note_trail(s)
            if s.conflict != 0:
                clause, explained = _clause(s, s.conflict), self._explained(s)
                self._event("conflict", clause, s.depth, seen=s.head, explained=explained)
        conflict, restarts = s.conflict, s.restarts
        status = turn(s, p)
        self._cut(s)
        if status == FULL:
            return status
        if conflict != 0:
            self._event("learn", _learnt(s), s.depth, explained=self._explained(s))
        elif s.restarts > restarts:
            self._event("back", level=s.depth)
        elif status == MODEL:
            self._event("model", level=s.depth)
        self._used = s.used  # a restart may have moved clauses
        self._note_trail(s)
        return self._refuted() if s.refuted else status

    def _note_forbidden(self, s: State) -> None:
        """Record the clauses added since the last turn, and the current trail."""
        for clause in self._forbidden:
            self._cut(s)
            self._event("forbid", clause, self._trail[-1][1] if self._trail else 0)
        self._forbidden.clear()

    def _refuted(self) -> int:
        self._event("refute")
        return REFUTATION

    def probed(self, s: State, propagations: int) -> None:
        """Record probing. propagations: the counter before it."""
        self._note_forbidden(s)
        self._cut(s)
        fixed = self._now(s)[len(self._trail) :]
        self._trail += fixed
        literals = tuple(_signed(literal) for literal, _ in fixed)
        self._event("probe", literals, seen=s.propagations - propagations)

    def _event(
        self,
        what: What,
        literals: Clause = (),
        level: int = 0,
        because: Clause | None = None,
        seen: int = 0,
        explained: tuple[Clause, ...] = (),
    ) -> None:
        self.events.append(Event(what, literals, level, because, seen, explained))

    def _explained(self, s: State) -> tuple[Clause, ...]:
        """Return the clauses that propagators wrote since the last call."""
        found = []
        at, self._used = max(self._used, 4), s.used
        while at < s.used:
            if s.arena[at + MARK] == EXPLANATION:
                found.append(_clause(s, at))
            at += record(s.arena[at + LENGTH])
        return tuple(found)

    def _now(self, s: State) -> list[tuple[int, int]]:
        literals = array(s.trail)[: s.trailed]
        return list(zip(literals.tolist(), array(s.level)[literals >> 1].tolist(), strict=True))

    def _cut(self, s: State) -> None:
        """Drop literals that are no longer on the trail."""
        now = self._now(s)
        same = 0
        while same < min(len(now), len(self._trail)) and now[same] == self._trail[same]:
            same += 1
        del self._trail[same:]

    def _note_trail(self, s: State) -> None:
        """Record an event for each new literal of the trail."""
        for literal, level in self._now(s)[len(self._trail) :]:
            self._trail.append((literal, level))
            reason, signed = s.reason[literal >> 1], (_signed(literal),)
            if reason == 0 and level > 0:
                self._event("decide", signed, level)
            else:
                because = None if reason < 0 else _clause(s, reason) if reason else signed
                self._event("imply", signed, level, because)


_present: ContextVar[Recorder | None] = ContextVar("recorder", default=None)


def recorder_of(s: State) -> Recorder | None:
    """Return the recorder of this search; usually None."""
    present = _present.get()
    return present if present is not None and present.of(s) else None


@contextmanager
def recording(most: int = MOST) -> Iterator[Recorder]:
    """Record the first engine that runs in the body, in this thread."""
    recorder = Recorder(most)
    token = _present.set(recorder)
    try:
        yield recorder
    finally:
        _present.reset(token)


def counters(events: Iterable[Event]) -> dict[str, int]:
    """Compute the counters of a search from its events; probing reports its own."""
    levels: list[int] = []  # of the literals on the trail
    head = conflicts = decisions = propagations = 0
    for event in events:
        propagated = len(levels)
        if event.what == "conflict":
            conflicts += 1
            propagated = event.seen
        elif event.what not in ("decide", "back", "model"):
            propagated = head
        propagations += propagated - head
        if event.what not in ("decide", "imply", "conflict"):
            while levels and levels[-1] > event.level:
                levels.pop()
        head = min(propagated, len(levels))
        if event.what in ("decide", "imply"):
            decisions += event.what == "decide"
            levels.append(event.level)
        elif event.what == "probe":
            propagations += event.seen
            levels += [0] * len(event.literals)
            head = len(levels)
    return {"conflicts": conflicts, "decisions": decisions, "propagations": propagations}


def _signed(literal: int) -> int:
    return -(literal >> 1) if literal & 1 else literal >> 1


def _clause(s: State, at: int) -> Clause:
    """Return the clause at an address of the arena."""
    first = at + LITERALS
    return tuple(map(_signed, array(s.arena)[first : first + s.arena[at + LENGTH]].tolist()))


def _learnt(s: State) -> Clause:
    """Return the clause that the last turn learnt."""
    if s.refuted:
        return ()
    literal = s.trail[s.trailed - 1]
    reason = s.reason[literal >> 1]
    return _clause(s, reason) if reason > 0 else (_signed(literal),)


def split(literals: Sequence[int]) -> list[Clause]:
    """Split literals into clauses, each terminated by 0."""
    found = []
    begun = 0
    for at, literal in enumerate(literals):
        if literal == 0:
            found.append(tuple(literals[begun:at]))
            begun = at + 1
    return found
