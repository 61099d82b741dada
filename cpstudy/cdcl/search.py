"""The search: conflict-driven clause learning, for clauses and one propagator.

Propagate; where there is a conflict, learn a clause from it and go back to where it implies
something; else decide (GRASP: MarquesSilva1999; in this form Een2003). Assumptions are the first
decisions: where one is false when its turn comes, they contradict each other. The search stops at a
number of conflicts, or of steps, or where an array is full, and goes on when it is called again as
if nothing had been.

Complete: each learnt clause excludes the decisions that led to it, runs between restarts grow, and
a model is one only when the propagator has seen all of it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from cpstudy.cdcl.analysis import (
    NO_ROOM,
    analysis_of,
    core_of,
    keep_explanation,
    learnt_levels,
)
from cpstudy.cdcl.backtracking import backtrack, open_level
from cpstudy.cdcl.branching import decay, in_order, next_decision
from cpstudy.cdcl.learning import learn
from cpstudy.cdcl.propagation import propagate_units
from cpstudy.cdcl.reduction import reduce, reduction_is_due
from cpstudy.cdcl.restarts import UNIT, luby
from cpstudy.cdcl.state import (
    ASSUMED,
    CONFLICT,
    CONFLICTS,
    DECISIONS,
    LEVEL,
    LOGGED,
    PROOF,
    REFUTED,
    RESTART_AT,
    RESTARTS,
    STEPS,
    TRAIL,
    USED,
    State,
    assign,
    has_room,
)
from cpstudy.core.kernels import borrowing

# Why the search came back: a model; none; none under the assumptions, of which those in
# ``s.clause``, ended by 0, contradict each other; a budget; an array is full.
MODEL, REFUTATION, CONTRADICTION, PAUSED, FULL = range(5)

# Longer than any trail.
NO_END = 1 << 40


@functools.cache
def fixpoint_of(propagate: Any) -> Callable[..., Any]:
    """The kernel that propagates clauses and a propagator until nothing more follows."""

    @borrowing
    def fixpoint(s: State, p: Any, until: Any) -> Any:
        """The clause that is a conflict, 0 where there is none, -1 where the arena has no room.

        until: where the trail is that long, no more is looked for.
        """
        while True:
            conflict = propagate_units(s)
            if conflict != 0:
                return conflict
            if not has_room(s, len(s.explanation)):
                return NO_ROOM
            size = s.control[TRAIL]
            length = propagate(s, p)
            if length >= 0:
                return keep_explanation(s, length)
            if s.control[TRAIL] == size or size >= until:
                return 0

    return fixpoint


@borrowing
def proof_has_room(s: State, numbers: Any) -> Any:
    """Whether so many numbers more fit the proof, where one is written."""
    return s.control[LOGGED] == 0 or s.control[PROOF] + numbers <= len(s.proof)


@borrowing
def _restart(s: State) -> Any:
    """Start again, with fewer clauses where there are many. False where the proof has no room."""
    if reduction_is_due(s):
        if not proof_has_room(s, s.control[USED]):
            return False
        backtrack(s, 0)
        reduce(s)
    backtrack(s, in_order(s, min(s.control[LEVEL], s.control[ASSUMED])))
    s.control[RESTARTS] += 1
    s.control[RESTART_AT] = s.control[CONFLICTS] + UNIT * luby(s.control[RESTARTS] + 1)
    return True


@borrowing
def _next_assumption(s: State) -> Any:
    """The assumption to decide next; 0 where all are true, -1 - a where a is false."""
    control = s.control
    while control[LEVEL] < control[ASSUMED]:
        literal = s.assumptions[control[LEVEL]]
        if s.value[literal] < 0:
            return -1 - literal
        if s.value[literal] == 0:
            return literal
        open_level(s)
    return 0


@functools.cache
def search_of(propagate: Any, explain: Any) -> Callable[..., Any]:
    """The search kernel for a propagator's two kernels."""
    fixpoint = fixpoint_of(propagate)
    analyse = analysis_of(explain)
    core = core_of(explain)

    @borrowing
    def search(s: State, p: Any, conflicts: Any, steps: Any) -> Any:
        """Search on until there are so many conflicts or steps in all; why it stopped."""
        control = s.control
        while control[REFUTED] == 0:
            if control[CONFLICT] == 0:
                if control[CONFLICTS] >= conflicts or control[STEPS] >= steps:
                    return PAUSED
                found = fixpoint(s, p, NO_END)
                if found < 0:
                    return FULL
                control[CONFLICT] = found
                control[CONFLICTS] += found != 0
            if control[CONFLICT] != 0:
                if not proof_has_room(s, len(s.clause)):
                    return FULL
                length = analyse(s, p, control[CONFLICT])
                if length < 0:
                    return FULL
                control[CONFLICT] = 0
                learn(s, length, learnt_levels(s, length))
                decay(s)
                continue
            if control[CONFLICTS] >= control[RESTART_AT] or reduction_is_due(s):
                if not _restart(s):
                    return FULL
                continue
            literal = _next_assumption(s)
            if literal < 0:
                length = core(s, p, -1 - literal)
                if length < 0:
                    return FULL
                s.clause[length] = 0
                return CONTRADICTION
            if literal == 0:
                literal = next_decision(s)
                if literal == 0:
                    return MODEL
            control[DECISIONS] += 1
            open_level(s)
            assign(s, literal, 0)
        return REFUTATION

    return search
