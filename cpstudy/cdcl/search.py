"""The search: conflict-driven clause learning, for clauses and one propagator.

Propagate; if there is a conflict, learn a clause from it and go back to the level on which the
clause implies a literal; otherwise decide (GRASP: MarquesSilva1999; in this form Een2003).
Assumptions are the first decisions: if one is false when its turn comes, they contradict each
other. The search stops at a number of conflicts or steps, or if an array is full, and resumes when
it is called again.

Restarts follow the sequence of Luby: 1 1 2 1 1 2 4 1 1 2 …, in units of 16 conflicts. Up to a
constant factor and a logarithm, this is the best for a search that does not know its own run time
(Luby1993). Learnt clauses, activities and phases stay: a restart mainly orders the decisions by
their current activities. So it goes back only to where that order differs (Tak2011): levels whose
decisions would be repeated stay.

The search is complete: each learnt clause excludes the decisions that led to it, runs between
restarts grow, and a model is accepted only when the propagator has processed all of it.
"""

from cpstudy.cdcl.analysis import (
    NO_SPACE,
    analyse,
    core,
    keep_explanation,
    learnt_levels,
    reason,
)
from cpstudy.cdcl.branching import backtrack, decay, in_order, next_decision, open_level
from cpstudy.cdcl.learning import learn
from cpstudy.cdcl.propagation import propagate_units
from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.reduction import reduce, reduction_is_due
from cpstudy.cdcl.state import State, assign, has_space, proof_has_space
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import entry, kernel

# Why the search returned: a model; no model; no model under the assumptions, of which those in
# ``s.clause``, ended by 0, contradict each other; a budget; a full array.
MODEL, REFUTATION, CONTRADICTION, PAUSED, FULL = range(5)

# Longer than any trail.
NO_END = 1 << 40

# Conflicts of the shortest run between restarts.
UNIT = 16


@entry
def luby(number: i64) -> i64:
    """Return the term with this number, from 1 on, of Luby's sequence."""
    size = 1
    while size < number:
        size = 2 * size + 1
    while number != size:
        size >>= 1
        if number > size:
            number -= size
    return (size + 1) >> 1


@kernel
def fixpoint(s: State, p: Propagator, until: i64) -> i64:
    """Propagate; return the clause in conflict, 0 if there is none, -1 without space.

    until: stop when the trail is this long.
    """
    while True:
        # For an explanation, and for the clause learnt from the conflict, wherever it is found.
        if not has_space(s, len(s.explanation)) or not proof_has_space(s, len(s.explanation)):
            return NO_SPACE
        conflict = propagate_units(s)
        if conflict != 0:
            return conflict
        size = s.trailed
        length = p.propagate(s)
        if length >= 0:
            conflict = keep_explanation(s, length)
        if s.explains and s.depth == 0 and not _explain_root(s, p):
            return NO_SPACE
        if conflict != 0:
            return conflict
        if s.trailed == size or size >= until:
            return 0


@kernel
def _explain_root(s: State, p: Propagator) -> bool:
    """Write the reasons of the root's literals to a proof: analysis never requests them."""
    for at in range(s.trailed):
        variable = s.trail[at] >> 1
        if s.reason[variable] < 0 and reason(s, p, variable) < 0:
            return False
    return True


@kernel
def _restart(s: State) -> bool:
    """Restart, with fewer clauses if there are many. Return False if the proof has no space."""
    if reduction_is_due(s):
        if not proof_has_space(s, s.used):
            return False
        backtrack(s, 0)
        reduce(s)
    backtrack(s, in_order(s, min(s.depth, s.assumed)))
    s.restarts += 1
    s.restart_at = s.conflicts + UNIT * luby(s.restarts + 1)
    return True


@kernel
def _next_assumption(s: State) -> i64:
    """Return the assumption to decide next; 0 if all are true, -1 - a if a is false."""
    while s.depth < s.assumed:
        literal = s.assumptions[s.depth]
        if s.value[literal] < 0:
            return -1 - literal
        if s.value[literal] == 0:
            return literal
        open_level(s)
    return 0


@entry
def propagated(s: State, p: Propagator) -> bool:
    """Propagate to the end, perhaps to a conflict. Return False without space."""
    found = fixpoint(s, p, NO_END)
    if found < 0:
        return False
    s.conflict = found
    s.conflicts += found != 0
    return True


@entry
def turn(s: State, p: Propagator) -> i64:
    """After propagation, learn from the conflict, restart or decide.

    Returns PAUSED if there is more to propagate, else why the search stops.
    """
    if s.conflict != 0:
        if not proof_has_space(s, len(s.clause)):
            return FULL
        length = analyse(s, p, s.conflict)
        if length < 0:
            return FULL
        s.conflict = 0
        learn(s, length, learnt_levels(s, length))
        decay(s)
        return PAUSED
    if s.conflicts >= s.restart_at or reduction_is_due(s):
        return PAUSED if _restart(s) else FULL
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
    s.decisions += 1
    open_level(s)
    assign(s, literal, 0)
    return PAUSED


@entry
def search(s: State, p: Propagator, conflicts: i64, steps: i64) -> i64:
    """Resume the search up to these total numbers of conflicts or steps; return why it stopped."""
    while not s.refuted:
        if s.conflict == 0:
            if s.conflicts >= conflicts or s.steps >= steps:
                return PAUSED
            if not propagated(s, p):
                return FULL
        status = turn(s, p)
        if status != PAUSED:
            return status
    return REFUTATION
