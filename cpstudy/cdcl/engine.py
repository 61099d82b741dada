"""The engine: search for models of a formula and a propagator.

This is the Python layer around the kernels. It turns clauses into arrays, enlarges full arrays, and
checks the clock between turns of some milliseconds. The search is deterministic: the same calls
give the same models and counters.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

from cpstudy.cdcl.branching import backtrack, open_level
from cpstudy.cdcl.frontier import Frontier, probe_frontier
from cpstudy.cdcl.learning import add_all
from cpstudy.cdcl.probing import probe
from cpstudy.cdcl.propagator import Propagator, imply
from cpstudy.cdcl.recording import recorder_of
from cpstudy.cdcl.reduction import FIRST
from cpstudy.cdcl.search import (
    CONTRADICTION,
    FULL,
    MODEL,
    PAUSED,
    REFUTATION,
    UNIT,
    propagated,
    search,
)
from cpstudy.cdcl.state import State, has_space
from cpstudy.core.building import build
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.native import array, table, view, zeros
from cpstudy.core.result import Stop

# Steps between two checks of the clock.
_PACE = 200_000 if build() == "compiled" else 2_000

_NO_BOUND = 2**62

Values = npt.NDArray[np.bool_]


class Engine:
    """A search for models of clauses over the variables 1 … ``variables`` and a propagator.

    proof: record the steps of a proof (drup.py), with the propagator's explanations. state: the
    arrays of the search, for callers that set phases or activities. core: after an unsatisfiable
    search under assumptions, those that contradict each other; empty if the clauses alone are
    unsatisfiable.
    """

    def __init__(
        self,
        variables: int,
        propagator: Propagator | None = None,
        *,
        arena: int = 0,
        proof: bool = False,
    ) -> None:
        self._propagator = Propagator() if propagator is None else propagator
        self.state = State(variables, arena, self._propagator.heads, proof)
        self.state.explains = proof and propagator is not None
        self.state.restart_at = UNIT
        self.state.reduce_at = FIRST
        self.core: list[int] = []
        self._proof: list[npt.NDArray[np.int32]] = []

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses, literals as +x and -x."""
        pieces = [(*clause, 0) for clause in clauses]
        self.add_flat(np.fromiter(chain.from_iterable(pieces), np.int32))

    def add_flat(self, literals: npt.NDArray[np.int32]) -> None:
        """Add clauses as one array, each terminated by 0; for thousands of clauses."""
        if (recorder := recorder_of(self.state)) is not None:
            recorder.adding(literals)
        at = 0
        while at < len(literals):
            at = add_all(self.state, view(literals), at)
            if at < len(literals):
                self._make_space()

    def run(
        self,
        clock: Clock = UNLIMITED,
        conflicts: int | None = None,
        assumptions: Sequence[int] = (),
    ) -> Values | Stop:
        """Return a model as bool[variables], DONE if there is none, else the limit reached.

        conflicts: the limit for all runs together (ITERATIONS). The next run resumes where this one
        stopped; for another model, forbid this one by a clause.
        """
        self._assume(assumptions)
        most = _NO_BOUND if conflicts is None else conflicts
        status = PAUSED
        while status in (PAUSED, FULL):
            if status == PAUSED and clock.late:  # if an array was full, a conflict may be pending
                return Stop.TIME
            if (recorder := recorder_of(self.state)) is None:
                status = search(self.state, self._propagator, most, self.state.steps + _PACE)
            else:
                status = recorder.advance(self.state, self._propagator, most)
            if status == FULL:
                self._make_space()
            if status == PAUSED and self.counters["conflicts"] >= most:
                return Stop.ITERATIONS
        self.core = []
        if status == MODEL:
            return np.asarray(array(self.state.value)[2::2] > 0)
        if status == CONTRADICTION:
            clause = array(self.state.clause)
            length = int(np.flatnonzero(clause == 0)[0])
            self.core = [_outside(literal) for literal in clause[:length].tolist()]
        return Stop.DONE

    def following(self, assumptions: Iterable[int]) -> list[int] | None:
        """Return the assumptions and all they propagate; None if there is a conflict."""
        s, found = self.state, None
        backtrack(s, 0)
        self._propagate()
        if s.refuted or s.conflict:
            return None
        open_level(s)
        if all(imply(s, _inside(literal), 0) for literal in assumptions):
            self._propagate()
            if not s.conflict:
                found = [_outside(literal) for literal in array(s.trail)[: s.trailed].tolist()]
        backtrack(s, 0)
        s.conflict = 0
        return found

    def _propagate(self) -> None:
        while not self.state.conflict and not propagated(self.state, self._propagator):
            self._make_space()

    def probe(
        self,
        clock: Clock = UNLIMITED,
        steps: int | None = None,
        frontier: Frontier | None = None,
    ) -> Stop:
        """Probe and fix literals until a pass finds nothing (DONE), or a limit is reached.

        steps: the limit of this call (ITERATIONS). frontier: probe only the variables that wait
        there, until none does. The next call resumes. Afterwards the search is at the root; phases
        do not change.
        """
        until = _NO_BOUND if steps is None else self.state.steps + steps
        phases = array(self.state.phase).copy()
        before, stop = self.state.propagations, None
        while stop is None:
            if clock.late:
                stop = Stop.TIME
                break
            pause = min(until, self.state.steps + _PACE)
            if frontier is None:
                status = probe(self.state, self._propagator, pause)
            else:
                status = probe_frontier(self.state, self._propagator, frontier, pause)
            if status == FULL:
                self._make_space()
            if status in (MODEL, REFUTATION):
                stop = Stop.DONE
            elif self.state.steps >= until:
                stop = Stop.ITERATIONS
        array(self.state.phase)[:] = phases
        if (recorder := recorder_of(self.state)) is not None:
            recorder.probed(self.state, before)
        return stop

    @property
    def refuted(self) -> bool:
        """Whether the clauses are known to be unsatisfiable without assumptions."""
        return self.state.refuted

    @property
    def fixed(self) -> list[int]:
        """The literals fixed at the root, which hold in all models."""
        s = self.state
        root = s.limits[0] if s.depth else s.trailed
        return [_outside(s.trail[at]) for at in range(root)]

    @property
    def counters(self) -> dict[str, int]:
        """The effort so far."""
        s = self.state
        return {
            "conflicts": s.conflicts,
            "decisions": s.decisions,
            "propagations": s.propagations,
            "restarts": s.restarts,
            "reductions": s.reductions,
            "learnt": s.learnt,
        }

    def proof(self) -> npt.NDArray[np.int32]:
        """Return the steps of the proof so far; see ``State.proof``."""
        self._drain()
        return np.concatenate([*self._proof, np.zeros(0, np.int32)])

    def _assume(self, assumptions: Sequence[int]) -> None:
        literals = [_inside(literal) for literal in dict.fromkeys(assumptions)]
        s = self.state
        if literals == [s.assumptions[k] for k in range(s.assumed)]:
            return
        backtrack(s, 0)
        s.assumed = len(literals)
        s.assumptions = table([*literals, 0], "i64")

    def _make_space(self) -> None:
        """Enlarge the full arrays."""
        s = self.state
        self._drain()
        if s.logged and len(s.proof) < 2 * len(s.arena):
            s.proof = zeros(4 * len(s.arena), "i32")
        if not has_space(s, len(s.explanation)):
            arena = zeros(2 * len(s.arena), "i32")
            array(arena)[: s.used] = array(s.arena)[: s.used]
            s.arena = arena

    def _drain(self) -> None:
        s = self.state
        if s.proved:
            self._proof.append(array(s.proof)[: s.proved].copy())
            s.proved = 0


def _inside(literal: int) -> int:
    return 2 * literal if literal > 0 else 1 - 2 * literal


def _outside(literal: int) -> int:
    return -(literal >> 1) if literal & 1 else literal >> 1
