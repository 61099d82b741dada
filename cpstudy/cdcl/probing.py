"""Probing: try both values of a variable at the root, and fix what follows in any case.

A literal that leads to a conflict is false (failed literals, Freeman1995); a literal that both
values of a variable imply is true (necessary assignments, the rule of Stalmarck1990). This is one
step ahead of propagation, and the propagator takes part. Cost: two propagations per variable and
pass.

If a proof is written and a propagator takes part, only failed literals are fixed: the reasons of
each conflict are explained, but for common consequences everything that both values imply would
have to be explained.
"""

from cpstudy.cdcl.analysis import NO_SPACE, reason
from cpstudy.cdcl.branching import backtrack, open_level
from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.search import (
    FULL,
    MODEL,
    NO_END,
    PAUSED,
    REFUTATION,
    fixpoint,
)
from cpstudy.cdcl.state import ADDED, LENGTH, LITERALS, State, assign, log, proof_has_space
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import entry, kernel


@kernel
def _fix(s: State, literal: i64, other: i64) -> None:
    """Make a literal true at the root; the proof first shows that ``other`` implies it."""
    if s.logged:
        s.clause[0] = literal
        s.clause[1] = other ^ 1
        if other != 0:
            log(s, s.clause, 0, 2, ADDED)
        log(s, s.clause, 0, 1, ADDED)
    assign(s, literal, 0)


@kernel
def _collect(s: State) -> i64:
    """Mark the literals implied since the root, list them in ``s.touched``; return their number."""
    begun = s.limits[0]
    for at in range(begun, s.trailed):
        s.touched[at - begun] = s.trail[at]
        s.seen[s.trail[at] >> 1] = 1 + (s.trail[at] & 1)
    return s.trailed - begun


@kernel
def _explain(s: State, p: Propagator, conflict: i64) -> bool:
    """Write all reasons behind a conflict below the root to the proof; False without space."""
    for k in range(s.arena[conflict + LENGTH]):
        s.seen[s.arena[conflict + LITERALS + k] >> 1] = 1
    complete = True
    for at in range(s.trailed - 1, -1, -1):
        variable = s.trail[at] >> 1
        if s.seen[variable] and s.level[variable] > 0 and complete:
            clause = reason(s, p, variable)
            complete = clause >= 0
            if clause > 0:
                for k in range(s.arena[clause + LENGTH]):
                    s.seen[s.arena[clause + LITERALS + k] >> 1] = 1
        s.seen[variable] = 0
    return complete


@kernel
def _common(s: State) -> i64:
    """List in ``s.stack`` the literals that both assumptions imply; return their number."""
    count = 0
    for at in range(s.limits[0], s.trailed):
        literal = s.trail[at]
        if s.seen[literal >> 1] == 1 + (literal & 1):
            s.stack[count] = literal
            count += 1
    return count


@kernel
def attempt(s: State, p: Propagator, literal: i64, most: i64) -> i64:
    """Assume a literal at the root; return the result of :func:`fixpoint`."""
    until = s.trailed + most
    open_level(s)
    assign(s, literal, 0)
    return fixpoint(s, p, until)


@kernel
def probe_variable(s: State, p: Propagator, literal: i64, most: i64) -> i64:
    """Try both values of an unknown variable; return -1 if the arena or the proof has no space.

    most: about how many consequences of a value are propagated.
    """
    if not proof_has_space(s, 8 * len(s.trail)):
        return NO_SPACE
    conflict = attempt(s, p, literal, most)
    if s.explains and conflict > 0 and not _explain(s, p, conflict):
        conflict = NO_SPACE
    implied = 0 if s.explains else _collect(s)
    backtrack(s, 0)
    common = 0
    if conflict == 0:
        conflict = attempt(s, p, literal ^ 1, most)
        if s.explains and conflict > 0 and not _explain(s, p, conflict):
            conflict = NO_SPACE
        common = 0 if s.explains else _common(s)
        backtrack(s, 0)
        if conflict > 0:
            common = 0
            _fix(s, literal, 0)
    elif conflict > 0:
        _fix(s, literal ^ 1, 0)
    for k in range(implied):
        s.seen[s.touched[k] >> 1] = 0
    if conflict < 0:
        return NO_SPACE
    for k in range(common):
        _fix(s, s.stack[k], literal)
    if conflict > 0 or common > 0:
        conflict = fixpoint(s, p, NO_END)
        if conflict > 0:
            s.refuted = True
    return min(conflict, 0)


@kernel
def at_root(s: State, p: Propagator) -> bool:
    """Go back to the root and propagate there; return False without space."""
    backtrack(s, 0)
    conflict = fixpoint(s, p, NO_END)
    if conflict > 0:
        s.refuted = True
    return conflict >= 0


@entry
def probe(s: State, p: Propagator, steps: i64) -> i64:
    """Resume probing, until this number of steps was made in total.

    Returns MODEL if a whole pass fixed nothing, REFUTATION, PAUSED or FULL.
    """
    if not at_root(s, p):
        return FULL
    while not s.refuted:
        if s.steps >= steps:
            return PAUSED
        literal = s.probed
        if literal == 2:
            s.fixed = s.trailed
        if literal == len(s.value):
            s.probed = 2
            if s.fixed == s.trailed:
                return MODEL
            continue
        if s.value[literal] == 0 and probe_variable(s, p, literal, NO_END) == NO_SPACE:
            return FULL
        s.probed = literal + 2
    return REFUTATION
