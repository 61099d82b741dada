"""The engine: a formula and a propagator, asked for a model, again and again.

The file around the kernels: it turns clauses into arrays, gives the search room when an array is
full, looks at the clock between turns of a hundredth of a second or so, and moves the search from
plain Python to machine code when it turns out to be long (core/kernels.py). None of this changes
what the search does: the same calls give the same models and counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.cdcl.backtracking import backtrack
from cpstudy.cdcl.frontier import Frontier, probe_frontier_of
from cpstudy.cdcl.learning import add_all
from cpstudy.cdcl.probing import probe_of
from cpstudy.cdcl.propagator import NOTHING, Propagator
from cpstudy.cdcl.reduction import FIRST
from cpstudy.cdcl.restarts import UNIT
from cpstudy.cdcl.search import CONTRADICTION, FULL, MODEL, PAUSED, REFUTATION, search_of
from cpstudy.cdcl.state import (
    ASSUMED,
    CONFLICTS,
    DECISIONS,
    LEARNT,
    LEVEL,
    LOGGED,
    PROOF,
    PROPAGATIONS,
    REDUCE_AT,
    REDUCTIONS,
    REFUTED,
    RESTART_AT,
    RESTARTS,
    STEPS,
    TRAIL,
    USED,
    has_room,
    workspace,
)
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.kernels import prepared
from cpstudy.core.result import Stop

# Steps between two looks at the clock.
_PACE = 200_000
_PLAIN_PACE = 2_000

_NO_BOUND = 2**62

Values = npt.NDArray[np.bool_]


class Engine:
    """A search for models of clauses over the variables 1 … ``variables`` and a propagator.

    workspace: the propagator's. proof: the steps of a proof are kept (drup.py); only without a
    propagator. state: the arrays, for propagators' files that set phases or activities. core: after
    a search under assumptions that has no model, those of them that contradict each other; empty
    where there is none without them either.
    """

    def __init__(
        self,
        variables: int,
        propagator: Propagator = NOTHING,
        p: Any = (),
        *,
        room: int = 0,
        proof: bool = False,
    ) -> None:
        if proof and propagator is not NOTHING:
            raise ValueError("what a propagator implies has no proof by clauses")
        self.state = workspace(variables, room, propagator.heads, proof)
        self.state.control[RESTART_AT] = UNIT
        self.state.control[REDUCE_AT] = FIRST
        self.core: list[int] = []
        self._p = p
        self._search = search_of(propagator.propagate, propagator.explain)
        self._probe = probe_of(propagator.propagate)
        self._probe_frontier = probe_frontier_of(propagator.propagate)
        self._made = variables // 4
        self._proof: list[npt.NDArray[np.int32]] = []

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """More clauses, literals as +x and -x."""
        pieces = [(*clause, 0) for clause in clauses]
        self.add_flat(np.fromiter(chain.from_iterable(pieces), np.int32))

    def add_flat(self, literals: npt.NDArray[np.int32]) -> None:
        """More clauses as one array, each ended by 0; for those that are made by the thousand."""
        at = 0
        while at < len(literals):
            add = prepared(add_all, (len(literals) - at) // 2)
            at = add(self.state, literals, at)
            if at < len(literals):
                self._make_room()

    def run(
        self,
        clock: Clock = UNLIMITED,
        conflicts: int | None = None,
        assumptions: Sequence[int] = (),
    ) -> Values | Stop:
        """A model as bool[variables]; DONE where there is none, else what ran out.

        conflicts: the bound on all runs together (ITERATIONS). Another run goes on where this one
        stopped; to be given another model, forbid this one by a clause.
        """
        self._assume(assumptions)
        most = _NO_BOUND if conflicts is None else conflicts
        status = PAUSED
        while status in (PAUSED, FULL):
            if status == PAUSED and clock.late:  # where an array was full, a conflict may wait
                return Stop.TIME
            status = self._turn(self._search, most)
            if status == PAUSED and self.counters["conflicts"] >= most:
                return Stop.ITERATIONS
        self.core = []
        if status == MODEL:
            return np.asarray(self.state.value[2::2] > 0)
        if status == CONTRADICTION:
            told = self.state.clause
            length = int(np.flatnonzero(told == 0)[0])
            self.core = [_outside(literal) for literal in told[:length].tolist()]
        return Stop.DONE

    def probe(
        self,
        clock: Clock = UNLIMITED,
        steps: int | None = None,
        frontier: Frontier | None = None,
    ) -> Stop:
        """Fix what probing finds, until a pass finds nothing (DONE), by so many steps (ITERATIONS).

        frontier: only what waits there is probed, until nothing does. Another call goes on. The
        search stands at the root afterwards; phases stay what they were.
        """
        until = _NO_BOUND if steps is None else int(self.state.control[STEPS]) + steps
        phases = self.state.phase.copy()
        stop = None
        while stop is None:
            if clock.late:
                stop = Stop.TIME
                break
            if frontier is None:
                status = self._turn(self._probe, until)
            else:
                status = self._turn(self._probe_frontier, until, frontier)
            if status in (MODEL, REFUTATION):
                stop = Stop.DONE
            elif self.state.control[STEPS] >= until:
                stop = Stop.ITERATIONS
        self.state.phase[:] = phases
        return stop

    @property
    def refuted(self) -> bool:
        """Whether it is known that there is no model, whatever is assumed."""
        return bool(self.state.control[REFUTED])

    @property
    def fixed(self) -> list[int]:
        """The literals that are known to hold in all models: those of the root."""
        s = self.state
        root = int(s.limits[0]) if s.control[LEVEL] else int(s.control[TRAIL])
        return [_outside(literal) for literal in s.trail[:root].tolist()]

    @property
    def counters(self) -> dict[str, int]:
        """What the search spent until now."""
        names = {
            "conflicts": CONFLICTS,
            "decisions": DECISIONS,
            "propagations": PROPAGATIONS,
            "restarts": RESTARTS,
            "reductions": REDUCTIONS,
            "learnt": LEARNT,
        }
        return {name: int(self.state.control[place]) for name, place in names.items()}

    def proof(self) -> npt.NDArray[np.int32]:
        """The steps of the proof so far; see ``State.proof``."""
        self._drain()
        return np.concatenate([*self._proof, np.zeros(0, np.int32)])

    def _turn(self, kernel: Any, bound: int, *more: Frontier) -> int:
        """One call of the search (bound: conflicts) or of probing (bound: steps)."""
        s = self.state
        steps = int(s.control[STEPS])
        go_on = prepared(kernel, self._made + 20)
        pace = steps + (_PLAIN_PACE if go_on is kernel else _PACE)
        if kernel is self._search:
            status = int(go_on(s, self._p, bound, pace))
        else:
            status = int(go_on(s, self._p, *more, min(bound, pace)))
        self._made = int(s.control[STEPS]) - steps
        if status == FULL:
            self._make_room()
        return status

    def _assume(self, assumptions: Sequence[int]) -> None:
        literals = [_inside(literal) for literal in dict.fromkeys(assumptions)]
        s = self.state
        if literals == s.assumptions[: s.control[ASSUMED]].tolist():
            return
        prepared(backtrack, 1)(s, 0)
        s.control[ASSUMED] = len(literals)
        self.state = s._replace(assumptions=np.array([*literals, 0]))

    def _make_room(self) -> None:
        """More room where an array is full."""
        s = self.state
        self._drain()
        if s.control[LOGGED] and len(s.proof) < 2 * len(s.arena):
            self.state = s = s._replace(proof=np.zeros(4 * len(s.arena), np.int32))
        if not has_room(s, len(s.explanation)):
            arena = np.zeros(2 * len(s.arena), np.int32)
            used = int(s.control[USED])
            arena[:used] = s.arena[:used]
            self.state = s._replace(arena=arena)

    def _drain(self) -> None:
        s = self.state
        written = int(s.control[PROOF])
        if written:
            self._proof.append(s.proof[:written].copy())
            s.control[PROOF] = 0


def _inside(literal: int) -> int:
    return 2 * literal if literal > 0 else 1 - 2 * literal


def _outside(literal: int) -> int:
    return -(literal >> 1) if literal & 1 else literal >> 1
